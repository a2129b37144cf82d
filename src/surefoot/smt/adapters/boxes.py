"""Branch-and-prune solver for floating point: it splits intervals of the inputs and evaluates the
formulas over them.

It decides polynomials and quotients of a few inputs, for which bit-blasting is slow. Terms that
are neither floats nor Booleans are unconstrained; a box in which they matter stays undecided.
"""
# ruff: noqa: D102 - the methods are documented where their protocol is

from collections.abc import Sequence
from operator import is_
from typing import ClassVar, Final

from surefoot.base.budget import Budget
from surefoot.logic import FloatSort, Sort, Term, Value, default_value, ite, parts_of_conjunction, rebuild
from surefoot.logic.values import canonical_nan
from surefoot.smt.adapters.box_evaluation import FAILS, HOLDS, Formulas, bits_of, midpoint
from surefoot.smt.adapters.float_intervals import EVERYTHING, INFINITY, ONLY_NAN, Interval, point
from surefoot.smt.adapters.native_library import NumberElement, Satisfiability
from surefoot.smt.contracts import TIME_LIMIT, Limits, NoAnswer, Use
from surefoot.smt.limits import LIMITS

_UNDECIDED: Final = "boxes does not decide what depends on anything but floats"

_Box = tuple[Interval, ...]


class BoxesLibrary:
    """Branch and prune as a `Library`, whose terms are ours."""

    name = "boxes"
    pauses: ClassVar = True

    def __init__(self, limits: Limits, use: Use) -> None:
        del limits, use
        self._levels: list[list[Term]] = [[]]
        self._found: dict[Term, int] = {}

    def build(self, term: Term, arguments: Sequence[Term]) -> Term:
        return term if all(map(is_, term.args, arguments)) else rebuild(term, tuple(arguments))

    def ite(self, condition: Term, then: Term, otherwise: Term) -> Term:
        return ite(condition, then, otherwise)

    def require(self, formula: Term) -> None:
        self._levels[-1].append(formula)

    def push(self) -> None:
        self._levels.append([])

    def pop(self) -> None:
        self._levels.pop()

    def check(self, assumptions: Sequence[Term], budget: Budget) -> Satisfiability | NoAnswer:
        required = [*(term for level in self._levels for term in level), *assumptions]
        formulas = Formulas(list(dict.fromkeys(part for each in required for part in parts_of_conjunction(each))))
        if len(formulas.floats) > LIMITS.box_floats:
            return NoAnswer(f"boxes splits no more than {LIMITS.box_floats} floats")
        found = _search(formulas, budget)
        if not isinstance(found, tuple):
            return found
        self._found = {term: _bits(interval, term.sort) for term, interval in zip(formulas.floats, found, strict=True)}
        return Satisfiability.SATISFIABLE

    def failed_assumptions(self, assumptions: Sequence[Term]) -> Sequence[bool]:
        return [True] * len(assumptions)

    def read(self, term: Term, sort: Sort, number_element: NumberElement) -> Value:
        del number_element
        return self._found[term] if term in self._found else default_value(sort)

    def close(self) -> None:
        """Do nothing: there is nothing to release."""


def _search(formulas: Formulas, budget: Budget) -> _Box | Satisfiability | NoAnswer:
    """Search for a box all of whose points satisfy the formulas, or prove that no point does."""
    waiting: list[_Box] = [tuple(EVERYTHING for _ in formulas.floats)]
    seen = 0
    while waiting:
        seen += formulas.size
        if seen >= LIMITS.box_terms:
            seen = 0
            if budget.is_over():
                return NoAnswer(TIME_LIMIT)
        box = waiting.pop()
        truth = formulas.truth(box)
        if truth == FAILS:
            continue
        inner = tuple(_inner(interval, term.sort) for interval, term in zip(box, formulas.floats, strict=True))
        if truth == HOLDS or formulas.truth(inner) == HOLDS:
            return inner
        halves = _halves(box, formulas.floats)
        if not halves:
            return NoAnswer(_UNDECIDED)
        waiting.extend(halves)
    return Satisfiability.UNSATISFIABLE


def _inner(interval: Interval, sort: Sort) -> Interval:
    """Return the interval of one value of ``interval``."""
    if not interval.has_numbers:
        return interval
    middle = midpoint(interval, sort)
    return point(interval.low if middle is None else middle)


def _halves(box: _Box, floats: Sequence[Term]) -> list[_Box]:
    """Boxes that are ``box`` together: it is split along its widest side. None if it is a point."""
    widths = [_width(interval) for interval in box]
    number = max(range(len(box)), key=widths.__getitem__, default=0)
    if not any(widths):
        return []
    interval = box[number]
    middle = midpoint(interval, floats[number].sort)
    if interval.nan:
        parts = [ONLY_NAN, interval._replace(nan=False)]
    elif middle is None:  # there is nothing between the ends
        parts = [point(interval.low), point(interval.high)]
    else:
        parts = [interval._replace(high=middle), interval._replace(low=middle)]
    return [(*box[:number], part, *box[number + 1 :]) for part in parts]


def _width(interval: Interval) -> float:
    """Return the priority for splitting: NaN beside numbers first, then the widest interval."""
    if not interval.has_numbers or (interval.low == interval.high and not interval.nan):
        return 0.0
    return INFINITY if interval.nan else interval.high - interval.low


def _bits(interval: Interval, sort: Sort) -> int:
    """Return the bits of the only value of ``interval``."""
    if interval.has_numbers or not isinstance(sort, FloatSort):
        return bits_of(interval.low, sort)
    return canonical_nan(sort)
