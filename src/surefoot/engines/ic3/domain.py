"""Domains: the choice of literals in cubes, and the default domain of justifications."""

from collections.abc import Iterable
from typing import Protocol

from surefoot.base.records import dataclass
from surefoot.invariants.justification import Preferences, justification
from surefoot.logic import Evaluator, Term
from surefoot.systems.control.system import ControlSystem

Cube = tuple[Term, ...]
"""Conjunction of literals over the parameters and the state variables of a location."""


@dataclass(frozen=True, slots=True)
class Lifted:
    """Literals that hold in a state and together imply a formula, for the inputs of that state."""

    literals: Cube
    """Candidates for the cube; those implied by the others and ``assumed`` are dropped."""
    kept: Cube = ()
    """Literals that are always in the cube."""
    assumed: Cube = ()
    """Literals that the domain cannot express over the location. They are dropped, so the cube is
    an over-approximation.
    """


class Domain(Protocol):
    """Source of the literals of cubes. All other reasoning of the search is the solver's."""

    def lifted(self, name: str, formula: Term, state: Evaluator) -> Lifted:
        """Return literals that explain why ``formula`` is true in ``state`` at the location
        ``name``.

        Literals of the cube are over the parameters and state variables. In an exact domain
        `assumed` is empty: ``formula`` is true, for the inputs of ``state``, in all states of
        the cube.

        Requires: ``formula``, over the parameters, state variables and inputs of the location, is
          true in ``state``
        """
        ...

    def weaker(self, literal: Term) -> Iterable[Term]:
        """Return weaker literals over the symbols of ``literal`` that may replace it, the weakest
        first.
        """
        ...


class JustifiedDomain:
    """Domain whose literals are computed by `invariants.justification`."""

    def __init__(self, system: ControlSystem) -> None:
        parameters = system.parameters
        self._symbols = {each.name: frozenset((*parameters, *each.symbols)) for each in system.locations}
        self._preferences = Preferences()

    def lifted(self, name: str, formula: Term, state: Evaluator) -> Lifted:
        """Return literals that explain ``formula`` in ``state``; see `Domain`."""
        return Lifted(justification(formula, state, self._symbols[name].__contains__, self._preferences))

    def weaker(self, literal: Term) -> Iterable[Term]:
        """Return nothing: a literal is dropped or kept."""
        del literal
        return ()
