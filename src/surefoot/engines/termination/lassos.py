"""Search for lassos: sampled runs that come back to a state at a loop head, or at a call of an
active function.
"""

import time
from collections.abc import Collection, Iterator, Mapping
from random import Random

from surefoot.base.budget import Budget
from surefoot.engines.limits import LIMITS
from surefoot.evidence.claims import Goal, Lasso
from surefoot.logic import Sort, Value
from surefoot.program.access import constants_of
from surefoot.program.program import Function
from surefoot.program.trace import Trace
from surefoot.semantics.interpreter import ConcreteObject, Finished, Machine, Runs
from surefoot.semantics.interpreter.repetition import RunStateReader, StatePart
from surefoot.semantics.sampling import SampledChoices, SamplingMode
from surefoot.semantics.symbolic.loops import LoopOrder, loop_order

_Place = tuple[str, str]
"""A function and one of its blocks."""
_MODES = (
    SamplingMode(constant_per_site=True),
    SamplingMode(),
    SamplingMode(boundary_values=True),
    SamplingMode(constant_per_site=True, varying_prefix=LIMITS.probe_varying_prefix),
    SamplingMode(constant_per_sort=True),
    SamplingMode(boundary_values=True, constant_per_site=True),
    SamplingMode(random_memory=True, constant_per_site=True),
    SamplingMode(random_memory=True),
)


class _Found(Exception):
    """A lasso ends the run."""

    def __init__(self, lasso: Lasso) -> None:
        super().__init__(lasso)
        self.lasso = lasso


Hints = Mapping[Sort, tuple[Value, ...]]
"""Values that choices of sampled runs often have."""


def lasso_of(goal: Goal, trace: Trace) -> Lasso | None:
    """Return the lasso that the run of `trace` shows; `None` if it comes back to no state."""
    visitor = _Recurrences(goal)
    choices = SampledChoices(Random(1), {}, _MODES[0], begun=trace)  # noqa: S311 - not for secrets
    visitor.choices = choices
    try:
        Runs(goal.program, goal.checked, visitor=visitor).run(choices, LIMITS.lasso_replay_steps)
    except _Found as found:
        return found.lasso
    return None


