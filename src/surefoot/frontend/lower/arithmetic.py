"""LLVM arithmetic, comparisons and conversions as terms, and conditions for defined behaviour."""

from collections.abc import Callable, Mapping

from surefoot.base.errors import UnsupportedError, invariant
from surefoot.frontend.llvm.module import FloatType, IntType, PointerType, Type
from surefoot.frontend.lower.type_sorts import ScalarType, TypeSorts
from surefoot.logic import (
    BOOL,
    FALSE,
    TRUE,
    BitVecSort,
    FloatSort,
    Op,
    RoundingMode,
    Term,
    and_,
    bv,
    bvadd,
    bvand,
    bvashr,
    bvlshr,
    bvmul,
    bvor,
    bvsdiv,
    bvshl,
    bvsle,
    bvslt,
    bvsrem,
    bvsub,
    bvudiv,
    bvule,
    bvult,
    bvurem,
    bvxor,
    distinct,
    eq,
    extract,
    fp_add,
    fp_div,
    fp_eq,
    fp_from_fp,
    fp_from_ieee_bv,
    fp_from_signed,
    fp_from_unsigned,
    fp_is_nan,
    fp_le,
    fp_lt,
    fp_mul,
    fp_sub,
    fp_to_ieee_bv,
    fp_to_signed,
    fp_to_unsigned,
    ite,
    not_,
    or_,
    rounding,
    sign_extend,
    xor,
    zero_extend,
)
from surefoot.logic.transformations.ranges import largest

BitOperation = Callable[[Term, Term], Term]

NEAREST = rounding(RoundingMode.RNE)
TO_ZERO = rounding(RoundingMode.RTZ)
_DIRECTED: Mapping[int, RoundingMode] = {0x400: RoundingMode.RTN, 0x800: RoundingMode.RTP, 0xC00: RoundingMode.RTZ}
"""Directions of <fenv.h> for x86, by the numbers of `FE_DOWNWARD`, `FE_UPWARD`, `FE_TOWARDZERO`."""

_ON_BITS: Mapping[str, BitOperation] = {
    "add": bvadd,
    "sub": bvsub,
    "mul": bvmul,
    "udiv": bvudiv,
    "sdiv": bvsdiv,
    "urem": bvurem,
    "srem": bvsrem,
    "shl": bvshl,
    "lshr": bvlshr,
    "ashr": bvashr,
    "and": bvand,
    "or": bvor,
    "xor": bvxor,
}
_ON_TRUTH: Mapping[str, BitOperation] = {
    "and": and_,
    "or": or_,
    "xor": xor,
    "add": xor,
    "sub": xor,
    "mul": and_,
}
_ON_FLOATS: Mapping[str, Callable[[Term, Term, Term], Term]] = {
    "fadd": fp_add,
    "fsub": fp_sub,
    "fmul": fp_mul,
    "fdiv": fp_div,
}
_INTEGER_ORDER: Mapping[str, BitOperation] = {
    "eq": eq,
    "ne": distinct,
    "ult": bvult,
    "ule": bvule,
    "ugt": lambda a, b: bvult(b, a),
    "uge": lambda a, b: bvule(b, a),
    "slt": bvslt,
    "sle": bvsle,
    "sgt": lambda a, b: bvslt(b, a),
    "sge": lambda a, b: bvsle(b, a),
}
_FLOAT_ORDER: Mapping[str, BitOperation] = {
    "oeq": fp_eq,
    "olt": fp_lt,
    "ole": fp_le,
    "ogt": lambda a, b: fp_lt(b, a),
    "oge": lambda a, b: fp_le(b, a),
    "one": lambda a, b: and_(_are_ordered(a, b), not_(fp_eq(a, b))),
    "ord": lambda a, b: not_(or_(fp_is_nan(a), fp_is_nan(b))),
    "uno": lambda a, b: not_(_are_ordered(a, b)),
    "ueq": lambda a, b: or_(not_(_are_ordered(a, b)), fp_eq(a, b)),
    "une": lambda a, b: not_(fp_eq(a, b)),
    "ult": lambda a, b: not_(fp_le(b, a)),
    "ule": lambda a, b: not_(fp_lt(b, a)),
    "ugt": lambda a, b: not_(fp_le(a, b)),
    "uge": lambda a, b: not_(fp_lt(a, b)),
    "true": lambda _a, _b: TRUE,
    "false": lambda _a, _b: not_(TRUE),
}


