"""The checks that decide reports: which functions are checked, for which properties, and when."""

import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, cast

from surefoot import __version__
from surefoot.base.enums import Enum
from surefoot.base.records import dataclass, field, replace
from surefoot.program.passes.followed_path import FollowedPath
from surefoot.program.passes.reported_path import ReportedPath
from surefoot.project.call_graph import DefinitionKey, ProjectGraph, Unit
from surefoot.project.inputs import ProjectInput, SourceFile
from surefoot.project.survey import FileFacts
from surefoot.project.unit import perform
from surefoot.project.unit_result import UnitResult, UnitTask, without_verdict
from surefoot.project.workers import Workers, performed
from surefoot.triage.decision import decision, on_path, on_path_program, run_on_path, with_definedness
from surefoot.triage.document import (
    TRIAGE_SCHEMA,
    DecisionEntry,
    ReportEntry,
    TriageDocument,
    is_refutation,
    new_decision,
)
from surefoot.triage.limits import LIMITS
from surefoot.triage.reports import AnalyserReport, shown_path
from surefoot.triage.rules import REACHED, RULES, CheckPlace, TriageRule, rule_of
from surefoot.triage.waypoints import defects_of, entry_of, path_of, steps_of

_UNDEFINED = ("valid-deref", "valid-free", "division", "shift", "conversion")
"""Checks of undefined behaviour. They are part of the property, so that their violations leave other
checks decidable.
"""


class Method(Enum):
    """Runs that decide a report."""

    PATH = "path"
    """Those on the reported path, then all."""
    ALL = "all"
    """All runs."""
    CONSTRAINTS = "constraints"
    """No runs: the constraints that the analyser collected on the reported path."""


@dataclass(frozen=True, slots=True)
class TriageOptions:
    """Method, limits of each check, and the number of parallel checks."""

    seconds: float = 30.0
    megabytes: int | None = None
    jobs: int = 1
    method: Method = Method.PATH
    rules: tuple[TriageRule, ...] = RULES
    certifies: bool = False
    """Whether proofs are kept with their certificates."""


@dataclass(frozen=True, slots=True)
class RefutationProof:
    """A certificate, and the arguments of ``surefoot certify`` for its program, without those for
    its path.
    """

    certificate: str
    arguments: tuple[str, ...]
    path: FollowedPath | ReportedPath | None
    """The path that the program is restricted to; None for all paths."""


@dataclass(frozen=True, slots=True)
class TriageAttempt:
    """Runs that may decide a report: those of a function, on a path if there is one."""

    unit: Unit
    rule: TriageRule
    path: FollowedPath | None = None
    path_program: ReportedPath | None = None
    """The path whose path program is checked in place of the function."""

    @property
    def is_of_path(self) -> bool:
        """True if the runs have to follow decisions."""
        return self.path_program is not None or (self.path is not None and bool(self.path.waypoints))


