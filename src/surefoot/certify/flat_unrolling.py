"""A second opinion on `safe`: no run is bad when memory is one flat array of bytes, either.

Asked of solvers, for the runs of `systems.flat` within a bound:

    some run fails a check, or is undefined, or is cut short by the bound          is unsatisfiable
"""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace

from surefoot.budget import Budget
from surefoot.certify.confirm import Accepted
from surefoot.errors import OutOfBudget
from surefoot.evidence.certificates import REWRITING
from surefoot.evidence.claims import Goal
from surefoot.logic import FALSE, Evaluator, Term, or_, variables_of
from surefoot.program.statements import CheckKind
from surefoot.solvers.contracts import Answer, Model, NoAnswer, Sat, Unsat, Use
from surefoot.solvers.registry import SolverFactory
from surefoot.spans import Span
from surefoot.systems.flat.limits import DEFAULT_LIMITS, Limits, TooLarge
from surefoot.systems.flat.question import FlatQuestion
from surefoot.systems.flat.unrolling import FlatRuns, flat_runs

_SOLVERS = ("bitwuzla", "z3")
_SHARES = (0.7, 1.0)
"""The part of the time left that each of the solvers may use."""
_SIMPLER_SHARE = 0.7
"""The part of the time for the question whether all is well and pointers stay in their objects."""


@dataclass(frozen=True, slots=True)
class Undecided:
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


FlatFinding = Accepted | Undecided | Contradicted


def check_flat(
    goal: Goal, bound: int, solvers: SolverFactory, budget: Budget, limits: Limits = DEFAULT_LIMITS
) -> FlatFinding:
    """Whether the flat view agrees that no run of the goal's program is bad, and that all of them end within ``bound``."""
    question = FlatQuestion(goal.program, goal.checked, bound, pointers_stay=True, limits=limits)
    simpler = _check(question, solvers, _part(budget, _SIMPLER_SHARE))
    if isinstance(simpler, Accepted):
        return simpler
    return _check(replace(question, pointers_stay=False), solvers, budget)


def _check(question: FlatQuestion, solvers: SolverFactory, budget: Budget) -> FlatFinding:
    try:
        runs = flat_runs(question, budget)
    except (TooLarge, OutOfBudget) as limit:
        return Undecided(str(limit))
    bad = or_(runs.cut, *(failure.condition for failure in runs.failures))
    if bad is FALSE:
        return Accepted(REWRITING)
    reasons: list[str] = []
    for name, share in zip(_SOLVERS, _SHARES, strict=True):
        match _ask(name, bad, runs, solvers, _part(budget, share)):
            case Unsat():
                return Accepted(name)
            case Sat(model):
                return _explained(name, model, runs)
            case NoAnswer(reason):
                reasons.append(f"{name}: {reason}")
    return Undecided(", ".join(reasons))


def _ask(name: str, bad: Term, runs: FlatRuns, solvers: SolverFactory, budget: Budget) -> Answer:
    """Is there a bad run? First only the objects that it mentions are placed; a run that is found must leave room for all."""
    factory = replace(solvers, main=name, budget=budget)
    answer: Answer = NoAnswer("not asked")
    for facts in (_needed(bad, runs), [*runs.facts, *(fact.formula for fact in runs.placement)]):
        with closing(factory.new(Use.ONE_SHOT)) as solver:
            for fact in facts:
                solver.add(fact)
            solver.add(bad)
            answer = solver.check(purpose="flat memory")
        if not isinstance(answer, Sat):
            break
    return answer


def _needed(bad: Term, runs: FlatRuns) -> Sequence[Term]:
    """The facts about objects that ``bad`` mentions, and about those that these facts mention, and so on."""
    needed = list(runs.facts)
    bases = {base for fact in runs.placement for base in fact.bases}
    mentioned = bases.intersection(variables_of(bad, *needed))
    waiting = list(runs.placement)
    while True:
        found = [fact.formula for fact in waiting if mentioned.issuperset(fact.bases)]
        if not found:
            return needed
        needed.extend(found)
        waiting = [fact for fact in waiting if not mentioned.issuperset(fact.bases)]
        mentioned |= bases.intersection(variables_of(*found))


def _explained(name: str, model: Model, runs: FlatRuns) -> FlatFinding:
    """What goes wrong in the run of ``model``."""
    evaluator = Evaluator(model.value)
    if any(evaluator.value(condition) for condition in runs.made_up):
        return Undecided("a run fails in which the bits of a NaN were chosen freely")
    for failure in runs.failures:
        if evaluator.value(failure.condition):
            what = failure.text or failure.kind.value
            return Contradicted(name, failure.kind, what, failure.span, failure.function)
    return Contradicted(name, None, "a run goes on beyond the bound", None, "")


def _part(budget: Budget, share: float) -> Budget:
    remaining = budget.remaining()
    return budget if remaining is None else budget.at_most(share * remaining)
