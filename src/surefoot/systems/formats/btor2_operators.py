"""The operators of BTOR2 (Niemetz, Preiner, Wolf, Biere: BTOR2, BtorMC and Boolector 3.0, CAV
2018).

BTOR2 has bit-vectors of one bit for truth values. Here the result of a comparison or connective is
a formula, so that conditions stay conditions; `truth` and `bits` convert between the forms.
"""

from collections.abc import Callable, Mapping
from functools import reduce
from typing import Final

from surefoot.logic import (
    BOOL,
    Op,
    Sort,
    Term,
    and_,
    bit_vector,
    bv,
    bvadd,
    bvand,
    bvashr,
    bvlshr,
    bvmul,
    bvneg,
    bvnot,
    bvor,
    bvsdiv,
    bvsge,
    bvsgt,
    bvshl,
    bvsle,
    bvslt,
    bvsrem,
    bvsub,
    bvudiv,
    bvuge,
    bvugt,
    bvule,
    bvult,
    bvurem,
    bvxor,
    concat,
    eq,
    extract,
    implies,
    ite,
    not_,
    or_,
    select,
    sign_extend,
    store,
    xor,
    zero_extend,
)
from surefoot.logic.smtlib.operations import OPERATIONS, Build

ONE: Final = bv(1, 1)
ZERO: Final = bv(0, 1)


def truth(term: Term) -> Term:
    """Return the formula that is true iff the one bit of ``term`` is set; the inverse of `bits`."""
    if term.sort is BOOL:
        return term
    if term.op is Op.ITE and term.args[1] is ONE and term.args[2] is ZERO:
        return term.args[0]
    return eq(term, ONE)


def bits(term: Term) -> Term:
    """Return the term as a bit-vector, which has one bit for a formula."""
    if term.sort is not BOOL:
        return term
    if term.op is Op.EQ and term.args[1] is ONE:
        return term.args[0]
    return ite(term, ONE, ZERO)


def sort_of(term: Term) -> Sort:
    """Return the sort of ``bits(term)``."""
    return bit_vector(1) if term.sort is BOOL else term.sort


def is_bit(term: Term) -> bool:
    """Return whether the term has one bit."""
    return term.sort is BOOL or term.sort.width == 1


def _connective(on_truth: Build, on_bits: Build) -> Build:
    """Return a bitwise operator."""
    return lambda *args: on_truth(*map(truth, args)) if all(map(is_bit, args)) else on_bits(*map(bits, args))


def _logical(on_truth: Build) -> Build:
    """Return an operator for operands of one bit only; `eq` rejects others."""
    return lambda *args: on_truth(*map(truth, args))


def _plain(build: Build) -> Build:
    return lambda *args: build(*map(bits, args))


def _chosen(condition: Term, then: Term, otherwise: Term) -> Term:
    if is_bit(then) and is_bit(otherwise):
        return ite(truth(condition), truth(then), truth(otherwise))
    return ite(truth(condition), bits(then), bits(otherwise))


def _number(value: int, like: Term) -> Term:
    return bv(value & like.sort.mask, like.sort.width)


def _rotated_left(term: Term, amount: Term) -> Term:
    """Return the rotation by ``amount`` modulo the width."""
    width = _number(term.sort.width, term)
    distance = bvurem(amount, width)
    return bvor(bvshl(term, distance), bvlshr(term, bvsub(width, distance)))


def _rotated_right(term: Term, amount: Term) -> Term:
    width = _number(term.sort.width, term)
    distance = bvurem(amount, width)
    return bvor(bvlshr(term, distance), bvshl(term, bvsub(width, distance)))


def _overflows(operation: Build, extend: Callable[[Term, int], Term], factor: int) -> Build:
    """Return whether the exact result, computed with ``extend`` in ``factor`` times the width plus
    one bit, exceeds the width.
    """

    def overflow(left: Term, right: Term) -> Term:
        width = left.sort.width
        wide = factor * width + 1
        exact = operation(extend(left, wide), extend(right, wide))
        return not_(eq(exact, extend(extract(exact, width - 1, 0), wide)))

    return overflow


def _division_overflows(left: Term, right: Term) -> Term:
    least = _number(1 << (left.sort.width - 1), left)
    return and_(eq(left, least), eq(right, _number(-1, right)))


def _parity(term: Term) -> Term:
    return reduce(bvxor, [extract(term, index, index) for index in range(term.sort.width)])


UNARY: Final[Mapping[str, Build]] = {
    "not": _connective(not_, bvnot),
    "inc": _plain(lambda term: bvadd(term, _number(1, term))),
    "dec": _plain(lambda term: bvsub(term, _number(1, term))),
    "neg": _plain(bvneg),
    "redand": _plain(lambda term: eq(term, _number(-1, term))),
    "redor": _plain(lambda term: not_(eq(term, _number(0, term)))),
    "redxor": _plain(_parity),
}

BINARY: Final[Mapping[str, Build]] = {
    "iff": _logical(eq),
    "implies": _logical(implies),
    "eq": _connective(eq, eq),
    "neq": _connective(xor, lambda left, right: not_(eq(left, right))),
    "ugt": _plain(bvugt),
    "ugte": _plain(bvuge),
    "ult": _plain(bvult),
    "ulte": _plain(bvule),
    "sgt": _plain(bvsgt),
    "sgte": _plain(bvsge),
    "slt": _plain(bvslt),
    "slte": _plain(bvsle),
    "and": _connective(and_, bvand),
    "nand": _connective(lambda *args: not_(and_(*args)), lambda left, right: bvnot(bvand(left, right))),
    "or": _connective(or_, bvor),
    "nor": _connective(lambda *args: not_(or_(*args)), lambda left, right: bvnot(bvor(left, right))),
    "xor": _connective(xor, bvxor),
    "xnor": _connective(eq, lambda left, right: bvnot(bvxor(left, right))),
    "rol": _plain(_rotated_left),
    "ror": _plain(_rotated_right),
    "sll": _plain(bvshl),
    "srl": _plain(bvlshr),
    "sra": _plain(bvashr),
    "add": _plain(bvadd),
    "sub": _plain(bvsub),
    "mul": _plain(bvmul),
    "udiv": _plain(bvudiv),
    "urem": _plain(bvurem),
    "sdiv": _plain(bvsdiv),
    "srem": _plain(bvsrem),
    "smod": _plain(OPERATIONS["bvsmod"].build),
    "uaddo": _plain(_overflows(bvadd, zero_extend, 1)),
    "saddo": _plain(_overflows(bvadd, sign_extend, 1)),
    "usubo": _plain(bvult),
    "ssubo": _plain(_overflows(bvsub, sign_extend, 1)),
    "umulo": _plain(_overflows(bvmul, zero_extend, 2)),
    "smulo": _plain(_overflows(bvmul, sign_extend, 2)),
    "sdivo": _plain(_division_overflows),
    "concat": _plain(concat),
    "read": _plain(select),
}

TERNARY: Final[Mapping[str, Build]] = {
    "ite": _chosen,
    "write": _plain(store),
}
