"""Abstraction of products and divisions, in three degrees of detail.

The formula implies its abstraction up to the choice of the new symbols, so it is unsatisfiable if
its abstraction is. Each abstracted term becomes a symbol, equal terms the same symbol.
"""

from collections.abc import Sequence

from surefoot.base.enums import Enum
from surefoot.discharge.limits import LIMITS
from surefoot.logic import BOOL, Op, Symbol, SymbolKind, Term, fold, postorder, rebuild, variable
from surefoot.systems.control.system import ControlSystem

_CONNECTIVES = frozenset({Op.NOT, Op.AND, Op.OR, Op.ITE, Op.CONSTANT, Op.VARIABLE})
_ARITHMETIC = frozenset({Op.BVMUL, Op.BVUDIV, Op.BVUREM, Op.BVSDIV, Op.BVSREM})
_DIVISIONS = frozenset({Op.BVUDIV, Op.BVUREM, Op.BVSDIV, Op.BVSREM})


class Detail(Enum):
    """Degree of detail of an abstraction."""

    CASES = "cases"
    """The Boolean structure; every comparison is a symbol."""
    LINEAR_COMPARISONS = "linear comparisons"
    """Also comparisons without products and divisions."""
    PRODUCTS_AS_SYMBOLS = "products as symbols"
    """All comparisons, with symbols for products of two unknowns and for divisions by one."""


class ArithmeticAbstraction:
    """Abstraction of formulas to `detail`, memoised."""

    def __init__(self, detail: Detail) -> None:
        self.detail = detail
        self._memo: dict[Term, Term] = {}

    def of(self, formula: Term) -> Term:
        """Return `formula` with symbols in place of abstracted terms."""
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
    """Return whether some edge of `system` multiplies two unknowns or divides by one."""
    terms = [term for edge in system.edges for term in (edge.guard, *edge.update.values())]
    return any(is_hard(term) for term in postorder(terms))


def _is_connective(term: Term) -> bool:
    return term.op in _CONNECTIVES or (term.op is Op.EQ and term.args[0].sort is BOOL)


def is_hard(term: Term) -> bool:
    """Return whether `term` multiplies two unknowns or divides by one."""
    if term.op is Op.BVMUL:
        return all(each.op is not Op.CONSTANT for each in term.args)
    return term.op in _DIVISIONS and term.args[1].op is not Op.CONSTANT


def has_wide_arithmetic(formulas: Sequence[Term], width: int = LIMITS.easy_width) -> bool:
    """Return whether wide words are multiplied, or divided, and no operand is a constant or has at
    most `width` significant bits.
    """
    terms = (term for term in postorder(formulas) if term.op in _ARITHMETIC)
    return any(not any(_is_easy(each, width) for each in term.args) for term in terms)


def _is_easy(operand: Term, width: int) -> bool:
    """Return whether `operand` is a constant, or a choice among terms with few significant bits."""
    if operand.op is Op.CONSTANT:
        return True
    todo, seen = [operand], {operand}
    while todo:
        each = todo.pop()
        if each.op is Op.ITE:
            todo += set(each.args[1:]) - seen
            seen.update(each.args[1:])
        elif _significant_bits(each) > width:
            return False
    return True


def _significant_bits(term: Term) -> int:
    match term.op:
        case Op.CONSTANT:
            return int(term.payload).bit_length()
        case Op.ZERO_EXTEND | Op.SIGN_EXTEND:
            return term.args[0].sort.width
        case _:
            return term.sort.width
