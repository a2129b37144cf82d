"""Constructors of arrays. Reads look through the writes that certainly go elsewhere."""

from functools import partial
from typing import Final

from surefoot.logic.constructors.bitvectors import offset_from
from surefoot.logic.operators import Op
from surefoot.logic.rewriting import OPEN_LOGS, noted
from surefoot.logic.sorts import ArraySort, SortError
from surefoot.logic.terms import FunctionSymbol, Term, intern

_CONSTANT: Final = Op.CONSTANT
_SELECT: Final = Op.SELECT
_STORE: Final = Op.STORE
_CONSTANT_ARRAY: Final = Op.CONSTANT_ARRAY


def constant_array(sort: ArraySort, value: Term) -> Term:
    """Return the array that holds ``value`` at every index."""
    if OPEN_LOGS:
        return noted(_CONSTANT_ARRAY, partial(constant_array, sort), (value,), sort)
    if not isinstance(sort, ArraySort) or value.sort is not sort.element:
        raise SortError(f"{sort} cannot hold a term of {value.sort}")
    return intern(_CONSTANT_ARRAY, (value,), sort, sort)


def select(array: Term, index: Term) -> Term:
    """Return what ``array`` holds at ``index``."""
    if OPEN_LOGS:
        return noted(_SELECT, select, (array, index))
    sort = array.sort
    if not isinstance(sort, ArraySort) or index.sort is not sort.index:
        raise SortError(f"cannot read {array.sort} at an index of {index.sort}")
    while array.op is _STORE:
        rest, written, value = array.args
        if written is index:
            return value
        if not certainly_differ(written, index):
            break
        array = rest
    if array.op is _CONSTANT_ARRAY:
        return array.args[0]
    return intern(_SELECT, (array, index), sort.element)


def store(array: Term, index: Term, value: Term) -> Term:
    """Return the array that holds ``value`` at ``index`` and agrees with ``array`` elsewhere."""
    if OPEN_LOGS:
        return noted(_STORE, store, (array, index, value))
    sort = array.sort
    if not isinstance(sort, ArraySort) or index.sort is not sort.index or value.sort is not sort.element:
        raise SortError(f"cannot write {value.sort} into {array.sort} at an index of {index.sort}")
    if array.op is _STORE and array.args[1] is index:
        array = array.args[0]
    if array.op is _CONSTANT_ARRAY and array.args[0] is value:
        return array
    if value.op is _SELECT and value.args[1] is index and value.args[0] is array:
        return array
    return intern(_STORE, (array, index, value), sort)


def certainly_differ(left: Term, right: Term) -> bool:
    """Return whether two terms of one sort differ in every assignment; false if that is not
    syntactically evident.
    """
    if left.op is _CONSTANT and right.op is _CONSTANT:
        return left is not right
    if not left.sort.width:
        return False
    base, offset = offset_from(left)
    other, other_offset = offset_from(right)
    return base is other and offset != other_offset


def apply(symbol: FunctionSymbol, *args: Term) -> Term:
    """Return ``symbol`` applied to ``args``, of which there is at least one."""
    if OPEN_LOGS:
        return noted(Op.APPLY, partial(apply, symbol), args, symbol)
    if not args or tuple(argument.sort for argument in args) != symbol.parameters:
        raise SortError(f"{symbol.name} takes {symbol.parameters}, not {tuple(argument.sort for argument in args)}")
    return intern(Op.APPLY, args, symbol.result, symbol)
