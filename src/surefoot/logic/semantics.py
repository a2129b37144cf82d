"""Semantics of the operators: one table for the evaluator and for constant folding.

A meaning is called as ``meaning(sort, payload, *values)``: ``sort`` is that of the operator's
last argument, ``values`` are those of all arguments; see `values` for their form. Every meaning
is total.
"""

from collections.abc import Callable, Mapping
from typing import Final

from surefoot.logic import softfloat
from surefoot.logic.operators import Op
from surefoot.logic.sorts import ArraySort, BitVecSort, FloatSort, Sort
from surefoot.logic.values import ArrayValue, RoundingMode, Value, canonical_float, same_value


def signed(bits: int, width: int) -> int:
    """Return the number that ``bits`` denote in two's complement."""
    return bits - (1 << width) if bits >> (width - 1) else bits


def _not(_sort: Sort, _payload: None, value: bool) -> bool:  # noqa: FBT001
    return not value


def _and(_sort: Sort, _payload: None, *values: bool) -> bool:
    return all(values)


def _or(_sort: Sort, _payload: None, *values: bool) -> bool:
    return any(values)


def _ite(_sort: Sort, _payload: None, condition: bool, then: Value, otherwise: Value) -> Value:  # noqa: FBT001
    return then if condition else otherwise


def _eq(sort: Sort, _payload: None, left: Value, right: Value) -> bool:
    return same_value(left, right, sort)


def _bvnot(sort: BitVecSort, _payload: None, value: int) -> int:
    return value ^ sort.mask


def _bvneg(sort: BitVecSort, _payload: None, value: int) -> int:
    return -value & sort.mask


def _bvadd(sort: BitVecSort, _payload: None, left: int, right: int) -> int:
    return (left + right) & sort.mask


def _bvsub(sort: BitVecSort, _payload: None, left: int, right: int) -> int:
    return (left - right) & sort.mask


def _bvmul(sort: BitVecSort, _payload: None, left: int, right: int) -> int:
    return (left * right) & sort.mask


def _bvudiv(sort: BitVecSort, _payload: None, left: int, right: int) -> int:
    return left // right if right else sort.mask


def _bvurem(_sort: BitVecSort, _payload: None, left: int, right: int) -> int:
    return left % right if right else left


def _bvsdiv(sort: BitVecSort, _payload: None, left: int, right: int) -> int:
    """Round towards zero; division by zero gives 1 for a negative dividend and -1 for others."""
    dividend, divisor = signed(left, sort.width), signed(right, sort.width)
    if divisor == 0:
        return 1 if dividend < 0 else sort.mask
    quotient = abs(dividend) // abs(divisor)
    return (quotient if (dividend < 0) == (divisor < 0) else -quotient) & sort.mask


def _bvsrem(sort: BitVecSort, _payload: None, left: int, right: int) -> int:
    """Give the remainder the sign of the dividend; the remainder of division by zero is the
    dividend.
    """
    dividend, divisor = signed(left, sort.width), signed(right, sort.width)
    if divisor == 0:
        return left
    remainder = abs(dividend) % abs(divisor)
    return (-remainder if dividend < 0 else remainder) & sort.mask


def _bvand(_sort: BitVecSort, _payload: None, left: int, right: int) -> int:
    return left & right


def _bvor(_sort: BitVecSort, _payload: None, left: int, right: int) -> int:
    return left | right


def _bvxor(_sort: BitVecSort, _payload: None, left: int, right: int) -> int:
    return left ^ right


def _bvshl(sort: BitVecSort, _payload: None, left: int, right: int) -> int:
    return (left << right) & sort.mask if right < sort.width else 0


def _bvlshr(sort: BitVecSort, _payload: None, left: int, right: int) -> int:
    return left >> right if right < sort.width else 0


def _bvashr(sort: BitVecSort, _payload: None, left: int, right: int) -> int:
    return (signed(left, sort.width) >> min(right, sort.width)) & sort.mask


def _bvult(_sort: BitVecSort, _payload: None, left: int, right: int) -> bool:
    return left < right


def _bvslt(sort: BitVecSort, _payload: None, left: int, right: int) -> bool:
    return signed(left, sort.width) < signed(right, sort.width)


def _concat(sort: BitVecSort, _payload: None, high: int, low: int) -> int:
    return high << sort.width | low


def _extract(_sort: BitVecSort, payload: tuple[int, int], value: int) -> int:
    high, low = payload
    return value >> low & ((1 << (high - low + 1)) - 1)


def _zero_extend(_sort: BitVecSort, _width: int, value: int) -> int:
    return value


def _sign_extend(sort: BitVecSort, width: int, value: int) -> int:
    return signed(value, sort.width) & ((1 << width) - 1)


def _fp_from_ieee_bv(_sort: BitVecSort, target: FloatSort, bits: int) -> int:
    return canonical_float(bits, target)


def _fp_to_ieee_bv(_sort: FloatSort, _payload: None, bits: int) -> int:
    return bits


def _fp_from_fp(sort: FloatSort, target: FloatSort, mode: RoundingMode, value: int) -> int:
    return softfloat.convert(sort, target, mode, value)


def _fp_from_signed(sort: BitVecSort, target: FloatSort, mode: RoundingMode, value: int) -> int:
    return softfloat.from_integer(target, mode, signed(value, sort.width))


