"""Sampled transitions of a control system: steps of random runs, evaluated concretely."""

import random
from collections.abc import Iterable, Iterator, Mapping

from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.base.records import dataclass
from surefoot.engines.limits import LIMITS
from surefoot.logic import BitVecSort, Evaluator, Sort, Term, Value, default_value
from surefoot.semantics.sampling import likely_value
from surefoot.systems.control.runs import Run, Step
from surefoot.systems.control.system import ENTRY, ControlSystem, Edge


@dataclass(frozen=True, slots=True, eq=False)
class Transition:
    """A step along ``edge``: the values of parameters and state variables before and after it."""

    edge: Edge
    before: Mapping[Term, Value]
    after: Mapping[Term, Value]
    is_real: bool
    """Whether it is a step of a run."""


def transition_of(system: ControlSystem, edge: Edge, values: Evaluator, *, is_real: bool) -> Transition:
    """Return the step along `edge` in the state and with the inputs of `values`."""
    parameters = {symbol: values.value(symbol) for symbol in system.parameters}
    before = {**parameters, **{symbol: values.value(symbol) for symbol in system.location(edge.source).symbols}}
    after = {**parameters, **{symbol: values.value(term) for symbol, term in edge.update.items()}}
    return Transition(edge, before, after, is_real)


def sampled_transitions(
    system: ControlSystem, constants: Mapping[Sort, Iterable[Value]], budget: Budget, seed: int = 1
) -> list[Transition]:
    """Return steps of random runs between locations other than the entry, a number of each edge."""
    sampler = _Sampler(system, constants, random.Random(seed))  # noqa: S311 - not for secrets
    try:
        for _ in range(LIMITS.rank_rows):
            if sampler.has_enough:
                break
            sampler.run(budget)
    except OutOfBudget:
        pass
    return sampler.found


def sampled_runs(
    system: ControlSystem, constants: Mapping[Sort, Iterable[Value]], budget: Budget, seed: int = 1
) -> Iterator[Run]:
    """Yield random runs of a number of steps that do not end, many of them with extreme values."""
    sampler = _Sampler(system, constants, random.Random(seed))  # noqa: S311 - not for secrets
    while True:
        budget.spend()
        sampler.share_of_extremes = 0.5 - sampler.share_of_extremes
        found = sampler.long_run(budget)
        if found is not None:
            yield found


class _Sampler:
    def __init__(
        self, system: ControlSystem, constants: Mapping[Sort, Iterable[Value]], generator: random.Random
    ) -> None:
        self._system = system
        self._constants = {sort: tuple(values) for sort, values in constants.items()}
        self._random = generator
        about = dict.fromkeys(symbol for fact in system.facts for symbol in fact.about)
        self._addresses = {
            symbol: (0x100000 * number) % (1 << symbol.sort.width) for number, symbol in enumerate(about, start=1)
        }
        self._count: dict[int, int] = {}
        self.share_of_extremes = 0.0
        """Probability of the least or greatest value."""
        self.found: list[Transition] = []

    @property
    def has_enough(self) -> bool:
        """True once no further transition of any edge is wanted."""
        wanted = [edge for edge in self._system.transitions if edge.source != ENTRY]
        return all(self._count.get(id(edge), 0) >= LIMITS.rank_rows for edge in wanted)

    def run(self, budget: Budget) -> None:
        """Make one run."""
        system = self._system
        parameters = {symbol: self._input(symbol) for symbol in system.parameters}
        name = ENTRY
        state: Mapping[Term, Value] = {}
        for _ in range(LIMITS.rank_rows):
            step = self._step(name, {**parameters, **state}, budget)
            if step is None:
                return
            edge, values = step
            transition = transition_of(system, edge, values, is_real=True)
            if name != ENTRY and self._count.get(id(edge), 0) < LIMITS.rank_rows:
                self._count[id(edge)] = self._count.get(id(edge), 0) + 1
                self.found.append(transition)
            name = edge.destination
            state = {symbol: transition.after[symbol] for symbol in edge.update}

    def long_run(self, budget: Budget) -> Run | None:
        """Return a run of `rank_rows` steps; `None` if it ends before."""
        parameters = {symbol: self._input(symbol) for symbol in self._system.parameters}
        name = ENTRY
        state: Mapping[Term, Value] = {}
        steps: list[Step] = []
        for _ in range(LIMITS.rank_rows):
            step = self._step(name, {**parameters, **state}, budget)
            if step is None:
                return None
            edge, values = step
            inputs = {symbol: values.value(symbol) for symbol in self._system.location(name).inputs}
            steps.append(Step(edge, inputs))
            state = {symbol: values.value(term) for symbol, term in edge.update.items()}
            name = edge.destination
        return Run(parameters, tuple(steps))

    def _step(self, name: str, known: Mapping[Term, Value], budget: Budget) -> tuple[Edge, Evaluator] | None:
        inputs = self._system.location(name).inputs
        for _ in range(10 if inputs else 1):
            budget.spend()
            values = Evaluator({**known, **{symbol: self._input(symbol) for symbol in inputs}}.__getitem__)
            for edge in self._system.edges_from(name):
                if isinstance(edge.target, str) and values.value(edge.guard):
                    return edge, values
        return None

    def _input(self, symbol: Term) -> Value:
        if symbol in self._addresses:
            return self._addresses[symbol]
        sort = symbol.sort
        if not isinstance(sort, BitVecSort):
            return default_value(sort)
        if self.share_of_extremes and self._random.random() < self.share_of_extremes:
            return self._random.choice((0, sort.mask, sort.mask >> 1, (sort.mask >> 1) + 1))
        if self._random.random() < 0.2:
            return self._random.randrange(1 << min(sort.width, 8))
        return likely_value(sort, self._random, self._constants)
