"""Operators of SMT-LIB in our logic: names to constructors, with their arities."""

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from itertools import pairwise
from typing import Final

from surefoot.base.records import dataclass
from surefoot.logic.constructors.arrays import select, store
from surefoot.logic.constructors.bitstrings import concat, extract, sign_extend, zero_extend
from surefoot.logic.constructors.bitvectors import bvadd, bvmul, bvneg, bvsdiv, bvsrem, bvsub, bvudiv, bvurem
from surefoot.logic.constructors.bitwise import bvand, bvashr, bvlshr, bvnot, bvor, bvshl, bvxor
from surefoot.logic.constructors.comparisons import bvsge, bvsgt, bvsle, bvslt, bvuge, bvugt, bvule, bvult
from surefoot.logic.constructors.constants import bv
from surefoot.logic.constructors.core import and_, implies, ite, not_, or_, xor
from surefoot.logic.constructors.equality import distinct, eq
from surefoot.logic.constructors.floats import (
    fp_abs,
    fp_add,
    fp_div,
    fp_eq,
    fp_fma,
    fp_from_fp,
    fp_from_ieee_bv,
    fp_from_signed,
    fp_from_unsigned,
    fp_ge,
    fp_gt,
    fp_is_infinite,
    fp_is_nan,
    fp_is_negative,
    fp_is_normal,
    fp_is_positive,
    fp_is_subnormal,
    fp_is_zero,
    fp_le,
    fp_lt,
    fp_max,
    fp_min,
    fp_mul,
    fp_neg,
    fp_rem,
    fp_round_to_integral,
    fp_sqrt,
    fp_sub,
    fp_to_ieee_bv,
    fp_to_signed,
    fp_to_unsigned,
)
from surefoot.logic.constructors.integers import int_add, int_div, int_le, int_lt, int_mod, int_mul, int_neg, int_sub
from surefoot.logic.operators import Op
from surefoot.logic.sorts import FloatSort, SortError, float_sort
from surefoot.logic.terms import Term, intern

Build = Callable[..., Term]


@dataclass(frozen=True, slots=True)
class Operation:
    """A constructor, its number of indices, and its accepted numbers of arguments."""

    build: Build
    least: int
    most: int | None = None
    indices: int = 0

    def accepts(self, indices: int, arguments: int) -> bool:
        """Return whether the operation accepts this many indices and arguments."""
        return indices == self.indices and self.least <= arguments and (self.most is None or arguments <= self.most)


def _exactly(count: int, build: Build) -> Operation:
    return Operation(build, count, count)


def _indexed(indices: int, count: int, build: Build) -> Operation:
    return Operation(build, count, count, indices)


def _left(build: Callable[[Term, Term], Term]) -> Operation:
    return Operation(lambda *args: reduce(build, args), 2)


def _chained(build: Callable[[Term, Term], Term]) -> Operation:
    return Operation(lambda *args: and_(*(build(a, b) for a, b in pairwise(args))), 2)


def _implied(*args: Term) -> Term:
    return reduce(lambda conclusion, premise: implies(premise, conclusion), reversed(args))


def _minus(*args: Term) -> Term:
    return reduce(int_sub, args) if len(args) > 1 else int_neg(args[0])


def _absolute(term: Term) -> Term:
    return ite(int_lt(term, int_sub(term, term)), int_neg(term), term)


def _compared(left: Term, right: Term) -> Term:
    return ite(eq(left, right), bv(1, 1), bv(0, 1))


def _signed_modulo(left: Term, right: Term) -> Term:
    """Return the remainder with the sign of the divisor."""
    rest = bvsrem(left, right)
    zero = bvsub(right, right)
    keeps = or_(eq(rest, zero), eq(bvslt(rest, zero), bvslt(right, zero)), eq(right, zero))
    return ite(keeps, rest, bvadd(rest, right))


def _extended_by(extend: Callable[[Term, int], Term]) -> Build:
    return lambda count, term: extend(term, term.sort.width + count)


def _repeated(count: int, term: Term) -> Term:
    if count < 1:
        raise SortError(f"repeat takes a positive number, not {count}")
    return reduce(concat, [term] * count)


def _rotated_left(count: int, term: Term) -> Term:
    width = term.sort.width
    distance = count % width if width else 0
    if not distance:
        return term
    return concat(extract(term, width - 1 - distance, 0), extract(term, width - 1, width - distance))


