"""Loop summaries: an acyclic over-approximation of a control system that preserves its first
failures.

A run that enters a loop makes k iterations as in the system. Any further iterations are represented
by their last k: these start in a state that agrees with the state at loop entry in all variables
that the loop does not write, and is arbitrary otherwise. The first k - 1 of them do not fail; in
the last one, the run leaves the loop or fails. Inner loops are summarised in the same way.

Correctness: let f be the first failure of a run, or the point at which it leaves a loop, in
iteration n of that loop. If n <= k, then f is in one of the first k iterations. If n > k, then the
first k iterations neither fail nor leave the loop, so the guard after them holds; the state after
iteration n - k is one of the states in which the last k iterations start; the next k - 1 iterations
neither fail nor leave the loop; f is in the last. By induction on the nesting, this holds for the
loops inside each iteration. A failure in an inner loop is in the iteration in which the outer loops
fail, so only iterations that are the last, or among the first k, in all loops need to be checked.
"""

from collections.abc import Mapping

from surefoot.logic import FALSE, Symbol, SymbolKind, Term, and_, ite, or_, substitute, variable
from surefoot.systems.control.components import loops_of
from surefoot.systems.control.system import ENTRY, ControlSystem, Edge, Error, Invariants, Referent
from surefoot.systems.control.unfolding import Arrival


class LoopSummaries:
    """Locations of each loop, and the state variables that it does not write."""

    def __init__(self, system: ControlSystem) -> None:
        self.system = system
        self._loops = loops_of(system)
        kept = {(edge.source, edge.destination): _kept(system, edge) for edge in system.transitions}
        self._unwritten: dict[str, frozenset[Term]] = {}
        for head, loop in self._loops.items():
            iterations = [same for (source, target), same in kept.items() if {source, target} <= loop.inside]
            self._unwritten[head] = frozenset(
                each.symbol
                for each in system.location(head).variables
                if all(each.referent in same for same in iterations)
            )

    def failure(self, k: int, invariants: Invariants) -> Term:
        """Return the failures of the summarised system with ``k`` iterations before and after each
        summary.

        Requires: ``invariants`` hold at their locations in every run that has not failed.
        Ensures: if some run of the system takes an edge to an error, the formula is satisfiable.
        """
        return _Pass(self, k, invariants).failure()

    def is_inside(self, name: str, head: str) -> bool:
        """Return whether the location ``name`` is in the loop of ``head``, which may be ``name``."""
        return name in self._loops[head].inside

    def position(self, head: str) -> int:
        """Return the position of ``head`` in an order in which runs first reach loop heads."""
        return self._loops[head].position

    def unwritten(self, head: str) -> frozenset[Term]:
        """Return the state variables of ``head`` that no iteration writes."""
        return self._unwritten[head]


def _kept(system: ControlSystem, edge: Edge) -> frozenset[Referent]:
    """Return the state variables that have the same value before and after ``edge``."""
    before = {each.referent: each.symbol for each in system.location(edge.source).variables}
    after = ((each.referent, edge.update[each.symbol]) for each in system.location(edge.destination).variables)
    return frozenset(referent for referent, value in after if before.get(referent) is value)


class _Pass:
    """Symbolic execution of the summarised system with ``k`` iterations, which collects failures."""

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
        """Execute from ``arrived`` until all runs are at ``head`` or outside its loop; ``None``
        stands for no such head.
        """
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
        """Return the states of the runs that ``arrived`` at ``head`` from outside and have left its
        loop.
        """
        left: dict[str, Arrival] = {}
        state = self._iterations(head, self._admitted(head, arrived), self._k, left, is_checked=is_checked)
        if state is not None:
            later = self._admitted(head, self._some_iterations_later(head, state))
            last = self._iterations(head, later, self._k - 1, {}, is_checked=False)
            self._iterations(head, last, 1, left, is_checked=is_checked)
        return left

    def _iterations(
        self, head: str, state: Arrival | None, count: int, left: dict[str, Arrival], *, is_checked: bool
    ) -> Arrival | None:
        """Return the states at ``head`` after ``count`` iterations, and add those of runs that
        leave the loop to ``left``.
        """
        for _ in range(count):
            if state is None:
                return None
            ended = self._follow(self._step(head, state, is_checked=is_checked), head, is_checked=is_checked)
            again = ended.pop(head, None)
            _meet(left, ended)
            state = None if again is None else self._admitted(head, again)
        return state

    def _step(self, name: str, here: Arrival, *, is_checked: bool) -> dict[str, Arrival]:
        """Return the states one step after ``here``, and collect failures if they are checked."""
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

    def _some_iterations_later(self, head: str, state: Arrival) -> Arrival:
        """Return a state that represents all states at ``head`` in which runs of ``state`` are
        while in its loop.
        """
        location = self._system.location(head)
        written = [symbol for symbol in location.symbols if symbol not in self._summaries.unwritten(head)]
        values = {**state.values, **self._fresh(written)}
        return Arrival(and_(state.guard, substitute(location.domain, values)), values)

    def _admitted(self, head: str, state: Arrival) -> Arrival:
        """Return the runs of ``state`` that satisfy the invariants of ``head``."""
        memo: dict[Term, Term] = {}
        held = (substitute(each, state.values, memo) for each in self._invariants.get(head, ()))
        return Arrival(and_(state.guard, *held), state.values)

    def _fresh(self, symbols: tuple[Term, ...] | list[Term]) -> dict[Term, Term]:
        """Return fresh copies of ``symbols``."""
        self._copies += 1
        return {symbol: _copy(symbol, self._copies) for symbol in symbols}


def _copy(symbol: Term, number: int) -> Term:
    own = symbol.payload
    owner = f"{own.kind.value} {own.number} of {own.owner}, summarised"
    return variable(Symbol(SymbolKind.COPY, owner, number, f"{own}~{number}"), symbol.sort)


def _meet(states: dict[str, Arrival], more: Mapping[str, Arrival]) -> None:
    """Add ``more`` to ``states``.

    Requires: no run is in both.
    """
    for name, arrival in more.items():
        other = states.get(name)
        if other is None:
            states[name] = arrival
        else:
            values = {each: ite(arrival.guard, arrival.values[each], value) for each, value in other.values.items()}
            states[name] = Arrival(or_(other.guard, arrival.guard), values)
