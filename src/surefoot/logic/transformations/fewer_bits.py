"""Word width reduction: formulas over bit-vectors with fewer bits that are satisfiable if the
original ones are.

It applies to words that are only copied, increased by constants, compared, and used to index and
fill arrays.

Words form groups: words of one group are compared with each other, are branches of one
conditional, index one array, or are elements of one array. Let M satisfy the formulas, with
words of w bits for a group. Its *roots* are the n variables and words read from arrays, and the
constants K of the group; every other word of the group is a root plus an offset. For a suitable
function f from values to words of v <= w bits, M' has f(x) where M has x: variables have f of
their values, and array variables have at f(i) f of the element at i, for all values i of
indices. All words and conditions then follow by induction on terms:

    constants        become f of them.
    x + c            f(x + c) = f(x) + c for the values x of roots and all their offsets c.
    x = y, x < y     f is injective, and monotone where an order occurs, on all values of words.
    reads, writes    M' has at f(i) f of the element of M at i, for all values i of indices: by
definition for array variables; for written, conditional and constant arrays because f is injective
on indices. Other elements are never read, except by equality of arrays; the words of such arrays
keep their bits.

f is constructed as follows.

    Without additions and orders, and if |K| + n <= 2^v: at most n values of roots are not in K, so
f maps them and K to different words.

    Otherwise, place the values of roots on the circle of all words, with offsets from -a to b, a, b
>= 0. Gaps between neighbours of at most R = a + b are *small*. f keeps small gaps and maps others
to any size above R, on a circle of 2^v words. If the circle is cut at all large gaps, it falls into
stretches of roots. The words around one stretch, from a before its first root to b after its last
one, are disjoint from those of the next, before and after. f moves each stretch as a whole, so f(x
+ c) = f(x) + c defines it for all words, and their cyclic order is unchanged. If an order occurs,
zero belongs to K and f(0) = 0: the linear order starts there. It remains to fix f on K. Between two
neighbours of K at distance d there are at most n + 1 gaps: if d > (n + 1) (R + 1), one of them is
large, and the distance can become any number from (n + 1) (R + 1) on; otherwise all gaps are kept.
So neighbours of K have distance min(d, (n + 1) (R + 1)) afterwards, two of those that come closer
take the rest of the circle, and v is the least width for which the circle is large enough.

    Without orders and arrays, only pairs of words are compared, and R may be the largest difference
between the offsets of a compared pair: f is then defined on roots only, and x + c = y + c' depends
on whether their distance is c' - c.

Ensures: if the reduced formulas are unsatisfiable, so are the original ones. The converse does not
  hold; a model has to be computed with all bits.
"""

from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate, pairwise
from typing import NamedTuple

from surefoot.base.records import dataclass, field
from surefoot.logic.constructors.constants import bv
from surefoot.logic.constructors.unsimplified import unsimplified
from surefoot.logic.operators import Op
from surefoot.logic.semantics import signed
from surefoot.logic.sorts import ArraySort, BitVecSort, Sort, array_sort, bit_vector
from surefoot.logic.terms import Symbol, SymbolKind, Term, variable
from surefoot.logic.walk import fold, postorder


class _Port(NamedTuple):
    """Stands for all indices, or for all elements, of ``array``."""

    array: Term
    is_index: bool


_Word = Term | _Port
"""Member of a group."""