def _fp_from_unsigned(_sort: BitVecSort, target: FloatSort, mode: RoundingMode, value: int) -> int:
    return softfloat.from_integer(target, mode, value)


def _fp_to_signed(sort: FloatSort, width: int, mode: RoundingMode, value: int) -> int:
    number = softfloat.to_integer(sort, mode, value)
    half = 1 << (width - 1)
    return number & ((1 << width) - 1) if number is not None and -half <= number < half else half


def _fp_to_unsigned(sort: FloatSort, width: int, mode: RoundingMode, value: int) -> int:
    number = softfloat.to_integer(sort, mode, value)
    return number if number is not None and 0 <= number < 1 << width else 1 << (width - 1)


def _select(_sort: Sort, _payload: None, array: ArrayValue, index: Value) -> Value:
    return array[index]


def _store(_sort: Sort, _payload: None, array: ArrayValue, index: Value, value: Value) -> ArrayValue:
    return array.updated(index, value)


def _constant_array(_sort: Sort, _payload: ArraySort, value: Value) -> ArrayValue:
    return ArrayValue(value)


def _int_neg(_sort: Sort, _payload: None, value: int) -> int:
    return -value


def _int_add(_sort: Sort, _payload: None, left: int, right: int) -> int:
    return left + right


def _int_sub(_sort: Sort, _payload: None, left: int, right: int) -> int:
    return left - right


def _int_mul(_sort: Sort, _payload: None, left: int, right: int) -> int:
    return left * right


def _int_div(_sort: Sort, _payload: None, left: int, right: int) -> int:
    """Return the quotient that leaves a remainder ``0 <= r < abs(right)``."""
    if right == 0:
        return 0
    return left // right if right > 0 else -(left // -right)


def _int_mod(_sort: Sort, _payload: None, left: int, right: int) -> int:
    return left % abs(right) if right else left


def _int_lt(_sort: Sort, _payload: None, left: int, right: int) -> bool:
    return left < right


MEANINGS: Final[Mapping[Op, Callable[..., Value]]] = {
    Op.NOT: _not,
    Op.AND: _and,
    Op.OR: _or,
    Op.ITE: _ite,
    Op.EQ: _eq,
    Op.BVNOT: _bvnot,
    Op.BVNEG: _bvneg,
    Op.BVADD: _bvadd,
    Op.BVSUB: _bvsub,
    Op.BVMUL: _bvmul,
    Op.BVUDIV: _bvudiv,
    Op.BVUREM: _bvurem,
    Op.BVSDIV: _bvsdiv,
    Op.BVSREM: _bvsrem,
    Op.BVAND: _bvand,
    Op.BVOR: _bvor,
    Op.BVXOR: _bvxor,
    Op.BVSHL: _bvshl,
    Op.BVLSHR: _bvlshr,
    Op.BVASHR: _bvashr,
    Op.BVULT: _bvult,
    Op.BVSLT: _bvslt,
    Op.CONCAT: _concat,
    Op.EXTRACT: _extract,
    Op.ZERO_EXTEND: _zero_extend,
    Op.SIGN_EXTEND: _sign_extend,
    Op.FP_ABS: softfloat.absolute,
    Op.FP_NEG: softfloat.negate,
    Op.FP_ADD: softfloat.add,
    Op.FP_SUB: softfloat.subtract,
    Op.FP_MUL: softfloat.multiply,
    Op.FP_DIV: softfloat.divide,
    Op.FP_FMA: softfloat.fused_multiply_add,
    Op.FP_SQRT: softfloat.square_root,
    Op.FP_REM: softfloat.remainder,
    Op.FP_ROUND_TO_INTEGRAL: softfloat.round_to_integral,
    Op.FP_LE: softfloat.less_or_equal,
    Op.FP_LT: softfloat.less,
    Op.FP_EQ: softfloat.equal,
    Op.FP_IS_NAN: softfloat.is_nan,
    Op.FP_IS_INFINITE: softfloat.is_infinite,
    Op.FP_IS_ZERO: softfloat.is_zero,
    Op.FP_IS_NORMAL: softfloat.is_normal,
    Op.FP_IS_SUBNORMAL: softfloat.is_subnormal,
    Op.FP_IS_NEGATIVE: softfloat.is_negative,
    Op.FP_IS_POSITIVE: softfloat.is_positive,
    Op.FP_FROM_IEEE_BV: _fp_from_ieee_bv,
    Op.FP_FROM_FP: _fp_from_fp,
    Op.FP_FROM_SIGNED: _fp_from_signed,
    Op.FP_FROM_UNSIGNED: _fp_from_unsigned,
    Op.FP_TO_IEEE_BV: _fp_to_ieee_bv,
    Op.FP_TO_SIGNED: _fp_to_signed,
    Op.FP_TO_UNSIGNED: _fp_to_unsigned,
    Op.SELECT: _select,
    Op.STORE: _store,
    Op.CONSTANT_ARRAY: _constant_array,
    Op.INT_NEG: _int_neg,
    Op.INT_ADD: _int_add,
    Op.INT_SUB: _int_sub,
    Op.INT_MUL: _int_mul,
    Op.INT_DIV: _int_div,
    Op.INT_MOD: _int_mod,
    Op.INT_LT: _int_lt,
}
"""All operators except variables, constants and applications of uninterpreted functions."""