def width_of(term: Term) -> int:
    """Return the width of a bit-vector term."""
    sort = term.sort
    invariant(isinstance(sort, BitVecSort), f"a bit-vector is needed, not {sort}")
    return sort.width if isinstance(sort, BitVecSort) else 0


def as_bits(truth: Term, width: int) -> Term:
    """Return 1 or 0 in ``width`` bits."""
    return ite(truth, bv(1, width), bv(0, width))


def in_mode(mode: Term | None, operation: Callable[[Term], Term]) -> Term:
    """Return the result of ``operation`` in the rounding mode whose number ``mode`` is; None is the
    mode in which programs start.

    Requires: ``mode`` is a number of <fenv.h>: 0 for the nearest, or one of `_DIRECTED`.
    """
    found = operation(NEAREST)
    if mode is not None:
        for number, direction in _DIRECTED.items():
            found = ite(eq(mode, bv(number, width_of(mode))), operation(rounding(direction)), found)
    return found


def binary(opcode: str, left: Term, right: Term, mode: Term | None = None) -> Term:
    """Return the result of a binary instruction, with SMT-LIB's result where C's is undefined, in
    rounding mode ``mode``.
    """
    if opcode in _ON_FLOATS:
        return in_mode(mode, lambda rounded: _ON_FLOATS[opcode](rounded, left, right))
    if left.sort is BOOL and opcode in _ON_TRUTH:
        return _ON_TRUTH[opcode](left, right)
    if left.sort is not BOOL and opcode in _ON_BITS:
        return _ON_BITS[opcode](left, right)
    raise UnsupportedError(f"operation {opcode} is not supported")


def compare(opcode: str, predicate: str, left: Term, right: Term) -> Term:
    """Return the truth value of ``icmp`` or ``fcmp``."""
    if opcode == "fcmp":
        return _FLOAT_ORDER[predicate](left, right)
    if left.sort is BOOL and predicate not in {"eq", "ne"}:
        left, right = as_bits(left, 1), as_bits(right, 1)
    return _INTEGER_ORDER[predicate](left, right)


def _are_ordered(left: Term, right: Term) -> Term:
    return and_(not_(fp_is_nan(left)), not_(fp_is_nan(right)))


def cast(
    opcode: str,
    value: Term,
    source: ScalarType,
    target: ScalarType,
    type_sorts: TypeSorts,
    mode: Term | None = None,
) -> Term:
    """Return the converted value, in rounding mode ``mode``. It is defined in C where
    `conversion_is_defined` holds.
    """
    sort = type_sorts.sort(target)
    match opcode:
        case "zext" | "trunc" | "ptrtoint" | "inttoptr" | "ptrtoaddr":
            return resize(value, 1 if sort is BOOL else _width(type_sorts, target), signed=False)
        case "sext":
            return resize(value, _width(type_sorts, target), signed=True)
        case "fpext":
            return fp_from_fp(NEAREST, value, _float_sort(type_sorts, target))
        case "fptrunc":
            return in_mode(mode, lambda rounded: fp_from_fp(rounded, value, _float_sort(type_sorts, target)))
        case "sitofp":
            return in_mode(mode, lambda rounded: fp_from_signed(rounded, _bits(value), _float_sort(type_sorts, target)))
        case "uitofp":
            return in_mode(
                mode, lambda rounded: fp_from_unsigned(rounded, _bits(value), _float_sort(type_sorts, target))
            )
        case "fptosi":
            return _integer(fp_to_signed(TO_ZERO, value, _width(type_sorts, target)))
        case "fptoui":
            return _integer(fp_to_unsigned(TO_ZERO, value, _width(type_sorts, target)))
        case "bitcast" | "addrspacecast":
            return _reinterpret(value, source, target, type_sorts)
        case _:
            raise UnsupportedError(f"conversion {opcode} is not supported")


