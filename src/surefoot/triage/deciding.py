"""The checks that decide reports: which functions are checked, for which properties, and when."""

import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, cast

from surefoot import __version__
from surefoot.base.records import dataclass, field
from surefoot.project.call_graph import DefinitionKey, ProjectGraph, Unit
from surefoot.project.inputs import ProjectInput, SourceFile
from surefoot.project.survey import FileFacts
from surefoot.project.unit import perform
from surefoot.project.unit_result import UnitResult, UnitTask, without_verdict
from surefoot.project.workers import Workers, performed
from surefoot.triage.decision import decision
from surefoot.triage.document import TRIAGE_SCHEMA, DecisionEntry, ReportEntry, TriageDocument, undecided
from surefoot.triage.reports import AnalyserReport, shown_path
from surefoot.triage.rules import TriageRule, rule_of

_UNDEFINED = ("valid-deref", "valid-free", "division", "shift", "conversion")
"""Properties of operations that every proof has to exclude: as checks of their own, their violations
leave other checks decidable.
"""


@dataclass(frozen=True, slots=True)
class TriageOptions:
    """Limits of each function, and the number of parallel checks."""

    seconds: float = 30.0
    megabytes: int | None = None
    jobs: int = 1


@dataclass(slots=True)
class DecidedReport:
    """A report with its rule, and the functions whose runs may decide it, the best one first."""

    report: AnalyserReport
    rule: TriageRule | None
    function: str
    entries: list[Unit]
    decision: DecisionEntry

    @property
    def is_open(self) -> bool:
        """True if nothing is decided."""
        return self.decision["verdict"] == "undecided"


def decided(
    reports: Iterable[AnalyserReport],
    project: ProjectInput,
    options: TriageOptions,
    is_stopped: Callable[[], bool],
    watch: Callable[[str], None],
) -> list[DecidedReport]:
    """Return ``reports`` with their decisions, in order; when ``is_stopped``, the rest is undecided."""
    with tempfile.TemporaryDirectory(prefix="surefoot-triage-") as folder:
        return _Triage(project, options, folder, is_stopped, watch).decided(reports)


@dataclass(slots=True)
class _Triage:
    project: ProjectInput
    options: TriageOptions
    folder: str
    is_stopped: Callable[[], bool]
    watch: Callable[[str], None]
    _results: dict[DefinitionKey, UnitResult] = field(default_factory=dict)

    def decided(self, reports: Iterable[AnalyserReport]) -> list[DecidedReport]:
        """Decide each report by the first of its entries that does."""
        with Workers(self.options.jobs, perform) as workers:
            graph = self._graph(workers)
            units = graph.units()
            items = [_item(each, units) for each in reports]
            for turn in range(max((len(each.entries) for each in items), default=0)):
                turns = [each for each in items if each.is_open and each.rule and turn < len(each.entries)]
                self._check(workers, graph, turns, turn)
        return items

    def _graph(self, workers: Workers) -> ProjectGraph:
        files = self.project.files
        tasks = [(number, self._survey_task(each)) for number, each in enumerate(files)]
        facts: dict[str, FileFacts] = {}
        for number, result in performed(workers, tasks, self.is_stopped, lambda *_: None):
            if result and "facts" in result:
                facts[files[number].path] = result["facts"]
        return ProjectGraph(facts, {each.path: each for each in files}, self.project.root)

    def _survey_task(self, source: SourceFile) -> dict[str, Any]:
        return {
            "kind": "survey",
            "sources": [source.packed()],
            "property": "default",
            "folder": self.folder,
            "megabytes": self.options.megabytes,
        }

    def _check(self, workers: Workers, graph: ProjectGraph, items: Sequence[DecidedReport], turn: int) -> None:
        """Check the entries of ``items`` for this turn, each for all of its reports, and decide them."""
        units = {each.entries[turn].symbol: each.entries[turn] for each in items}
        by_unit = {symbol: [each for each in items if each.entries[turn].symbol == symbol] for symbol in units}
        symbols = list(units)
        tasks = [
            (number, dict(self._task(units[symbol], graph, [each.rule for each in by_unit[symbol] if each.rule])))
            for number, symbol in enumerate(symbols)
        ]

        def show(done: int, running: Sequence[int]) -> None:
            self.watch(f"{done} of {len(symbols)} functions  ·  {', '.join(symbols[each][1] for each in running)}")

        for number, found in performed(workers, tasks, self.is_stopped, show):
            result = cast("UnitResult", found) if found else without_verdict("the check crashed")
            for item in by_unit[symbols[number]]:
                if item.rule is not None:
                    item.decision = decision(item.report, item.rule, symbols[number][1], result)

    def _task(self, unit: Unit, graph: ProjectGraph, rules: Sequence[TriageRule]) -> UnitTask:
        files = graph.files_of(unit)
        names = dict.fromkeys((*_UNDEFINED, *(name for rule in rules for name in rule.properties)))
        return {
            "kind": "unit",
            "sources": [graph.sources[path].packed() for path in files.paths],
            "function": unit.function,
            "property": ",".join(names),
            "folder": self.folder,
            "seconds": self.options.seconds,
            "megabytes": self.options.megabytes,
            "malloc_may_fail": True,
            "changes_globals": files.changes_globals,
            "store": "",
            "tool": "",
            "trusts_store": False,
            "retries": False,
            "infers": False,
        }


def _item(report: AnalyserReport, units: Sequence[Unit]) -> DecidedReport:
    rule = rule_of(report)
    own = next((each for each in units if _contains(each, report)), None)
    if rule is None:
        return DecidedReport(
            report, rule, own.function if own else "", [], undecided(f"no check decides reports of {report.rule}")
        )
    if own is None:
        return DecidedReport(report, rule, "", [], undecided("the place is in no function that compiles"))
    mains = [each for each in units if each.function == "main"]
    near = [each for each in mains if each.source == own.source] or mains
    entries = [*near[:1], own] if len(near) == 1 and near[0] != own else [own]
    return DecidedReport(
        report, rule, own.function, entries, undecided("the run was interrupted before the report was decided")
    )


def _contains(unit: Unit, report: AnalyserReport) -> bool:
    facts = unit.facts
    is_inside = facts["line"] <= report.region.line <= facts["last_line"]
    return is_inside and shown_path(facts["file"]) == shown_path(report.file)


def triage_document(items: Sequence[DecidedReport], root: Path, *, complete: bool) -> TriageDocument:
    """Return the document of ``items``, without failures and times."""
    return {
        "schema": TRIAGE_SCHEMA,
        "tool": {"name": "surefoot", "version": __version__},
        "method": "all",
        "root": str(root),
        "complete": complete,
        "reports": [_entry(each) for each in items],
        "failures": [],
        "summary": _summary(items),
        "seconds": {"analysis": 0.0, "decisions": 0.0},
    }


def _entry(item: DecidedReport) -> ReportEntry:
    report = item.report
    return {
        "rule": report.rule,
        "message": report.message,
        "location": {"file": report.file, "line": report.region.line, "column": report.region.column},
        "function": item.function,
        "path": [{"file": each.file, "line": each.line, "text": each.text} for each in report.path],
        "decision": item.decision,
    }


def _summary(items: Iterable[DecidedReport]) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for each in items:
        counts = found.setdefault(each.report.rule, {})
        counts[each.decision["verdict"]] = counts.get(each.decision["verdict"], 0) + 1
    return found
