"""IC3 over uninterpreted functions as an engine."""

from collections.abc import Iterator
from contextlib import closing
from typing import ClassVar

from surefoot.base.events import BoundRaised, EngineCounted
from surefoot.base.records import dataclass
from surefoot.engines.contracts import Count
from surefoot.engines.euf.abstraction import Culprit, Theory
from surefoot.engines.euf.loop import RefinementLoop, Strategy
from surefoot.engines.euf.projection import Terms
from surefoot.engines.ic3.generalisation import Effort
from surefoot.engines.ic3.proofs import proof
from surefoot.engines.ic3.search import Inductive
from surefoot.engines.induction.strengthening import Strengthening
from surefoot.engines.searches import claim_of
from surefoot.engines.tasks import EngineTask, SystemTask
from surefoot.evidence.claims import Claim
from surefoot.systems.control.system import Invariants


@dataclass(frozen=True, slots=True)
class Euf:
    """IC3 with uninterpreted functions for operators, refined by lemmas about them; finds proofs
    and violations.
    """

    name: ClassVar[str] = "euf"
    view: ClassVar[type[EngineTask]] = SystemTask
    invariants: bool = False
    """Start with the inductive subset of the candidate invariants."""
    rewriting: bool = True
    """Compose steps before operators are abstracted, so that terms simplify."""
    terms: Terms = Terms.EXPRESSED
    """Language of cubes: printed (formulas of the system), expressed (formulas over its terms) or
    composed (all terms of composed steps).
    """
    max_lemmas: Count = 3
    """Number of lemmas about an operator after which it becomes concrete; 0 means only as a last
    resort.
    """
    paths: Count = 1
    """Number of infeasible abstract paths after which cubes are composed and cheap operators become
    concrete; 0 means only as a last resort.
    """
    schemata: bool = False
    """Add instances of the axioms of orders and sums for the terms of each lemma."""
    interpolants: bool = False
    """Interpolate every infeasible abstract path, not only those whose conditions are not new."""
    arrays: bool = False
    """Keep arrays concrete from the start."""
    depth: Count = 1
    """Maximal nesting of counterexamples to generalisation; 0 ignores them."""

    def claims(self, task: SystemTask) -> Iterator[Claim]:
        """Yield one claim; see the package."""
        system, solvers, budget = task.system, task.solvers, task.budget
        known: Invariants = {}
        if self.invariants and system.names:
            known = Strengthening(task).simple()
        concrete: tuple[Culprit, ...] = (Theory.ARRAYS,) if self.arrays else ()
        strategy = Strategy(
            self.rewriting,
            self.terms,
            self.max_lemmas,
            self.paths,
            schemata=self.schemata,
            concrete=concrete,
            interpolants=self.interpolants,
        )

        counts = {"frames": 1, "refinements": 0, "lemmas": 0, "concrete operators": 0}

        def raised(frame: int) -> None:
            counts["frames"] = frame
            task.on_event(BoundRaised(self.name, frame))
            task.on_event(EngineCounted(self.name, dict(counts)))

        def refined(lemmas: int, concretised: int) -> None:
            counts["refinements"] += 1
            counts["lemmas"] += lemmas
            counts["concrete operators"] += concretised
            task.on_event(EngineCounted(self.name, dict(counts)))

        def claim_proved(found: Inductive) -> Claim:
            return proof(system, found.with_known(known, system), solvers, budget)

        effort = Effort(self.depth)
        with closing(RefinementLoop(system, known, strategy, effort, solvers, budget, raised, refined)) as loop:
            claim = claim_of(loop.result, task.encoding, claim_proved)
        yield claim
