"""Proofs by equations modulo ``2**width``: what loops keep of products and sums, bit-precisely and without multiplying bits.

The engine looks for proofs only. What it needs from a solver has no products in it (`analysis/ring/refutation.py`).
"""

from collections.abc import Iterator
from contextlib import closing
from typing import ClassVar

from surefoot.analysis.ring.refutation import RingSolver
from surefoot.analysis.ring.search import EquationSearch, RingProof, proof
from surefoot.analysis.sampling import sample_states
from surefoot.budget import Budget
from surefoot.engines.kinduction import no_induction
from surefoot.engines.ranges import Seconds
from surefoot.events import Watcher
from surefoot.evidence.certificates import KInductive
from surefoot.evidence.claims import Claim, ClaimsSafe, GaveUp, Goal, Why
from surefoot.logic import Evaluator, Term, variables_of
from surefoot.program.access import constants_of
from surefoot.records import dataclass
from surefoot.solvers.registry import SolverFactory
from surefoot.systems.control.system import ControlSystem, Error, Invariants
from surefoot.systems.cutpoints.regions import NoFiniteShape

SEED = 1


@dataclass(frozen=True, slots=True)
class Ring:
    """Polynomial equations at loop heads that follow by multiplying out; finds no violations."""

    name: ClassVar[str] = "ring"
    sampling_seconds: Seconds = 0.1
    """How long to make sample states, which refute guesses."""

    def run(self, goal: Goal, solvers: SolverFactory, budget: Budget, on_event: Watcher) -> Claim:
        """Prove ``goal``, or say that it was not proved."""
        return next(self.attempts(goal, solvers, budget, on_event))

    def attempts(self, goal: Goal, solvers: SolverFactory, budget: Budget, _on_event: Watcher) -> Iterator[Claim]:
        """The same; if parts of an answer are wanted, a claim about the checks that are proved comes first."""
        try:
            system = goal.translation(budget).system
        except NoFiniteShape as refused:
            yield no_induction(refused)
            return
        samples = sample_states(
            system, constants_of(goal.program, goal.checked), SEED, budget.at_most(self.sampling_seconds)
        )
        evaluators = {name: [Evaluator(sample.__getitem__) for sample in found] for name, found in samples.items()}
        parameters = frozenset(system.parameters)

        def is_refuted(name: str, candidate: Term) -> bool:
            if parameters.intersection(variables_of(candidate)):
                return False
            return any(not each.value(candidate) for each in evaluators[name])

        with closing(RingSolver(system, solvers, budget)) as ring:
            inductive = EquationSearch(system, {}, ring, is_refuted, budget).inductive()
        found, certificate = _certified(system, inductive, solvers, budget)
        ignored = frozenset(edge.target.site for edge in found.failing if isinstance(edge.target, Error))
        if not ignored:
            yield ClaimsSafe(certificate)
            return
        if goal.in_parts and not ignored.issuperset(error.site for error in system.errors):
            yield ClaimsSafe(certificate, ignored)
        yield GaveUp(Why.BOUND, "no polynomial equations exclude all failures", "use --engine auto")


def _certified(
    system: ControlSystem, inductive: Invariants, solvers: SolverFactory, budget: Budget
) -> tuple[RingProof, KInductive]:
    """What ``inductive`` invariants prove, and the certificate for it, with the lemmas that it takes and no others."""
    with closing(RingSolver(system, solvers, budget)) as ring:
        found = proof(system, inductive, ring, budget)
        lemmas = {name: tuple(known) for name, known in ring.lemmas.items()}
        return found, KInductive(1, found.invariants, solvers.main, ring=lemmas)
