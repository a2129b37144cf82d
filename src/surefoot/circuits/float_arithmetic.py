"""Circuits for floating-point operations that round: sum, product, quotient, square root,
conversion.

As in `logic.softfloat`, a finite number is an integer fraction times a power of two. An
operation computes more bits than the format has, the lowest of them sticky, and one circuit
rounds. Exponents are two's complement words, wide enough for all intermediate results, relative
to the exponent of the lowest bit of subnormal numbers.
"""

from typing import Final

from surefoot.base.records import dataclass
from surefoot.circuits import floats, words
from surefoot.circuits.graph import FALSE, TRUE, Graph, Literal, Word
from surefoot.logic import FloatSort, RoundingMode
from surefoot.logic.values import canonical_nan

MODE_BITS: Final = 3
_MODES: Final = tuple(RoundingMode)


@dataclass(frozen=True, slots=True)
class _Finite:
    """A finite number: its sign, and ``fraction * 2**exponent``."""

    sign: Literal
    fraction: Word
    exponent: Word


def mode_word(mode: RoundingMode) -> Word:
    """Return the bits that a rounding mode is in circuits."""
    return words.constant(_MODES.index(mode), MODE_BITS)


def mode_of(number: int) -> RoundingMode:
    """Return the rounding mode that these bits are."""
    return _MODES[number]


def any_mode(graph: Graph, word: Word) -> Word:
    """Return the rounding mode that any bits stand for."""
    return words.mux(
        graph, words.less(graph, word, words.constant(len(_MODES), MODE_BITS)), word, mode_word(RoundingMode.RNE)
    )


def add(graph: Graph, sort: FloatSort, mode: Word, a: Word, b: Word) -> Word:
    """Return the rounded sum."""
    is_smaller = words.less(graph, a[:-1], b[:-1])
    large = _unpacked(graph, sort, words.mux(graph, is_smaller, b, a))
    small = _unpacked(graph, sort, words.mux(graph, is_smaller, a, b))
    extra = 3  # where two bits or more are shifted out, at most one leads to zero: the last of three is never needed but as sticky
    aligned = _shift_sticky(
        graph, (*(FALSE,) * extra, *small.fraction), _subtract(graph, large.exponent, small.exponent)
    )
    augend = (*(FALSE,) * extra, *large.fraction, FALSE)
    is_difference = graph.xor(large.sign, small.sign)
    addend = tuple([graph.xor(bit, is_difference) for bit in (*aligned, FALSE)])
    total = words.add(graph, augend, addend, is_difference)
    sum_of_both = _Finite(large.sign, total, _plus(graph, large.exponent, -extra))
    is_zero = graph.any(total) ^ 1
    sign_of_zero = graph.mux(is_difference, _is_mode(graph, mode, RoundingMode.RTN), large.sign)
    finite = words.mux(graph, is_zero, _zero(sort, sign_of_zero), _rounded(graph, sort, mode, sum_of_both))
    first, second = floats.is_infinite(graph, sort, a), floats.is_infinite(graph, sort, b)
    opposed = graph.all([first, second, graph.xor(a[-1], b[-1])])
    either = words.mux(graph, first, a, words.mux(graph, second, b, finite))
    return _unless_nan(graph, sort, graph.any([*_nans(graph, sort, a, b), opposed]), either)


def subtract(graph: Graph, sort: FloatSort, mode: Word, a: Word, b: Word) -> Word:
    """Return the rounded difference."""
    return add(graph, sort, mode, a, floats.negate(graph, sort, b))


def multiply(graph: Graph, sort: FloatSort, mode: Word, a: Word, b: Word) -> Word:
    """Return the rounded product."""
    left, right = _unpacked(graph, sort, a), _unpacked(graph, sort, b)
    zeros = (FALSE,) * sort.significand
    product = words.multiply(graph, (*left.fraction, *zeros), (*right.fraction, *zeros))
    sign = graph.xor(left.sign, right.sign)
    exponent = _plus(graph, _sum(graph, left.exponent, right.exponent), _least_exponent(sort))
    finite = _rounded(graph, sort, mode, _Finite(sign, product, exponent))
    infinite = graph.or_(floats.is_infinite(graph, sort, a), floats.is_infinite(graph, sort, b))
    zero = graph.or_(floats.is_zero(graph, sort, a), floats.is_zero(graph, sort, b))
    result = words.mux(graph, infinite, _infinity(sort, sign), finite)
    return _unless_nan(graph, sort, graph.any([*_nans(graph, sort, a, b), graph.and_(infinite, zero)]), result)


