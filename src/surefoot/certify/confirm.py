"""Asks solvers other than the one that found a proof whether they agree."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import partial

from surefoot.budget import Budget
from surefoot.evidence.certificates import REWRITING
from surefoot.logic import FALSE, Term
from surefoot.solvers.contracts import NoAnswer, Sat, Unsat, Use
from surefoot.solvers.registry import SolverFactory
from surefoot.systems.addresses import AddressBook
from surefoot.systems.layout import Layout
from surefoot.systems.unrolling import Shape


@dataclass(frozen=True, slots=True)
class Accepted:
    """The evidence holds; ``by`` names what checked it, ``shape`` tells how the runs of a complete unrolling end."""

    by: str
    shape: Shape = Shape.BOUNDED


@dataclass(frozen=True, slots=True)
class Rejected:
    """The evidence does not hold."""

    reason: str


@dataclass(frozen=True, slots=True)
class Unconfirmed:
    """It was not found out whether the evidence holds."""

    reason: str


Finding = Accepted | Rejected | Unconfirmed


def excluded(formula: Term, book: AddressBook, solvers: SolverFactory, budget: Budget) -> Finding:
    """Whether another solver agrees that no run satisfies ``formula``; each of them gets its share of the time."""
    if formula is FALSE:
        return Accepted(REWRITING)
    reasons: list[str] = []
    for name, share in zip(solvers.others, _shares(budget, len(solvers.others)), strict=True):
        with closing(solvers.other(name, Use.ONE_SHOT, share())) as solver:
            for fact in Layout(book).facts_for(formula):
                solver.add(fact)
            solver.add(formula)
            match solver.check(purpose="certificate"):
                case Unsat():
                    return Accepted(name)
                case Sat():
                    return Rejected(f"{name} found a run that it does not exclude")
                case NoAnswer(reason):
                    reasons.append(f"{name}: {reason}")
    return Unconfirmed(f"no other solver could confirm it ({', '.join(reasons)})")


def _shares(budget: Budget, count: int) -> list[Callable[[], Budget]]:
    """Budgets to be started one after the other: each gets an equal part of what is left."""

    def share(waiting: int) -> Budget:
        remaining = budget.remaining()
        return budget if remaining is None else budget.at_most(remaining / waiting)

    return [partial(share, waiting) for waiting in range(count, 0, -1)]
