"""IC3 as an engine: one search for all errors, and if only undefined behaviour is reachable, another one for violations."""

from contextlib import closing
from typing import ClassVar

from surefoot.base.budget import Budget
from surefoot.base.events import BoundRaised, Watcher
from surefoot.base.records import dataclass
from surefoot.discharge.ring import RingTactic
from surefoot.discharge.system_solver import SystemSolvers
from surefoot.engines.ic3.generalisation import Effort
from surefoot.engines.ic3.justified import JustifiedDomain
from surefoot.engines.ic3.proofs import proof
from surefoot.engines.ic3.search import FrameSearch, Inductive
from surefoot.engines.kind.engine import no_induction, proved_by_ring
from surefoot.engines.kind.strengthening import Strengthening
from surefoot.engines.option_ranges import Count
from surefoot.engines.searches import claim_of
from surefoot.evidence.claims import Claim, Goal
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.system import Invariants
from surefoot.systems.encode.refinement import NoFiniteShape


@dataclass(frozen=True, slots=True)
class Ic3:
    """IC3 with frames for every loop head; finds proofs and violations alike."""

    name: ClassVar[str] = "ic3"
    invariants: bool = True
    """Begin with those of the guessed invariants that are inductive."""
    guess: bool = True
    """Guess them first; without it, those are taken over that another engine has guessed, or guesses meanwhile."""
    depth: Count = 1
    """How deep to nest counterexamples to generalisation; 0 means that none are looked at."""
    counterexamples: Count = 3
    """How many counterexamples to generalisation to exclude before a literal is kept."""
    joins: Count = 1
    """How often to enlarge a cube by a counterexample to generalisation that cannot be excluded."""
    ring: bool = True
    """Put equations with products to the ring before a solver."""

    def run(self, goal: Goal, solvers: SolverFactory, budget: Budget, on_event: Watcher) -> Claim:
        """Decide ``goal`` by IC3; see the module."""
        try:
            translation = goal.translation(budget)
        except NoFiniteShape as refused:
            return no_induction(refused)
        system = translation.system
        known: Invariants = {}
        if self.invariants and system.names and (self.guess or goal.shared.is_guessed):
            known = Strengthening(system, goal, solvers, budget, with_ring=self.ring).simple()
        effort = Effort(self.depth, self.counterexamples, self.joins)
        domain = JustifiedDomain(system)

        def raised(frame: int) -> None:
            nonlocal known
            on_event(BoundRaised(self.name, frame))
            if self.invariants and not known and goal.shared.is_guessed:
                known = dict(goal.shared.invariants)
                search.assume(known)

        def claim_proved(found: Inductive) -> Claim:
            everything = found.with_known(known, system)
            by_ring = proved_by_ring(system, everything, solvers, budget) if ring.is_enabled else None
            return by_ring or proof(system, everything, solvers, budget)

        ring = RingTactic.where_multiplied(system, solvers, budget, is_wanted=self.ring)
        own = SystemSolvers(system, solvers, ring)
        search = FrameSearch(own, known, domain, effort, budget, raised)
        with closing(own), closing(search):
            return claim_of(search.result, translation, claim_proved)
