"""Sample runs: the program is run on likely values, which finds shallow violations without a
solver.

Many violations in floating-point code are hard for solvers and frequent in runs.
"""

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import ClassVar

from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.base.records import dataclass
from surefoot.engines.contracts import Count, Positive, Seconds
from surefoot.engines.limits import LIMITS
from surefoot.engines.tasks import EngineTask, ProgramTask
from surefoot.evidence.claims import Claim, ClaimsUnsafe, GaveUp, Why
from surefoot.program.access import constants_of
from surefoot.semantics.interpreter import Outcome, Violated, run
from surefoot.semantics.sampling import SampledChoices, SamplingMode


def _turns(budget: Budget) -> Iterator[int]:
    """Yield the statement counts at which a run checks its budget."""
    for number in count(1):
        yield number * LIMITS.probe_slice_steps
        budget.spend()


@dataclass(frozen=True, slots=True)
class Probe:
    """Sample runs of the program on likely inputs; finds violations only."""

    name: ClassVar[str] = "probe"
    view: ClassVar[type[EngineTask]] = ProgramTask
    runs: Positive = 1000
    """Maximal number of runs."""
    seconds: Seconds = 10.0
    """Seconds for all runs."""
    steps: Positive = 20_000
    """Maximal number of statements of a run."""
    seed: Count = 1
    """Seed of the inputs."""
    settled: bool = False
    """Let each input site return one constant for the whole run, in every other run after a few
    other values, so that loops iterate for long.
    """

    def claims(self, task: ProgramTask) -> Iterator[Claim]:
        """Yield a violation that a sample run finds, or give up."""
        done = 0
        try:
            for choices, outcome in self._sample_runs(task, task.budget.at_most_work(self.seconds)):
                if isinstance(outcome, Violated) and task.goal.is_violation_at(outcome.site):
                    yield ClaimsUnsafe(choices.trace)
                    return
                done += 1
                if not choices.made:
                    break
        except OutOfBudget:
            task.budget.spend()
        yield GaveUp(Why.BOUND, f"no violation in {done} sample runs", "use an engine that covers all runs")

    def _sample_runs(self, task: ProgramTask, share: Budget) -> Iterator[tuple[SampledChoices, Outcome]]:
        """Yield the runs and their outcomes; raise `OutOfBudget` when ``share`` is over, also
        within a run.
        """
        goal = task.goal
        known = constants_of(goal.program, goal.checked)
        for number in range(self.runs):
            share.spend()
            varying_prefix = 0 if number % 2 else LIMITS.probe_varying_prefix
            mode = SamplingMode(
                constant_per_sort=number % LIMITS.probe_constant_runs == LIMITS.probe_constant_runs - 1,
                constant_per_site=self.settled,
                varying_prefix=varying_prefix,
            )
            choices = SampledChoices(Random(self.seed + number), known, mode)  # noqa: S311  # not for secrets
            outcome = run(
                goal.program,
                goal.checked,
                choices,
                max_steps=self.steps,
                generated_code=task.code,
                pauses=lambda _: _turns(share),
            )
            yield choices, outcome
