"""Formulas without the arithmetic that solvers are slow at: products and divisions become symbols.

The result says less than the formula, so whatever it excludes is excluded.
"""

from surefoot.logic import Op, Symbol, SymbolKind, Term, postorder, substitute, variable

_DIVISIONS = (Op.BVUDIV, Op.BVUREM, Op.BVSDIV, Op.BVSREM)


class Linearised:
    """Formulas with a symbol for each product of two unknowns and each division by one."""

    def __init__(self) -> None:
        self._symbols: dict[Term, Term] = {}
        self._memo: dict[Term, Term] = {}

    def of(self, formula: Term) -> Term:
        """``formula`` with symbols instead of what is not linear; the same symbol for the same term."""
        new = {term: _symbol(term) for term in postorder((formula,)) if term not in self._symbols and _is_hard(term)}
        if new:
            self._symbols.update(new)
            self._memo.clear()
        return substitute(formula, self._symbols, self._memo)


def _is_hard(term: Term) -> bool:
    if term.op is Op.BVMUL:
        return all(each.op is not Op.CONSTANT for each in term.args)
    return term.op in _DIVISIONS and term.args[1].op is not Op.CONSTANT


def _symbol(term: Term) -> Term:
    return variable(Symbol(SymbolKind.AUXILIARY, "not linear", term.id, f"{term.op.value} {term.id}"), term.sort)
