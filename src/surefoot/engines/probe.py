"""Sample runs: the program is run on likely values, which finds shallow violations before any solver is asked.

Some violations that are hard for solvers, in floating-point code above all, are everywhere once one just looks.
"""

import time
from random import Random
from typing import ClassVar

from surefoot.budget import Budget
from surefoot.engines.ranges import Count, Positive, Seconds
from surefoot.events import Watcher
from surefoot.evidence.claims import Claim, ClaimsUnsafe, GaveUp, Goal, Why
from surefoot.program.access import constants_of
from surefoot.program.interpreter import Violated, run
from surefoot.program.sampling import LikelyChoices, Manner
from surefoot.records import dataclass
from surefoot.solvers.registry import SolverFactory

_STEADY = 4
"""One run in so many has the same value for all inputs of one type: loops that inputs end go on for long then."""


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

    def run(self, goal: Goal, _solvers: SolverFactory, budget: Budget, _on_event: Watcher) -> Claim:
        """Look for a violation in sample runs."""
        known = constants_of(goal.program, goal.checked)
        end = time.thread_time() + self.seconds
        done = 0
        while done < self.runs and (done == 0 or time.thread_time() < end):
            budget.spend()
            manner = Manner(steady=done % _STEADY == _STEADY - 1)
            choices = LikelyChoices(Random(self.seed + done), known, manner)  # noqa: S311  # not for secrets
            outcome = run(goal.program, goal.checked, choices, max_steps=self.steps)
            if isinstance(outcome, Violated):
                return ClaimsUnsafe(choices.trace)
            if not choices.made:
                break
            done += 1
        return GaveUp(Why.BOUND, f"no violation in {done} sample runs", "use an engine that covers all runs")
