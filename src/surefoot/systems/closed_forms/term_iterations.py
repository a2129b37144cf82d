"""Values of terms in the iterations of a loop whose variables are polynomials in the number of the
iteration.

A result includes the number of iterations for which it holds: at least the first, or none if the
term depends on an unknown variable. Unsupported operators therefore shorten a block of iterations
and never make it wrong.
"""

from collections.abc import Callable, Mapping
from typing import Final

from surefoot.base.errors import invariant
from surefoot.base.records import dataclass
from surefoot.logic import BitVecSort, Op, Term, Value, fold
from surefoot.logic.semantics import MEANINGS, signed
from surefoot.systems.closed_forms.newton import (
    FOREVER,
    Coefficients,
    added,
    constant,
    iterations_between,
    iterations_nonnegative,
    iterations_nonzero,
    lifted,
    multiplied,
    reduced,
    scaled,
    subtracted,
    trimmed,
    value_at,
)


@dataclass(frozen=True, slots=True)
class PolynomialCourse:
    """A bit-vector with the value ``polynomial``, modulo 2 to its width, in the first
    ``iterations`` iterations.
    """

    polynomial: Coefficients
    iterations: int = FOREVER


@dataclass(frozen=True, slots=True)
class Steady:
    """A truth value, or another value that is no bit-vector: ``value`` in the first ``iterations``
    iterations.
    """

    value: Value
    iterations: int = FOREVER


Course = PolynomialCourse | Steady
"""The values of a term in successive iterations."""


def _numbers(course: Course) -> PolynomialCourse:
    invariant(isinstance(course, PolynomialCourse), "bit-vectors are numbers in each iteration")
    return course  # type: ignore[return-value]  # by the line above


def _steady(course: Course) -> Steady:
    invariant(isinstance(course, Steady), "formulas are true or false in each iteration")
    return course  # type: ignore[return-value]  # by the line above


class TermIterations:
    """Evaluator of terms, given the values of all their variables in successive iterations."""

    def __init__(self, variables: Mapping[Term, Course]) -> None:
        self._memo: dict[Term, Course] = dict(variables)

    def numbers(self, term: Term) -> PolynomialCourse:
        """Return the values of a bit-vector."""
        return _numbers(self.course(term))

    def truth(self, formula: Term) -> Steady:
        """Return the values of a formula."""
        return _steady(self.course(formula))

    def course(self, term: Term) -> Course:
        """Return the values of any term; raises KeyError for a variable without values."""
        return fold(term, _course, self._memo)


def _course(term: Term, arguments: list[Course]) -> Course:
    if term.op is Op.CONSTANT:
        return _held(term, term.payload, FOREVER)
    if term.op is Op.VARIABLE:
        raise KeyError(term)
    rule = _RULES.get(term.op)
    found = None if rule is None else rule(term, arguments)
    return _by_first_iteration(term, arguments) if found is None else found


def _by_first_iteration(term: Term, arguments: list[Course]) -> Course:
    """Return the value in the first iteration, for as long as no argument changes."""
    values = [each.polynomial[0] if isinstance(each, PolynomialCourse) else each.value for each in arguments]
    is_steady = all(isinstance(each, Steady) or len(each.polynomial) == 1 for each in arguments)
    iterations = min((each.iterations for each in arguments), default=FOREVER)
    iterations = iterations if is_steady else min(iterations, 1)
    return _held(term, MEANINGS[term.op](term.args[-1].sort, term.payload, *values), iterations)


def _held(term: Term, value: Value, iterations: int) -> Course:
    if isinstance(term.sort, BitVecSort):
        return PolynomialCourse(constant(int(value)), iterations)  # type: ignore[arg-type]
    return Steady(value, iterations)


def _ring(combine: Callable[..., Coefficients]) -> "_Rule":
    """Return the rule of an operator of the ring modulo 2^w."""

    def rule(term: Term, arguments: list[Course]) -> Course:
        numbers = [_numbers(each) for each in arguments]
        polynomial = reduced(combine(*(each.polynomial for each in numbers)), 1 << term.sort.width)
        return PolynomialCourse(polynomial, min(each.iterations for each in numbers))

    return rule


def _not(_term: Term, arguments: list[Course]) -> Course:
    inner = _steady(arguments[0])
    return Steady(not inner.value, inner.iterations)


