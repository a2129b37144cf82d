"""Soft floats against native floats, and corner cases computed by hand."""

import ctypes
import math
import random
import struct
from collections.abc import Callable
from fractions import Fraction

import pytest

from surefoot.logic import FLOAT16, FLOAT32, FLOAT64, FLOAT128, FloatSort, RoundingMode, float_sort, softfloat
from surefoot.logic.values import canonical_float, canonical_nan

RNE, RNA, RTP, RTN, RTZ = RoundingMode
INTERESTING = [0.0, -0.0, 1.0, -1.0, 0.1, 1 / 3, 2.5, 3.5, -2.5, 1e308, -1e308, 5e-324, 2.2250738585072014e-308]
INTERESTING += [math.inf, -math.inf, math.nan, 2**53 + 2.0, 1e-310, 1.7976931348623157e308]


def double(number: float) -> int:
    return canonical_float(int.from_bytes(struct.pack(">d", number)), FLOAT64)


def single(number: float) -> int:
    """Round in hardware: a C cast."""
    return canonical_float(int.from_bytes(struct.pack(">f", ctypes.c_float(number).value)), FLOAT32)


def single_value(bits: int) -> float:
    number: float = struct.unpack(">f", bits.to_bytes(4))[0]
    return number


def random_doubles(count: int) -> list[float]:
    choose = random.Random(count)
    numbers = [struct.unpack(">d", choose.randbytes(8))[0] for _ in range(count)]
    near = [choose.uniform(-4, 4) * 2.0 ** choose.randint(-5, 5) for _ in range(count)]
    return INTERESTING + numbers + near


def machine_quotient(left: float, right: float) -> float:
    if right == 0:
        sign = math.copysign(1, left) * math.copysign(1, right)
        return math.nan if left == 0 or math.isnan(left) else sign * math.inf
    return left / right


OPERATIONS: list[tuple[Callable[..., int], Callable[[float, float], float]]] = [
    (softfloat.add, lambda a, b: a + b),
    (softfloat.subtract, lambda a, b: a - b),
    (softfloat.multiply, lambda a, b: a * b),
    (softfloat.divide, machine_quotient),
]


