"""Circuits for the bit-vector operations of `logic.semantics`.

All words of a call have the same width unless stated otherwise. The results are exact for every
value, including division by zero and shifts by more than the width.

A word whose highest bits are one literal is a sign-extended smaller number (`own_width`). Sums,
products and quotients of such words are computed at their maximal own width and extended,
because C integers are mostly wider than their values.
"""

from surefoot.circuits.graph import FALSE, TRUE, Graph, Literal, Word


def constant(value: int, width: int) -> Word:
    """Return the low ``width`` bits of a number."""
    return tuple([value >> place & 1 for place in range(width)])


def is_constant(word: Word) -> bool:
    """Return whether every bit of a word is constant."""
    return max(word) < 2


def complement(word: Word) -> Word:
    """Negate every bit."""
    return tuple([bit ^ 1 for bit in word])


def mux(graph: Graph, condition: Literal, then: Word, otherwise: Word) -> Word:
    """Return the word  ite(condition, then, otherwise)."""
    if condition < 2:
        return then if condition else otherwise
    choose = graph.mux
    return tuple([choose(condition, a, b) for a, b in zip(then, otherwise, strict=True)])


def equal(graph: Graph, a: Word, b: Word) -> Literal:
    """Return whether two words are equal."""
    if a == b:
        return TRUE
    if is_constant(a) and is_constant(b):
        return FALSE
    differ = graph.xor
    return graph.all([differ(p, q) ^ 1 for p, q in zip(a, b, strict=True)])


def own_width(word: Word) -> int:
    """Return the number of bits of the word without sign extension: all higher bits are the same
    literal.
    """
    width = len(word)
    while width > 1 and word[width - 2] == word[width - 1]:
        width -= 1
    return width


def extended(word: Word, width: int) -> Word:
    """Return the word sign-extended to ``width`` bits. Requires: ``width`` is not below its width."""
    return (*word, *word[-1:] * (width - len(word)))


def add(graph: Graph, a: Word, b: Word, carry: Literal = FALSE) -> Word:
    """Return the sum of two words and a carry, without the carry out of the last bit."""
    width = min(max(own_width(a), own_width(b)) + 1, len(a))
    return extended(_sum(graph, a[:width], b[:width], carry)[0], len(a))


def subtract(graph: Graph, a: Word, b: Word) -> Word:
    """Return the difference of two words."""
    return add(graph, a, complement(b), TRUE)


def negate(graph: Graph, word: Word) -> Word:
    """Zero minus a word."""
    return add(graph, constant(0, len(word)), complement(word), TRUE)


def _sum(graph: Graph, a: Word, b: Word, carry: Literal) -> tuple[Word, Literal]:
    """Return the sum, and the carry out of the last bit."""
    conjoin = graph.and_
    bits = []
    for p, q in zip(a, b, strict=True):
        both = conjoin(p, q)
        one = conjoin(both ^ 1, conjoin(p ^ 1, q ^ 1) ^ 1)
        carried = conjoin(carry, one)
        bits.append(conjoin(carried ^ 1, conjoin(carry ^ 1, one ^ 1) ^ 1))
        carry = conjoin(both ^ 1, carried ^ 1) ^ 1
    return tuple(bits), carry


def multiply(graph: Graph, a: Word, b: Word) -> Word:
    """Return the low half of a product: one sum for each bit of the factor with fewer bits.

    The highest own bit of that factor has negative weight.
    """
    if _rows(b) < _rows(a):
        a, b = b, a
    rows, width = own_width(a), min(own_width(a) + own_width(b), len(a))
    conjoin = graph.and_
    total: list[Literal] = [FALSE] * width
    for place, bit in enumerate(a[:rows]):
        if bit != FALSE:
            row = tuple([conjoin(bit, each) for each in b[: width - place]])
            above = tuple(total[place:])
            is_negative = place == rows - 1 < width - 1
            total[place:] = subtract(graph, above, row) if is_negative else add(graph, above, row)
    return extended(tuple(total), len(a))


def _rows(word: Word) -> int:
    """Return the number of sums of a product that iterates over the bits of ``word``."""
    own = word[: own_width(word)]
    return len(own) - own.count(FALSE)


