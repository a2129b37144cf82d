"""Formulas about a program's variables as C expressions."""

from collections.abc import Mapping

from surefoot.logic import BOOL, FloatSort, Op, Term
from surefoot.program.ctypes import CEnum, CInteger
from surefoot.program.program import Variable
from surefoot.report.c.values import float_text

_COMPARISONS = {
    Op.EQ: "==",
    Op.BVULT: "<",
    Op.BVSLT: "<",
    Op.INT_LT: "<",
    Op.FP_LT: "<",
    Op.FP_LE: "<=",
    Op.FP_EQ: "==",
}
_NEGATED = {Op.EQ: "!=", Op.BVULT: ">=", Op.BVSLT: ">=", Op.INT_LT: ">="}
_MIRRORED = {"<": ">", "<=": ">=", ">=": "<="}
_ARITHMETIC = {Op.BVADD: "+", Op.BVMUL: "*", Op.BVAND: "&", Op.BVOR: "|", Op.BVXOR: "^"}

_OF_INTEGERS = {Op.INT_ADD: "+", Op.INT_SUB: "-", Op.INT_MUL: "*"}
_BITWISE = frozenset({Op.BVAND, Op.BVOR, Op.BVXOR})
INT_WIDTH = 32
"""Bits of ``int``, the narrowest type of arithmetic (C17 6.3.1.1)."""


def c_expression(formula: Term, names: Mapping[Term, Variable], *, is_signed: bool = True) -> str:
    """Return ``formula`` in C syntax; operators that C lacks become functions with their SMT-LIB
    names. A word has its value as a number that ``is_signed`` or not.
    """
    op = formula.op
    if op is Op.NOT and formula.args[0].op in _NEGATED:
        return _comparison(formula.args[0], _NEGATED[formula.args[0].op], names)
    if op in _COMPARISONS:
        return _comparison(formula, _COMPARISONS[op], names)
    if op is Op.NOT:
        return f"!({c_expression(formula.args[0], names)})"
    if op is Op.FP_IS_NAN:
        return f"isnan({_operand(formula.args[0], names, is_signed=True)})"
    if op is Op.AND or op is Op.OR:
        return f" {'&&' if op is Op.AND else '||'} ".join(f"({c_expression(part, names)})" for part in formula.args)
    return _operand(formula, names, is_signed=is_signed)


_INTERNAL = ("`", "__surefoot_", "@", "&*")
"""Marks of names that the source does not have: of generated code, and of objects that arguments
point to.
"""


def is_in_c(text: str) -> bool:
    """Return whether ``text``, of a formula, is about the user's source alone."""
    return not any(mark in text for mark in _INTERNAL)


def _comparison(formula: Term, sign: str, names: Mapping[Term, Variable]) -> str:
    left, right = formula.args
    if left.op is Op.CONSTANT:
        left, right = right, left
        sign = _MIRRORED.get(sign, sign)
    has_part = Op.EXTRACT in (left.op, right.op)  # an extracted part is not negative
    compares_signed = formula.op is Op.BVSLT or (formula.op is Op.EQ and _is_signed(left, names) and not has_part)
    sides = [
        _part(side, names, is_signed=compares_signed)
        if side.op in _BITWISE
        else _operand(side, names, is_signed=compares_signed)
        for side in (left, right)
    ]
    return f"{sides[0]} {sign} {sides[1]}"


