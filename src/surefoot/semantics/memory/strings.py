"""Argument strings of a run, any number of them, and the vector of their addresses (``argv``).

They are not part of states: number, lengths and contents are chosen before the first loop of the
program and constant from then on, as long as no statement writes to them (`StringsChanged`). String
``k`` is instance ``k`` of one summarised object.
"""

from surefoot.base.errors import SurefootError
from surefoot.base.records import dataclass
from surefoot.logic import (
    Sort,
    Symbol,
    SymbolKind,
    Term,
    array_sort,
    bit_vector,
    bv,
    bvadd,
    bvult,
    concat,
    eq,
    extract,
    ite,
    select,
    variable,
    zero_extend,
)
from surefoot.program.layout import byte_size
from surefoot.semantics.memory.bits import as_sort, congruence, joined, resized
from surefoot.semantics.memory.pools import INSTANCE


class StringsChanged(SurefootError):
    """Error: the program writes to its argument strings, or to the vector of their addresses."""

    def __init__(self) -> None:
        super().__init__("the program writes to the strings that it is given, or to the array of their addresses")


@dataclass(frozen=True, slots=True)
class Strings:
    """Contents of ``count`` strings.

    String ``k`` has ``lengths[k]`` characters, of which number ``j`` is ``characters[k, j]``, and a
    terminating zero.
    """

    count: Term
    """Number of the sort of pointers."""
    addresses: Term
    lengths: Term
    characters: Term

    @staticmethod
    def named(name: str, addresses: Term, count: Term, length: Sort) -> "Strings":
        """Return strings at unknown ``addresses``, with unknown characters and unknown lengths of
        the sort ``length``.
        """
        owner: str = addresses.payload.key
        sorts = array_sort(INSTANCE, length), array_sort(bit_vector(INSTANCE.width + length.width), bit_vector(8))
        symbols = (
            Symbol(SymbolKind.CONTENTS, owner, 0, f"lengths of {name}"),
            Symbol(SymbolKind.CONTENTS, owner, 1, name),
        )
        lengths, characters = (variable(symbol, sort) for symbol, sort in zip(symbols, sorts, strict=True))
        return Strings(count, addresses, lengths, characters)

    def copy(self) -> "Strings":
        """Return the object itself: it is immutable."""
        return self

    @property
    def symbols(self) -> tuple[Term, Term, Term]:
        """The symbols that were chosen at allocation."""
        return self.addresses, self.lengths, self.characters

    @property
    def made(self) -> Term:
        """The number of strings as a number of instances."""
        return resized(self.count, INSTANCE.width)

    def size(self, number: Term) -> Term:
        """Return the bytes of string ``number``."""
        return bvadd(self._length(number), bv(1, self._width))

    def read(self, number: Term, offset: Term, sort: Sort) -> Term:
        """Return the value of ``sort`` at ``offset`` of string ``number``."""
        return as_sort(joined([self._byte(number, offset, at) for at in range(byte_size(sort))]), sort)

    @property
    def length_width(self) -> int:
        """The bits of the length of a string, and of offsets in it."""
        return select(self.lengths, bv(0, INSTANCE.width)).sort.width

    @property
    def _width(self) -> int:
        return self.count.sort.width

    def _length(self, number: Term) -> Term:
        return zero_extend(select(self.lengths, number), self._width)

    def _byte(self, number: Term, offset: Term, distance: int) -> Term:
        length = select(self.lengths, number)
        at = resized(bvadd(offset, bv(distance, self._width)), length.sort.width)  # offsets inside strings fit
        return ite(eq(at, length), bv(0, 8), select(self.characters, concat(number, at)))


@dataclass(frozen=True, slots=True)
class Vector:
    """The addresses of all ``strings``, consecutive, and a terminating null pointer."""

    strings: Strings

    def copy(self) -> "Vector":
        """Return the object itself: it is immutable."""
        return self

    def read(self, offset: Term, sort: Sort) -> Term | None:
        """Return the address at ``offset``; ``None`` unless the access certainly covers one whole
        address.
        """
        width = self.strings.count.sort.width
        each = width // 8
        bits, residue = congruence(offset)
        if byte_size(sort) != each or (1 << bits) % each or residue % each:
            return None
        index = zero_extend(extract(offset, width - 1, each.bit_length() - 1), width)
        address = select(self.strings.addresses, resized(index, INSTANCE.width))
        return as_sort(ite(bvult(index, self.strings.count), address, bv(0, width)), sort)