def divide(graph: Graph, sort: FloatSort, mode: Word, a: Word, b: Word) -> Word:
    """Return the rounded quotient."""
    left, right = (_normalised(graph, _unpacked(graph, sort, each)) for each in (a, b))
    steps = sort.significand + 3
    rest: Word = (*left.fraction, FALSE)
    bits: list[Literal] = []
    for _ in range(steps):  # rest < 2 * divisor
        fits, rest = _subtracted_if_possible(graph, rest, (*right.fraction, FALSE))
        bits.append(fits)
        rest = (FALSE, *rest[:-1])
    quotient = (graph.any(rest), *reversed(bits))
    sign = graph.xor(left.sign, right.sign)
    exponent = _plus(graph, _subtract(graph, left.exponent, right.exponent), -steps - _least_exponent(sort))
    finite = _rounded(graph, sort, mode, _Finite(sign, quotient, exponent))
    infinite = floats.is_infinite(graph, sort, a), floats.is_infinite(graph, sort, b)
    zero = floats.is_zero(graph, sort, a), floats.is_zero(graph, sort, b)
    result = words.mux(graph, graph.or_(zero[0], infinite[1]), _zero(sort, sign), finite)
    result = words.mux(graph, graph.or_(infinite[0], zero[1]), _infinity(sort, sign), result)
    undefined = graph.or_(graph.and_(*infinite), graph.and_(*zero))
    return _unless_nan(graph, sort, graph.any([*_nans(graph, sort, a, b), undefined]), result)


def square_root(graph: Graph, sort: FloatSort, mode: Word, a: Word) -> Word:
    """Return the rounded square root; zeros are their own, other negative numbers have none."""
    number = _normalised(graph, _unpacked(graph, sort, a))
    digits = sort.significand + 2
    # fraction * 2**exponent = radicand * 2**(2 * half), where the radicand has two bits for each digit of the root
    scale = 2 * digits - sort.significand - 1
    exponent = _plus(graph, number.exponent, _least_exponent(sort) - scale)
    is_odd, half = exponent[0], exponent[1:]
    plain, doubled = (*(FALSE,) * scale, *number.fraction, FALSE), (*(FALSE,) * (scale + 1), *number.fraction)
    radicand = words.mux(graph, is_odd, doubled, plain)
    rest: Word = (FALSE,) * (digits + 3)
    root: Word = rest
    for place in reversed(range(digits)):
        rest = (radicand[2 * place], radicand[2 * place + 1], *rest[:-2])
        fits, rest = _subtracted_if_possible(graph, rest, (TRUE, FALSE, *root[:-2]))
        root = (fits, *root[:-1])
    fraction = (graph.any(rest), *root[:digits])
    rounded = _rounded(graph, sort, mode, _Finite(FALSE, fraction, _plus(graph, half, -1 - _least_exponent(sort))))
    is_zero = floats.is_zero(graph, sort, a)
    kept = graph.or_(is_zero, floats.is_infinite(graph, sort, a))
    undefined = graph.and_(a[-1], is_zero ^ 1)
    result = words.mux(graph, kept, a, rounded)
    return _unless_nan(graph, sort, graph.or_(floats.is_nan(graph, sort, a), undefined), result)


def round_to_integral(graph: Graph, sort: FloatSort, mode: Word, a: Word) -> Word:
    """Return the nearest integer as a float."""
    number = _unpacked(graph, sort, a)
    exponent = _plus(graph, number.exponent, _least_exponent(sort))
    integer = _rounded_integer(graph, mode, number.sign, number.fraction, exponent)
    exact = _rounded(graph, sort, mode, _Finite(number.sign, integer, _constant(-_least_exponent(sort))))
    has_fraction = graph.and_(exponent[-1], floats.is_zero(graph, sort, a) ^ 1)
    return words.mux(graph, has_fraction, exact, a)


def convert(graph: Graph, source: FloatSort, target: FloatSort, mode: Word, a: Word) -> Word:
    """Return the number in another format, rounded."""
    number = _unpacked(graph, source, a)
    exponent = _plus(graph, number.exponent, _least_exponent(source) - _least_exponent(target))
    finite = _rounded(graph, target, mode, _Finite(number.sign, number.fraction, exponent))
    infinite = floats.is_infinite(graph, source, a)
    result = words.mux(graph, infinite, _infinity(target, number.sign), finite)
    return _unless_nan(graph, target, floats.is_nan(graph, source, a), result)


def from_integer(graph: Graph, sort: FloatSort, mode: Word, word: Word, *, signed: bool) -> Word:
    """Return the float nearest to an integer."""
    sign = word[-1] if signed else FALSE
    magnitude = words.mux(graph, sign, words.negate(graph, word), word)
    return _rounded(graph, sort, mode, _Finite(sign, magnitude, _constant(-_least_exponent(sort))))


