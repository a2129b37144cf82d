"""Induction on circuits: one step from states with the user-supplied invariants, as a circuit
without latches.

The invariants are proved together: every edge from the entry establishes them, and every other
edge preserves them. `bits` decides edge by edge, with case splits for hard edges. The check on
words uses other circuits.
"""

from surefoot.base.errors import OutOfBudget
from surefoot.base.records import dataclass, replace
from surefoot.engines.induction.strengthening import Strengthening
from surefoot.engines.tasks import SystemTask
from surefoot.smt.registry import BITS
from surefoot.systems.control.system import Invariants


@dataclass(frozen=True, slots=True)
class InductionOnCircuits:
    """The inductive ones of the user-supplied invariants; whether they exclude every error."""

    invariants: Invariants
    proves: bool


def induction_on_circuits(task: SystemTask) -> InductionOnCircuits:
    """Return the result of the inductive step, computed in half of the budget.

    A system without loops needs no invariants.
    """
    rest = task.budget.remaining()
    share = task.budget if rest is None else task.budget.at_most(rest / 2)
    solvers = replace(task.solvers, main=BITS, budget=share)
    strengthening = Strengthening(replace(task, solvers=solvers, budget=share))
    try:
        known = strengthening.annotated()
        proves = (bool(known) or not task.system.names) and strengthening.suffices()
    except OutOfBudget:
        task.budget.spend()
        return InductionOnCircuits({}, proves=False)
    return InductionOnCircuits(known, proves)