@dataclass(slots=True)
class _Group:
    """Group of related words, built by union-find. It is queried only after all formulas were
    visited.
    """

    width: int
    roots: int = 0
    """n of the module."""
    constants: set[int] = field(default_factory=set)
    """K of the module, but for zero where order matters."""
    farthest: int = 0
    """The largest difference between the offsets of two words that are compared."""
    lowest: int = 0
    highest: int = 0
    """The offsets."""
    has_sums: bool = False
    is_ordered: bool = False
    is_in_arrays: bool = False
    is_open: bool = True
    """True while no other operation uses its words."""

    def take(self, other: "_Group") -> None:
        """Have all that ``other`` has."""
        self.roots += other.roots
        self.constants |= other.constants
        self.farthest = max(self.farthest, other.farthest)
        self.lowest = min(self.lowest, other.lowest)
        self.highest = max(self.highest, other.highest)
        self.has_sums |= other.has_sums
        self.is_ordered |= other.is_ordered
        self.is_in_arrays |= other.is_in_arrays
        self.is_open &= other.is_open

    def shape(self) -> "_Shape":
        """Return the reduced form of the words of the group."""
        if not self.is_open:
            return _Shape(self.width, self.width, {})
        if self.has_sums or self.is_ordered:
            return self._on_circle()
        values = self.roots + len(self.constants)
        bits = min(self.width, max(1, (values - 1).bit_length()))
        return _Shape(self.width, bits, {value: number for number, value in enumerate(sorted(self.constants))})

    def _on_circle(self) -> "_Shape":
        is_defined_everywhere = self.is_ordered or self.is_in_arrays
        small = self.highest - self.lowest if is_defined_everywhere else self.farthest
        enough = (self.roots + 1) * (small + 1)
        fixed = sorted({0, *self.constants} if self.is_ordered else self.constants or {0})
        distances = [later - earlier for earlier, later in pairwise([*fixed, fixed[0] + (1 << self.width)])]
        new = [min(distance, enough) for distance in distances]
        bits = max(1, (sum(new) - 1).bit_length())
        if bits >= self.width:
            return _Shape(self.width, self.width, {})
        shortened = next(number for number, distance in enumerate(distances) if distance > enough)
        new[shortened] += (1 << bits) - sum(new)
        return _Shape(self.width, bits, dict(zip(fixed, accumulate(new, initial=0), strict=False)))


@dataclass(frozen=True)
class _Shape:
    """Reduced words: ``bits`` instead of ``width``, and the image of each constant that changes."""

    width: int
    bits: int
    constants: dict[int, int]

    @property
    def is_shorter(self) -> bool:
        return self.bits < self.width

    def constant(self, term: Term) -> Term:
        """Return the image of the constant ``term``."""
        return bv(self.constants[term.payload], self.bits) if self.is_shorter else term

    def offset(self, term: Term) -> Term:
        """Return the image of the constant ``term`` that is added to a word."""
        return bv(signed(term.payload, self.width), self.bits)


def with_fewer_bits(formulas: Sequence[Term]) -> list[Term] | None:
    """Return reduced formulas in the same order, or `None` if no word gets smaller; see the module.

    Ensures: if ``formulas`` are satisfiable, so is the result
    """
    groups = _Groups(formulas)
    if not groups.are_shorter:
        return None
    memo: dict[Term, Term] = {}
    return [fold(formula, groups.rebuilt, memo) for formula in formulas]


