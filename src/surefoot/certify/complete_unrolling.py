"""Re-checks that an unrolling is complete and free of violations, from the program and with another solver.

Accepted when, for the unrolling rebuilt with the certificate's bound:

    some run fails a check, or is undefined, or is cut short by the bound          is unsatisfiable
"""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import partial

from surefoot.budget import Budget
from surefoot.evidence.certificates import REWRITING, CompleteUnrolling
from surefoot.evidence.claims import Goal
from surefoot.logic import FALSE, TRUE, Term, or_
from surefoot.program.properties import UNDEFINED
from surefoot.solvers.contracts import NoAnswer, Sat, Unsat, Use
from surefoot.solvers.registry import SolverFactory
from surefoot.systems.layout import Layout
from surefoot.systems.state import State
from surefoot.systems.unrolling import Unrolling


@dataclass(frozen=True, slots=True)
class Accepted:
    """The evidence holds; ``by`` names what checked it."""

    by: str


@dataclass(frozen=True, slots=True)
class Rejected:
    """The evidence does not hold, or could not be checked."""

    reason: str


Finding = Accepted | Rejected


def check_complete_unrolling(
    goal: Goal, certificate: CompleteUnrolling, solvers: SolverFactory, budget: Budget
) -> Finding:
    """Whether ``certificate`` shows that no run of the goal's program violates its property."""
    if certificate.bound < 1 or any(not 0 < bound <= certificate.bound for bound in certificate.pruned):
        return Rejected("the certificate's bounds make no sense")
    unrolling = Unrolling(goal.program, goal.checked)
    for bound in sorted(set(certificate.pruned)):
        unrolling.extend(bound, budget)
        _prune(unrolling, solvers, budget)
    if unrolling.bound < certificate.bound:
        unrolling.extend(certificate.bound, budget)
    relevant = goal.checked.violations | UNDEFINED
    failures = [each.failure for each in unrolling.obligations if each.kind in relevant]
    return _excluded(unrolling, or_(*failures, unrolling.cut_guard()), solvers, budget)


def _excluded(unrolling: Unrolling, formula: Term, solvers: SolverFactory, budget: Budget) -> Finding:
    """Whether another solver agrees that no run satisfies ``formula``; each of them gets its share of the time."""
    if formula is FALSE:
        return Accepted(REWRITING)
    reasons: list[str] = []
    for name, share in zip(solvers.others, _shares(budget, len(solvers.others)), strict=True):
        with closing(solvers.other(name, Use.ONE_SHOT, share())) as solver:
            for fact in Layout(unrolling.book).facts_for(formula):
                solver.add(fact)
            solver.add(formula)
            match solver.check(purpose="certificate"):
                case Unsat():
                    return Accepted(name)
                case Sat():
                    return Rejected(
                        f"{name} found a run that the unrolling to bound {unrolling.bound} does not exclude"
                    )
                case NoAnswer(reason):
                    reasons.append(f"{name}: {reason}")
    return Rejected(f"no other solver could confirm the proof ({', '.join(reasons)})")


def _shares(budget: Budget, count: int) -> list[Callable[[], Budget]]:
    """Budgets to be started one after the other: each gets an equal part of what is left."""

    def share(waiting: int) -> Budget:
        remaining = budget.remaining()
        return budget if remaining is None else budget.at_most(remaining / waiting)

    return [partial(share, waiting) for waiting in range(count, 0, -1)]


def _prune(unrolling: Unrolling, solvers: SolverFactory, budget: Budget) -> None:
    """Forget the states of the frontier that have no runs."""
    empty: list[State] = []
    layout = Layout(unrolling.book)
    with closing(solvers.other(solvers.others[0], Use.INCREMENTAL, budget)) as solver:
        for state in unrolling.frontier:
            guard = state.guard.term
            for fact in layout.facts_for(guard):
                solver.add(fact)
            if guard is not TRUE and isinstance(solver.check([guard], purpose="certificate: pruning"), Unsat):
                empty.append(state)
    unrolling.drop(empty)
