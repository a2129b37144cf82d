"""Certificates for invariants that ring lemmas show to be inductive: what `ring` finds, and other engines where their programs multiply."""

from contextlib import closing

from surefoot.base.budget import Budget
from surefoot.discharge.ring_refutation import RingSolver
from surefoot.evidence.certificates import KInductive
from surefoot.invariants.ring.search import RingProof, proof
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.system import ControlSystem, Invariants


def ring_proof(
    system: ControlSystem, inductive: Invariants, solvers: SolverFactory, budget: Budget
) -> tuple[RingProof, KInductive]:
    """What ``inductive`` invariants prove with ring lemmas, and the certificate for it, with the lemmas that it takes and no others."""
    with closing(RingSolver(system, solvers, budget)) as ring:
        found = proof(system, inductive, ring, budget)
        lemmas = {name: tuple(own) for name, own in ring.lemmas.items()}
        return found, KInductive(1, found.invariants, solvers.main, ring=lemmas)
