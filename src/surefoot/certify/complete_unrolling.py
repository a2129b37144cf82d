"""Re-checks that an unrolling is complete and free of violations, from the program and with another solver.

Accepted when, for the unrolling rebuilt with the certificate's bound:

    some run fails a check, or is undefined, or is cut short by the bound          is unsatisfiable
"""

from contextlib import closing
from dataclasses import dataclass

from surefoot.budget import Budget
from surefoot.evidence.certificates import REWRITING, CompleteUnrolling
from surefoot.evidence.claims import Goal
from surefoot.logic import FALSE, TRUE, Term, or_
from surefoot.program.properties import UNDEFINED
from surefoot.solvers.contracts import Answer, NoAnswer, Sat, Unsat, Use
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
        _prune(unrolling, solvers)
    if unrolling.bound < certificate.bound:
        unrolling.extend(certificate.bound, budget)
    relevant = goal.checked.violations | UNDEFINED
    failures = [each.failure for each in unrolling.obligations if each.kind in relevant]
    name = solvers.second_choice
    formula = or_(*failures, unrolling.cut_guard())
    if formula is FALSE:
        return Accepted(REWRITING)
    match _satisfiable(unrolling, formula, solvers):
        case Unsat():
            return Accepted(name)
        case Sat():
            return Rejected(f"{name} found a run that the unrolling to bound {certificate.bound} does not exclude")
        case NoAnswer(reason):
            return Rejected(f"{name} could not confirm the proof: {reason}")


def _satisfiable(unrolling: Unrolling, formula: Term, solvers: SolverFactory) -> Answer:
    """Ask whether ``formula`` is satisfiable in some allowed layout."""
    with closing(solvers.second()) as solver:
        for fact in Layout(unrolling.book).facts_for(formula):
            solver.add(fact)
        solver.add(formula)
        return solver.check(purpose="certificate")


def _prune(unrolling: Unrolling, solvers: SolverFactory) -> None:
    """Forget the states of the frontier that have no runs."""
    empty: list[State] = []
    layout = Layout(unrolling.book)
    with closing(solvers.second(Use.INCREMENTAL)) as solver:
        for state in unrolling.frontier:
            guard = state.guard.term
            for fact in layout.facts_for(guard):
                solver.add(fact)
            if guard is not TRUE and isinstance(solver.check([guard], purpose="certificate: pruning"), Unsat):
                empty.append(state)
    unrolling.drop(empty)
