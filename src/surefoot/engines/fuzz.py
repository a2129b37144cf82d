"""Coverage-guided fuzzing: inputs whose runs cover something new are mutated and run again.

It finds violations that need several fitting inputs one after the other, as in parsers: each
step covers a new edge between blocks, or covers one more often. Inputs are values and the contents
of objects; they consist of constants and texts of the program, and of values with which runs
compared them. The same seed gives the same runs.
"""

from collections import deque
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import ClassVar, Final

from surefoot.base.records import dataclass
from surefoot.engines.board import decided_sites
from surefoot.engines.contracts import Count, Positive
from surefoot.engines.limits import LIMITS
from surefoot.engines.reduced_runs import reduced_run
from surefoot.engines.tasks import EngineTask, ProgramTask
from surefoot.evidence.claims import Claim, ClaimsUnsafe, GaveUp, Why
from surefoot.program.check_sites import CheckSite
from surefoot.program.program import Function
from surefoot.semantics.comparisons import ComparedValues
from surefoot.semantics.input_lengths import InputLengths
from surefoot.semantics.input_to_state import matched_inputs
from surefoot.semantics.interpreter import (
    BoundReached,
    ConcreteObject,
    Finished,
    Machine,
    Outcome,
    RecordedChoices,
    Runs,
    Violated,
)
from surefoot.semantics.mutation import Dictionary, Mutator, dictionary_of, input_objects
from surefoot.semantics.sampling import Inputs, SampledChoices, SamplingMode

_BLOCK_BITS: Final = 32
"""Bits of the number of a block in that of an edge."""
Feature = tuple[object, ...]
"""Edge between blocks with its rounded count, or the outcome of a run."""


@dataclass(frozen=True, slots=True)
class Fuzz:
    """Coverage-guided fuzzing of the program; finds violations only."""

    name: ClassVar[str] = "fuzz"
    view: ClassVar[type[EngineTask]] = ProgramTask
    runs: Count = 0
    """Maximal number of runs; 0 means no maximum."""
    steps: Positive = 32_000
    """Maximal number of statements of a run."""
    seed: Count = 1
    """Seed of the inputs."""
    saturation: Count = 0
    """Stop after this many times the runs up to the last new feature; 0 means never."""

    def claims(self, task: ProgramTask) -> Iterator[Claim]:
        """Yield violations, each at a site of its own, then give up."""
        search = _Search(task, Random(self.seed))  # noqa: S311 - not for secrets
        reported: set[CheckSite] = set()
        done = 0
        while not self.runs or done < self.runs:
            task.budget.spend()
            done += 1
            outcome, choices = search.next_run(min(self.steps, search.short_steps * (done & -done)))
            if (
                isinstance(outcome, Violated)
                and task.goal.is_violation_at(outcome.site)
                and outcome.site not in reported | decided_sites(task.board)
            ):
                reported.add(outcome.site)
                yield ClaimsUnsafe(search.reduced(choices, outcome, self.steps).trace)
            if choices.is_forced and isinstance(outcome, Violated | Finished):
                break
            if self.saturation and done > self.saturation * max(LIMITS.fuzz_least_runs, search.last_news):
                break
        yield GaveUp(Why.BOUND, f"no violation in {done} runs", "use an engine that covers all runs")


@dataclass(slots=True)
class _Worthwhile:
    """Inputs of a run with new features."""

    inputs: Inputs
    news: tuple[Feature, ...]


