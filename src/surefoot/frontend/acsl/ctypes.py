"""The types of terms in annotations: integers are mathematical, so every integer term has a range, and C code for it a type that holds the range."""

from collections.abc import Mapping
from typing import Final

from surefoot.base.records import dataclass
from surefoot.program.program import DataModel

WIDEST: Final = 512
"""Bits of the widest integers that are computed with."""
_EXACT_IN_DOUBLE: Final = 2**53


@dataclass(frozen=True, slots=True)
class Integer:
    """An integer from ``least`` to ``most``; C code for it has type ``ctype``, which holds all of them."""

    least: int
    most: int
    ctype: str

    @property
    def fits_double(self) -> bool:
        """Whether conversion to a floating number changes none of the values."""
        return self.least >= -_EXACT_IN_DOUBLE and self.most <= _EXACT_IN_DOUBLE


@dataclass(frozen=True, slots=True)
class Floating:
    """A floating number of C."""


@dataclass(frozen=True, slots=True)
class Pointer:
    """A pointer to anything."""


@dataclass(frozen=True, slots=True)
class Opaque:
    """What only its members can be looked at: a struct or a union."""


Type = Integer | Floating | Pointer | Opaque

_NAMES: Final = (
    "_Bool", "char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned int", "long", "unsigned long",
    "long long", "unsigned long long", "__int128", "unsigned __int128",
)  # fmt: skip
_FLOATING: Final = ("float", "double", "long double")
_POINTER_CODE: Final = 105
_RECORD_CODES: Final = (112, 113)
"""What ``__builtin_classify_type`` says, plus 100."""

CODE_MACRO: Final = "__surefoot_code"
"""The macro whose value for an expression tells the expression's type."""


def prelude_of_codes() -> str:
    """C text that defines `CODE_MACRO`."""
    entries = [f"{name}: {number}" for number, name in enumerate((*_NAMES[:12], *_FLOATING), 1)]
    wide = [f"{name}: {number}" for number, name in enumerate(_NAMES[12:], 50)]
    generic = "_Generic((e), {}, default: 100 + __builtin_classify_type(e))"
    return (
        "#ifdef __SIZEOF_INT128__\n"
        f"#define {CODE_MACRO}(e) {generic.format(', '.join((*entries, *wide)))}\n"
        "#else\n"
        f"#define {CODE_MACRO}(e) {generic.format(', '.join(entries))}\n"
        "#endif\n"
    )


def type_of_code(code: int, data_model: DataModel) -> Type | None:
    """The type that `CODE_MACRO` gave ``code`` for; None for one that annotations cannot be about."""
    if 50 <= code < 52:
        return _c_integer(_NAMES[12 + code - 50], _widths(data_model))
    if code == _POINTER_CODE:
        return Pointer()
    if code in _RECORD_CODES:
        return Opaque()
    if not 1 <= code <= 12 + len(_FLOATING):
        return None
    return Floating() if code > 12 else _c_integer(_NAMES[code - 1], _widths(data_model))


def _widths(data_model: DataModel) -> Mapping[str, int]:
    long = data_model.pointer_width
    return {"_Bool": 1, "char": 8, "short": 16, "int": 32, "long": long, "long long": 64, "__int128": 128}


def _c_integer(name: str, widths: Mapping[str, int]) -> Integer:
    width = widths[name.removeprefix("unsigned ").removeprefix("signed ")]
    if name == "_Bool" or name.startswith("unsigned "):
        return Integer(0, 2**width - 1, name)
    return Integer(-(2 ** (width - 1)), 2 ** (width - 1) - 1, name)


def bits_for(least: int, most: int) -> int:
    """The bits of the smallest signed integer that holds ``least`` to ``most``."""
    return 1 + max(most.bit_length(), (-least - 1).bit_length() if least < 0 else 0)


def signed_type(width: int) -> str:
    """A signed C type of at least ``width`` bits that arithmetic does not promote to another."""
    if width <= 32:
        return "int"
    return "long long" if width == 64 else f"_BitInt({width})"


def unsigned_type(width: int) -> str:
    """The unsigned type that belongs to `signed_type`."""
    return f"unsigned {signed_type(width)}"


def integer(least: int, most: int) -> Integer:
    """The integers of a range, with the type that code for them is given."""
    return Integer(least, most, signed_type(bits_for(least, most)))