@dataclass(slots=True)
class DecidedReport:
    """A report with its rule, and the attempts that may decide it, in order."""

    report: AnalyserReport
    rule: TriageRule | None
    function: str
    attempts: list[TriageAttempt]
    decision: DecisionEntry
    proof: RefutationProof | None = None
    """The proof of a refutation, if it has a certificate."""
    seconds: float = 0.0
    """The time that is left for checks."""
    is_run_of_path_program: bool = False
    """True if the decision is a run of a path program, which rests on more assumptions than a run
    of the function.
    """

    def needs(self, attempt: TriageAttempt) -> bool:
        """Return whether ``attempt`` may decide more than the earlier ones."""
        if self.is_run_of_path_program:
            return attempt.path_program is None and attempt.rule is not REACHED
        match self.decision["verdict"]:
            case "undecided":
                return True
            case "path-refuted" | "path-refuted-under-assumptions":
                return not attempt.is_of_path and attempt.rule is not REACHED
            case "reachable-under-assumptions":
                return attempt.unit.function == "main"
            case _:
                return False

    def decide(self, attempt: TriageAttempt, result: UnitResult) -> None:
        """Replace the decision if ``result`` decides something, or nothing is known."""
        if attempt.path_program is not None:
            self._decide_by_path_program(attempt.path_program, result)
            return
        found = decision(self.report, attempt.rule, attempt.unit.function, result)
        if attempt.path is not None:
            found = with_definedness(found, result)
        if attempt.is_of_path:
            found = on_path(found, self.report)
        says_less = attempt.rule is REACHED and self.rule is not None and not found["checks"]
        if found["verdict"] == "undecided" and (self.decision["verdict"] != "undecided" or says_less):
            return
        if attempt.rule is REACHED and self.rule is not None and found["verdict"] == "undecided":
            found = {**self.decision, "reason": f"{self.decision['reason']}; {found['reason']}"}
        is_elsewhere = found["function"] != self.decision["function"]
        is_by_other_callers = found["verdict"] == "reachable-under-assumptions" and is_elsewhere
        if self.decision["verdict"].startswith("path-refuted") and is_by_other_callers:
            return
        self.decision, self.proof, self.is_run_of_path_program = found, None, False
        path = attempt.path if attempt.is_of_path else None
        has_command = attempt.is_of_path or attempt.path is None
        if has_command and is_refutation(found["verdict"]) and (text := result.get("certificate")):
            self.proof = RefutationProof(text, tuple(result.get("arguments", ())), path)

    def _decide_by_path_program(self, path: ReportedPath, result: UnitResult) -> None:
        """Refute the path by a proof, or accept a run of the exact path program. A run of an
        abstract path program decides nothing.
        """
        if path.is_exact:
            if result["violations"]:
                self.decision, self.proof = run_on_path(self.report, path, result), None
                self.is_run_of_path_program = True
            return
        found = decision(self.report, REACHED, path.entry, result)
        if not found["verdict"].startswith("refuted") or result["verdict"] != "safe":
            return
        self.decision = on_path(on_path_program(found, path), self.report)
        text = result.get("certificate")
        self.proof = RefutationProof(text, tuple(result.get("arguments", ())), path) if text else None


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
        """Decide each report by the first of its attempts that does."""
        with Workers(self.options.jobs, perform) as workers:
            graph = self._graph(workers)
            units = graph.units()
            items = [_item(each, units, self.options) for each in reports]
            for turn in range(max((len(each.attempts) for each in items), default=0)):
                tried = [
                    each
                    for each in items
                    if turn < len(each.attempts)
                    and each.seconds >= LIMITS.least_seconds
                    and each.needs(each.attempts[turn])
                ]
                self._check(workers, graph, tried, turn)
        return items

    def _graph(self, workers: Workers) -> ProjectGraph:
        files = self.project.files
        tasks = [(number, self._survey_task(each)) for number, each in enumerate(files)]
        facts: dict[str, FileFacts] = {}
        for number, result in performed(workers, tasks, self.is_stopped, lambda *_: None):
            if result and "facts" in result:
                facts[files[number].path] = result["facts"]
        return ProjectGraph(facts, {each.path: each for each in files}, Path("/"))  # headers outside, too

    def _survey_task(self, source: SourceFile) -> dict[str, Any]:
        return {
            "kind": "survey",
            "sources": [source.packed()],
            "property": "default",
            "folder": self.folder,
            "megabytes": self.options.megabytes,
        }

    def _check(self, workers: Workers, graph: ProjectGraph, items: Sequence[DecidedReport], turn: int) -> None:
        """Check the attempts of ``items`` for this turn, each for all of its reports, and decide them."""
        together: dict[object, list[DecidedReport]] = {}
        for each in items:
            attempt = each.attempts[turn]
            key = attempt.unit.symbol, attempt.path, attempt.path_program, attempt.rule is REACHED
            together.setdefault(key, []).append(each)
        groups = list(together.values())
        attempts = [each[0].attempts[turn] for each in groups]
        tasks = [(number, dict(self._task(group, turn, graph))) for number, group in enumerate(groups)]

        def show(done: int, running: Sequence[int]) -> None:
            names = ", ".join(attempts[each].unit.function for each in running)
            self.watch(f"{done} of {len(attempts)} checks  ·  {names}")

        for number, found in performed(workers, tasks, self.is_stopped, show):
            result = cast("UnitResult", found) if found else without_verdict("the check crashed")
            for item in groups[number]:
                item.seconds -= result["seconds"]
                item.decide(item.attempts[turn], result)

    def _task(self, group: Sequence[DecidedReport], turn: int, graph: ProjectGraph) -> UnitTask:
        attempt, rules = group[0].attempts[turn], [each.attempts[turn].rule for each in group]
        unit, path_program = attempt.unit, attempt.path_program
        files = graph.files_of(unit)
        seconds = max(each.seconds for each in group)
        others = _UNDEFINED if attempt.path is None and path_program is None else ()
        names = dict.fromkeys((*others, *(name for rule in rules for name in rule.properties)))
        if path_program is not None and "array-index" in path_program.defects:
            names["array-index"] = None
        task: UnitTask = {
            "kind": "unit",
            "sources": [graph.sources[path].packed() for path in ((unit.source,) if path_program else files.paths)],
            "function": unit.function,
            "property": ",".join(names),
            "folder": self.folder,
            "seconds": seconds if path_program is None else min(seconds, LIMITS.path_share * self.options.seconds),
            "megabytes": self.options.megabytes,
            "malloc_may_fail": True,
            "changes_globals": files.changes_globals and path_program is None,
            "store": "",
            "tool": "",
            "trusts_store": False,
            "retries": False,
            "infers": False,
            "certifies": self.options.certifies,
        }
        if attempt.path is not None:
            task["path"] = attempt.path.packed()
        if path_program is not None:
            task["path_program"] = path_program.packed()
        return task


