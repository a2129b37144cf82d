"""Checks that a function under proof changes only what its assigns clause lists.

Runs start with the objects of arguments and of global variables and no others. Before the call, one
arbitrary element of these objects is chosen for each size of elements: scalars of arrays, or bytes
of other objects. These elements are *watched*: after the call, each is unchanged or inside assigned
memory. A promoted global variable is compared as a whole.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from surefoot.base.records import dataclass, field
from surefoot.base.spans import Span
from surefoot.logic import (
    BOOL,
    FALSE,
    Sort,
    Term,
    and_,
    bit_vector,
    bv,
    bvadd,
    bvmul,
    bvsub,
    bvule,
    bvult,
    eq,
    extract,
    ite,
    not_,
    or_,
    variable,
)
from surefoot.program.ctypes import CVoid
from surefoot.program.passes.argument_strings import vector
from surefoot.program.program import GlobalVariable, Role, Variable
from surefoot.program.statements import Allocate, Assign, Check, CheckKind, Havoc, Load, MakeStrings, Origin, Statement

FRAME: Final = "__surefoot_frame"
"""Marker of an assigns clause.

It is called with the address of each global variable that may be assigned as a whole, and with
null; these calls do not count as uses of the variables.
"""


@dataclass(slots=True)
class FrameCondition:
    """Assigns clause of the function under proof; filled while that function is lowered."""

    is_known: bool = False
    names: set[str] = field(default_factory=set)
    """Module names of the global variables that may be assigned as a whole.

    Several static variables can have the same name in C.
    """
    assigned_ranges: dict[int, tuple[Term, Term]] = field(default_factory=dict)
    """Variables that hold the start and size of each memory range that may be assigned."""

    def assigned_range(self, number: int, pointer: Sort) -> tuple[Term, Term]:
        """Return the variables for memory range ``number``."""
        if number not in self.assigned_ranges:
            names = (f"__surefoot_assigned::{number}.{part}" for part in ("start", "size"))
            start, size = (variable(name, pointer) for name in names)
            self.assigned_ranges[number] = start, size
        return self.assigned_ranges[number]

    def variables(self) -> Iterator[GlobalVariable]:
        """Yield the variables of all memory ranges; the ranges are empty initially."""
        for pair in self.assigned_ranges.values():
            for symbol in pair:
                yield GlobalVariable(
                    Variable(symbol, str(symbol.payload), CVoid(), Role.GLOBAL, None), bv(0, symbol.sort.width)
                )


@dataclass(frozen=True, slots=True)
class ExistingObject:
    """Object that exists before the call: its address and size, and the bytes of its scalar
    elements, 1 if it has others.
    """

    address: Term
    size: Term
    element: int = 1


@dataclass(frozen=True, slots=True)
class Watch:
    """Loads of one arbitrary element before and after the call, under ``is_inside``."""

    before: Load
    after: Load
    is_inside: Term


@dataclass(frozen=True, slots=True)
class FrameCheck:
    """Statements around the call.

    ``first`` and ``last`` are executed always, and the loads of ``watches`` between them.
    """

    first: tuple[Statement, ...] = ()
    watches: tuple[Watch, ...] = ()
    last: tuple[Statement, ...] = ()


def allocated_objects(statements: Sequence[Statement], elements: Mapping[Term, int]) -> Iterator[ExistingObject]:
    """Yield the objects that ``statements`` allocate; ``elements`` are the bytes of the elements of
    some, by address.
    """
    for statement in statements:
        if isinstance(statement, Allocate):
            yield ExistingObject(statement.target, statement.size, elements.get(statement.target, 1))
        elif isinstance(statement, MakeStrings):
            yield ExistingObject(statement.target, vector(statement).size)


def frame_check(
    frame: FrameCondition,
    variables: Sequence[Variable],
    objects: Sequence[ExistingObject],
    new: Callable[[str, Sort], Term],
    function: str,
    span: Span | None,
) -> FrameCheck:
    """Return the statements around the call of ``function``.

    ``new`` creates variables of the function that contains the statements.
    """

    def violated(what: str) -> str:
        return f"assigns of {function} is violated: {what} is modified"

    first: list[Statement] = []
    last: list[Statement] = []
    for each in variables:
        kept = new(f"{each.name} before", each.symbol.sort)
        first.append(Assign(kept, each.symbol, span))
        last.append(Check(eq(each.symbol, kept), CheckKind.CONTRACT, violated(each.name), span))
    watches: list[Watch] = []
    for size in sorted({each.element for each in objects}):
        made, watch = _watched([each for each in objects if each.element == size], size, new, span)
        first += made
        watches.append(watch)
        same = or_(not_(watch.is_inside), _is_kept(watch, size, frame))
        last.append(Check(same, CheckKind.CONTRACT, violated("memory that it does not list"), span))
    return FrameCheck(tuple(first), tuple(watches), tuple(last))


def _watched(
    objects: Sequence[ExistingObject], size: int, new: Callable[[str, Sort], Term], span: Span | None
) -> tuple[list[Statement], Watch]:
    """Return statements that choose an arbitrary element of ``size`` bytes of ``objects``, and the
    loads of this element.
    """
    pointer = objects[0].address.sort
    what = "byte" if size == 1 else f"element of {size} bytes"
    offset, number = new(f"a {what} of memory", pointer), new(f"an object with a {what}", bit_vector(16))
    address, length = objects[0].address, objects[0].size
    for index, watched in enumerate(objects[1:], 1):
        is_this = eq(number, bv(index, 16))
        address, length = ite(is_this, watched.address, address), ite(is_this, watched.size, length)
    at, before, after = (new(f"{name} {what}", sort) for name, sort in _variables_of(pointer, size))
    is_inside = new(f"is {what} watched", BOOL)
    place = offset if size == 1 else bvmul(offset, bv(size, pointer.width))
    return [
        Havoc(offset, Origin.EXTERNAL, f"a {what}", span),
        Havoc(number, Origin.EXTERNAL, "an object", span),
        Assign(is_inside, bvult(place, length), span),
        Assign(at, bvadd(address, ite(is_inside, place, bv(0, pointer.width))), span),
        Assign(before, bv(0, 8 * size), span),
        Assign(after, bv(0, 8 * size), span),
    ], Watch(Load(before, at, span), Load(after, at, span), is_inside)


def _variables_of(pointer: Sort, size: int) -> tuple[tuple[str, Sort], ...]:
    return ("watched", pointer), ("before", bit_vector(8 * size)), ("after", bit_vector(8 * size))


def _is_kept(watch: Watch, size: int, frame: FrameCondition) -> Term:
    """Return the condition that the watched element is unchanged, or each changed byte is assigned."""
    before, after, at = watch.before.target, watch.after.target, watch.before.address

    def is_assigned(byte: Term) -> Term:
        ranges = frame.assigned_ranges.values()
        return or_(FALSE, *(and_(bvule(start, byte), bvult(bvsub(byte, start), length)) for start, length in ranges))

    if size == 1:
        return or_(eq(before, after), is_assigned(at))
    bytes_ = (
        or_(
            eq(extract(before, 8 * number + 7, 8 * number), extract(after, 8 * number + 7, 8 * number)),
            is_assigned(bvadd(at, bv(number, at.sort.width))),
        )
        for number in range(size)
    )
    return or_(eq(before, after), and_(*bytes_))
