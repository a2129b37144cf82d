"""The bits with which a float goes to memory.

A NaN that an operation makes has no bits of its own in `logic`: IEEE 754 leaves its sign and payload open. They are
chosen when it is stored. A float that was read from bits keeps them.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from surefoot.logic import (
    FALSE,
    FloatSort,
    Op,
    Sort,
    Term,
    and_,
    bit_vector,
    bv,
    concat,
    eq,
    fp_is_nan,
    fp_to_ieee_bv,
    ite,
    not_,
)


@dataclass(slots=True)
class FloatBits:
    """Turns floats into bits; ``fresh`` makes symbols, and ``facts`` says what holds of those made here."""

    fresh: Callable[[str, Sort], Term]
    facts: list[Term] = field(default_factory=list)
    made_up: list[Term] = field(default_factory=list)
    """Conditions under which the bits of some NaN were chosen."""

    def of(self, value: Term, sort: FloatSort, guard: Term) -> Term:
        """The bits of ``value``, a float of ``sort``, in runs with ``guard``: those it was read from, those of its number, or any that are a NaN."""
        bits: dict[Term, Term] = {}
        waiting = [value]
        while waiting:
            term = waiting[-1]
            branches = term.args[1:] if term.op is Op.ITE else ()
            missing = [branch for branch in branches if branch not in bits]
            if missing:
                waiting.extend(missing)
                continue
            waiting.pop()
            if branches:
                bits[term] = ite(term.args[0], bits[branches[0]], bits[branches[1]])
            elif term.op is Op.FP_FROM_IEEE_BV:
                bits[term] = term.args[0]
            else:
                bits[term] = self._of_result(term, sort, guard)
        return bits[value]

    def _of_result(self, value: Term, sort: FloatSort, guard: Term) -> Term:
        is_nan = fp_is_nan(value)
        if is_nan is FALSE:
            return fp_to_ieee_bv(value)
        self.made_up.append(and_(guard, is_nan))
        exponent = (1 << sort.exponent) - 1
        sign = self.fresh("sign of a NaN", bit_vector(1))
        payload = self.fresh("payload of a NaN", bit_vector(sort.significand - 1))
        self.facts.append(not_(eq(payload, bv(0, sort.significand - 1))))
        nan = concat(concat(sign, bv(exponent, sort.exponent)), payload)
        return ite(is_nan, nan, fp_to_ieee_bv(value))
