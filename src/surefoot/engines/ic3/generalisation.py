"""Generalisation: fewer literals that are excluded still (Bradley, VMCAI 2011), with counterexamples to it (Hassan, Bradley, Somenzi, FMCAD 2013).

A literal can be dropped if no step leads into the larger cube. The state that such a step starts in may itself not be reachable: then it is excluded from the frame before, and the
literal is tried again. Or the cube is enlarged by that state.
"""

from dataclasses import dataclass

from surefoot.budget import Budget
from surefoot.engines.ic3.consecution import Consecution, Excluded, Predecessor
from surefoot.engines.ic3.domain import Cube, Domain
from surefoot.engines.ic3.frames import Blocked, Frames
from surefoot.engines.ic3.lifting import Lifting
from surefoot.logic import dag_size
from surefoot.systems.control.system import ENTRY


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard to try to drop a literal."""

    depth: int = 1
    """Counterexamples to the generalisation of counterexamples to generalisation, and so on: so many deep."""
    counterexamples: int = 3
    """How many counterexamples to exclude before a literal is kept."""
    joins: int = 3
    """How often to enlarge the cube by a counterexample that cannot be excluded."""


class Generalisation:
    """Makes blocked cubes larger."""

    def __init__(
        self, domain: Domain, frames: Frames, consecution: Consecution, lifting: Lifting, effort: Effort, budget: Budget
    ) -> None:
        self._domain = domain
        self._frames = frames
        self._consecution = consecution
        self._lifting = lifting
        self._effort = effort
        self._budget = budget

    def blocked(self, name: str, cube: Cube, excluded: Excluded, level: int, limit: int, depth: int = 0) -> Blocked:
        """The clause of a cube that contains ``cube`` and is excluded from frame ``level``; its level is as high as its proof goes, up to ``limit``.

        Requires  ``excluded`` says of ``cube`` at ``name`` that it is, from ``level`` at least
        """
        kept = excluded.needed(cube)
        for literal in sorted(kept, key=dag_size, reverse=True):
            if literal not in kept:
                continue
            self._budget.spend()
            fewer = tuple(each for each in kept if each is not literal)
            found = self._smaller(name, fewer, level, excluded, depth)
            if found is None:
                found = self._weakened(name, kept, literal, level, excluded)
            if found is not None:
                kept, excluded = found
        highest = excluded.level
        while highest < limit:
            more = self._consecution.ask(name, kept, highest + 1, excluded)
            if isinstance(more, Predecessor):
                break
            excluded = more
            highest = more.level
        return Blocked(name, kept, highest)

    def _smaller(self, name: str, cube: Cube, level: int, before: Excluded, depth: int) -> tuple[Cube, Excluded] | None:
        """A cube of literals of ``cube`` that is excluded from frame ``level``."""
        counterexamples = joins = 0
        while True:
            found = self._consecution.ask(name, cube, level, before)
            if isinstance(found, Excluded):
                return found.needed(cube), found
            source = found.edge.source
            if depth >= self._effort.depth or source == ENTRY:
                return None
            if counterexamples < self._effort.counterexamples and level > 1 and self._is_excluded(found, level - 1, depth):
                counterexamples += 1
                continue
            if joins >= self._effort.joins or source != name:
                return None
            joins += 1
            counterexamples = 0
            common = tuple(literal for literal in cube if found.state.value(literal))
            if common == cube:
                return None
            cube = common

    def _is_excluded(self, found: Predecessor, level: int, depth: int) -> bool:
        """Try to exclude a counterexample to generalisation from frame ``level``."""
        name = found.edge.source
        cube = self._lifting.cube(name, found.reached, found.state)
        excluded = self._consecution.ask(name, cube, level)
        if isinstance(excluded, Predecessor):
            return False
        self._frames.at(name).add(self.blocked(name, cube, excluded, level, level, depth + 1))
        return True

    def _weakened(
        self, name: str, cube: Cube, literal, level: int, before: Excluded
    ) -> tuple[Cube, Excluded] | None:
        """``cube`` with a weaker literal in the place of ``literal``, if one will do."""
        for weaker in self._domain.weaker(literal):
            trial = tuple(weaker if each is literal else each for each in cube)
            found = self._consecution.ask(name, trial, level, before)
            if isinstance(found, Excluded):
                return found.needed(trial), found
        return None
