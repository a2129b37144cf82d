"""IC3-CEGAR as an engine: a search for all errors, then one for violations if only undefined
behaviour is reachable.
"""

from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Annotated, ClassVar

from surefoot.base.budget import Budget
from surefoot.base.events import BoundRaised, EngineCounted
from surefoot.base.records import dataclass
from surefoot.engines.cegar.configuration import CegarConfiguration, PredicateSearchChoices, PredicateSource
from surefoot.engines.cegar.search import PredicateSearch
from surefoot.engines.contracts import AtLeast, Count
from surefoot.engines.ic3.lifting import lifted_states
from surefoot.engines.ic3.paths import Path
from surefoot.engines.ic3.proofs import proof
from surefoot.engines.ic3.search import Inductive
from surefoot.engines.induction.strengthening import Strengthening
from surefoot.engines.integer_search import FailingPath, IntegerSearch, claim_from_integers
from surefoot.engines.searches import claim_of
from surefoot.engines.tasks import EngineTask, SystemTask
from surefoot.evidence.claims import Claim, LiftedState
from surefoot.smt.contracts import NoAnswer
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.runs import Run
from surefoot.systems.control.system import ControlSystem, Invariants

Points = Annotated[int, AtLeast(2)]


@dataclass(frozen=True, slots=True)
class Cegar:
    """IC3 with clauses over predicates, refined by interpolants of single steps; finds proofs and
    violations.
    """

    name: ClassVar[str] = "cegar"
    view: ClassVar[type[EngineTask]] = SystemTask
    configuration: CegarConfiguration = CegarConfiguration.CR
    """NOOPT, or the enabled features: counterexamples to generalisation (C), geometric
    generalisation (G), mining of states (R), lazy refinement (L).
    """
    interpolants: PredicateSource = PredicateSource.CUBES
    """First source of predicates: interpolants by cubes (bounds of the obligation) or by the library
    of the theory, or the preimage of the next obligation; cubes if it fails.
    """
    invariants: bool = False
    """Start with the inductive subset of the candidate invariants."""
    refinements: Count = 0
    """Maximal number of refinements; 0 means no maximum."""
    min_points: Points = 3
    """Refined states of one shape from which equations are mined."""
    max_spurious: Count = 3
    """Spurious steps on one path that lazy refinement follows."""
    max_geometric: Count = 100
    """Weaker predicates that geometric generalisation tries for a literal."""
    integers: bool = False
    """Search over unbounded integers; invariants found there are candidates that are repaired and
    checked over bit-vectors.
    """

    def claims(self, task: SystemTask) -> Iterator[Claim]:
        """Yield one claim; see the package."""
        system, solvers, budget = task.system, task.solvers, task.budget
        known: Invariants = {}
        if self.invariants and system.names:
            known = Strengthening(task).simple()

        def raised(frame: int) -> None:
            task.on_event(BoundRaised(self.name, frame))

        def count(search: PredicateSearch) -> None:
            task.on_event(EngineCounted(self.name, search.counts()))

        if self.integers:
            yield claim_from_integers(task, self._integer_search(budget, raised, count))
            return

        def claim_proved(found: Inductive) -> Claim:
            return proof(system, found.with_known(known, system), solvers, budget)

        def lift(run: Run) -> tuple[LiftedState, ...]:
            return lifted_states(system, run, solvers, budget)

        with closing(self._search(system, known, solvers, budget, raised)) as search:
            claim = claim_of(search.result, task.encoding, claim_proved, lift)
            count(search)
        yield claim

    def _search(
        self,
        system: ControlSystem,
        known: Invariants,
        solvers: SolverFactory,
        budget: Budget,
        raised: Callable[[int], None],
    ) -> PredicateSearch:
        choices = PredicateSearchChoices(
            self.configuration,
            self.interpolants,
            self.refinements,
            self.min_points,
            self.max_spurious,
            self.max_geometric,
        )
        return PredicateSearch(system, known, choices, solvers, budget, raised)

    def _integer_search(
        self, budget: Budget, raised: Callable[[int], None], count: Callable[[PredicateSearch], None]
    ) -> IntegerSearch:
        def search(system: ControlSystem, solvers: SolverFactory) -> FailingPath | Invariants | NoAnswer:
            with closing(self._search(system, {}, solvers, budget, raised)) as one:
                result = one.path(lambda _: True)
                count(one)
            match result:
                case Path():
                    return tuple(result.edges)
                case Inductive(found):
                    return found
                case NoAnswer():
                    return result

        return search
