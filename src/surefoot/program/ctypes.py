"""C types as the user declared them: used to print values, to make up arguments and to choose how objects are kept; what a statement means never depends on them."""

from surefoot.base.records import dataclass, field

CHARACTER_WIDTH = 8
"""Bits of a ``char``."""


@dataclass(frozen=True, slots=True)
class CVoid:
    """``void``, or a type the compiler told us nothing about."""

    name: str = "void"


@dataclass(frozen=True, slots=True)
class CInteger:
    """An integer type; ``_Bool`` and plain ``char`` keep their names."""

    name: str
    width: int
    signed: bool


@dataclass(frozen=True, slots=True)
class CFloat:
    """A floating-point type of ``width`` bits."""

    name: str
    width: int


@dataclass(frozen=True, slots=True)
class CEnum:
    """An enumeration with its enumerators, in order."""

    name: str
    width: int
    signed: bool
    enumerators: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class CPointer:
    """A pointer; the target is kept by name because types can be recursive.

    Names can be shared by several types; ``key`` is the target's own, for who keeps a table of them, and no part of how the type looks.
    """

    target: str
    width: int
    key: str = field(default="", compare=False)

    @property
    def name(self) -> str:
        """The type as a C programmer writes it."""
        return f"{self.target} *"


@dataclass(frozen=True, slots=True)
class CArray:
    """An array; ``count`` is ``None`` when the length is not a constant."""

    element: "CType"
    count: int | None

    @property
    def name(self) -> str:
        """The type as a C programmer writes it."""
        return f"{self.element.name}[{'' if self.count is None else self.count}]"


@dataclass(frozen=True, slots=True)
class CMember:
    """A member of a struct or union; offsets and widths in bits."""

    name: str
    ctype: "CType"
    bit_offset: int
    bit_width: int


@dataclass(frozen=True, slots=True)
class CRecord:
    """A struct or a union (all members at offset 0)."""

    name: str
    size: int
    members: tuple[CMember, ...]


CType = CVoid | CInteger | CFloat | CEnum | CPointer | CArray | CRecord


def is_text(ctype: CType) -> bool:
    """Whether it is an array of characters."""
    return isinstance(ctype, CArray) and isinstance(ctype.element, CInteger) and ctype.element.width == CHARACTER_WIDTH


def bit_width(ctype: CType) -> int:
    """Bits an object of type ``ctype`` takes; 0 when that is not known."""
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
    """Whether there is an array of characters in it, as far as is known."""
    match ctype:
        case CVoid():
            return True
        case CArray(element):
            return is_text(ctype) or has_text(element)
        case CRecord():
            return any(has_text(member.ctype) for member in ctype.members)
        case _:
            return False
