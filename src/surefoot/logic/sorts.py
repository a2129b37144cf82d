"""Sorts of terms, interned: equal sorts are one object.

Every sort has ``width`` and ``mask``: the number of bits of a bit-vector and the value with all
of them set, and 0 for any other sort. A test for bit-vectors thus costs one attribute.
"""

from functools import cache
from typing import Any, ClassVar, Final, TypeVar

_SortType = TypeVar("_SortType")


class SortError(TypeError):
    """A term that does not type-check: a defect of the caller, not of the user's input."""


class _Interning(type):
    """The type of sort classes: calling one twice with the same arguments gives one object.

    Its table is a cache that no result depends on.
    """

    _table: ClassVar[dict[tuple[object, ...], Any]] = {}

    def __call__(cls: type[_SortType], *args: object) -> _SortType:
        table = _Interning._table
        key = (cls, *args)
        found: _SortType | None = table.get(key)
        if found is None:
            found = table[key] = type.__call__(cls, *args)
        return found


def _by_arguments(sort: object) -> tuple[type, tuple[object, ...]]:
    """Pickle a sort as its constructor call, so that unpickling interns it."""
    kind = type(sort)
    return kind, tuple(getattr(sort, name) for name in getattr(kind, "__match_args__", ()))


class BoolSort(metaclass=_Interning):
    """Truth values."""

    __slots__ = ()
    width: ClassVar = 0
    mask: ClassVar = 0

    __reduce__ = _by_arguments

    def __repr__(self) -> str:
        return "Bool"


class IntSort(metaclass=_Interning):
    """Mathematical integers."""

    __slots__ = ()
    width: ClassVar = 0
    mask: ClassVar = 0

    __reduce__ = _by_arguments

    def __repr__(self) -> str:
        return "Int"


class RoundingModeSort(metaclass=_Interning):
    """The five rounding modes of IEEE 754."""

    __slots__ = ()
    width: ClassVar = 0
    mask: ClassVar = 0

    __reduce__ = _by_arguments

    def __repr__(self) -> str:
        return "RoundingMode"


class BitVecSort(metaclass=_Interning):
    """Bit-vectors of ``width`` bits."""

    __slots__ = ("mask", "width")
    __match_args__ = ("width",)

    def __init__(self, width: int) -> None:
        if width < 1:
            raise SortError(f"a bit-vector has at least one bit, not {width}")
        self.width: Final = width
        self.mask: Final = (1 << width) - 1

    __reduce__ = _by_arguments

    def __repr__(self) -> str:
        return f"BitVec({self.width})"


class FloatSort(metaclass=_Interning):
    """IEEE binary floats; ``significand`` counts the hidden bit, so double is ``FloatSort(11,
    53)``.
    """

    __slots__ = ("bits", "exponent", "significand")
    __match_args__ = ("exponent", "significand")
    width: ClassVar = 0
    mask: ClassVar = 0

    def __init__(self, exponent: int, significand: int) -> None:
        if exponent < 2 or significand < 2:
            raise SortError(f"no float format has {exponent} exponent and {significand} significand bits")
        self.exponent: Final = exponent
        self.significand: Final = significand
        self.bits: Final = exponent + significand

    __reduce__ = _by_arguments

    def __repr__(self) -> str:
        return f"Float({self.exponent}, {self.significand})"


class ArraySort(metaclass=_Interning):
    """Total maps from ``index`` to ``element``; the index is not itself an array."""

    __slots__ = ("element", "index")
    __match_args__ = ("index", "element")
    width: ClassVar = 0
    mask: ClassVar = 0

    def __init__(self, index: "Sort", element: "Sort") -> None:
        if isinstance(index, ArraySort):
            raise SortError(f"an array cannot be indexed by {index}")
        self.index: Final = index
        self.element: Final = element

    __reduce__ = _by_arguments

    def __repr__(self) -> str:
        return f"Array({self.index}, {self.element})"


class UninterpretedSort(metaclass=_Interning):
    """A sort of which nothing is known but its name; its values are numbered."""

    __slots__ = ("name",)
    __match_args__ = ("name",)
    width: ClassVar = 0
    mask: ClassVar = 0

    def __init__(self, name: str) -> None:
        self.name: Final = name

    __reduce__ = _by_arguments

    def __repr__(self) -> str:
        return self.name


Sort = BoolSort | IntSort | RoundingModeSort | BitVecSort | FloatSort | ArraySort | UninterpretedSort

BOOL: Final = BoolSort()
INT: Final = IntSort()
ROUNDING_MODE: Final = RoundingModeSort()
FLOAT16: Final = FloatSort(5, 11)
FLOAT32: Final = FloatSort(8, 24)
FLOAT64: Final = FloatSort(11, 53)
FLOAT128: Final = FloatSort(15, 113)


@cache
def bit_vector(width: int) -> BitVecSort:
    """Return the sort of bit-vectors of ``width`` bits."""
    return BitVecSort(width)


def float_sort(exponent: int, significand: int) -> FloatSort:
    """Return the float sort with these widths; ``significand`` counts the hidden bit."""
    return FloatSort(exponent, significand)


def array_sort(index: Sort, element: Sort) -> ArraySort:
    """Return the sort of arrays from ``index`` to ``element``."""
    return ArraySort(index, element)


def uninterpreted_sort(name: str) -> UninterpretedSort:
    """Return the uninterpreted sort of this name."""
    return UninterpretedSort(name)
