"""Claims and certificates that an inductive step justifies, with ring lemmas where programs
multiply.
"""

from contextlib import closing, suppress
from typing import TYPE_CHECKING

from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.discharge.system_solver import SystemSolver
from surefoot.engines.induction.inductive_step import InductiveStep
from surefoot.engines.induction.strengthening import needed_invariants
from surefoot.engines.limits import LIMITS
from surefoot.engines.searches import claim_about, claim_about_undefined, gave_up
from surefoot.evidence.certificates import KInductive
from surefoot.evidence.claims import Claim, ClaimsSafe, GaveUp, Why
from surefoot.logic import FALSE, or_
from surefoot.smt.contracts import NoAnswer, Sat, Unsat
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.system import ENTRY, ControlSystem, Invariants
from surefoot.systems.control.unfolding import Unfolding
from surefoot.systems.encode.encoding import Encoding

if TYPE_CHECKING:
    from surefoot.invariants.ring.search import RingProof


def certificate(step: InductiveStep, k: int, budget: Budget, seconds: float | None = None) -> KInductive:
    """Return the certificate of a ``step`` that holds at ``k``, reduced to the invariants that it
    needs.

    The reduction takes at most ``seconds``, by default `EngineLimits.reduction_seconds`.
    """
    share = budget.at_most_work(LIMITS.reduction_seconds if seconds is None else seconds)
    known, quantified = needed_invariants(step, k, share)
    loop_wise = step.summaries is not None
    simple_paths = step.simple_paths and not loop_wise
    ring = {} if step.solver.ring is None else step.solver.ring.lemmas
    return KInductive(k, known, step.solver.name, dict(step.lemmas), simple_paths, loop_wise, quantified, ring)


def first_failure(
    entry: Unfolding,
    k: int,
    solver: SystemSolver,
    encoding: Encoding,
) -> Claim | None:
    """Return the claim about a violation within ``k`` steps of ``entry``, else about undefined
    behaviour there, or ``None``. A step is an edge of the control system.
    """
    some = or_(*(entry.layer(number).failure for number in range(1, k + 1)))
    if solver.ring_core(ENTRY, [some]) is not None:
        return None
    if isinstance(solver.check([some], purpose="base case"), Unsat):
        return None
    undefined: GaveUp | None = None
    for number in range(1, k + 1):
        layer = entry.layer(number)
        for error, failure in layer.failures.items():
            if failure is FALSE or (undefined is not None and not error.is_violation):
                continue
            match solver.check([failure], purpose="base case"):
                case Sat(model) if error.is_violation:
                    run = entry.run_of(model, number, (failure, *solver.facts))
                    return claim_about(run, encoding)
                case Sat():
                    undefined = claim_about_undefined(error, encoding)
                case NoAnswer(reason):
                    return gave_up(reason)
                case Unsat():
                    pass
    return undefined


def proved_by_ring(
    system: ControlSystem, inductive: Invariants, solvers: SolverFactory, budget: Budget
) -> ClaimsSafe | None:
    """Return the claim that ``inductive`` invariants prove, if ring lemmas show step(1) with them
    within `EngineLimits.ring_seconds`.
    """
    with suppress(OutOfBudget):
        found, evidence = ring_proof(system, inductive, solvers, budget.at_most_work(LIMITS.ring_seconds))
        return None if found.failing else ClaimsSafe(evidence)
    budget.spend()
    return None


def ring_proof(
    system: ControlSystem, inductive: Invariants, solvers: SolverFactory, budget: Budget
) -> "tuple[RingProof, KInductive]":
    """Return what ``inductive`` invariants prove with ring lemmas, and its certificate with the
    lemmas that it needs.
    """
    from surefoot.discharge.ring_refutation import RingSolver  # few programs multiply
    from surefoot.invariants.ring.search import proof

    with closing(RingSolver(system, solvers, budget)) as ring:
        found = proof(system, inductive, ring, budget)
        lemmas = {name: tuple(own) for name, own in ring.lemmas.items()}
        return found, KInductive(1, found.invariants, solvers.main, ring=lemmas)


def no_loops() -> GaveUp:
    """Return the claim of an induction over a system without locations."""
    return GaveUp(Why.UNSUPPORTED, "no induction: the program has no loops", "use --engine bmc to look for violations")
