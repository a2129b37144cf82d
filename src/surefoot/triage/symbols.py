"""Symbolic expressions of the Clang Static Analyzer, as it prints them, encoded as bit-vectors.

Leaves have the bits of their C type, operators those of C's arithmetic conversions, and casts are
exact. An expression with an unknown type or operator is not encoded.
"""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from surefoot.base.records import dataclass
from surefoot.logic import (
    Op,
    Term,
    and_,
    bit_vector,
    bv,
    bvadd,
    bvand,
    bvashr,
    bvlshr,
    bvmul,
    bvneg,
    bvnot,
    bvor,
    bvsdiv,
    bvshl,
    bvsle,
    bvslt,
    bvsrem,
    bvsub,
    bvudiv,
    bvule,
    bvult,
    bvurem,
    bvxor,
    eq,
    extract,
    ite,
    not_,
    or_,
    sign_extend,
    variable,
    zero_extend,
)
from surefoot.program.program import DataModel

_INT: Final = 32
_LEAF = re.compile(r"(reg|conj|extent)_\$(\d+)[<{](.*)[>}]", re.DOTALL)
_CONSTANT = re.compile(r"(-?\d+)(U?)")
_OPERATOR = re.compile(r" (\S+) ")
_INTERVAL = re.compile(r"\[(-?\d+), (-?\d+)\]")
_POINTER = re.compile(r"[^{<]*\*(?: ?const)? ")


class NotEncoded(Exception):
    """The expression has a type or an operator that is not encoded."""


@dataclass(frozen=True, slots=True)
class SymbolType:
    """Width and signedness of a value; pointers are unsigned."""

    width: int
    is_signed: bool
    is_pointer: bool = False

    def contains(self, number: int) -> bool:
        """Return whether the type has the value ``number``."""
        least = -(1 << (self.width - 1)) if self.is_signed else 0
        return least <= number < least + (1 << self.width)


@dataclass(frozen=True, slots=True)
class SymbolValue:
    """A bit-vector with its type."""

    term: Term
    type: SymbolType

    def converted(self, target: SymbolType) -> Term:
        """Return the value converted to ``target`` as C does."""
        width = self.type.width
        if target.width < width:
            return extract(self.term, target.width - 1, 0)
        if target.width == width:
            return self.term
        return (sign_extend if self.type.is_signed else zero_extend)(self.term, target.width)


_WIDTHS: Mapping[str, tuple[int, bool]] = MappingProxyType(
    {
        "char": (8, True),
        "signed char": (8, True),
        "unsigned char": (8, False),
        "short": (16, True),
        "unsigned short": (16, False),
        "int": (32, True),
        "unsigned int": (32, False),
        "long long": (64, True),
        "unsigned long long": (64, False),
        "int8_t": (8, True),
        "uint8_t": (8, False),
        "int16_t": (16, True),
        "uint16_t": (16, False),
        "int32_t": (32, True),
        "uint32_t": (32, False),
        "int64_t": (64, True),
        "uint64_t": (64, False),
    }
)
_OF_POINTER_WIDTH = MappingProxyType(
    {
        "long": True,
        "unsigned long": False,
        "size_t": False,
        "ssize_t": True,
        "ptrdiff_t": True,
        "intptr_t": True,
        "uintptr_t": False,
    }
)
"""Signedness of the types whose width is that of pointers in both data models."""

_Binary = Callable[[Term, Term], Term]
_ARITHMETIC: Mapping[str, tuple[_Binary, _Binary]] = MappingProxyType(
    {
        "+": (bvadd, bvadd),
        "-": (bvsub, bvsub),
        "*": (bvmul, bvmul),
        "/": (bvsdiv, bvudiv),
        "%": (bvsrem, bvurem),
        "&": (bvand, bvand),
        "|": (bvor, bvor),
        "^": (bvxor, bvxor),
    }
)
"""Operators on operands of one type: for signed and for unsigned ones."""
_COMPARISONS: Mapping[str, tuple[_Binary, _Binary]] = MappingProxyType(
    {
        "==": (eq, eq),
        "!=": (lambda a, b: not_(eq(a, b)),) * 2,
        "<": (bvslt, bvult),
        "<=": (bvsle, bvule),
        ">": (lambda a, b: bvslt(b, a), lambda a, b: bvult(b, a)),
        ">=": (lambda a, b: bvsle(b, a), lambda a, b: bvule(b, a)),
    }
)


