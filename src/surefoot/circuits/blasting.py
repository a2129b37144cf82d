"""Terms as circuits: bit-vectors are words, Booleans words of one bit, arrays what is read from
them.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Final

from surefoot.circuits import arrays, float_arithmetic, floats, words
from surefoot.circuits.arrays import Array
from surefoot.circuits.graph import FALSE, Graph, Literal, Word
from surefoot.circuits.limits import LIMITS
from surefoot.logic import (
    ArraySort,
    BitVecSort,
    BoolSort,
    FloatSort,
    FunctionSymbol,
    Op,
    RoundingModeSort,
    Sort,
    Term,
    fold,
)

Bits = Word | Array


class NotBits(Exception):
    """Raised for a sort or an operation that has no circuit here."""


def width_of(sort: Sort) -> int:
    """Return the bits of a value that is a word.  Raises `NotBits`."""
    match sort:
        case BoolSort():
            return 1
        case BitVecSort(width):
            return width
        case FloatSort():
            return sort.bits
        case RoundingModeSort():
            return float_arithmetic.MODE_BITS
        case _:
            raise NotBits(_lacking(sort))


def as_word(bits: Bits) -> Word:
    """Return the bits of a value that is no array."""
    if not isinstance(bits, tuple):
        raise AssertionError("the term is no array")  # noqa: TRY004 - the sorts of terms say so
    return bits


def as_array(bits: object) -> Array:
    """Return the circuit of an array."""
    if not isinstance(bits, arrays.UnknownArray | arrays.ConstantArray | arrays.StoredArray | arrays.ChosenArray):
        raise AssertionError("the term is an array")  # noqa: TRY004 - the sorts of terms say so
    return bits


class BitBlaster:
    """Bit-blaster into one graph. Equal terms share their circuits, as do different terms with
    equal bits.
    """

    def __init__(self, graph: Graph) -> None:
        self.graph: Final = graph
        self._memo: dict[Term, Bits] = {}
        self._functions: dict[FunctionSymbol, arrays.UnknownArray] = {}
        self._quotients: dict[tuple[bool, Word, Word], tuple[Word, Word]] = {}

    def define(self, variable: Term, bits: Bits) -> None:
        """Let ``variable`` stand for ``bits`` in every term that is built from now on."""
        self._memo[variable] = bits

    def word(self, term: Term) -> Word:
        """Return the circuit of a term that is no array.  Raises `NotBits`."""
        return as_word(self.bits(term))

    def bits(self, term: Term) -> Bits:
        """Return the circuit of a term.  Raises `NotBits`."""
        return fold(term, self.build, self._memo)

    def literal(self, formula: Term) -> Literal:
        """Return the circuit of a formula.  Raises `NotBits`."""
        return self.word(formula)[0]

    def build(self, term: Term, arguments: Sequence[Bits]) -> Bits:
        """Return the circuit of ``term``, whose arguments have theirs already.  Raises `NotBits`."""
        plain = _PLAIN.get(term.op)
        if plain is not None:
            return plain(self.graph, *arguments)
        about_floats = _FLOATS.get(term.op)
        if about_floats is not None:
            return (about_floats(self.graph, term.args[0].sort, *arguments),)
        rounding = _ROUNDING.get(term.op)
        if rounding is not None:
            return rounding(self.graph, _format(term.sort), *arguments)
        match term.op, *arguments:
            case Op.VARIABLE, *_:
                return self._variable(term.sort)
            case Op.CONSTANT, *_ if isinstance(term.sort, RoundingModeSort):
                return float_arithmetic.mode_word(term.payload)
            case Op.CONSTANT, *_:
                width = width_of(term.sort)
                return words.constant(int(term.payload), width)
            case Op.ITE, (condition,), tuple(then), tuple(otherwise):
                return words.mux(self.graph, condition, then, otherwise)
            case Op.ITE, (condition,), then, otherwise:
                return arrays.choose(condition, as_array(then), as_array(otherwise))
            case Op.EQ, tuple(left), tuple(right):
                return (words.equal(self.graph, left, right),)
            case Op.EQ, left, right:
                return (self._equal_arrays(term.args[0].sort, as_array(left), as_array(right)),)
            case Op.EXTRACT, tuple(word):
                high, low = term.payload
                return word[low : high + 1]
            case Op.ZERO_EXTEND, tuple(word):
                return (*word, *(FALSE,) * (term.payload - len(word)))
            case Op.SIGN_EXTEND, tuple(word):
                return (*word, *word[-1:] * (term.payload - len(word)))
            case (Op.BVUDIV | Op.BVUREM | Op.BVSDIV | Op.BVSREM) as op, tuple(dividend), tuple(divisor):
                return self._division(op, dividend, divisor)
            case Op.FP_ABS, tuple(word):
                return floats.absolute(self.graph, _format(term.sort), word)
            case Op.FP_NEG, tuple(word):
                return floats.negate(self.graph, _format(term.sort), word)
            case Op.FP_FROM_IEEE_BV, tuple(word):
                return floats.canonical(self.graph, _format(term.sort), word)
            case Op.FP_TO_IEEE_BV, tuple(word):
                return word
            case Op.FP_FROM_FP, tuple(mode), tuple(word):
                source = _format(term.args[1].sort)
                return float_arithmetic.convert(self.graph, source, _format(term.sort), mode, word)
            case (Op.FP_FROM_SIGNED | Op.FP_FROM_UNSIGNED) as op, tuple(mode), tuple(word):
                signed = op is Op.FP_FROM_SIGNED
                return float_arithmetic.from_integer(self.graph, _format(term.sort), mode, word, signed=signed)
            case (Op.FP_TO_SIGNED | Op.FP_TO_UNSIGNED) as op, tuple(mode), tuple(word):
                source, signed = _format(term.args[1].sort), op is Op.FP_TO_SIGNED
                return float_arithmetic.to_integer(self.graph, source, mode, word, term.payload, signed=signed)
            case Op.SELECT, array, tuple(index):
                return arrays.read(self.graph, as_array(array), index)
            case Op.STORE, array, tuple(index), tuple(word):
                return arrays.StoredArray(as_array(array), index, word)
            case Op.CONSTANT_ARRAY, tuple(word):
                return arrays.ConstantArray(word)
            case Op.APPLY, *_:
                return self._application(term.payload, arguments)
            case _:
                raise NotBits(repr(term.op.value))

    def _variable(self, sort: Sort) -> Bits:
        if isinstance(sort, ArraySort):
            width_of(sort.index)
            return arrays.UnknownArray(width_of(sort.element), self._canonical(sort.element))
        return self._canonical(sort)(self.graph.inputs(width_of(sort)))

    def _canonical(self, sort: Sort) -> Callable[[Word], Word]:
        """Return the function from any bits to the bits of a value of ``sort``."""
        match sort:
            case FloatSort():
                return partial(floats.canonical, self.graph, sort)
            case RoundingModeSort():
                return partial(float_arithmetic.any_mode, self.graph)
            case _:
                return _as_it_is

    def _equal_arrays(self, sort: Sort, left: Array, right: Array) -> Literal:
        width = width_of(sort.index) if isinstance(sort, ArraySort) else 0
        if width > LIMITS.compared_index_width:
            raise NotBits(f"equality of arrays with indices of {width} bits")
        return arrays.equal(self.graph, left, right, width)

    def _division(self, op: Op, dividend: Word, divisor: Word) -> Word:
        """Quotient and remainder are one circuit."""
        signed = op in (Op.BVSDIV, Op.BVSREM)
        key = signed, dividend, divisor
        both = self._quotients.get(key)
        if both is None:
            divide = words.divide_signed if signed else words.divide
            both = self._quotients[key] = divide(self.graph, dividend, divisor)
        return both[op in (Op.BVUREM, Op.BVSREM)]

    def _application(self, symbol: FunctionSymbol, arguments: Sequence[Bits]) -> Word:
        table = self._functions.get(symbol)
        if table is None:
            for sort in symbol.parameters:
                width_of(sort)
            table = self._functions[symbol] = arrays.UnknownArray(
                width_of(symbol.result), self._canonical(symbol.result)
            )
        index = tuple([bit for argument in arguments if isinstance(argument, tuple) for bit in argument])
        return arrays.read(self.graph, table, index)


def _as_it_is(word: Word) -> Word:
    return word


def _format(sort: Sort) -> FloatSort:
    if not isinstance(sort, FloatSort):
        raise AssertionError("the term is a float")  # noqa: TRY004 - the sorts of terms say so
    return sort


def _lacking(sort: Sort) -> str:
    return "arrays of arrays" if isinstance(sort, ArraySort) else f"terms of sort {sort}"


_PLAIN: Final[Mapping[Op, Callable[..., Word]]] = MappingProxyType(
    {
        Op.NOT: lambda _graph, word: (word[0] ^ 1,),
        Op.AND: lambda graph, *each: (graph.all([word[0] for word in each]),),
        Op.OR: lambda graph, *each: (graph.any([word[0] for word in each]),),
        Op.BVNOT: lambda _graph, word: words.complement(word),
        Op.BVNEG: words.negate,
        Op.BVADD: words.add,
        Op.BVSUB: words.subtract,
        Op.BVMUL: words.multiply,
        Op.BVAND: lambda graph, a, b: tuple(map(graph.and_, a, b)),
        Op.BVOR: lambda graph, a, b: tuple(map(graph.or_, a, b)),
        Op.BVXOR: lambda graph, a, b: tuple(map(graph.xor, a, b)),
        Op.BVSHL: words.shift_left,
        Op.BVLSHR: lambda graph, word, amount: words.shift_right(graph, word, amount, FALSE),
        Op.BVASHR: lambda graph, word, amount: words.shift_right(graph, word, amount, word[-1]),
        Op.BVULT: lambda graph, a, b: (words.less(graph, a, b),),
        Op.BVSLT: lambda graph, a, b: (words.less_signed(graph, a, b),),
        Op.CONCAT: lambda _graph, high, low: (*low, *high),
    }
)
"""Operators whose circuits depend on nothing but those of their arguments."""

_FLOATS: Final[Mapping[Op, Callable[..., Literal]]] = MappingProxyType(
    {
        Op.FP_LE: floats.less_or_equal,
        Op.FP_LT: floats.less,
        Op.FP_EQ: floats.equal,
        Op.FP_IS_NAN: floats.is_nan,
        Op.FP_IS_INFINITE: floats.is_infinite,
        Op.FP_IS_ZERO: floats.is_zero,
        Op.FP_IS_NORMAL: floats.is_normal,
        Op.FP_IS_SUBNORMAL: floats.is_subnormal,
        Op.FP_IS_NEGATIVE: floats.is_negative,
        Op.FP_IS_POSITIVE: floats.is_positive,
    }
)
"""Comparisons and classifications of floats."""

_ROUNDING: Final[Mapping[Op, Callable[..., Word]]] = MappingProxyType(
    {
        Op.FP_ADD: float_arithmetic.add,
        Op.FP_SUB: float_arithmetic.subtract,
        Op.FP_MUL: float_arithmetic.multiply,
        Op.FP_DIV: float_arithmetic.divide,
        Op.FP_SQRT: float_arithmetic.square_root,
        Op.FP_ROUND_TO_INTEGRAL: float_arithmetic.round_to_integral,
    }
)
"""Operators on floats of one format that take a rounding mode."""
