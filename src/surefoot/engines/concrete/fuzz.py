"""Coverage-guided search: the program is run on inputs, and inputs that led to a new place are changed a little and run again.

This finds what takes several inputs to fit together, one after the other, as in parsers and decoders: each step on the way shows as a block that was not entered before, or not as
often. Inputs are made of the constants and texts that the program itself mentions. The same seed gives the same runs.
"""

from collections.abc import Iterator
from random import Random
from typing import ClassVar

from surefoot.base.records import dataclass
from surefoot.engines.board import decided_sites
from surefoot.engines.limits import LIMITS
from surefoot.engines.option_ranges import Count, Positive
from surefoot.engines.tasks import EngineTask, ProgramTask
from surefoot.evidence.claims import Claim, ClaimsUnsafe, GaveUp, Why
from surefoot.program.check_sites import CheckSite
from surefoot.program.program import Function
from surefoot.semantics.inputs.dictionary import Dictionary, dictionary_of, input_objects
from surefoot.semantics.inputs.mutation import Mutator
from surefoot.semantics.inputs.sampling import Inputs, SampledChoices, SamplingMode
from surefoot.semantics.interpreter import ConcreteObject, Finished, Machine, Outcome, Runs, Violated

Feature = tuple[object, ...]
"""An edge between blocks and about how often it was taken, or how a run ended."""


@dataclass(frozen=True, slots=True)
class Fuzz:
    """Runs the program on inputs that are changed where that led to something new; can only find violations."""

    name: ClassVar[str] = "fuzz"
    view: ClassVar[type[EngineTask]] = ProgramTask
    runs: Count = 0
    """How many runs to try; 0 means as many as there is time for."""
    steps: Positive = 32_000
    """How many statements a run may take at most."""
    seed: Count = 1
    """Where the sequence of inputs begins; the same seed gives the same runs."""
    patience: Count = 0
    """Give up when so many times as many runs showed nothing new as it took to see all that was seen; 0 means never."""

    def claims(self, task: ProgramTask) -> Iterator[Claim]:
        """Yield violations, each at a site of its own, then give up."""
        search = _Search(task, Random(self.seed))  # noqa: S311 - not for secrets
        told: set[CheckSite] = set()
        done = 0
        while not self.runs or done < self.runs:
            task.budget.spend()
            done += 1
            outcome, choices = search.next_run(min(self.steps, LIMITS.fuzz_short_steps * (done & -done)))
            if (
                isinstance(outcome, Violated)
                and task.goal.asks_about(outcome.site)
                and outcome.site not in told | decided_sites(task.board)
            ):
                told.add(outcome.site)
                yield ClaimsUnsafe(choices.trace)
            if choices.is_forced and isinstance(outcome, Violated | Finished):
                break
            if self.patience and done > self.patience * max(LIMITS.fuzz_least_runs, search.last_news):
                break
        yield GaveUp(Why.BOUND, f"no violation in {done} runs", "use an engine that covers all runs")


@dataclass(slots=True)
class _Worthwhile:
    """Inputs that led to something new."""

    inputs: Inputs
    news: tuple[Feature, ...]


class _Search:
    """The inputs that are worth a change, and how often each feature was seen."""

    def __init__(self, task: ProgramTask, random: Random) -> None:
        goal = task.goal
        self._random = random
        self._dictionary: Dictionary = dictionary_of(goal.program, goal.checked)
        self._objects = input_objects(goal.program, self._dictionary.texts)
        self._mutator = Mutator(random, self._dictionary)
        self._worthwhile: list[_Worthwhile] = []
        self._seen: dict[Feature, int] = {}
        self.last_news = 0
        """After how many runs something new was seen last."""
        self._done = 0
        self._coverage = _Coverage()
        self._runs = Runs(goal.program, goal.checked, visitor=self._coverage, written=task.code)

    def next_run(self, steps: int) -> tuple[Outcome, SampledChoices]:
        """Run the program once, on new inputs or changed ones."""
        manner = SamplingMode(random_memory=self._random.randrange(LIMITS.fuzz_filled_runs) == 0)
        wanted, objects = self._next_inputs(), self._objects
        choices = SampledChoices(self._random, self._dictionary.values, manner, wanted=wanted, objects=objects)
        outcome = self._runs.run(choices, steps)
        self._learn(choices.inputs, self._coverage.features(outcome))
        return outcome, choices

    def _next_inputs(self) -> Inputs:
        random = self._random
        if not self._worthwhile or random.randrange(LIMITS.fuzz_fresh_runs) == 0:
            return {}
        contestants = [random.choice(self._worthwhile) for _ in range(LIMITS.fuzz_contestants)]
        best = min(contestants, key=lambda each: min(self._seen[feature] for feature in each.news))
        return self._mutator.mutated(best.inputs, random.choice(self._worthwhile).inputs)

    def _learn(self, inputs: Inputs, features: frozenset[Feature]) -> None:
        seen = self._seen
        news = tuple(feature for feature in features if feature not in seen)
        self._done += 1
        if news:
            self.last_news = self._done
            self._worthwhile.append(_Worthwhile(inputs, news))
        for feature in features:
            seen[feature] = seen.get(feature, 0) + 1


class _Coverage:
    """A visitor who notes which block follows which, and how often."""

    def __init__(self) -> None:
        self._last: object = None
        self._edges: dict[tuple[object, object], int] = {}

    def is_visited(self, function: Function, label: str) -> bool:
        """All blocks are."""
        del function, label
        return True

    def on_start(self, _machine: Machine) -> None:
        """Forget the last run."""
        self._last = None
        self._edges.clear()

    def on_object(self, _created: ConcreteObject) -> None:
        """Nothing to do."""

    def on_block(self, machine: Machine, label: str) -> None:
        """Count an edge."""
        place = (machine.frames[-1].code.function.name, label)
        edge = (self._last, place)
        self._edges[edge] = self._edges.get(edge, 0) + 1
        self._last = place

    def features(self, outcome: Outcome) -> frozenset[Feature]:
        """Edges with about how often they were taken, and how the run ended."""
        edges = {(edge, _about(count)) for edge, count in self._edges.items()}
        return frozenset({*edges, (type(outcome), getattr(outcome, "span", None))})


def _about(count: int) -> int:
    """1, 2, 3, then the power of two."""
    return count if count < 4 else 2 + count.bit_length()
