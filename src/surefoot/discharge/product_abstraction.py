"""Formulas without the arithmetic that solvers are slow at, in three degrees of detail.

The result says less than the formula, so whatever it excludes is excluded. What is left out becomes a symbol, the same one for the same term.
"""

from enum import Enum

from surefoot.logic import BOOL, Op, Symbol, SymbolKind, Term, fold, postorder, rebuild, variable
from surefoot.systems.control.system import ControlSystem

_CONNECTIVES = frozenset({Op.NOT, Op.AND, Op.OR, Op.ITE, Op.CONSTANT, Op.VARIABLE})
_DIVISIONS = frozenset({Op.BVUDIV, Op.BVUREM, Op.BVSDIV, Op.BVSREM})


class Detail(Enum):
    """How much of a formula is kept."""

    CASES = "cases"
    """How comparisons are joined, and nothing of what they compare."""
    LINEAR_COMPARISONS = "linear comparisons"
    """Also comparisons in which nothing is multiplied or divided."""
    PRODUCTS_AS_SYMBOLS = "products as symbols"
    """All comparisons, with any value for products of two unknowns and for divisions by one."""


class ArithmeticAbstraction:
    """Formulas with ``detail``; what was abstracted once is kept."""

    def __init__(self, detail: Detail) -> None:
        self.detail = detail
        self._memo: dict[Term, Term] = {}

    def of(self, formula: Term) -> Term:
        """``formula`` with symbols in place of what is left out."""
        return fold(formula, self._replaced, self._memo)

    def _replaced(self, term: Term, args: list[Term]) -> Term:
        is_atom = term.sort is BOOL and not _is_connective(term)
        is_changed = tuple(args) != term.args
        is_hidden = is_atom and (
            self.detail is Detail.CASES or (self.detail is Detail.LINEAR_COMPARISONS and is_changed)
        )
        if is_hidden or is_hard(term):
            return self._symbol(term)
        return rebuild(term, tuple(args)) if is_changed else term

    def _symbol(self, term: Term) -> Term:
        symbol = Symbol(SymbolKind.AUXILIARY, self.detail.value, term.id, f"{term.op.value} {term.id}")
        return variable(symbol, term.sort)


def multiplies(system: ControlSystem) -> bool:
    """Whether some edge of ``system`` multiplies two unknowns or divides by one."""
    terms = [term for edge in system.edges for term in (edge.guard, *edge.update.values())]
    return any(is_hard(term) for term in postorder(terms))


def _is_connective(term: Term) -> bool:
    return term.op in _CONNECTIVES or (term.op is Op.EQ and term.args[0].sort is BOOL)


def is_hard(term: Term) -> bool:
    """Whether ``term`` multiplies two unknowns or divides by one."""
    if term.op is Op.BVMUL:
        return all(each.op is not Op.CONSTANT for each in term.args)
    return term.op in _DIVISIONS and term.args[1].op is not Op.CONSTANT