def _junction(*, absorbing: bool) -> "_Rule":
    """Return the values of a conjunction or disjunction: one constant ``absorbing`` argument
    suffices, otherwise all must be constant.
    """

    def rule(_term: Term, arguments: list[Course]) -> Course:
        deciding = [each.iterations for each in arguments if isinstance(each, Steady) and each.value is absorbing]
        if deciding:
            return Steady(absorbing, max(deciding))
        return Steady(not absorbing, min(each.iterations for each in arguments))

    return rule


def _ite(_term: Term, arguments: list[Course]) -> Course:
    condition, then, otherwise = _steady(arguments[0]), *arguments[1:]
    chosen = then if condition.value else otherwise
    iterations = min(condition.iterations, chosen.iterations)
    return (
        PolynomialCourse(chosen.polynomial, iterations)
        if isinstance(chosen, PolynomialCourse)
        else Steady(chosen.value, iterations)
    )


def _eq(term: Term, arguments: list[Course]) -> Course | None:
    left, right = arguments
    if not (isinstance(left, PolynomialCourse) and isinstance(right, PolynomialCourse)):
        return None
    width = term.args[0].sort.width
    iterations = min(left.iterations, right.iterations)
    difference = reduced(subtracted(left.polynomial, right.polynomial), 1 << width)
    if difference[0]:
        return Steady(value=False, iterations=min(iterations, iterations_nonzero(difference, width)))
    return Steady(value=True, iterations=iterations if difference == (0,) else min(iterations, 1))


def _less(*, is_signed: bool) -> "_Rule":
    def rule(term: Term, arguments: list[Course]) -> Course:
        left, right = (_integers(each, argument, is_signed=is_signed) for each, argument in _pairs(term, arguments))
        iterations = min(left.iterations, right.iterations)
        difference = subtracted(right.polynomial, left.polynomial)
        if difference[0] > 0:
            return Steady(
                value=True, iterations=min(iterations, iterations_nonnegative(subtracted(difference, constant(1))))
            )
        return Steady(value=False, iterations=min(iterations, iterations_nonnegative(scaled(difference, -1))))

    return rule


def _pairs(term: Term, arguments: list[Course]) -> list[tuple[PolynomialCourse, Term]]:
    return [(_numbers(each), argument) for each, argument in zip(arguments, term.args, strict=True)]


def _integers(course: PolynomialCourse, term: Term, *, is_signed: bool) -> PolynomialCourse:
    """Return the values as integer polynomials."""
    polynomial, iterations = lifted(course.polynomial, term.sort.width, signed=is_signed)
    return PolynomialCourse(polynomial, min(iterations, course.iterations))


def _extended(*, is_signed: bool) -> "_Rule":
    def rule(term: Term, arguments: list[Course]) -> Course:
        ((inner, argument),) = _pairs(term, arguments)
        whole = _integers(inner, argument, is_signed=is_signed)
        return PolynomialCourse(reduced(whole.polynomial, 1 << term.sort.width), whole.iterations)

    return rule


def _concat(term: Term, arguments: list[Course]) -> Course:
    (high, _), (low, argument) = _pairs(term, arguments)
    below = _integers(low, argument, is_signed=False)
    whole = added(scaled(high.polynomial, 1 << argument.sort.width), below.polynomial)
    return PolynomialCourse(reduced(whole, 1 << term.sort.width), min(high.iterations, below.iterations))


def _extract(term: Term, arguments: list[Course]) -> Course:
    ((inner, argument),) = _pairs(term, arguments)
    _, low = term.payload
    modulus = 1 << term.sort.width
    if not low:
        return PolynomialCourse(reduced(inner.polynomial, modulus), inner.iterations)
    quotient = _quotient(_integers(inner, argument, is_signed=False), 1 << low)
    return PolynomialCourse(reduced(quotient.polynomial, modulus), quotient.iterations)


