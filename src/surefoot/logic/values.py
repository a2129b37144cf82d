"""The values that terms denote.

| sort | value |
|---|---|
| Bool | ``bool`` |
| BitVec | ``int``, unsigned, below ``2**width`` |
| Float | ``int``, the IEEE bit pattern; NaN is always the canonical quiet NaN |
| Int | ``int`` |
| RoundingMode | `RoundingMode` |
| Array | `ArrayValue` |
| uninterpreted | ``int``, the number of the element |
"""

from collections.abc import Iterable, Mapping

from surefoot.base.enums import Enum
from surefoot.base.records import dataclass, field
from surefoot.logic.sorts import (
    ArraySort,
    BitVecSort,
    BoolSort,
    FloatSort,
    IntSort,
    RoundingModeSort,
    Sort,
    SortError,
    UninterpretedSort,
)


class RoundingMode(Enum):
    """Rounding mode; the value is its SMT-LIB name."""

    RNE = "roundNearestTiesToEven"
    RNA = "roundNearestTiesToAway"
    RTP = "roundTowardPositive"
    RTN = "roundTowardNegative"
    RTZ = "roundTowardZero"


@dataclass(frozen=True, slots=True)
class ArrayValue:
    """Array with ``default`` everywhere except at ``entries``.

    Entries equal to the default are dropped. Equality is that of this representation;
    `same_value` also identifies arrays over a finite, fully covered index sort that agree at
    every index.
    """

    default: "Value"
    entries: Mapping["Value", "Value"] = field(default_factory=dict)

    def __post_init__(self) -> None:
        kept = {index: value for index, value in self.entries.items() if value != self.default}
        object.__setattr__(self, "entries", kept)

    def __hash__(self) -> int:
        return hash((self.default, frozenset(self.entries.items())))

    def __getitem__(self, index: "Value") -> "Value":
        return self.entries.get(index, self.default)

    def updated(self, index: "Value", value: "Value") -> "ArrayValue":
        """Return the array that holds ``value`` at ``index`` and agrees with this one elsewhere."""
        entries = dict(self.entries)
        if value == self.default:
            entries.pop(index, None)
        else:
            entries[index] = value
        array = object.__new__(ArrayValue)
        object.__setattr__(array, "default", self.default)
        object.__setattr__(array, "entries", entries)
        return array


Value = bool | int | RoundingMode | ArrayValue


def canonical_nan(sort: FloatSort) -> int:
    """Return the bit pattern of the one NaN: sign 0, exponent all ones, only the top fraction bit
    set.
    """
    return ((1 << (sort.exponent + 1)) - 1) << (sort.significand - 2)


def canonical_float(bits: int, sort: FloatSort) -> int:
    """Return ``bits``, or the canonical NaN if they are those of a NaN."""
    infinity = ((1 << sort.exponent) - 1) << (sort.significand - 1)
    magnitude = bits & ((1 << (sort.bits - 1)) - 1)
    return canonical_nan(sort) if magnitude > infinity else bits


def check_value(value: Value, sort: Sort) -> None:
    """Raise SortError unless ``value`` is a value of ``sort`` as the module's table has it."""
    if not _belongs(value, sort):
        raise SortError(f"{value!r} is not a value of {sort}")


def _belongs(value: Value, sort: Sort) -> bool:
    match sort:
        case BoolSort():
            return isinstance(value, bool)
        case BitVecSort():
            return type(value) is int and 0 <= value <= sort.mask
        case FloatSort():
            return type(value) is int and 0 <= value < 1 << sort.bits and canonical_float(value, sort) == value
        case IntSort():
            return type(value) is int
        case UninterpretedSort():
            return type(value) is int and value >= 0
        case RoundingModeSort():
            return isinstance(value, RoundingMode)
        case ArraySort(index, element):
            return (
                isinstance(value, ArrayValue)
                and _belongs(value.default, element)
                and _all_belong(value.entries, index)
                and _all_belong(value.entries.values(), element)
            )


def _all_belong(values: "Iterable[Value]", sort: Sort) -> bool:
    if isinstance(sort, BitVecSort):
        mask = sort.mask
        return all(type(value) is int and 0 <= value <= mask for value in values)
    return all(_belongs(value, sort) for value in values)


def same_value(left: Value, right: Value, sort: Sort) -> bool:
    """Return whether two values of ``sort`` are equal; arrays, whether they agree at every index.

    Uninterpreted sorts are assumed to be infinite.
    """
    if not (isinstance(sort, ArraySort) and isinstance(left, ArrayValue) and isinstance(right, ArrayValue)):
        return left == right
    element = sort.element
    indices = {**left.entries, **right.entries}
    if not all(same_value(left[index], right[index], element) for index in indices):
        return False
    size = _size(sort.index)
    return (size is not None and len(indices) >= size) or same_value(left.default, right.default, element)


def _size(sort: Sort) -> int | None:
    """Return the number of values of an index sort, None if there is no end of them."""
    match sort:
        case BoolSort():
            return 2
        case RoundingModeSort():
            return len(RoundingMode)
        case BitVecSort(width):
            return 1 << width
        case FloatSort(_, significand):
            return (1 << sort.bits) - (1 << significand) + 3
        case IntSort() | UninterpretedSort() | ArraySort():
            return None


def default_value(sort: Sort) -> Value:
    """Return the value of ``sort`` that stands for "any": false, zero, `RoundingMode.RNE`."""
    match sort:
        case BoolSort():
            return False
        case RoundingModeSort():
            return RoundingMode.RNE
        case ArraySort(_, element):
            return ArrayValue(default_value(element))
        case BitVecSort() | FloatSort() | IntSort() | UninterpretedSort():
            return 0
