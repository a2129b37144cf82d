"""Second opinion on `safe`: the unrolling is safe with memory as one array of bytes, too.

For the runs of `semantics.flat` within a bound this has to be unsatisfiable:

    some run fails a check, has undefined behaviour, or exceeds the bound
"""

from collections.abc import Sequence
from contextlib import closing

from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.base.records import dataclass, replace
from surefoot.base.spans import Span
from surefoot.certify.kernel.finding import Accepted, Unconfirmed
from surefoot.certify.limits import LIMITS
from surefoot.evidence.certificates import REWRITING
from surefoot.evidence.claims import Goal
from surefoot.logic import FALSE, Evaluator, Term, and_, not_, or_, variables_of
from surefoot.program.statements import CheckKind
from surefoot.semantics.flat.question import FlatQuestion, TooLarge
from surefoot.semantics.flat.unrolling import FlatRuns, flat_runs
from surefoot.smt.contracts import Answer, Model, NoAnswer, Sat, Unsat, Use
from surefoot.smt.registry import SolverFactory

_SOLVERS = ("bitwuzla", "z3")


@dataclass(frozen=True, slots=True)
class FlatViolation:
    """With flat memory, `solver` found a failing run: one of the two semantics of programs is
    wrong.

    `kind` is `None` for a run that exceeds the bound.
    """

    solver: str
    kind: CheckKind | None
    text: str
    span: Span | None
    function: str

    def __str__(self) -> str:
        place = f"{self.span}: " if self.span else ""
        return f"{place}{self.text} (in {self.function})" if self.function else f"{place}{self.text}"


FlatFinding = Accepted | Unconfirmed | FlatViolation


def check_flat(goal: Goal, bound: int, solvers: SolverFactory, budget: Budget) -> FlatFinding:
    """Check with flat memory that no run of the goal's program fails and that all of them end
    within `bound`.

    A bound that suffices for `kernel.complete_unrolling` suffices here. Pointers are first assumed
    to stay in their objects, with an obligation that they do, because these formulas are simpler.
    """
    question = FlatQuestion(goal.program, goal.checked, bound, keeps_provenance=True)
    finding = _check(goal, question, solvers, budget)
    if isinstance(finding, FlatViolation):
        return _check(goal, replace(question, keeps_provenance=False), solvers, budget)
    return finding


def _check(goal: Goal, question: FlatQuestion, solvers: SolverFactory, budget: Budget) -> FlatFinding:
    try:
        runs = flat_runs(question, budget)
    except (TooLarge, OutOfBudget) as limit:
        return Unconfirmed(str(limit))
    runs = replace(runs, failures=tuple(each for each in runs.failures if goal.must_exclude(each.site)))
    bad = or_(runs.cut, *(failure.condition for failure in runs.failures))
    reasons: list[str] = []
    for name, share in zip(_SOLVERS, LIMITS.flat_shares, strict=True):
        factory = replace(solvers, main=name, budget=_part(budget, share))
        match _decide(bad, runs, factory):
            case Unsat():
                return Accepted(REWRITING if bad is FALSE and runs.out_of_memory is FALSE else name)
            case Sat(model):
                return _contradiction(bad, model, runs, factory)
            case NoAnswer(reason):
                reasons.append(f"{name}: {reason}")
    return Unconfirmed(", ".join(reasons))


def _decide(bad: Term, runs: FlatRuns, solvers: SolverFactory) -> Answer:
    """Decide whether a run fails; `NoAnswer` if the objects of some run do not fit into memory.

    Only objects that `bad` mentions are placed first; a run that is found must have room for all.
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
    """Return the facts about objects that `bad` mentions, transitively."""
    needed: list[Term] = []
    bases = {base for fact in runs.placement for base in fact.bases}
    mentioned = bases.intersection(variables_of(bad))
    rest = list(runs.placement)
    while True:
        found = [fact.formula for fact in rest if mentioned.issuperset(fact.bases)]
        if not found:
            return needed
        needed.extend(found)
        rest = [fact for fact in rest if not mentioned.issuperset(fact.bases)]
        mentioned |= bases.intersection(variables_of(*found))


def _contradiction(bad: Term, model: Model, runs: FlatRuns, solvers: SolverFactory) -> FlatFinding:
    """Return the failure in the run of `model`, or in another run that does not depend on the bits
    of a NaN.
    """
    free_nan_bits = or_(*runs.free_nan_bits)
    if Evaluator(model.value).value(free_nan_bits):
        answer = _decide(and_(bad, not_(free_nan_bits)), runs, solvers)
        if not isinstance(answer, Sat):
            return Unconfirmed("a run fails only with certain bits of a NaN")
        model = answer.model
    evaluator = Evaluator(model.value)
    for failure in runs.failures:
        if evaluator.value(failure.condition):
            what = failure.text or failure.kind.value
            return FlatViolation(solvers.main, failure.kind, what, failure.span, failure.function)
    return FlatViolation(solvers.main, None, "a run exceeds the bound", None, "")


def _part(budget: Budget, share: float) -> Budget:
    remaining = budget.remaining()
    return budget if remaining is None else budget.at_most(share * remaining)
