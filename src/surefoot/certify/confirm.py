"""Asks solvers other than the one that found a proof whether they agree."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing

from surefoot.budget import Budget
from surefoot.evidence.certificates import REWRITING
from surefoot.logic import FALSE, Evaluator, Term, default_value, or_, variables_of
from surefoot.records import dataclass
from surefoot.solvers.contracts import TIME_LIMIT, Model, NoAnswer, Sat, Solver, Unsat, Use
from surefoot.solvers.registry import SolverFactory
from surefoot.systems.unrolling import Ending


@dataclass(frozen=True, slots=True)
class Accepted:
    """The evidence holds; ``by`` names what checked it, ``ending`` tells how the runs of a complete unrolling end."""

    by: str
    ending: Ending = Ending.BOUNDED


@dataclass(frozen=True, slots=True)
class Rejected:
    """The evidence does not hold."""

    reason: str


@dataclass(frozen=True, slots=True)
class Unconfirmed:
    """It was not found out whether the evidence holds."""

    reason: str


Finding = Accepted | Rejected | Unconfirmed

FIRST_SECONDS = 0.5
GROWTH = 4.0
"""How long a solver may work at first, and how much longer each time that none has an answer."""


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
    """Whether another solver agrees with all of ``parts``.

    ``facts_for`` gives what is known of the symbols of a formula.
    """
    formula = or_(*(part.formula for part in parts))
    if formula is FALSE:
        return Accepted(REWRITING)
    facts = facts_for(formula)
    reasons = dict.fromkeys(solvers.others, TIME_LIMIT)
    asked = formula
    for number, (name, seconds) in enumerate(_turns(solvers.others)):
        if reasons[name] != TIME_LIMIT:
            continue
        if number == 1:
            asked = _easier(formula, solvers, budget)
        share = budget.at_most(seconds)
        with closing(solvers.other(name, Use.ONE_SHOT, share)) as solver:
            for fact in facts:
                solver.add(fact)
            solver.add(asked)
            match solver.check(purpose="certificate"):
                case Unsat():
                    return Accepted(name)
                case Sat(model):
                    found = _failing(parts, formula, model)
                    with closing(solvers.other(name, Use.INCREMENTAL, share)) as again:
                        failure = _first_told(parts, facts, found, again)
                    return Rejected(f"{failure} ({name} found a case)")
                case NoAnswer(reason):
                    reasons[name] = reason
        if budget.is_over() or TIME_LIMIT not in reasons.values():
            break
    told = ", ".join(f"{name}: {reason}" for name, reason in reasons.items())
    return Unconfirmed(f"no other solver could confirm it ({told})")


def _easier(formula: Term, solvers: SolverFactory, budget: Budget) -> Term:
    """What to ask in the place of a ``formula`` that the first solver did not decide at once."""
    from surefoot.certify.cases import in_confirmed_cases  # few questions are hard

    return in_confirmed_cases(formula, solvers, budget)


def _turns(names: Sequence[str]) -> Iterator[tuple[str, float]]:
    """Which solver may work for how long: what is hard for one is often easy for another, so all get a short time before any gets a long one."""
    seconds = FIRST_SECONDS
    while True:
        for name in names:
            yield name, seconds
        seconds *= GROWTH


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
