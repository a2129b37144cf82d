"""Construction of the report document from the results of the pipeline."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from surefoot import __version__
from surefoot.base.caveats import Caveat, Direction
from surefoot.base.errors import SurefootError
from surefoot.certify.loops import LoopResult
from surefoot.certify.survey import CheckResult
from surefoot.certify.verdicts import NativeRun, Part, Safe, Unknown, Unsafe, Verdict
from surefoot.evidence.claims import Why
from surefoot.program.allocations import allocation_assumptions
from surefoot.program.check_sites import CheckSite
from surefoot.program.program import Program
from surefoot.program.properties import Property, violated_property
from surefoot.report.checks import check_table, undecided_checks
from surefoot.report.document import (
    SCHEMA,
    FunctionEntry,
    NativeRunEntry,
    ReportDocument,
    RequestEntry,
    StatisticsEntry,
    UnsafeEvidence,
)
from surefoot.report.evidence import caveat_entry, error_evidence, evidence_of, member_name, violation_evidence
from surefoot.semantics.interpreter.code import GeneratedCode
from surefoot.smt.statistics import QueryStatistics
from surefoot.systems.formats.model import is_horn_file


class ReportedRequest(Protocol):
    """The part of a request that shapes its report."""

    @property
    def checked(self) -> Property:
        """The property."""

    @property
    def stop_at_first(self) -> bool:
        """True if one violation is enough; otherwise every check has a status."""


class ReportedStatistics(Protocol):
    """CPU seconds by stage, and the solver queries."""

    @property
    def stages(self) -> Mapping[str, float]:
        """CPU seconds by stage."""

    @property
    def queries(self) -> QueryStatistics:
        """Solver queries by purpose."""


class Results(Protocol):
    """The results of the pipeline (`surefoot.verify.request.Report`)."""

    @property
    def request(self) -> ReportedRequest:
        """The request."""

    @property
    def verdict(self) -> Verdict:
        """The verdict."""

    @property
    def violations(self) -> Sequence[Unsafe]:
        """The violation of each violated check, or that of the verdict."""

    @property
    def checks(self) -> Sequence[CheckResult]:
        """The status of each check."""

    @property
    def loops(self) -> Sequence[LoopResult]:
        """The status of each loop and recursive function."""

    @property
    def obstacle(self) -> Unknown | None:
        """The reason why undecided checks are undecided."""

    @property
    def parts(self) -> Sequence[Part]:
        """The functions that were proved one by one."""

    @property
    def program(self) -> Program | None:
        """The program, if it could be loaded."""

    @property
    def generated_code(self) -> GeneratedCode | None:
        """Code generated for runs of the program."""

    @property
    def caveats(self) -> Sequence[Caveat]:
        """The approximations."""

    @property
    def warnings(self) -> Sequence[str]:
        """The warnings."""

    @property
    def statistics(self) -> ReportedStatistics:
        """The statistics."""


class ReportBuilder:
    """Builder of the documents of one check: several while it runs, and the last one.

    The steps of each violation are computed once. ``time_limit`` is in seconds.
    """

    def __init__(self, request: RequestEntry, time_limit: float | None = None) -> None:
        self._request = request
        self._time_limit = time_limit
        self._violations: dict[CheckSite, UnsafeEvidence] = {}

    def has_all_steps(self, results: Results) -> bool:
        """Return whether the steps of all violations in ``results`` are computed."""
        return all(each.violated.site in self._violations for each in results.violations)

    def document(self, results: Results, *, with_steps: bool = True) -> ReportDocument:
        """Return the document of ``results``; unless ``with_steps``, without those steps that are
        not computed yet.
        """
        verdict = results.verdict
        program = None if isinstance(verdict, Unsafe) else results.program  # a run needs no assumption
        assumed = [] if program is None else allocation_assumptions(program)
        document = verdict_document(
            self._request, verdict, _statistics(results.statistics), (*results.caveats, *assumed), results.warnings
        )
        if isinstance(verdict, Unsafe):
            document["evidence"] = self._violation(verdict, results, with_steps=with_steps)
        if results.parts:
            document["functions"] = [_function(each) for each in results.parts]
        if not results.request.stop_at_first:
            reason = "" if results.obstacle is None else results.obstacle.detail
            document["checks"] = check_table(results.checks, reason, results.program)
            if results.loops:
                from surefoot.report.loops import loop_entries  # small programs have none

                document["loops"] = loop_entries(results.loops, results.checks)
            document["violations"] = [
                self._violation(each, results, with_steps=with_steps) for each in results.violations
            ]
        self._explain_time_limit(document)
        return document

    def _explain_time_limit(self, document: ReportDocument) -> None:
        """Add the limit and the number of undecided checks to a verdict that the time limit
        prevented.
        """
        evidence, limit = document["evidence"], self._time_limit
        if limit is not None and evidence["kind"] == "reason" and evidence["why"] == member_name(Why.TIME_LIMIT):
            checks = undecided_checks(document["checks"]) if "checks" in document else ""
            evidence["summary"] = f"no proof within {limit:g} s{checks} ({evidence['summary']})"
            evidence["advice"] = f"try --time-limit {4 * limit:g}"

    def _violation(self, verdict: Unsafe, results: Results, *, with_steps: bool) -> UnsafeEvidence:
        site = verdict.violated.site
        if site not in self._violations:
            evidence = violation_evidence(verdict)
            if not with_steps:
                return evidence
            if results.program is not None:
                _add_steps(evidence, verdict, results, results.program)
            self._violations[site] = evidence
        return self._violations[site]


def verdict_document(
    request: RequestEntry,
    verdict: Verdict,
    statistics: StatisticsEntry,
    caveats: Sequence[Caveat] = (),
    warnings: Sequence[str] = (),
) -> ReportDocument:
    """Return the document of ``verdict`` without the status of single checks and without the steps
    of a run.
    """
    document: ReportDocument = {
        "schema": SCHEMA,
        "tool": {"name": "surefoot", "version": __version__},
        "verdict": type(verdict).__name__.lower(),
        "competition_verdict": competition_verdict(verdict),
        "files": request["files"],
        "property": request["property"],
        "data_model": request["data_model"],
        "function": request["function"],
        "engine": request["engine"],
        "solver": request["solver"],
        "certify": request["certify"],
        "evidence": evidence_of(verdict),
        "caveats": [caveat_entry(caveat) for caveat in (*caveats, *_assumptions(verdict))],
        "warnings": list(warnings),
        "statistics": statistics,
    }
    if "bounded" in request:
        document["bounded"] = request["bounded"]
    if is_horn_file(Path(request["files"][0])):
        document["answer"] = _answer(verdict)
    return document


def _assumptions(verdict: Verdict) -> list[Caveat]:
    """Return the assumptions on which the evidence rests."""
    assumed = verdict.assumptions if isinstance(verdict, Safe | Unsafe) else ()
    return [Caveat("certificate", Direction.ASSUMES, each.value) for each in assumed]


def error_document(request: RequestEntry, error: SurefootError) -> ReportDocument:
    """Return the document of a check that did not take place because its options or its input are
    wrong.
    """
    return {
        "schema": SCHEMA,
        "tool": {"name": "surefoot", "version": __version__},
        "verdict": "error",
        "competition_verdict": "error",
        "files": request["files"],
        "property": request["property"],
        "data_model": request["data_model"],
        "function": request["function"],
        "engine": request["engine"],
        "solver": request["solver"],
        "certify": request["certify"],
        "evidence": error_evidence(error),
        "caveats": [],
        "warnings": [],
        "statistics": {"stages": {}, "queries": {}, "translating_seconds": 0.0},
    }


def competition_verdict(verdict: Verdict) -> str:
    """Return the verdict as SV-COMP writes it."""
    match verdict:
        case Safe():
            return "true"
        case Unsafe(_, violated):
            return f"false({violated_property(violated.kind)})"
        case Unknown():
            return "unknown"


def native_run_entry(found: NativeRun) -> NativeRunEntry:
    """Return the outcome of a compiled program as an entry."""
    return {
        "reproduced": found.reproduced,
        "detail": found.detail,
        "depends_on": list(found.depends_on),
        "disagrees": found.disagrees,
    }


def _answer(verdict: Verdict) -> str:
    """Return whether Horn clauses are satisfiable."""
    match verdict:
        case Safe():
            return "sat"
        case Unsafe():
            return "unsat"
        case Unknown():
            return "unknown"


def _add_steps(evidence: UnsafeEvidence, verdict: Unsafe, results: Results, program: Program) -> None:
    """Add to ``evidence`` the steps of the run and the values in the violated condition."""
    from surefoot.report.trace.steps import cycle_entry, steps_of, steps_of_lasso  # only for violations

    checked, written = results.request.checked, results.generated_code
    if verdict.lasso is not None:
        found = steps_of_lasso(program, checked, verdict.lasso, verdict.violated, written)
        evidence["cycle"] = cycle_entry(found, verdict)
    else:
        found = steps_of(program, checked, verdict.trace, verdict.violated, written, verdict.passed)
    evidence["steps"] = found.steps
    evidence["omitted_steps"] = found.omitted
    if found.unseen:
        evidence["unseen_statements"] = found.unseen
    evidence["violation"]["values"] = found.values
    evidence["violation"]["expression"] = found.expression


def _function(part: Part) -> FunctionEntry:
    return {
        "function": part.function,
        "verdict": type(part.verdict).__name__.lower(),
        "summary": evidence_of(part.verdict)["summary"],
        "contracts_used": list(part.used),
        "runs_body_because": part.limit,
    }


def _statistics(statistics: ReportedStatistics) -> StatisticsEntry:
    queries = statistics.queries
    entry: StatisticsEntry = {
        "stages": dict(statistics.stages),
        "queries": {
            purpose: {"count": each.checks, "seconds": each.seconds} for purpose, each in queries.by_purpose.items()
        },
        "translating_seconds": queries.translating_seconds,
    }
    if queries.wrong_interpolants:
        entry["wrong_interpolants"] = dict(queries.wrong_interpolants)
    return entry
