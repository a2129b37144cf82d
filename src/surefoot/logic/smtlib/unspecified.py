"""Values that SMT-LIB leaves to the interpretation.

``div`` and ``mod`` by zero, ``fp.to_sbv`` and ``fp.to_ubv`` of NaN and out of range, and
``fp.min`` and ``fp.max`` of zeros with different signs are functions of their arguments that an
interpretation may choose (SMT-LIB 2.6, theories Ints and FloatingPoint).
"""

from collections.abc import Callable, Sequence
from typing import Final

from surefoot.base.records import dataclass, field
from surefoot.logic.constructors.arrays import select
from surefoot.logic.constructors.bitstrings import concat
from surefoot.logic.constructors.constants import FALSE, bv, int_constant, rounding
from surefoot.logic.constructors.core import and_, ite, not_
from surefoot.logic.constructors.equality import eq
from surefoot.logic.constructors.floats import (
    float_sort_of,
    fp_fits_signed,
    fp_fits_unsigned,
    fp_is_nan,
    fp_is_negative,
    fp_is_zero,
    fp_to_ieee_bv,
)
from surefoot.logic.smtlib.operations import Operation, applied
from surefoot.logic.sorts import BOOL, INT, Sort, array_sort, bit_vector
from surefoot.logic.terms import Term, variable
from surefoot.logic.values import RoundingMode, canonical_nan

_MODE_BITS: Final = 3
_FITS: Final[dict[str, Callable[[Term, Term, int], Term]]] = {
    "fp.to_sbv": fp_fits_signed,
    "fp.to_ubv": fp_fits_unsigned,
}


@dataclass(slots=True)
class UnspecifiedValues:
    """Variables for the interpretation of partial operators in ``text``.

    An array holds the values of an operator at the arguments for which SMT-LIB specifies none.
    """

    text: str
    variables: dict[str, Term] = field(default_factory=dict)

    def apply(self, name: str, operation: Operation, indices: Sequence[int], terms: Sequence[Term]) -> Term:
        """Return the operator ``name`` applied to ``terms``, with unspecified values left open."""
        match name:
            case "div" | "mod":
                result = terms[0]
                for divisor in terms[1:]:
                    result = self._divided(name, operation, result, divisor)
                return result
            case "fp.min" | "fp.max":
                return self._extreme(name, applied(operation, indices, terms), *terms)
            case "fp.to_sbv" | "fp.to_ubv":
                return self._converted(name, applied(operation, indices, terms), *terms)
            case _:
                return applied(operation, indices, terms)

    def _divided(self, name: str, operation: Operation, left: Term, right: Term) -> Term:
        built = applied(operation, (), (left, right))
        is_zero = eq(right, int_constant(0))
        return _unless(is_zero, lambda: select(self._variable(f"{name} by zero", array_sort(INT, INT)), left), built)

    def _extreme(self, name: str, built: Term, left: Term, right: Term) -> Term:
        sign = fp_is_negative(left)
        is_open = and_(fp_is_zero(left), fp_is_zero(right), not_(eq(sign, fp_is_negative(right))))

        def chosen() -> Term:
            first, second = (
                self._variable(f"{name} of {zeros} in {left.sort} is negative", BOOL) for zeros in ("-0 +0", "+0 -0")
            )
            return ite(eq(ite(sign, first, second), sign), left, right)

        return _unless(is_open, chosen, built)

    def _converted(self, name: str, built: Term, mode: Term, term: Term) -> Term:
        is_open = not_(_FITS[name](mode, term, built.sort.width))

        def chosen() -> Term:
            code = bv(0, _MODE_BITS)
            for number, each in enumerate(RoundingMode):
                code = ite(eq(mode, rounding(each)), bv(number, _MODE_BITS), code)
            sort = float_sort_of(term)
            bits = ite(fp_is_nan(term), bv(canonical_nan(sort), sort.bits), fp_to_ieee_bv(term))
            index = concat(code, bits)
            values = array_sort(bit_vector(index.sort.width), built.sort)
            return select(self._variable(f"{name} {built.sort.width} of {term.sort} out of range", values), index)

        return _unless(is_open, chosen, built)

    def _variable(self, name: str, sort: Sort) -> Term:
        """Return the variable for ``name``, which gets a name that does not occur in the text."""
        if name not in self.variables:
            own = name
            while own in self.text:
                own += "'"
            self.variables[name] = variable(own, sort)
        return self.variables[name]


def _unless(is_open: Term, chosen: Callable[[], Term], built: Term) -> Term:
    """Return ``built``, or what is ``chosen`` where ``is_open`` holds."""
    return built if is_open is FALSE else ite(is_open, chosen(), built)
