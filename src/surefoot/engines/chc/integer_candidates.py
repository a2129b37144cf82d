"""Guess in integers, certify in bits: from invariants of the integer view of a system to a claim about the system itself.

What holds of numbers that do not wrap around need not hold of bits. Of the candidates, and of ranges and equations that are inductive anyway, the largest inductive set is kept; if it excludes no
failure, a short search with bits adds what it lacks, or the candidate is dropped.
"""

from contextlib import closing

from surefoot.discharge.system_solver import SystemSolver
from surefoot.engines.failing_runs import claim_about
from surefoot.engines.ic3.directed_invariants import directed_invariants
from surefoot.engines.ic3.proofs import proof
from surefoot.engines.induction.inductive_step import InductiveStep
from surefoot.engines.induction.strengthening import Strengthening
from surefoot.engines.limits import LIMITS
from surefoot.engines.tasks import SystemTask
from surefoot.evidence.claims import Claim
from surefoot.invariants.houdini import inductive_subset
from surefoot.invariants.integers.candidates import bit_candidates
from surefoot.invariants.integers.view import IntegerView
from surefoot.systems.control.runs import Run
from surefoot.systems.control.system import Invariants


def claim_in_bits(task: SystemTask, view: IntegerView, invariants: Invariants) -> Claim | None:
    """What ``invariants`` of ``view`` prove about the original, or a violation that came up; ``None`` if they prove nothing.

    Requires  the original is that of ``task``
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