def to_integer(graph: Graph, sort: FloatSort, mode: Word, a: Word, width: int, *, signed: bool) -> Word:
    """Return the nearest integer; 100...0 where it has no such word."""
    number = _unpacked(graph, sort, a)
    exponent = _plus(graph, number.exponent, _least_exponent(sort))
    below = _rounded_integer(graph, mode, number.sign, number.fraction, exponent)
    above = (*number.fraction, *(FALSE,) * (width + 1))
    distance = exponent[:-1]
    shifted = words.shift_left(graph, above, _zero_extended(distance[: width.bit_length()], len(above)))
    magnitude = words.mux(graph, exponent[-1], _zero_extended(below, len(above)), shifted)
    is_beyond = words.less(graph, *_as_wide(words.constant(width, width.bit_length()), distance))
    is_far = graph.and_(exponent[-1] ^ 1, is_beyond)
    highest = 1 << (width - 1) if signed else 1 << width  # the least magnitude that is out of range
    is_high = words.less(graph, magnitude, words.constant(highest, len(above))) ^ 1
    is_least = words.equal(graph, magnitude, words.constant(highest, len(above)))
    out_of_range = graph.mux(
        number.sign, graph.and_(is_high, is_least ^ 1) if signed else graph.any(magnitude), is_high
    )
    special = graph.or_(floats.is_nan(graph, sort, a), floats.is_infinite(graph, sort, a))
    value = words.mux(graph, number.sign, words.negate(graph, magnitude), magnitude)[:width]
    return words.mux(graph, graph.any([special, is_far, out_of_range]), words.constant(1 << (width - 1), width), value)


def _unpacked(graph: Graph, sort: FloatSort, word: Word) -> _Finite:
    """Decode ``word`` as a finite number. Requires: it is finite."""
    biased = word[sort.significand - 1 : -1]
    is_normal = graph.any(biased)
    exponent = words.add(graph, (*biased, FALSE), (is_normal,) * (len(biased) + 1))
    return _Finite(word[-1], (*word[: sort.significand - 1], is_normal), exponent)


def _normalised(graph: Graph, number: _Finite) -> _Finite:
    """Shift the fraction so that its highest bit is set, unless it is zero; the value is unchanged."""
    fraction = number.fraction
    zeros: list[Literal] = []
    for stage in reversed(range((len(fraction) - 1).bit_length())):
        distance = 1 << stage
        is_empty = graph.any(fraction[-distance:]) ^ 1
        fraction = words.mux(graph, is_empty, (*(FALSE,) * distance, *fraction[:-distance]), fraction)
        zeros.append(is_empty)
    return _Finite(number.sign, fraction, _subtract(graph, number.exponent, (*reversed(zeros), FALSE)))


def _rounded(graph: Graph, sort: FloatSort, mode: Word, number: _Finite) -> Word:
    """Return the float nearest to a number whose lowest bit may be sticky, as in `softfloat`."""
    kept_bits = sort.significand
    missing = max(0, kept_bits + 2 - len(number.fraction))
    exact = _Finite(number.sign, (*(FALSE,) * missing, *number.fraction), _plus(graph, number.exponent, -missing))
    normal = _normalised(graph, exact)
    dropped = len(normal.fraction) - kept_bits
    lowest = _plus(graph, normal.exponent, dropped)
    is_subnormal = lowest[-1]
    compact = (graph.any(normal.fraction[: dropped - 1]), *normal.fraction[dropped - 1 :])
    distance = words.mux(graph, is_subnormal, words.negate(graph, lowest), words.constant(0, len(lowest)))
    shifted = _shift_sticky(graph, compact, distance)
    up = _rounds_up(graph, mode, number.sign, shifted)
    field = tuple([graph.and_(bit, is_subnormal ^ 1) for bit in lowest[:-1]])
    width = kept_bits + max(len(field), sort.exponent) + 1
    scaled = _zero_extended((*(FALSE,) * (kept_bits - 1), *field), width)
    magnitude = words.add(graph, _zero_extended(shifted[2:], width), scaled, up)
    inside = magnitude[: sort.bits - 1]
    is_full = graph.all(inside[kept_bits - 1 :])
    overflows = graph.or_(is_full, graph.any(magnitude[sort.bits - 1 :]))
    to_infinity = graph.any(
        [
            _is_mode(graph, mode, RoundingMode.RNE),
            _is_mode(graph, mode, RoundingMode.RNA),
            _is_away(graph, mode, number.sign),
        ]
    )
    infinity = _infinity(sort, FALSE)[:-1]
    greatest = (*(TRUE,) * (kept_bits - 1), FALSE, *(TRUE,) * (sort.exponent - 1))
    finite = words.mux(graph, overflows, words.mux(graph, to_infinity, infinity, greatest), inside)
    is_number = normal.fraction[-1]
    return (*(graph.and_(bit, is_number) for bit in finite), number.sign)


