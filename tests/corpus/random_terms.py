"""Random terms and values of every operator, from a seed that a failing test prints."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from surefoot import logic
from surefoot.logic import (
    BOOL,
    FLOAT16,
    FLOAT32,
    INT,
    ROUNDING_MODE,
    ArraySort,
    ArrayValue,
    BitVecSort,
    BoolSort,
    FloatSort,
    FunctionSymbol,
    IntSort,
    RoundingMode,
    RoundingModeSort,
    Sort,
    Term,
    UninterpretedSort,
    Value,
    array_sort,
    bit_vector,
    uninterpreted_sort,
    variable,
)
from surefoot.logic.values import canonical_float

WIDTHS = (1, 3, 5, 8)
TRIP = FunctionSymbol("trip", (bit_vector(3), bit_vector(5)), bit_vector(3))
ELEMENT = uninterpreted_sort("Element")
STEP = FunctionSymbol("step", (ELEMENT,), ELEMENT)
MEMORY = array_sort(bit_vector(3), bit_vector(5))


@dataclass(frozen=True, slots=True)
class Signature:
    """Theories that generated terms may use."""

    floats: bool = True
    arrays: bool = True
    functions: bool = True
    integers: bool = False
    float_formats: tuple[FloatSort, ...] = (FLOAT16, FLOAT16, FLOAT32)


def random_value(choose: random.Random, sort: Sort) -> Value:
    """Return a value of ``sort``, extremes more likely than their share."""
    match sort:
        case BoolSort():
            return choose.random() < 0.5
        case BitVecSort(width):
            return choose.choice([0, 1, sort.mask, 1 << (width - 1), choose.getrandbits(width)]) & sort.mask
        case FloatSort(exponent, significand):
            infinity = ((1 << exponent) - 1) << (significand - 1)
            special = [0, 1, infinity, infinity - 1, infinity + 1, 1 << (significand - 1)]
            sign = choose.getrandbits(1) << (sort.bits - 1)
            bits = choose.choice([*special, choose.getrandbits(sort.bits - 1), choose.getrandbits(sort.bits - 1)])
            return canonical_float(bits | sign, sort)
        case IntSort():
            return choose.randint(-20, 20)
        case RoundingModeSort():
            return choose.choice(list(RoundingMode))
        case ArraySort(index, element):
            entries = {random_value(choose, index): random_value(choose, element) for _ in range(choose.randint(0, 3))}
            return ArrayValue(random_value(choose, element), entries)
        case UninterpretedSort():
            return choose.randint(0, 3)


Maker = Callable[[Sort, int], Term]


class TermGenerator:
    """Terms over two variables of each sort."""

    def __init__(self, choose: random.Random, signature: Signature) -> None:
        self._choose = choose
        self._signature = signature

    def term(self, sort: Sort, depth: int) -> Term:
        """Return a term of ``sort``, at most ``depth`` operators deep before simplification."""
        choose = self._choose
        if depth == 0 or choose.random() < 0.1:
            if isinstance(sort, ArraySort) or choose.random() < 0.7:
                return variable(f"{choose.choice('xy')}_{sort!r}".replace(" ", ""), sort)
            return logic.constant(random_value(choose, sort), sort)
        make = choose.choice([self._ite, *self._makers(sort) * 2])
        return make(sort, depth - 1)

    def _makers(self, sort: Sort) -> list[Maker]:
        signature = self._signature
        match sort:
            case BoolSort():
                tests: list[Maker] = [self._float_test, self._float_test] if signature.floats else []
                return [self._connective, self._comparison, self._equality, *tests]
            case BitVecSort():
                makers: list[Maker] = [self._arithmetic, self._arithmetic, self._slice]
                if signature.floats:
                    makers.append(self._from_float)
                if signature.arrays and sort is MEMORY.element:
                    makers.append(self._load)
                if signature.functions and sort is TRIP.result:
                    makers.append(self._trip)
                return makers
            case FloatSort():
                return [self._float_arithmetic, self._float_arithmetic, self._to_float]
            case IntSort():
                return [self._integer]
            case ArraySort():
                return [self._store]
            case RoundingModeSort() | UninterpretedSort():
                return [self._leaf]

    def _leaf(self, sort: Sort, _depth: int) -> Term:
        return self.term(sort, 0)

    def _ite(self, sort: Sort, depth: int) -> Term:
        return logic.ite(self.term(BOOL, depth), self.term(sort, depth), self.term(sort, depth))

    def _width(self) -> BitVecSort:
        return bit_vector(self._choose.choice(WIDTHS))

    def _float(self) -> FloatSort:
        return self._choose.choice(self._signature.float_formats)

    def _connective(self, _sort: Sort, depth: int) -> Term:
        left, right = self.term(BOOL, depth), self.term(BOOL, depth)
        connectives: list[Callable[[Term, Term], Term]] = [logic.and_, logic.or_, logic.xor, logic.implies]
        make = self._choose.choice(connectives)
        return logic.not_(make(left, right)) if self._choose.random() < 0.3 else make(left, right)

    def _comparison(self, _sort: Sort, depth: int) -> Term:
        if self._signature.integers and self._choose.random() < 0.5:
            return self._choose.choice([logic.int_lt, logic.int_le])(self.term(INT, depth), self.term(INT, depth))
        sort = self._width()
        make = self._choose.choice([logic.bvult, logic.bvule, logic.bvslt, logic.bvsle])
        return make(self.term(sort, depth), self.term(sort, depth))

    def _equality(self, _sort: Sort, depth: int) -> Term:
        sorts: list[Sort] = [self._width()]
        if self._signature.floats:
            sorts += [self._float(), ROUNDING_MODE]
        if self._signature.arrays:
            sorts.append(MEMORY)
        if self._signature.integers:
            sorts.append(INT)
        sort = self._choose.choice(sorts)
        return logic.eq(self.term(sort, depth), self.term(sort, depth))

    def _float_test(self, _sort: Sort, depth: int) -> Term:
        sort = self._float()
        left = self.term(sort, depth)
        if self._choose.random() < 0.5:
            return self._choose.choice([logic.fp_lt, logic.fp_le, logic.fp_eq])(left, self.term(sort, depth))
        tests = [
            logic.fp_is_nan,
            logic.fp_is_infinite,
            logic.fp_is_zero,
            logic.fp_is_normal,
            logic.fp_is_subnormal,
            logic.fp_is_negative,
            logic.fp_is_positive,
        ]
        return self._choose.choice(tests)(left)

    def _arithmetic(self, sort: Sort, depth: int) -> Term:
        if self._choose.random() < 0.2:
            return self._choose.choice([logic.bvnot, logic.bvneg])(self.term(sort, depth))
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
        return self._choose.choice(binary)(self.term(sort, depth), self.term(sort, depth))

    def _slice(self, sort: Sort, depth: int) -> Term:
        choose = self._choose
        width = sort.width
        kind = choose.randint(0, 3)
        if kind == 0 and width > 1:
            low = choose.randint(1, width - 1)
            return logic.concat(self.term(bit_vector(width - low), depth), self.term(bit_vector(low), depth))
        if kind == 1 and width > 1:
            narrow = self.term(bit_vector(choose.randint(1, width - 1)), depth)
            return choose.choice([logic.zero_extend, logic.sign_extend])(narrow, width)
        low = choose.randint(0, 3)
        wide = self.term(bit_vector(width + low + choose.randint(0, 2)), depth)
        return logic.extract(wide, low + width - 1, low)

    def _from_float(self, sort: Sort, depth: int) -> Term:
        float_operand = self.term(self._float(), depth)
        if self._choose.random() < 0.3:
            bits = logic.fp_to_ieee_bv(float_operand)
            return logic.extract(bits, sort.width - 1, 0) if bits.sort.width >= sort.width else self.term(sort, 0)
        make = self._choose.choice([logic.fp_to_signed, logic.fp_to_unsigned])
        return make(self.term(ROUNDING_MODE, 0), float_operand, sort.width)

    def _float_arithmetic(self, sort: Sort, depth: int) -> Term:
        choose = self._choose
        mode = self.term(ROUNDING_MODE, 0)
        left, right = self.term(sort, depth), self.term(sort, depth)
        kind = choose.randint(0, 9)
        if kind < 5:
            return choose.choice([logic.fp_add, logic.fp_sub, logic.fp_mul, logic.fp_div])(mode, left, right)
        if kind == 5:
            return logic.fp_fma(mode, left, right, self.term(sort, depth))
        if kind == 6 and sort is FLOAT16:
            return logic.fp_rem(left, right)
        if kind == 7:
            return choose.choice([logic.fp_sqrt, logic.fp_round_to_integral])(mode, left)
        if kind == 8:
            return choose.choice([logic.fp_min, logic.fp_max])(left, right)
        return choose.choice([logic.fp_abs, logic.fp_neg])(left)

    def _to_float(self, sort: Sort, depth: int) -> Term:
        choose = self._choose
        if not isinstance(sort, FloatSort):
            raise TypeError(sort)
        mode = self.term(ROUNDING_MODE, 0)
        kind = choose.randint(0, 2)
        if kind == 0:
            return logic.fp_from_ieee_bv(self.term(bit_vector(sort.bits), depth), sort)
        if kind == 1:
            return logic.fp_from_fp(mode, self.term(self._float(), depth), sort)
        make = choose.choice([logic.fp_from_signed, logic.fp_from_unsigned])
        return make(mode, self.term(self._width(), depth), sort)

    def _load(self, _sort: Sort, depth: int) -> Term:
        return logic.select(self.term(MEMORY, depth), self.term(MEMORY.index, depth))

    def _store(self, _sort: Sort, depth: int) -> Term:
        if self._choose.random() < 0.2:
            return logic.constant_array(MEMORY, self.term(MEMORY.element, depth))
        return logic.store(self.term(MEMORY, depth), self.term(MEMORY.index, depth), self.term(MEMORY.element, depth))

    def _trip(self, _sort: Sort, depth: int) -> Term:
        return logic.apply(TRIP, *(self.term(parameter, depth) for parameter in TRIP.parameters))

    def _integer(self, _sort: Sort, depth: int) -> Term:
        left, right = self.term(INT, depth), self.term(INT, depth)
        kind = self._choose.randint(0, 5)
        if kind == 0:
            return logic.int_neg(left)
        if kind == 1:
            return logic.int_mul(left, logic.int_constant(self._choose.randint(-3, 3)))
        if kind == 2:
            divisor = logic.int_constant(self._choose.choice([-3, -1, 0, 2, 5]))
            return self._choose.choice([logic.int_div, logic.int_mod])(left, divisor)
        return self._choose.choice([logic.int_add, logic.int_sub])(left, right)
