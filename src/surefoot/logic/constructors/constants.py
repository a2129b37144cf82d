"""Constants, and the folding of operators whose arguments are all constant."""

from typing import Final

from surefoot.logic.operators import Op
from surefoot.logic.semantics import MEANINGS
from surefoot.logic.sorts import BOOL, INT, ROUNDING_MODE, ArraySort, FloatSort, Sort, SortError, bit_vector
from surefoot.logic.terms import Term, intern, intern_leaf
from surefoot.logic.values import ArrayValue, RoundingMode, Value, canonical_float, check_value

TRUE: Final = intern_leaf(Op.CONSTANT, payload=True, sort=BOOL)
FALSE: Final = intern_leaf(Op.CONSTANT, payload=False, sort=BOOL)


def constant(value: Value, sort: Sort) -> Term:
    """Return the term that denotes ``value``; raise SortError if it is not a value of ``sort``."""
    check_value(value, sort)
    if isinstance(sort, ArraySort) and isinstance(value, ArrayValue):
        return _constant_array(value, sort)
    return intern_leaf(Op.CONSTANT, value, sort)


def _constant_array(value: ArrayValue, sort: ArraySort) -> Term:
    term = intern(Op.CONSTANT_ARRAY, (constant(value.default, sort.element),), sort, sort)
    for index, element in sorted(value.entries.items(), key=lambda entry: str(entry[0])):
        arguments = (term, constant(index, sort.index), constant(element, sort.element))
        term = intern(Op.STORE, arguments, sort)
    return term


def bool_constant(value: bool) -> Term:  # noqa: FBT001
    """Return `TRUE` or `FALSE`."""
    return TRUE if value else FALSE


def bv(value: int, width: int) -> Term:
    """Return ``value`` modulo ``2**width`` as a bit-vector; negative numbers are in two's
    complement.
    """
    sort = bit_vector(width)
    return intern_leaf(Op.CONSTANT, value & sort.mask, sort)


def fp(bits: int, sort: FloatSort) -> Term:
    """Return the float with these IEEE bits; those of any NaN give the one NaN."""
    if not 0 <= bits < 1 << sort.bits:
        raise SortError(f"{bits} is not a bit pattern of {sort}")
    return intern_leaf(Op.CONSTANT, canonical_float(bits, sort), sort)


def rounding(mode: RoundingMode) -> Term:
    """Return the constant for a rounding mode."""
    return intern_leaf(Op.CONSTANT, mode, ROUNDING_MODE)


def int_constant(value: int) -> Term:
    """Return an integer constant."""
    return intern_leaf(Op.CONSTANT, value, INT)


def folded(op: Op, args: tuple[Term, ...], sort: Sort, payload: object = None) -> Term:
    """Return the constant that ``op`` gives on ``args``, which are constants."""
    value = MEANINGS[op](args[-1].sort, payload, *[argument.payload for argument in args])
    return intern_leaf(Op.CONSTANT, value, sort)
