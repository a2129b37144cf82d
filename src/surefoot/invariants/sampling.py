"""Sample states at locations: random runs along the edges, evaluated concretely.

Samples refute candidates cheaply and suggest relations. They prove nothing: addresses are
arbitrary, and few runs are tried.
"""

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.invariants.limits import LIMITS
from surefoot.logic import BitVecSort, Evaluator, Sort, Term, Value, dag_size, default_value
from surefoot.systems.closed_forms.blocks import LoopIterations
from surefoot.systems.closed_forms.newton import FOREVER
from surefoot.systems.control.system import ENTRY, ControlSystem

Sample = Mapping[Term, Value]
"""Values of the state variables of a location."""
SampleStates = Mapping[str, Sequence[Sample]]
"""Samples of locations."""


def sample_states(
    system: ControlSystem, constants: Mapping[Sort, Iterable[Value]], seed: int, budget: Budget
) -> dict[str, list[Sample]]:
    """Return states of runs at locations, as many as `budget` allows; determined by `seed`."""
    sampler = _Sampler(system, constants, random.Random(seed))  # noqa: S311 - test inputs, not secrets
    try:
        for _ in range(LIMITS.sample_runs):
            sampler.run(budget)
        accelerated_runs = LIMITS.accelerated_runs if sampler.has_choices else 1
        for number in range(accelerated_runs if sampler.can_accelerate else 0):
            sampler.accelerated_run(number, budget)
    except OutOfBudget:
        pass
    return sampler.found


def unrefuted(candidates: list[Term], samples: Sequence[Sample]) -> list[Term]:
    """Return those of `candidates` that hold in all `samples`, or mention symbols that these lack,
    such as parameters of the system.
    """
    for sample in samples:
        evaluator = Evaluator(sample.__getitem__)
        candidates = [each for each in candidates if _may_hold(evaluator, each)]
    return candidates


def _may_hold(evaluator: Evaluator, candidate: Term) -> bool:
    try:
        return bool(evaluator.value(candidate))
    except KeyError:
        return True


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
        self._return_sites = {
            location.name: [each.symbol for each in location.variables if each.is_return_site]
            for location in system.locations
        }
        self._longest = LIMITS.sample_steps_with_calls if any(self._return_sites.values()) else LIMITS.sample_steps
        self._of_call: Counter[tuple[object, ...]] = Counter()
        self._misses = dict.fromkeys(system.names, 0)
        self._loops = {
            edge.source: LoopIterations(edge)
            for edge in system.transitions
            if edge.source == edge.target and dag_size(edge.guard, *edge.update.values()) <= LIMITS.accelerated_terms
        }

    @property
    def can_accelerate(self) -> bool:
        """True if there are loops that may have closed forms."""
        return bool(self._loops)

    @property
    def has_choices(self) -> bool:
        """True if there is more than one run."""
        return bool(self._system.parameters) or any(each.inputs for each in self._system.locations)

    def run(self, budget: Budget) -> None:
        parameters = {symbol: self._input(symbol) for symbol in self._system.parameters}
        here = ENTRY
        state: Sample = {}
        iterations = 0
        for _ in range(self._longest):
            step = self._step(here, {**parameters, **state}, budget)
            if step is None:
                return
            iterations = iterations + 1 if step[0] == here else 0
            here, state = step
            if iterations < LIMITS.sample_iterations_of_call or not self._return_sites[here]:
                self._keep(here, state, LIMITS.samples)

    def accelerated_run(self, number: int, budget: Budget) -> None:
        """Run from a constant of the program, or a number near it, with loops accelerated by closed
        forms.
        """
        parameters = {symbol: self._extreme(symbol, number) for symbol in self._system.parameters}
        first = {symbol: self._extreme(symbol, number) for symbol in self._system.location(ENTRY).inputs}
        step = self._step(ENTRY, parameters, budget, first) or self._step(ENTRY, parameters, budget)
        iterations = 0
        for _ in range(self._longest):
            if step is None:
                return
            here, state = step
            if iterations <= LIMITS.iterations_before_acceleration:
                self._keep(here, state, LIMITS.samples + LIMITS.deep_samples)
            elif iterations == LIMITS.iterations_before_acceleration + 1:
                state = self._accelerated(here, parameters, state, budget)
                iterations = 0
            step = self._step(here, {**parameters, **state}, budget)
            iterations = iterations + 1 if step is not None and step[0] == here else 0

    def _keep(self, here: str, state: Sample, most: int) -> None:
        known = self.found[here]
        numbers = self._return_sites[here]
        calls = (here, *(state[number] for number in numbers))
        has_room = self._of_call[calls] < LIMITS.samples_of_call if numbers else len(known) < most
        if has_room and state not in known:
            known.append(state)
            self._of_call[calls] += 1

    def _accelerated(self, here: str, parameters: Sample, state: Sample, budget: Budget) -> Sample:
        """Return the state after a block of iterations, or `state` itself; some states on the way
        are kept.
        """
        loop = self._loops.get(here)
        if loop is None or self._misses[here] >= LIMITS.acceleration_misses:
            return state
        inputs = {symbol: self._input(symbol) for symbol in self._system.location(here).inputs}
        known = {**parameters, **state, **inputs}
        budget.spend()
        block = loop.block({symbol: known[symbol] for symbol in loop.needed})
        if block is None or block.iterations < LIMITS.accelerated_iterations or block.times >= FOREVER:
            self._misses[here] += 1
            return state
        after = state
        for number in (1, block.times // 3, block.times // 2, block.times - 1, block.times):
            after = {**state, **block.state(number)}
            self._keep(here, after, LIMITS.samples + LIMITS.deep_samples)
        return after

    def _extreme(self, symbol: Term, number: int) -> Value:
        """Return a constant of the program or a neighbour of one, selected by `number`; a likely
        input if there is none.
        """
        sort = symbol.sort
        constants = self._constants.get(sort, ())
        if not isinstance(sort, BitVecSort) or symbol in self._addresses or not constants:
            return self._input(symbol)
        constant = int(constants[number // len(LIMITS.near_constants) % len(constants)])  # type: ignore[arg-type]
        return (constant + LIMITS.near_constants[number % len(LIMITS.near_constants)]) % (1 << sort.width)

    def _step(
        self, here: str, known: Sample, budget: Budget, chosen: Sample | None = None
    ) -> tuple[str, Sample] | None:
        """Return the next location and its state, with the `chosen` inputs or likely ones that
        enable an edge.
        """
        edges = [edge for edge in self._system.edges_from(here) if isinstance(edge.target, str)]
        for _ in range(LIMITS.sample_tries if chosen is None else 1):
            inputs = chosen or {symbol: self._input(symbol) for symbol in self._system.location(here).inputs}
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
            return self._random.choice(LIMITS.small_inputs) % (1 << sort.width)
        if kind < 0.9 and self._constants.get(sort):
            return self._random.choice(self._constants[sort])
        return self._random.getrandbits(min(sort.width, 12))
