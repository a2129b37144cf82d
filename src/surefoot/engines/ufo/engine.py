"""UFO as an engine: one search for all errors, and if only undefined behaviour is reachable, another one for violations."""

from collections.abc import Callable, Iterator
from contextlib import closing
from typing import ClassVar

from surefoot.base.events import BoundRaised
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
    """Unrolls the program into a graph and labels it by interpolants, by predicate abstraction, or by both; finds proofs and violations alike."""

    name: ClassVar[str] = "ufo"
    view: ClassVar[type[EngineTask]] = SystemTask
    configuration: UfoConfiguration = UfoConfiguration.UUFO
    """UUFO: interpolants alone; CPUFO, BPUFO: predicate abstraction (Cartesian, Boolean) where the graph was just unrolled; CP, BP: predicate abstraction alone; AUFO: as CPUFO, and linear equations."""
    route: RouteKind = RouteKind.OBLIGATIONS
    """How the graph is labelled: backwards from the errors (obligations), node by node (stepwise), by one sequence of interpolants as in the paper (sequence), or by Spacer (horn); where those fail, stepwise."""
    interpolants: InterpolantSource = InterpolantSource.CUBES
    """Who is asked for interpolants first: cubes (word by word, from the reasons of models), the library that suits the theory, bitwuzla, cvc5 or spacer; where that fails, cubes."""
    across: bool = True
    """Let loop heads be covered by all that were explored before them; without it only by those of the same instance of their loop."""
    conjoin: bool = False
    """Keep the label that a node has when it gets another one."""
    reuse: bool = True
    """Try what labels said before, before interpolants are asked for."""

    invariants: bool = False
    """Begin with those of the guessed invariants that are inductive."""

    def claims(self, task: SystemTask) -> Iterator[Claim]:
        """Yield one claim; see the package."""
        solvers, budget = task.solvers, task.budget
        known: Invariants = {}
        if self.invariants and task.system.names:
            known = Strengthening(task).simple()
        system = task.system.knowing(known)
        choices = SearchChoices(
            self.configuration, self.route, self.interpolants, self.across, self.conjoin, self.reuse
        )

        def raised(number: int) -> None:
            task.on_event(BoundRaised(self.name, number))

        def search(is_relevant: Callable[[Error], bool]) -> Result[Proved]:
            with closing(GraphSearch(system, choices, is_relevant, solvers, budget)) as one:
                return one.result(raised)

        def claim_proved(found: Proved) -> Claim:
            labels = found.view.invariants()
            everything = {name: (*known.get(name, ()), *labels.get(name, ())) for name in system.names}
            return proof(task.system, everything, solvers, budget)

        yield claim_of(search, task.encoding, claim_proved)
