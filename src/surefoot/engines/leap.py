"""Sample runs that leap: the program is run on likely values, over rounds of loops that have a closed form at once.

So a run may go through a thousand million rounds and take milliseconds. What is deep in a run and does not depend much on inputs is found without any solver.
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
from surefoot.systems.cutpoints.leaping import LeapingVisitor
from surefoot.systems.cutpoints.program_system import ProgramSystem
from surefoot.systems.cutpoints.regions import NoFiniteShape


@dataclass(frozen=True, slots=True)
class Leap:
    """Runs the program on a number of likely inputs, with leaps over rounds of loops; can only find violations."""

    name: ClassVar[str] = "leap"
    runs: Positive = 200
    """How many runs to try."""
    seconds: Seconds = 10.0
    """How long to try."""
    steps: Positive = 200_000
    """How many statements a run may take between leaps."""
    seed: Count = 1
    """Where the sequence of values begins; the same seed gives the same runs."""

    def run(self, goal: Goal, _solvers: SolverFactory, budget: Budget, _on_event: Watcher) -> Claim:
        """Look for a violation in sample runs."""
        try:
            translation = goal.translation(budget)
        except NoFiniteShape as reason:
            return GaveUp(Why.UNSUPPORTED, f"there are no closed forms: {reason.message}", "another engine")
        if not isinstance(translation, ProgramSystem):
            return GaveUp(Why.UNSUPPORTED, "models have no runs that leap", "another engine")
        known = constants_of(goal.program, goal.checked)
        end = time.thread_time() + self.seconds
        done = 0
        while done < self.runs and (done == 0 or time.thread_time() < end):
            budget.spend()
            manner = Manner(at_the_ends=done % 2 == 1)
            choices = LikelyChoices(Random(self.seed + done), known, manner)  # noqa: S311  # not for secrets
            visitor = LeapingVisitor(translation, goal.checked, choices)
            outcome = run(goal.program, goal.checked, choices, max_steps=self.steps, visitor=visitor)
            if isinstance(outcome, Violated) and goal.asks_about(outcome.site):
                return ClaimsUnsafe(choices.trace)
            done += 1
            if choices.is_forced:
                break
        return GaveUp(Why.BOUND, f"no violation in {done} sample runs", "use an engine that covers all runs")
