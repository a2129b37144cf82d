"""Memory objects: identity, lifetime, and initial contents."""

from collections.abc import Callable

from surefoot.base.errors import SurefootError
from surefoot.base.records import dataclass, field
from surefoot.logic import (
    TRUE,
    ArraySort,
    FloatSort,
    Op,
    Sort,
    Symbol,
    SymbolKind,
    Term,
    array_sort,
    bit_vector,
    bv,
    constant_array,
    eq,
    ite,
    select,
    store,
    variable,
)
from surefoot.program.layout import Region, byte_size
from surefoot.program.program import Function
from surefoot.semantics.memory.bits import as_bits, byte_of, joined, slice_of
from surefoot.semantics.memory.pools import Pool
from surefoot.semantics.memory.strings import Strings

_WHOLE = -1
"""Key of the symbol for all offsets at once."""


AllocationSite = tuple[tuple[str, str, int] | str, ...]
"""Allocation site with its calling context.

It holds (function, block, statement) of every caller, outermost first, and the variable that the
address of the object is assigned to.
"""


class InitialContents:
    """Initial bytes of an object; one value for all runs that share the object.

    Unknown bytes are symbols made on demand, identified by the object's address and their offset.
    The pieces never overlap, and every reader gets the same ones, so that a model gives each byte
    one value. The byte at offset ``end``, if given, is 0.
    """

    __slots__ = (
        "_array",
        "_element_size",
        "_end",
        "_name",
        "_on_new_symbol",
        "_owner",
        "_pieces",
        "_widest",
        "is_zero",
    )

    def __init__(
        self,
        name: str,
        address: Term,
        *,
        is_zero: bool,
        on_new_symbol: Callable[[Term], None],
        end: Term | None = None,
    ) -> None:
        self._end = end
        self._name = name
        self._owner: str = address.payload.key
        self._on_new_symbol = on_new_symbol
        self.is_zero = is_zero
        self._pieces: dict[int, Term] = {}
        self._widest = 1
        self._array: Term | None = None
        self._element_size = 0

    def element_size(self, preferred: int) -> int:
        """Return the bytes of an element when the object is an array: the first preference, for
        ever.
        """
        if not self._element_size:
            self._element_size = preferred if self._end is None else 1
        return self._element_size

    def read(self, offset: int, sort: Sort) -> Term:
        """Return the cell at ``offset``.

        It has ``sort`` if nothing else was read there before, except for floats, which have fewer
        NaNs than bits.
        """
        size = byte_size(sort)
        if self.is_zero:
            return bv(0, 8 * size)
        if self._end is not None:
            return joined([self._byte(at) for at in range(offset, offset + size)])
        exact = self._pieces.get(offset)
        if exact is not None and byte_size(exact.sort) == size:
            return exact
        if self._array is None and not self._covers_any(offset, size):
            return self._new_piece(offset, bit_vector(8 * size) if isinstance(sort, FloatSort) else sort)
        return joined([self._byte(at) for at in range(offset, offset + size)])

    def array(self, index: Sort) -> Term:
        """Return all contents as an array.

        Requires: the element size is fixed.
        """
        element_size = self._element_size
        sort = array_sort(index, bit_vector(8 * element_size))
        if self.is_zero:
            return constant_array(sort, bv(0, 8 * element_size))
        if self._array is None:
            self._array = self._symbol(_WHOLE, f"{self._name}[]", sort)
        whole = self._array
        for element in sorted({at // element_size for at in self._covered()}):
            bytes_ = [self._byte(element * element_size + at) for at in range(element_size)]
            whole = store(whole, bv(element, _width(index)), joined(bytes_))
        return whole if self._end is None else store(whole, self._end, bv(0, 8))

    def symbols(self) -> tuple[tuple[int, Term], ...]:
        """Return the unknown pieces (offset, symbol), for reading a model."""
        return tuple(sorted(self._pieces.items()))

    @property
    def array_symbol(self) -> Term | None:
        """The symbol of the unknown array, if one was made."""
        return self._array

    def _new_piece(self, offset: int, sort: Sort) -> Term:
        piece = self._symbol(offset, f"{self._name}[{offset}:{byte_size(sort)}]", sort)
        self._pieces[offset] = piece
        self._widest = max(self._widest, byte_size(sort))
        self._on_new_symbol(piece)
        return piece

    def _symbol(self, number: int, spelling: str, sort: Sort) -> Term:
        return variable(Symbol(SymbolKind.CONTENTS, self._owner, number, spelling), sort)

    def _covers_any(self, offset: int, size: int) -> bool:
        return any(self._piece_over(at) is not None for at in range(offset, offset + size))

    def _covered(self) -> list[int]:
        return [at for start, piece in self._pieces.items() for at in range(start, start + byte_size(piece.sort))]

    def _piece_over(self, at: int) -> tuple[int, Term] | None:
        for start in range(at, at - self._widest, -1):
            piece = self._pieces.get(start)
            if piece is not None:
                return (start, piece) if at < start + byte_size(piece.sort) else None
        return None

    def _byte(self, at: int) -> Term:
        byte = self._unknown_byte(at)
        if self._end is None:
            return byte
        return ite(eq(self._end, bv(at, _width(self._end.sort))), bv(0, 8), byte)

    def _unknown_byte(self, at: int) -> Term:
        over = self._piece_over(at)
        if over is not None:
            start, piece = over
            return byte_of(as_bits(piece), at - start)
        array = self._array
        if array is not None and isinstance(array.sort, ArraySort):
            size = byte_size(array.sort.element)
            return slice_of(select(array, bv(at // size, _width(array.sort.index))), at % size, 1)
        return self._new_piece(at, bit_vector(8))


class OverlappingLifetimes(SurefootError):
    """Error: a recycled stack object is allocated while it is alive, or has no constant size."""

    def __init__(self) -> None:
        super().__init__("objects on the stack that are made in a loop live at the same time")


@dataclass(frozen=True, slots=True, eq=False)
class LifetimeEvent:
    """Event in the lifetime history of a memory: from then on ``object`` is alive iff ``alive``."""

    object: "MemoryObject"
    alive: Term
    before: "LifetimeEvent | None"


@dataclass(frozen=True, slots=True, eq=False)
class MemoryObject:
    """Memory object with identity; ``number`` is its place in allocation order.

    ``allocation_guard`` is satisfied by the runs that allocate it; constraints on its size must not
    exclude other runs. ``history`` is the lifetime history of the memory at its allocation: it
    determines which older objects are alive then. With ``ends_with_block`` the addresses may be
    reused while the object seems to be alive.
    """

    number: int
    name: str
    address: Term
    size: Term
    alignment: int
    region: Region
    read_only: bool
    initial: InitialContents
    function: Function | None = None
    allocation_guard: Term = TRUE
    history: LifetimeEvent | None = None
    ends_with_block: bool = False
    made_at: str = ""
    """Variable that its address is assigned to by its Allocate statement, if there is one."""
    allocation_site: "AllocationSite | None" = None
    """Allocation site, for stack objects."""
    is_recycled: bool = False
    """True iff it stands for all objects allocated at its site, of which one is alive at a time. No
    result may depend on its address, which differs for each of them."""
    pool: Pool | None = None
    """The pool, if it is a summarised object; ``address`` is then the array of instance addresses.
    """
    strings: Strings | None = None
    """The contents, if it summarises all argument strings, which are instances of ``pool`` and
    never change."""
    literal: bytes | None = None
    """Its bytes, if it is a string literal."""
    is_text: bool = False
    """True iff it was declared as an array of characters; that affects the representation of its
    contents, never their value."""
    constant_size: int | None = field(init=False)

    def __post_init__(self) -> None:
        known = int(self.size.payload) if self.size.op is Op.CONSTANT else None
        object.__setattr__(self, "constant_size", known)


def _width(sort: Sort) -> int:
    return sort.width
