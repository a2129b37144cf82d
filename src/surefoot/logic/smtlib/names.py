"""How names of variables and functions are written as SMT-LIB symbols, and read back.

A name that SMT-LIB gives a meaning to, or that cannot be quoted, is written as ``|name ...|`` with its
troublesome characters escaped; every other name is written as itself, quoted where it has to be.
"""

import re
from typing import Final

from surefoot.logic.operators import Op

_SIMPLE: Final = re.compile(r"[A-Za-z~!@$%^&*_+=<>.?/-][0-9A-Za-z~!@$%^&*_+=<>.?/-]*")
_MARK: Final = "name "
_OURS: Final = (_MARK, "element ", "fp_to_signed.", "fp_to_unsigned.", "@", ".")
"""What names begin with that the printer makes itself or that solvers keep for themselves."""
_ESCAPES: Final = (("%", "%25"), ("|", "%7C"), ("\\", "%5C"))

_RESERVED: Final = frozenset(
    [operator.value for operator in Op]
    + [
        "let",
        "forall",
        "exists",
        "match",
        "par",
        "_",
        "!",
        "as",
        "true",
        "false",
        "distinct",
        "xor",
        "=>",
        "const",
        "fp",
        "to_fp",
        "to_fp_unsigned",
        "to_real",
        "to_int",
    ]
    + [
        "NaN",
        "+oo",
        "-oo",
        "+zero",
        "-zero",
        "<=",
        ">",
        ">=",
        "/",
        "abs",
        "fp.gt",
        "fp.geq",
        "fp.min",
        "fp.max",
        "fp.to_ubv",
        "fp.to_sbv",
        "fp.to_real",
    ]
    + [
        "bvule",
        "bvsle",
        "bvugt",
        "bvuge",
        "bvsgt",
        "bvsge",
        "bvnand",
        "bvnor",
        "bvxnor",
        "bvcomp",
        "bvsmod",
        "rotate_left",
        "rotate_right",
        "repeat",
    ]
    + [
        "Bool",
        "Int",
        "Real",
        "BitVec",
        "Array",
        "FloatingPoint",
        "RoundingMode",
        "Float16",
        "Float32",
        "Float64",
        "Float128",
        "String",
    ]
    + [
        "BINARY",
        "DECIMAL",
        "HEXADECIMAL",
        "NUMERAL",
        "STRING",
        "assert",
        "check-sat",
        "declare-const",
        "declare-fun",
        "declare-sort",
    ]
    + ["define-fun", "define-sort", "exit", "get-model", "pop", "push", "set-info", "set-logic", "set-option"]
    + ["RNE", "RNA", "RTP", "RTN", "RTZ", "roundNearestTiesToEven", "roundNearestTiesToAway", "roundTowardPositive"]
    + ["roundTowardNegative", "roundTowardZero", "bv2nat", "int2bv", "ubv_to_int", "sbv_to_int", "int_to_bv", "is"]
)


def written(name: str) -> str:
    """Return the SMT-LIB symbol for a name of ours."""
    if name in _RESERVED or name.startswith(_OURS) or "|" in name or "\\" in name or not name:
        for character, escape in _ESCAPES:
            name = name.replace(character, escape)
        name = _MARK + name
    return name if _SIMPLE.fullmatch(name) else f"|{name}|"


def read(symbol: str) -> str:
    """Return the name of ours that an SMT-LIB symbol, without its bars, stands for; the inverse of `written`."""
    if not symbol.startswith(_MARK):
        return symbol
    name = symbol.removeprefix(_MARK)
    for character, escape in reversed(_ESCAPES):
        name = name.replace(escape, character)
    return name
