"""Symbolic states: sets of runs at one position, with path condition, variables and memory.

Path conditions have their history, so that joining two branches restores their common prefix.
"""

from collections.abc import Iterator

from surefoot.base.records import dataclass
from surefoot.logic import TRUE, Term, and_, bv, not_, or_
from surefoot.program.program import Function
from surefoot.program.statements import Call
from surefoot.semantics.memory.bits import ite_by_parts
from surefoot.semantics.memory.memory import Memory
from surefoot.semantics.memory.objects import MemoryObject
from surefoot.semantics.symbolic.liveness import Liveness
from surefoot.semantics.symbolic.loops import LoopOrder


class Guard:
    """Path condition: the conjunction of ``condition`` and all conditions in ``parent``.

    Immutable; ``term`` is the whole conjunction.
    """

    __slots__ = ("condition", "depth", "parent", "term")

    def __init__(self, parent: "Guard | None", condition: Term) -> None:
        self.parent = parent
        self.condition = condition
        self.depth: int = 0 if parent is None else parent.depth + 1
        self.term: Term = condition if parent is None else and_(parent.term, condition)

    def assume(self, condition: Term) -> "Guard":
        """Return this guard and ``condition``."""
        if condition is TRUE or condition is self.condition:
            return self
        return Guard(self, condition)

    def since(self, ancestor: "Guard") -> Term:
        """Return the conjunction of the conditions added after ``ancestor``."""
        conditions: list[Term] = []
        guard = self
        while guard is not ancestor:
            conditions.append(guard.condition)
            guard = guard.parent  # type: ignore[assignment]  # ancestor is reached before the root's None
        conditions.reverse()
        return and_(*conditions)


def initial_guard() -> Guard:
    """Return the guard of the start of a run."""
    return Guard(None, TRUE)


def join(left: Guard, right: Guard) -> tuple[Guard, Term]:
    """Return the guard of "left or right", and a condition that distinguishes them.

    Requires: left.term and right.term exclude each other.
    Ensures: joined.term <=> left.term or right.term, and under joined.term: condition <=> left.term
    """
    ancestor = _common_ancestor(left, right)
    only_left, only_right = left.since(ancestor), right.since(ancestor)
    either = TRUE if only_left is not_(only_right) else or_(only_left, only_right)
    condition = only_left if left.depth <= right.depth else not_(only_right)
    return ancestor.assume(either), condition


def _common_ancestor(left: Guard, right: Guard) -> Guard:
    a, b = left, right
    while a is not b:
        if a.depth >= b.depth:
            a = a.parent  # type: ignore[assignment]  # both chains end in the same root
        else:
            b = b.parent  # type: ignore[assignment]
    return a


Values = dict[Term, Term]


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """Function with its derived data; ``number`` orders the functions of a program."""

    function: Function
    number: int
    order: LoopOrder
    liveness: Liveness


class Activation:
    """Activation of a function: its program point and the values of its locals.

    ``iterations`` counts, for each loop around the current block from outside in, how often its
    head was re-entered. ``prefix`` is the position of the caller, so that `position` orders all
    states of a program in execution order.
    """

    __slots__ = ("_loops", "allocated", "block", "body", "index", "iterations", "locals", "nesting", "prefix")

    def __init__(self, body: Body, prefix: tuple[int, ...], nesting: int) -> None:
        self.body = body
        self.prefix = prefix
        self.nesting = nesting
        self.locals: Values = {
            symbol: bv(0, symbol.sort.width) for symbol in sorted(body.liveness.leak_roots, key=_number)
        }
        self.allocated: tuple[MemoryObject, ...] = ()
        self.block = body.function.entry.label
        self.index = 0
        self.iterations: tuple[int, ...] = (0,) * len(body.order.heads[self.block])
        self._loops: tuple[int, ...] | None = None

    def copy(self) -> "Activation":
        """Return an independent copy."""
        twin = Activation.__new__(Activation)
        twin.body = self.body
        twin.prefix = self.prefix
        twin.nesting = self.nesting
        twin.locals = self.locals.copy()
        twin.allocated = self.allocated
        twin.block = self.block
        twin.index = self.index
        twin.iterations = self.iterations
        twin._loops = self._loops
        return twin

    def position(self) -> tuple[int, ...]:
        """Return the position of the activation; it grows along every run (lexicographic order)."""
        return (*self.around(), self.body.order.position[self.block], self.index)

    def around(self) -> tuple[int, ...]:
        """Return the part of the position that all blocks in the same iterations of loops share."""
        if self._loops is None:
            order = self.body.order
            heads = order.heads[self.block]
            iterations = (
                part for pair in zip((order.position[h] for h in heads), self.iterations, strict=True) for part in pair
            )
            self._loops = (*self.prefix, *iterations)
        return self._loops

    def continued_loops(self) -> Iterator[tuple[tuple[int, ...], int]]:
        """Yield the loops around the block that runs could have left instead of reaching it.

        Each is given by the common prefix of the positions in it, and the number of times its head
        was re-entered.
        """
        stays = self.body.order.continued.get(self.block)
        if stays is not None:
            around, first = self.around(), len(self.prefix) + 1
            for number in range(stays, len(self.iterations)):
                yield around[: first + 2 * number], self.iterations[number]

    def restart(self, prefix: tuple[int, ...]) -> None:
        """Reset the iteration counters and set the position of the caller."""
        self.prefix = prefix
        self.iterations = (0,) * len(self.iterations)
        self._loops = None

    def enter(self, label: str) -> None:
        """Go to the start of block ``label`` along an edge of the control-flow graph."""
        step = self.body.order.step(self.block, label)
        if step is not None:
            iterations = self.iterations[: step.kept]
            if step.repeats:
                iterations = (*iterations[:-1], iterations[-1] + 1)
            self.iterations = iterations + step.entered
            self._loops = None
        self.block = label
        self.index = 0


