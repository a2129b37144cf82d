"""Constructor of applications of uninterpreted functions."""

from surefoot.logic.operators import Op
from surefoot.logic.sorts import SortError
from surefoot.logic.terms import FunctionSymbol, Term, intern


def apply(symbol: FunctionSymbol, *args: Term) -> Term:
    """Return ``symbol`` applied to ``args``, of which there is at least one."""
    if not args or tuple(argument.sort for argument in args) != symbol.parameters:
        raise SortError(f"{symbol.name} takes {symbol.parameters}, not {tuple(argument.sort for argument in args)}")
    return intern(Op.APPLY, args, symbol.result, symbol)