@pytest.mark.parametrize(("soft", "hard"), OPERATIONS)
def test_double_arithmetic_agrees_with_native_floats(
    soft: Callable[..., int], hard: Callable[[float, float], float], monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = random_doubles(60)
    pairs = [(a, b) for a in numbers for b in numbers[::3]]
    expected = [double(hard(a, b)) for a, b in pairs]
    assert [soft(FLOAT64, None, RNE, double(a), double(b)) for a, b in pairs] == expected
    monkeypatch.setattr(softfloat, "FLOAT64", None)
    assert [soft(FLOAT64, None, RNE, double(a), double(b)) for a, b in pairs] == expected


@pytest.mark.parametrize(("soft", "hard"), OPERATIONS)
def test_single_arithmetic_agrees_with_native_floats(
    soft: Callable[..., int], hard: Callable[[float, float], float]
) -> None:
    """Rounding the double result again is innocuous: 53 >= 2 * 24 + 2."""
    numbers = [single_value(single(number)) for number in random_doubles(40)]
    choose = random.Random(7)
    numbers += [single_value(choose.getrandbits(32)) for _ in range(40)]
    for a in numbers:
        for b in numbers[::2]:
            assert soft(FLOAT32, None, RNE, single(a), single(b)) == single(hard(a, b)), (a, b)


def test_square_roots_agree_with_native_floats(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = [abs(number) for number in random_doubles(300)]
    expected = [double(math.sqrt(number)) for number in numbers]
    assert [softfloat.square_root(FLOAT64, None, RNE, double(number)) for number in numbers] == expected
    monkeypatch.setattr(softfloat, "FLOAT64", None)
    assert [softfloat.square_root(FLOAT64, None, RNE, double(number)) for number in numbers] == expected


def test_square_roots_of_negative_numbers() -> None:
    assert softfloat.square_root(FLOAT64, None, RNE, double(-0.0)) == double(-0.0)
    assert softfloat.square_root(FLOAT64, None, RNE, double(-4.0)) == double(math.nan)
    assert softfloat.square_root(FLOAT64, None, RNE, double(-math.inf)) == double(math.nan)


def test_remainders_agree_with_native_floats() -> None:
    numbers = random_doubles(60)
    for a in numbers:
        for b in numbers[::3]:
            undefined = math.isinf(a) or b == 0 or math.isnan(a) or math.isnan(b)
            expected = math.nan if undefined else math.remainder(a, b)
            assert softfloat.remainder(FLOAT64, None, double(a), double(b)) == double(expected), (a, b)


def test_conversions_agree_with_native_floats() -> None:
    for number in random_doubles(500):
        assert softfloat.convert(FLOAT64, FLOAT32, RNE, double(number)) == single(number), number
        narrow = single_value(single(number))
        assert softfloat.convert(FLOAT32, FLOAT64, RNE, single(narrow)) == double(narrow)


@pytest.mark.parametrize("number", [0, 1, -1, 2**53 + 1, 2**53 + 3, -(2**63), 2**64 - 1, 10**30])
def test_integers_to_doubles_agree_with_native_floats(number: int) -> None:
    assert softfloat.from_integer(FLOAT64, RNE, number) == double(float(number))


@pytest.mark.parametrize(
    ("mode", "results"),
    [
        (RNE, [2, -2, 4, 0, 0, 1]),
        (RNA, [3, -3, 4, 1, 0, 1]),
        (RTP, [3, -2, 4, 1, 1, 1]),
        (RTN, [2, -3, 3, 0, 0, 0]),
        (RTZ, [2, -2, 3, 0, 0, 0]),
    ],
)
def test_rounding_to_integers(mode: RoundingMode, results: list[int]) -> None:
    numbers = [2.5, -2.5, 3.5, 0.5, 0.25, 0.75]
    assert [softfloat.to_integer(FLOAT64, mode, double(number)) for number in numbers] == results
    integral = [softfloat.round_to_integral(FLOAT64, None, mode, double(number)) for number in numbers]
    assert integral == [double(math.copysign(result, number)) for result, number in zip(results, numbers, strict=True)]


@pytest.mark.parametrize("special", [math.nan, math.inf, -math.inf])
def test_special_numbers_are_no_integers(special: float) -> None:
    assert softfloat.to_integer(FLOAT64, RNE, double(special)) is None
    assert softfloat.round_to_integral(FLOAT64, None, RTZ, double(special)) == double(special)


@pytest.mark.parametrize(
    ("mode", "positive", "negative"),
    [
        (RNE, 0x7C00, 0xFC00),
        (RNA, 0x7C00, 0xFC00),
        (RTP, 0x7C00, 0xFBFF),
        (RTN, 0x7BFF, 0xFC00),
        (RTZ, 0x7BFF, 0xFBFF),
    ],
)
def test_overflow_follows_the_rounding_mode(mode: RoundingMode, positive: int, negative: int) -> None:
    assert softfloat.from_integer(FLOAT16, mode, 10**6) == positive
    assert softfloat.from_integer(FLOAT16, mode, -(10**6)) == negative


@pytest.mark.parametrize("mode", RoundingMode)
def test_a_sum_that_cancels_is_negative_only_when_rounding_down(mode: RoundingMode) -> None:
    one, minus_one = 0x3C00, 0xBC00
    assert softfloat.add(FLOAT16, None, mode, one, minus_one) == (0x8000 if mode is RTN else 0)
    assert softfloat.add(FLOAT16, None, mode, 0x8000, 0x8000) == 0x8000


def test_fused_multiply_add_rounds_once() -> None:
    """(1 + u)^2 - (1 + 2u) is u^2, which two roundings lose."""
    sort, almost_one = FLOAT64, double(1 + 2**-52)
    addend = double(-(1 + 2**-51))
    assert softfloat.fused_multiply_add(sort, None, RNE, almost_one, almost_one, addend) == double(2**-104)


def test_fused_multiply_add_of_special_numbers() -> None:
    def fma(a: float, b: float, c: float) -> int:
        return softfloat.fused_multiply_add(FLOAT64, None, RNE, double(a), double(b), double(c))

    nan = double(math.nan)
    assert fma(math.inf, 0.0, 1.0) == nan
    assert fma(math.inf, 1.0, -math.inf) == nan
    assert fma(math.inf, -1.0, 1.0) == double(-math.inf)
    assert fma(1.0, 1.0, math.inf) == double(math.inf)
    assert fma(1.0, 1.0, math.nan) == nan


def test_arithmetic_in_a_small_format_agrees_with_rounding_the_exact_result() -> None:
    """Every pair of numbers, every mode: the result is the neighbour of the exact sum that the mode names."""
    sort = float_sort(2, 3)
    finite = {bits: fraction(sort, bits) for bits in range(1 << sort.bits) if bits & 0b01100 != 0b01100}
    for left, left_value in finite.items():
        for right, right_value in finite.items():
            for mode in RoundingMode:
                total = left_value + right_value
                result = softfloat.add(sort, None, mode, left, right)
                if total:
                    assert result == softfloat.from_ratio(sort, mode, *total.as_integer_ratio()), (left, right, mode)
                product = left_value * right_value
                if product:
                    rounded = softfloat.from_ratio(sort, mode, *product.as_integer_ratio())
                    assert softfloat.multiply(sort, None, mode, left, right) == rounded
                if left_value and right_value:
                    quotient = softfloat.from_ratio(sort, mode, *(left_value / right_value).as_integer_ratio())
                    assert softfloat.divide(sort, None, mode, left, right) == quotient


def fraction(sort: FloatSort, bits: int) -> Fraction:
    sign, biased, rest = bits >> (sort.bits - 1), bits >> (sort.significand - 1) & ((1 << sort.exponent) - 1), 0
    rest = bits & ((1 << (sort.significand - 1)) - 1)
    bias = (1 << (sort.exponent - 1)) - 1
    scale = Fraction(2) ** (max(biased, 1) - bias - sort.significand + 1)
    magnitude = (rest + ((1 << (sort.significand - 1)) if biased else 0)) * scale
    return -magnitude if sign else magnitude


@pytest.mark.parametrize(
    ("mode", "expected"),
    [(RNE, 0x3DCCCCCD), (RNA, 0x3DCCCCCD), (RTP, 0x3DCCCCCD), (RTN, 0x3DCCCCCC), (RTZ, 0x3DCCCCCC)],
)
def test_a_tenth_as_a_float(mode: RoundingMode, expected: int) -> None:
    assert softfloat.from_ratio(FLOAT32, mode, 1, 10) == expected


def test_large_formats_have_no_limit() -> None:
    greatest = (((1 << 15) - 1) << 112) - 1
    assert softfloat.add(FLOAT128, None, RNE, greatest, greatest) == greatest + 1
    assert softfloat.to_integer(FLOAT128, RTZ, greatest) == (2**113 - 1) << (16383 - 112)
    tiny = 1
    assert softfloat.remainder(FLOAT128, None, greatest, tiny) == 0


def test_classes_of_numbers() -> None:
    tests = [
        softfloat.is_nan,
        softfloat.is_infinite,
        softfloat.is_zero,
        softfloat.is_normal,
        softfloat.is_subnormal,
        softfloat.is_negative,
        softfloat.is_positive,
    ]

    def classes(bits: int) -> list[int]:
        return [number for number, test in enumerate(tests) if test(FLOAT16, None, bits)]

    assert classes(canonical_nan(FLOAT16)) == [0]
    assert classes(0x7C00) == [1, 6]
    assert classes(0xFC00) == [1, 5]
    assert classes(0x0000) == [2, 6]
    assert classes(0x8000) == [2, 5]
    assert classes(0x0400) == [3, 6]
    assert classes(0x83FF) == [4, 5]


def test_order() -> None:
    ascending = [0xFC00, 0xBC00, 0x8001, 0x0000, 0x0001, 0x3C00, 0x7C00]
    for i, left in enumerate(ascending):
        for j, right in enumerate(ascending):
            assert softfloat.less(FLOAT16, None, left, right) == (i < j)
            assert softfloat.less_or_equal(FLOAT16, None, left, right) == (i <= j)
            assert softfloat.equal(FLOAT16, None, left, right) == (i == j)
    nan = canonical_nan(FLOAT16)
    for compare in (softfloat.less, softfloat.less_or_equal, softfloat.equal):
        assert not compare(FLOAT16, None, nan, 0) and not compare(FLOAT16, None, 0, nan)
    assert softfloat.equal(FLOAT16, None, 0x8000, 0) and not softfloat.less(FLOAT16, None, 0x8000, 0)


def test_signs() -> None:
    nan = canonical_nan(FLOAT16)
    assert [softfloat.negate(FLOAT16, None, bits) for bits in (0, 0x8000, 0x3C00, nan)] == [0x8000, 0, 0xBC00, nan]
    assert [softfloat.absolute(FLOAT16, None, bits) for bits in (0, 0x8000, 0xBC00, nan)] == [0, 0, 0x3C00, nan]
