"""Sample states at cut points: random runs along the edges, evaluated concretely.

Samples refute guesses cheaply and show relations to guess. Nothing is proved by them: addresses are made up, and few runs are tried.
"""

import random
from collections.abc import Container, Iterable, Mapping, Sequence

from surefoot.budget import Budget
from surefoot.errors import OutOfBudget
from surefoot.logic import BitVecSort, Evaluator, Sort, Term, Value, default_value, variables_of
from surefoot.systems.cutpoints import Place
from surefoot.systems.segments import Edge

Sample = Mapping[Term, Value]
"""The values of the symbols of a cut point."""

RUNS = 40
LONGEST = 30
MOST_SAMPLES = 60
TRIES = 4
"""How many runs, how many segments of each, how many states of a cut point, how many inputs for a segment."""
SMALL = (0, 1, 2, 3, 5, 8, 10)


def sample_states(
    edges: Sequence[Edge],
    constants: Mapping[Sort, Iterable[Value]],
    addresses: Container[Term],
    seed: int,
    budget: Budget,
) -> dict[Place, list[Sample]]:
    """States that runs are in at cut points, as far as ``budget`` lasts; the same for the same ``seed``.

    ``addresses`` are the symbols for where objects lie: they keep their values.
    """
    sampler = _Sampler(edges, constants, addresses, random.Random(seed))  # noqa: S311 - test inputs, not secrets
    try:
        for _ in range(RUNS):
            sampler.run(budget)
    except OutOfBudget:
        pass
    return sampler.found


class _Sampler:
    def __init__(
        self,
        edges: Sequence[Edge],
        constants: Mapping[Sort, Iterable[Value]],
        addresses: Container[Term],
        generator: random.Random,
    ) -> None:
        self._addresses = addresses
        self._constants = {sort: tuple(values) for sort, values in constants.items()}
        self._random = generator
        self._rigid: dict[Term, Value] = {}
        self._edges: dict[Place | None, list[tuple[Edge, tuple[Term, ...]]]] = {}
        for edge in edges:
            self._edges.setdefault(edge.source, []).append((edge, variables_of(edge.guard, *edge.values.values())))
        self.found: dict[Place, list[Sample]] = {edge.target: [] for edge in edges}

    def run(self, budget: Budget) -> None:
        place: Place | None = None
        state: Sample = {}
        for _ in range(LONGEST):
            step = self._step(place, state, budget)
            if step is None:
                return
            place, state = step
            known = self.found[place]
            if len(known) < MOST_SAMPLES and state not in known:
                known.append(state)

    def _step(self, place: Place | None, state: Sample, budget: Budget) -> tuple[Place, Sample] | None:
        choices = list(self._edges.get(place, ()))
        for _ in range(TRIES):
            self._random.shuffle(choices)
            for edge, mentioned in choices:
                budget.spend()
                inputs = {symbol: self._input(symbol) for symbol in mentioned if symbol not in state}
                values = {**inputs, **state}
                evaluator = Evaluator(values.__getitem__)
                if evaluator.value(edge.guard):
                    return edge.target, {symbol: evaluator.value(term) for symbol, term in edge.values.items()}
        return None

    def _input(self, symbol: Term) -> Value:
        sort = symbol.sort
        if not isinstance(sort, BitVecSort):
            return default_value(sort)
        if symbol in self._addresses:
            return self._rigid.setdefault(symbol, (0x100000 * (len(self._rigid) + 1)) % (1 << sort.width))
        kind = self._random.random()
        if kind < 0.6:
            return self._random.choice(SMALL) % (1 << sort.width)
        if kind < 0.9 and self._constants.get(sort):
            return self._random.choice(self._constants[sort])
        return self._random.getrandbits(min(sort.width, 12))
