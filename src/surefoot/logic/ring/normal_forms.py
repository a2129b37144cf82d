"""Bit-vector terms as polynomials: a term that is no ring operation is an unknown.

Remainders, low bits, shifts and bitwise operators are expressed exactly by fewer unknowns, so that
their laws need no proof:

    a % b = a - b * (a / b)        for both divisions of SMT-LIB, by zero, too
    low k bits of x = x - 2**k * (x >> k)
    x << n = x * (1 << n),  x | y = x + y - (x & y),  x ^ y = x + y - 2 * (x & y),  ~x = -x - 1
"""

from surefoot.logic import Op, Term, bv, bvand, bvsdiv, bvshl, bvudiv, extract, fold, zero_extend
from surefoot.logic.limits import LIMITS
from surefoot.logic.ring.polynomials import Polynomial


class NormalForms:
    """Polynomials of terms, cached."""

    def __init__(self) -> None:
        self._known: dict[Term, Polynomial | None] = {}

    def of(self, term: Term) -> Polynomial:
        """Return the polynomial of `term`.  Requires: it is a bit-vector."""
        found = fold(term, self._combined, self._known)
        return Polynomial.unknown(term) if found is None else found

    def _combined(self, term: Term, parts: list[Polynomial | None]) -> Polynomial | None:
        """Return the polynomial of `term`, whose arguments have those in `parts`; `None` if it is
        no bit-vector.
        """
        if not term.sort.width:
            return None
        known = [part for part in parts if part is not None]
        match term.op, known:
            case Op.CONSTANT, _:
                return Polynomial.constant(term.payload, term.sort.width)
            case Op.BVADD, [left, right]:
                return left + right
            case Op.BVSUB, [left, right]:
                return left - right
            case Op.BVMUL, [left, right] if len(left) * len(right) <= LIMITS.product_monomials:
                return left * right
            case Op.BVNEG, [negated]:
                return negated.scaled(-1)
            case Op.BVNOT, [flipped]:
                return Polynomial.constant(-1, term.sort.width) - flipped
            case Op.BVUREM | Op.BVSREM, [dividend, divisor]:
                divide = bvudiv if term.op is Op.BVUREM else bvsdiv
                return dividend - divisor * self.of(divide(*term.args))
            case Op.BVSHL, [shifted, _]:
                return shifted * Polynomial.unknown(bvshl(bv(1, term.sort.width), term.args[1]))
            case Op.BVOR, [left, right]:
                return left + right - self.of(bvand(*term.args))
            case Op.BVXOR, [left, right]:
                return (left + right).plus(self.of(bvand(*term.args)), -2)
            case Op.CONCAT, [high, low]:
                width = term.sort.width
                return self._widened(high, width).scaled(1 << low.width) + self.of(zero_extend(term.args[1], width))
            case Op.EXTRACT, [whole] if term.payload[1] == 0:
                return self._truncated(whole, term.sort.width)
            case Op.ZERO_EXTEND, _:
                return self._zero_extended(term)
            case Op.SIGN_EXTEND, _:
                return self._sign_extended(term)
            case _:
                return Polynomial.unknown(term)

    def _truncated(self, whole: Polynomial, width: int) -> Polynomial:
        """Return low bits of a sum or product as the sum or product of low bits."""
        result = Polynomial(width, {})
        for monomial, number in whole.coefficients.items():
            product = Polynomial.constant(number, width)
            for factor in monomial:
                product *= self._low_bits_of(factor, width)
            result += product
        return result

    def _low_bits_of(self, unknown: Term, width: int) -> Polynomial:
        low = extract(unknown, width - 1, 0)
        is_itself = low.op is Op.EXTRACT and low.args[0] is unknown
        return Polynomial.unknown(low) if is_itself else self.of(low)

    def _widened(self, narrow: Polynomial, width: int) -> Polynomial:
        """Return a polynomial of `width` bits whose low bits are those of `narrow`; the others are
        unspecified.
        """
        result = Polynomial(width, {})
        for monomial, number in narrow.coefficients.items():
            product = Polynomial.constant(number, width)
            for factor in monomial:
                product *= self.of(zero_extend(factor, width))
            result += product
        return result

    def _zero_extended(self, term: Term) -> Polynomial:
        width = term.sort.width
        inner = term.args[0]
        if inner.op is Op.EXTRACT and inner.payload[1] == 0:
            source = inner.args[0]
            whole = zero_extend(source, width) if source.sort.width <= width else extract(source, width - 1, 0)
            rest = zero_extend(extract(whole, width - 1, inner.sort.width), width)
            return self.of(whole).plus(self.of(rest), -(1 << inner.sort.width))
        return Polynomial.unknown(term)

    def _sign_extended(self, term: Term) -> Polynomial:
        """Return an arithmetic right shift as a logical one, but for the copies of the sign."""
        width = term.sort.width
        inner = term.args[0]
        if inner.op is Op.EXTRACT and inner.args[0].sort.width == width and inner.payload[0] == width - 1:
            shifted = zero_extend(inner, width)
            sign = zero_extend(extract(inner.args[0], width - 1, width - 1), width)
            return self.of(shifted).plus(self.of(sign), -(1 << inner.sort.width))
        return Polynomial.unknown(term)
