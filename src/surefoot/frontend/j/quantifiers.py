"""The choice between formulas and loops for quantifiers.

A formula is a conjunction or disjunction over the relevant values: the values of a range with
constant ends, those for which an unconditionally evaluated index is in bounds (others fail its
check), or all values of a narrow ``int``. Every other quantifier becomes a loop.
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
from surefoot.frontend.limits import LIMITS
from surefoot.program.properties import Property
from surefoot.program.statements import CheckKind


class Quantifiers:
    """Decisions about quantifiers; they depend on whether array indices and overflows are checked."""

    def __init__(self, bounds: Bounds, checked: Property) -> None:
        self._bounds = bounds
        self._checks_indices = CheckKind.ARRAY_INDEX in checked.violations
        self._checks_sums = CheckKind.SIGNED_OVERFLOW in checked.violations

    def is_formula(self, quantified: Quantified, known: Collection[Variable]) -> bool:
        """Return whether ``quantified`` becomes a formula, given that the ``known`` variables are
        constants.
        """
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
        return count is not None and count <= LIMITS.j_quantifier_copies

    def index_range(self, quantified: Quantified) -> range | None:
        """Return the values for which all unconditional indices are in bounds; None if there is no
        such index.
        """
        if not self._checks_indices:
            return None
        found: range | None = None
        for offset, size in _unconditional_indices(quantified.body, quantified.variable):
            if offset and not self._checks_sums:  # it may wrap around into the bounds
                continue
            here = range(max(-offset, self._bounds.least), min(size - offset, self._bounds.most + 1))
            found = here if found is None else range(max(found.start, here.start), min(found.stop, here.stop))
        return found

    def has_effects(self, expression: Expression, known: Collection[Variable]) -> bool:
        """Return whether ``expression`` is lowered to statements: calls, and loops of quantifiers."""
        if isinstance(expression, CallOf):
            return True
        if isinstance(expression, Quantified) and not self.is_formula(expression, known):
            return True
        inner = {*known, expression.variable} if isinstance(expression, Quantified) else known
        return any(self.has_effects(each, inner) for each in operands(expression))

    def _copies(self, quantified: Quantified, known: Collection[Variable]) -> int | None:
        ends = self._extent(quantified.first, known), self._extent(quantified.last, known)
        index_range = self.index_range(quantified)
        if ends[0] is not None and ends[1] is not None:
            size = max(0, ends[1][1] - ends[0][0] + 1)
        elif index_range is not None:
            size = len(index_range)
        elif self._bounds.bits <= LIMITS.j_quantifier_bits or self._bounds.quantifiers is QuantifierForm.FORMULAS:
            size = 1 << self._bounds.bits
        else:
            return None
        inner = [
            self._copies(each, {*known, quantified.variable}) or 1 for each in _outermost_quantified(quantified.body)
        ]
        return size * max([1, *inner])

    def _extent(self, end: Expression, known: Collection[Variable]) -> tuple[int, int] | None:
        """Return bounds of an end of a range over constants and ``known`` variables, else None."""
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


def _unconditional_indices(expression: Expression, variable: Variable) -> Iterator[tuple[int, int]]:
    """Yield offset and array size of each index ``variable + offset`` that is evaluated whenever
    ``expression`` is.
    """
    match expression:
        case Literal():
            return
        case Read(array, indices):
            for index, size in zip(indices, array.dimensions, strict=True):
                if (offset := _offset(index, variable)) is not None:
                    yield offset, size
                yield from _unconditional_indices(index, variable)
        case Negative(operand) | Not(operand):
            yield from _unconditional_indices(operand, variable)
        case Arithmetic(_, left, right) | Comparison(_, left, right):
            yield from _unconditional_indices(left, variable)
            yield from _unconditional_indices(right, variable)
        case Connective(_, left):
            yield from _unconditional_indices(left, variable)
        case Choice(condition):
            yield from _unconditional_indices(condition, variable)
        case CallOf():
            return
        case Quantified(_, _, first, last):
            yield from _unconditional_indices(first, variable)
            yield from _unconditional_indices(last, variable)


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
