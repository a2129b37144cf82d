"""Parser of terms; operators are not simplified, but sorts are checked."""

import re
from collections.abc import Callable, Mapping
from typing import Final

from surefoot.base.records import dataclass
from surefoot.logic import (
    FALSE,
    FLOAT32,
    FLOAT64,
    TRUE,
    BitVecSort,
    FloatSort,
    Op,
    RoundingMode,
    Sort,
    SortError,
    Term,
    bv,
    fp,
    int_constant,
    rounding,
)
from surefoot.logic.terms import intern
from surefoot.program.text.operators import ARITHMETIC, CALLED, COMPARISONS, CONSTRUCTORS, ORDERS, ROUNDED, UNARY, Level
from surefoot.program.text.sorts import read_sort
from surefoot.program.text.words import Line, bits_of

_BINARY: Final = {**ARITHMETIC, **ROUNDED}
_NEGATED: Final = ("!=", *(f"{sign}={kind}" for sign in "<>" for kind in ORDERS))
_COMPARING: Final = frozenset((*COMPARISONS, *_NEGATED, *(f">{kind}" for kind in ORDERS)))
_SORT_FIRST: Final = frozenset({Op.CONSTANT_ARRAY})
_WIDTH_LAST: Final = frozenset({Op.FP_TO_SIGNED, Op.FP_TO_UNSIGNED})
_SORT_LAST: Final = frozenset({Op.FP_FROM_IEEE_BV, Op.FP_FROM_FP, Op.FP_FROM_SIGNED, Op.FP_FROM_UNSIGNED})
_CONSTANTS: Final = {"true": TRUE, "false": FALSE, **{mode.name: rounding(mode) for mode in RoundingMode}}


@dataclass(frozen=True, slots=True)
class _Operand:
    """Part of a term under construction: ``build`` returns it, given the sort that its place
    requires, if any.
    """

    build: Callable[[Sort | None], Term]
    needs_sort: bool = False


class TermParser:
    """Parser of terms over ``symbols`` on a line."""

    def __init__(self, line: Line, symbols: Mapping[str, Term], named: Mapping[str, Term]) -> None:
        self._line = line
        self._symbols = symbols
        self._named = named

    def term(self, sort: Sort | None) -> Term:
        """Return the term at the cursor, whose place requires ``sort`` if given."""
        operand = self._conditional()
        try:
            return operand.build(sort)
        except SortError as error:
            self._line.reject(str(error))

    def _conditional(self) -> _Operand:
        condition = self._disjunction()
        if not self._line.accept("?"):
            return condition
        then = self._conditional()
        self._line.expect(":")
        otherwise = self._conditional()

        def build(sort: Sort | None) -> Term:
            return _make(Op.ITE, (condition.build(None), *_of_one_sort((then, otherwise), sort)))

        return _Operand(build)

    def _disjunction(self) -> _Operand:
        return self._junction("||", Op.OR, lambda: self._junction("&&", Op.AND, self._comparison))

    def _junction(self, sign: str, op: Op, part: Callable[[], _Operand]) -> _Operand:
        parts = [part()]
        while self._line.accept(sign):
            parts.append(part())
        if len(parts) == 1:
            return parts[0]
        return _Operand(lambda _: _make(op, tuple(operand.build(None) for operand in parts)))

    def _comparison(self) -> _Operand:
        left = self._arithmetic(Level.BIT_OR)
        sign = self._line.next.text
        if self._line.next.kind not in ("sign", "other") or sign not in _COMPARING:
            return left
        self._line.expect(sign)
        right = self._arithmetic(Level.BIT_OR)
        return _Operand(lambda _: _compared(sign, *_of_one_sort((left, right), None)))

    def _arithmetic(self, level: Level) -> _Operand:
        if level is Level.UNARY:
            return self._unary()
        left = self._arithmetic(Level(level + 1))
        while self._line.next.kind in ("sign", "other") and _BINARY.get(self._line.next.text, (None, None))[1] is level:
            sign = self._line.take("sign", "other")
            left = _binary(sign, left, self._arithmetic(Level(level + 1)))
        return left

    def _unary(self) -> _Operand:
        line = self._line
        for sign, op in UNARY.items():
            if line.accept(sign):
                if sign == "-" and line.next.kind in ("number", "float"):
                    return self._number(negative=True)
                return _unary(op, self._unary())
        return self._postfix()

    def _postfix(self) -> _Operand:
        operand = self._atom()
        while self._line.accept("["):
            high = self._line.integer()
            self._line.expect(":")
            low = self._line.integer()
            self._line.expect("]")
            operand = _extracted(operand, high, low)
        return operand

    def _atom(self) -> _Operand:
        line = self._line
        token = line.next
        if line.accept("("):
            inner = self._conditional()
            line.expect(")")
            return inner
        if token.kind in ("number", "float"):
            return self._number(negative=False)
        if token.kind == "binding":
            return self._known(line.take("binding"), self._named)
        if token.kind == "keyword" and token.text in _CONSTANTS:
            line.expect(token.text)
            return _Operand(lambda _: _CONSTANTS[token.text])
        if token.kind == "quoted":
            return self._known(line.name(), self._symbols)
        return self._name_or_call()

    def _known(self, name: str, table: Mapping[str, Term]) -> _Operand:
        found = table.get(name)
        if found is None:
            self._line.reject(f"{name} is not declared")
        return _Operand(lambda _: found)

    def _number(self, *, negative: bool) -> _Operand:
        line = self._line
        kind, text = line.next.kind, line.take("number", "float")
        if kind == "float":
            return _float(("-" if negative else "") + text)
        digits, suffix = re.fullmatch(r"(\d+)(\w*)", text).groups()  # type: ignore[union-attr]  # as the token is
        value = -int(digits) if negative else int(digits)
        if suffix == "int":
            return _Operand(lambda _: int_constant(value))
        if suffix:
            return _Operand(lambda _: bv(value, int(suffix[1:])))

        def build(sort: Sort | None) -> Term:
            if not isinstance(sort, BitVecSort):
                raise SortError(f"the sort of {value} is not clear from its place: write {value}i32 for 32 bits")
            return bv(value, sort.width)

        return _Operand(build, needs_sort=True)

    def _name_or_call(self) -> _Operand:
        line = self._line
        name = line.next.text
        cast = re.fullmatch(r"([us])([1-9]\d*)", name)
        if cast and line.sees(name, "("):
            op = Op.ZERO_EXTEND if cast[1] == "u" else Op.SIGN_EXTEND
            line.name()
            return _called(op, self._arguments(), int(cast[2]))
        if name in CALLED and (line.sees(name, "(") or line.sees(name, "{")):
            return self._call(CALLED[line.name()])
        if line.sees(name, "(") or line.sees(name, "{"):
            sort = read_sort(line)
            line.expect("(")
            bits = line.integer()
            line.expect(")")
            if not isinstance(sort, FloatSort):
                line.reject(f"{name} is no float sort")
            return _Operand(lambda _: fp(bits, sort))
        return self._known(line.name(), self._symbols)

    def _call(self, op: Op) -> _Operand:
        payload: object = None
        if self._line.accept("{"):
            payload = self._line.integer() if op in _WIDTH_LAST else read_sort(self._line)
            self._line.expect("}")
        return _called(op, self._arguments(), payload)

    def _arguments(self) -> list[_Operand]:
        self._line.expect("(")
        arguments = [self._conditional()]
        while self._line.accept(","):
            arguments.append(self._conditional())
        self._line.expect(")")
        return arguments


