"""A second opinion on `safe`: no run is bad when memory is one flat array of bytes, either.

Asked of solvers, for the runs of `systems.flat` within a bound:

    some run fails a check, or is undefined, or is cut short by the bound          is unsatisfiable
"""

from collections.abc import Sequence
from contextlib import closing

from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.base.records import dataclass, replace
from surefoot.base.spans import Span
from surefoot.certify.kernel.finding import Accepted
from surefoot.evidence.certificates import REWRITING
from surefoot.evidence.claims import Goal
from surefoot.logic import FALSE, Evaluator, Term, and_, not_, or_, variables_of
from surefoot.program.statements import CheckKind
from surefoot.semantics.flat.question import FlatQuestion, TooLarge
from surefoot.semantics.flat.unrolling import FlatRuns, flat_runs
from surefoot.smt.contracts import Answer, Model, NoAnswer, Sat, Unsat, Use
from surefoot.smt.registry import SolverFactory

_SOLVERS = ("bitwuzla", "z3")
_SHARES = (0.7, 1.0)
"""The part of the time left that each of the solvers may use."""


@dataclass(frozen=True, slots=True)
class NoOpinion:
    """The flat view has no opinion on this program; that contradicts nothing."""

    reason: str


@dataclass(frozen=True, slots=True)
class Contradicted:
    """With flat memory there is a run that fails, as ``solver`` found: one of the two meanings of programs is wrong.

    ``kind`` is ``None`` for a run that goes on beyond the bound.
    """

    solver: str
    kind: CheckKind | None
    text: str
    span: Span | None
    function: str

    def __str__(self) -> str:
        place = f"{self.span}: " if self.span else ""
        return f"{place}{self.text} (in {self.function})" if self.function else f"{place}{self.text}"


FlatFinding = Accepted | NoOpinion | Contradicted


def check_flat(goal: Goal, bound: int, solvers: SolverFactory, budget: Budget) -> FlatFinding:
    """Whether the flat view agrees that no run of the goal's program is bad, and that all of them end within ``bound``.

    A bound that suffices for `certify.complete_unrolling` suffices here. First it is also asked whether pointers stay in their
    objects: with that the formulas are simpler, and if the answer is yes it is the whole one.
    """
    question = FlatQuestion(goal.program, goal.checked, bound, keeps_provenance=True)
    finding = _check(goal, question, solvers, budget)
    if isinstance(finding, Contradicted):
        return _check(goal, replace(question, keeps_provenance=False), solvers, budget)
    return finding


def _check(goal: Goal, question: FlatQuestion, solvers: SolverFactory, budget: Budget) -> FlatFinding:
    try:
        runs = flat_runs(question, budget)
    except (TooLarge, OutOfBudget) as limit:
        return NoOpinion(str(limit))
    runs = replace(runs, failures=tuple(each for each in runs.failures if goal.excludes(each.site)))
    bad = or_(runs.cut, *(failure.condition for failure in runs.failures))
    reasons: list[str] = []
    for name, share in zip(_SOLVERS, _SHARES, strict=True):
        factory = replace(solvers, main=name, budget=_part(budget, share))
        match _ask(bad, runs, factory):
            case Unsat():
                return Accepted(REWRITING if bad is FALSE and runs.out_of_memory is FALSE else name)
            case Sat(model):
                return _contradiction(bad, model, runs, factory)
            case NoAnswer(reason):
                reasons.append(f"{name}: {reason}")
    return NoOpinion(", ".join(reasons))


def _ask(bad: Term, runs: FlatRuns, solvers: SolverFactory) -> Answer:
    """Is there a bad run? Runs without room for all of their objects must not be left out in silence: they are no answer.

    Only the objects that matter are placed first; in a run that is found there must be room for all.
    """
    answer = _solve(bad, _needed(bad, runs), solvers)
    match answer:
        case Unsat():
            out_of_memory = _solve(runs.out_of_memory, (), solvers)
            return (
                NoAnswer("the objects of a run may not fit into memory")
                if isinstance(out_of_memory, Sat)
                else out_of_memory
            )
        case Sat():
            complete = _solve(bad, [fact.formula for fact in runs.placement], solvers)
            return NoAnswer("the objects of a run do not fit into memory") if isinstance(complete, Unsat) else complete
        case NoAnswer():
            return answer


def _solve(formula: Term, facts: Sequence[Term], solvers: SolverFactory) -> Answer:
    if formula is FALSE:
        return Unsat()
    with closing(solvers.new(Use.ONE_SHOT)) as solver:
        for fact in facts:
            solver.add(fact)
        solver.add(formula)
        return solver.check(purpose="flat memory")


def _needed(bad: Term, runs: FlatRuns) -> Sequence[Term]:
    """The facts about objects that ``bad`` mentions, and about those that these facts mention, and so on."""
    needed: list[Term] = []
    bases = {base for fact in runs.placement for base in fact.bases}
    mentioned = bases.intersection(variables_of(bad))
    waiting = list(runs.placement)
    while True:
        found = [fact.formula for fact in waiting if mentioned.issuperset(fact.bases)]
        if not found:
            return needed
        needed.extend(found)
        waiting = [fact for fact in waiting if not mentioned.issuperset(fact.bases)]
        mentioned |= bases.intersection(variables_of(*found))


def _contradiction(bad: Term, model: Model, runs: FlatRuns, solvers: SolverFactory) -> FlatFinding:
    """What goes wrong in the run of ``model``, or in another one that does not hang on the bits of a NaN."""
    free_nan_bits = or_(*runs.free_nan_bits)
    if Evaluator(model.value).value(free_nan_bits):
        answer = _ask(and_(bad, not_(free_nan_bits)), runs, solvers)
        if not isinstance(answer, Sat):
            return NoOpinion("a run fails in which the bits of a NaN were chosen freely")
        model = answer.model
    evaluator = Evaluator(model.value)
    for failure in runs.failures:
        if evaluator.value(failure.condition):
            what = failure.text or failure.kind.value
            return Contradicted(solvers.main, failure.kind, what, failure.span, failure.function)
    return Contradicted(solvers.main, None, "a run goes on beyond the bound", None, "")


def _part(budget: Budget, share: float) -> Budget:
    remaining = budget.remaining()
    return budget if remaining is None else budget.at_most(share * remaining)
