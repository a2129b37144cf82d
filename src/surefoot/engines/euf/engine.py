"""IC3 over uninterpreted functions as an engine."""

from collections.abc import Iterator
from contextlib import closing
from typing import ClassVar

from surefoot.base.events import BoundRaised, Refined
from surefoot.base.records import dataclass
from surefoot.engines.euf.abstraction import Culprit, Theory
from surefoot.engines.euf.loop import RefinementLoop, Strategy
from surefoot.engines.euf.projection import Terms
from surefoot.engines.ic3.generalisation import Effort
from surefoot.engines.ic3.proofs import proof
from surefoot.engines.ic3.search import Inductive
from surefoot.engines.induction.strengthening import Strengthening
from surefoot.engines.option_ranges import Count
from surefoot.engines.searches import claim_of
from surefoot.engines.tasks import EngineTask, SystemTask
from surefoot.evidence.claims import Claim
from surefoot.systems.control.system import Invariants


@dataclass(frozen=True, slots=True)
class Euf:
    """IC3 on a system whose operators are uninterpreted functions, refined by lemmas about them."""

    name: ClassVar[str] = "euf"
    view: ClassVar[type[EngineTask]] = SystemTask
    invariants: bool = False
    """Begin with those of the guessed invariants that are inductive."""
    rewriting: bool = True
    """Compose steps before operators are abstracted, so that terms simplify."""
    terms: Terms = Terms.EXPRESSED
    """What cubes are made of: printed (formulas of the system), expressed (formulas over its terms) or composed (whatever steps compose)."""
    patience: Count = 3
    """After so many lemmas about it an operator gets its meaning back; 0 is only where nothing else helps."""
    paths: Count = 1
    """After so many paths whose steps do not meet cubes are composed, and light operators on the path get their meaning back; 0 is only where nothing else helps."""
    schemata: bool = False
    """With a lemma, learn laws of order and of sums about its terms."""
    interpolants: bool = False
    """Learn from the interpolants of every path whose steps do not meet, not only where its conditions are not new."""
    arrays: bool = False
    """Let arrays have their meaning from the beginning."""
    depth: Count = 1
    """How deep to nest counterexamples to generalisation; 0 means that none are looked at."""

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
            self.patience,
            self.paths,
            schemata=self.schemata,
            concrete=concrete,
            interpolants=self.interpolants,
        )

        def raised(frame: int) -> None:
            task.on_event(BoundRaised(self.name, frame))

        def refined(lemmas: int, concretised: int) -> None:
            task.on_event(Refined(self.name, lemmas, concretised))

        def claim_proved(found: Inductive) -> Claim:
            return proof(system, found.with_known(known, system), solvers, budget)

        effort = Effort(self.depth)
        with closing(RefinementLoop(system, known, strategy, effort, solvers, budget, raised, refined)) as loop:
            claim = claim_of(loop.result, task.encoding, claim_proved)
        yield claim
