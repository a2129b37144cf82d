"""C code for operations on mathematical integers: each is done in a type that holds the values of its operands and of its result."""

from surefoot.base.records import dataclass
from surefoot.frontend.acsl.ctypes import WIDEST, Integer, Type, bits_for, integer, signed_type
from surefoot.frontend.acsl.problems import AnnotationError


@dataclass(frozen=True, slots=True)
class Code:
    """A C expression and the type of its value."""

    text: str
    type: Type


def compared(sign: str, left: Code, right: Code) -> str:
    """An exact comparison of integers."""
    (low, high), (lower, higher) = range_of(left.type), range_of(right.type)
    one, other = ctype_of(left), ctype_of(right)
    if one == other:
        return f"(({left.text}) {sign} ({right.text}))"
    for each, (least, most), of in ((right, (lower, higher), left), (left, (low, high), right)):
        kind = of.type
        if least == most and isinstance(kind, Integer) and certainly_holds(kind, least):
            del each
            return f"(({kind.ctype})({left.text}) {sign} ({kind.ctype})({right.text}))"
    common = signed_type(max(bits_for(low, high), bits_for(lower, higher)))
    return f"(({common})({left.text}) {sign} ({common})({right.text}))"


def certainly_holds(kind: Integer, value: int) -> bool:
    """Whether the C type of ``kind`` certainly holds ``value``."""
    return kind.least <= value <= kind.most


def ctype_of(code: Code) -> str:
    """The C type of an integer; none of what is no integer."""
    return code.type.ctype if isinstance(code.type, Integer) else ""


def range_of(kind: Type) -> tuple[int, int]:
    """The least and the largest value of an integer."""
    return (kind.least, kind.most) if isinstance(kind, Integer) else (0, 0)


def width_of(at: int, *ranges: tuple[int, int]) -> int:
    """How many bits hold all values of ``ranges``."""
    width = max(bits_for(least, most) for least, most in ranges)
    if width > WIDEST:
        raise AnnotationError(f"this needs integers of {width} bits, more than {WIDEST}", at)
    return width


def number_of(value: int) -> Code:
    """A constant."""
    kind = integer(value, value)
    if -(2**31) < value < 2**31:
        return Code(f"({value})", kind)
    if -(2**63) < value < 2**63:
        return Code(f"({value}LL)", Integer(value, value, "long long"))
    magnitude = f"(({kind.ctype}){abs(value)}wb)"
    return Code(magnitude if value >= 0 else f"(-{magnitude})", kind)


def as_index(code: Code, at: int) -> str:
    """The integer in a type that can be added to pointers."""
    least, most = range_of(code.type)
    if bits_for(least, most) <= 64:
        return f"(long long)({code.text})"
    if least >= 0 and most < 2**64:
        return f"(unsigned long long)({code.text})"
    raise AnnotationError("this index can be too large for a pointer", at)


def divided(sign: str, left: Code, right: Code, at: int) -> Code:
    """Division as C's: towards zero; by zero it is undefined, which is checked."""
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
    """An operation on the bits of two integers."""
    (low, high), (lower, higher) = range_of(left.type), range_of(right.type)
    width = width_of(at, (low, high), (lower, higher))
    of = signed_type(width)
    least, most = -(2 ** (width - 1)), 2 ** (width - 1) - 1
    if low >= 0 and lower >= 0:
        least = 0
    if sign == "&" and (low >= 0 or lower >= 0):
        least, most = 0, min(each for each, bottom in ((high, low), (higher, lower)) if bottom >= 0)
    return Code(f"((({of})({left.text})) {sign} (({of})({right.text})))", Integer(least, most, of))