def _make(op: Op, args: tuple[Term, ...], payload: object = None) -> Term:
    """Return the term ``op(args)`` without simplification, of the sort of its constructor, after
    the constructor's checks.
    """
    construct = CONSTRUCTORS[op]
    try:
        if payload is None:
            checked = construct(*args)
        elif op is Op.EXTRACT and isinstance(payload, tuple):
            checked = construct(*args, *payload)
        elif op in _SORT_FIRST:
            checked = construct(payload, *args)
        else:
            checked = construct(*args, payload)
    except SortError:
        raise
    except TypeError:
        raise SortError(f"{op.name.lower()} takes another number of arguments") from None
    return intern(op, args, checked.sort, payload)


def _of_one_sort(operands: tuple[_Operand, ...], sort: Sort | None) -> tuple[Term, ...]:
    """Return operands of one sort; if the place requires none, the first operand with a sort
    determines it.
    """
    if sort is not None:
        return tuple(operand.build(sort) for operand in operands)
    anchor = next((operand for operand in operands if not operand.needs_sort), operands[0])
    built = anchor.build(None)
    return tuple(built if operand is anchor else operand.build(built.sort) for operand in operands)


def _binary(sign: str, left: _Operand, right: _Operand) -> _Operand:
    op, _ = _BINARY[sign]
    if sign in ROUNDED:
        mode = rounding(RoundingMode.RNE)
        return _Operand(lambda _: _make(op, (mode, left.build(None), right.build(None))))
    return _Operand(lambda sort: _make(op, _of_one_sort((left, right), sort)), left.needs_sort and right.needs_sort)


def _unary(op: Op, operand: _Operand) -> _Operand:
    return _Operand(lambda sort: _make(op, (operand.build(None if op is Op.NOT else sort),)), operand.needs_sort)


def _compared(sign: str, left: Term, right: Term) -> Term:
    if sign in COMPARISONS:
        return _make(COMPARISONS[sign], (left, right))
    if sign == "!=":
        return _make(Op.NOT, (_make(Op.EQ, (left, right)),))
    if sign.startswith(">="):
        return _make(Op.NOT, (_make(ORDERS[sign[-1]], (left, right)),))
    turned = _make(ORDERS[sign[-1]], (right, left))
    return _make(Op.NOT, (turned,)) if "=" in sign else turned


def _extracted(operand: _Operand, high: int, low: int) -> _Operand:
    return _Operand(lambda _: _make(Op.EXTRACT, (operand.build(None),), (high, low)))


def _called(op: Op, arguments: list[_Operand], payload: object) -> _Operand:
    return _Operand(lambda _: _make(op, tuple(argument.build(None) for argument in arguments), payload))


def _float(text: str) -> _Operand:
    sort = FLOAT64 if text.endswith("f64") else FLOAT32
    bits = bits_of(text[:-3], sort)

    def build(_: Sort | None) -> Term:
        if bits is None:
            raise SortError(f"{text} is too large")
        return fp(bits, sort)

    return _Operand(build)
