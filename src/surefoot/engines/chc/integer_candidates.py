"""Candidates from integers: invariants of the integer view of a system become candidates of the
system itself.

An invariant of numbers that do not wrap around need not hold of bit-vectors. Houdini keeps the
largest inductive subset of the candidates, ranges and equations. If it does not exclude all
failures, a short IC3 search adds invariants, or the candidates are dropped.
"""

from contextlib import closing

from surefoot.discharge.system_solver import SystemSolver
from surefoot.engines.ic3.directed_invariants import directed_invariants
from surefoot.engines.ic3.proofs import proof
from surefoot.engines.induction.inductive_step import InductiveStep
from surefoot.engines.induction.strengthening import Strengthening
from surefoot.engines.limits import LIMITS
from surefoot.engines.searches import claim_about
from surefoot.engines.tasks import SystemTask
from surefoot.evidence.claims import Claim
from surefoot.invariants.houdini import inductive_subset
from surefoot.invariants.integer_candidates import bit_candidates
from surefoot.invariants.integer_view import IntegerView
from surefoot.systems.control.runs import Run
from surefoot.systems.control.system import Invariants


def claim_in_bits(task: SystemTask, view: IntegerView, invariants: Invariants) -> Claim | None:
    """Return what ``invariants`` of ``view`` prove about the original system, or a violation that
    the search finds; ``None`` if neither.

    Requires: the original system of ``view`` is that of ``task``
    """
    system, solvers, budget = view.original, task.solvers, task.budget
    strengthening = Strengthening(task)
    known = strengthening.simple()
    with closing(SystemSolver(system, solvers.new())) as solver:
        found = inductive_subset(system, bit_candidates(view, invariants), solver, budget, known=known)
        kept = {name: tuple(terms) for name, terms in found.items() if terms}
        is_proof = InductiveStep(system, solver, kept).holds(1) is True
    if not is_proof:
        repaired = directed_invariants(strengthening, kept, LIMITS.integer_repair_seconds)
        if isinstance(repaired, Run):
            is_violation = repaired.error is not None and repaired.error.is_violation
            return claim_about(repaired, task.encoding) if is_violation else None
        if repaired is None:
            return None
        kept = dict(repaired)
    return proof(system, kept, solvers, budget)
