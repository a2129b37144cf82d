"""The scan of a project: survey of its files, checks of its functions, and the document."""

import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from surefoot import __version__
from surefoot.base.records import dataclass, field
from surefoot.project.call_graph import DefinitionKey, ProjectGraph, Unit
from surefoot.project.document import (
    OUTCOMES,
    SCAN_SCHEMA,
    AssumptionEntry,
    ChecksEntry,
    ScanDocument,
    UnitEntry,
    not_compiled,
    unit_entry,
)
from surefoot.project.inputs import ProjectInput, SourceFile
from surefoot.project.store import tool_digest
from surefoot.project.survey import FileFacts
from surefoot.project.unit import perform
from surefoot.project.unit_result import UnitTask
from surefoot.project.workers import Workers, performed
from surefoot.report.document import CheckEntry, UnsafeEvidence
from surefoot.report.text.runs import violation_summary
from surefoot.report.trace.active_calls import SYNTHETIC

_ACCEPTED = frozenset({"proved", "proved-under-precondition", "precondition-unchecked"})
"""Outcomes without a violation and without an undecided check."""


@dataclass(frozen=True, slots=True)
class ScanOptions:
    """Property, limits of each function, and the number of parallel checks."""

    property: str = "default"
    seconds: float = 10.0
    megabytes: int | None = None
    jobs: int = 1
    malloc_may_fail: bool = False
    store: Path | None = None
    """Folder for results that later scans use."""
    trusts_store: bool = False
    """Whether stored certificates are not checked again."""
    retries: bool = False
    """Whether functions without a verdict are checked again."""


@dataclass(frozen=True, slots=True)
class ScanProgress:
    """Number of finished tasks, running ones, and the estimated seconds of the rest (None: unknown)."""

    done: int
    total: int
    running: tuple[str, ...]
    seconds: float
    rest: float | None


def scan(
    project: ProjectInput,
    options: ScanOptions,
    is_stopped: Callable[[], bool],
    watch: Callable[[ScanProgress], None],
) -> ScanDocument:
    """Check every function of ``project``; when ``is_stopped``, the functions that are not checked
    yet stay undecided.
    """
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="surefoot-scan-") as folder:
        found = _Scan(project, options, folder, is_stopped, watch)
        found.run()
        return found.document(time.monotonic() - began)