def divide(graph: Graph, dividend: Word, divisor: Word) -> tuple[Word, Word]:
    """Return the quotient and the remainder of unsigned division; by zero, all ones and the
    dividend.

    In each step as many bits are subtracted as are not known to be zero: what fits is not larger.
    """
    width = len(dividend)
    negative = complement(divisor)
    no_higher = [TRUE]  # for each place whether the divisor has no bits from there on, the last place first
    for bit in reversed(negative):
        no_higher.append(graph.and_(no_higher[-1], bit))
    quotient: list[Literal] = [FALSE] * width
    remainder: Word = ()
    for place in reversed(range(width)):
        shifted = _without_zeros((dividend[place], *remainder))
        known = min(len(shifted), width)
        difference, reaches = _sum(graph, shifted[:known], negative[:known], TRUE)
        higher = shifted[known] if known < len(shifted) else FALSE
        fits = graph.or_(higher, graph.and_(reaches, no_higher[width - known]))
        quotient[place] = fits
        remainder = mux(graph, fits, difference, shifted[:known])
    return tuple(quotient), (*remainder, *(FALSE,) * (width - len(remainder)))


def _without_zeros(word: Word) -> Word:
    """Return the word without the highest bits that are known to be zero."""
    last = len(word)
    while last and word[last - 1] == FALSE:
        last -= 1
    return word[:last]


def divide_signed(graph: Graph, dividend: Word, divisor: Word) -> tuple[Word, Word]:
    """Return the quotient rounded towards zero, and the remainder, which has the sign of the
    dividend.
    """
    width = min(max(own_width(dividend), own_width(divisor)) + 1, len(dividend))
    dividend, divisor, full = dividend[:width], divisor[:width], len(dividend)
    if is_constant(divisor) and divisor.count(TRUE) == 1 and divisor[-1] == FALSE:
        parts = _divide_by_power(graph, dividend, divisor.index(TRUE))
    else:
        parts = _divide_absolutes(graph, dividend, divisor)
    quotient, remainder = parts
    return extended(quotient, full), extended(remainder, full)


def _divide_by_power(graph: Graph, dividend: Word, places: int) -> tuple[Word, Word]:
    """Divide by a power of two, signed: a bias is added to a negative dividend so that the shift
    rounds towards zero.
    """
    zeros = (FALSE,) * len(dividend)
    more = (*(dividend[-1],) * places, *zeros[places:])
    whole = add(graph, dividend, more)[places:]
    return extended(whole, len(dividend)), subtract(graph, dividend, (*zeros[:places], *whole))


def _divide_absolutes(graph: Graph, dividend: Word, divisor: Word) -> tuple[Word, Word]:
    minus, by_minus = dividend[-1], divisor[-1]
    quotient, remainder = divide(graph, _absolute(graph, dividend), _absolute(graph, divisor))
    signed_quotient = mux(graph, graph.xor(minus, by_minus), negate(graph, quotient), quotient)
    return signed_quotient, mux(graph, minus, negate(graph, remainder), remainder)


def _absolute(graph: Graph, word: Word) -> Word:
    return mux(graph, word[-1], negate(graph, word), word)


def shift_left(graph: Graph, word: Word, amount: Word) -> Word:
    """Return the word shifted to higher places, with zeros from below."""
    return shift_right(graph, word[::-1], amount, FALSE)[::-1]


def shift_right(graph: Graph, word: Word, amount: Word, fill: Literal) -> Word:
    """Return the word shifted to lower places, with ``fill`` from above."""
    width = len(word)
    stages = (width - 1).bit_length()
    filled = (fill,) * width
    shifted = word
    for stage, bit in enumerate(amount[:stages]):
        shifted = mux(graph, bit, (*shifted[1 << stage :], *filled[: 1 << stage])[:width], shifted)
    return mux(graph, graph.any(amount[stages:]), filled, shifted)


def less(graph: Graph, a: Word, b: Word) -> Literal:
    """Return whether a < b, unsigned. Equal sign extensions are skipped."""
    conjoin = graph.and_
    below = FALSE
    width = max(own_width(a), own_width(b))
    for p, q in zip(a[:width], b[:width], strict=True):
        only_right = conjoin(p ^ 1, q)
        only_left = conjoin(p, q ^ 1)
        below = conjoin(only_right ^ 1, conjoin(only_left ^ 1, below) ^ 1) ^ 1
    return below


def less_signed(graph: Graph, a: Word, b: Word) -> Literal:
    """Return whether a < b, in two's complement."""
    width = max(own_width(a), own_width(b))
    a, b = a[:width], b[:width]
    return less(graph, (*a[:-1], a[-1] ^ 1), (*b[:-1], b[-1] ^ 1))
