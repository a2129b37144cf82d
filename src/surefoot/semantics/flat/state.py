"""Sets of runs at one position: path condition, variables, memory, live objects."""

from collections.abc import Iterator, Mapping

from surefoot.base.enums import Enum
from surefoot.base.errors import invariant
from surefoot.base.records import dataclass, field
from surefoot.logic import FALSE, TRUE, BitVecSort, Term, and_, bit_vector, bv, ite, not_, or_
from surefoot.program.program import Function, Role
from surefoot.semantics.flat.memory import FlatMemory, Merged
from surefoot.semantics.flat.order import BlockPlace


class Kind(Enum):
    """Kind of an object, which determines the allowed operations."""

    FUNCTION = "function"
    CONSTANT = "constant"
    GLOBAL = "global"
    STACK = "stack"
    HEAP = "heap"


@dataclass(frozen=True, slots=True, eq=False)
class Object:
    """Object of ``size`` bytes at ``base``.

    ``until_next`` is set if its lifetime may end when the same statement of the same call allocates
    another one: the target of that statement.
    """

    base: Term
    size: Term
    kind: Kind
    until_next: Term | None = None
    literal: bytes | None = None
    """Its bytes, if it is a string literal."""


@dataclass(frozen=True, slots=True, eq=False)
class PathCondition:
    """Path condition: the conditions under which a state is reached, oldest first; ``guard`` is
    their conjunction.
    """

    before: "PathCondition | None"
    condition: Term
    guard: Term
    length: int

    def assume(self, condition: Term) -> "PathCondition":
        """Return this path where ``condition`` holds."""
        if condition is TRUE:
            return self
        return PathCondition(self, condition, and_(self.guard, condition), self.length + 1)


START = PathCondition(None, TRUE, TRUE, 0)


def join(left: PathCondition, right: PathCondition) -> tuple[PathCondition, Term]:
    """Return both paths, and a condition that is true on the left and false on the right.

    Requires: they exclude each other.
    """
    ours: list[Term] = []
    theirs: list[Term] = []
    while left is not right:
        if left.length >= right.length:
            ours.append(left.condition)
            left = _parent(left)
        else:
            theirs.append(right.condition)
            right = _parent(right)
    on_the_left, on_the_right = and_(*reversed(ours)), and_(*reversed(theirs))
    either = TRUE if on_the_left is not_(on_the_right) else or_(on_the_left, on_the_right)
    return left.assume(either), on_the_left


def _parent(path: PathCondition) -> PathCondition:
    if path.before is None:
        raise AssertionError("all paths begin with START")
    return path.before


@dataclass(slots=True)
class FlatActivation:
    """Active call: block and statement, variables, and objects on its stack.

    ``iterations`` counts, for each loop around the block from outside in, the returns to its head;
    ``arrivals`` holds the states in which these heads were entered last. ``targets`` receive the
    results in the caller.
    """

    function: Function
    number: int
    places: Mapping[str, BlockPlace]
    targets: tuple[Term, ...]
    values: dict[Term, Term]
    label: str
    index: int = 0
    iterations: tuple[int, ...] = ()
    arrivals: "tuple[Snapshot | None, ...]" = ()
    objects: tuple[Object, ...] = ()

    def copy(self) -> "FlatActivation":
        """Return an independent copy."""
        return FlatActivation(
            self.function,
            self.number,
            self.places,
            self.targets,
            self.values.copy(),
            self.label,
            self.index,
            self.iterations,
            self.arrivals,
            self.objects,
        )

    def position(self) -> tuple[int, ...]:
        """Return the position; it grows along every run of the function, in lexicographic order."""
        place = self.places[self.label]
        loops = [
            part
            for head, iterations in zip(place.heads, self.iterations, strict=True)
            for part in (self.places[head].number, iterations)
        ]
        return (self.number, *loops, place.number, self.index)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Part of a state on which its future depends, except for the callers, which stay the same."""

    guard: Term
    memory: FlatMemory
    alive: dict[Object, Term]
    globals: dict[Term, Term]
    values: dict[Term, Term]


@dataclass(slots=True)
class FlatState:
    """Runs at one position; objects not in ``alive`` are dead in all of them.

    ``used`` is an upper bound of the bytes of all objects that were ever allocated.
    """

    path: PathCondition
    memory: FlatMemory
    used: Term
    globals: dict[Term, Term]
    frames: list[FlatActivation]
    alive: dict[Object, Term] = field(default_factory=dict)

    @property
    def frame(self) -> FlatActivation:
        """The active call."""
        return self.frames[-1]

    def position(self) -> tuple[int, ...]:
        """Return the position; it grows along every run, in lexicographic order."""
        return tuple(part for frame in self.frames for part in frame.position())

    def where(self, condition: Term) -> "FlatState":
        """Return a copy with the runs that satisfy ``condition``."""
        frames = [frame.copy() for frame in self.frames]
        return FlatState(
            self.path.assume(condition), self.memory, self.used, self.globals.copy(), frames, self.alive.copy()
        )

    def snapshot(self) -> Snapshot:
        """Return the current contents of this state."""
        return Snapshot(self.path.guard, self.memory, self.alive.copy(), self.globals.copy(), self.frame.values.copy())


def words_in_variables(state: FlatState, width: int) -> Iterator[Term]:
    """Yield the values of ``width`` bits in global variables and in the variables of calls that are
    no temporaries.
    """
    yield from (value for value in state.globals.values() if value.sort is bit_vector(width))
    for frame in state.frames:
        for variable in (*frame.function.parameters, *frame.function.locals):
            if variable.role is not Role.TEMPORARY and variable.symbol.sort is bit_vector(width):
                yield frame.values.get(variable.symbol, bv(0, width))


def merge(left: FlatState, right: FlatState) -> FlatState:
    """Return the runs of both states.

    Requires: the same position, and that no run is in both.
    """
    path, condition = join(left.path, right.path)
    memory = left.memory if left.memory is right.memory else Merged(condition, left.memory, right.memory)
    invariant(len(left.frames) == len(right.frames), "states at one position have the same callers")
    frames = [_merge_frames(condition, *pair) for pair in zip(left.frames, right.frames, strict=True)]
    alive = {
        each: ite(condition, left.alive.get(each, FALSE), right.alive.get(each, FALSE))
        for each in (left.alive | right.alive)
    }
    used = ite(condition, left.used, right.used)
    return FlatState(path, memory, used, _merge_values(condition, left.globals, right.globals), frames, alive)


def _merge_frames(condition: Term, left: FlatActivation, right: FlatActivation) -> FlatActivation:
    merged = left.copy()
    merged.values = _merge_values(condition, left.values, right.values)
    merged.arrivals = tuple(
        mine if mine == theirs else None for mine, theirs in zip(left.arrivals, right.arrivals, strict=True)
    )
    merged.objects = tuple(dict.fromkeys((*left.objects, *right.objects)))
    return merged


def _merge_values(condition: Term, left: dict[Term, Term], right: dict[Term, Term]) -> dict[Term, Term]:
    """Return the merged values; a variable without a value on one side is 0 there.

    Only `words_in_variables` reads it before both sides have a value.
    """
    merged = left | right
    for name, mine in merged.items():
        unassigned = bv(0, mine.sort.width) if isinstance(mine.sort, BitVecSort) else mine
        merged[name] = ite(condition, left.get(name, unassigned), right.get(name, unassigned))
    return merged