@dataclass(frozen=True, slots=True)
class SymbolEncoder:
    """Encoding of printed expressions for a data model."""

    model: DataModel

    def in_range(self, symbol: str, intervals: str) -> Term:
        """Return the formula that the value of ``symbol`` is in one of the printed ``intervals``.

        Raises `NotEncoded`, also if the type cannot be right, because it lacks a bound.
        """
        value = self.value(symbol)
        cases: list[Term] = []
        for found in _INTERVAL.finditer(intervals):
            low, high = int(found[1]), int(found[2])
            if not value.type.contains(low) or not value.type.contains(high):
                raise NotEncoded
            first, last = (bv(each, value.type.width) for each in (low, high))
            below = bvsle if value.type.is_signed else bvule
            cases.append(
                eq(value.term, first) if low == high else and_(below(first, value.term), below(value.term, last))
            )
        if not cases:
            raise NotEncoded
        return or_(*cases)

    def value(self, text: str) -> SymbolValue:
        """Return the value of a printed expression. Raises `NotEncoded`."""
        if text[:1] in {"-", "~"}:
            operand = _promoted(self.value(_without_parentheses(text[1:])))
            return SymbolValue((bvneg if text[0] == "-" else bvnot)(operand.term), operand.type)
        if found := _LEAF.fullmatch(text):
            return self._leaf(found[1], found[2], found[3])
        if not text.startswith("("):
            return self._with_constant_first(text)
        end = _closing(text)
        inside, rest = text[1 : end - 1], text[end:]
        if "$" not in inside:
            return self._cast(inside, rest)
        return self._binary(self.value(inside), rest)

    def _leaf(self, kind: str, number: str, about: str) -> SymbolValue:
        if kind == "extent":
            known = SymbolType(self.model.pointer_width, is_signed=False)
        else:
            known = self._type_before(about, " " if kind == "reg" else ",")
        return SymbolValue(variable(f"{kind}${number}", bit_vector(known.width)), known)

    def _type_before(self, text: str, separator: str) -> SymbolType:
        """Return the type that ``text`` begins with, before ``separator``."""
        if _POINTER.match(text.replace(",", " ", 1) if separator == "," else text):
            return self._type("*")
        names = sorted((*_WIDTHS, *_OF_POINTER_WIDTH), key=len, reverse=True)
        if name := next((each for each in names if text.startswith(each + separator)), None):
            return self._type(name)
        raise NotEncoded

    def _type(self, name: str) -> SymbolType:
        plain = name.removeprefix("const ").strip()
        if plain in _WIDTHS:
            return SymbolType(*_WIDTHS[plain])
        if plain in _OF_POINTER_WIDTH:
            return SymbolType(self.model.pointer_width, _OF_POINTER_WIDTH[plain])
        if plain.endswith("*"):
            return SymbolType(self.model.pointer_width, is_signed=False, is_pointer=True)
        raise NotEncoded

    def _cast(self, name: str, rest: str) -> SymbolValue:
        operand = self.value(_without_parentheses(rest.removeprefix(" ")))
        target = self._type(name)
        return SymbolValue(operand.converted(target), target)

    def _with_constant_first(self, text: str) -> SymbolValue:
        found = re.fullmatch(r"(-?\d+)(U?) (\S+) (\(.*\))", text, re.DOTALL)
        if found is None:
            raise NotEncoded
        right = self.value(_without_parentheses(found[4]))
        return _applied(found[3], _constant(found[1], found[2], right), right)

    def _binary(self, left: SymbolValue, rest: str) -> SymbolValue:
        operator = _OPERATOR.match(rest)
        if operator is None:
            raise NotEncoded
        text = rest[operator.end() :]
        if constant := _CONSTANT.fullmatch(text):
            return _applied(operator[1], left, _constant(constant[1], constant[2], left))
        return _applied(operator[1], left, self.value(_without_parentheses(text)))


def _constant(digits: str, suffix: str, other: SymbolValue) -> SymbolValue:
    """Return a constant operand, which has the width of the ``other`` one."""
    known = SymbolType(max(_INT, other.type.width), is_signed=not suffix)
    if not known.contains(int(digits)):
        raise NotEncoded
    return SymbolValue(bv(int(digits), known.width), known)


def _promoted(value: SymbolValue) -> SymbolValue:
    """Return ``value`` after C's integer promotions."""
    if value.type.width >= _INT:
        return value
    target = SymbolType(_INT, is_signed=True)
    return SymbolValue(value.converted(target), target)


def _applied(operator: str, left: SymbolValue, right: SymbolValue) -> SymbolValue:
    """Return the value of a binary operation after C's usual arithmetic conversions."""
    left, right = _promoted(left), _promoted(right)
    if operator in {"<<", ">>"}:
        return _shifted(operator, left, right)
    wide, narrow = (left, right) if left.type.width >= right.type.width else (right, left)
    is_signed = wide.type.is_signed and (narrow.type.is_signed or narrow.type.width < wide.type.width)
    common = SymbolType(wide.type.width, is_signed)
    terms = left.converted(common), right.converted(common)
    if operator in _COMPARISONS:
        holds = _COMPARISONS[operator][0 if is_signed else 1](*terms)
        return SymbolValue(ite(holds, bv(1, _INT), bv(0, _INT)), SymbolType(_INT, is_signed=True))
    if operator not in _ARITHMETIC or left.type.is_pointer or right.type.is_pointer:
        raise NotEncoded
    return SymbolValue(_ARITHMETIC[operator][0 if is_signed else 1](*terms), common)


def _shifted(operator: str, left: SymbolValue, right: SymbolValue) -> SymbolValue:
    amount = right.term.payload if right.term.op is Op.CONSTANT else None
    if not isinstance(amount, int) or not 0 <= amount < left.type.width:
        raise NotEncoded
    shift = bvshl if operator == "<<" else bvashr if left.type.is_signed else bvlshr
    return SymbolValue(shift(left.term, bv(amount, left.type.width)), left.type)


def _closing(text: str) -> int:
    """Return the offset behind the parenthesis that closes the first one."""
    depth = 0
    for at, each in enumerate(text):
        depth += (each == "(") - (each == ")")
        if depth == 0:
            return at + 1
    raise NotEncoded


def _without_parentheses(text: str) -> str:
    return text[1:-1] if text.startswith("(") and _closing(text) == len(text) else text
