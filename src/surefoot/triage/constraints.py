"""Refutation by the analyser's own constraints (M. R. Gadelha, PhD thesis, 2019, Algorithm 5.1).

The states of a path are visited from the report back to the start. A symbolic expression that was
constrained nearer to the report is skipped. The path is refuted if the conjunction is unsatisfiable.
Unlike in the printed algorithm, ranges are unions of intervals, operands have C's conversions, casts
are exact, and expressions that cannot be encoded are left out, which weakens the formula.
"""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

from surefoot.base.budget import Budget
from surefoot.base.errors import SurefootError
from surefoot.base.records import dataclass
from surefoot.frontend.analyser import graph_of_reports
from surefoot.logic import Term, variables_of
from surefoot.logic.walk import dag_size
from surefoot.program.program import DataModel
from surefoot.project.inputs import SourceFile
from surefoot.smt.contracts import NoAnswer, Sat, Unsat, Use
from surefoot.smt.registry import SolverFactory
from surefoot.triage.deciding import DecidedReport
from surefoot.triage.document import DecisionEntry, new_decision
from surefoot.triage.exploded_graph import ExplodedGraph, SymbolRanges, exploded_graph
from surefoot.triage.limits import LIMITS
from surefoot.triage.reports import AnalyserReport
from surefoot.triage.symbols import NotEncoded, SymbolEncoder
from surefoot.triage.waypoints import entry_of

_ASSUMED = "the analyser's constraints hold on every run of its path"


@dataclass(frozen=True, slots=True)
class PathConstraints:
    """The formula of a path, with the numbers of constraints that were skipped or left out."""

    formulas: tuple[Term, ...]
    skipped: int
    not_encoded: int

    def __str__(self) -> str:
        text = f"{len(self.formulas)} constraints, {dag_size(*self.formulas)} terms"
        more = [(self.skipped, "weaker ones skipped"), (self.not_encoded, "not encoded")]
        return ", ".join([text, *(f"{number} {what}" for number, what in more if number)])


def path_constraints(states: Sequence[SymbolRanges], model: DataModel) -> PathConstraints:
    """Return the constraints of ``states``, which are those of a path from its end to its start."""
    encoder = SymbolEncoder(model)
    seen: dict[str, str] = {}
    skipped = not_encoded = 0
    formulas: list[Term] = []
    for state in states:
        for symbol, intervals in state.items():
            if symbol in seen:
                skipped += seen[symbol] != intervals
                continue
            seen[symbol] = intervals
            try:
                formulas.append(encoder.in_range(symbol, intervals))
            except NotEncoded:
                not_encoded += 1
    return PathConstraints(tuple(formulas), skipped, not_encoded)


def decided_by_constraints(paths: Sequence[Sequence[SymbolRanges]], model: DataModel, solver: str) -> DecisionEntry:
    """Return the decision on a report by the constraints on its paths; a refutation refutes all of
    them, and is confirmed by a second solver.
    """
    if not paths:
        return new_decision("the analyser reports nothing there where it keeps casts of symbols")
    known: list[PathConstraints] = []
    for states in paths:
        found = path_constraints(states, model)
        if reason := _why_not_refuted(found, solver):
            return new_decision(reason)
        known.append(found)
    reason = "; ".join(dict.fromkeys(f"the constraints on the path contradict each other ({each})" for each in known))
    return {**new_decision(reason), "verdict": "path-refuted-under-assumptions", "assumptions": [_ASSUMED]}


def all_by_constraints(
    reports: Sequence[AnalyserReport],
    sources: Mapping[AnalyserReport, SourceFile],
    solver: str,
    jobs: int,
    watch: Callable[[str], None],
) -> list[DecidedReport]:
    """Return ``reports`` with their decisions; the analyser runs again on each function where paths
    of them start, in its file of ``sources``.
    """
    starts = {each: (sources[each], entry_of(each)) for each in reports}
    distinct = list(dict.fromkeys(starts.values()))

    def graph(start: tuple[SourceFile, str]) -> ExplodedGraph | SurefootError:
        source, function = start
        watch(f"the analyser's graph of {function}")
        try:
            model = DataModel[source.data_model]
            text = graph_of_reports(Path(source.path), model, source.flags, function, LIMITS.analysis_seconds)
            return exploded_graph(text)
        except SurefootError as error:
            return error

    items: list[DecidedReport] = []
    with ThreadPoolExecutor(jobs) as pool:
        graphs = dict(zip(distinct, pool.map(graph, distinct), strict=True))
    for each in reports:
        source, function = starts[each]
        found = graphs[starts[each]]
        if isinstance(found, SurefootError):
            decision = new_decision(str(found), function)
        else:
            decision = decided_by_constraints(found.paths_to(each), DataModel[source.data_model], solver)
        items.append(DecidedReport(each, None, function, [], {**decision, "function": function}))
    return items


def _why_not_refuted(found: PathConstraints, solver: str) -> str:
    """Return why the constraints do not refute the path; empty if they do."""
    factory = SolverFactory(solver, Budget.seconds(LIMITS.constraint_seconds))
    for name in (solver, factory.confirming[0]):
        with closing(factory.open_named(name, Use.ONE_SHOT, factory.budget)) as opened:
            for each in found.formulas:
                opened.add(each)
            match opened.check():
                case Sat(model):
                    leaves = sorted({each for term in found.formulas for each in variables_of(term)}, key=str)
                    values = ", ".join(f"{each} = {model.value(each)}" for each in leaves[: LIMITS.shown_inputs])
                    return f"the constraints on the path are satisfiable ({found}): {values}"
                case NoAnswer(reason):
                    return f"{name} did not decide the constraints on the path ({found}): {reason}"
                case Unsat():
                    pass
    return ""
