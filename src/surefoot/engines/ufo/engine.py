"""UFO as an engine: one search for all errors, and if only undefined behaviour is reachable, another one for violations."""

from contextlib import closing
from typing import ClassVar

from surefoot.budget import Budget
from surefoot.engines.bounded_search import gave_up
from surefoot.engines.failing_runs import claim_about, claim_about_undefined
from surefoot.engines.ic3.proofs import proof
from surefoot.engines.kinduction import no_induction
from surefoot.engines.strengthening import Strengthening
from surefoot.engines.ufo.configuration import Choices, Configuration, RouteKind, Source
from surefoot.engines.ufo.search import Proved, Search, Undecided
from surefoot.events import BoundRaised, Watcher
from surefoot.evidence.claims import Claim, GaveUp, Goal
from surefoot.records import dataclass
from surefoot.solvers.registry import SolverFactory
from surefoot.systems.control.runs import Run
from surefoot.systems.control.system import Invariants
from surefoot.systems.cutpoints.regions import NoFiniteShape


@dataclass(frozen=True, slots=True)
class Ufo:
    """Unrolls the program into a graph and labels it by interpolants, by predicate abstraction, or by both; finds proofs and violations alike."""

    name: ClassVar[str] = "ufo"
    configuration: Configuration = Configuration.UUFO
    """UUFO: interpolants alone; CPUFO, BPUFO: predicate abstraction (Cartesian, Boolean) where the graph was just unrolled; CP, BP: predicate abstraction alone; AUFO: as CPUFO, and linear equations."""
    route: RouteKind = RouteKind.OBLIGATIONS
    """How the graph is labelled: backwards from the errors (obligations), node by node (stepwise), by one sequence of interpolants as in the paper (sequence), or by Spacer (horn); where those fail, stepwise."""
    interpolants: Source = Source.CUBES
    """Who is asked for interpolants first: cubes (word by word, from the reasons of models), the library that suits the theory, bitwuzla, cvc5 or spacer; where that fails, cubes."""
    across: bool = True
    """Let loop heads be covered by all that were explored before them; without it only by those of the same instance of their loop."""
    conjoin: bool = False
    """Keep the label that a node has when it gets another one."""
    reuse: bool = True
    """Try what labels said before, before interpolants are asked for."""

    invariants: bool = False
    """Begin with those of the guessed invariants that are inductive."""

    def run(self, goal: Goal, solvers: SolverFactory, budget: Budget, on_event: Watcher) -> Claim:
        """Decide ``goal``; see the module."""
        try:
            translation = goal.translation(budget)
        except NoFiniteShape as refused:
            return no_induction(refused)
        known: Invariants = {}
        if self.invariants and translation.system.names:
            known = Strengthening(translation.system, goal, solvers, budget).guess()
        system = translation.system.knowing(known)
        choices = Choices(self.configuration, self.route, self.interpolants, self.across, self.conjoin, self.reuse)

        def raised(number: int) -> None:
            on_event(BoundRaised(self.name, number))

        undefined: GaveUp | None = None
        with closing(Search(system, choices, lambda _: True, solvers, budget)) as search:
            result = search.result(raised)
        if isinstance(result, Run) and result.error is not None and not result.error.is_violation:
            undefined = claim_about_undefined(result.error, translation)
            with closing(Search(system, choices, lambda error: error.is_violation, solvers, budget)) as search:
                result = search.result(raised)
        match result:
            case Run():
                return claim_about(result, translation)
            case Undecided(reason):
                return undefined or gave_up(reason)
            case Proved(view):
                found = view.invariants()
                everything = {name: (*known.get(name, ()), *found.get(name, ())) for name in system.names}
                return undefined or proof(translation.system, everything, solvers, budget)
