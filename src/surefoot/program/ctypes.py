"""C types as declared, for printing values, generating arguments and choosing representations of
objects.

The semantics of statements never depends on them.
"""

from surefoot.base.records import dataclass, field

CHARACTER_WIDTH = 8
"""Bits of a ``char``."""


@dataclass(frozen=True, slots=True)
class CVoid:
    """``void``, or a type without debug information."""

    name: str = "void"


@dataclass(frozen=True, slots=True)
class CInteger:
    """Integer type; ``_Bool`` and plain ``char`` keep their names."""

    name: str
    width: int
    signed: bool


@dataclass(frozen=True, slots=True)
class CFloat:
    """Floating-point type of ``width`` bits."""

    name: str
    width: int


@dataclass(frozen=True, slots=True)
class CEnum:
    """Enumeration with its enumerators, in order."""

    name: str
    width: int
    signed: bool
    enumerators: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class CPointer:
    """Pointer; the target is kept by name because types can be recursive.

    Several types can share a name; ``key`` identifies the target in tables of types and is not part
    of the type's notation.
    """

    target: str
    width: int
    key: str = field(default="", compare=False)

    @property
    def name(self) -> str:
        """The type in C notation."""
        return f"{self.target} *"


@dataclass(frozen=True, slots=True)
class CArray:
    """Array; ``count`` is ``None`` when the length is not a constant."""

    element: "CType"
    count: int | None

    @property
    def name(self) -> str:
        """The type in C notation."""
        return f"{self.element.name}[{'' if self.count is None else self.count}]"


@dataclass(frozen=True, slots=True)
class CMember:
    """Member of a struct or union; offsets and widths in bits."""

    name: str
    ctype: "CType"
    bit_offset: int
    bit_width: int


@dataclass(frozen=True, slots=True)
class CRecord:
    """Struct or union (all members at offset 0)."""

    name: str
    size: int
    members: tuple[CMember, ...]


CType = CVoid | CInteger | CFloat | CEnum | CPointer | CArray | CRecord


def is_text(ctype: CType) -> bool:
    """Return whether it is an array of characters."""
    return isinstance(ctype, CArray) and isinstance(ctype.element, CInteger) and ctype.element.width == CHARACTER_WIDTH


def bit_width(ctype: CType) -> int:
    """Return the bits of an object of type ``ctype``; 0 if unknown."""
    match ctype:
        case CInteger(_, width, _) | CFloat(_, width) | CPointer(_, width):
            return -(-width // 8) * 8
        case CEnum(_, width, _, _):
            return width
        case CArray(element, count):
            return bit_width(element) * (count or 0)
        case CRecord(_, size, _):
            return size * 8
        case CVoid():
            return 0


def has_text(ctype: CType) -> bool:
    """Return whether it contains an array of characters, as far as known."""
    match ctype:
        case CVoid():
            return True
        case CArray(element):
            return is_text(ctype) or has_text(element)
        case CRecord():
            return any(has_text(member.ctype) for member in ctype.members)
        case _:
            return False
