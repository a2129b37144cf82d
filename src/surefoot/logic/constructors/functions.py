"""Constructor of applications of uninterpreted functions."""

from functools import partial

from surefoot.logic.operators import Op
from surefoot.logic.rewriting import OPEN_LOGS, noted
from surefoot.logic.sorts import SortError
from surefoot.logic.terms import FunctionSymbol, Term, intern


def apply(symbol: FunctionSymbol, *args: Term) -> Term:
    """Return ``symbol`` applied to ``args``, of which there is at least one."""
    if OPEN_LOGS:
        return noted(Op.APPLY, partial(apply, symbol), args, symbol)
    if not args or tuple(argument.sort for argument in args) != symbol.parameters:
        raise SortError(f"{symbol.name} takes {symbol.parameters}, not {tuple(argument.sort for argument in args)}")
    return intern(Op.APPLY, args, symbol.result, symbol)