@dataclass(slots=True)
class _Scan:
    project: ProjectInput
    options: ScanOptions
    folder: str
    is_stopped: Callable[[], bool]
    watch: Callable[[ScanProgress], None]
    _failures: list[UnitEntry] = field(default_factory=list)
    _graph: ProjectGraph | None = None
    _units: list[Unit] = field(default_factory=list)
    _results: dict[DefinitionKey, UnitEntry] = field(default_factory=dict)
    _tool: str = ""
    _store_fault: str = ""

    def run(self) -> None:
        """Survey all files, then check all units."""
        self._tool = tool_digest() if self.options.store else ""
        with Workers(self.options.jobs, perform) as workers:
            facts = self._surveyed(workers)
            sources = {each.path: each for each in self.project.files}
            self._graph = ProjectGraph(facts, sources, self.project.root)
            self._units = self._graph.units()
            self._check(workers, self._graph)
        self._conclude(self._graph)

    # Survey

    def _surveyed(self, workers: Workers) -> dict[str, FileFacts]:
        files = self.project.files
        tasks = [(number, self._survey_task(each)) for number, each in enumerate(files)]
        names = {number: each.path for number, each in enumerate(files)}
        found: dict[int, Any] = dict(
            performed(
                workers,
                tasks,
                self.is_stopped,
                lambda done, running: self._show(done, len(files), [names[each] for each in running], 0.0),
            )
        )
        facts: dict[str, FileFacts] = {}
        for number, source in enumerate(files):
            result = found.get(number, {"error": "interrupted", "location": None})
            if result is None:
                result = {"error": "the survey of the file crashed", "location": None}
            if "facts" in result:
                facts[source.path] = result["facts"]
            else:
                self._failures.append(not_compiled(source.path, result["error"], result["location"]))
        return facts

    def _survey_task(self, source: SourceFile) -> dict[str, Any]:
        return {
            "kind": "survey",
            "sources": [source.packed()],
            "property": self.options.property,
            "folder": self.folder,
            "megabytes": self.options.megabytes,
        }

    # Checks

    def _check(self, workers: Workers, graph: ProjectGraph) -> None:
        """Check external and address-taken functions; then static functions that the results of their
        callers do not decide, callers first.
        """
        own = {unit.symbol for unit in self._units}
        later = [
            unit
            for unit in self._units
            if unit.facts["internal"]
            and not graph.is_addressed(unit.symbol)
            and any(caller in own and caller != unit.symbol for caller in graph.callers(unit.symbol))
        ]
        deferred = {unit.symbol for unit in later}
        self._check_units(workers, graph, [unit for unit in self._units if unit.symbol not in deferred])
        for unit in reversed(later):
            self._judge_by_callers(unit, graph)
        self._check_units(workers, graph, [unit for unit in reversed(later) if unit.symbol not in self._results])

    def _check_units(self, workers: Workers, graph: ProjectGraph, units: Sequence[Unit]) -> None:
        tasks = [(number, dict(self._unit_task(unit, graph))) for number, unit in enumerate(units)]
        began, before = time.monotonic(), len(self._results)

        def show(done: int, running: Sequence[int]) -> None:
            self._show(
                before + done,
                len(self._units),
                [units[each].function for each in running],
                time.monotonic() - began,
                done,
            )

        for number, result in performed(workers, tasks, self.is_stopped, show):
            self._enter(units[number], result, graph)

    def _unit_task(self, unit: Unit, graph: ProjectGraph) -> UnitTask:
        files = graph.files_of(unit)
        return {
            "kind": "unit",
            "sources": [graph.sources[path].packed() for path in files.paths],
            "function": unit.function,
            "property": self.options.property,
            "folder": self.folder,
            "seconds": self.options.seconds,
            "megabytes": self.options.megabytes,
            "malloc_may_fail": self.options.malloc_may_fail,
            "changes_globals": files.changes_globals,
            "store": str(self.options.store or ""),
            "tool": self._tool,
            "trusts_store": self.options.trusts_store,
            "retries": self.options.retries,
        }

    def _enter(self, unit: Unit, result: Mapping[str, Any] | None, graph: ProjectGraph) -> None:
        entry = self._entry(unit, graph)
        self._results[unit.symbol] = entry
        if result is None:
            entry["reason"] = "the check crashed"
            return
        entry["preconditions"], entry["violations"] = result["preconditions"], result["violations"]
        entry["results"], entry["assumptions"] = result["results"], result["assumptions"]
        entry["seconds"], entry["cached"] = result["seconds"], result["cached"]
        self._store_fault = self._store_fault or result.get("store_fault", "")
        entry["reason"] = result["reason"]
        entry["loop_invariants"], entry["stages"] = result["loop_invariants"], result["stages"]
        entry["checks"] = _counted(result["results"])
        match result["verdict"]:
            case "safe":
                entry["outcome"] = "precondition-unchecked" if result["preconditions"] else "proved"
            case "unsafe":
                entry["outcome"] = "violated"
                entry["call_chains"] = [_call_chain(each) for each in result["violations"]]
            case "argument":
                entry["reason"] = (
                    f"depends on the arguments or on functions without a body, and no simple precondition excludes it: "
                    f"{result['reason']}"
                )
            case _:
                pass

    def _entry(self, unit: Unit, graph: ProjectGraph) -> UnitEntry:
        facts = unit.facts
        entry = unit_entry(unit.function, facts["file"], facts["line"], facts["last_line"], static=facts["internal"])
        entry["callers"] = sorted({name for _, name in graph.callers(unit.symbol)})
        return entry

    def _judge_by_callers(self, unit: Unit, graph: ProjectGraph) -> None:
        """Enter the result of a static function whose callers are all decided without violation."""
        callers = [each for each in graph.callers(unit.symbol) if each != unit.symbol]
        results = [self._results.get(each) for each in callers]
        known = [each for each in results if each is not None and each["outcome"] in _ACCEPTED]
        if len(known) < len(results):
            return
        entry = self._entry(unit, graph)
        own = [each for result in known for each in result["results"] if each["function"] == unit.function]
        entry["outcome"] = "proved-under-precondition"
        entry["reason"] = "its callers establish what it needs"
        entry["judged_through"] = sorted(name for _, name in callers)
        entry["results"] = own
        entry["checks"] = _counted(own)
        self._results[unit.symbol] = entry

    def _conclude(self, graph: ProjectGraph) -> None:
        """Decide whether the callers establish inferred preconditions, now that all are checked."""
        is_changed = True
        while is_changed:
            is_changed = False
            for unit in self._units:
                entry = self._results.get(unit.symbol)
                if entry is None or entry["outcome"] != "precondition-unchecked" or graph.is_addressed(unit.symbol):
                    continue
                callers = [each for each in graph.callers(unit.symbol) if each != unit.symbol]
                results = [self._results.get(each) for each in callers]
                if callers and all(each is not None and each["outcome"] in _ACCEPTED for each in results):
                    entry["outcome"] = "proved-under-precondition"
                    is_changed = True
        for unit in self._units:
            entry = self._results.get(unit.symbol)
            if entry is not None and entry["outcome"] == "precondition-unchecked":
                self._blame_caller(unit, entry, graph)

    def _blame_caller(self, unit: Unit, entry: UnitEntry, graph: ProjectGraph) -> None:
        """Make ``entry`` violated if a caller violates a check in the function."""
        for caller in graph.callers(unit.symbol):
            known = self._results.get(caller)
            for violation, chain in zip(known["violations"], known["call_chains"], strict=False) if known else ():
                if known and known["outcome"] == "violated" and unit.function in chain:
                    summary = violation_summary(violation["violation"])
                    entry["outcome"] = "violated"
                    entry["reason"] = f"{known['function']} does not establish the precondition: {summary}"
                    entry["violations"] = [violation]
                    entry["call_chains"] = [chain]
                    return

    def _show(self, done: int, total: int, running: Sequence[str], seconds: float, measured: int = 0) -> None:
        rest = seconds / measured * (total - done) if measured else None
        self.watch(ScanProgress(done, total, tuple(running), seconds, rest))

    # Document

    def document(self, seconds: float) -> ScanDocument:
        """Return the document of all files and functions, in the order of the sources."""
        graph = self._graph
        units = [*self._failures]
        for unit in self._units:
            known = self._results.get(unit.symbol)
            if known is None and graph is not None:
                known = self._entry(unit, graph)
                known["reason"] = "the scan was interrupted before the function was checked"
            if known is not None:
                units.append(known)
        units.sort(key=lambda each: (each["file"], each["line"]))
        return {
            "schema": SCAN_SCHEMA,
            "tool": {"name": "surefoot", "version": __version__},
            "root": str(self.project.root),
            "property": self.options.property,
            "unit_seconds": self.options.seconds,
            "complete": len(self._results) == len(self._units),
            "summary": {outcome: sum(each["outcome"] == outcome for each in units) for outcome in OUTCOMES},
            "units": units,
            "assumptions": _assumptions(units),
            "seconds": round(seconds, 2),
            "store_fault": self._store_fault,
        }


