"""Quantified invariants in the style of C: ``for all j < i: b[j] == 42``.

The SMT-LIB formula beside the text is exact; the text leaves out casts of widened numbers.
"""

from surefoot.logic import ArraySort, Op, Symbol, SymbolKind, Term, fold, not_, postorder, rebuild, variable
from surefoot.program.ctypes import CInteger
from surefoot.program.program import Role, Variable
from surefoot.report.c.expressions import c_expression
from surefoot.report.c.names import unused_name
from surefoot.systems.control.quantified import QuantifiedInvariant
from surefoot.systems.encode.encoding import Encoding

_WIDENED = frozenset({Op.ZERO_EXTEND, Op.SIGN_EXTEND})
_BOUND = ("j", "k")
_C_WIDTHS = frozenset({8, 16, 32, 64})


def c_quantified(invariant: QuantifiedInvariant, encoding: Encoding, name: str) -> str:
    """Return ``invariant``, about the location ``name``, as text."""
    return _QuantifiedPrinter(invariant, encoding, name).text()


class _QuantifiedPrinter:
    """Printer of a quantified invariant; array reads and widened numbers become variables such as
    ``b[j]``.
    """

    def __init__(self, invariant: QuantifiedInvariant, encoding: Encoding, name: str) -> None:
        self._invariant = invariant
        self._names = dict(encoding.variables(name))
        taken = {each.name for each in self._names.values()}
        bound = unused_name(_BOUND, taken)
        self._names[invariant.bound] = _variable(invariant.bound, bound, signed=False)
        self._in_indices = {**self._names, invariant.bound: _variable(invariant.bound, bound, signed=True)}
        """Names for numbers in indices, all of which are signed."""
        self._arrays = {
            each.symbol: str(each.referent).removesuffix("[]").partition("#")[0]
            for each in encoding.system.location(name).variables
            if isinstance(each.symbol.sort, ArraySort)
        }

    def text(self) -> str:
        body = self._invariant.body
        parts = body.args if body.op is Op.OR else (body,)
        facts = [part for part in parts if _reads(part)] or list(parts)
        ranges = [not_(part) for part in parts if part not in facts]
        where = [each for part in ranges for each in (part.args if part.op is Op.AND else (part,))]
        facts_text = " || ".join(f"({self._text(each)})" if len(facts) > 1 else self._text(each) for each in facts)
        return f"for all {self._range([self._text(each) for each in where])}: {facts_text}"

    def _range(self, conditions: list[str]) -> str:
        """Return ``1 <= j < i`` where the conditions are bounds, otherwise all of them."""
        bound = self._names[self._invariant.bound].name
        lower = [(each, text) for each in conditions if (text := _lower(each, bound))]
        upper = [each for each in conditions if each.startswith((f"{bound} < ", f"{bound} <= "))]
        others = list(conditions)
        if len(lower) == 1 and len(upper) == 1:
            others = [each for each in conditions if each not in {lower[0][0], upper[0]}]
            others = [f"{lower[0][1]} {upper[0]}", *others]
        others.sort(key=lambda each: f" {bound} " not in f" {each} ")  # the order of terms is arbitrary
        if not others or f" {bound} " not in f" {others[0]} ":
            others = [bound, *others]
        return " with ".join([others[0], " && ".join(others[1:])]) if len(others) > 1 else others[0]

    def _text(self, formula: Term) -> str:
        return c_expression(fold(formula, self._named), self._names)

    def _named(self, term: Term, parts: list[Term]) -> Term:
        """Return ``term`` with variables for array reads and conversions."""
        if term.op is Op.SELECT and term.args[0] in self._arrays:
            is_signed = term.sort.width in _C_WIDTHS
            return self._new(term, f"{self._arrays[term.args[0]]}[{self._number(parts[1])}]", signed=is_signed)
        if term.op in _WIDENED:
            text = self._number(parts[0])
            return self._new(term, text if parts[0].op is Op.VARIABLE else f"({text})", signed=False)
        if term.op is Op.EXTRACT and parts[0] is self._invariant.bound and term.payload[1] == 0:
            name, width = self._names[parts[0]].name, term.sort.width
            text = f"(int{width}_t){name}" if width in _C_WIDTHS else f"({name} & {(1 << width) - 1})"
            return self._new(term, text, signed=True)
        return rebuild(term, tuple(parts)) if parts else term

    def _number(self, term: Term) -> str:
        """Return ``term`` without a cast around it."""
        return self._names[term].name if term in self._names else c_expression(term, self._in_indices)

    def _new(self, term: Term, text: str, *, signed: bool) -> Term:
        symbol = variable(Symbol(SymbolKind.AUXILIARY, f"text {term.sort} {text}", 0, text), term.sort)
        self._names[symbol] = _variable(symbol, text, signed=signed)
        self._in_indices[symbol] = _variable(symbol, text, signed=True)
        return symbol


def _variable(symbol: Term, name: str, *, signed: bool) -> Variable:
    return Variable(symbol, name, CInteger("", symbol.sort.width, signed), Role.TEMPORARY, None)


def _reads(formula: Term) -> bool:
    return any(term.op is Op.SELECT for term in postorder([formula]))


def _lower(condition: str, bound: str) -> str:
    """Return a lower bound as the text before the bound symbol, such as ``1 <=``; empty for other
    conditions.
    """
    for sign, turned in ((">=", "<="), (">", "<")):
        if condition.startswith(f"{bound} {sign} "):
            return f"{condition.removeprefix(f'{bound} {sign} ')} {turned}"
    return condition.removesuffix(f" {bound}") if condition.endswith((f" < {bound}", f" <= {bound}")) else ""