def resize(value: Term, width: int, *, signed: bool) -> Term:
    """Return ``value`` truncated or extended to ``width`` bits; a Boolean if ``width`` is 1."""
    if value.sort is BOOL:
        if width == 1:
            return value
        return ite(value, bv(-1 % 2**width if signed else 1, width), bv(0, width))
    have = width_of(value)
    if width == 1:
        return eq(extract(value, 0, 0), bv(1, 1))
    if width < have:
        return extract(value, width - 1, 0)
    return sign_extend(value, width) if signed else zero_extend(value, width)


def _bits(value: Term) -> Term:
    return as_bits(value, 1) if value.sort is BOOL else value


def _integer(bits: Term) -> Term:
    """Return a bit-vector in the sort of an LLVM integer: Boolean for i1."""
    return eq(bits, bv(1, 1)) if width_of(bits) == 1 else bits


def to_pointer_width(value: Term, width: int) -> Term:
    """Return an index sign-extended or truncated to an address difference."""
    return resize(value, width, signed=True)


def _width(type_sorts: TypeSorts, of: Type) -> int:
    match of:
        case IntType(width):
            return width
        case PointerType():
            return type_sorts.pointer.width
        case _:
            raise UnsupportedError("a conversion between these types is not supported")


def _float_sort(type_sorts: TypeSorts, of: ScalarType) -> FloatSort:
    sort = type_sorts.sort(of)
    if not isinstance(sort, FloatSort):
        raise UnsupportedError("a conversion between these types is not supported")
    return sort


def _reinterpret(value: Term, source: ScalarType, target: ScalarType, type_sorts: TypeSorts) -> Term:
    if type_sorts.sort(source) is type_sorts.sort(target):
        return value
    stored = type_sorts.to_memory(source, value)
    if isinstance(source, FloatType) and isinstance(stored.sort, FloatSort):
        stored = fp_to_ieee_bv(stored)
    memory_sort = type_sorts.memory_sort(target)
    if isinstance(memory_sort, FloatSort):
        stored = fp_from_ieee_bv(stored, memory_sort)
    return type_sorts.from_memory(target, stored)


# ---- conditions for defined behaviour


def exceeds_largest_object(left: Term, right: Term) -> Term:
    """Return whether the product of two sizes exceeds PTRDIFF_MAX."""
    width = left.sort.width
    for factor, other in ((left, right), (right, left)):
        if factor.op is Op.CONSTANT:
            if factor.payload == 0:
                return FALSE
            if factor.payload == 1:
                return FALSE if largest(other) >> (width - 1) == 0 else bvslt(other, bv(0, width))
            most = ((1 << (width - 1)) - 1) // factor.payload
            return FALSE if largest(other) <= most else bvult(bv(most, width), other)
    product = bvmul(zero_extend(left, 2 * width), zero_extend(right, 2 * width))
    return not_(eq(extract(product, 2 * width - 1, width - 1), bv(0, width + 1)))


def divisor_is_not_zero(right: Term) -> Term:
    """Return the condition that ``right`` is not zero."""
    return distinct(right, bv(0, width_of(right)))


def quotient_fits(left: Term, right: Term) -> Term:
    """Return the condition that the quotient of a signed division is representable."""
    width = width_of(left)
    return not_(and_(eq(left, bv(1 << (width - 1), width)), eq(right, bv(2**width - 1, width))))