def _quotient(whole: PolynomialCourse, divisor: int) -> PolynomialCourse:
    """Return the integer polynomial ``whole`` divided by ``divisor`` and rounded down."""
    first = whole.polynomial[0] // divisor
    if all(each % divisor == 0 for each in whole.polynomial[1:]):
        return PolynomialCourse(trimmed((first, *(each // divisor for each in whole.polynomial[1:]))), whole.iterations)
    same = iterations_between(whole.polynomial, first * divisor, first * divisor + divisor - 1)
    return PolynomialCourse(constant(first), min(whole.iterations, same))


def _divided(*, is_signed: bool, is_remainder: bool) -> "_Rule":
    """Return the division by a positive constant of numbers that keep their sign, rounded towards
    zero.
    """

    def rule(term: Term, arguments: list[Course]) -> Course | None:
        (dividend, argument), (divisor, _) = _pairs(term, arguments)
        width = term.sort.width
        by = signed(divisor.polynomial[0], width) if is_signed else divisor.polynomial[0]
        if len(divisor.polynomial) > 1 or by <= 0:
            return None
        whole = _integers(dividend, argument, is_signed=is_signed)
        sign = 1 if whole.polynomial[0] >= 0 else -1
        size = scaled(whole.polynomial, sign)
        iterations = min(whole.iterations, divisor.iterations, iterations_nonnegative(size))
        quotient = _quotient(PolynomialCourse(size, iterations), by)
        found = scaled(quotient.polynomial, sign)
        if is_remainder:
            found = subtracted(whole.polynomial, scaled(found, by))
        return PolynomialCourse(reduced(found, 1 << width), quotient.iterations)

    return rule


def _shifted_right(*, is_signed: bool) -> "_Rule":
    def rule(term: Term, arguments: list[Course]) -> Course | None:
        (inner, argument), (by, _) = _pairs(term, arguments)
        if len(by.polynomial) > 1 or by.polynomial[0] >= term.sort.width:
            return None
        quotient = _quotient(_integers(inner, argument, is_signed=is_signed), 1 << by.polynomial[0])
        return PolynomialCourse(
            reduced(quotient.polynomial, 1 << term.sort.width), min(quotient.iterations, by.iterations)
        )

    return rule


def _shl(term: Term, arguments: list[Course]) -> Course | None:
    (inner, _), (by, _) = _pairs(term, arguments)
    if len(by.polynomial) > 1 or by.polynomial[0] >= term.sort.width:
        return None
    polynomial = reduced(scaled(inner.polynomial, 1 << by.polynomial[0]), 1 << term.sort.width)
    return PolynomialCourse(polynomial, min(inner.iterations, by.iterations))


def _bvand(term: Term, arguments: list[Course]) -> Course | None:
    """Return the conjunction with a mask of low bits, or of all but low bits."""
    (left, _), (right, _) = _pairs(term, arguments)
    if len(left.polynomial) == 1:
        left, right = right, left
    mask = right.polynomial[0]
    inverse = mask ^ term.sort.mask
    is_low = not mask & (mask + 1)
    if len(right.polynomial) > 1 or (not is_low and inverse & (inverse + 1)):
        return None
    width = (mask if is_low else inverse).bit_length()
    if not width:
        return None
    low, iterations = lifted(reduced(left.polynomial, 1 << width), width, signed=False)
    iterations = min(iterations, left.iterations, right.iterations)
    found = low if is_low else subtracted(left.polynomial, low)
    return PolynomialCourse(reduced(found, 1 << term.sort.width), iterations)


def number_in(course: PolynomialCourse, width: int, round_number: int) -> int:
    """Return the value in an iteration.

    Requires: the values hold there.
    """
    return value_at(course.polynomial, round_number) % (1 << width)


_Rule = Callable[[Term, list[Course]], Course | None]

_RULES: Final[Mapping[Op, _Rule]] = {
    Op.NOT: _not,
    Op.AND: _junction(absorbing=False),
    Op.OR: _junction(absorbing=True),
    Op.ITE: _ite,
    Op.EQ: _eq,
    Op.BVNOT: _ring(lambda each: subtracted(constant(-1), each)),
    Op.BVNEG: _ring(lambda each: scaled(each, -1)),
    Op.BVADD: _ring(added),
    Op.BVSUB: _ring(subtracted),
    Op.BVMUL: _ring(multiplied),
    Op.BVUDIV: _divided(is_signed=False, is_remainder=False),
    Op.BVUREM: _divided(is_signed=False, is_remainder=True),
    Op.BVSDIV: _divided(is_signed=True, is_remainder=False),
    Op.BVSREM: _divided(is_signed=True, is_remainder=True),
    Op.BVAND: _bvand,
    Op.BVSHL: _shl,
    Op.BVLSHR: _shifted_right(is_signed=False),
    Op.BVASHR: _shifted_right(is_signed=True),
    Op.BVULT: _less(is_signed=False),
    Op.BVSLT: _less(is_signed=True),
    Op.CONCAT: _concat,
    Op.EXTRACT: _extract,
    Op.ZERO_EXTEND: _extended(is_signed=False),
    Op.SIGN_EXTEND: _extended(is_signed=True),
}
"""Rules from the values of arguments to those of a term; ``None`` where only the first iteration is
known.
"""
