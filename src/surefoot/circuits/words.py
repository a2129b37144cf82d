"""Circuits for the operations on words: what `logic.semantics` says about bit-vectors, bit by bit.

All words of a call have the same width unless said otherwise; the results are exact for every value, also for division by zero and for shifts by more than the width.
"""

from surefoot.circuits.graph import FALSE, TRUE, Graph, Literal, Word


def constant(value: int, width: int) -> Word:
    """The low ``width`` bits of a number."""
    return tuple([value >> place & 1 for place in range(width)])


def is_constant(word: Word) -> bool:
    """Whether every bit of a word is known."""
    return max(word) < 2


def complement(word: Word) -> Word:
    """Every bit negated."""
    return tuple([bit ^ 1 for bit in word])


def mux(graph: Graph, condition: Literal, then: Word, otherwise: Word) -> Word:
    """``then`` where ``condition`` holds, else ``otherwise``."""
    if condition < 2:
        return then if condition else otherwise
    choose = graph.mux
    return tuple([choose(condition, a, b) for a, b in zip(then, otherwise, strict=True)])


def equal(graph: Graph, a: Word, b: Word) -> Literal:
    """Whether two words are the same."""
    if a == b:
        return TRUE
    if is_constant(a) and is_constant(b):
        return FALSE
    differ = graph.xor
    return graph.all([differ(p, q) ^ 1 for p, q in zip(a, b, strict=True)])


def add(graph: Graph, a: Word, b: Word, carry: Literal = FALSE) -> Word:
    """The sum of two words and a carry, without the carry out of the last bit."""
    return _sum(graph, a, b, carry)[0]


def subtract(graph: Graph, a: Word, b: Word) -> Word:
    """The difference of two words."""
    return add(graph, a, complement(b), TRUE)


def negate(graph: Graph, word: Word) -> Word:
    """Zero minus a word."""
    return add(graph, constant(0, len(word)), complement(word), TRUE)


def _sum(graph: Graph, a: Word, b: Word, carry: Literal) -> tuple[Word, Literal]:
    """The sum, and the carry out of the last bit."""
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
    """The low half of a product: one sum for each bit of one factor, the one with more known zeros."""
    if b.count(FALSE) > a.count(FALSE):
        a, b = b, a
    width = len(a)
    conjoin = graph.and_
    total: list[Literal] = [FALSE] * width
    for place, bit in enumerate(a):
        if bit != FALSE:
            row = tuple([conjoin(bit, each) for each in b[: width - place]])
            total[place:] = add(graph, tuple(total[place:]), row)
    return tuple(total)


def divide(graph: Graph, dividend: Word, divisor: Word) -> tuple[Word, Word]:
    """The quotient and the remainder of unsigned division; by zero, all ones and the dividend.

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
    """The word without the highest bits that are known to be zero."""
    last = len(word)
    while last and word[last - 1] == FALSE:
        last -= 1
    return word[:last]


def divide_signed(graph: Graph, dividend: Word, divisor: Word) -> tuple[Word, Word]:
    """The quotient rounded towards zero, and the remainder, which has the sign of the dividend."""
    minus, by_minus = dividend[-1], divisor[-1]
    quotient, remainder = divide(graph, _absolute(graph, dividend), _absolute(graph, divisor))
    signed_quotient = mux(graph, graph.xor(minus, by_minus), negate(graph, quotient), quotient)
    return signed_quotient, mux(graph, minus, negate(graph, remainder), remainder)


def _absolute(graph: Graph, word: Word) -> Word:
    return mux(graph, word[-1], negate(graph, word), word)


def shift_left(graph: Graph, word: Word, amount: Word) -> Word:
    """The word shifted to higher places, with zeros from below."""
    return shift_right(graph, word[::-1], amount, FALSE)[::-1]


def shift_right(graph: Graph, word: Word, amount: Word, fill: Literal) -> Word:
    """The word shifted to lower places, with ``fill`` from above."""
    width = len(word)
    stages = (width - 1).bit_length()
    filled = (fill,) * width
    shifted = word
    for stage, bit in enumerate(amount[:stages]):
        shifted = mux(graph, bit, (*shifted[1 << stage :], *filled[: 1 << stage])[:width], shifted)
    return mux(graph, graph.any(amount[stages:]), filled, shifted)


def less(graph: Graph, a: Word, b: Word) -> Literal:
    """Whether one word is below another, both unsigned."""
    conjoin = graph.and_
    below = FALSE
    for p, q in zip(a, b, strict=True):
        only_right = conjoin(p ^ 1, q)
        only_left = conjoin(p, q ^ 1)
        below = conjoin(only_right ^ 1, conjoin(only_left ^ 1, below) ^ 1) ^ 1
    return below


def less_signed(graph: Graph, a: Word, b: Word) -> Literal:
    """Whether one word is below another, both in two's complement."""
    return less(graph, (*a[:-1], a[-1] ^ 1), (*b[:-1], b[-1] ^ 1))