def shift_is_defined(amount: Term) -> Term:
    """Return the condition that ``amount`` is less than the width of the shifted operand.

    Requires: both operands have the same width.
    """
    width = width_of(amount)
    return bvult(amount, bv(width, width))


def does_not_overflow(opcode: str, left: Term, right: Term, *, signed: bool) -> Term:
    """Return the condition that the mathematical result is representable.

    If one operand is constant, these are bounds on the other one. Otherwise they are bounds on the
    result in enough bits, which range analyses can evaluate.
    """
    if left.sort is BOOL:
        left, right = as_bits(left, 1), as_bits(right, 1)
    width = width_of(left)
    least, most = (-(2 ** (width - 1)), 2 ** (width - 1) - 1) if signed else (0, 2**width - 1)
    constants = _number(left, signed=signed), _number(right, signed=signed)
    match opcode, *constants:
        case "add", None, int(known):
            return _is_between(left, least - known, most - known, signed=signed)
        case "add", int(known), None:
            return _is_between(right, least - known, most - known, signed=signed)
        case "sub", None, int(known):
            return _is_between(left, least + known, most + known, signed=signed)
        case "sub", int(known), None:
            return _is_between(right, known - most, known - least, signed=signed)
        case "mul", None, int(known):
            return _is_factor(left, known, least, most, signed=signed)
        case "mul", int(known), None:
            return _is_factor(right, known, least, most, signed=signed)
        case _:
            wide = 2 * width if opcode == "mul" else width + 1
            extend = sign_extend if signed else zero_extend
            exact = _ON_BITS[opcode](extend(left, wide), extend(right, wide))
            return _is_between(exact, least, most, signed=signed or opcode == "sub")


def _number(term: Term, *, signed: bool) -> int | None:
    """Return the number that a constant stands for, or None if ``term`` is no constant."""
    if term.op is not Op.CONSTANT or not isinstance(term.payload, int):
        return None
    half = 2 ** (width_of(term) - 1)
    return term.payload - 2 * half if signed and term.payload >= half else term.payload


def _is_factor(other: Term, factor: int, least: int, most: int, *, signed: bool) -> Term:
    """Return ``least <= other * factor <= most`` over the integers."""
    if factor == 0:
        return TRUE
    ends = (least, most) if factor > 0 else (most, least)
    return _is_between(other, -(-ends[0] // factor), ends[1] // factor, signed=signed)


def _is_between(value: Term, least: int, most: int, *, signed: bool) -> Term:
    """Return ``least <= value <= most``, where the bounds need not be representable."""
    width = width_of(value)
    lowest, highest = (-(2 ** (width - 1)), 2 ** (width - 1) - 1) if signed else (0, 2**width - 1)
    not_greater = bvsle if signed else bvule
    above = TRUE if least <= lowest else not_greater(bv(least % 2**width, width), value)
    below = TRUE if most >= highest else not_greater(value, bv(most % 2**width, width))
    return FALSE if least > highest or most < lowest else and_(above, below)


def conversion_is_defined(opcode: str, value: Term, width: int) -> Term:
    """Return the condition that the truncated floating-point value fits ``width`` bits.

    ``opcode`` is ``fptosi`` or ``fptoui`` (C11, 6.3.1.4 §1).
    """
    sort = value.sort
    if not isinstance(sort, FloatSort):
        return FALSE
    highest = _float_of(2 ** (width - 1) if opcode == "fptosi" else 2**width, sort)
    if opcode == "fptoui":
        return and_(fp_lt(_float_of(-1, sort), value), fp_lt(value, highest))
    if width <= sort.significand:
        return and_(fp_lt(_float_of(-(2 ** (width - 1)) - 1, sort), value), fp_lt(value, highest))
    return and_(fp_le(_float_of(-(2 ** (width - 1)), sort), value), fp_lt(value, highest))


def _float_of(number: int, sort: FloatSort) -> Term:
    width = number.bit_length() + 2
    return fp_from_signed(NEAREST, bv(number % 2**width, width), sort)
