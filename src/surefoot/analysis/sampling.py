"""Sample states at locations: random runs along the edges, evaluated concretely.

Samples refute guesses cheaply and show relations to guess. Nothing is proved by them: addresses are made up, and few runs are tried.
"""

import random
from collections.abc import Iterable, Mapping

from surefoot.budget import Budget
from surefoot.errors import OutOfBudget
from surefoot.logic import BitVecSort, Evaluator, Sort, Term, Value, default_value
from surefoot.systems.control.system import ENTRY, ControlSystem

Sample = Mapping[Term, Value]
"""The values of the state variables of a location."""

RUNS = 40
LONGEST = 30
MOST_SAMPLES = 60
TRIES = 8
"""How many runs, how many steps of each, how many states of a location, how many inputs for a step."""
SMALL = (0, 1, 2, 3, 5, 8, 10)


def sample_states(
    system: ControlSystem, constants: Mapping[Sort, Iterable[Value]], seed: int, budget: Budget
) -> dict[str, list[Sample]]:
    """States that runs are in at locations, as far as ``budget`` lasts; the same for the same ``seed``."""
    sampler = _Sampler(system, constants, random.Random(seed))  # noqa: S311 - test inputs, not secrets
    try:
        for _ in range(RUNS):
            sampler.run(budget)
    except OutOfBudget:
        pass
    return sampler.found


class _Sampler:
    def __init__(
        self, system: ControlSystem, constants: Mapping[Sort, Iterable[Value]], generator: random.Random
    ) -> None:
        self._system = system
        self._constants = {sort: tuple(values) for sort, values in constants.items()}
        self._random = generator
        addresses = dict.fromkeys(symbol for fact in system.facts for symbol in fact.about)
        self._addresses = {
            symbol: (0x100000 * number) % (1 << symbol.sort.width) for number, symbol in enumerate(addresses, start=1)
        }
        self.found: dict[str, list[Sample]] = {name: [] for name in system.names}

    def run(self, budget: Budget) -> None:
        parameters = {symbol: self._input(symbol) for symbol in self._system.parameters}
        here = ENTRY
        state: Sample = {}
        for _ in range(LONGEST):
            step = self._step(here, {**parameters, **state}, budget)
            if step is None:
                return
            here, state = step
            known = self.found[here]
            if len(known) < MOST_SAMPLES and state not in known:
                known.append(state)

    def _step(self, here: str, known: Sample, budget: Budget) -> tuple[str, Sample] | None:
        edges = [edge for edge in self._system.edges_from(here) if isinstance(edge.target, str)]
        for _ in range(TRIES):
            inputs = {symbol: self._input(symbol) for symbol in self._system.location(here).inputs}
            values = {**known, **inputs}
            evaluator = Evaluator(values.__getitem__)
            for edge in edges:
                budget.spend()
                if evaluator.value(edge.guard):
                    return edge.destination, {symbol: evaluator.value(term) for symbol, term in edge.update.items()}
        return None

    def _input(self, symbol: Term) -> Value:
        sort = symbol.sort
        if not isinstance(sort, BitVecSort):
            return default_value(sort)
        if symbol in self._addresses:
            return self._addresses[symbol]
        kind = self._random.random()
        if kind < 0.6:
            return self._random.choice(SMALL) % (1 << sort.width)
        if kind < 0.9 and self._constants.get(sort):
            return self._random.choice(self._constants[sort])
        return self._random.getrandbits(min(sort.width, 12))
