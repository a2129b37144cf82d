"""Memory of path programs: loads, stores and allocations as statements about arrays of bytes."""

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from surefoot.base.spans import Span
from surefoot.logic import (
    BitVecSort,
    Op,
    Sort,
    Term,
    and_,
    array_sort,
    bit_vector,
    bv,
    bvadd,
    bvsub,
    bvule,
    bvurem,
    concat,
    eq,
    extract,
    select,
    store,
    substitute,
    variable,
    variables_of,
    zero_extend,
)
from surefoot.program.access import terms_read
from surefoot.program.ctypes import CVoid
from surefoot.program.layout import literal_text
from surefoot.program.limits import LIMITS
from surefoot.program.passes.followed_path import FIRST_PAGE
from surefoot.program.program import Function, Program, Role, Variable
from surefoot.program.statements import (
    Allocate,
    Assign,
    Assume,
    Branch,
    Check,
    Copy,
    EndLifetime,
    Fill,
    Havoc,
    Load,
    Origin,
    Statement,
    Store,
    Terminator,
)

OUTSIDE: Final = "stub"
"""Name of inputs whose values code outside of the path program determines."""


class PathMemory:
    """Memory of a path program: an array of bytes, and one for each local object whose address is
    only used for accesses.

    Addresses and values are terms over the variables of frames. New variables are added to
    ``variables``, those of the path program.
    """

    def __init__(self, source: Program, variables: dict[Term, Variable]) -> None:
        self._source = source
        self._variables = variables
        self._regions: dict[Term, Term] = {}
        """The array of each local object whose address does not escape."""
        self._new_variables = 0

    @property
    def arrays(self) -> tuple[Term, ...]:
        """All arrays."""
        return (self.common, *dict.fromkeys(self._regions.values()))

    @property
    def common(self) -> Term:
        """Array of the bytes of all objects without an array of their own."""
        return self._array("memory")

    def _array(self, name: str) -> Term:
        sort = array_sort(bit_vector(self._source.data_model.pointer_width), bit_vector(8))
        symbol = variable(f"{name} on the path", sort)
        self._variables.setdefault(symbol, Variable(symbol, name, CVoid(), Role.TEMPORARY, None))
        return symbol

    def new(self, name: str, sort: Sort) -> Term:
        """Return a new variable of the path program."""
        self._new_variables += 1
        symbol = variable(f"{name} ({self._new_variables})", sort)
        self._variables[symbol] = Variable(symbol, name, CVoid(), Role.TEMPORARY, None)
        return symbol

    def add_local_objects(self, function: Function, names: Mapping[Term, Term]) -> None:
        """Give each local object of ``function`` an array of its own if its address is only used
        for accesses; ``names`` are the variables of the function in its frame.
        """
        statements = [each for block in function.blocks.values() for each in (*block.statements, block.terminator)]
        targets = [each.target for each in statements if isinstance(each, Allocate)]
        allocated = {each for each in targets if targets.count(each) == 1}
        escaping = {symbol for each in statements for symbol in _escaping(each, allocated)}
        for target in targets:
            if target in allocated - escaping:
                own = names[target]
                self._regions[own] = self._array(f"contents of {own}")

    def array_of(self, address: Term) -> Term:
        """Return the array that contains the byte at ``address``."""
        mentioned = [each for each in variables_of(address) if each in self._regions]
        return self._regions[mentioned[0]] if len(mentioned) == 1 else self.common

    def read(self, target: Term, address: Term, span: Span | None) -> Statement:
        """Return the effect of a load from ``address``."""
        if not isinstance(target.sort, BitVecSort):
            return Havoc(target, Origin.EXTERNAL, OUTSIDE, span)
        array, width = self.array_of(address), target.sort.width
        count = (width + 7) // 8
        parts = [select(array, plus(address, at)) for at in range(count)]
        value = parts[0]
        for each in parts[1:]:
            value = concat(each, value)
        return Assign(target, value if 8 * count == width else extract(value, width - 1, 0), span)

    def written(self, address: Term, value: Term, span: Span | None) -> Iterator[Statement]:
        """Yield the effect of a store of ``value``."""
        array = self.array_of(address)
        if not isinstance(value.sort, BitVecSort):
            count = (getattr(value.sort, "bits", 128) + 7) // 8
            bytes_ = [self.new("byte", bit_vector(8)) for _ in range(count)]
            for each in bytes_:
                yield Havoc(each, Origin.EXTERNAL, OUTSIDE, span)
        else:
            count = (value.sort.width + 7) // 8
            whole = zero_extend(value, 8 * count) if 8 * count > value.sort.width else value
            bytes_ = [extract(whole, 8 * at + 7, 8 * at) for at in range(count)]
        new = array
        for at, each in enumerate(bytes_):
            new = store(new, plus(address, at), each)
        yield Assign(array, new, span)

    def block_written(
        self, statement: Copy | Fill, target: Term, size: Term, names: Mapping[Term, Term]
    ) -> Iterator[Statement]:
        """Yield the effect of a copy or fill: exact for few bytes."""
        array = self.array_of(target)
        if size.op is not Op.CONSTANT or int(size.payload) > LIMITS.copied_bytes:
            yield Havoc(array, Origin.EXTERNAL, OUTSIDE, statement.span)
            return
        count = int(size.payload)
        if isinstance(statement, Fill):
            values = [substitute(statement.byte, names)] * count
        else:
            source = substitute(statement.source, names)
            values = [select(self.array_of(source), plus(source, at)) for at in range(count)]
        new = array
        for at, each in enumerate(values):
            new = store(new, plus(target, at), each)
        yield Assign(array, new, statement.span)

    def allocated(self, target: Term, size: Term, allocation: Allocate) -> Iterator[Statement]:
        """Yield an arbitrary address that is not null and aligned; the contents are arbitrary."""
        width = width_of(target)
        yield Havoc(target, Origin.EXTERNAL, OUTSIDE, allocation.span)
        yield Assume(bvule(bv(FIRST_PAGE, width), target), None)
        if allocation.alignment > 1:
            yield Assume(eq(bvurem(target, bv(allocation.alignment, width)), bv(0, width)), None)
        yield Assume(bvule(target, bvadd(target, size)), None)
        is_small = size.op is Op.CONSTANT and int(size.payload) <= LIMITS.copied_bytes
        if allocation.zeroed and is_small:
            yield from self.block_written(Fill(target, bv(0, 8), size, allocation.span), target, size, {})

    def _literals(self) -> list[tuple[Term, bytes]]:
        """Return the addresses and contents of short string literals."""
        texts = ((each.address, literal_text(each)) for each in self._source.global_objects)
        return [(address, text) for address, text in texts if text and len(text) <= LIMITS.string_bytes]

    def literals_unchanged(self) -> Iterator[Statement]:
        """Yield the assumption that short string literals have their contents, which no run
        changes.
        """
        equal = [
            eq(select(self.common, plus(address, at)), bv(byte, 8))
            for address, text in self._literals()
            for at, byte in enumerate(text)
        ]
        if equal:
            yield Assume(and_(*equal), None)

    def outside_literals(self, address: Term) -> Iterator[Statement]:
        """Yield the assumption that ``address`` is in no short string literal."""
        if self.array_of(address) is self.common:
            for start, text in self._literals():
                yield Assume(bvule(bv(len(text), width_of(address)), bvsub(address, start)), None)


