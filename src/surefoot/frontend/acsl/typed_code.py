"""Types of ACSL terms, and exact C code for operations on integers.

ACSL integers are mathematical. Every integer term has a range, and its C code a type that holds the
range: each operation is done in a type that holds its operands and its result.
"""

from collections.abc import Mapping
from typing import Final

from surefoot.base.records import dataclass
from surefoot.frontend.acsl.source_text import AnnotationError
from surefoot.frontend.limits import LIMITS
from surefoot.program.program import DataModel

_EXACT_IN_DOUBLE: Final = 2**53


@dataclass(frozen=True, slots=True)
class Integer:
    """The integers from ``least`` to ``most``; C code for them has type ``ctype``, which holds the
    range.
    """

    least: int
    most: int
    ctype: str

    @property
    def fits_double(self) -> bool:
        """True if conversion to ``double`` is exact for all values."""
        return self.least >= -_EXACT_IN_DOUBLE and self.most <= _EXACT_IN_DOUBLE


@dataclass(frozen=True, slots=True)
class Floating:
    """A floating-point number of C."""


@dataclass(frozen=True, slots=True)
class Pointer:
    """A pointer to any type."""


@dataclass(frozen=True, slots=True)
class Opaque:
    """A struct or a union, whose members alone can be used."""


Type = Integer | Floating | Pointer | Opaque

_NAMES: Final = (
    "_Bool", "char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned int", "long", "unsigned long",
    "long long", "unsigned long long", "__int128", "unsigned __int128",
)  # fmt: skip
_FLOATING: Final = ("float", "double", "long double")
_POINTER_CODE: Final = 105
_RECORD_CODES: Final = (112, 113)
"""The results of ``__builtin_classify_type`` for structs and unions, plus 100."""

LARGEST_OFFSET: Final = 1 << 62
"""Bound on byte offsets of pointers, below the size of the address space."""
CODE_MACRO: Final = "__surefoot_code"
"""The macro that maps an expression to the code of its type."""


def prelude_of_codes() -> str:
    """Return C text that defines `CODE_MACRO`."""
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
    """Return the type with `CODE_MACRO` value ``code``; None for a type that annotations do not
    support.
    """
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
    """Return the bits of the narrowest signed integer that holds ``least`` to ``most``."""
    return 1 + max(most.bit_length(), (-least - 1).bit_length() if least < 0 else 0)


def signed_type(width: int) -> str:
    """Return a signed C type of at least ``width`` bits that integer promotion leaves as it is."""
    if width <= 32:
        return "int"
    return "long long" if width == 64 else f"_BitInt({width})"


def unsigned_type(width: int) -> str:
    """Return the unsigned type that corresponds to `signed_type`."""
    return f"unsigned {signed_type(width)}"


def integer(least: int, most: int) -> Integer:
    """Return the integers of a range with the narrowest C type."""
    return Integer(least, most, signed_type(bits_for(least, most)))


# ---- exact operations


@dataclass(frozen=True, slots=True)
class Code:
    """A C expression and the type of its value."""

    text: str
    type: Type


def compared(sign: str, left: Code, right: Code) -> str:
    """Return an exact comparison of integers."""
    (low, high), (lower, higher) = range_of(left.type), range_of(right.type)
    one, other = ctype_of(left), ctype_of(right)
    if one == other:
        return f"(({left.text}) {sign} ({right.text}))"
    for (least, most), of in (((lower, higher), left), ((low, high), right)):
        kind = of.type
        if least == most and isinstance(kind, Integer) and certainly_holds(kind, least):
            return f"(({kind.ctype})({left.text}) {sign} ({kind.ctype})({right.text}))"
    common = signed_type(max(bits_for(low, high), bits_for(lower, higher)))
    return f"(({common})({left.text}) {sign} ({common})({right.text}))"


def certainly_holds(kind: Integer, value: int) -> bool:
    """Return whether ``value`` is in the range of ``kind``, so that its C type holds it."""
    return kind.least <= value <= kind.most


