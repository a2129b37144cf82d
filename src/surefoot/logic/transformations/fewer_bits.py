"""Formulas about words with fewer bits, where they only move words around, add constants to them, ask which of two is the smaller one and whether they are equal, and read and write arrays at them.

Words fall into groups such that only those of one group are compared with each other, are chosen between, are indices of one array, or are elements of one. Let M satisfy the formulas, with words of w bits for a group. Its
*roots* are the n variables and words read from arrays, and the constants K of the group; every other word of it is a root plus an offset. For a suitable function f from values to words of
v <= w bits, M' is to have f(x) where M has x: variables are given f of what they were, and array variables f of what was at i at f(i), for all i that are values of indices. Then all words and conditions follow, from the inside out:

    constants        are replaced by f of them.
    x + c            f(x + c) = f(x) + c for the values x of roots and all their offsets c.
    x = y, x < y     f keeps apart what differs, and order where somebody asks for it, among all values of words.
    reads, writes    M' has f of what M has at i at f(i), for all values i of indices: for array variables by definition, and for what is written, chosen between or constant because f keeps indices apart. What is elsewhere is never read; who
                     asks whether two arrays are equal does look there, so the words of such arrays keep their bits.

f is found as follows.

    Nothing is added, nobody asks for order, and |K| + n <= 2^v: values of roots that are not in K are at most n, so let f give different words to them and to those of K.

    Else, put the values of roots on the circle of all words, and let offsets be from -a to b with a, b >= 0. Gaps between neighbours of at most R = a + b are *small*. Let f leave small gaps as they are and change others to any size above R, on a circle
    of 2^v words. Where the circle is cut at all large gaps, it falls into stretches of roots. The words around those of one stretch, from a before its first root to b after its last one, are apart from those of the next, before and after. f moves each stretch as a whole, so
    f(x + c) = f(x) + c defines it for all words, and they are met on the way round the circle as before. Where somebody asks for order, zero belongs to K, and f(0) = 0: the way round begins there.
    It remains to fix f on K. Between two neighbours of K that are d apart, there are at most n + 1 gaps: if d > (n + 1) (R + 1), one is large, and they can be brought to any sum from (n + 1) (R + 1) on; else they are all left as they are. So neighbours of K are
    min(d, (n + 1) (R + 1)) apart afterwards, two of those that come closer take up what is left of the circle, and v is such that it is large enough.

    Where nobody asks for order and no array is involved, nothing is compared but pairs of words, and R may be the largest difference between the offsets of two that are: f is only defined on roots then, and whether x + c = y + c' depends on whether their distance is c' - c.

So what no values of fewer bits satisfy, no values satisfy. The other direction is not needed: who gets values has to ask again with all bits.
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
from surefoot.logic.symbols import Symbol, SymbolKind
from surefoot.logic.terms import Term, variable
from surefoot.logic.walk import fold, postorder


class _Port(NamedTuple):
    """Stands for all indices, or for all elements, of ``array``."""

    array: Term
    is_index: bool


_Word = Term | _Port
"""What is in groups."""


@dataclass(slots=True)
class _Group:
    """Words that have to do with each other, and with no others. What is learned of one is soon taken over by another, so it is not asked for words before all is known."""

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
    """Whether nothing else is done with them."""

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
        """How words of the group look with fewer bits."""
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
    """Words of a group have ``bits`` instead of ``width``, and ``constants`` become others unless that is the same."""

    width: int
    bits: int
    constants: dict[int, int]

    @property
    def is_shorter(self) -> bool:
        return self.bits < self.width

    def constant(self, term: Term) -> Term:
        """What stands for the constant ``term``."""
        return bv(self.constants[term.payload], self.bits) if self.is_shorter else term

    def offset(self, term: Term) -> Term:
        """What stands for the constant ``term`` that is added to a word."""
        return bv(signed(term.payload, self.width), self.bits)


def with_fewer_bits(formulas: Sequence[Term]) -> list[Term] | None:
    """Formulas that have common values if ``formulas`` have, see the module, in the same order; ``None`` if no word would be smaller."""
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
        """Whether some word is."""
        return any(shape.is_shorter for shape in self._shapes.values())

    def rebuilt(self, term: Term, args: list[Term]) -> Term:
        """``term`` with fewer bits, where ``args`` are what its arguments became."""
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
        """``args`` with what stands for those arguments of ``term`` that are constants."""
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
        """A word of the group that the argument of ``term`` at ``position`` belongs to, which is a constant; ``None`` if it keeps its bits."""
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
        """The sort that ``term``, a word or an array, has with fewer bits."""
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
        """A group for ``word`` alone."""
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
    """Whether ``term`` is an array that holds no arrays."""
    return isinstance(term.sort, ArraySort) and not isinstance(term.sort.element, ArraySort)


def _ports(array: Term) -> list[_Port]:
    """What stands for the indices and elements of ``array`` that are words."""
    sort = array.sort
    parts = ((True, sort.index), (False, sort.element))  # type: ignore[union-attr]
    return [_Port(array, is_index) for is_index, part in parts if isinstance(part, BitVecSort)]
