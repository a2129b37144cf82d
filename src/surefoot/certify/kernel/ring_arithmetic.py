"""Checker of ring lemmas: expands a lemma and compares polynomials modulo `2**width`.

Only this makes a lemma true for the judge. No code is shared with the search for lemmas: a sum is a
dictionary from a sorted tuple of term ids to a coefficient, and the laws of remainders, low bits
and shifts are stated here again.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping

from surefoot.certify.limits import LIMITS
from surefoot.logic import FALSE, TRUE, Op, Term, bv, bvand, bvsdiv, bvshl, bvudiv, extract, substitute, zero_extend
from surefoot.logic.ring.lemmas import Equation, RingLemma

_Sum = Mapping[tuple[int, ...], int]


def is_identity(lemma: RingLemma) -> bool:
    """Return whether the premises of `lemma`, each times its multiplier, add up to its conclusion."""
    width = lemma.conclusion.left.sort.width
    if not width or not all(_has_width(each.equation, each.multiplier, width) for each in lemma.premises):
        return False
    if lemma.conclusion.right.sort.width != width:
        return False
    expand = _Expansion({_atom(each): FALSE if each.op is Op.NOT else TRUE for each in lemma.conditions})
    total = expand.difference(lemma.conclusion)
    for premise in lemma.premises:
        product = _product(expand.sum_of(premise.multiplier), expand.difference(premise.equation), width)
        total = _total(((1, total), (-1, product)), width)
    return not total


def _has_width(equation: Equation, multiplier: Term, width: int) -> bool:
    return equation.left.sort.width == equation.right.sort.width == multiplier.sort.width == width


def _atom(condition: Term) -> Term:
    return condition.args[0] if condition.op is Op.NOT else condition


def _total(parts: Iterable[tuple[int, _Sum]], width: int) -> _Sum:
    """Return the sum of factor * part, without zero coefficients."""
    result: defaultdict[tuple[int, ...], int] = defaultdict(int)
    for factor, part in parts:
        for key, number in part.items():
            result[key] += factor * number
    return {key: number % (1 << width) for key, number in result.items() if number % (1 << width)}


def _product(left: _Sum, right: _Sum, width: int) -> _Sum:
    return _total(
        (
            (number * other, {tuple(sorted((*key, *other_key))): 1})
            for key, number in left.items()
            for other_key, other in right.items()
        ),
        width,
    )


class _Expansion:
    """Expansion of terms to sums, with conditions replaced by `decisions`."""

    def __init__(self, decisions: Mapping[Term, Term]) -> None:
        self._decisions = decisions
        self._opaque: dict[int, Term] = {}
        self._known: dict[Term, _Sum] = {}

    def difference(self, equation: Equation) -> _Sum:
        """Return the sum `left - right`."""
        parts = ((1, self.sum_of(equation.left)), (-1, self.sum_of(equation.right)))
        return _total(parts, equation.left.sort.width)

    def sum_of(self, term: Term) -> _Sum:
        """Return the sum equal to the bit-vector `term` where the decisions are true."""
        return self._expanded(substitute(term, self._decisions))

    def _expanded(self, term: Term) -> _Sum:
        """Expand `term` iteratively, operands first."""
        stack = [term]
        while stack:
            current = stack[-1]
            if current in self._known:
                stack.pop()
                continue
            missing = [each for each in self._needs(current) if each not in self._known]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            self._known[current] = self._rule(current)
        return self._known[term]

    def _needs(self, term: Term) -> tuple[Term, ...]:
        """Return the terms whose sums the rule for `term` uses."""
        match term.op:
            case Op.BVADD | Op.BVSUB | Op.BVMUL | Op.BVNEG | Op.BVNOT | Op.BVOR | Op.BVXOR | Op.BVUREM | Op.BVSREM:
                return term.args
            case Op.BVSHL | Op.EXTRACT | Op.CONCAT:
                return term.args[:1]
            case Op.ZERO_EXTEND if _is_low(term.args[0]):
                return (_whole(term),)
            case _:
                return ()

    def _rule(self, term: Term) -> _Sum:
        known = self._known
        width = term.sort.width
        args = term.args
        match term.op:
            case Op.CONSTANT:
                return {(): term.payload} if term.payload else {}
            case Op.BVADD:
                return _total(((1, known[args[0]]), (1, known[args[1]])), width)
            case Op.BVSUB:
                return _total(((1, known[args[0]]), (-1, known[args[1]])), width)
            case Op.BVNEG:
                return _total(((-1, known[args[0]]),), width)
            case Op.BVNOT:
                return _total(((-1, known[args[0]]), (-1, {(): 1})), width)
            case Op.BVMUL if len(known[args[0]]) * len(known[args[1]]) <= LIMITS.ring_product:
                return _product(known[args[0]], known[args[1]], width)
            case Op.BVUREM:
                return self._remainder(term, bvudiv(*args))
            case Op.BVSREM:
                return self._remainder(term, bvsdiv(*args))
            case Op.BVSHL:
                return _product(known[args[0]], self._alone(bvshl(bv(1, width), args[1])), width)
            case Op.BVOR:
                common = self._expanded(bvand(*args))
                return _total(((1, known[args[0]]), (1, known[args[1]]), (-1, common)), width)
            case Op.BVXOR:
                common = self._expanded(bvand(*args))
                return _total(((1, known[args[0]]), (1, known[args[1]]), (-2, common)), width)
            case Op.EXTRACT if term.payload[1] == 0:
                return self._mapped(known[args[0]], width, lambda part: extract(part, width - 1, 0))
            case Op.CONCAT:
                high = self._mapped(known[args[0]], width, lambda part: zero_extend(part, width))
                low = self._expanded(zero_extend(args[1], width))
                return _total(((1 << args[1].sort.width, high), (1, low)), width)
            case Op.ZERO_EXTEND if _is_low(args[0]):
                return self._low_bits(term)
            case Op.SIGN_EXTEND if _is_high(args[0], width):
                zeros = self._expanded(zero_extend(args[0], width))
                sign = self._expanded(zero_extend(extract(args[0].args[0], width - 1, width - 1), width))
                return _total(((1, zeros), (-(1 << args[0].sort.width), sign)), width)
            case _:
                return self._alone(term)

    def _alone(self, term: Term) -> _Sum:
        """Return the sum of one unknown."""
        self._opaque[term.id] = term
        return {(term.id,): 1}

    def _remainder(self, term: Term, quotient: Term) -> _Sum:
        """Return dividend - divisor * quotient."""
        dividend, divisor = (self._known[each] for each in term.args)
        product = _product(divisor, self._expanded(quotient), term.sort.width)
        return _total(((1, dividend), (-1, product)), term.sort.width)

    def _low_bits(self, term: Term) -> _Sum:
        """Return whole - 2**k * (whole >> k)."""
        width, count = term.sort.width, term.args[0].sort.width
        whole = _whole(term)
        high = zero_extend(extract(whole, width - 1, count), width)
        return _total(((1, self._known[whole]), (-(1 << count), self._expanded(high))), width)

    def _mapped(self, known: _Sum, width: int, change: Callable[[Term], Term]) -> _Sum:
        """Return `known` in another ring, each unknown replaced by `change` of it."""
        result: _Sum = {}
        for key, number in known.items():
            product: _Sum = {(): 1}
            for factor in key:
                part = change(self._opaque[factor])
                is_opaque = part.op is Op.EXTRACT and part.args[0] is self._opaque[factor]
                product = _product(product, self._alone(part) if is_opaque else self._expanded(part), width)
            result = _total(((1, result), (number, product)), width)
        return result


def _is_low(term: Term) -> bool:
    return term.op is Op.EXTRACT and term.payload[1] == 0


def _is_high(term: Term, width: int) -> bool:
    return term.op is Op.EXTRACT and term.args[0].sort.width == width and term.payload[0] == width - 1


def _whole(term: Term) -> Term:
    """Return the term whose low bits `term` extends, at the width of `term`."""
    source = term.args[0].args[0]
    width = term.sort.width
    return zero_extend(source, width) if source.sort.width <= width else extract(source, width - 1, 0)
