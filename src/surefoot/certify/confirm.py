"""Asks solvers other than the one that found a proof whether they agree."""

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial

from surefoot.budget import Budget
from surefoot.evidence.certificates import REWRITING
from surefoot.logic import FALSE, Evaluator, Term, default_value, or_, variables_of
from surefoot.solvers.contracts import Model, NoAnswer, Sat, Solver, Unsat, Use
from surefoot.solvers.registry import SolverFactory


@dataclass(frozen=True, slots=True)
class Accepted:
    """The evidence holds; ``by`` names what checked it."""

    by: str


@dataclass(frozen=True, slots=True)
class Rejected:
    """The evidence does not hold, or could not be checked."""

    reason: str


Finding = Accepted | Rejected


@dataclass(frozen=True, slots=True)
class Exclusion:
    """A part of a proof: no run satisfies ``formula``; ``what`` tells a reader what it would mean if one did.

    Where the formula says that one of several things happens, ``which`` tells by the values of the symbols which of them it is.
    """

    what: str
    formula: Term
    which: Callable[[Evaluator], str] | None = None

    def told(self, values: Evaluator) -> str:
        """What happens under ``values``, which satisfy the formula."""
        return self.what if self.which is None else f"{self.what} {self.which(values)}"


def excluded(
    parts: Sequence[Exclusion],
    facts_for: Callable[[Term], Sequence[Term]],
    solvers: SolverFactory,
    budget: Budget,
) -> Finding:
    """Whether another solver agrees with all of ``parts``; each solver gets its share of the time.

    ``facts_for`` gives what is known of the symbols of a formula.
    """
    formula = or_(*(part.formula for part in parts))
    if formula is FALSE:
        return Accepted(REWRITING)
    facts = facts_for(formula)
    reasons: list[str] = []
    for name, share in zip(solvers.others, _shares(budget, len(solvers.others)), strict=True):
        granted = share()
        with closing(solvers.other(name, Use.ONE_SHOT, granted)) as solver:
            for fact in facts:
                solver.add(fact)
            solver.add(formula)
            match solver.check(purpose="certificate"):
                case Unsat():
                    return Accepted(name)
                case Sat(model):
                    found = _failing(parts, formula, model)
                    with closing(solvers.other(name, Use.INCREMENTAL, granted)) as again:
                        told = _first_told(parts, facts, found, again)
                    return Rejected(f"{told} ({name} found a case)")
                case NoAnswer(reason):
                    reasons.append(f"{name}: {reason}")
    return Rejected(f"no other solver could confirm the proof ({', '.join(reasons)})")


def _failing(parts: Sequence[Exclusion], formula: Term, model: Model) -> tuple[int, str]:
    """Which of ``parts`` fails first in ``model``, and how.  Requires  ``model`` satisfies ``formula``, the disjunction of all."""
    values = _values(model, formula)
    for number, part in enumerate(parts):
        if values.value(part.formula):
            return number, part.told(values)
    return len(parts), "some part of the proof does not hold"


def _first_told(parts: Sequence[Exclusion], facts: Sequence[Term], found: tuple[int, str], solver: Solver) -> str:
    """How the first of ``parts`` fails: what ``found`` says, unless ``solver`` knows of a part before that."""
    number, told = found
    for fact in facts:
        solver.add(fact)
    for part in parts[:number]:
        answer = solver.check([part.formula], purpose="certificate: what fails")
        if isinstance(answer, Sat):
            return part.told(_values(answer.model, *facts, part.formula))
    return told


def _values(model: Model, *formulas: Term) -> Evaluator:
    """The values that ``model`` has for what ``formulas`` mention, which it satisfies; anything will do for the rest."""
    mentioned = frozenset(variables_of(*formulas))
    return Evaluator(lambda symbol: model.value(symbol) if symbol in mentioned else default_value(symbol.sort))


def _shares(budget: Budget, count: int) -> list[Callable[[], Budget]]:
    """Budgets to be started one after the other: each gets an equal part of what is left."""

    def share(waiting: int) -> Budget:
        remaining = budget.remaining()
        return budget if remaining is None else budget.at_most(remaining / waiting)

    return [partial(share, waiting) for waiting in range(count, 0, -1)]
