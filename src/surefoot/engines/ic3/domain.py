"""The language that the search speaks about states: what it works with are cubes, and a domain says which literals are in them."""

from collections.abc import Iterable
from typing import Protocol

from surefoot.base.records import dataclass
from surefoot.logic import Evaluator, Term

Cube = tuple[Term, ...]
"""Literals over the parameters and the state variables of a location: the states in which all of them are true."""


@dataclass(frozen=True, slots=True)
class Lifted:
    """Literals that hold in a state. Together they make a formula true, with the inputs of that state."""

    literals: Cube
    """A cube is made of these, but for those that are superfluous given the others and ``assumed``."""
    kept: Cube = ()
    """These are in the cube in any case."""
    assumed: Cube = ()
    """These the domain cannot say about states of the location: the cube has more states than it should."""


class Domain(Protocol):
    """Where the literals of cubes come from. All else the search needs of a theory is what its solver decides."""

    def lifted(self, name: str, formula: Term, state: Evaluator) -> Lifted:
        """Why ``formula`` is true in ``state`` at the location ``name``.

        Literals of the cube are over the parameters and state variables. In an exact domain nothing is but assumed: from all states of the cube ``formula`` is true with the inputs of ``state``.

        Requires  formula, over the parameters, state variables and inputs of the location, is true in ``state``
        """
        ...

    def weaker(self, literal: Term) -> Iterable[Term]:
        """Literals over the same symbols that ``literal`` implies and that are worth a try in its place, the weakest first."""
        ...
