"""Sample runs: the program is run on likely values, which finds shallow violations before any solver is asked.

Some violations that are hard for solvers, in floating-point code above all, are everywhere once one just looks. Values come
from the constants that the program itself mentions, from the neighbourhood of zero and from the ends of each sort.
"""

import struct
import time
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from surefoot.budget import Budget
from surefoot.engines.ranges import Count, Positive, Seconds
from surefoot.events import Watcher
from surefoot.evidence.claims import Claim, ClaimsUnsafe, GaveUp, Goal, Why
from surefoot.logic import FLOAT32, FLOAT64, FloatSort, Sort, Value, default_value
from surefoot.program.access import constants_of
from surefoot.program.interpreter import Violated, run
from surefoot.program.trace import Choice, Chosen, Placed, Trace
from surefoot.solvers.registry import SolverFactory


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
        known = constants_of(goal.program)
        end = time.thread_time() + self.seconds
        done = 0
        while done < self.runs and (done == 0 or time.thread_time() < end):
            budget.spend()
            choices = LikelyChoices(Random(self.seed + done), known)  # noqa: S311  # not for secrets
            outcome = run(goal.program, goal.checked, choices, max_steps=self.steps)
            if isinstance(outcome, Violated):
                return ClaimsUnsafe(Trace({}, {}, tuple(choices.made)))
            if not choices.made:
                break
            done += 1
        return GaveUp(Why.BOUND, f"no violation in {done} sample runs", "use an engine that covers all runs")


class LikelyChoices:
    """Makes the choices of one run and remembers them."""

    def __init__(self, random: Random, known: Mapping[Sort, tuple[Value, ...]]) -> None:
        self._random = random
        self._known = known
        self.made: list[Choice] = []

    def later_addresses(self) -> tuple[int, ...]:
        """No address is asked for."""
        return ()

    def global_address(self, _symbol: str) -> int | None:
        """Anywhere."""
        return None

    def global_value(self, _symbol: str, sort: Sort) -> Value:
        """Unknown globals are 0."""
        return default_value(sort)

    def global_contents(self, _symbol: str, _size: int) -> Mapping[int, int]:
        """Unknown global objects are 0."""
        return {}

    def value(self, sort: Sort) -> Choice:
        """A likely value."""
        return self._remember(Chosen(self._likely(sort)))

    def placement(self, _size: int) -> Choice:
        """Anywhere, and all bytes 0."""
        return self._remember(Placed(None, {}))

    def _remember(self, choice: Choice) -> Choice:
        self.made.append(choice)
        return choice

    def _likely(self, sort: Sort) -> Value:
        random = self._random
        known = self._known.get(sort, ())
        if isinstance(sort, FloatSort):
            if known and random.random() < 0.2:
                return random.choice(known)
            return _float(random.uniform(-1, 1) * random.choice((1, 1, 2, 10, 1000)), sort)
        if not sort.width:
            return random.random() < 0.5 if default_value(sort) is False else default_value(sort)
        size = 1 << sort.width
        kind = random.random()
        if known and kind < 0.4:
            return (int(random.choice(known)) + random.choice((0, 0, 1, -1))) % size  # type: ignore[arg-type]
        if kind < 0.85:
            return random.randint(-2, 10) % size
        return random.choice((size // 2 - 1, size // 2, size - 1, random.randrange(size)))


def _float(number: float, sort: FloatSort) -> Value:
    """The value of ``sort`` nearest to ``number``; sorts that C does not have get 0."""
    if sort is FLOAT32:
        return int.from_bytes(struct.pack("<f", number), "little")
    if sort is FLOAT64:
        return int.from_bytes(struct.pack("<d", number), "little")
    return 0
