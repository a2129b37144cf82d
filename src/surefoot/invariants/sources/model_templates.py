"""Templates for sorts that models have and C variables do not: integers, and equal arrays."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from surefoot.invariants.limits import LIMITS
from surefoot.invariants.source import Constants
from surefoot.logic import INT, ArraySort, Term, eq, int_add, int_constant, int_le, not_


def model_templates(symbols: Sequence[Term], known: Constants) -> Iterator[Term]:
    """Yield relations between integers, their bounds by constants, and equations of arrays."""
    integers = [each for each in symbols if each.sort is INT]
    arrays = [each for each in symbols if isinstance(each.sort, ArraySort)]
    for left, right in combinations(integers[: LIMITS.paired_symbols], 2):
        yield eq(left, right)
        yield not_(eq(left, right))
        for smaller, greater in ((left, right), (right, left)):
            yield int_le(smaller, greater)
            yield int_le(smaller, int_add(greater, int_constant(1)))
            yield eq(smaller, int_add(greater, greater))
    for left, right in combinations(arrays[: LIMITS.paired_symbols], 2):
        if left.sort is right.sort:
            yield eq(left, right)
    for number in _thresholds(known):
        value = int_constant(number)
        for symbol in integers:
            yield int_le(value, symbol)
            yield int_le(symbol, value)


def _thresholds(known: Constants) -> list[int]:
    """Return the integer constants with their neighbours, small ones first."""
    numbers = sorted({0, *(int(value) for value in known.get(INT, ()))}, key=abs)  # type: ignore[arg-type]
    near = (number + step for number in numbers for step in (0, 1, -1))
    return list(dict.fromkeys(near))[: LIMITS.first_constants]
