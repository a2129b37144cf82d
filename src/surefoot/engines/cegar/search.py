"""IC3 over predicates: the components of the search, and its statistics."""

from collections.abc import Callable

from surefoot.base.budget import Budget
from surefoot.discharge.system_solver import SwitchedSolver, SystemSolvers
from surefoot.engines.cegar.abstraction import AbstractLifting, PredicateAbstraction
from surefoot.engines.cegar.blocking import PredicateBlocking, RefinementTally
from surefoot.engines.cegar.configuration import PredicateSearchChoices
from surefoot.engines.cegar.mining import StateMining
from surefoot.engines.cegar.predicates import AssignmentDomain, Lattice, PredicateDomain, Predicates, initial_predicates
from surefoot.engines.cegar.refinement import PredicateRefinement
from surefoot.engines.ic3.blocking import Blocking, SearchParts
from surefoot.engines.ic3.generalisation import Generalisation
from surefoot.engines.ic3.paths import Path
from surefoot.engines.ic3.search import FrameSearch, Inductive
from surefoot.engines.searches import Result
from surefoot.smt.contracts import NoAnswer
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.system import ControlSystem, Error, Invariants


class PredicateSearch:
    """A `FrameSearch` whose clauses are over the predicates of each location.

    Requires: ``known`` is inductive
    """

    def __init__(
        self,
        system: ControlSystem,
        known: Invariants,
        choices: PredicateSearchChoices,
        solvers: SolverFactory,
        budget: Budget,
        on_frame: Callable[[int], None],
    ) -> None:
        self._choices = choices
        configuration = self._configuration = choices.configuration
        self._system = system
        self._solvers = solvers
        self._budget = budget
        self.tally = RefinementTally()
        self.predicates = Predicates(keeps_equations=configuration.is_geometric)
        for name in system.names:
            for predicate in initial_predicates(system, name):
                self.predicates.add(name, predicate)
        self._solver = SwitchedSolver(system, solvers.new())
        self._concrete = AssignmentDomain(system)
        self._search = FrameSearch(
            SystemSolvers(system, solvers),
            known,
            self._concrete,
            configuration.effort,
            budget,
            on_frame,
            blocking=self._blocking,
            spurious_steps=choices.spurious_steps,
        )

    def result(self, is_relevant: Callable[[Error], bool]) -> Result[Inductive]:
        """Decide whether a relevant error is reachable; see `FrameSearch.result`."""
        return self._search.result(is_relevant)

    def path(self, is_relevant: Callable[[Error], bool]) -> Inductive | Path | NoAnswer:
        """Search for a path to a relevant error; see `FrameSearch.path`."""
        return self._search.path(is_relevant)

    @property
    def last(self) -> int:
        """Number of the last frame."""
        return self._search.last

    def counts(self) -> dict[str, float]:
        """Return the totals that Birgmeier's thesis counts."""
        return {
            "frames": self.last,
            "refinements": self.tally.refinements,
            "predicates": len(self.predicates),
            "mined equations": self.tally.mined,
            "spurious steps followed": self.tally.followed,
            "obligations": self._search.obligations_handled,
        }

    def close(self) -> None:
        """Close all solvers."""
        self._search.close()
        self._solver.close()

    def _blocking(self, parts: SearchParts) -> Blocking:
        lattice = Lattice(self._system, self.predicates, self._solver) if self._configuration.is_geometric else None
        abstraction = PredicateAbstraction(self._system, self.predicates, self._solver)
        generalisation = Generalisation(
            PredicateDomain(self._concrete, lattice, self._choices.weaker_literals),
            parts.frames,
            parts.consecution,
            AbstractLifting(parts.lifting, abstraction),
            self._configuration.effort,
            self._budget,
        )
        return PredicateBlocking(
            parts,
            self.predicates,
            abstraction,
            generalisation,
            PredicateRefinement(self._system, parts.frames, self._choices.source, self._solvers, self._budget),
            StateMining(self._choices.least_points) if self._configuration.mines else None,
            self.tally,
            self._budget,
            is_lazy=self._configuration.is_lazy,
            most_refinements=self._choices.most_refinements,
        )