def _rotated_right(count: int, term: Term) -> Term:
    return _rotated_left(-count, term)


def _literal_float(sign: Term, exponent: Term, fraction: Term) -> Term:
    sort = float_sort(exponent.sort.width, fraction.sort.width + 1)
    return fp_from_ieee_bv(concat(concat(sign, exponent), fraction), sort)


def _to_fp(exponent: int, significand: int, *args: Term) -> Term:
    sort = float_sort(exponent, significand)
    if len(args) == 1:
        return fp_from_ieee_bv(args[0], sort)
    mode, term = args
    return (fp_from_fp if isinstance(term.sort, FloatSort) else fp_from_signed)(mode, term, sort)


def _to_fp_unsigned(exponent: int, significand: int, mode: Term, term: Term) -> Term:
    return fp_from_unsigned(mode, term, float_sort(exponent, significand))


def _as_nary(build: Callable[..., Term]) -> Operation:
    return Operation(build, 1)


_BINARY: Final[Mapping[str, Callable[[Term, Term], Term]]] = {
    "bvudiv": bvudiv,
    "bvurem": bvurem,
    "bvsdiv": bvsdiv,
    "bvsrem": bvsrem,
    "bvsmod": _signed_modulo,
    "bvshl": bvshl,
    "bvlshr": bvlshr,
    "bvashr": bvashr,
    "bvsub": bvsub,
    "bvult": bvult,
    "bvule": bvule,
    "bvugt": bvugt,
    "bvuge": bvuge,
    "bvslt": bvslt,
    "bvsle": bvsle,
    "bvsgt": bvsgt,
    "bvsge": bvsge,
    "bvcomp": _compared,
    "bvnand": lambda left, right: bvnot(bvand(left, right)),
    "bvnor": lambda left, right: bvnot(bvor(left, right)),
    "bvxnor": lambda left, right: bvnot(bvxor(left, right)),
    "select": select,
    "mod": int_mod,
    "fp.rem": fp_rem,
    "fp.min": fp_min,
    "fp.max": fp_max,
    "fp.sqrt": fp_sqrt,
    "fp.roundToIntegral": fp_round_to_integral,
}

_UNARY: Final[Mapping[str, Callable[[Term], Term]]] = {
    "not": not_,
    "bvnot": bvnot,
    "bvneg": bvneg,
    "abs": _absolute,
    "fp.abs": fp_abs,
    "fp.neg": fp_neg,
    "fp.isNaN": fp_is_nan,
    "fp.isInfinite": fp_is_infinite,
    "fp.isZero": fp_is_zero,
    "fp.isNormal": fp_is_normal,
    "fp.isSubnormal": fp_is_subnormal,
    "fp.isNegative": fp_is_negative,
    "fp.isPositive": fp_is_positive,
    "fp.to_ieee_bv": fp_to_ieee_bv,
}

_LEFT_ASSOCIATIVE: Final[Mapping[str, Callable[[Term, Term], Term]]] = {
    "xor": xor,
    "bvadd": bvadd,
    "bvmul": bvmul,
    "bvand": bvand,
    "bvor": bvor,
    "bvxor": bvxor,
    "concat": concat,
    "+": int_add,
    "*": int_mul,
    "div": int_div,
}

_CHAINED: Final[Mapping[str, Callable[[Term, Term], Term]]] = {
    "=": eq,
    "<": int_lt,
    "<=": int_le,
    ">": lambda left, right: int_lt(right, left),
    ">=": lambda left, right: int_le(right, left),
    "fp.eq": fp_eq,
    "fp.lt": fp_lt,
    "fp.leq": fp_le,
    "fp.gt": fp_gt,
    "fp.geq": fp_ge,
}

