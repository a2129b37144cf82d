"""Obligations with products, which are put to the ring before they are put to a solver that multiplies bit by bit.

Houdini, the steps of k-induction and the frames of IC3 ask here whether formulas exclude each other. Where no equation multiplies, nothing is asked and nothing is made: whether one does is
found out once for each term.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from surefoot.base.budget import Budget
from surefoot.discharge.product_abstraction import is_hard
from surefoot.logic import Op, Term, fold, postorder, variables_of
from surefoot.logic.ring.lemmas import RingLemma
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.system import ControlSystem

if TYPE_CHECKING:
    from surefoot.discharge.ring_refutation import RingSolver


class ProductObligations:
    """Formulas about locations of ``system`` that exclude each other because of what products are.

    Unless ``are_sought``, no formula is looked at: that is for systems and guesses without products.
    """

    def __init__(self, system: ControlSystem, solvers: SolverFactory, budget: Budget, *, are_sought: bool) -> None:
        self._system = system
        self._solvers = solvers
        self._budget = budget
        self.are_sought = are_sought
        self._hard: dict[Term, bool] = {}
        self._compared: dict[Term, bool] = {}
        self._symbols: dict[str, frozenset[Term]] = {}
        self._ring: RingSolver | None = None

    def seek(self, formulas: Sequence[Term]) -> None:
        """Look at formulas from now on if one of ``formulas`` has a product."""
        self.are_sought = self.are_sought or any(is_hard(term) for term in postorder(formulas))

    def concern(self, formula: Term) -> bool:
        """Whether some equation in ``formula`` multiplies two unknowns or divides by one: what the ring is good at."""
        if not self.are_sought:
            return False
        fold(formula, _is_or_has_hard, self._hard)
        return fold(formula, self._has_equation, self._compared)

    def core(self, place: str, formulas: Sequence[Term], *, guesses: bool = False) -> tuple[Term, ...] | None:
        """Those of ``formulas``, about the location ``place``, that exclude each other; ``None`` if that is not shown, or not a matter of products.

        With ``guesses``, unknowns may be taken for equal where a solver agrees, see `RingSolver.refute`.
        """
        if not any(self.concern(each) for each in formulas) or not self._are_known(place, formulas):
            return None
        from surefoot.discharge.ring_refutation import Refuted, RingSolver  # few programs need it

        if self._ring is None:
            self._ring = RingSolver(self._system, self._solvers, self._budget)
        outcome = self._ring.refute(place, formulas, guesses=guesses)
        return outcome.core if isinstance(outcome, Refuted) else None

    @property
    def lemmas(self) -> Mapping[str, tuple[RingLemma, ...]]:
        """The lemmas that it took so far, by the location that they are about."""
        found = {} if self._ring is None else self._ring.lemmas
        return {name: tuple(own) for name, own in found.items() if own}

    def close(self) -> None:
        """Release the memory of the libraries."""
        if self._ring is not None:
            self._ring.close()
            self._ring = None

    def _are_known(self, place: str, formulas: Sequence[Term]) -> bool:
        """Whether ``formulas`` are about nothing but what certificates can name at ``place``: later steps have inputs of their own."""
        if place not in self._symbols:
            location = self._system.location(place)
            self._symbols[place] = frozenset((*location.symbols, *location.inputs, *self._system.parameters))
        return self._symbols[place].issuperset(variables_of(*formulas))

    def _has_equation(self, term: Term, parts: list[bool]) -> bool:
        is_equation = term.op is Op.EQ and bool(term.args[0].sort.width) and self._hard[term]
        return is_equation or any(parts)


def _is_or_has_hard(term: Term, parts: list[bool]) -> bool:
    return any(parts) or is_hard(term)
