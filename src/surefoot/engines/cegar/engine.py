"""IC3-CEGAR as an engine: a search for all errors, then one for violations if only undefined
behaviour is reachable.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from typing import Annotated, ClassVar

from surefoot.base.budget import Budget
from surefoot.base.events import BoundRaised, EngineCounted
from surefoot.base.records import dataclass, replace
from surefoot.engines.cegar.configuration import CegarConfiguration, PredicateSearchChoices, PredicateSource
from surefoot.engines.cegar.search import PredicateSearch
from surefoot.engines.chc.integer_candidates import claim_in_bits
from surefoot.engines.contracts import AtLeast, Count
from surefoot.engines.ic3.lifting import lifted_states
from surefoot.engines.ic3.paths import Path, run_along
from surefoot.engines.ic3.proofs import proof
from surefoot.engines.ic3.search import Inductive
from surefoot.engines.induction.strengthening import Strengthening
from surefoot.engines.searches import NoDecision, claim_about, claim_of, gave_up
from surefoot.engines.tasks import EngineTask, SystemTask
from surefoot.evidence.claims import Claim, LiftedState
from surefoot.invariants.integer_view import IntegerView
from surefoot.smt.contracts import NoAnswer
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.runs import Run
from surefoot.systems.control.system import ControlSystem, Edge, Invariants

FOR_INTEGERS = "z3"
"""Solver of formulas over integers."""


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
            yield self._claim_from_integers(task, raised, count)
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

    def _claim_from_integers(
        self, task: SystemTask, raised: Callable[[int], None], count: Callable[[PredicateSearch], None]
    ) -> Claim:
        """Return a claim from a search of the integer view: a run along the same edges, or a proof
        from candidate invariants.
        """
        system, solvers, budget = task.system, task.solvers, task.budget
        reason = "invariants over integers prove nothing over bit-vectors"
        for is_bounded in (False, True):
            view = IntegerView(system, is_bounded=is_bounded)
            for_integers = replace(solvers, main=FOR_INTEGERS)
            with closing(self._search(view.system, {}, for_integers, budget, raised)) as search:
                result = search.path(lambda _: True)
                count(search)
            match result:
                case Path():
                    run = _run_along(system, [view.original_edge(edge) for edge in result.edges], solvers)
                    if run is not None and run.error is not None and run.error.is_violation:
                        return claim_about(run, task.encoding, lifted_states(system, run, solvers, budget))
                case NoAnswer():
                    reason = result.reason
                case Inductive(found):
                    claim = claim_in_bits(task, view, found)
                    if claim is not None:
                        return claim
        return gave_up(reason)


def _run_along(system: ControlSystem, edges: Sequence[Edge], solvers: SolverFactory) -> Run | None:
    """Return a run along ``edges``, if a solver finds one."""
    try:
        return run_along(system, edges, solvers)
    except NoDecision:
        return None