def sampled_lasso(
    goal: Goal,
    seconds: float,
    budget: Budget,
    seed: int = 1,
    hints: Hints | None = None,
    *,
    most_runs: int | None = None,
    avoided: Collection[_Place] = (),
    without_inputs: bool = False,
) -> Lasso | None:
    """Return a lasso of the goal's program that one of `most_runs` sampled runs shows within
    `seconds`, or `None`.

    Its cycle passes no place of `avoided`. With `without_inputs` nothing is chosen on the cycle,
    and its place is the head of the outermost loop that it repeats.
    """
    end = time.thread_time() + seconds
    visitor = _Recurrences(goal, avoided, without_inputs=without_inputs)
    runs = Runs(goal.program, goal.checked, visitor=visitor, pauses=lambda _: _pauses(budget, end))
    known = constants_of(goal.program, goal.checked) if hints is None else hints
    number = 0
    while time.thread_time() < end and number != most_runs:
        budget.spend()
        mode = _MODES[number % len(_MODES)]
        choices = SampledChoices(Random(seed + number), known, mode)  # noqa: S311 - not for secrets
        visitor.choices = choices
        steps = LIMITS.lasso_steps << min(number // len(_MODES), LIMITS.lasso_doublings)
        try:
            outcome = runs.run(choices, steps)
        except _Found as found:
            return _shortest(goal, found.lasso, without_inputs=without_inputs)
        except _Late:
            return None
        if choices.is_forced and isinstance(outcome, Finished):
            return None
        number += 1
    return None


def _shortest(goal: Goal, lasso: Lasso, *, without_inputs: bool) -> Lasso:
    """Return the lasso of the same run with the shortest stem, if the run passes the place rarely."""
    if lasso.second > LIMITS.lasso_shortened_visits:
        return lasso
    visitor = _States(goal, lasso, without_inputs=without_inputs)
    choices = SampledChoices(Random(1), {}, _MODES[0], begun=lasso.trace)  # noqa: S311 - not for secrets
    visitor.choices = choices
    try:
        Runs(goal.program, goal.checked, visitor=visitor).run(choices, LIMITS.lasso_replay_steps)
    except _Found as found:
        return found.lasso
    return lasso


class _States:
    """Visitor that ends a run at the first visit of the place of a lasso in a state of an earlier
    visit.
    """

    def __init__(self, goal: Goal, lasso: Lasso, *, without_inputs: bool) -> None:
        self.choices: SampledChoices | None = None
        self._lasso = lasso
        self._without_inputs = without_inputs
        self._reader = RunStateReader(goal.program, goal.checked)
        self._seen: dict[StatePart, tuple[int, int]] = {}
        self._visits = 0

    def is_visited(self, function: Function, label: str) -> bool:
        """Return whether the block is the place, as the head of a loop."""
        return (function.name, label) == self._lasso.place and label != function.entry.label

    def on_start(self, _machine: Machine) -> None:
        """Do nothing."""

    def on_object(self, _created: ConcreteObject) -> None:
        """Do nothing."""

    def on_block(self, machine: Machine, label: str) -> None:
        """Compare the state with those of earlier visits."""
        if self.choices is None:
            return
        self._visits += 1
        values = self.choices.values_chosen if self._without_inputs else 0
        state = (values, *self._reader.variables(machine, label), *self._reader.memory(machine))
        made = len(self.choices.made)
        if state in self._seen:
            visit, stem = self._seen[state]
            raise _Found(Lasso(self.choices.trace, stem, self._lasso.place, visit, self._visits))
        self._seen[state] = self._visits, made


class _Late(Exception):
    """The time for runs is over."""


def _pauses(budget: Budget, end: float) -> Iterator[int]:
    number = 0
    while True:
        number += 1
        yield number * LIMITS.lasso_pause_steps
        budget.spend()
        if time.thread_time() >= end:
            raise _Late


class _Visits:
    """Visits of one place on a run."""

    __slots__ = ("count", "last", "states", "with_memory")

    def __init__(self) -> None:
        self.count = 0
        self.last = 0
        """Number of the last visit, among those of all places."""
        self.states: set[StatePart] = set()
        """Hashes of states without memory."""
        self.with_memory: dict[StatePart, tuple[int, int, int]] = {}
        """States that were seen before, with memory: number of the visit, of the choices made
        before it, and of the visit among those of all places.
        """


class _Recurrences:
    """Visitor that ends a run when it comes back to a state."""

    def __init__(self, goal: Goal, avoided: Collection[_Place] = (), *, without_inputs: bool = False) -> None:
        self.choices: SampledChoices | None = None
        self._avoided = frozenset(avoided)
        self._without_inputs = without_inputs
        self._clock = 0
        self._orders: dict[str, LoopOrder] = {}
        self._states = RunStateReader(goal.program, goal.checked)
        self._visits: dict[_Place, _Visits] = {}
        self._active: list[tuple[int, StatePart]] = []
        """Active calls: the height of the call stack; function, arguments and globals."""
        self._calls: dict[StatePart, list[tuple[StatePart, int, int, int, int]]] = {}
        """Active calls with equal arguments and globals: memory, number of objects, visit, choices
        made and values chosen.
        """

    def is_visited(self, function: Function, label: str) -> bool:
        """Return whether the block is a loop head, or the first block of a function."""
        return label == function.entry.label or self._states.is_head(function, label)

    def on_start(self, _machine: Machine) -> None:
        """Start a new run."""
        self._visits.clear()
        self._active.clear()
        self._calls.clear()

    def on_object(self, _created: ConcreteObject) -> None:
        """Do nothing."""

    def on_block(self, machine: Machine, label: str) -> None:
        """Compare the state with earlier ones at the same place."""
        function = machine.frames[-1].code.function
        place = (function.name, label)
        visits = self._visits.get(place)
        if visits is None:
            visits = self._visits[place] = _Visits()
        visits.count += 1
        self._clock += 1
        visits.last = self._clock
        if place in self._avoided:
            self._forget_states()
            return
        if label == function.entry.label:
            self._on_call(machine, function, visits.count)
            return
        state = self._states.variables(machine, label)
        if self._without_inputs:
            state = (self._values_chosen(), *state)
        if state not in visits.states:
            if len(visits.states) < LIMITS.lasso_states:
                visits.states.add(state)
            return
        full = (*state, *self._states.memory(machine))
        seen = visits.with_memory.get(full)
        if seen is not None:
            visit, choices, since = seen
            if self._without_inputs and self._repeats_around(machine, label, since):
                return
            raise _Found(self._lasso(place, (visit, choices), visits.count))
        if len(visits.with_memory) < LIMITS.lasso_memories:
            visits.with_memory[full] = visits.count, self._choices_made(), self._clock

    def _forget_states(self) -> None:
        """Drop all earlier states, so that no cycle contains the present visit."""
        for visits in self._visits.values():
            visits.states.clear()
            visits.with_memory.clear()
        self._active.clear()
        self._calls.clear()

    def _repeats_around(self, machine: Machine, label: str, since: int) -> bool:
        """Return whether a loop around the present one was repeated after the visit `since`."""
        resumed = [callee.resume for callee in machine.frames[1:]]
        labels = [*("" if each is None else each.label for each in resumed), label]
        for frame, block in zip(machine.frames, labels, strict=True):
            function = frame.code.function
            order = self._orders.get(function.name)
            if order is None:
                order = self._orders[function.name] = loop_order(function)
            for head in order.heads.get(block, ()):
                visits = self._visits.get((function.name, head))
                if visits is not None and visits.last > since and (frame, head) != (machine.frames[-1], label):
                    return True
        return False

    def _on_call(self, machine: Machine, function: Function, count: int) -> None:
        depth = len(machine.frames)
        while self._active and self._active[-1][0] >= depth:
            self._calls[self._active.pop()[1]].pop()
        key = (function.name, self._states.arguments(machine), self._states.globals(machine))
        same = self._calls.setdefault(key, [])
        for memory, objects, visit, choices, values in reversed(same[-LIMITS.lasso_calls :]):
            if self._without_inputs and values != self._values_chosen():
                continue
            if self._states.memory(machine, objects) == memory:
                if any(each.number >= objects for each in machine.memory.heap()):
                    continue
                raise _Found(self._lasso((function.name, function.entry.label), (visit, choices), count))
        objects = machine.memory.count
        memory = self._states.memory(machine, objects)
        same.append((memory, objects, count, self._choices_made(), self._values_chosen()))
        self._active.append((depth, key))

    def _choices_made(self) -> int:
        return len(self.choices.made) if self.choices is not None else 0

    def _values_chosen(self) -> int:
        return self.choices.values_chosen if self.choices is not None else 0

    def _lasso(self, place: _Place, seen: tuple[int, int], count: int) -> Lasso:
        if self.choices is None:
            raise AssertionError("a run has choices")
        return Lasso(self.choices.trace, seen[1], place, seen[0], count)
