"""The scan of a project: survey of its files, checks of its functions, and the document."""

import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from surefoot import __version__
from surefoot.base.records import dataclass, field
from surefoot.project.call_graph import ProjectGraph, Unit
from surefoot.project.conclusions import Conclusions
from surefoot.project.document import (
    OUTCOMES,
    SCAN_SCHEMA,
    AssumptionEntry,
    ScanDocument,
    UnitEntry,
    not_compiled,
)
from surefoot.project.inputs import ProjectInput, SourceFile
from surefoot.project.store import ResultStore, tool_digest
from surefoot.project.survey import FileFacts
from surefoot.project.survey_store import SurveyStore
from surefoot.project.unit import has_annotations, perform
from surefoot.project.unit_index import IndexedResult, UnitIndex, fingerprint, reported_again
from surefoot.project.unit_result import UnitTask
from surefoot.project.workers import TaskWorkers, Workers, performed

if TYPE_CHECKING:
    from surefoot.project.cluster import ClusterWorkers


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
    cluster: str | None = None
    """Address of a cluster that checks the functions, in place of this machine."""


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
    _found: Conclusions = field(init=False)
    _tool: str = ""
    _store_fault: str = ""

    def run(self) -> None:
        """Survey all files, then check all units."""
        self._tool = tool_digest() if self.options.store else ""
        with self._workers() as workers:
            facts = self._surveyed(workers)
            sources = {each.path: each for each in self.project.files}
            graph = ProjectGraph(facts, sources, self.project.root)
            self._found = Conclusions(graph, graph.units())
            self._check(workers, self._found)
        self._found.conclude()

    def _workers(self) -> "Workers | ClusterWorkers":
        if self.options.cluster is None:
            return Workers(self.options.jobs, perform)
        from surefoot.project.cluster import ClusterWorkers

        return ClusterWorkers(self.options.cluster, perform)

    # Survey

    def _surveyed(self, workers: TaskWorkers) -> dict[str, FileFacts]:
        files = self.project.files
        store = (
            None if self.options.store is None else SurveyStore(self.options.store, self._tool, self.options.property)
        )
        found: dict[int, Any] = {}
        if store is not None:
            kept = {number: store.find(each) for number, each in enumerate(files)}
            found = {number: {"facts": facts} for number, facts in kept.items() if facts is not None}
        tasks = [(number, self._survey_task(each)) for number, each in enumerate(files) if number not in found]
        names = {number: each.path for number, each in enumerate(files)}
        performed_now: dict[int, Any] = dict(
            performed(
                workers,
                tasks,
                self.is_stopped,
                lambda done, running: self._show(done, len(files), [names[each] for each in running], 0.0),
            )
        )
        for number, result in performed_now.items():
            if store is not None and result is not None and "facts" in result:
                self._store_fault = store.enter(files[number], result["facts"]) or self._store_fault
        found |= performed_now
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

    def _check(self, workers: TaskWorkers, found: Conclusions) -> None:
        """Check external and address-taken functions; then static functions that the results of their
        callers do not decide, callers first.
        """
        later = found.deferred()
        deferred = {unit.symbol for unit in later}
        self._check_units(workers, found, [unit for unit in found.units if unit.symbol not in deferred])
        found.judge_by_callers(later)
        self._check_units(workers, found, [unit for unit in later if unit.symbol not in found.entries])

    def _check_units(self, workers: TaskWorkers, found: Conclusions, units: Sequence[Unit]) -> None:
        tasks = [(number, task) for number, unit in enumerate(units) if (task := self._task(found, unit)) is not None]
        began, before = time.monotonic(), len(found.entries)

        def show(done: int, running: Sequence[int]) -> None:
            self._show(
                before + done,
                len(found.units),
                [units[each].function for each in running],
                time.monotonic() - began,
                done,
            )

        for number, result in performed(workers, tasks, self.is_stopped, show):
            found.enter(units[number], result)
            fault = self._index(units[number], found.graph, result or {})
            self._store_fault = self._store_fault or (result or {}).get("store_fault", "") or fault

    def _task(self, found: Conclusions, unit: Unit) -> dict[str, Any] | None:
        """Return the task to check ``unit``; None if its kept result was entered instead."""
        task = unit_task(unit, found.graph, self.options, self.folder, self._tool)
        name = self._fingerprint(unit, found.graph)
        entry = UnitIndex(Path(task["store"])).find(name, self._tool) if name else None
        if entry is None:
            return {**task}
        stored = ResultStore(Path(task["store"])).find(entry["key"])
        entry["sealed"] = entry.get("sealed", False) and stored is not None and stored.get("sealed", False)
        result = reported_again(entry, task, found.graph.files_of(unit).positions) if stored is not None else None
        if result is None:
            return {**task, "key": entry["key"]}
        found.enter(unit, result)
        return None

    def _fingerprint(self, unit: Unit, graph: ProjectGraph) -> str:
        """Return the name of the index entry of ``unit``; empty if it has none."""
        files = graph.files_of(unit)
        if self.options.store is None or not files.digest or any(map(has_annotations, files.paths)):
            return ""
        return fingerprint(unit_task(unit, graph, self.options, self.folder, self._tool), files.digest)

    def _index(self, unit: Unit, graph: ProjectGraph, result: Mapping[str, Any]) -> str:
        """Enter a result that the store has into the index; return why that failed."""
        name = self._fingerprint(unit, graph) if result.get("key") else ""
        if not name or self.options.store is None:
            return ""
        entry: IndexedResult = {
            "tool": self._tool,
            "key": result["key"],
            "unit_seconds": self.options.seconds,
            "positions": [*graph.files_of(unit).positions],
            "result": {**result},
        }
        return UnitIndex(self.options.store).enter(name, entry)

    def _show(self, done: int, total: int, running: Sequence[str], seconds: float, measured: int = 0) -> None:
        rest = seconds / measured * (total - done) if measured else None
        self.watch(ScanProgress(done, total, tuple(running), seconds, rest))

    # Document

    def document(self, seconds: float) -> ScanDocument:
        """Return the document of all files and functions, in the order of the sources."""
        units = [*self._failures]
        found = self._found
        for unit in found.units:
            known = found.entries.get(unit.symbol)
            if known is None:
                known = found.entry(unit)
                known["reason"] = "the scan was interrupted before the function was checked"
            units.append(known)
        units.sort(key=lambda each: (each["file"], each["line"]))
        return {
            "schema": SCAN_SCHEMA,
            "tool": {"name": "surefoot", "version": __version__},
            "root": str(self.project.root),
            "property": self.options.property,
            "unit_seconds": self.options.seconds,
            "complete": len(found.entries) == len(found.units),
            "summary": {outcome: sum(each["outcome"] == outcome for each in units) for outcome in OUTCOMES},
            "units": units,
            "assumptions": _assumptions(units),
            "seconds": round(seconds, 2),
            "store_fault": self._store_fault,
        }


def unit_task(unit: Unit, graph: ProjectGraph, options: ScanOptions, folder: str, tool: str) -> UnitTask:
    """Return the task to check ``unit``; ``folder`` is for compilations, ``tool`` the digest of surefoot."""
    files = graph.files_of(unit)
    return {
        "kind": "unit",
        "sources": [graph.sources[path].packed() for path in files.paths],
        "function": unit.function,
        "property": options.property,
        "folder": folder,
        "seconds": options.seconds,
        "megabytes": options.megabytes,
        "malloc_may_fail": options.malloc_may_fail,
        "changes_globals": files.changes_globals,
        "store": str(options.store or ""),
        "tool": tool,
        "trusts_store": options.trusts_store,
        "retries": options.retries,
    }


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