def _escaping(statement: Statement | Terminator, allocated: Collection[Term]) -> Iterator[Term]:
    """Yield the addresses of ``allocated`` objects that ``statement`` uses otherwise than as the
    base of an access.
    """
    accessed: tuple[Term, ...] = ()
    others: tuple[Term, ...] = ()
    match statement:
        case Load(_, address):
            accessed = (address,)
        case Store(address, value):
            accessed, others = (address,), (value,)
        case Copy(target, source, size):
            accessed, others = (target, source), (size,)
        case Fill(target, byte, size):
            accessed, others = (target,), (byte, size)
        case Assume() | Check() | Branch() | EndLifetime():
            return
        case _:
            others = terms_read(statement)
    for each in accessed:
        parts = each.args if each.op is Op.BVADD else (each,)
        bases = [part for part in parts if part in allocated]
        offsets = [part for part in parts if part not in allocated]
        others = (*others, *offsets, *(bases if len(bases) > 1 else ()))
    for each in others:
        yield from (symbol for symbol in variables_of(each) if symbol in allocated)


def width_of(address: Term) -> int:
    """Return the number of bits of ``address``."""
    sort = address.sort
    if not isinstance(sort, BitVecSort):
        raise TypeError(sort)
    return sort.width


def plus(address: Term, offset: int) -> Term:
    """Return ``address`` plus ``offset`` bytes."""
    return bvadd(address, bv(offset, width_of(address))) if offset else address