def _counted(results: Sequence[CheckEntry]) -> ChecksEntry:
    statuses = [each["status"] for each in results]
    return {
        "proved": statuses.count("proved"),
        "violated": statuses.count("violated"),
        "unreachable": statuses.count("unreachable"),
        "undecided": statuses.count("undecided"),
    }


def _call_chain(violation: UnsafeEvidence) -> list[str]:
    """Return the active functions at the end of the run, the first one outermost."""
    chain: dict[int, str] = {}
    for step in violation["steps"]:
        chain = {depth: name for depth, name in chain.items() if depth < step["depth"]}
        chain[step["depth"]] = step["function"]
    functions = [chain[depth].partition("@")[0] for depth in sorted(chain)]
    last = violation["violation"]["function"].partition("@")[0]
    is_shown = functions[-1:] != [last] and not last.startswith(SYNTHETIC)
    return [*functions, last] if is_shown else functions


def _assumptions(units: Sequence[UnitEntry]) -> list[AssumptionEntry]:
    """Return each assumption once, with the units that rest on it; those about one function's own
    parameters are part of its result only.
    """
    found: dict[str, list[str]] = {}
    for unit in units:
        for text in unit["assumptions"]:
            if ": parameter " not in text:
                found.setdefault(text, []).append(unit["function"])
    return [{"text": text, "units": names} for text, names in found.items()]