def _number(term: Term) -> int:
    return term.id


@dataclass(frozen=True, slots=True, eq=False)
class Suspended:
    """Caller of a running function; immutable while suspended."""

    frame: Activation
    call: Call
    below: "Suspended | None"


class State:
    """Runs at the same position; ``guard`` is satisfied by exactly these runs."""

    __slots__ = ("callers", "frame", "globals", "guard", "is_split", "memory", "seen", "version")

    def __init__(self, guard: Guard, values: Values, memory: Memory, frame: Activation) -> None:
        self.guard = guard
        self.globals = values
        self.memory = memory
        self.frame = frame
        self.callers: Suspended | None = None
        self.version = 0
        self.is_split = False
        """True iff the state results from a branch with two feasible successors."""
        self.seen: dict[tuple[tuple[int, ...], tuple[int, ...], str], tuple[int, Guard]] = {}

    def fork(self, condition: Term) -> "State":
        """Return the runs of this state that also satisfy ``condition``."""
        twin = State(self.guard.assume(condition), self.globals.copy(), self.memory.fork(), self.frame.copy())
        twin.callers = self.callers
        twin.version = self.version
        twin.seen = self.seen.copy()
        return twin


def merge_states(left: State, right: State) -> State:
    """Return all runs of both states.

    Requires: the same position, and guards that exclude each other.
    """
    guard, condition = join(left.guard, right.guard)
    frame = _merge_frames(condition, left.frame, right.frame)
    memory = left.memory if left.memory is right.memory else left.memory.merge(condition, right.memory)
    merged = State(guard, _merge_values(condition, left.globals, right.globals), memory, frame)
    merged.callers = _merge_callers(condition, left.callers, right.callers)
    merged.version = max(left.version, right.version) + 1
    merged.is_split = left.is_split or right.is_split
    return merged


def _merge_values(condition: Term, left: Values, right: Values) -> Values:
    merged = left.copy()
    for name, theirs in right.items():
        mine = left.get(name)
        if mine is not theirs:
            merged[name] = theirs if mine is None else ite_by_parts(condition, mine, theirs)
    return merged


def _merge_frames(condition: Term, left: Activation, right: Activation) -> Activation:
    if left is right:
        return left
    merged = left.copy()
    live = left.body.liveness.live_at(left.block, left.index)
    merged.locals = {}
    for name, mine in left.locals.items():
        if name in live:
            theirs = right.locals.get(name, mine)
            merged.locals[name] = mine if mine is theirs else ite_by_parts(condition, mine, theirs)
    for name, theirs in right.locals.items():
        if name in live and name not in left.locals:
            merged.locals[name] = theirs
    merged.allocated = tuple(dict.fromkeys((*left.allocated, *right.allocated)))
    return merged


def _merge_callers(condition: Term, left: Suspended | None, right: Suspended | None) -> Suspended | None:
    pairs: list[tuple[Suspended, Suspended]] = []
    while left is not right:
        if left is None or right is None:
            raise AssertionError("states at one position have the same callers")
        pairs.append((left, right))
        left, right = left.below, right.below
    merged = left
    for mine, theirs in reversed(pairs):
        merged = Suspended(_merge_frames(condition, mine.frame, theirs.frame), mine.call, merged)
    return merged
