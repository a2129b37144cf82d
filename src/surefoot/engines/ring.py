"""Proofs by polynomial equations modulo 2^w that loops preserve, bit-precise and without
bit-blasting products.

The engine finds proofs only. Its solver queries have no products
(`discharge/ring_refutation.py`).
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from typing import ClassVar

from surefoot.base.budget import Budget
from surefoot.base.enums import Enum
from surefoot.base.errors import OutOfBudget
from surefoot.base.records import dataclass
from surefoot.discharge.ring_refutation import RingSolver
from surefoot.engines.contracts import Seconds
from surefoot.engines.induction.evidence import no_loops, ring_proof
from surefoot.engines.limits import LIMITS
from surefoot.engines.tasks import EngineTask, SystemTask
from surefoot.evidence.certificates import KInductive
from surefoot.evidence.claims import Claim, ClaimsSafe, GaveUp, Why
from surefoot.invariants.ring.linear_invariants import Samples, linear_invariants
from surefoot.invariants.ring.sampled import sampled_equations
from surefoot.invariants.ring.search import EquationSearch, RingProof
from surefoot.invariants.sampling import Sample, sample_states
from surefoot.logic import Evaluator, Term, default_value, variables_of
from surefoot.logic.ring.polynomials import Polynomial
from surefoot.program.access import constants_of
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.system import ControlSystem, Error, Invariants


@dataclass(frozen=True, slots=True)
class Ring:
    """Polynomial equations at loop heads, proved by multiplying out; finds proofs only."""

    name: ClassVar[str] = "ring"
    view: ClassVar[type[EngineTask]] = SystemTask
    sampling_seconds: Seconds = 0.1
    """Seconds for sample states, which refute candidates."""
    search_seconds: Seconds = 6.0
    """Seconds for equations, alone and then beside ranges and comparisons."""
    linear_seconds: Seconds = 3.0
    """Seconds for ranges and comparisons, if equations do not suffice."""

    def claims(self, task: SystemTask) -> Iterator[Claim]:
        """Yield a claim; if the goal is decided in parts, claims about the checks that are proved
        come first.
        """
        goal, system, solvers, budget = task.goal, task.system, task.solvers, task.budget
        if not system.names:
            yield no_loops()
            return
        constants = constants_of(goal.program, goal.checked)
        states = _states(
            system, sample_states(system, constants, LIMITS.seed, budget.at_most_work(self.sampling_seconds))
        )
        open_sites = frozenset(error.site for error in system.errors)
        known: Invariants = {}
        sampled: Mapping[str, Sequence[Polynomial]] = {}
        for effort in _Effort:
            if effort is _Effort.LINEAR:
                share = budget.at_most(self.linear_seconds)
                with suppress(OutOfBudget):
                    known = linear_invariants(system, constants, states, solvers, share)
                budget.spend()
                sampled = sampled_equations(system, constants, known, budget.at_most_work(self.sampling_seconds))
            share = budget.at_most(self.search_seconds)
            try:
                found, certificate = prove(system, known, sampled, states, solvers, share)
            except OutOfBudget:
                budget.spend()
                continue
            ignored = frozenset(edge.target.site for edge in found.failing if isinstance(edge.target, Error))
            if not ignored:
                yield ClaimsSafe(certificate)
                return
            if goal.accepts_partial_claims and not ignored.issuperset(open_sites):
                open_sites &= ignored
                yield ClaimsSafe(certificate, ignored)
        yield GaveUp(Why.BOUND, "no polynomial equations exclude all failures", "use --engine auto")


class _Effort(Enum):
    """Stages, the cheapest first."""

    EQUATIONS = "equations"
    LINEAR = "equations with ranges and comparisons"


def _states(system: ControlSystem, samples: Mapping[str, Sequence[Sample]]) -> dict[str, list[Evaluator]]:
    """Return the sample states as evaluators, with default values of parameters."""

    def evaluator(sample: Sample) -> Evaluator:
        return Evaluator(lambda symbol: sample[symbol] if symbol in sample else default_value(symbol.sort))

    return {name: [evaluator(sample) for sample in samples[name]] for name in system.names}


def prove(
    system: ControlSystem,
    known: Invariants,
    sampled: Mapping[str, Sequence[Polynomial]],
    states: Samples,
    solvers: SolverFactory,
    budget: Budget,
) -> tuple[RingProof, KInductive]:
    """Return the equations that are inductive beside the ``known`` invariants, and a minimal
    certificate.

    ``sampled`` equations are candidates at locations; ``states`` are reachable there and refute
    candidates. Candidate equalities of unknowns are added if ``known`` is not empty.
    """
    parameters = frozenset(system.parameters)

    def is_refuted(name: str, candidate: Term) -> bool:
        if parameters.intersection(variables_of(candidate)):
            return False
        return any(not state.value(candidate) for state in states[name])

    with closing(RingSolver(system, solvers, budget)) as ring:
        inductive = EquationSearch(system, known, ring, is_refuted, budget, with_equalities=bool(known)).inductive(
            sampled
        )
    return ring_proof(system, inductive, solvers, budget)