def _rounded_integer(graph: Graph, mode: Word, sign: Literal, fraction: Word, exponent: Word) -> Word:
    """Round ``fraction * 2**exponent`` to an integer where the exponent is negative."""
    shifted = _shift_sticky(graph, (FALSE, FALSE, *fraction), words.negate(graph, exponent))
    up = _rounds_up(graph, mode, sign, shifted)
    whole = (*shifted[2:], FALSE)
    return words.add(graph, whole, words.constant(0, len(whole)), up)


def _rounds_up(graph: Graph, mode: Word, sign: Literal, word: Word) -> Literal:
    """Return whether a magnitude is rounded up, given its guard and sticky bits."""
    sticky, half, last = word[:3]
    nearest = graph.any(
        [
            graph.and_(_is_mode(graph, mode, RoundingMode.RNE), graph.or_(sticky, last)),
            _is_mode(graph, mode, RoundingMode.RNA),
        ]
    )
    return graph.or_(graph.and_(half, nearest), graph.and_(graph.or_(half, sticky), _is_away(graph, mode, sign)))


def _is_mode(graph: Graph, word: Word, mode: RoundingMode) -> Literal:
    return words.equal(graph, word, mode_word(mode))


def _is_away(graph: Graph, mode: Word, sign: Literal) -> Literal:
    """Return whether inexact results round away from zero."""
    return graph.mux(sign, _is_mode(graph, mode, RoundingMode.RTN), _is_mode(graph, mode, RoundingMode.RTP))


def _shift_sticky(graph: Graph, word: Word, distance: Word) -> Word:
    """Shift right by a non-negative distance; the lowest bit is set if a set bit was shifted out."""
    stages = len(word).bit_length()
    for stage, bit in enumerate(distance[:-1][:stages]):
        step = 1 << stage
        gone = graph.any(word[: step + 1])
        word = words.mux(graph, bit, _zero_extended((gone, *word[step + 1 :]), len(word)), word)
    nothing = _zero_extended((graph.any(word),), len(word))
    return words.mux(graph, graph.any(distance[:-1][stages:]), nothing, word)


def _subtracted_if_possible(graph: Graph, a: Word, b: Word) -> tuple[Literal, Word]:
    """Return  a >= b  (unsigned), and  a - b  if that holds, else a."""
    difference = words.add(graph, (*a, FALSE), (*words.complement(b), TRUE), TRUE)
    fits = difference[-1] ^ 1
    return fits, words.mux(graph, fits, difference[:-1], a)


def _zero_extended(word: Word, width: int) -> Word:
    return (*word, *(FALSE,) * (width - len(word)))[:width]


def _as_wide(a: Word, b: Word) -> tuple[Word, Word]:
    """Return both words, unsigned, with as many bits as the longer one."""
    width = max(len(a), len(b))
    return _zero_extended(a, width), _zero_extended(b, width)


def _sign_extended(word: Word, width: int) -> Word:
    return (*word, *word[-1:] * (width - len(word)))


def _constant(value: int) -> Word:
    """Return a number as a two's complement word."""
    return words.constant(value, value.bit_length() + 1)


def _sum(graph: Graph, a: Word, b: Word) -> Word:
    """Return the sum of two numbers in two's complement, with as many bits as it takes."""
    width = max(len(a), len(b)) + 1
    return words.add(graph, _sign_extended(a, width), _sign_extended(b, width))


def _subtract(graph: Graph, a: Word, b: Word) -> Word:
    width = max(len(a), len(b)) + 1
    return words.subtract(graph, _sign_extended(a, width), _sign_extended(b, width))


def _plus(graph: Graph, a: Word, number: int) -> Word:
    return _sum(graph, a, _constant(number)) if number else a


def _least_exponent(sort: FloatSort) -> int:
    """Return the exponent of the lowest bit of subnormal numbers."""
    return 3 - (1 << (sort.exponent - 1)) - sort.significand


def _zero(sort: FloatSort, sign: Literal) -> Word:
    return (*(FALSE,) * (sort.bits - 1), sign)


def _infinity(sort: FloatSort, sign: Literal) -> Word:
    return (*(FALSE,) * (sort.significand - 1), *(TRUE,) * sort.exponent, sign)


def _nans(graph: Graph, sort: FloatSort, *each: Word) -> list[Literal]:
    return [floats.is_nan(graph, sort, word) for word in each]


def _unless_nan(graph: Graph, sort: FloatSort, undefined: Literal, result: Word) -> Word:
    return words.mux(graph, undefined, words.constant(canonical_nan(sort), sort.bits), result)
