"""Values of sorts."""

import pytest

from surefoot.logic import (
    BOOL,
    FLOAT16,
    INT,
    ROUNDING_MODE,
    ArrayValue,
    RoundingMode,
    Sort,
    SortError,
    Value,
    array_sort,
    bit_vector,
    default_value,
    float_sort,
    same_value,
    uninterpreted_sort,
)
from surefoot.logic.values import canonical_float, canonical_nan, check_value

BYTES = array_sort(bit_vector(8), bit_vector(8))
FLAGS = array_sort(BOOL, bit_vector(8))


def test_arrays_drop_entries_equal_to_the_default() -> None:
    array = ArrayValue(0, {1: 5, 2: 0})
    assert dict(array.entries) == {1: 5}
    assert (array[1], array[2], array[99]) == (5, 0, 0)
    assert array.updated(1, 0) == array.updated(1, 0).updated(7, 0) == ArrayValue(0)
    assert array.updated(2, 6) == ArrayValue(0, {1: 5, 2: 6}) and array == ArrayValue(0, {1: 5})
    assert array == ArrayValue(0, {1: 5}) and hash(array) == hash(ArrayValue(0, {1: 5}))
    assert array != ArrayValue(1, {1: 5})
    assert repr(array) == "ArrayValue(default=0, entries={1: 5})"


def test_arrays_that_agree_everywhere_are_the_same() -> None:
    covered = ArrayValue(7, {False: 1, True: 1})
    assert covered != ArrayValue(1)
    assert same_value(covered, ArrayValue(1), FLAGS)
    assert not same_value(ArrayValue(7, {False: 1}), ArrayValue(1), FLAGS)
    assert not same_value(ArrayValue(0, {3: 1}), ArrayValue(0), BYTES)
    nested = array_sort(bit_vector(8), FLAGS)
    assert same_value(ArrayValue(covered), ArrayValue(ArrayValue(1)), nested)


@pytest.mark.parametrize(
    ("index", "size"), [(BOOL, 2), (bit_vector(2), 4), (ROUNDING_MODE, 5), (float_sort(2, 2), 15)], ids=str
)
def test_finite_index_sorts_can_be_covered(index: Sort, size: int) -> None:
    sort = array_sort(index, INT)
    keys: list[Value] = list(RoundingMode) if index is ROUNDING_MODE else list(range(16))
    assert same_value(ArrayValue(0, dict.fromkeys(keys[:size], 1)), ArrayValue(1), sort)
    assert not same_value(ArrayValue(0, dict.fromkeys(keys[: size - 1], 1)), ArrayValue(1), sort)


def test_infinite_index_sorts_cannot_be_covered() -> None:
    assert not same_value(ArrayValue(0, dict.fromkeys(range(100), 1)), ArrayValue(1), array_sort(INT, INT))


def test_the_float_with_two_bits_each_has_fifteen_values() -> None:
    sort = float_sort(2, 2)
    assert len({canonical_float(bits, sort) for bits in range(16)}) == 15


def test_all_nans_are_the_canonical_one() -> None:
    assert canonical_nan(FLOAT16) == 0x7E00
    assert canonical_float(0xFC01, FLOAT16) == 0x7E00
    assert canonical_float(0xFC00, FLOAT16) == 0xFC00


GOOD: list[tuple[Value, Sort]] = [
    (True, BOOL),
    (255, bit_vector(8)),
    (-3, INT),
    (0x7E00, FLOAT16),
    (RoundingMode.RTZ, ROUNDING_MODE),
    (4, uninterpreted_sort("S")),
    (ArrayValue(0, {1: 2}), BYTES),
]
BAD: list[tuple[Value, Sort]] = [
    (1, BOOL),
    (True, bit_vector(1)),
    (256, bit_vector(8)),
    (-1, bit_vector(8)),
    (0x7E01, FLOAT16),
    (1 << 16, FLOAT16),
    (True, INT),
    (0, ROUNDING_MODE),
    (-1, uninterpreted_sort("S")),
    (0, BYTES),
    (ArrayValue(0, {256: 1}), BYTES),
    (ArrayValue(0, {1: 256}), BYTES),
    (ArrayValue(-1), BYTES),
]


@pytest.mark.parametrize(("value", "sort"), GOOD)
def test_values_of_a_sort(value: Value, sort: Sort) -> None:
    check_value(value, sort)


@pytest.mark.parametrize(("value", "sort"), BAD)
def test_values_outside_their_sort_are_refused(value: Value, sort: Sort) -> None:
    with pytest.raises(SortError, match="is not a value of"):
        check_value(value, sort)


@pytest.mark.parametrize(("_value", "sort"), GOOD)
def test_default_values_belong_to_their_sort(_value: Value, sort: Sort) -> None:
    check_value(default_value(sort), sort)