def _item(report: AnalyserReport, units: Sequence[Unit], options: TriageOptions) -> DecidedReport:
    rule = rule_of(report, options.rules)
    own = next((each for each in units if _contains(each, report.file, report.region.line)), None)
    start = new_decision("the run was interrupted before the report was decided")
    if rule is None:
        start = new_decision(f"no check decides reports of {report.rule}")
    if own is None:
        return DecidedReport(report, rule, "", [], new_decision("the place is in no function that compiles"))
    attempts: list[TriageAttempt] = []
    if rule is not None:
        mains = [each for each in units if each.function == "main"]
        near = [each for each in mains if each.source == own.source] or mains
        is_leak = rule.place is CheckPlace.PROGRAM_END and own.function != "main"
        whole = [TriageAttempt(near[0], rule)] if len(near) == 1 and near[0] != own else []
        attempts = [*whole, TriageAttempt(own, rule, FollowedPath((), None) if is_leak else None)]
    if options.method is Method.PATH:
        first, last = _on_path(report, rule, units)
        attempts = [*first, *attempts, *last]
        attempts = [*_on_path_programs(report, rule, units), *attempts]
    return DecidedReport(report, rule, own.function, attempts, start, seconds=options.seconds)


def _on_path_programs(
    report: AnalyserReport, rule: TriageRule | None, units: Sequence[Unit]
) -> Iterator[TriageAttempt]:
    """Yield the attempts by path programs: to refute the path, then to find a run on it."""
    path = steps_of(report)
    unit = None if path is None else _start_of_path(report, units)
    if path is None or unit is None or unit.function != path.entry:
        return
    defects = defects_of(report, rule)
    for each in (replace(path, defects=()), replace(path, defects=defects))[: 1 + bool(defects)]:
        yield TriageAttempt(unit, REACHED, path_program=each)
    yield TriageAttempt(unit, REACHED, path_program=replace(path, defects=defects, is_exact=True))


def _start_of_path(report: AnalyserReport, units: Sequence[Unit]) -> Unit | None:
    """Return the function where the path of ``report`` starts."""
    name, first = entry_of(report), report.path[0]
    starts = (each for each in units if _contains(each, first.file, first.line))
    return next((each for each in starts if not name or each.function == name), None)


def _on_path(
    report: AnalyserReport, rule: TriageRule | None, units: Sequence[Unit]
) -> tuple[list[TriageAttempt], list[TriageAttempt]]:
    """Return the attempts on the reported path, to be tried before and after those on all paths."""
    path = path_of(report)
    if not path.waypoints or not report.path:
        return [], []
    unit = _start_of_path(report, units)
    is_leak = path.reported is None
    if unit is None or (is_leak and unit.function == "main"):
        return [], []
    fits = rule is not None and is_leak == (rule.place is CheckPlace.PROGRAM_END)
    own = [TriageAttempt(unit, rule, path)] if rule is not None and fits else []
    return own, [] if is_leak else [TriageAttempt(unit, REACHED, path)]


def _contains(unit: Unit, file: str, line: int) -> bool:
    facts = unit.facts
    return facts["line"] <= line <= facts["last_line"] and shown_path(facts["file"]) == shown_path(file)


def triage_document(items: Sequence[DecidedReport], root: Path, method: Method, *, complete: bool) -> TriageDocument:
    """Return the document of ``items``, without failures and times."""
    return {
        "schema": TRIAGE_SCHEMA,
        "tool": {"name": "surefoot", "version": __version__},
        "method": method.value,
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
