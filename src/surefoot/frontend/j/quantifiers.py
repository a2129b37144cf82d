"""Which quantifiers become formulas, and over which values.

A formula is a conjunction or disjunction over all values that the variable may have: those of a range with known ends, those for which an index that is evaluated in any case
is inside its array (the others fail that check), or all numbers if there are few. Every other quantifier becomes a loop.
"""

from collections.abc import Collection, Iterator

from surefoot.frontend.j.bounds import Bounds, QuantifierForm
from surefoot.frontend.j.resolved import (
    Arithmetic,
    CallOf,
    Choice,
    Comparison,
    Connective,
    Expression,
    Literal,
    Negative,
    Not,
    Quantified,
    Read,
    Variable,
    expressions_in,
    operands,
)
from surefoot.program.properties import Property
from surefoot.program.statements import CheckKind

MOST_COPIES = 20_000
"""Copies of a body that a formula may have; more take a loop."""
MOST_BITS = 6
"""Ints with no more bits are tried one by one if nothing else is known."""


class Quantifiers:
    """Decides; whether it is a violation that an index is outside of its array, or that a sum overflows, makes a difference."""

    def __init__(self, bounds: Bounds, checked: Property) -> None:
        self._bounds = bounds
        self._checks_indices = CheckKind.ARRAY_INDEX in checked.violations
        self._checks_sums = CheckKind.SIGNED_OVERFLOW in checked.violations

    def is_formula(self, quantified: Quantified, known: Collection[Variable]) -> bool:
        """Whether ``quantified`` becomes a formula where the values of the ``known`` variables are numbers."""
        if self._bounds.quantifiers is QuantifierForm.LOOPS:
            return False
        if any(isinstance(each, CallOf) for each in expressions_in(quantified)):
            return False
        inner = {*known, quantified.variable}
        if any(
            isinstance(each, Quantified) and each is not quantified and not self.is_formula(each, inner)
            for each in _outermost_quantified(quantified.body)
        ):
            return False
        count = self._copies(quantified, known)
        return count is not None and count <= MOST_COPIES

    def candidates(self, quantified: Quantified) -> range | None:
        """The values outside of which some index is outside of its array whenever the body is evaluated; ``None`` if none are known."""
        if not self._checks_indices:
            return None
        found: range | None = None
        for offset, size in _certain_indices(quantified.body, quantified.variable):
            if offset and not self._checks_sums:  # it may wrap around to the inside
                continue
            here = range(max(-offset, self._bounds.least), min(size - offset, self._bounds.most + 1))
            found = here if found is None else range(max(found.start, here.start), min(found.stop, here.stop))
        return found

    def has_effects(self, expression: Expression, known: Collection[Variable]) -> bool:
        """Whether statements have to run for the value of ``expression``: calls, and loops of quantifiers."""
        if isinstance(expression, CallOf):
            return True
        if isinstance(expression, Quantified) and not self.is_formula(expression, known):
            return True
        inner = {*known, expression.variable} if isinstance(expression, Quantified) else known
        return any(self.has_effects(each, inner) for each in operands(expression))

    def _copies(self, quantified: Quantified, known: Collection[Variable]) -> int | None:
        ends = self._extent(quantified.first, known), self._extent(quantified.last, known)
        candidates = self.candidates(quantified)
        if ends[0] is not None and ends[1] is not None:
            size = max(0, ends[1][1] - ends[0][0] + 1)
        elif candidates is not None:
            size = len(candidates)
        elif self._bounds.bits <= MOST_BITS or self._bounds.quantifiers is QuantifierForm.FORMULAS:
            size = 1 << self._bounds.bits
        else:
            return None
        inner = [
            self._copies(each, {*known, quantified.variable}) or 1 for each in _outermost_quantified(quantified.body)
        ]
        return size * max([1, *inner])

    def _extent(self, end: Expression, known: Collection[Variable]) -> tuple[int, int] | None:
        """The least and the largest value that an end of a range may have, if it is made of numbers and ``known`` variables."""
        match end:
            case Literal(value):
                return value, value
            case Read(variable) if variable in known:
                return 0, self._bounds.elements
            case Arithmetic("+" | "-" as operator, left, right):
                one, other = self._extent(left, known), self._extent(right, known)
                if one is None or other is None:
                    return None
                if operator == "+":
                    return one[0] + other[0], one[1] + other[1]
                return one[0] - other[1], one[1] - other[0]
            case _:
                return None


def _outermost_quantified(expression: Expression) -> Iterator[Quantified]:
    if isinstance(expression, Quantified):
        yield expression
        return
    for each in operands(expression):
        yield from _outermost_quantified(each)


def _certain_indices(expression: Expression, variable: Variable) -> Iterator[tuple[int, int]]:
    """The indices ``variable + offset`` that are evaluated whenever ``expression`` is, each as offset and size of the array."""
    match expression:
        case Literal():
            return
        case Read(array, indices):
            for index, size in zip(indices, array.dimensions, strict=True):
                if (offset := _offset(index, variable)) is not None:
                    yield offset, size
                yield from _certain_indices(index, variable)
        case Negative(operand) | Not(operand):
            yield from _certain_indices(operand, variable)
        case Arithmetic(_, left, right) | Comparison(_, left, right):
            yield from _certain_indices(left, variable)
            yield from _certain_indices(right, variable)
        case Connective(_, left):
            yield from _certain_indices(left, variable)
        case Choice(condition):
            yield from _certain_indices(condition, variable)
        case CallOf():
            return
        case Quantified(_, _, first, last):
            yield from _certain_indices(first, variable)
            yield from _certain_indices(last, variable)


def _offset(index: Expression, variable: Variable) -> int | None:
    match index:
        case Read(read) if read is variable:
            return 0
        case Arithmetic("+", Read(read), Literal(value)) if read is variable:
            return value
        case Arithmetic("-", Read(read), Literal(value)) if read is variable:
            return -value
        case _:
            return None
