"""Values as C expressions, by their declared type; pointers by the object they point to."""

import math
import struct
from collections.abc import Callable, Iterator

from surefoot.base.records import dataclass
from surefoot.program.ctypes import CArray, CEnum, CFloat, CInteger, CMember, CPointer, CRecord, CType, CVoid, bit_width

PointerText = Callable[[int, str], str]
"""Function that names the object at an address, given the name of the pointed-to type."""

_ESCAPES = {0: r"\0", 7: r"\a", 8: r"\b", 9: r"\t", 10: r"\n", 11: r"\v", 12: r"\f", 13: r"\r", 39: r"\'", 92: r"\\"}
_CHARACTERS = {"char", "signed char", "unsigned char"}


def value_text(bits: int, ctype: CType, pointer_text: PointerText) -> str:
    """Return the value with the representation ``bits`` as an expression of type ``ctype``."""
    match ctype:
        case CInteger("_Bool" | "bool"):
            return "true" if bits else "false"
        case CInteger(name, width, is_signed):
            number = _signed(bits, width) if is_signed else bits
            return f"{number} {_character(bits)}" if name in _CHARACTERS and _is_printable(bits) else str(number)
        case CEnum(_, width, is_signed, enumerators):
            number = _signed(bits, width) if is_signed else bits
            return next((name for name, value in enumerators if value == number), str(number))
        case CFloat(_, width):
            return float_text(bits, width)
        case CPointer(target, _):
            return pointer_text(bits, target)
        case CVoid() | CArray() | CRecord():
            return str(bits)


def _signed(bits: int, width: int) -> int:
    return bits - (1 << width) if bits >> (width - 1) & 1 else bits


def float_text(bits: int, width: int) -> str:
    """Return the shortest decimal that reads back as the IEEE value ``bits``."""
    match width:
        case 32:
            number = struct.unpack("<f", bits.to_bytes(4, "little"))[0]
            text = _shortest_single(number)
        case 64:
            number = struct.unpack("<d", bits.to_bytes(8, "little"))[0]
            text = repr(number)
        case _:
            return f"{bits:#x}"
    if math.isnan(number):
        return "NaN"
    if math.isinf(number):
        return "infinity" if number > 0 else "-infinity"
    return text


def _shortest_single(number: float) -> str:
    for digits in range(1, 10):
        text = f"{number:.{digits}g}"
        if _single_bytes(float(text)) == _single_bytes(number):
            return repr(float(text))
    return repr(number)


def _single_bytes(number: float) -> bytes | None:
    """Return the single-precision representation; ``None`` beyond its range."""
    try:
        return struct.pack("<f", number)
    except OverflowError:
        return None


def _is_printable(code: int) -> bool:
    return 32 <= code < 127 or code in _ESCAPES


def _character(code: int) -> str:
    return f"'{_ESCAPES.get(code) or chr(code)}'"


def quoted(text: bytes) -> str:
    """Return ``text`` as a C string literal."""
    characters = (_in_string(code) if _is_printable(code) else f"\\{code:03o}" for code in text)
    return f'"{"".join(characters)}"'


def _in_string(code: int) -> str:
    return {ord('"'): '\\"', ord("'"): "'"}.get(code) or _ESCAPES.get(code) or chr(code)


@dataclass(frozen=True, slots=True)
class Cell:
    """A scalar inside an object: its path after the object's name, its type, and its offset and
    width in bits.
    """

    path: str
    ctype: CType
    bit_offset: int
    bit_width: int


def place_text(name: str, path: str) -> str:
    """Return the part at ``path`` of the object ``name``: ``rb->head`` for ``.head`` of ``*rb``."""
    if not path or not name.startswith("*"):
        return f"{name}{path}"
    pointer = f"({name[1:]})" if name.startswith("**") else name[1:]
    member = path.removeprefix("[0]")
    return f"{pointer}->{member[1:]}" if member.startswith(".") else f"{pointer}{path}"


def address_text(name: str, path: str) -> str:
    """Return the address of the part at ``path`` of the object ``name``."""
    return f"&{place_text(name, path)}" if path or not name.startswith("*") else f"address of {name}"


def cells(ctype: CType, first_bit: int, end_bit: int) -> Iterator[Cell]:
    """Yield the scalars of an object of type ``ctype`` that overlap bits ``[first_bit, end_bit)``,
    in order.

    For a union, only the first member that covers the range is used.
    """
    yield from _cells(ctype, "", 0, first_bit, end_bit)


def _cells(ctype: CType, path: str, base: int, first_bit: int, end_bit: int) -> Iterator[Cell]:
    match ctype:
        case CRecord(_, _, members) if _is_union(members):
            inside = [m for m in members if base + m.bit_offset + m.bit_width >= end_bit] or list(members)
            yield from _member_cells(inside[0], path, base, first_bit, end_bit)
        case CRecord(_, _, members):
            for member in members:
                yield from _member_cells(member, path, base, first_bit, end_bit)
        case CArray(element, count):
            width = bit_width(element)
            if not width:
                return
            first = max(0, (first_bit - base) // width)
            last = -(-(end_bit - base) // width)
            for index in range(first, last if count is None else min(last, count)):
                yield from _cells(element, f"{path}[{index}]", base + index * width, first_bit, end_bit)
        case _:
            width = bit_width(ctype)
            if base < end_bit and first_bit < base + width:
                yield Cell(path, ctype, base, width)


def _member_cells(member: CMember, path: str, base: int, first_bit: int, end_bit: int) -> Iterator[Cell]:
    start = base + member.bit_offset
    if start >= end_bit or first_bit >= start + member.bit_width:
        return
    name = f"{path}.{member.name}" if member.name else path
    if member.bit_width < bit_width(member.ctype):
        yield Cell(name, member.ctype, start, member.bit_width)
    else:
        yield from _cells(member.ctype, name, start, first_bit, end_bit)


def part_at(ctype: CType, bit_offset: int, wanted: str) -> str | None:
    """Return the path of the part of a ``ctype`` at ``bit_offset``: preferably one of the type
    named ``wanted``.

    Otherwise it is the largest part that is not an array; ``None`` when no part starts there.
    """
    starting = [(path, part) for path, part in _parts(ctype, "", bit_offset) if not isinstance(part, CArray)]
    exact = [path for path, part in starting if part.name == wanted]
    return next(iter(exact or [path for path, _ in starting]), None)


def _parts(ctype: CType, path: str, bit_offset: int) -> Iterator[tuple[str, CType]]:
    """Yield the parts that start exactly ``bit_offset`` bits into a ``ctype``, outermost first."""
    if bit_offset == 0:
        yield path, ctype
    match ctype:
        case CArray(element, count) if width := bit_width(element):
            index = bit_offset // width
            if count is None or index < count:
                yield from _parts(element, f"{path}[{index}]", bit_offset % width)
        case CRecord(_, _, members):
            for member in members:
                if member.bit_offset <= bit_offset < member.bit_offset + member.bit_width:
                    yield from _parts(member.ctype, f"{path}.{member.name}", bit_offset - member.bit_offset)
                    return
        case _:
            pass


def _is_union(members: tuple[CMember, ...]) -> bool:
    return len(members) > 1 and all(member.bit_offset == 0 for member in members)
