"""The sorts of terms, interned: two equal sorts are one object.

Every sort answers ``width`` and ``mask``: the number of bits of a bit-vector and the value with all of
them set, and 0 for any other sort, so that "is this a bit-vector?" costs one attribute.
"""

from typing import ClassVar, Final, TypeVar


class SortError(TypeError):
    """A term that does not type-check: a defect of the caller, not of the user's input."""


class _Interned:
    """What sorts share: identity equality and the two bit-vector attributes."""

    __slots__ = ("mask", "width")
    width: int
    mask: int


class BoolSort(_Interned):
    """Truth values."""

    __slots__ = ()

    def __new__(cls) -> "BoolSort":
        """Return the one object of this sort."""
        found = _TABLE.get((cls,))
        return found if isinstance(found, BoolSort) else _enter(object.__new__(cls), (cls,))

    def __repr__(self) -> str:
        return "Bool"


class IntSort(_Interned):
    """Mathematical integers."""

    __slots__ = ()

    def __new__(cls) -> "IntSort":
        """Return the one object of this sort."""
        found = _TABLE.get((cls,))
        return found if isinstance(found, IntSort) else _enter(object.__new__(cls), (cls,))

    def __repr__(self) -> str:
        return "Int"


class RoundingModeSort(_Interned):
    """The five rounding modes of IEEE 754."""

    __slots__ = ()

    def __new__(cls) -> "RoundingModeSort":
        """Return the one object of this sort."""
        found = _TABLE.get((cls,))
        return found if isinstance(found, RoundingModeSort) else _enter(object.__new__(cls), (cls,))

    def __repr__(self) -> str:
        return "RoundingMode"


class BitVecSort(_Interned):
    """Bit-vectors of ``width`` bits."""

    __slots__ = ()
    __match_args__: ClassVar = ("width",)

    def __new__(cls, width: int) -> "BitVecSort":
        """Return the one sort of this width; raise SortError unless it is positive."""
        found = _TABLE.get((cls, width))
        if isinstance(found, BitVecSort):
            return found
        if width < 1:
            raise SortError(f"a bit-vector has at least one bit, not {width}")
        return _enter(object.__new__(cls), (cls, width), width)

    def __repr__(self) -> str:
        return f"BitVec({self.width})"


class FloatSort(_Interned):
    """IEEE binary floats; ``significand`` counts the hidden bit, so double is ``FloatSort(11, 53)``."""

    __slots__ = ("exponent", "significand")
    __match_args__: ClassVar = ("exponent", "significand")
    exponent: int
    significand: int

    def __new__(cls, exponent: int, significand: int) -> "FloatSort":
        """Return the one sort of this format; raise SortError unless both parts have two bits or more."""
        found = _TABLE.get((cls, exponent, significand))
        if isinstance(found, FloatSort):
            return found
        if exponent < 2 or significand < 2:
            raise SortError(f"no float format has {exponent} exponent and {significand} significand bits")
        sort = object.__new__(cls)
        sort.exponent = exponent
        sort.significand = significand
        return _enter(sort, (cls, exponent, significand))

    @property
    def bits(self) -> int:
        """The number of bits of the IEEE interchange format."""
        return self.exponent + self.significand

    def __repr__(self) -> str:
        return f"Float({self.exponent}, {self.significand})"


class ArraySort(_Interned):
    """Total maps from ``index`` to ``element``; the index is not itself an array."""

    __slots__ = ("element", "index")
    __match_args__: ClassVar = ("index", "element")
    index: "Sort"
    element: "Sort"

    def __new__(cls, index: "Sort", element: "Sort") -> "ArraySort":
        """Return the one sort of these maps; raise SortError if the index is an array."""
        found = _TABLE.get((cls, index, element))
        if isinstance(found, ArraySort):
            return found
        if isinstance(index, ArraySort):
            raise SortError(f"an array cannot be indexed by {index}")
        sort = object.__new__(cls)
        sort.index = index
        sort.element = element
        return _enter(sort, (cls, index, element))

    def __repr__(self) -> str:
        return f"Array({self.index}, {self.element})"


class UninterpretedSort(_Interned):
    """A sort of which nothing is known but its name; its values are numbered."""

    __slots__ = ("name",)
    __match_args__: ClassVar = ("name",)
    name: str

    def __new__(cls, name: str) -> "UninterpretedSort":
        """Return the one sort of this name."""
        found = _TABLE.get((cls, name))
        if isinstance(found, UninterpretedSort):
            return found
        sort = object.__new__(cls)
        sort.name = name
        return _enter(sort, (cls, name))

    def __repr__(self) -> str:
        return self.name


Sort = BoolSort | IntSort | RoundingModeSort | BitVecSort | FloatSort | ArraySort | UninterpretedSort

_TABLE: Final[dict[tuple[object, ...], Sort]] = {}
"""The interning table: a cache that no result depends on."""


_S = TypeVar(
    "_S", BoolSort, IntSort, RoundingModeSort, BitVecSort, FloatSort, ArraySort, UninterpretedSort
)


def _enter(sort: _S, key: tuple[object, ...], width: int = 0) -> _S:
    sort.width = width
    sort.mask = (1 << width) - 1
    _TABLE[key] = sort
    return sort


BOOL: Final = BoolSort()
INT: Final = IntSort()
ROUNDING_MODE: Final = RoundingModeSort()
FLOAT16: Final = FloatSort(5, 11)
FLOAT32: Final = FloatSort(8, 24)
FLOAT64: Final = FloatSort(11, 53)
FLOAT128: Final = FloatSort(15, 113)


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
