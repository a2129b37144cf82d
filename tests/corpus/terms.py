"""Formulas labelled with their satisfiability, which together use every operator of the logic."""

from dataclasses import dataclass

from surefoot.logic import (
    BOOL,
    FLOAT32,
    FLOAT64,
    INT,
    ROUNDING_MODE,
    FunctionSymbol,
    RoundingMode,
    Term,
    and_,
    apply,
    array_sort,
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
    concat,
    constant,
    constant_array,
    distinct,
    eq,
    extract,
    fp,
    fp_abs,
    fp_add,
    fp_div,
    fp_eq,
    fp_fma,
    fp_from_fp,
    fp_from_ieee_bv,
    fp_from_signed,
    fp_from_unsigned,
    fp_is_infinite,
    fp_is_nan,
    fp_is_negative,
    fp_is_normal,
    fp_is_positive,
    fp_is_subnormal,
    fp_is_zero,
    fp_le,
    fp_lt,
    fp_mul,
    fp_neg,
    fp_rem,
    fp_round_to_integral,
    fp_sqrt,
    fp_sub,
    fp_to_ieee_bv,
    fp_to_signed,
    fp_to_unsigned,
    implies,
    int_add,
    int_constant,
    int_div,
    int_le,
    int_lt,
    int_mod,
    int_mul,
    int_neg,
    int_sub,
    ite,
    not_,
    or_,
    rounding,
    select,
    sign_extend,
    store,
    uninterpreted_sort,
    variable,
    xor,
    zero_extend,
)


@dataclass(frozen=True, slots=True)
class Labelled:
    """A formula, whether it is satisfiable, and the solvers that cannot decide it."""

    name: str
    formula: Term
    satisfiable: bool
    undecided_by: tuple[str, ...] = ()


BYTE = bit_vector(8)
p, q = variable("p", BOOL), variable("q", BOOL)
x, y, z = variable("x", BYTE), variable("y", BYTE), variable("z", BYTE)
bit = variable("bit", bit_vector(1))
wide = variable("wide", bit_vector(80))
f, g = variable("f", FLOAT32), variable("g", FLOAT32)
d = variable("d", FLOAT64)
rm = variable("rm", ROUNDING_MODE)
i, j = variable("i", INT), variable("j", INT)
MEMORY = array_sort(BYTE, BYTE)
memory, other = variable("memory", MEMORY), variable("other", MEMORY)
tables = variable("tables", array_sort(BYTE, MEMORY))
TWICE = FunctionSymbol("twice", (BYTE,), BYTE)
BOTH = FunctionSymbol("both", (BOOL, FLOAT32), FLOAT32)
THING = uninterpreted_sort("Thing")
a, b = variable("a", THING), variable("b", THING)
NEXT = FunctionSymbol("next", (THING,), THING)

RNE, RTZ = rounding(RoundingMode.RNE), rounding(RoundingMode.RTZ)
ONE, TWO = fp(0x3F800000, FLOAT32), fp(0x40000000, FLOAT32)
INFINITY, NAN, MINUS_ZERO = fp(0x7F800000, FLOAT32), fp(0x7FC00000, FLOAT32), fp(0x80000000, FLOAT32)
DOUBLE_300 = fp(0x4072C00000000000, FLOAT64)


def _byte(value: int) -> Term:
    return bv(value, 8)


_NO_INTEGERS = ("bitwuzla", "bits")
_NEITHER_FUSED_NOR_REMAINDERS = ("bits",)
_NO_UNINTERPRETED_SORTS = ("bitwuzla", "bits")

