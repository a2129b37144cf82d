"""Sample runs: the program is run on likely values, which finds shallow violations before any solver is asked.

Some violations that are hard for solvers, in floating-point code above all, are everywhere once one just looks.
"""

from collections.abc import Iterator
from random import Random
from typing import ClassVar

from surefoot.budget import Budget
from surefoot.engines.ranges import Count, Positive, Seconds
from surefoot.errors import OutOfBudget
from surefoot.events import Watcher
from surefoot.evidence.claims import Claim, ClaimsUnsafe, GaveUp, Goal, Why
from surefoot.program.access import constants_of
from surefoot.program.interpreter import ConcreteObject, Machine, Outcome, Violated, run
from surefoot.program.program import Function
from surefoot.program.sampling import LikelyChoices, Manner
from surefoot.records import dataclass
from surefoot.solvers.registry import SolverFactory
from surefoot.systems.loops import loop_heads

_STEADY = 4
"""One run in so many has the same value for all inputs of one type: loops that inputs end go on for long then."""


LONG = 200_000
"""A run that may take more statements than this lets other engines have their turns meanwhile."""
_ROUNDS = 1 << 12
"""So many rounds of loops a run goes before it does."""


class _Patience:
    """A visitor who looks at the budget every now and then."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._rounds = 0
        self._heads: dict[str, frozenset[str]] = {}

    def is_visited(self, function: Function, label: str) -> bool:
        """Every long run goes round loops, or calls itself."""
        if function.name not in self._heads:
            self._heads[function.name] = loop_heads(function)
        return label in self._heads[function.name]

    def on_start(self, _machine: Machine) -> None:
        """Nothing to do."""

    def on_object(self, _created: ConcreteObject) -> None:
        """Nothing to do."""

    def on_block(self, _machine: Machine, _label: str) -> None:
        """Count rounds."""
        self._rounds += 1
        if self._rounds % _ROUNDS == 0:
            self._budget.spend()


@dataclass(frozen=True, slots=True)
class Probe:
    """Runs the program on a number of likely inputs; can only find violations."""

    name: ClassVar[str] = "probe"
    runs: Positive = 1000
    """How many runs to try."""
    seconds: Seconds = 10.0
    """How long to try."""
    steps: Positive = 20_000
    """How many statements a run may take."""
    seed: Count = 1
    """Where the sequence of values begins; the same seed gives the same runs."""
    settled: bool = False
    """Let each input statement have the same value all along a run: whatever loops do, they do it for long then."""

    def run(self, goal: Goal, _solvers: SolverFactory, budget: Budget, _on_event: Watcher) -> Claim:
        """Look for a violation in sample runs."""
        done = 0
        try:
            for choices, outcome in self._sample_runs(goal, budget.at_most_work(self.seconds)):
                if isinstance(outcome, Violated) and goal.asks_about(outcome.site):
                    return ClaimsUnsafe(choices.trace)
                done += 1
                if not choices.made:
                    break
        except OutOfBudget:
            budget.spend()
        return GaveUp(Why.BOUND, f"no violation in {done} sample runs", "use an engine that covers all runs")

    def _sample_runs(self, goal: Goal, share: Budget) -> Iterator[tuple[LikelyChoices, Outcome]]:
        """The runs and how they end; raises `OutOfBudget` when ``share`` is over, in a run only if that is a long one."""
        known = constants_of(goal.program, goal.checked)
        visitor = _Patience(share) if self.steps > LONG else None
        for number in range(self.runs):
            share.spend()
            manner = Manner(steady=number % _STEADY == _STEADY - 1, settled=self.settled)
            choices = LikelyChoices(Random(self.seed + number), known, manner)  # noqa: S311  # not for secrets
            written = goal.shared.written
            outcome = run(goal.program, goal.checked, choices, max_steps=self.steps, visitor=visitor, written=written)
            yield choices, outcome
