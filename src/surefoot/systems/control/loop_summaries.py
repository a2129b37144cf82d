"""A control system with summaries for its loops: one pass without cycles that fails wherever some run of the system fails first.

A run that first arrives at the head of a loop goes k rounds as the system says. What is left then has gone some more rounds, of which
only the last k are looked at: they start in a state that agrees with the real one in whatever the loop does not write, and is
any state of the head otherwise. Nothing fails in the first k - 1 of them, and in the last of them the loop is left, or a
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

from surefoot.logic import FALSE, Symbol, SymbolKind, Term, and_, ite, or_, substitute, variable
from surefoot.systems.control.components import loops_of
from surefoot.systems.control.system import ENTRY, ControlSystem, Edge, Error, Invariants, Referent
from surefoot.systems.control.unfolding import Arrival


class LoopSummaries:
    """Which locations are in which loop, and what each loop leaves as it is."""

    def __init__(self, system: ControlSystem) -> None:
        self.system = system
        self._loops = loops_of(system)
        kept = {(edge.source, edge.destination): _kept(system, edge) for edge in system.transitions}
        self._unwritten: dict[str, frozenset[Term]] = {}
        for head, loop in self._loops.items():
            rounds = [same for (source, target), same in kept.items() if {source, target} <= loop.inside]
            self._unwritten[head] = frozenset(
                each.symbol for each in system.location(head).variables if all(each.referent in same for same in rounds)
            )

    def failure(self, k: int, invariants: Invariants) -> Term:
        """The failures of the pass with summaries of ``k`` rounds.

        Requires  ``invariants`` hold at the locations in every run that failed nothing so far
        Ensures   some run of the system takes an edge to an error  =>  the formula is satisfiable
        """
        return _Pass(self, k, invariants).failure()

    def is_inside(self, name: str, head: str) -> bool:
        """Whether runs at ``name`` are in the loop of ``head``; the head itself is."""
        return name in self._loops[head].inside

    def position(self, head: str) -> int:
        """The place of ``head`` in an order in which runs first reach heads."""
        return self._loops[head].position

    def unwritten(self, head: str) -> frozenset[Term]:
        """State variables of ``head`` in which every round leaves the value that it found."""
        return self._unwritten[head]


def _kept(system: ControlSystem, edge: Edge) -> frozenset[Referent]:
    """What has the same value after ``edge`` as before."""
    before = {each.referent: each.symbol for each in system.location(edge.source).variables}
    after = ((each.referent, edge.update[each.symbol]) for each in system.location(edge.destination).variables)
    return frozenset(referent for referent, value in after if before.get(referent) is value)


class _Pass:
    """One pass with summaries of ``k`` rounds, and the failures that it has met."""

    def __init__(self, summaries: LoopSummaries, k: int, invariants: Invariants) -> None:
        self._summaries = summaries
        self._system = summaries.system
        self._k = k
        self._invariants = invariants
        self._failures: list[Term] = []
        self._copies = 0

    def failure(self) -> Term:
        self._follow(self._step(ENTRY, Arrival(and_(), {}), is_checked=True), None, is_checked=True)
        return or_(*self._failures)

    def _follow(self, arrived: Mapping[str, Arrival], head: str | None, *, is_checked: bool) -> dict[str, Arrival]:
        """Go on from ``arrived`` until all runs are back at ``head`` or outside of its loop; there is no such location for ``None``."""
        waiting, ended = dict(arrived), dict[str, Arrival]()
        while waiting:
            name = min(waiting, key=self._summaries.position)
            arrival = waiting.pop(name)
            if head is not None and (name == head or not self._summaries.is_inside(name, head)):
                _meet(ended, {name: arrival})
            else:
                _meet(waiting, self._loop(name, arrival, is_checked=is_checked))
        return ended

    def _loop(self, head: str, arrived: Arrival, *, is_checked: bool) -> dict[str, Arrival]:
        """Where runs are that ``arrived`` at ``head`` from outside and have left its loop."""
        left: dict[str, Arrival] = {}
        state = self._rounds(head, self._admitted(head, arrived), self._k, left, is_checked=is_checked)
        if state is not None:
            later = self._admitted(head, self._some_rounds_later(head, state))
            last = self._rounds(head, later, self._k - 1, {}, is_checked=False)
            self._rounds(head, last, 1, left, is_checked=is_checked)
        return left

    def _rounds(
        self, head: str, state: Arrival | None, count: int, left: dict[str, Arrival], *, is_checked: bool
    ) -> Arrival | None:
        """Go ``count`` rounds from ``head``; returns where runs are back there, and adds to ``left`` where they left the loop."""
        for _ in range(count):
            if state is None:
                return None
            ended = self._follow(self._step(head, state, is_checked=is_checked), head, is_checked=is_checked)
            again = ended.pop(head, None)
            _meet(left, ended)
            state = None if again is None else self._admitted(head, again)
        return state

    def _step(self, name: str, here: Arrival, *, is_checked: bool) -> dict[str, Arrival]:
        """Where runs are one step after ``here``; failures on the way are noted if they are checked."""
        inputs = self._system.location(name).inputs
        values = {**self._fresh(inputs), **here.values}
        memo: dict[Term, Term] = {}
        found: dict[str, Arrival] = {}
        for edge in self._system.edges_from(name):
            guard = and_(here.guard, substitute(edge.guard, values, memo))
            if guard is FALSE:
                continue
            if isinstance(edge.target, Error):
                if is_checked:
                    self._failures.append(guard)
            elif isinstance(edge.target, str):
                update = {symbol: substitute(value, values, memo) for symbol, value in edge.update.items()}
                _meet(found, {edge.target: Arrival(guard, update)})
        return found

    def _some_rounds_later(self, head: str, state: Arrival) -> Arrival:
        """A state that stands for all in which the runs of ``state`` are at ``head`` while they are in its loop."""
        location = self._system.location(head)
        written = [symbol for symbol in location.symbols if symbol not in self._summaries.unwritten(head)]
        values = {**state.values, **self._fresh(written)}
        return Arrival(and_(state.guard, substitute(location.domain, values)), values)

    def _admitted(self, head: str, state: Arrival) -> Arrival:
        """The runs of ``state`` with the invariants of ``head``."""
        memo: dict[Term, Term] = {}
        held = (substitute(each, state.values, memo) for each in self._invariants.get(head, ()))
        return Arrival(and_(state.guard, *held), state.values)

    def _fresh(self, symbols: tuple[Term, ...] | list[Term]) -> dict[Term, Term]:
        """Copies of ``symbols`` that nothing else has."""
        self._copies += 1
        return {symbol: _copy(symbol, self._copies) for symbol in symbols}


def _copy(symbol: Term, number: int) -> Term:
    own = symbol.payload
    owner = f"{own.kind.value} {own.number} of {own.owner}, summarised"
    return variable(Symbol(SymbolKind.COPY, owner, number, f"{own}~{number}"), symbol.sort)


def _meet(states: dict[str, Arrival], more: Mapping[str, Arrival]) -> None:
    """Add ``more`` to ``states``.  Requires  no run is in both."""
    for name, arrival in more.items():
        other = states.get(name)
        if other is None:
            states[name] = arrival
        else:
            values = {each: ite(arrival.guard, arrival.values[each], value) for each, value in other.values.items()}
            states[name] = Arrival(or_(other.guard, arrival.guard), values)
