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
from surefoot.engines.searches import Result, claim_of
from surefoot.engines.tasks import EngineTask, SystemTask
from surefoot.engines.ufo.configuration import InterpolantSource, RouteKind, SearchChoices, UfoConfiguration
from surefoot.engines.ufo.search import GraphSearch, Proved
from surefoot.evidence.claims import Claim
from surefoot.systems.control.system import Error, Invariants


@dataclass(frozen=True, slots=True)
class Ufo:
    """Reachability graph labelled by interpolants, predicate abstraction, or both; finds proofs and
    violations.
    """

    name: ClassVar[str] = "ufo"
    view: ClassVar[type[EngineTask]] = SystemTask
    configuration: UfoConfiguration = UfoConfiguration.UUFO
    """UUFO: interpolants only; CPUFO, BPUFO: predicate abstraction (Cartesian, Boolean) of newly
    unrolled nodes; CP, BP: predicate abstraction only; AUFO: CPUFO and linear equations.
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

    def claims(self, task: SystemTask) -> Iterator[Claim]:
        """Yield one claim; see the package."""
        solvers, budget = task.solvers, task.budget
        known: Invariants = {}
        if self.invariants and task.system.names:
            known = Strengthening(task).simple()
        system = task.system.assuming(known)
        choices = SearchChoices(
            self.configuration, self.route, self.interpolants, self.across, self.conjoin, self.reuse
        )

        def raised(number: int) -> None:
            task.on_event(BoundRaised(self.name, number))

        def search(is_relevant: Callable[[Error], bool]) -> Result[Proved]:
            with closing(GraphSearch(system, choices, is_relevant, solvers, budget)) as one:
                try:
                    return one.result(raised)
                finally:
                    task.on_event(EngineCounted(self.name, one.counts()))

        def claim_proved(found: Proved) -> Claim:
            labels = found.view.invariants()
            everything = {name: (*known.get(name, ()), *labels.get(name, ())) for name in system.names}
            return proof(task.system, everything, solvers, budget)

        yield claim_of(search, task.encoding, claim_proved)