def ctype_of(code: Code) -> str:
    """Return the C type of an integer; empty for other code."""
    return code.type.ctype if isinstance(code.type, Integer) else ""


def range_of(kind: Type) -> tuple[int, int]:
    """Return the least and the greatest value of an integer."""
    return (kind.least, kind.most) if isinstance(kind, Integer) else (0, 0)


def width_of(at: int, *ranges: tuple[int, int]) -> int:
    """Return the bits that hold all values of ``ranges``."""
    width = max(bits_for(least, most) for least, most in ranges)
    if width > LIMITS.annotation_integer_bits:
        text = f"this needs integers of {width} bits; at most {LIMITS.annotation_integer_bits} are supported"
        raise AnnotationError(text, at, "give variables smaller types or the quantifier a smaller range")
    return width


def number_of(value: int) -> Code:
    """Return code for a constant."""
    kind = integer(value, value)
    if -(2**31) < value < 2**31:
        return Code(f"({value})", kind)
    if -(2**63) < value < 2**63:
        return Code(f"({value}LL)", Integer(value, value, "long long"))
    magnitude = f"(({kind.ctype}){abs(value)}wb)"
    return Code(magnitude if value >= 0 else f"(-{magnitude})", kind)


def as_index(code: Code, pointer: str) -> str:
    """Return the integer in a type that can be added to ``pointer``.

    An integer that may exceed 64 bits, or the width of pointers, is limited to the largest offset
    between pointers, which is outside of all objects.
    """
    least, most = range_of(code.type)
    bits = bits_for(least, most)
    if bits <= 32:
        return f"(long long)({code.text})"
    last = Code(f"(__PTRDIFF_MAX__ / (long long)sizeof(*({pointer})))", Integer(1, LARGEST_OFFSET, "long long"))
    first = Code(f"(-{last.text})", Integer(-LARGEST_OFFSET, -1, "long long"))
    is_near = f"{compared('<=', first, code)} && {compared('<=', code, last)}"
    if bits <= 64 or (least >= 0 and most < 2**64):  # the compiler folds the test of the data model
        whole = f"({'unsigned long long' if least >= 0 else 'long long'})({code.text})"
        return f"(sizeof(void *) > 4 || ({is_near}) ? {whole} : {last.text})"
    return f"({is_near} ? (long long)({code.text}) : {last.text})"


def divided(sign: str, left: Code, right: Code, at: int) -> Code:
    """Return a quotient or remainder with C's truncation towards zero; division by zero is checked
    like in C.
    """
    (low, high), (lower, higher) = range_of(left.type), range_of(right.type)
    largest = max(abs(low), abs(high))
    if sign == "%":
        largest = min(largest, max(abs(lower), abs(higher)) - 1)
    width = width_of(at, (low, high), (lower, higher), (-largest, largest))
    if low < 0:
        width = width_of(at, (low, -low), (lower, higher))
    least = -largest if low < 0 or (sign == "/" and lower < 0) else 0
    most = largest if high > 0 or (sign == "/" and lower < 0) else 0
    of = signed_type(width)
    return Code(f"((({of})({left.text})) {sign} (({of})({right.text})))", Integer(least, max(least, most), of))


def bitwise(sign: str, left: Code, right: Code, at: int) -> Code:
    """Return a bitwise operation on two integers."""
    (low, high), (lower, higher) = range_of(left.type), range_of(right.type)
    width = width_of(at, (low, high), (lower, higher))
    of = signed_type(width)
    least, most = -(2 ** (width - 1)), 2 ** (width - 1) - 1
    if low >= 0 and lower >= 0:
        least = 0
    if sign == "&" and (low >= 0 or lower >= 0):
        least, most = 0, min(each for each, bottom in ((high, low), (higher, lower)) if bottom >= 0)
    return Code(f"((({of})({left.text})) {sign} (({of})({right.text})))", Integer(least, most, of))
