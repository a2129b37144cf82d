"""Linear integer abstraction: formulas over bit-vectors to formulas over integers that they imply.

A word of w bits becomes its signed value. A sum, difference or constant multiple of words
becomes that of their values minus k 2^w for a fresh integer k, with the result in range.
Extracts become remainders and quotients of powers of two in the same way. All other words become
integers in range, all other conditions fresh Booleans.

Ensures: each assignment that satisfies the formulas extends to one that satisfies the translation.
  If the translation is unsatisfiable, so are the formulas; the converse does not hold.
"""

from collections.abc import Sequence

from surefoot.logic.constructors.constants import int_constant
from surefoot.logic.constructors.core import and_, ite
from surefoot.logic.constructors.equality import eq
from surefoot.logic.constructors.integers import int_add, int_le, int_lt, int_mul, int_neg, int_sub
from surefoot.logic.operators import Op
from surefoot.logic.semantics import signed
from surefoot.logic.sorts import BOOL, INT, BitVecSort, Sort
from surefoot.logic.terms import Symbol, SymbolKind, Term, variable
from surefoot.logic.walk import fold, rebuild

_CONNECTIVES = frozenset({Op.NOT, Op.AND, Op.OR, Op.ITE})
_RINGS = frozenset({Op.BVADD, Op.BVSUB, Op.BVNEG, Op.BVMUL})


def in_linear_integers(formulas: Sequence[Term]) -> Term:
    """Return the conjunction of ``formulas`` about integers; see the module."""
    translation = _Translation()
    translated = [fold(each, translation.step) for each in formulas]
    return and_(*translated, *translation.ranges)


class _Translation:
    def __init__(self) -> None:
        self.ranges: list[Term] = []
        """Constraints on the integers that were introduced."""

    def step(self, term: Term, arguments: list[Term]) -> Term:
        """Return ``term`` over the translated ``arguments``."""
        if isinstance(term.sort, BitVecSort):
            return self._number(term, arguments)
        if term.sort is not BOOL or not term.args:
            return term
        is_about_words = isinstance(term.args[0].sort, BitVecSort)
        if term.op is Op.BVSLT:
            return int_lt(*arguments)
        if term.op is Op.BVULT:
            return int_lt(*(_unsigned(each, term.args[0].sort.width) for each in arguments))
        if term.op in _CONNECTIVES or (term.op is Op.EQ and (is_about_words or term.args[0].sort is BOOL)):
            return eq(*arguments) if term.op is Op.EQ else rebuild(term, tuple(arguments))
        return _fresh(term, "condition", BOOL)

    def _number(self, term: Term, arguments: list[Term]) -> Term:
        width = term.sort.width
        if term.op is Op.CONSTANT:
            return int_constant(signed(int(term.payload), width))
        if term.op is Op.SIGN_EXTEND:
            return arguments[0]
        if term.op is Op.ITE:
            return ite(*arguments)
        if term.op is Op.ZERO_EXTEND:
            return _unsigned(arguments[0], term.args[0].sort.width)
        if term.op is Op.CONCAT:
            shift = term.args[1].sort.width
            return int_add(_times(1 << shift, arguments[0]), _unsigned(arguments[1], shift))
        if term.op is Op.EXTRACT:
            return self._part(term, arguments[0])
        exact = _exact(term.op, arguments) if term.op in _RINGS else None
        return self._in_range(term, _fresh(term, "word")) if exact is None else self._wrapped(term, exact, width)

    def _part(self, term: Term, whole: Term) -> Term:
        """Return the bits from ``low`` on: the quotient by a power of two, rounded down."""
        high, low = term.payload
        if low:
            quotient = _fresh(term, "quotient")
            rest = int_sub(whole, _times(1 << low, quotient))
            self.ranges += [int_le(int_constant(0), rest), int_lt(rest, int_constant(1 << low))]
            whole = quotient
        if high == term.args[0].sort.width - 1:
            return whole
        return self._wrapped(term, whole, high - low + 1)

    def _wrapped(self, term: Term, exact: Term, width: int) -> Term:
        """Return the number in range that differs from ``exact`` by a multiple of a power of two."""
        return self._in_range(term, int_sub(exact, _times(1 << width, _fresh(term, "wraps"))))

    def _in_range(self, term: Term, number: Term) -> Term:
        half = 1 << (term.sort.width - 1)
        self.ranges += [int_le(int_constant(-half), number), int_lt(number, int_constant(half))]
        return number


def _exact(op: Op, numbers: list[Term]) -> Term | None:
    """Return the result without wrapping around; ``None`` if it is not linear."""
    match op:
        case Op.BVADD:
            return int_add(*numbers)
        case Op.BVSUB:
            return int_sub(*numbers)
        case Op.BVNEG:
            return int_neg(*numbers)
        case _:
            return int_mul(*numbers) if any(each.op is Op.CONSTANT for each in numbers) else None


def _unsigned(number: Term, width: int) -> Term:
    return ite(int_lt(number, int_constant(0)), int_add(number, int_constant(1 << width)), number)


def _times(factor: int, number: Term) -> Term:
    return int_mul(int_constant(factor), number)


def _fresh(term: Term, role: str, sort: Sort = INT) -> Term:
    """Return the fresh symbol for an aspect of ``term`` that is abstracted; one symbol for each
    term and role.
    """
    return variable(Symbol(SymbolKind.AUXILIARY, f"{role} in integers", term.id, f"{role}!{term.id}"), sort)
