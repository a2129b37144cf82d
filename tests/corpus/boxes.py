"""Random terms over two symbols, and sets of their values small enough to try all of them."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

from surefoot import logic
from surefoot.logic import BitVecSort, FloatSort, RoundingMode, Sort, Term, Value, bit_vector, rounding, variable
from surefoot.logic.intervals.domain import Abstract, contains, exactly, join
from surefoot.logic.values import canonical_float

MOST_POINTS = 256
"""All pairs of numbers of four bits."""
NUMBER = bit_vector(4)
FLOAT = FloatSort(3, 3)
"""A format with two infinities, two zeros, subnormal numbers and NaN, and only 55 values in all."""


def symbols(sort: Sort) -> tuple[Term, Term]:
    """Return the two symbols of the terms below."""
    return variable("x", sort), variable("y", sort)


def values_of(sort: Sort) -> list[Value]:
    """Return all values of ``sort``."""
    if isinstance(sort, BitVecSort):
        return list(range(sort.mask + 1))
    if isinstance(sort, FloatSort):
        return list(dict.fromkeys(canonical_float(bits, sort) for bits in range(1 << sort.bits)))
    raise TypeError(sort)


def _special(sort: Sort) -> list[Value]:
    if isinstance(sort, FloatSort):
        sign, infinity = 1 << (sort.bits - 1), ((1 << sort.exponent) - 1) << (sort.significand - 1)
        return [0, sign, infinity, sign | infinity]
    return [0, sort.mask, sort.mask // 2, sort.mask // 2 + 1]


@dataclass(frozen=True, slots=True)
class Box:
    """A set of values for each of the two symbols."""

    known: dict[Term, Abstract]

    def points(self, choose: random.Random) -> Iterator[dict[Term, Value]]:
        """Yield every assignment in the box, or some of them if there are more than `MOST_POINTS`."""
        sides = [
            [value for value in values_of(symbol.sort) if contains(side, value)] for symbol, side in self.known.items()
        ]
        every = list(product(*sides))
        for values in every if len(every) <= MOST_POINTS else choose.sample(every, MOST_POINTS):
            yield dict(zip(self.known, values, strict=True))


def random_box(choose: random.Random, sort: Sort) -> Box:
    """Return the hull of a few values; ends of the type and of signs are over-represented."""
    known = {}
    for symbol in symbols(sort):
        values = [*values_of(sort), *_special(sort) * 4]
        picked = choose.choices(values, k=choose.choice([1, 2, 2, 3]))
        side = exactly(picked[0], sort)
        for value in picked[1:]:
            side = join(side, exactly(value, sort))
        known[symbol] = side
    return Box(known)


class BoxedTerms:
    """Random terms over the symbols of one sort."""

    def __init__(self, choose: random.Random, sort: Sort) -> None:
        self._choose = choose
        self._sort = sort

    def condition(self, depth: int) -> Term:
        """Return a formula."""
        choose = self._choose
        if depth == 0:
            return self._comparison(1)
        make: list[Callable[[], Term]] = [
            lambda: self._comparison(depth),
            lambda: self._comparison(depth),
            lambda: logic.not_(self.condition(depth - 1)),
            lambda: logic.and_(*(self.condition(depth - 1) for _ in range(choose.choice([2, 3])))),
            lambda: logic.or_(*(self.condition(depth - 1) for _ in range(choose.choice([2, 3])))),
            lambda: logic.ite(self.condition(depth - 1), self.condition(depth - 1), self.condition(depth - 1)),
            lambda: logic.eq(self.condition(depth - 1), self.condition(depth - 1)),
        ]
        return choose.choice(make)()

    def term(self, depth: int) -> Term:
        """Return a term of the sort of the symbols."""
        choose = self._choose
        if depth == 0:
            constant = logic.constant(choose.choice(values_of(self._sort)), self._sort)
            return choose.choice([*symbols(self._sort), constant])
        if choose.random() < 0.2:
            return logic.ite(self.condition(depth - 1), self.term(depth - 1), self.term(depth - 1))
        return self._number(depth - 1) if isinstance(self._sort, BitVecSort) else self._float(depth - 1)

    def _comparison(self, depth: int) -> Term:
        choose = self._choose
        left, right = self.term(depth - 1), self.term(depth - 1)
        if isinstance(self._sort, BitVecSort):
            compare = choose.choice([logic.bvult, logic.bvule, logic.bvslt, logic.bvsle, logic.eq])
            return compare(left, right)
        tests = [
            logic.fp_is_nan,
            logic.fp_is_infinite,
            logic.fp_is_zero,
            logic.fp_is_normal,
            logic.fp_is_subnormal,
            logic.fp_is_negative,
            logic.fp_is_positive,
        ]
        if choose.random() < 0.3:
            return choose.choice(tests)(left)
        wide = FloatSort(4, 5)
        if choose.random() < 0.3:
            left, right = (logic.fp_from_fp(rounding(RoundingMode.RNE), each, wide) for each in (left, right))
        return choose.choice([logic.fp_lt, logic.fp_le, logic.fp_eq, logic.eq])(left, right)

    def _number(self, depth: int) -> Term:
        choose = self._choose
        binary = [
            logic.bvadd,
            logic.bvsub,
            logic.bvmul,
            logic.bvudiv,
            logic.bvurem,
            logic.bvsdiv,
            logic.bvsrem,
            logic.bvand,
            logic.bvor,
            logic.bvxor,
            logic.bvshl,
            logic.bvlshr,
            logic.bvashr,
        ]
        kind = choose.randrange(10)
        if kind == 0:
            return choose.choice([logic.bvneg, logic.bvnot])(self.term(depth))
        if kind == 1:
            wide = [choose.choice([logic.zero_extend, logic.sign_extend])(self.term(depth), 7) for _ in range(2)]
            return logic.extract(choose.choice(binary)(*wide), *choose.choice([(3, 0), (5, 2), (6, 3)]))
        if kind == 2:
            low = choose.choice([1, 2, 3])
            pieces = logic.concat(logic.extract(self.term(depth), 3, low), logic.extract(self.term(depth), low - 1, 0))
            return logic.bvadd(pieces, self.term(0))
        if kind == 3:
            real = logic.fp_from_signed(self._mode(), self.term(depth), FLOAT)
            return choose.choice([logic.fp_to_signed, logic.fp_to_unsigned])(self._mode(), real, 4)
        return choose.choice(binary)(self.term(depth), self.term(depth))

    def _float(self, depth: int) -> Term:
        choose = self._choose
        mode = self._mode()
        kind = choose.randrange(10)
        if kind == 0:
            return choose.choice([logic.fp_abs, logic.fp_neg])(self.term(depth))
        if kind == 1:
            return choose.choice([logic.fp_sqrt, logic.fp_round_to_integral])(mode, self.term(depth))
        if kind == 2:
            return logic.fp_from_fp(mode, logic.fp_from_fp(mode, self.term(depth), FloatSort(4, 2)), FLOAT)
        if kind == 3:
            number = choose.choice([logic.fp_to_signed, logic.fp_to_unsigned])(mode, self.term(depth), 5)
            return choose.choice([logic.fp_from_signed, logic.fp_from_unsigned])(self._mode(), number, FLOAT)
        if kind == 4:
            bits = logic.bvadd(logic.fp_to_ieee_bv(self.term(depth)), logic.bv(choose.randrange(3), FLOAT.bits))
            return logic.fp_from_ieee_bv(bits, FLOAT)
        if kind == 5:
            return choose.choice([logic.fp_rem, logic.fp_min, logic.fp_max])(self.term(depth), self.term(depth))
        binary = [logic.fp_add, logic.fp_sub, logic.fp_mul, logic.fp_div]
        return choose.choice(binary)(mode, self.term(depth), self.term(depth))

    def _mode(self) -> Term:
        return self._choose.choice([rounding(RoundingMode.RNE), *map(rounding, RoundingMode)])
