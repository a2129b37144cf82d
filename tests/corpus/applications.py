"""Well-sorted applications of every operator, and terms whose value is known without evaluation."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

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
    Op,
    RoundingMode,
    RoundingModeSort,
    Sort,
    Term,
    UninterpretedSort,
    Value,
    array_sort,
    bit_vector,
    constant,
    float_sort,
    uninterpreted_sort,
    variable,
)
from surefoot.logic.semantics import MEANINGS
from surefoot.logic.values import canonical_float

SMALL_FLOAT = float_sort(3, 4)
OTHER_FLOAT = float_sort(4, 3)
MEMORY = array_sort(bit_vector(4), bit_vector(8))
BITS = array_sort(BOOL, bit_vector(1))
ELEMENT = uninterpreted_sort("Element")
MIX = FunctionSymbol("mix", (bit_vector(4), BOOL), bit_vector(4))
BASE_SORTS: Sequence[Sort] = (
    BOOL,
    INT,
    ROUNDING_MODE,
    bit_vector(1),
    bit_vector(4),
    bit_vector(7),
    bit_vector(8),
    SMALL_FLOAT,
    OTHER_FLOAT,
    MEMORY,
    BITS,
    ELEMENT,
)
STANDARD_SORTS: Sequence[Sort] = (
    *(sort for sort in BASE_SORTS if not isinstance(sort, FloatSort)),
    bit_vector(16),
    bit_vector(32),
    FLOAT16,
    FLOAT32,
)
"""With float formats that every solver has."""
APPLIED = tuple(op for op in Op if op not in (Op.VARIABLE, Op.CONSTANT))
_WIDEST = 20
_WIDTHS = (0, 1, 2, 4, 7, 8, 16, 32)
"""Terms of other widths are not used as arguments: too few would meet."""
_PYTHON_NAMES = {Op.NOT: "not_", Op.AND: "and_", Op.OR: "or_"}


@dataclass(frozen=True, slots=True)
class Application:
    """An operator with its payload, and the sorts of the arguments it is to be applied to."""

    op: Op
    sorts: tuple[Sort, ...]
    payload: object = None

    def build(self, args: Sequence[Term]) -> Term:
        """Call the public constructor."""
        make = getattr(logic, _PYTHON_NAMES.get(self.op, self.op.name.lower()))
        if self.payload is None:
            built = make(*args)
        elif self.op in (Op.APPLY, Op.CONSTANT_ARRAY):
            built = make(self.payload, *args)
        elif isinstance(self.payload, tuple):
            built = make(*args, *self.payload)
        else:
            built = make(*args, self.payload)
        if not isinstance(built, Term):
            raise TypeError(built)
        return built

    def value(self, values: Sequence[Value]) -> Value:
        """Return the value by the table of semantics; functions are interpreted by `interpret`."""
        if self.op is Op.APPLY:
            return interpret(MIX, tuple(values))
        return MEANINGS[self.op](self.sorts[-1], self.payload, *values)


def interpret(symbol: FunctionSymbol, values: tuple[Value, ...]) -> Value:
    """Return the function `MIX`: add one if the second argument holds."""
    number, plus_one = values
    if symbol is not MIX or not isinstance(number, int):
        raise TypeError(symbol)
    return (number + bool(plus_one)) % 16


def random_application(op: Op, choose: random.Random, sorts: Sequence[Sort] = BASE_SORTS) -> Application:
    """Return an application of ``op`` to arguments of ``sorts``."""
    vectors = [sort for sort in sorts if isinstance(sort, BitVecSort)]
    vector = choose.choice(vectors)
    floats = [sort for sort in sorts if isinstance(sort, FloatSort)] or [SMALL_FLOAT]
    float_ = choose.choice(floats)
    any_sort = choose.choice(list(sorts))
    match op:
        case Op.VARIABLE | Op.CONSTANT:
            raise ValueError(op)
        case Op.NOT:
            return Application(op, (BOOL,))
        case Op.AND | Op.OR:
            return Application(op, (BOOL,) * choose.choice([2, 2, 3, 5]))
        case Op.ITE:
            return Application(op, (BOOL, any_sort, any_sort))
        case Op.EQ:
            sort = choose.choice([vector, any_sort])
            return Application(op, (sort, sort))
        case Op.BVNOT | Op.BVNEG:
            return Application(op, (vector,))
        case Op.CONCAT:
            low = choose.choice([sort for sort in vectors if sort.width <= _WIDEST // 2])
            high = choose.choice([sort for sort in vectors if sort.width + low.width <= _WIDEST])
            return Application(op, (high, low))
        case Op.EXTRACT:
            low_bit = choose.randrange(vector.width)
            return Application(op, (vector,), (choose.randrange(low_bit, vector.width), low_bit))
        case Op.ZERO_EXTEND | Op.SIGN_EXTEND:
            return Application(op, (vector,), choose.randint(vector.width, max(vector.width, _WIDEST)))
        case Op.FP_ADD | Op.FP_SUB | Op.FP_MUL | Op.FP_DIV:
            return Application(op, (ROUNDING_MODE, float_, float_))
        case Op.FP_FMA:
            return Application(op, (ROUNDING_MODE, float_, float_, float_))
        case Op.FP_SQRT | Op.FP_ROUND_TO_INTEGRAL:
            return Application(op, (ROUNDING_MODE, float_))
        case Op.FP_REM | Op.FP_LE | Op.FP_LT | Op.FP_EQ:
            return Application(op, (float_, float_))
        case Op.FP_FROM_IEEE_BV:
            return Application(op, (bit_vector(float_.bits),), float_)
        case Op.FP_FROM_FP:
            return Application(op, (ROUNDING_MODE, float_), choose.choice(floats))
        case Op.FP_FROM_SIGNED | Op.FP_FROM_UNSIGNED:
            return Application(op, (ROUNDING_MODE, vector), float_)
        case Op.FP_TO_SIGNED | Op.FP_TO_UNSIGNED:
            return Application(op, (ROUNDING_MODE, float_), choose.choice([1, 4, 8, 12]))
        case Op.SELECT:
            return Application(op, choose.choice([(MEMORY, MEMORY.index), (BITS, BITS.index)]))
        case Op.STORE:
            return Application(
                op, choose.choice([(MEMORY, MEMORY.index, MEMORY.element), (BITS, BITS.index, BITS.element)])
            )
        case Op.CONSTANT_ARRAY:
            array = choose.choice([MEMORY, BITS])
            return Application(op, (array.element,), array)
        case Op.INT_NEG:
            return Application(op, (INT,))
        case Op.INT_ADD | Op.INT_SUB | Op.INT_MUL | Op.INT_DIV | Op.INT_MOD | Op.INT_LT:
            return Application(op, (INT, INT))
        case Op.APPLY:
            return Application(op, MIX.parameters, MIX)
        case _ if op.name.startswith("FP_"):
            return Application(op, (float_,))
        case _:
            return Application(op, (vector, vector))


def random_value(sort: Sort, choose: random.Random) -> Value:
    """Return a value of ``sort``, extremes more likely than their share."""
    match sort:
        case BoolSort():
            return choose.random() < 0.5
        case BitVecSort(width):
            return choose.choice([0, 1, sort.mask, sort.mask // 2, sort.mask // 2 + 1, choose.getrandbits(width)])
        case FloatSort(exponent, significand):
            infinity = ((1 << exponent) - 1) << (significand - 1)
            magnitudes = [0, 1, infinity, infinity - 1, infinity + 1, 1 << (significand - 1)]
            magnitudes += [choose.getrandbits(sort.bits - 1) for _ in range(6)]
            return canonical_float(choose.choice(magnitudes) | choose.getrandbits(1) << (sort.bits - 1), sort)
        case IntSort():
            return choose.choice([-7, -2, -1, 0, 1, 2, 3, choose.randint(-1000, 1000)])
        case RoundingModeSort():
            return choose.choice(list(RoundingMode))
        case ArraySort(index, element):
            entries = {random_value(index, choose): random_value(element, choose) for _ in range(choose.randint(0, 3))}
            return ArrayValue(random_value(element, choose), entries)
        case UninterpretedSort():
            return choose.randint(0, 2)


@dataclass(slots=True)
class Pool:
    """Terms with their values under ``assignment``, by sort; the values come from `MEANINGS`, step by step."""

    assignment: dict[Term, Value] = field(default_factory=dict)
    values: dict[Term, Value] = field(default_factory=dict)
    terms: dict[Sort, list[Term]] = field(default_factory=dict)

    def add(self, term: Term, value: Value) -> None:
        """Enter a term; raise if it was entered before with another value."""
        if term in self.values and not logic.same_value(self.values[term], value, term.sort):
            raise AssertionError(f"{term} should be {self.values[term]} and {value}")
        self.values[term] = value
        self.terms.setdefault(term.sort, []).append(term)

    def grow(self, choose: random.Random, ops: Sequence[Op] = APPLIED) -> None:
        """Apply one random operator to terms of the pool, recent ones more often."""
        application = random_application(
            choose.choice(ops), choose, [sort for sort in self.terms if sort.width in _WIDTHS]
        )
        args = [choose.choice([*self.terms[sort][:4], *self.terms[sort][-8:]]) for sort in application.sorts]
        self.add(application.build(args), application.value([self.values[argument] for argument in args]))


def random_pool(choose: random.Random, sorts: Sequence[Sort] = BASE_SORTS) -> Pool:
    """Return a pool of two variables and a few constants of each sort."""
    pool = Pool()
    for sort in sorts:
        for name in ("x", "y"):
            symbol = variable(f"{name}_{sort!r}", sort)
            pool.assignment[symbol] = random_value(sort, choose)
            pool.add(symbol, pool.assignment[symbol])
        for _ in range(3):
            value = random_value(sort, choose)
            pool.add(constant(value, sort), value)
    return pool