CORPUS = (
    Labelled("a variable", p, satisfiable=True),
    Labelled("a contradiction", and_(p, not_(q), implies(p, q)), satisfiable=False),
    Labelled("exclusive or", and_(xor(p, q), or_(p, q), ite(p, not_(q), q)), satisfiable=True),
    Labelled("three different bits", distinct(bit, extract(x, 0, 0), extract(x, 1, 1)), satisfiable=False),
    Labelled("wrap around", and_(bvult(bvadd(x, _byte(1)), x)), satisfiable=True),
    Labelled("x + y - y is x", not_(eq(bvsub(bvadd(x, y), y), x)), satisfiable=False),
    Labelled("unary operators", and_(eq(bvneg(x), bvadd(bvnot(x), _byte(1))), bvslt(x, bvneg(x))), satisfiable=True),
    Labelled("factors", and_(eq(bvmul(x, y), _byte(143)), bvult(x, _byte(14)), bvult(y, _byte(14))), satisfiable=True),
    Labelled(
        "division by zero gives ones", and_(eq(y, _byte(0)), not_(eq(bvudiv(x, y), _byte(255)))), satisfiable=False
    ),
    Labelled("remainder by zero", and_(eq(y, _byte(0)), not_(eq(bvurem(x, y), x))), satisfiable=False),
    Labelled(
        "euclid",
        and_(not_(eq(y, _byte(0))), not_(eq(bvadd(bvmul(bvudiv(x, y), y), bvurem(x, y)), x))),
        satisfiable=False,
    ),
    Labelled(
        "signed division truncates",
        and_(eq(x, _byte(0xF9)), eq(y, _byte(2)), eq(bvsdiv(x, y), _byte(0xFD)), eq(bvsrem(x, y), _byte(0xFF))),
        satisfiable=True,
    ),
    Labelled(
        "smallest divided by -1", and_(eq(x, _byte(0x80)), bvslt(_byte(0), bvsdiv(x, _byte(255)))), satisfiable=False
    ),
    Labelled("de Morgan", not_(eq(bvnot(bvand(x, y)), bvor(bvnot(x), bvnot(y)))), satisfiable=False),
    Labelled("and, or and xor", and_(eq(bvxor(x, y), _byte(3)), eq(bvand(x, y), bvor(x, z))), satisfiable=True),
    Labelled(
        "shift out", and_(bvule(_byte(8), y), not_(eq(bvor(bvshl(x, y), bvlshr(x, y)), _byte(0)))), satisfiable=False
    ),
    Labelled("shift keeps the sign", and_(bvslt(x, _byte(0)), bvsle(_byte(0), bvashr(x, y))), satisfiable=False),
    Labelled("halves", not_(eq(concat(extract(x, 7, 4), extract(x, 3, 0)), x)), satisfiable=False),
    Labelled(
        "extension",
        and_(bvslt(x, _byte(0)), eq(zero_extend(x, 16), bvand(sign_extend(x, 16), bv(255, 16)))),
        satisfiable=True,
    ),
    Labelled(
        "extension keeps order", and_(bvslt(x, y), bvsle(sign_extend(y, 9), sign_extend(x, 9))), satisfiable=False
    ),
    Labelled("difference below", and_(bvult(bvsub(x, y), x), bvult(_byte(0), y)), satisfiable=True),
    Labelled(
        "a product of bytes fits",
        bvult(bvmul(zero_extend(x, 16), zero_extend(y, 16)), sign_extend(z, 16)),
        satisfiable=True,
    ),
    Labelled("choice", and_(bvult(ite(p, x, y), ite(q, y, x)), or_(eq(x, y), xor(p, q))), satisfiable=False),
    Labelled("a wide value", eq(bvadd(wide, bv(1, 80)), bv((1 << 79) + 12345678901234567890, 80)), satisfiable=True),
    Labelled("NaN is not itself", and_(not_(fp_eq(f, f)), fp_is_nan(f)), satisfiable=True),
    Labelled("equal but not identical", and_(fp_eq(f, g), not_(eq(f, g))), satisfiable=True),
    Labelled(
        "equal, not identical, not zero", and_(fp_eq(f, g), not_(eq(f, g)), not_(fp_is_zero(f))), satisfiable=False
    ),
    Labelled("signs", and_(fp_is_negative(fp_abs(f))), satisfiable=False),
    Labelled("minus zero", and_(eq(fp_neg(f), MINUS_ZERO), fp_is_positive(f), fp_is_zero(f)), satisfiable=True),
    Labelled(
        "absorption",
        and_(eq(fp_add(RNE, f, ONE), f), fp_lt(ONE, f), not_(fp_is_infinite(f))),
        satisfiable=True,
    ),
    Labelled("a sum below its part", and_(fp_lt(fp_add(rm, f, ONE), f)), satisfiable=False),
    Labelled(
        "difference of equals",
        and_(not_(eq(fp_sub(RTZ, f, f), fp(0, FLOAT32))), fp_is_normal(f)),
        satisfiable=False,
    ),
    Labelled(
        "underflow",
        and_(fp_is_subnormal(fp_mul(rm, f, g)), fp_is_normal(f), fp_is_normal(g)),
        satisfiable=True,
    ),
    Labelled(
        "division by zero",
        and_(eq(fp_div(RNE, f, MINUS_ZERO), INFINITY), fp_lt(f, MINUS_ZERO)),
        satisfiable=True,
    ),
    Labelled(
        "fused differs",
        not_(eq(fp_fma(RNE, f, f, g), fp_add(RNE, fp_mul(RNE, f, f), g))),
        satisfiable=True,
        undecided_by=_NEITHER_FUSED_NOR_REMAINDERS,
    ),
    Labelled(
        "root of two",
        and_(eq(f, TWO), fp_eq(fp_mul(RNE, fp_sqrt(RNE, f), fp_sqrt(RNE, f)), f)),
        satisfiable=False,
    ),
    Labelled(
        "remainder",
        and_(eq(f, fp(0x40A00000, FLOAT32)), eq(g, fp(0x40400000, FLOAT32)), eq(fp_rem(f, g), fp(0xBF800000, FLOAT32))),
        satisfiable=True,
        undecided_by=_NEITHER_FUSED_NOR_REMAINDERS,
    ),
    Labelled(
        "rounding modes differ",
        and_(eq(fp_round_to_integral(rm, f), ONE), fp_lt(TWO, fp_add(RNE, f, fp(0x3F8CCCCD, FLOAT32)))),
        satisfiable=True,
    ),
    Labelled(
        "rounding up",
        and_(eq(f, fp(0x3F99999A, FLOAT32)), eq(fp_round_to_integral(rm, f), TWO)),
        satisfiable=True,
    ),
    Labelled(
        "rounding down, nearest",
        and_(eq(f, fp(0x3F99999A, FLOAT32)), eq(fp_round_to_integral(RNE, f), TWO)),
        satisfiable=False,
    ),
    Labelled(
        "float to double to float",
        not_(eq(fp_from_fp(RTZ, fp_from_fp(rm, f, FLOAT64), FLOAT32), f)),
        satisfiable=False,
    ),
    Labelled(
        "double to float loses",
        not_(eq(fp_from_fp(RNE, fp_from_fp(RNE, d, FLOAT32), FLOAT64), d)),
        satisfiable=True,
    ),
    Labelled(
        "byte to float and back",
        not_(eq(fp_to_signed(RTZ, fp_from_signed(rm, x, FLOAT32), 8), x)),
        satisfiable=False,
    ),
    Labelled(
        "unsigned byte and back",
        not_(eq(fp_to_unsigned(RTZ, fp_from_unsigned(rm, x, FLOAT32), 8), x)),
        satisfiable=False,
    ),
    Labelled(
        "NaN converts to the smallest",
        and_(fp_is_nan(f), not_(eq(fp_to_signed(rm, f, 8), _byte(0x80)))),
        satisfiable=False,
    ),
    Labelled(
        "out of range",
        and_(eq(d, DOUBLE_300), not_(eq(fp_to_unsigned(rm, d, 8), _byte(0x80)))),
        satisfiable=False,
    ),
    Labelled(
        "conversion rounds into the range",
        and_(fp_lt(fp_from_unsigned(RNE, bv(127, 8), FLOAT32), f), eq(fp_to_signed(rm, f, 8), _byte(127))),
        satisfiable=True,
    ),
    Labelled(
        "negative fractions are zero",
        and_(fp_lt(f, MINUS_ZERO), eq(fp_to_unsigned(RTZ, f, 8), x), eq(x, _byte(0))),
        satisfiable=True,
    ),
    Labelled(
        "bits and back", not_(eq(fp_from_ieee_bv(fp_to_ieee_bv(fp_neg(f)), FLOAT32), fp_neg(f))), satisfiable=False
    ),
    Labelled("canonical NaN", and_(fp_is_nan(f), not_(eq(fp_to_ieee_bv(f), bv(0x7FC00000, 32)))), satisfiable=False),
    Labelled("bits of a NaN", and_(eq(fp_from_ieee_bv(concat(x, bv(0x900001, 24)), FLOAT32), NAN)), satisfiable=True),
    Labelled("comparison", and_(fp_le(f, g), fp_le(g, f), not_(fp_eq(f, g))), satisfiable=False),
    Labelled("read over write", not_(eq(select(store(memory, x, y), x), y)), satisfiable=False),
    Labelled(
        "aliasing",
        and_(eq(select(store(memory, x, _byte(1)), y), _byte(2)), eq(select(memory, y), z)),
        satisfiable=True,
    ),
    Labelled(
        "extensionality", and_(eq(memory, other), not_(eq(select(memory, x), select(other, x)))), satisfiable=False
    ),
    Labelled(
        "different arrays", and_(not_(eq(memory, other)), eq(select(memory, x), select(other, x))), satisfiable=True
    ),
    Labelled("constant array", not_(eq(select(constant_array(MEMORY, _byte(7)), x), _byte(7))), satisfiable=False),
    Labelled(
        "constant array of a variable",
        eq(select(store(constant_array(MEMORY, y), x, z), _byte(3)), _byte(9)),
        satisfiable=True,
        undecided_by=("cvc5",),
    ),
    Labelled(
        "equality with a constant array",
        and_(eq(memory, store(constant_array(MEMORY, _byte(7)), x, y)), eq(select(memory, z), _byte(8))),
        satisfiable=True,
        undecided_by=("bitwuzla",),
    ),
    Labelled(
        "array of arrays",
        and_(eq(select(select(tables, x), y), _byte(5)), not_(eq(select(tables, x), select(tables, z)))),
        satisfiable=True,
        undecided_by=("bitwuzla", "bits"),
    ),
    Labelled("congruence", and_(eq(x, y), not_(eq(apply(TWICE, x), apply(TWICE, y)))), satisfiable=False),
    Labelled("a function", and_(eq(apply(TWICE, apply(TWICE, x)), x), not_(eq(apply(TWICE, x), x))), satisfiable=True),
    Labelled(
        "a mixed function", and_(fp_lt(apply(BOTH, p, f), apply(BOTH, not_(p), f)), fp_is_nan(f)), satisfiable=True
    ),
    Labelled(
        "integers",
        and_(int_lt(int_add(i, j), int_sub(i, j)), int_le(int_constant(-5), int_mul(int_constant(3), j))),
        satisfiable=True,
        undecided_by=_NO_INTEGERS,
    ),
    Labelled(
        "euclidean division",
        not_(eq(int_add(int_mul(int_div(i, int_constant(-3)), int_constant(-3)), int_mod(i, int_constant(-3))), i)),
        satisfiable=False,
        undecided_by=_NO_INTEGERS,
    ),
    Labelled(
        "negation",
        and_(int_lt(int_neg(i), i), int_lt(i, int_constant(0))),
        satisfiable=False,
        undecided_by=_NO_INTEGERS,
    ),
    Labelled("division of integers by zero", not_(eq(int_div(i, int_sub(j, j)), int_constant(0))), satisfiable=False),
    Labelled(
        "things",
        and_(eq(apply(NEXT, a), b), eq(apply(NEXT, b), a), not_(eq(a, b))),
        satisfiable=True,
        undecided_by=_NO_UNINTERPRETED_SORTS,
    ),
    Labelled(
        "numbered things differ",
        and_(eq(apply(NEXT, a), constant(0, THING)), eq(apply(NEXT, b), constant(3, THING)), eq(a, b)),
        satisfiable=False,
        undecided_by=_NO_UNINTERPRETED_SORTS,
    ),
    Labelled(
        "numbered things",
        and_(eq(a, constant(3, THING)), not_(eq(b, constant(0, THING))), not_(eq(b, a))),
        satisfiable=True,
        undecided_by=_NO_UNINTERPRETED_SORTS,
    ),
)
