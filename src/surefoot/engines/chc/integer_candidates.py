"""Guess in integers, certify in bits: from invariants of the integer view of a system to a claim about the system itself.

What holds of numbers that do not wrap around need not hold of bits. Of the candidates, and of ranges and equations that are inductive anyway, the largest inductive set is kept; if it excludes no
failure, a short search with bits adds what it lacks, or the candidate is dropped.
"""

from contextlib import closing

from surefoot.base.budget import Budget
from surefoot.discharge.system_solver import SystemSolver
from surefoot.engines.failing_runs import claim_about
from surefoot.engines.ic3.proofs import proof
from surefoot.engines.kind.induction_step import InductiveStep
from surefoot.engines.kind.strengthening import Strengthening
from surefoot.evidence.claims import Claim, Goal
from surefoot.invariants.houdini import inductive_subset
from surefoot.invariants.integers.candidates import bit_candidates
from surefoot.invariants.integers.view import IntegerView
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.runs import Run
from surefoot.systems.control.system import Invariants

REPAIR_SECONDS = 5.0
"""How long to search for what a candidate lacks."""


def claim_in_bits(
    goal: Goal, view: IntegerView, invariants: Invariants, solvers: SolverFactory, budget: Budget
) -> Claim | None:
    """What ``invariants`` of ``view`` prove about the original, or a violation that came up; ``None`` if they prove nothing.

    Requires  the original is the system of ``goal``
    """
    system = view.original
    strengthening = Strengthening(system, goal, solvers, budget)
    known = strengthening.simple()
    with closing(SystemSolver(system, solvers.new())) as solver:
        found = inductive_subset(system, bit_candidates(view, invariants), solver, budget, known=known)
        kept = {name: tuple(terms) for name, terms in found.items() if terms}
        is_proof = InductiveStep(system, solver, kept).holds(1) is True
    if not is_proof:
        repaired = strengthening.search(kept, REPAIR_SECONDS)
        if isinstance(repaired, Run):
            is_violation = repaired.error is not None and repaired.error.is_violation
            return claim_about(repaired, goal.translation(budget)) if is_violation else None
        if repaired is None:
            return None
        kept = dict(repaired)
    return proof(system, kept, solvers, budget)