class _Search:
    """Corpus of inputs with new features, and the number of runs of each feature."""

    def __init__(self, task: ProgramTask, random: Random) -> None:
        goal = task.goal
        self._random = random
        self._dictionary: Dictionary = dictionary_of(goal.program, goal.checked)
        self._objects = input_objects(goal.program, self._dictionary.texts)
        self._mutator = Mutator(random, self._dictionary)
        self._worthwhile: list[_Worthwhile] = []
        self._seen: dict[Feature, int] = {}
        self.last_news = 0
        """Number of the last run with a new feature."""
        self._done = 0
        self._coverage = _Coverage()
        self._runs = Runs(goal.program, goal.checked, visitor=self._coverage, generated_code=task.code)
        self._lengths = InputLengths()
        self._compared = ComparedValues()
        self._observed_runs = Runs(
            goal.program, goal.checked, observer=self._compared, visitor=self._compared, generated_code=task.code
        )
        self.short_steps = LIMITS.fuzz_short_steps
        """Maximal number of statements of every other run."""
        self._cut = 0
        """Consecutive short runs that did not end."""
        self._planned: deque[Inputs] = deque(maxlen=LIMITS.fuzz_planned_runs)
        """Inputs that match comparisons of earlier runs."""

    def next_run(self, steps: int) -> tuple[Outcome, SampledChoices]:
        """Run the program once, on fresh or mutated inputs."""
        random = self._random
        is_filled, has_zero_tails = random.randrange(LIMITS.fuzz_filled_runs) == 0, random.random() < 0.5
        mode = SamplingMode(random_memory=is_filled, zero_tails=has_zero_tails)
        choices = self._choices(self._next_inputs(), mode)
        outcome = self._runs.run(choices, steps)
        self._adapt_steps(outcome, steps)
        self._lengths.learn(choices.inputs, choices.sizes)
        if self._is_new(choices.inputs, self._coverage.features(outcome)):
            self._plan(choices, steps)
        return outcome, choices

    def _adapt_steps(self, outcome: Outcome, steps: int) -> None:
        """Double the length of short runs where they hardly ever end."""
        if steps == self.short_steps:
            self._cut = self._cut + 1 if isinstance(outcome, BoundReached) else 0
            if self._cut >= LIMITS.fuzz_cut_runs:
                self._cut = 0
                self.short_steps *= 2

    def reduced(self, choices: SampledChoices, violated: Violated, steps: int) -> SampledChoices:
        """Return a run on few and small inputs that fails where the run on ``choices`` did."""

        def repeat(wanted: Inputs) -> SampledChoices | None:
            again = SampledChoices(Random(LIMITS.seed), {}, wanted=wanted, objects=self._objects)  # noqa: S311 - not for secrets
            outcome = self._runs.run(again, steps)
            return again if isinstance(outcome, Violated) and outcome.site == violated.site else None

        return reduced_run(choices, repeat, self._lengths.fitted)

    def _choices(self, wanted: Inputs, mode: SamplingMode) -> SampledChoices:
        return SampledChoices(self._random, self._dictionary.values, mode, wanted=wanted, objects=self._objects)

    def _next_inputs(self) -> Inputs:
        random = self._random
        if self._planned and random.random() < LIMITS.fuzz_planned_share:
            return self._planned.popleft()
        if not self._worthwhile or random.randrange(LIMITS.fuzz_fresh_runs) == 0:
            return {target: [random.randrange(LIMITS.fuzz_fresh_bytes)] for target in self._lengths.inputs}
        is_latest = random.random() < LIMITS.fuzz_latest_share
        candidates = self._worthwhile[-LIMITS.fuzz_contestants :] if is_latest else self._worthwhile
        contestants = [random.choice(candidates) for _ in range(LIMITS.fuzz_contestants)]
        best = min(contestants, key=lambda each: min(self._seen[feature] for feature in each.news))
        mutated = self._mutator.mutated(best.inputs, random.choice(self._worthwhile).inputs)
        return self._lengths.fitted(mutated) if random.random() < LIMITS.fuzz_fitted_share else mutated

    def _is_new(self, inputs: Inputs, features: frozenset[Feature]) -> bool:
        """Record the features of a run; return whether some are new."""
        seen = self._seen
        news = tuple(feature for feature in features if feature not in seen)
        self._done += 1
        if news:
            self.last_news = self._done
            self._worthwhile.append(_Worthwhile(inputs, news))
        for feature in features:
            seen[feature] = seen.get(feature, 0) + 1
        return bool(news)

    def _plan(self, choices: SampledChoices, steps: int) -> None:
        """Repeat a run, and plan runs on inputs that match its comparisons."""
        self._observed_runs.run(RecordedChoices(choices.trace), min(steps, LIMITS.fuzz_observed_steps))
        matched = matched_inputs(choices.inputs, self._compared.found, self._dictionary.texts)
        self._planned.extend(self._lengths.fitted(each) for each in islice(matched, LIMITS.fuzz_matched_inputs))


class _Coverage:
    """Visitor that counts edges between blocks."""

    def __init__(self) -> None:
        self._last = 0
        self._edges: dict[int, int] = {}
        self._numbers: dict[tuple[str, str], int] = {}
        """Numbers of blocks, from 1, by function and label."""

    def is_visited(self, function: Function, label: str) -> bool:
        """Return true for every block."""
        del function, label
        return True

    def on_start(self, _machine: Machine) -> None:
        """Drop the counts of the last run."""
        self._last = 0
        self._edges.clear()

    def on_object(self, _created: ConcreteObject) -> None:
        """Ignore objects."""

    def on_block(self, machine: Machine, label: str) -> None:
        """Count an edge."""
        place = (machine.frames[-1].code.function.name, label)
        number = self._numbers.get(place)
        if number is None:
            number = self._numbers[place] = len(self._numbers) + 1
        edge = self._last << _BLOCK_BITS | number
        self._edges[edge] = self._edges.get(edge, 0) + 1
        self._last = number

    def features(self, outcome: Outcome) -> frozenset[Feature]:
        """Return edges with their rounded counts, and the outcome of the run."""
        edges = {(edge, _about(count)) for edge, count in self._edges.items()}
        return frozenset({*edges, (type(outcome), getattr(outcome, "span", None))})


def _about(count: int) -> int:
    """Return 1, 2, 3, then the rounded logarithm."""
    return count if count < 4 else 2 + count.bit_length()