def _operand(term: Term, names: Mapping[Term, Variable], *, is_signed: bool) -> str:
    known = names.get(term)
    if known is not None:
        if _is_signed(term, names) == is_signed or not term.sort.width:
            return known.name
        return f"({_integer_type(term.sort.width, is_signed=is_signed)}){known.name}"
    if term.op is Op.CONSTANT:
        return _constant(term, is_signed=is_signed)
    if term.op is Op.EXTRACT:
        high, low = term.payload
        whole = term.args[0]
        shifted = _part(whole, names, is_signed=_is_signed(whole, names)) + (f" >> {low}" if low else "")
        if is_signed:
            return f"({_integer_type(term.sort.width, is_signed=True)}){f'({shifted})' if low else shifted}"
        return f"({shifted} & {(2 << (high - low)) - 1})"
    if term.op is Op.SELECT and term.args[0] in names:
        return f"{names[term.args[0]].name}[{_operand(term.args[1], names, is_signed=_is_signed(term.args[1], names))}]"
    if term.op is Op.SIGN_EXTEND or term.op is Op.ZERO_EXTEND:
        return _extended(term, names)
    if term.op in _ARITHMETIC:
        parts = [
            (part, _subtrahend(part, names, is_signed=is_signed) if term.op is Op.BVADD else None) for part in term.args
        ]
        (first, _), *others = sorted(parts, key=lambda each: each[1] is not None)
        text = _part(first, names, is_signed=is_signed)
        for part, subtrahend in others:
            text += (
                f" - {subtrahend}"
                if subtrahend
                else f" {_ARITHMETIC[term.op]} {_part(part, names, is_signed=is_signed)}"
            )
        if term.sort.width < INT_WIDTH:  # C computes in int, without wrapping
            return f"({_integer_type(term.sort.width, is_signed=is_signed)})({text})"
        return text
    if term.op is Op.BVSUB:
        text = " - ".join(_part(part, names, is_signed=is_signed) for part in term.args)
        if term.sort.width < INT_WIDTH:
            return f"({_integer_type(term.sort.width, is_signed=is_signed)})({text})"
        return text
    if term.op in _OF_INTEGERS:
        return f" {_OF_INTEGERS[term.op]} ".join(_part(part, names, is_signed=is_signed) for part in term.args)
    if term.op is Op.INT_NEG or (term.op is Op.BVNEG and term.sort.width >= INT_WIDTH):
        return f"-{_part(term.args[0], names, is_signed=is_signed)}"
    if term.sort is BOOL and term.op in (Op.NOT, Op.AND, Op.OR, *_COMPARISONS):
        return f"({c_expression(term, names)})"
    if term.op is Op.VARIABLE:
        return f"`{term.payload}`"
    return f"{term.op.value}({', '.join(_operand(part, names, is_signed=is_signed) for part in term.args)})"


def _extended(term: Term, names: Mapping[Term, Variable]) -> str:
    """Return an extended number; the integer promotions extend to ``int`` without a cast."""
    is_signed = term.op is Op.SIGN_EXTEND
    text = _part(term.args[0], names, is_signed=is_signed)
    is_promoted = term.sort.width == INT_WIDTH
    return text if is_promoted else f"({_integer_type(term.sort.width, is_signed=is_signed)}){text}"


def _subtrahend(term: Term, names: Mapping[Term, Variable], *, is_signed: bool) -> str | None:
    """Return the subtrahend if adding ``term`` is better written as a subtraction."""
    width = term.sort.width
    if term in names or width < INT_WIDTH:
        return None
    if term.op is Op.BVNEG:
        return _part(term.args[0], names, is_signed=is_signed)
    if term.op is Op.SIGN_EXTEND and term.args[0].op is Op.BVNEG and term.args[0].args[0].op is Op.SIGN_EXTEND:
        narrow = term.args[0].args[0].args[0]  # its negation does not wrap around, so it may be extended first
        return f"({_integer_type(width, is_signed=True)}){_part(narrow, names, is_signed=True)}"
    is_negative = term.op is Op.CONSTANT and isinstance(term.payload, int) and term.payload >> (width - 1)
    return str((1 << width) - term.payload) if is_negative else None


def _part(term: Term, names: Mapping[Term, Variable], *, is_signed: bool) -> str:
    """Return ``term`` as an operand, in parentheses where an operator may bind more tightly."""
    text = _operand(term, names, is_signed=is_signed)
    is_arithmetic = term.op in _ARITHMETIC or term.op is Op.BVSUB
    is_compound = is_arithmetic and term not in names and term.sort.width >= INT_WIDTH
    is_compound |= term.op in _OF_INTEGERS or term.op is Op.INT_NEG
    return f"({text})" if is_compound else text


def _integer_type(width: int, *, is_signed: bool) -> str:
    if width == INT_WIDTH:
        return "signed" if is_signed else "unsigned"
    return f"{'' if is_signed else 'u'}int{width}_t"


def _constant(term: Term, *, is_signed: bool) -> str:
    value, width = term.payload, term.sort.width
    if isinstance(term.sort, FloatSort):
        return float_text(value, term.sort.bits)
    if not isinstance(value, int) or isinstance(value, bool) or not width:
        return str(value).lower()
    return str(value - (1 << width) if is_signed and width > 1 and value >> (width - 1) else value)


def _is_signed(term: Term, names: Mapping[Term, Variable]) -> bool:
    for symbol in (term, *term.args):
        known = names.get(symbol)
        if known is not None and isinstance(known.ctype, CInteger | CEnum):
            return known.ctype.signed
    return True
