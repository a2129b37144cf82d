"""Ring lemmas: consequences of equations between bit-vectors that follow by multiplying out modulo
``2**width``.

A lemma says that, where its conditions and equations hold, its conclusion does. It is true because
of the identity

    sum of  multiplier * (left - right)  over the equations   =   left - right  of the conclusion

between polynomials modulo ``2**width``, in which every ``ite`` has been decided by the conditions.
A conclusion that no values satisfy, such as ``0 = 4``, says that conditions and equations exclude
each other.
"""

from surefoot.base.records import dataclass
from surefoot.logic.constructors.core import and_, not_, or_
from surefoot.logic.constructors.equality import eq
from surefoot.logic.terms import Term


@dataclass(frozen=True, slots=True)
class Equation:
    """An equation ``left = right`` of two bit-vectors of one width."""

    left: Term
    right: Term

    @property
    def formula(self) -> Term:
        """The equation as a formula, perhaps simplified."""
        return eq(self.left, self.right)


@dataclass(frozen=True, slots=True)
class Premise:
    """An equation with its multiplier; all three terms have the width of the lemma."""

    equation: Equation
    multiplier: Term


@dataclass(frozen=True, slots=True)
class RingLemma:
    """A lemma as in the module; its identity is not checked on construction."""

    conditions: tuple[Term, ...]
    premises: tuple[Premise, ...]
    conclusion: Equation

    @property
    def clause(self) -> Term:
        """The lemma as a formula."""
        assumed = and_(*self.conditions, *(each.equation.formula for each in self.premises))
        return or_(not_(assumed), self.conclusion.formula)
