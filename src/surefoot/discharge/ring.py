"""Tactic "ring": conjunctions with products are shown unsatisfiable by ring lemmas (polynomial
ideal membership).

Requires: formulas about the symbols of one location. Ensures: a returned core is unsatisfiable
modulo the lemmas, each of which is an identity of the ring of integers modulo `2**width`.

Formulas in which no equation multiplies are passed over; that is computed once for each term.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from surefoot.base.budget import Budget
from surefoot.discharge.product_abstraction import is_hard, multiplies
from surefoot.logic import Op, Term, fold, postorder, variables_of
from surefoot.logic.ring.lemmas import RingLemma
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.system import ControlSystem

if TYPE_CHECKING:
    from surefoot.discharge.ring_refutation import RingSolver


class RingTactic:
    """Refutation of formulas about locations of `system` by ring lemmas.

    While it is not `is_enabled`, formulas are not even inspected: that is for systems and
    candidates without products.
    """

    def __init__(self, system: ControlSystem, solvers: SolverFactory, budget: Budget, *, is_enabled: bool) -> None:
        self._system = system
        self._solvers = solvers
        self._budget = budget
        self.is_enabled = is_enabled
        self._hard: dict[Term, bool] = {}
        self._compared: dict[Term, bool] = {}
        self._symbols: dict[str, frozenset[Term]] = {}
        self._ring: RingSolver | None = None

    @classmethod
    def where_multiplied(
        cls, system: ControlSystem, solvers: SolverFactory, budget: Budget, *, is_wanted: bool
    ) -> "RingTactic":
        """Return a tactic that is enabled if it `is_wanted` and `system` multiplies two unknowns."""
        return cls(system, solvers, budget, is_enabled=is_wanted and multiplies(system))

    def enable_for(self, formulas: Sequence[Term]) -> None:
        """Enable the tactic if one of `formulas` has a product."""
        self.is_enabled = self.is_enabled or any(is_hard(term) for term in postorder(formulas))

    def concerns(self, formula: Term) -> bool:
        """Return whether some equation in `formula` multiplies two unknowns or divides by one."""
        if not self.is_enabled:
            return False
        fold(formula, _is_or_has_hard, self._hard)
        return fold(formula, self._has_equation, self._compared)

    def core(self, location: str, formulas: Sequence[Term]) -> tuple[Term, ...] | None:
        """Return a subset of `formulas` that is unsatisfiable, or `None` if the ring does not show
        that.
        """
        if not any(self.concerns(each) for each in formulas) or not self._are_known(location, formulas):
            return None
        from surefoot.discharge.ring_refutation import RingRefutation, RingSolver  # few programs need it

        if self._ring is None:
            self._ring = RingSolver(self._system, self._solvers, self._budget)
        outcome = self._ring.refute(location, formulas)
        return outcome.core if isinstance(outcome, RingRefutation) else None

    @property
    def lemmas(self) -> Mapping[str, tuple[RingLemma, ...]]:
        """The lemmas used so far, by the location that they are about."""
        found = {} if self._ring is None else self._ring.lemmas
        return {name: tuple(own) for name, own in found.items() if own}

    def close(self) -> None:
        """Release the memory of the libraries."""
        if self._ring is not None:
            self._ring.close()
            self._ring = None

    def _are_known(self, location: str, formulas: Sequence[Term]) -> bool:
        """Return whether certificates can name all symbols of `formulas` at `location`: later steps
        have inputs of their own.
        """
        if location not in self._symbols:
            found = self._system.location(location)
            self._symbols[location] = frozenset((*found.symbols, *found.inputs, *self._system.parameters))
        return self._symbols[location].issuperset(variables_of(*formulas))

    def _has_equation(self, term: Term, parts: list[bool]) -> bool:
        is_equation = term.op is Op.EQ and bool(term.args[0].sort.width) and self._hard[term]
        return is_equation or any(parts)


def _is_or_has_hard(term: Term, parts: list[bool]) -> bool:
    return any(parts) or is_hard(term)
