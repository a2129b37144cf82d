"""The language that the search speaks about states: what it works with are cubes, and a domain says which literals are in them."""

from collections.abc import Iterable
from typing import Protocol

from surefoot.logic import Evaluator, Term

Cube = tuple[Term, ...]
"""Literals over the parameters and the state variables of a location: the states in which all of them are true."""


class Domain(Protocol):
    """Where the literals of cubes come from. All else the search needs of a theory is what its solver decides."""

    def lifted(self, name: str, formula: Term, state: Evaluator) -> Cube:
        """A cube at the location ``name`` that contains ``state`` and from all of whose states ``formula`` is true with the inputs of ``state``.

        Requires  formula, over the parameters, state variables and inputs of the location, is true in ``state``
        """
        ...

    def weaker(self, literal: Term) -> Iterable[Term]:
        """Literals over the same symbols that ``literal`` implies and that are worth a try in its place, the weakest first."""
        ...
