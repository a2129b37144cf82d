"""The operators of terms. What each means is in `semantics`, what it is called in SMT-LIB in
`smtlib`.

There is no operator for what another expresses: ``a xor b`` is ``not (a = b)``, ``a implies b`` is
``not a or b``, ``a bvule b`` is ``not (b bvult a)``, ``a <= b`` on integers is ``not (b < a)``.
"""

from surefoot.base.enums import Enum


class Op(Enum):
    """The head of a term; its value is the SMT-LIB name, or ours where SMT-LIB has none."""

    VARIABLE = "variable"
    """No arguments; payload: the `Symbol`."""
    CONSTANT = "constant"
    """No arguments; payload: the value. Never of array sort: constant arrays use the two operators
    below.
    """

    NOT = "not"
    AND = "and"
    """Two arguments or more."""
    OR = "or"
    """Two arguments or more."""
    ITE = "ite"
    EQ = "="

    BVNOT = "bvnot"
    BVNEG = "bvneg"
    BVADD = "bvadd"
    BVSUB = "bvsub"
    BVMUL = "bvmul"
    BVUDIV = "bvudiv"
    BVUREM = "bvurem"
    BVSDIV = "bvsdiv"
    BVSREM = "bvsrem"
    BVAND = "bvand"
    BVOR = "bvor"
    BVXOR = "bvxor"
    BVSHL = "bvshl"
    BVLSHR = "bvlshr"
    BVASHR = "bvashr"
    BVULT = "bvult"
    BVSLT = "bvslt"
    CONCAT = "concat"
    EXTRACT = "extract"
    """Payload: the pair (high, low), both included."""
    ZERO_EXTEND = "zero_extend"
    """Payload: the width of the result, greater than that of the argument."""
    SIGN_EXTEND = "sign_extend"
    """Payload: the width of the result, greater than that of the argument."""

    FP_ABS = "fp.abs"
    FP_NEG = "fp.neg"
    FP_ADD = "fp.add"
    """Arguments of rounding operators: the rounding mode, then the operands."""
    FP_SUB = "fp.sub"
    FP_MUL = "fp.mul"
    FP_DIV = "fp.div"
    FP_FMA = "fp.fma"
    FP_SQRT = "fp.sqrt"
    FP_REM = "fp.rem"
    FP_ROUND_TO_INTEGRAL = "fp.roundToIntegral"
    FP_LE = "fp.leq"
    FP_LT = "fp.lt"
    FP_EQ = "fp.eq"
    FP_IS_NAN = "fp.isNaN"
    FP_IS_INFINITE = "fp.isInfinite"
    FP_IS_ZERO = "fp.isZero"
    FP_IS_NORMAL = "fp.isNormal"
    FP_IS_SUBNORMAL = "fp.isSubnormal"
    FP_IS_NEGATIVE = "fp.isNegative"
    FP_IS_POSITIVE = "fp.isPositive"
    FP_FROM_IEEE_BV = "fp_from_ieee_bv"
    """Payload: the float sort of the result, as for the three conversions below."""
    FP_FROM_FP = "fp_from_fp"
    FP_FROM_SIGNED = "fp_from_signed"
    FP_FROM_UNSIGNED = "fp_from_unsigned"
    FP_TO_IEEE_BV = "fp.to_ieee_bv"
    """Total: NaN gives the bits of the canonical NaN."""
    FP_TO_SIGNED = "fp_to_signed"
    """Payload: the width of the result. Total: NaN, infinities and what is out of range give
    100...0.
    """
    FP_TO_UNSIGNED = "fp_to_unsigned"
    """Payload: the width of the result. Total: NaN, infinities and what is out of range give
    100...0.
    """

    SELECT = "select"
    STORE = "store"
    CONSTANT_ARRAY = "constant_array"
    """Payload: the array sort."""

    INT_NEG = "int_neg"
    INT_ADD = "+"
    INT_SUB = "-"
    INT_MUL = "*"
    INT_DIV = "div"
    """Total: division by zero gives 0; `int_div` guards the operator, so that solvers need not
    agree.
    """
    INT_MOD = "mod"
    """Total: modulo zero gives the dividend; `int_mod` guards the operator."""
    INT_LT = "<"

    APPLY = "apply"
    """Payload: the function symbol."""
