"""The translation back: formulas over integers as formulas over bit-vectors that are wide enough
for every value of a term.

Contract: with v(b) for the number that the bits b stand for,  in_bits(f)(b)  <=>  f(v(b)).

Signed are the numbers of a system that are compared, divided or extended as
signed numbers.

Bit-vectors have no signedness. A wrong result costs an invariant, not a verdict.
"""

from collections.abc import Mapping

from surefoot.invariants.limits import LIMITS
from surefoot.logic import (
    BOOL,
    INT,
    BitVecSort,
    Op,
    Term,
    bv,
    bvadd,
    bvmul,
    bvneg,
    bvsdiv,
    bvslt,
    bvsrem,
    bvsub,
    bvult,
    eq,
    fold,
    ite,
    postorder,
    rebuild,
    sign_extend,
    zero_extend,
)
from surefoot.systems.control.system import ControlSystem

_MIXING = frozenset({Op.BVADD, Op.BVSUB, Op.BVNEG, Op.BVMUL, Op.ITE, Op.EQ, Op.BVULT, Op.BVSLT})
"""Operators whose numeric arguments and result have the same signedness."""
_UNSIGNED = frozenset({Op.BVULT, Op.BVUDIV, Op.BVUREM, Op.BVLSHR, Op.ZERO_EXTEND})
_SIGNED = frozenset({Op.BVSLT, Op.BVSDIV, Op.BVSREM, Op.BVASHR, Op.SIGN_EXTEND})


class Signs:
    """The signedness of the numbers of `system`; a number that is used in both ways is signed."""

    def __init__(self, system: ControlSystem) -> None:
        self._parents: dict[Term, Term] = {}
        self._signed: set[Term] = set()
        self._unsigned: set[Term] = set()
        for edge in system.edges:
            for term in postorder((edge.guard, *edge.update.values())):
                self._read(term)
            for symbol, value in edge.update.items():
                self._join(symbol, value)
        self._signed = {self._root(each) for each in self._signed}
        self._unsigned = {self._root(each) for each in self._unsigned}

    def is_unsigned(self, term: Term) -> bool:
        """Return whether `term` is an unsigned number."""
        root = self._root(term)
        if root in self._signed:
            return False
        return root in self._unsigned or term.sort.width < LIMITS.narrow_number

    def _read(self, term: Term) -> None:
        numbers = [each for each in (term, *term.args) if isinstance(each.sort, BitVecSort)]
        if term.op in _MIXING:
            for each in numbers[1:]:
                self._join(numbers[0], each)
        for each in term.args:
            if isinstance(each.sort, BitVecSort) and each.op is not Op.CONSTANT:
                if term.op in _UNSIGNED:
                    self._unsigned.add(each)
                elif term.op in _SIGNED:
                    self._signed.add(each)

    def _join(self, left: Term, right: Term) -> None:
        if Op.CONSTANT not in (left.op, right.op) and left.sort is right.sort:
            self._parents[self._root(left)] = self._root(right)

    def _root(self, term: Term) -> Term:
        while (parent := self._parents.get(term, term)) is not term:
            self._parents[term] = self._parents.get(parent, parent)
            term = parent
        return term


WordNumbers = dict[Term, tuple[Term, bool]]
"""For each symbol of an integer a bit-vector, and whether it is unsigned; truth values stand for
themselves.
"""


def in_bits(formula: Term, numbers: Mapping[Term, tuple[Term, bool]]) -> Term:
    """Return `formula` over bit-vectors.  Requires: its symbols are in `numbers`."""

    def step(term: Term, arguments: list[Term]) -> Term:
        if term.op is Op.VARIABLE:
            symbol, is_unsigned = numbers[term]
            return zero_extend(symbol, symbol.sort.width + 1) if is_unsigned else symbol
        if term.op is Op.CONSTANT:
            return _constant(int(term.payload)) if term.sort is INT else term
        if term.sort is BOOL and (not term.args or term.args[0].sort is not INT):
            return rebuild(term, tuple(arguments))
        return _wide(term, arguments)

    return fold(formula, step)


def _constant(value: int) -> Term:
    width = (value if value >= 0 else -value - 1).bit_length() + 1
    return bv(value % (1 << width), width)


def _at(width: int, *terms: Term) -> list[Term]:
    """Return signed `terms` at a `width` that suffices for all of them."""
    return [each if each.sort.width == width else sign_extend(each, width) for each in terms]


def _wide(term: Term, arguments: list[Term]) -> Term:
    numbers = [each for each in arguments if each.sort is not BOOL]
    width = max(each.sort.width for each in numbers)
    match term.op:
        case Op.EQ | Op.INT_LT:
            return _compared(term.op, *_at(width, *numbers))
        case Op.ITE:
            return ite(arguments[0], *_at(width, *numbers))
        case Op.INT_NEG:
            return bvneg(*_at(width + 1, *numbers))
        case Op.INT_ADD:
            return bvadd(*_at(width + 1, *numbers))
        case Op.INT_SUB:
            return bvsub(*_at(width + 1, *numbers))
        case Op.INT_MUL:
            return bvmul(*_at(sum(each.sort.width for each in numbers), *numbers))
        case Op.INT_DIV | Op.INT_MOD:
            return _divided(term.op, *_at(width + 1, *numbers))
        case _:
            raise AssertionError(f"{term.op} is none of integers")


def _compared(op: Op, left: Term, right: Term) -> Term:
    narrow = _unsigned_words(left, right) or (left, right)
    if op is Op.EQ:
        return eq(*narrow)
    return bvult(*narrow) if narrow[0] is not left else bvslt(left, right)


def _unsigned_words(left: Term, right: Term) -> tuple[Term, Term] | None:
    """Return two numbers without their highest bit if that is 0, as in numbers that were unsigned."""
    width = left.sort.width - 1
    found: list[Term] = []
    for each in (left, right):
        if each.op is Op.ZERO_EXTEND and each.args[0].sort.width == width:
            found.append(each.args[0])
        elif each.op is Op.CONSTANT and int(each.payload) < 1 << width and width:
            found.append(bv(int(each.payload), width))
        else:
            return None
    return found[0], found[1]


def _divided(op: Op, number: Term, divisor: Term) -> Term:
    """Return Euclidean quotient or remainder, which is never negative; `INT_DIV` and `INT_MOD` have
    no divisor 0.
    """
    width = number.sort.width
    zero = bv(0, width)
    remainder = bvsrem(number, divisor)
    size = ite(bvslt(divisor, zero), bvneg(divisor), divisor)
    positive = ite(bvslt(remainder, zero), bvadd(remainder, size), remainder)
    return positive if op is Op.INT_MOD else bvsdiv(bvsub(number, positive), divisor)
