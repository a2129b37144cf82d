"""Sorts are interned, and ill-formed ones are refused."""

import pytest

from surefoot.logic import (
    BOOL,
    FLOAT32,
    FLOAT64,
    INT,
    ROUNDING_MODE,
    ArraySort,
    BitVecSort,
    BoolSort,
    FloatSort,
    IntSort,
    RoundingModeSort,
    SortError,
    UninterpretedSort,
    array_sort,
    bit_vector,
    float_sort,
    uninterpreted_sort,
)


def test_equal_sorts_are_one_object() -> None:
    assert BoolSort() is BOOL and IntSort() is INT and RoundingModeSort() is ROUNDING_MODE
    assert BitVecSort(8) is bit_vector(8) and bit_vector(8) is not bit_vector(9)
    assert FloatSort(8, 24) is FLOAT32 and float_sort(11, 53) is FLOAT64
    assert ArraySort(bit_vector(8), BOOL) is array_sort(bit_vector(8), BOOL)
    assert UninterpretedSort("S") is uninterpreted_sort("S") and uninterpreted_sort("S") is not uninterpreted_sort("T")


def test_only_bit_vectors_have_a_width() -> None:
    others = (BOOL, INT, ROUNDING_MODE, FLOAT32, array_sort(INT, INT), uninterpreted_sort("S"))
    assert all(sort.width == sort.mask == 0 for sort in others)
    assert (bit_vector(5).width, bit_vector(5).mask) == (5, 31)
    assert FLOAT32.bits == 32


def test_sorts_print_as_they_are_built() -> None:
    sort = array_sort(bit_vector(8), FLOAT32)
    assert repr(sort) == "Array(BitVec(8), Float(8, 24))"
    assert [repr(s) for s in (BOOL, INT, ROUNDING_MODE, uninterpreted_sort("S"))] == [
        "Bool",
        "Int",
        "RoundingMode",
        "S",
    ]


def test_ill_formed_sorts_are_refused() -> None:
    with pytest.raises(SortError, match="at least one bit"):
        bit_vector(0)
    with pytest.raises(SortError, match="no float format"):
        float_sort(8, 1)
    with pytest.raises(SortError, match="cannot be indexed"):
        array_sort(array_sort(INT, INT), INT)
