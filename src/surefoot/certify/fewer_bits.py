"""Asks about words with fewer bits, where formulas only move words around, add constants to them and ask whether two are equal.

Such words fall into groups that are never compared with each other. Let a group have the variables V and be compared with the constants K, in words of w bits. If the formulas are satisfiable, they
are so with words of v <= w bits for the group:

    nothing is added, and |K| + |V| <= 2^v.  Values of V that are not in K are at most |V|: give the elements of K and these values different words. Two terms are equal afterwards if and only if they were before.

    else, with n = |V| + 1 and n (D + 1) <= 2^v.  Every term is one of V or zero, plus an offset, and whether two terms are equal says that two of these n numbers differ by some d with |d| <= D. On the circle of all words, the n gaps
    between neighbouring numbers cannot all be D or less, for n D < 2^w. Cut the circle at a larger one, shorten each gap that is larger than D to D + 1, and close a circle of 2^v words again, in which the last gap is larger than D, too:
    the others have at most (n - 1) (D + 1) in all. Turn it such that zero is zero. Numbers within gaps of D or less of each other have the distance they had, which is at most (n - 1) D; others differ by more than D, before and after.

So what no values of fewer bits satisfy, no values satisfy. The other direction is not needed: who gets values has to ask again with all bits.
"""

from collections.abc import Iterable, Sequence

from surefoot.logic import BitVecSort, Op, Symbol, SymbolKind, Term, bit_vector, bv, fold, postorder, variable
from surefoot.logic.semantics import signed
from surefoot.logic.unsimplified import unsimplified
from surefoot.records import dataclass, field

_UNDERSTOOD = frozenset({Op.VARIABLE, Op.EQ, Op.ITE, Op.BVADD})


@dataclass(slots=True)
class _Group:
    """Words that are compared with each other, and no others are with them."""

    width: int
    variables: set[Term] = field(default_factory=set)
    constants: set[int] = field(default_factory=set)
    farthest: int = 0
    """D of the module."""
    has_sums: bool = False
    is_open: bool = True
    """Whether nothing else is done with them."""

    def take(self, other: "_Group") -> None:
        """Have all that ``other`` has."""
        self.variables |= other.variables
        self.constants |= other.constants
        self.farthest = max(self.farthest, other.farthest)
        self.has_sums |= other.has_sums
        self.is_open &= other.is_open

    @property
    def fewest_bits(self) -> int:
        """How many bits are enough."""
        if not self.is_open:
            return self.width
        values = len(self.variables) + len(self.constants)
        if self.has_sums:
            values = (len(self.variables) + 1) * (self.farthest + 1)
        return min(self.width, max(1, (values - 1).bit_length()))

    def constant(self, term: Term) -> Term:
        """What stands for the constant ``term``."""
        if self.has_sums:
            return bv(term.payload, self.fewest_bits)
        return bv(sorted(self.constants).index(term.payload), self.fewest_bits)


def with_fewer_bits(formulas: Sequence[Term]) -> list[Term] | None:
    """Formulas that have common values if ``formulas`` have, see the module, in the same order; ``None`` if no word would be smaller."""
    groups = _Groups(formulas)
    if not any(group.fewest_bits < group.width for group in groups.all()):
        return None
    memo: dict[Term, Term] = {}
    return [fold(formula, groups.rebuilt, memo) for formula in formulas]


class _Groups:
    """The groups of the words in ``formulas``."""

    def __init__(self, formulas: Sequence[Term]) -> None:
        self._parents: dict[Term, Term] = {}
        """A union-find forest of words. Constants are not in it: each group has its own."""
        self._groups: dict[Term, _Group] = {}
        """The group of each root."""
        self._offsets: dict[Term, tuple[int, int]] = {}
        """From which to which offset a word is from a variable or from zero."""
        for term in postorder(formulas):
            self._look_at(term)

    def all(self) -> Iterable[_Group]:
        """Every group."""
        return self._groups.values()

    def rebuilt(self, term: Term, args: list[Term]) -> Term:
        """``term`` with fewer bits, where ``args`` are what its arguments became."""
        group = self._group_of_any((term, *term.args)) if term.op in _UNDERSTOOD else None
        if group is not None and group.fewest_bits < group.width:
            if not args:
                return _shorter(term, group)
            args = [group.constant(old) if _is_constant(old) else new for old, new in zip(term.args, args, strict=True)]
        if all(new is old for old, new in zip(term.args, args, strict=True)):
            return term
        return unsimplified(term.op, args, term.payload)

    def _look_at(self, term: Term) -> None:
        words = [each for each in term.args if isinstance(each.sort, BitVecSort)]
        match term.op:
            case Op.CONSTANT:
                pass
            case Op.EQ if words:
                self._join(words)
                (low, high), (other_low, other_high) = map(self._offset, words)
                group = self._group_of_any(words)
                if group is not None:
                    group.farthest = max(group.farthest, high - other_low, other_high - low)
            case Op.ITE if words:
                offsets = [self._offset(each) for each in words]
                self._add(term, (min(low for low, _ in offsets), max(high for _, high in offsets)))
                self._join([term, *words])
            case Op.BVADD if any(_is_constant(each) for each in words) and not all(
                _is_constant(each) for each in words
            ):
                offsets = [self._offset(each) for each in words]
                self._add(term, (sum(low for low, _ in offsets), sum(high for _, high in offsets))).has_sums = True
                self._join([term, *(each for each in words if not _is_constant(each))])
            case _:
                if isinstance(term.sort, BitVecSort):
                    self._add(term, (0, 0)).is_open = term.op is Op.VARIABLE
                for each in words:
                    if not _is_constant(each):
                        self._groups[self._root(each)].is_open = False

    def _add(self, word: Term, offset: tuple[int, int]) -> _Group:
        """A group for ``word`` alone."""
        self._parents[word] = word
        self._offsets[word] = offset
        variables = {word} if word.op is Op.VARIABLE else set()
        self._groups[word] = _Group(word.sort.width, variables)
        return self._groups[word]

    def _join(self, words: Sequence[Term]) -> None:
        """Put ``words`` into one group; constants are what the others are compared with."""
        roots = [self._root(each) for each in words if not _is_constant(each)]
        for other in roots[1:]:
            if other is not roots[0] and other in self._groups:
                self._parents[other] = roots[0]
                self._groups[roots[0]].take(self._groups.pop(other))
        if roots:
            self._groups[roots[0]].constants.update(each.payload for each in words if _is_constant(each))

    def _root(self, word: Term) -> Term:
        while self._parents[word] is not word:
            self._parents[word] = word = self._parents[self._parents[word]]
        return word

    def _group_of_any(self, words: Iterable[Term]) -> _Group | None:
        """The group of those of ``words`` that are in one."""
        known = next((each for each in words if each in self._parents), None)
        return None if known is None else self._groups[self._root(known)]

    def _offset(self, word: Term) -> tuple[int, int]:
        if _is_constant(word):
            value = signed(word.payload, word.sort.width)
            return value, value
        return self._offsets[word]


def _is_constant(term: Term) -> bool:
    return term.op is Op.CONSTANT and isinstance(term.sort, BitVecSort)


def _shorter(word: Term, group: _Group) -> Term:
    """The variable in the place of ``word``, which is one of ``group``."""
    symbol = word.payload
    return variable(
        Symbol(SymbolKind.AUXILIARY, f"fewer bits of {symbol.key}", 0, symbol.spelling), bit_vector(group.fewest_bits)
    )
