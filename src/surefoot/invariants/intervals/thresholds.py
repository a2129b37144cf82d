"""Thresholds of widening: constants of the program, one step of a loop beyond them, and the bounds
of the types.

Numbers of summarised heap objects have no thresholds among constants of the program: they are
unrelated to these.
"""

from collections.abc import Mapping, Sequence

from surefoot.invariants.limits import LIMITS
from surefoot.logic import BitVecSort, FloatSort, RoundingMode, Sort, Value, softfloat
from surefoot.logic.intervals.domain import infinity_key, key_of
from surefoot.logic.semantics import signed
from surefoot.logic.values import canonical_nan
from surefoot.semantics.memory.pools import INSTANCE


class Thresholds:
    """Ascending thresholds for each sort: of signed numbers, or of keys of floats."""

    def __init__(self, constants: Mapping[Sort, Sequence[Value]]) -> None:
        self._constants = constants
        self._integers = sorted(self._signed_constants())
        self._near = self._near_integers()
        self._by_sort: dict[Sort, Sequence[int]] = {}

    def of(self, sort: Sort) -> Sequence[int]:
        """Return all thresholds of `sort`."""
        known = self._by_sort.get(sort)
        if known is None:
            known = self._by_sort[sort] = sorted({*self._near_constants(sort), *self.bounds_of(sort)})
        return known

    def bounds_of(self, sort: Sort) -> Sequence[int]:
        """Return the thresholds that every program has."""
        match sort:
            case BitVecSort(width):
                half = 1 << (width - 1)
                return (-half, -1, 0, half - 1)
            case FloatSort():
                greatest = infinity_key(sort)
                return (-greatest - 1, -greatest, -1, 0, greatest - 1, greatest)
            case _:
                return ()

    def _near_constants(self, sort: Sort) -> set[int]:
        match sort:
            case BitVecSort() if sort is INSTANCE:
                return set()
            case BitVecSort(width):
                return {signed(number & sort.mask, width) for number in self._near}
            case FloatSort():
                found = [softfloat.from_integer(sort, RoundingMode.RNE, number) for number in self._integers]
                found += [
                    softfloat.convert(other, sort, RoundingMode.RNE, value)
                    for other, values in self._constants.items()
                    if isinstance(other, FloatSort)
                    for value in values
                    if isinstance(value, int)
                ]
                keys = {key_of(sort, bits) for bits in found if bits != canonical_nan(sort)}
                return {key + step for key in keys for step in (-1, 0, 1) if abs(key) < infinity_key(sort)}
            case _:
                return set()

    def _near_integers(self) -> set[int]:
        """Return the values of a counter that stops just before, at or just after a constant, and
        then takes a step.
        """
        steps = {0, *(sign * each for each in self._integers if abs(each) <= LIMITS.threshold_step for sign in (-1, 1))}
        if len(self._integers) * len(steps) > LIMITS.threshold_sums:
            steps = {0}
        return {number + near + step for number in self._integers for near in (-1, 0, 1) for step in steps}

    def _signed_constants(self) -> set[int]:
        return {
            signed(value, sort.width)
            for sort, values in self._constants.items()
            if isinstance(sort, BitVecSort)
            for value in values
            if isinstance(value, int)
        }
