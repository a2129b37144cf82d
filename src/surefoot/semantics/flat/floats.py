"""Bits of floats in memory.

A NaN that an operation yields has no bits of its own in `logic`: it is quiet, and IEEE 754 leaves
its sign and payload open. They are chosen once for each operation on the same values. A float read
from bits keeps them; negation changes the sign alone.
"""

from collections.abc import Callable

from surefoot.base.records import dataclass, field
from surefoot.logic import (
    FALSE,
    FloatSort,
    Op,
    Sort,
    Term,
    and_,
    bit_vector,
    bv,
    bvand,
    bvxor,
    concat,
    fp_is_nan,
    fp_to_ieee_bv,
    ite,
)


@dataclass(slots=True)
class FloatBits:
    """Conversion of floats into bits; ``fresh`` makes symbols for undetermined bits."""

    fresh: Callable[[str, Sort], Term]
    free_nan_bits: list[Term] = field(default_factory=list)
    """Conditions under which the bits of some NaN were chosen."""
    _nans: dict[Term, Term] = field(default_factory=dict)

    def of(self, value: Term, sort: FloatSort, guard: Term) -> Term:
        """Return the bits of ``value``, a float of ``sort``, in runs with ``guard``.

        They are those it was read from, those of its number, or those of any quiet NaN.
        """
        bits: dict[Term, Term] = {}
        waiting = [value]
        while waiting:
            term = waiting[-1]
            missing = [part for part in _parts(term) if part not in bits]
            if missing:
                waiting.extend(missing)
                continue
            waiting.pop()
            sign = 1 << (sort.bits - 1)
            match term.op:
                case Op.ITE:
                    bits[term] = ite(term.args[0], bits[term.args[1]], bits[term.args[2]])
                case Op.FP_NEG:
                    bits[term] = bvxor(bits[term.args[0]], bv(sign, sort.bits))
                case Op.FP_ABS:
                    bits[term] = bvand(bits[term.args[0]], bv(sign - 1, sort.bits))
                case Op.FP_FROM_IEEE_BV:
                    bits[term] = term.args[0]
                case _:
                    bits[term] = self._of_result(term, sort, guard)
        return bits[value]

    def _of_result(self, value: Term, sort: FloatSort, guard: Term) -> Term:
        is_nan = fp_is_nan(value)
        if is_nan is FALSE:
            return fp_to_ieee_bv(value)
        self.free_nan_bits.append(and_(guard, is_nan))
        nan = self._nans.get(value)
        if nan is None:
            nan = self._nans[value] = self._any_quiet(sort)
        return ite(is_nan, nan, fp_to_ieee_bv(value))

    def _any_quiet(self, sort: FloatSort) -> Term:
        sign = self.fresh("sign of a NaN", bit_vector(1))
        payload = self.fresh("payload of a NaN", bit_vector(sort.significand - 2))
        return concat(concat(sign, bv((1 << sort.exponent + 1) - 1, sort.exponent + 1)), payload)


def _parts(term: Term) -> tuple[Term, ...]:
    """Return the floats whose bits determine those of ``term``."""
    match term.op:
        case Op.ITE:
            return term.args[1:]
        case Op.FP_NEG | Op.FP_ABS:
            return term.args
        case _:
            return ()