OPERATIONS: Final[Mapping[str, Operation]] = {
    **{name: _exactly(1, build) for name, build in _UNARY.items()},
    **{name: _exactly(2, build) for name, build in _BINARY.items()},
    **{name: _left(build) for name, build in _LEFT_ASSOCIATIVE.items()},
    **{name: _chained(build) for name, build in _CHAINED.items()},
    "and": _as_nary(and_),
    "or": _as_nary(or_),
    "=>": Operation(_implied, 2),
    "distinct": Operation(distinct, 2),
    "ite": _exactly(3, ite),
    "store": _exactly(3, store),
    "-": Operation(_minus, 1),
    "fp": _exactly(3, _literal_float),
    "fp.add": _exactly(3, fp_add),
    "fp.sub": _exactly(3, fp_sub),
    "fp.mul": _exactly(3, fp_mul),
    "fp.div": _exactly(3, fp_div),
    "fp.fma": _exactly(4, fp_fma),
    "extract": _indexed(2, 1, lambda high, low, term: extract(term, high, low)),
    "zero_extend": _indexed(1, 1, _extended_by(zero_extend)),
    "sign_extend": _indexed(1, 1, _extended_by(sign_extend)),
    "repeat": _indexed(1, 1, _repeated),
    "rotate_left": _indexed(1, 1, _rotated_left),
    "rotate_right": _indexed(1, 1, _rotated_right),
    "to_fp": Operation(_to_fp, 1, 2, 2),
    "to_fp_unsigned": _indexed(2, 2, _to_fp_unsigned),
    "fp.to_sbv": _indexed(1, 2, lambda width, mode, term: fp_to_signed(mode, term, width)),
    "fp.to_ubv": _indexed(1, 2, lambda width, mode, term: fp_to_unsigned(mode, term, width)),
}
"""Every operator that is applied by its name; ``const`` and literals are the parser's business."""


def integer_conversion(name: str) -> Operation | None:
    """Return the operation of a total conversion that a printed script defines, None for any other
    name.
    """
    head, _, rest = name.partition(".")
    build = {"fp_to_signed": fp_to_signed, "fp_to_unsigned": fp_to_unsigned}.get(head)
    fields = rest.split(".")
    if build is None or len(fields) != 3 or not all(field.isdecimal() for field in fields):
        return None
    width = int(fields[2])
    convert = build
    return _exactly(2, lambda mode, term: convert(mode, term, width))


_ARITIES: Final[Mapping[Op, int | None]] = {
    **dict.fromkeys((Op.NOT, Op.BVNOT, Op.BVNEG, Op.EXTRACT, Op.ZERO_EXTEND, Op.SIGN_EXTEND, Op.INT_NEG), 1),
    **dict.fromkeys((Op.AND, Op.OR), None),
    **dict.fromkeys((Op.ITE, Op.STORE), 3),
    **dict.fromkeys((Op.EQ, Op.CONCAT, Op.SELECT, Op.BVULT, Op.BVSLT, Op.BVSHL, Op.BVLSHR, Op.BVASHR), 2),
    **dict.fromkeys((Op.BVADD, Op.BVSUB, Op.BVMUL, Op.BVUDIV, Op.BVUREM, Op.BVSDIV, Op.BVSREM), 2),
    **dict.fromkeys((Op.BVAND, Op.BVOR, Op.BVXOR), 2),
    **dict.fromkeys((Op.INT_ADD, Op.INT_SUB, Op.INT_MUL, Op.INT_DIV, Op.INT_MOD, Op.INT_LT), 2),
    **dict.fromkeys((Op.FP_LE, Op.FP_LT, Op.FP_EQ, Op.FP_REM), 2),
    **dict.fromkeys((Op.FP_ADD, Op.FP_SUB, Op.FP_MUL, Op.FP_DIV), 3),
    Op.FP_FMA: 4,
}
"""Arity of operators whose constructors reorder or regroup arguments; None is two or more."""
_OPERATORS: Final[Mapping[str, Op]] = {operator.value: operator for operator in _ARITIES}


def as_written(name: str, indices: Sequence[int], args: Sequence[Term], built: Term) -> Term:
    """Return the operator ``name`` applied to exactly these arguments in this order; ``built`` is
    its simplified form.

    Constants, and operators that have another form in our logic than in SMT-LIB, are taken from
    ``built``.
    """
    operator = Op.INT_NEG if name == "-" and len(args) == 1 else _OPERATORS.get(name)
    if operator is None or all(argument.op is Op.CONSTANT for argument in args):
        return built
    if len(args) != (_ARITIES[operator] or max(2, len(args))):
        return built
    payload: object = None
    if operator is Op.EXTRACT:
        payload = tuple(indices)
    elif operator is Op.ZERO_EXTEND or operator is Op.SIGN_EXTEND:
        payload = built.sort.width
    return intern(operator, tuple(args), built.sort, payload)


def applied(operation: Operation, indices: Sequence[int], args: Sequence[Term]) -> Term:
    """Apply an operation that accepts these indices and arguments."""
    return operation.build(*indices, *args)
