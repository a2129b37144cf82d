"""Notation of operators, shared by printer and parser: that of C, with the sort of arithmetic where
C leaves it to types.

``u`` and ``s`` mark unsigned and signed operators, ``f`` those on floats that round to nearest
even. Operators without a sign here are calls of the constructor in `logic`: ``concat(a, b)``,
``fp_add(RTZ, a, b)``.
"""

from collections.abc import Callable, Mapping
from typing import Final

from surefoot import logic
from surefoot.base.enums import IntEnum
from surefoot.logic import Op, Term


class Level(IntEnum):
    """Precedence of a notation, lowest first."""

    CONDITIONAL = 0
    OR = 1
    AND = 2
    COMPARISON = 3
    BIT_OR = 4
    BIT_XOR = 5
    BIT_AND = 6
    SHIFT = 7
    SUM = 8
    PRODUCT = 9
    UNARY = 10
    ATOM = 11


ARITHMETIC: Final[Mapping[str, tuple[Op, Level]]] = {
    "|": (Op.BVOR, Level.BIT_OR),
    "^": (Op.BVXOR, Level.BIT_XOR),
    "&": (Op.BVAND, Level.BIT_AND),
    "<<": (Op.BVSHL, Level.SHIFT),
    ">>u": (Op.BVLSHR, Level.SHIFT),
    ">>s": (Op.BVASHR, Level.SHIFT),
    "+": (Op.BVADD, Level.SUM),
    "-": (Op.BVSUB, Level.SUM),
    "*": (Op.BVMUL, Level.PRODUCT),
    "/u": (Op.BVUDIV, Level.PRODUCT),
    "/s": (Op.BVSDIV, Level.PRODUCT),
    "%u": (Op.BVUREM, Level.PRODUCT),
    "%s": (Op.BVSREM, Level.PRODUCT),
}
"""Binary operators whose operands and result have one sort; they associate to the left."""

ROUNDED: Final[Mapping[str, tuple[Op, Level]]] = {
    "+f": (Op.FP_ADD, Level.SUM),
    "-f": (Op.FP_SUB, Level.SUM),
    "*f": (Op.FP_MUL, Level.PRODUCT),
    "/f": (Op.FP_DIV, Level.PRODUCT),
}
"""Binary operators on floats that round to nearest even."""

COMPARISONS: Final[Mapping[str, Op]] = {
    "==": Op.EQ,
    "<u": Op.BVULT,
    "<s": Op.BVSLT,
    "<f": Op.FP_LT,
    "<=f": Op.FP_LE,
    "==f": Op.FP_EQ,
}

ORDERS: Final[Mapping[str, Op]] = {"u": Op.BVULT, "s": Op.BVSLT}
"""The strict orders from which ``>``, ``<=`` and ``>=`` are made by swapping and negating."""

UNARY: Final[Mapping[str, Op]] = {"!": Op.NOT, "~": Op.BVNOT, "-": Op.BVNEG}

SYMBOL: Final[Mapping[Op, str]] = {
    **{op: sign for sign, (op, _) in ARITHMETIC.items()},
    **{op: sign for sign, (op, _) in ROUNDED.items()},
    **{op: sign for sign, op in COMPARISONS.items()},
    **{op: sign for sign, op in UNARY.items()},
    Op.AND: "&&",
    Op.OR: "||",
}

LEVEL: Final[Mapping[Op, Level]] = {
    **dict(ARITHMETIC.values()),
    **dict(ROUNDED.values()),
    **dict.fromkeys(COMPARISONS.values(), Level.COMPARISON),
    **dict.fromkeys(UNARY.values(), Level.UNARY),
    Op.AND: Level.AND,
    Op.OR: Level.OR,
    Op.ITE: Level.CONDITIONAL,
}

_UNDERSCORED: Final = {Op.NOT: "not_", Op.AND: "and_", Op.OR: "or_"}

CONSTRUCTORS: Final[Mapping[Op, Callable[..., Term]]] = {
    op: getattr(logic, _UNDERSCORED.get(op, op.name.lower())) for op in Op if op not in (Op.VARIABLE, Op.CONSTANT)
}

CALLED: Final[Mapping[str, Op]] = {op.name.lower(): op for op in CONSTRUCTORS if op is not Op.APPLY}
"""Operators by the name under which the text form calls them."""
