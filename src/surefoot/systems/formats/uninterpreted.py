"""Scripts over uninterpreted sorts and functions as scripts over integers and arrays.

An uninterpreted sort becomes the sort of integers. Formulas without quantifiers that compare
elements by equality only, and index arrays with them, have a model iff they have one with infinitely
many elements (the theories of equality and of arrays are stably infinite). Constant arrays over such
an index, which may require a finite sort, are refused.

A function becomes an array that maps its first argument to an array for the others. Its value is the
same in all steps, as SMT-LIB says.
"""

from functools import reduce

from surefoot.base.errors import UnsupportedError
from surefoot.base.records import dataclass, replace
from surefoot.logic import (
    BOOL,
    INT,
    ArraySort,
    FloatSort,
    FunctionSymbol,
    Op,
    Sort,
    Term,
    UninterpretedSort,
    array_sort,
    bit_vector,
    bv,
    eq,
    fold,
    fp_is_nan,
    fp_to_ieee_bv,
    ite,
    rebuild,
    select,
    variable,
)
from surefoot.logic.smtlib import Script
from surefoot.logic.values import canonical_nan

_BIT = bit_vector(1)


def with_interpreted_symbols(script: Script, file: str) -> Script:
    """Return ``script`` over interpreted sorts; its functions are arrays in ``interpretation``.

    Raises `UnsupportedError` for functions of arrays, and for constant arrays and constants of
    uninterpreted sorts.
    """
    if not script.functions and not any(_is_uninterpreted(each.sort) for each in script.variables):
        return script
    translation = _Translation(file, {})
    return replace(
        script,
        assertions=tuple(translation.term(each) for each in script.assertions),
        variables=tuple(translation.term(each) for each in script.variables),
        functions=(),
        annotations=tuple(replace(each, term=translation.term(each.term)) for each in script.annotations),
        interpretation=(*script.interpretation, *(translation.array(each) for each in script.functions)),
    )


@dataclass(frozen=True, slots=True)
class _Translation:
    """Translation of the terms of one file."""

    file: str
    memo: dict[Term, Term]

    def term(self, term: Term) -> Term:
        """Return ``term`` over interpreted sorts."""
        return fold(term, self._translated, self.memo)

    def array(self, symbol: FunctionSymbol) -> Term:
        """Return the array for a function."""
        result = _BIT if symbol.result is BOOL else self._sort(symbol.result)
        indices = [self._index_sort(symbol, each) for each in symbol.parameters]
        return variable(symbol.name, reduce(lambda sort, index: array_sort(index, sort), reversed(indices), result))

    def _translated(self, term: Term, args: list[Term]) -> Term:
        match term.op:
            case Op.VARIABLE:
                return variable(term.payload, self._sort(term.sort)) if _is_uninterpreted(term.sort) else term
            case Op.APPLY:
                value = reduce(select, map(_index, args), self.array(term.payload))
                return eq(value, bv(1, 1)) if term.sort is BOOL else value
            case Op.CONSTANT | Op.CONSTANT_ARRAY if _is_uninterpreted(term.sort):
                raise UnsupportedError(f"{self.file}: a constant of {term.sort} is not supported")
            case _:
                return rebuild(term, tuple(args))

    def _sort(self, sort: Sort) -> Sort:
        if isinstance(sort, ArraySort):
            return array_sort(self._sort(sort.index), self._sort(sort.element))
        return INT if isinstance(sort, UninterpretedSort) else sort

    def _index_sort(self, symbol: FunctionSymbol, sort: Sort) -> Sort:
        if isinstance(sort, ArraySort):
            raise UnsupportedError(f"{self.file}: the function {symbol.name} of an array is not supported")
        if sort is BOOL:
            return _BIT
        return bit_vector(sort.bits) if isinstance(sort, FloatSort) else self._sort(sort)


def _index(argument: Term) -> Term:
    """Return the index for an argument of a function."""
    if argument.sort is BOOL:
        return ite(argument, bv(1, 1), bv(0, 1))
    if isinstance(argument.sort, FloatSort):
        nan = bv(canonical_nan(argument.sort), argument.sort.bits)
        return ite(fp_is_nan(argument), nan, fp_to_ieee_bv(argument))
    return argument


def _is_uninterpreted(sort: Sort) -> bool:
    if isinstance(sort, ArraySort):
        return _is_uninterpreted(sort.index) or _is_uninterpreted(sort.element)
    return isinstance(sort, UninterpretedSort)