class _Groups:
    """The groups of the words in ``formulas``."""

    def __init__(self, formulas: Sequence[Term]) -> None:
        self._parents: dict[_Word, _Word] = {}
        """A union-find forest of words. Constants are not in it: each group has its own."""
        self._groups: dict[_Word, _Group] = {}
        """The group of each root of the forest."""
        self._offsets: dict[Term, tuple[int, int]] = {}
        """From which to which offset a word is from a root."""
        for term in postorder(formulas):
            self._look_at(term)

    @cached_property
    def _shapes(self) -> dict[_Word, _Shape]:
        return {word: group.shape() for word, group in self._groups.items()}

    @property
    def are_shorter(self) -> bool:
        """True if some word gets smaller."""
        return any(shape.is_shorter for shape in self._shapes.values())

    def rebuilt(self, term: Term, args: list[Term]) -> Term:
        """Return the reduced ``term``; ``args`` are its reduced arguments."""
        if not args:
            return self._leaf(term)
        if any(_is_constant(each) for each in term.args):
            args = self._with_constants(term, args)
        payload = self._sort_of(term) if term.op is Op.CONSTANT_ARRAY else term.payload
        if payload is term.payload and all(new is old for old, new in zip(term.args, args, strict=True)):
            return term
        return unsimplified(term.op, args, payload)

    def _leaf(self, term: Term) -> Term:
        sort = self._sort_of(term) if term.op is Op.VARIABLE else term.sort
        if sort is term.sort:
            return term
        symbol = term.payload
        return variable(Symbol(SymbolKind.AUXILIARY, f"fewer bits of {symbol.key}", 0, symbol.spelling), sort)

    def _with_constants(self, term: Term, args: Sequence[Term]) -> list[Term]:
        """Return ``args`` with the images of the constant arguments of ``term``."""
        if term.op is Op.BVADD:
            shape = self._shape_of(term)
            return [
                shape.offset(old) if _is_constant(old) and shape.is_shorter else new
                for old, new in zip(term.args, args, strict=True)
            ]
        found = []
        for position, (old, new) in enumerate(zip(term.args, args, strict=True)):
            beside = self._beside(term, position) if _is_constant(old) else None
            found.append(new if beside is None else self._shape_of(beside).constant(old))
        return found

    def _beside(self, term: Term, position: int) -> _Word | None:
        """Return a word of the group of the constant argument of ``term`` at ``position``; `None`
        if it keeps its bits.
        """
        match term.op:
            case Op.EQ | Op.BVULT:
                return next((each for each in term.args if each in self._parents), None)
            case Op.ITE:
                return term
            case Op.SELECT | Op.STORE:
                port = _Port(term.args[0], is_index=position == 1)
                return port if port in self._parents else None
            case Op.CONSTANT_ARRAY:
                port = _Port(term, is_index=False)
                return port if port in self._parents else None
            case _:
                return None

    def _sort_of(self, term: Term) -> Sort:
        """Return the sort that ``term``, a word or an array, has with fewer bits."""
        if isinstance(term.sort, BitVecSort):
            return bit_vector(self._shape_of(term).bits)
        if not _has_ports(term):
            return term.sort
        index, element = term.sort.index, term.sort.element  # type: ignore[union-attr]
        for port in _ports(term):
            bits = bit_vector(self._shape_of(port).bits)
            index, element = (bits, element) if port.is_index else (index, bits)
        return array_sort(index, element)

    def _shape_of(self, word: _Word) -> _Shape:
        return self._shapes[self._root(word)]

    def _look_at(self, term: Term) -> None:
        words = [each for each in term.args if isinstance(each.sort, BitVecSort)]
        arrays = [each for each in term.args if _has_ports(each)]
        match term.op:
            case Op.CONSTANT if not isinstance(term.sort, ArraySort):
                pass
            case Op.VARIABLE if isinstance(term.sort, BitVecSort):
                self._add(term, (0, 0)).roots = 1
            case Op.VARIABLE if _has_ports(term):
                self._add_ports(term)
            case Op.EQ | Op.BVULT if words:
                self._compare(term, words)
            case Op.ITE if words:
                offsets = [self._offset(each) for each in words]
                self._add(term, (min(low for low, _ in offsets), max(high for _, high in offsets)))
                self._join([term, *words])
            case Op.ITE if len(arrays) == 2:
                self._add_ports(term)
                self._join_arrays([term, *arrays])
            case Op.BVADD if sum(map(_is_constant, words)) == len(words) - 1:
                (word,) = (each for each in words if not _is_constant(each))
                low, high = self._offset(word)
                more = sum(signed(each.payload, each.sort.width) for each in words if each is not word)
                self._add(term, (low + more, high + more)).has_sums = True
                self._join([term, word])
            case Op.SELECT if arrays:
                self._read(term)
            case Op.STORE if arrays:
                self._add_ports(term)
                self._join_arrays([term, arrays[0]])
                self._put(term, term.args[1], is_index=True)
                self._put(term, term.args[2], is_index=False)
            case Op.CONSTANT_ARRAY if _has_ports(term):
                self._add_ports(term)
                self._put(term, term.args[0], is_index=False)
            case _:
                self._keep_bits(term)

    def _compare(self, term: Term, words: Sequence[Term]) -> None:
        self._join(words)
        (low, high), (other_low, other_high) = map(self._offset, words)
        known = next((each for each in words if each in self._parents), None)
        if known is not None:
            group = self._groups[self._root(known)]
            group.farthest = max(group.farthest, high - other_low, other_high - low)
            group.is_ordered |= term.op is Op.BVULT

    def _read(self, term: Term) -> None:
        array, index = term.args
        if isinstance(term.sort, BitVecSort):
            self._add(term, (0, 0)).roots = 1
            self._put(array, term, is_index=False)
        self._put(array, index, is_index=True)

    def _keep_bits(self, term: Term) -> None:
        """Leave ``term``, which is not understood, and all words that it is made of as they are."""
        if isinstance(term.sort, BitVecSort):
            self._add(term, (0, 0))
        if _has_ports(term):
            self._add_ports(term)
        for each in (term, *term.args):
            touched: Sequence[_Word] = _ports(each) if _has_ports(each) else [each]
            for word in touched:
                if word in self._parents:
                    self._groups[self._root(word)].is_open = False

    def _add(self, word: Term, offset: tuple[int, int]) -> _Group:
        """Create a group of ``word`` alone."""
        self._parents[word] = word
        self._offsets[word] = offset
        self._groups[word] = _Group(word.sort.width, lowest=min(0, offset[0]), highest=max(0, offset[1]))
        return self._groups[word]

    def _add_ports(self, array: Term) -> None:
        """Groups for the indices and for the elements of ``array``."""
        for port in _ports(array):
            sort = array.sort.index if port.is_index else array.sort.element  # type: ignore[union-attr]
            self._parents[port] = port
            self._groups[port] = _Group(sort.width, is_in_arrays=True)

    def _join_arrays(self, arrays: Sequence[Term]) -> None:
        for same in zip(*map(_ports, arrays), strict=True):
            self._join(same)

    def _put(self, array: Term, word: Term, *, is_index: bool) -> None:
        """Let ``word`` be an index or element of ``array``."""
        port = _Port(array, is_index)
        if port in self._parents:
            self._join([port, word])

    def _join(self, words: Sequence[_Word]) -> None:
        """Put ``words`` into one group; constants are what the others are compared with."""
        roots = [self._root(each) for each in words if not _is_constant(each)]
        for other in roots[1:]:
            if other != roots[0] and other in self._groups:
                self._parents[other] = roots[0]
                self._groups[roots[0]].take(self._groups.pop(other))
        if roots:
            constants = (each.payload for each in words if isinstance(each, Term) and _is_constant(each))
            self._groups[roots[0]].constants.update(constants)

    def _root(self, word: _Word) -> _Word:
        while self._parents[word] != word:
            self._parents[word] = word = self._parents[self._parents[word]]
        return word

    def _offset(self, word: Term) -> tuple[int, int]:
        return (0, 0) if _is_constant(word) else self._offsets[word]


def _is_constant(word: _Word) -> bool:
    return isinstance(word, Term) and word.op is Op.CONSTANT and isinstance(word.sort, BitVecSort)


def _has_ports(term: Term) -> bool:
    """Return whether ``term`` is an array without nested arrays."""
    return isinstance(term.sort, ArraySort) and not isinstance(term.sort.element, ArraySort)


def _ports(array: Term) -> list[_Port]:
    """Return the group members for the indices and elements of ``array``."""
    sort = array.sort
    parts = ((True, sort.index), (False, sort.element))  # type: ignore[union-attr]
    return [_Port(array, is_index) for is_index, part in parts if isinstance(part, BitVecSort)]
