"""Ranks as C expressions over mathematical integers: their words are so wide that nothing wraps."""

from collections.abc import Mapping

from surefoot.logic import Op, Term
from surefoot.program.program import Variable
from surefoot.report.c.expressions import c_expression, is_in_c
from surefoot.report.c.names import c_names
from surefoot.systems.encode.encoding import Encoding

NAMELESS = "a number without a name in C"
"""Text for a component over internal values."""
_EXTENSIONS = (Op.SIGN_EXTEND, Op.ZERO_EXTEND)


def rank_text(component: Term, encoding: Encoding, name: str) -> str:
    """Return a component of the rank of the location ``name`` as a sum, such as ``n - i``."""
    names = c_names(encoding, name)
    summands = summands_of(component)
    summands.sort(key=lambda each: each[0] < 0)
    text = ""
    for sign, term in summands:
        own = _integer(term, names)
        if sign < 0:
            text += f" - {own}" if text else f"-{own}"
        else:
            text += f" + {own}" if text else own
    return text if is_in_c(text) else NAMELESS


def summands_of(component: Term) -> list[tuple[int, Term]]:
    """Return the summands of a component with their signs 1 or -1: the sum does not wrap."""
    return list(_summands(component, 1))


def _summands(term: Term, sign: int) -> "list[tuple[int, Term]]":
    """Return the summands of an extended sum, with their signs."""
    inner = term.args[0] if term.op is Op.SIGN_EXTEND else term
    if inner is not term and inner.op in {Op.BVADD, Op.BVSUB, Op.BVNEG} and _is_extended(inner):
        return _summands(inner, sign)
    if term.op is Op.BVADD and any(_is_extended(each) for each in term.args):
        return [pair for each in term.args for pair in _summands(each, sign)]
    if term.op is Op.BVSUB and _is_extended(term):
        return [*_summands(term.args[0], sign), *_summands(term.args[1], -sign)]
    if term.op is Op.BVNEG and _is_extended(term.args[0]):
        return _summands(term.args[0], -sign)
    return [(sign, term)]


def _is_extended(term: Term) -> bool:
    """Return whether `term` is an extended word, or a negated one or a sum of such."""
    if term.op in _EXTENSIONS or term.op is Op.CONSTANT:
        return True
    return term.op in {Op.BVNEG, Op.BVADD, Op.BVSUB} and all(_is_extended(each) for each in term.args)


def _integer(term: Term, names: Mapping[Term, Variable]) -> str:
    """Return `term` without extensions to wider words."""
    inner = term
    while inner.op in _EXTENSIONS and inner not in names:
        inner = inner.args[0]
    if inner.op is Op.ITE:
        condition, yes, no = inner.args
        return f"({c_expression(condition, names)} ? {c_expression(yes, names)} : {c_expression(no, names)})"
    known = names.get(inner)
    if known is not None:
        return _named(known, is_signed=term.op is not Op.ZERO_EXTEND)
    text = c_expression(inner, names, is_signed=inner is term or term.op is Op.SIGN_EXTEND)
    return text if text.replace("_", "").isalnum() or inner.op is Op.CONSTANT else f"({text})"


def _named(known: Variable, *, is_signed: bool) -> str:
    """Return the name of a variable, with a cast if it is read with the other sign."""
    from surefoot.program.ctypes import CInteger

    if isinstance(known.ctype, CInteger) and known.ctype.signed != is_signed:
        return f"({'signed' if is_signed else 'unsigned'}){known.name}"
    return known.name
