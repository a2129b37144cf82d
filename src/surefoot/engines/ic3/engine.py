"""IC3 as an engine: a search for all errors, then one for violations if only undefined behaviour is
reachable.
"""

from collections.abc import Iterator
from contextlib import closing
from typing import ClassVar

from surefoot.base.events import BoundRaised, EngineCounted
from surefoot.base.records import dataclass
from surefoot.discharge.ring import RingTactic
from surefoot.discharge.system_solver import SystemSolvers
from surefoot.engines.board import Board, CandidatesExhausted, published_invariants
from surefoot.engines.contracts import Count
from surefoot.engines.ic3.domain import JustifiedDomain
from surefoot.engines.ic3.generalisation import Effort
from surefoot.engines.ic3.proofs import proof
from surefoot.engines.ic3.search import FrameSearch, Inductive
from surefoot.engines.induction.evidence import proved_by_ring
from surefoot.engines.induction.strengthening import Strengthening
from surefoot.engines.searches import claim_of
from surefoot.engines.tasks import EngineTask, SystemTask
from surefoot.evidence.claims import Claim
from surefoot.systems.control.system import Invariants


@dataclass(frozen=True, slots=True)
class Ic3:
    """IC3 with frames for every loop head; finds proofs and violations."""

    name: ClassVar[str] = "ic3"
    view: ClassVar[type[EngineTask]] = SystemTask
    invariants: bool = True
    """Start with the inductive subset of the candidate invariants."""
    own_invariants: bool = True
    """Compute these invariants before the search. Without it, the search adopts the invariants that
    another engine publishes once its candidates are exhausted, even after the search has begun.
    """
    depth: Count = 1
    """Maximal nesting of counterexamples to generalisation; 0 ignores them."""
    counterexamples: Count = 3
    """Maximal number of counterexamples to generalisation that are blocked before a literal is
    kept.
    """
    joins: Count = 1
    """Maximal number of joins of a cube with counterexamples to generalisation that cannot be
    blocked.
    """
    ring: bool = True
    """Discharge equations with products by ring lemmas before a solver."""

    def claims(self, task: SystemTask) -> Iterator[Claim]:
        """Yield one claim; see the module."""
        system, solvers, budget = task.system, task.solvers, task.budget
        known = _KnownInvariants(task.board)
        if self.invariants and system.names and (self.own_invariants or known.are_complete()):
            known.invariants = Strengthening(task, with_ring=self.ring).simple()
        effort = Effort(self.depth, self.counterexamples, self.joins)
        domain = JustifiedDomain(system)

        def raised(frame: int) -> None:
            task.on_event(BoundRaised(self.name, frame))
            count()
            if self.invariants and known.receive():
                search.assume(known.invariants)

        def count() -> None:
            blocked = len(search.learnt())
            totals: dict[str, float] = {"frames": search.last, "blocked cubes": blocked}
            totals["obligations"] = search.obligations_handled
            task.on_event(EngineCounted(self.name, totals))

        def claim_proved(found: Inductive) -> Claim:
            everything = found.with_known(known.invariants, system)
            by_ring = proved_by_ring(system, everything, solvers, budget) if ring.is_enabled else None
            return by_ring or proof(system, everything, solvers, budget)

        ring = RingTactic.where_multiplied(system, solvers, budget, is_wanted=self.ring)
        own = SystemSolvers(system, solvers, ring)
        search = FrameSearch(own, known.invariants, domain, effort, budget, raised)
        with closing(own), closing(search):
            claim = claim_of(search.result, task.encoding, claim_proved)
            count()
        yield claim


class _KnownInvariants:
    """Invariants that the search assumes: its own, or those of another engine once its candidates
    are exhausted.
    """

    def __init__(self, board: Board) -> None:
        self.invariants: Invariants = {}
        self._board = board

    def are_complete(self) -> bool:
        """Return whether an engine has filtered all candidates."""
        return bool(self._board.receive(CandidatesExhausted))

    def receive(self) -> bool:
        """Adopt the published invariants once they are complete, unless there are invariants
        already; return whether that happened.
        """
        if self.invariants or not self.are_complete():
            return False
        self.invariants = published_invariants(self._board)
        return True
