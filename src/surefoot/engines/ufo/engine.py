"""UFO as an engine: a search for all errors, then one for violations if only undefined behaviour is
reachable.
"""

from collections.abc import Callable, Iterator
from contextlib import closing
from typing import ClassVar

from surefoot.base.events import BoundRaised, EngineCounted
from surefoot.base.records import dataclass
from surefoot.engines.ic3.proofs import proof
from surefoot.engines.induction.strengthening import Strengthening
from surefoot.engines.integer_search import FailingPath, claim_from_integers
from surefoot.engines.searches import Result, claim_of
from surefoot.engines.tasks import EngineTask, SystemTask
from surefoot.engines.ufo.configuration import InterpolantSource, RouteKind, SearchChoices, UfoConfiguration
from surefoot.engines.ufo.search import GraphSearch, Proved
from surefoot.evidence.claims import Claim
from surefoot.smt.contracts import NoAnswer
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.runs import Run
from surefoot.systems.control.system import ControlSystem, Error, Invariants


@dataclass(frozen=True, slots=True)
class Ufo:
    """Reachability graph labelled by interpolants, predicate abstraction, or both; finds proofs and
    violations.
    """

    name: ClassVar[str] = "ufo"
    view: ClassVar[type[EngineTask]] = SystemTask
    configuration: UfoConfiguration = UfoConfiguration.UUFO
    """UUFO: interpolants only; CPUFO, BPUFO: predicate abstraction (Cartesian, Boolean) of newly
    unrolled nodes; CP, BP: predicate abstraction only; AUFO: CPUFO and linear equations; BOXUFO, BOXESUFO:
    intervals of newly unrolled nodes, or disjunctions of them.
    """
    route: RouteKind = RouteKind.OBLIGATIONS
    """Refinement: backwards from errors (obligations), node by node (stepwise), one interpolant
    sequence as in the paper (sequence), or Spacer (horn); stepwise if it fails.
    """
    interpolants: InterpolantSource = InterpolantSource.CUBES
    """First source of interpolants: cubes, library (that of the theory), bitwuzla, cvc5 or spacer;
    cubes if it fails.
    """
    across: bool = True
    """Let every loop head explored earlier cover; otherwise only those of the same instance of the
    loop.
    """
    conjoin: bool = False
    """Conjoin new labels of a node with its earlier one."""
    reuse: bool = True
    """Try earlier labels before interpolation."""

    invariants: bool = False
    """Start with the inductive subset of the candidate invariants."""
    integers: bool = False
    """Search over unbounded integers, as in the paper; invariants found there are candidates that
    are repaired and checked over bit-vectors.
    """

    def claims(self, task: SystemTask) -> Iterator[Claim]:
        """Yield one claim; see the package."""
        solvers, budget = task.solvers, task.budget
        known: Invariants = {}
        if self.invariants and task.system.names:
            known = Strengthening(task).simple()
        system = task.system.assuming(known)

        def search(is_relevant: Callable[[Error], bool]) -> Result[Proved]:
            return self._result(task, system, solvers, is_relevant)

        def claim_proved(found: Proved) -> Claim:
            labels = found.view.invariants()
            everything = {name: (*known.get(name, ()), *labels.get(name, ())) for name in system.names}
            return proof(task.system, everything, solvers, budget)

        def integer_search(view: ControlSystem, solvers: SolverFactory) -> FailingPath | Invariants | NoAnswer:
            match self._result(task, view, solvers, lambda _: True):
                case Run(steps=steps):
                    return tuple(step.edge for step in steps)
                case Proved(graph):
                    return graph.invariants()
                case NoAnswer() as unknown:
                    return unknown

        if self.integers:
            yield claim_from_integers(task, integer_search)
        else:
            yield claim_of(search, task.encoding, claim_proved)

    def _result(
        self, task: SystemTask, system: ControlSystem, solvers: SolverFactory, is_relevant: Callable[[Error], bool]
    ) -> Result[Proved]:
        """Return the result of one search of ``system``, and report its counts."""
        choices = SearchChoices(
            self.configuration, self.route, self.interpolants, self.across, self.conjoin, self.reuse
        )
        with closing(GraphSearch(system, choices, is_relevant, solvers, task.budget)) as one:
            try:
                return one.result(lambda number: task.on_event(BoundRaised(self.name, number)))
            finally:
                task.on_event(EngineCounted(self.name, one.counts()))
