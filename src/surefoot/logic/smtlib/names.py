"""Names of variables and functions as SMT-LIB symbols, and back.

A name that is reserved in SMT-LIB or cannot be quoted is written as ``|name ...|`` with its
problematic characters escaped. Every other name is written unchanged, quoted where necessary.
"""

import re
from collections.abc import Iterable
from typing import Final

from surefoot.logic.operators import Op
from surefoot.logic.terms import Symbol, SymbolKind

_SIMPLE: Final = re.compile(r"[A-Za-z~!@$%^&*_+=<>.?/-][0-9A-Za-z~!@$%^&*_+=<>.?/-]*")
_MARK: Final = "name "
_ELEMENT: Final = "element "
_OURS: Final = (_MARK, _ELEMENT, "fp_to_signed.", "fp_to_unsigned.", "@", ".")
"""Prefixes of names that the printer generates or solvers reserve."""
_ESCAPES: Final = (("%", "%25"), ("|", "%7C"), ("\\", "%5C"))

_STANDARD_WORDS: Final = """
    let forall exists match par _ ! as true false distinct xor => const is
    Bool Int Real BitVec Array FloatingPoint RoundingMode Float16 Float32 Float64 Float128 String
    BINARY DECIMAL HEXADECIMAL NUMERAL STRING
    <= > >= / abs to_real to_int bv2nat int2bv ubv_to_int sbv_to_int int_to_bv
    bvule bvsle bvugt bvuge bvsgt bvsge bvnand bvnor bvxnor bvcomp bvsmod rotate_left rotate_right repeat
    fp to_fp to_fp_unsigned NaN +oo -oo +zero -zero
    fp.gt fp.geq fp.min fp.max fp.to_ubv fp.to_sbv fp.to_real
    RNE RNA RTP RTN RTZ
    roundNearestTiesToEven roundNearestTiesToAway roundTowardPositive roundTowardNegative roundTowardZero
    assert check-sat declare-const declare-fun declare-sort define-fun define-sort
    exit get-model pop push set-info set-logic set-option
"""
_RESERVED: Final = frozenset(_STANDARD_WORDS.split()) | {operator.value for operator in Op}


def written(name: str) -> str:
    """Return the SMT-LIB symbol for a name of ours."""
    if name in _RESERVED or name.startswith(_OURS) or "|" in name or "\\" in name or not name:
        return f"|{_MARK}{_escaped(name)}|"
    return name if _SIMPLE.fullmatch(name) else f"|{name}|"


def unquoted(name: str) -> str:
    """Return the SMT-LIB symbol for a name of ours without its bars, as the reader gives it."""
    symbol = written(name)
    return symbol[1:-1] if symbol.startswith("|") else symbol


def distinct_names(symbols: Iterable[Symbol], taken: Iterable[str] = ()) -> list[str]:
    """Return a distinct name for each of ``symbols``: its spelling unless that is already used or
    in ``taken``.

    Declared symbols come first and keep their spelling. Others become ``name~2``, ``name~3``,
    ... The result is a function of the symbols and their order.
    """
    wanted = list(symbols)
    chosen: dict[int, str] = {}
    used = set(taken)
    spelt = {str(symbol) for symbol in wanted}
    for position in sorted(range(len(wanted)), key=lambda at: wanted[at].kind is not SymbolKind.DECLARED):
        spelling = name = str(wanted[position])
        number = 1
        while name in used or (number > 1 and name in spelt):
            number += 1
            name = f"{spelling}~{number}"
        used.add(name)
        chosen[position] = name
    return [chosen[position] for position in range(len(wanted))]


def read(symbol: str) -> str:
    """Return the name for an SMT-LIB symbol without its bars; the inverse of `written`."""
    return _unescaped(symbol.removeprefix(_MARK)) if symbol.startswith(_MARK) else symbol


def written_element(number: int, sort: str) -> str:
    """Return the symbol for a value of the uninterpreted sort of this name."""
    return f"|{_ELEMENT}{number} of {_escaped(sort)}|"


def read_element(symbol: str, sort: str) -> int | None:
    """Return the number of the value that a symbol stands for, None if it stands for none of this
    sort.
    """
    number, _, rest = symbol.removeprefix(_ELEMENT).partition(" of ")
    is_element = symbol.startswith(_ELEMENT) and number.isdecimal() and _unescaped(rest) == sort
    return int(number) if is_element else None


def _escaped(name: str) -> str:
    for character, escape in _ESCAPES:
        name = name.replace(character, escape)
    return name


def _unescaped(name: str) -> str:
    for character, escape in reversed(_ESCAPES):
        name = name.replace(escape, character)
    return name
