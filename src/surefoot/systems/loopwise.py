"""A program with summaries for its loops: one loop-free pass that fails wherever some run of the program fails first.

A run that first arrives at a loop head goes k rounds as the program says. What is left then has gone some more rounds, of which
only the last k are looked at: they start in a state that agrees with the real one in whatever the loop does not write, and is
any state of the loop head otherwise. Nothing fails in the first k - 1 of them, and in the last of them the loop is left, or a
check fails. Loops that are met in a round are summarised in the same way.

Why the pass has a failure if some run has one. Let f be the first failure of a run, or the end of a loop that it leaves, in round
n of that loop, where n counts from the arrival that is not itself in the loop.
    n <= k:  f is in one of the real rounds.
    n >  k:  the first k rounds pass without failure and do not leave the loop, so the guard after them holds; the state after round
             n - k is one of those that the last k rounds start from; the next k - 1 rounds neither fail nor leave the loop; f is in
             the last.
By induction on nesting this holds for the loops in each round, too. A failure in a loop is in the round in which the loops around it
fail, so it is enough to check rounds that are the last, or real, in all of them. The pass says nothing about rounds of which only the
absence of failures is known: they end where they fail or leave.
"""

from collections.abc import Mapping

from surefoot.logic import TRUE, Term, and_, or_, substitute, variables_of
from surefoot.systems.cutpoints import CutpointGraph, Passage, Place, Slot, frames_of
from surefoot.systems.segments import Invariants, Segments
from surefoot.systems.state import State, merge_states


class LoopSummaries:
    """Which cut points are in which loop, and what each loop leaves as it is."""

    def __init__(self, segments: Segments) -> None:
        self.segments = segments
        graph = segments.graph
        self._inside = {
            head: frozenset(place for place in graph.shapes if _is_in_loop(graph, place, head)) for head in graph.shapes
        }
        self._unwritten = self._find_unwritten()

    def failure(self, k: int, invariants: Invariants) -> Term:
        """The failures of the pass with summaries of ``k`` rounds.

        Requires  ``invariants`` hold at the cut points in every run that failed nothing so far
        Ensures   some run of the program fails a check, or is undefined  =>  the formula is satisfiable
        """
        return _Pass(self, k, invariants).failure()

    def is_inside(self, place: Place, head: Place) -> bool:
        """Whether runs at ``place`` are in the loop of ``head``; the head itself is."""
        return place in self._inside[head]

    def unwritten(self, head: Place) -> tuple[Slot, ...]:
        """Slots of ``head`` in which every round leaves the value that it found."""
        return self._unwritten[head]

    def _find_unwritten(self) -> dict[Place, tuple[Slot, ...]]:
        graph, budget = self.segments.graph, self.segments.budget
        same: dict[tuple[Place, Place], frozenset[Slot]] = {}
        for source in graph.shapes:
            start = graph.start(source).state
            before = dict(graph.slots(start))
            for target, state in graph.passage([start], budget).arrivals.items():
                after = dict(graph.slots(state))
                same[source, target] = frozenset(slot for slot, value in before.items() if after.get(slot) is value)
        found: dict[Place, tuple[Slot, ...]] = {}
        for head, inside in self._inside.items():
            rounds = [kept for (source, target), kept in same.items() if source in inside and target in inside]
            found[head] = tuple(slot for slot in graph.shapes[head].ranges if all(slot in kept for kept in rounds))
        return found


class _Pass:
    """One pass with summaries of ``k`` rounds, and the failures that it has met."""

    def __init__(self, summaries: LoopSummaries, k: int, invariants: Invariants) -> None:
        self._summaries = summaries
        self._segments = summaries.segments
        self._graph = summaries.segments.graph
        self._k = k
        self._invariants = invariants
        self._failures: list[Term] = []
        self._copies = 0

    def failure(self) -> Term:
        self._follow(self._graph.entry, None, is_checked=True)
        return or_(*self._failures)

    def _follow(self, passage: Passage, head: Place | None, *, is_checked: bool) -> dict[Place, State]:
        """Go on after ``passage`` until all runs are back at ``head`` or outside of its loop; there is no such place for ``None``."""
        if is_checked:
            self._failures += self._segments.failures(passage).values()
        waiting, ended = dict(passage.arrivals), dict[Place, State]()
        while waiting:
            place = min(waiting, key=lambda each: waiting[each].frame.position())
            state = waiting.pop(place)
            if head is not None and (place == head or not self._summaries.is_inside(place, head)):
                _meet(ended, {place: state})
            else:
                _meet(waiting, self._loop(place, state, is_checked=is_checked))
        return ended

    def _loop(self, head: Place, arrived: State, *, is_checked: bool) -> dict[Place, State]:
        """Where runs are that ``arrived`` at ``head`` from outside and have left its loop."""
        left: dict[Place, State] = {}
        state = self._rounds(head, self._admitted(head, arrived), self._k, left, is_checked=is_checked)
        if state is not None:
            later = self._admitted(head, self._some_rounds_later(head, state))
            last = self._rounds(head, later, self._k - 1, {}, is_checked=False)
            self._rounds(head, last, 1, left, is_checked=is_checked)
        return left

    def _rounds(
        self, head: Place, state: State | None, count: int, left: dict[Place, State], *, is_checked: bool
    ) -> State | None:
        """Go ``count`` rounds from ``head``; returns where runs are back there, and adds to ``left`` where they left the loop."""
        for _ in range(count):
            if state is None:
                return None
            self._segments.budget.spend()
            ended = self._follow(self._graph.passage([state], self._segments.budget), head, is_checked=is_checked)
            again = ended.pop(head, None)
            _meet(left, ended)
            state = None if again is None else self._admitted(head, again)
        return state

    def _some_rounds_later(self, head: Place, state: State) -> State:
        """A state that stands for all in which the runs of ``state`` are at ``head`` while they are in its loop."""
        self._copies += 1
        kept = self._graph.values_of(self._summaries.unwritten(head), state)
        start = self._graph.start(head, kept, self._copies)
        start.state.guard = state.guard.assume(start.assumption)
        return start.state

    def _admitted(self, head: Place, state: State) -> State:
        """The runs of ``state`` with the invariants of ``head``."""
        return state.fork(self._invariant(head, state))

    def _invariant(self, head: Place, state: State) -> Term:
        """What the invariants say about ``state``, except those about slots that it does not have."""
        terms = self._invariants.get(head, ())
        if not terms:
            return TRUE
        symbols = self._graph.start(head).symbols
        held = self._graph.values_of(symbols, state)
        missing = {symbol for slot, group in symbols.items() if slot not in held for symbol in group}
        values = self._graph.instance(head, state)
        return and_(*(substitute(each, values) for each in terms if missing.isdisjoint(variables_of(each))))


def _meet(states: dict[Place, State], more: Mapping[Place, State]) -> None:
    """Add ``more`` to ``states``.  Requires  no run is in both."""
    for place, state in more.items():
        other = states.get(place)
        states[place] = state if other is None else merge_states(other, state)


def _is_in_loop(graph: CutpointGraph, place: Place, head: Place) -> bool:
    """Whether the activation that ``head`` is in stands, at ``place``, in the loop of ``head``, perhaps in a call."""
    depth = len(head) - 1
    function, label, _ = head[depth]
    if len(place) <= depth or place[:depth] != head[:depth] or place[depth][0] != function:
        return False
    frame = frames_of(graph.shapes[place].example)[depth]
    return label in frame.body.order.heads[frame.block]
