"""Checks that a function under proof changes only what its assigns clause lists.

Runs start with the objects of arguments and of global variables and no others. One arbitrary byte
of them is chosen before the call. After the call it is unchanged or inside assigned memory. A
promoted global variable is compared as a whole.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from surefoot.base.records import dataclass, field
from surefoot.base.spans import Span
from surefoot.logic import (
    FALSE,
    TRUE,
    Sort,
    Term,
    and_,
    bit_vector,
    bv,
    bvadd,
    bvsub,
    bvule,
    bvult,
    eq,
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
    """Object that exists before the call: its address and size."""

    address: Term
    size: Term


@dataclass(frozen=True, slots=True)
class FrameCheck:
    """Statements around the call.

    ``before`` and ``after`` are executed under ``is_inside``, ``first`` and ``last`` always.
    """

    first: tuple[Statement, ...]
    before: Statement | None
    after: Statement | None
    is_inside: Term
    last: tuple[Statement, ...]


def allocated_objects(statements: Sequence[Statement]) -> Iterator[ExistingObject]:
    """Yield the objects that ``statements`` allocate."""
    for statement in statements:
        if isinstance(statement, Allocate):
            yield ExistingObject(statement.target, statement.size)
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
    if not objects:
        return FrameCheck(tuple(first), None, None, FALSE, tuple(last))
    pointer = objects[0].address.sort
    offset, number = new("a byte of memory", pointer), new("an object", bit_vector(16))
    first += (
        Havoc(target, Origin.EXTERNAL, name, span) for target, name in ((offset, "a byte"), (number, "an object"))
    )
    address, size = objects[0].address, objects[0].size
    for index, watched in enumerate(objects[1:], 1):
        is_this = eq(number, bv(index, 16))
        address, size = ite(is_this, watched.address, address), ite(is_this, watched.size, size)
    at, before, after = new("watched", pointer), new("byte before", bit_vector(8)), new("byte after", bit_vector(8))
    is_inside = new("is watched", eq(number, number).sort)
    first += (
        Assign(is_inside, bvult(offset, size), span),
        Assign(at, bvadd(address, ite(is_inside, offset, bv(0, pointer.width))), span),
        Assign(before, bv(0, 8), span),
        Assign(after, bv(0, 8), span),
    )
    assigned = or_(
        FALSE,
        *(and_(bvule(start, at), bvult(bvsub(at, start), length)) for start, length in frame.assigned_ranges.values()),
    )
    same = or_(not_(is_inside), eq(before, after), assigned)
    last.append(Check(same, CheckKind.CONTRACT, violated("memory that it does not list"), span))
    return FrameCheck(tuple(first), Load(before, at, span), Load(after, at, span), and_(TRUE, is_inside), tuple(last))
