"""Induction on circuits: one step from states with the user-supplied invariants, as a circuit
without latches.

The invariants are proved together: every edge from the entry establishes them, and every other
edge preserves them. `bits` decides edge by edge, with case splits for hard edges. The check on
words uses other circuits.
"""

from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.base.records import dataclass, replace
from surefoot.engines.kind.strengthening import Strengthening
from surefoot.evidence.claims import Goal
from surefoot.smt.registry import BITS, SolverFactory
from surefoot.systems.control.system import ControlSystem, Invariants


@dataclass(frozen=True, slots=True)
class InductionOnCircuits:
    """The inductive ones of the user-supplied invariants; whether they exclude every error."""

    invariants: Invariants
    proves: bool


def induction_on_circuits(
    system: ControlSystem, goal: Goal, solvers: SolverFactory, budget: Budget
) -> InductionOnCircuits:
    """Run the induction within half of ``budget``. Without loops or without invariants the result
    is empty.
    """
    rest = budget.remaining()
    share = budget if rest is None else budget.at_most(rest / 2)
    strengthening = Strengthening(system, goal, replace(solvers, main=BITS, budget=share), share)
    try:
        known = strengthening.annotated()
        proves = (bool(known) or not system.names) and strengthening.suffices()
    except OutOfBudget:
        budget.spend()
        return InductionOnCircuits({}, proves=False)
    return InductionOnCircuits(known, proves)
