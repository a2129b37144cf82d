"""Generalisation: fewer literals that are excluded still (Bradley, VMCAI 2011), with counterexamples to it (Hassan, Bradley, Somenzi, FMCAD 2013).

A literal can be dropped if no step leads into the larger cube. The state that such a step starts in may itself not be reachable: then it is excluded from the frame before, and the
literal is tried again. Or the cube is enlarged by that state.
"""

from typing import Protocol

from surefoot.base.budget import Budget
from surefoot.base.records import dataclass
from surefoot.engines.ic3.consecution import Consecution, Excluded, Predecessor
from surefoot.engines.ic3.domain import Cube, Domain
from surefoot.engines.ic3.frames import ALWAYS, BlockedCube, Frames
from surefoot.logic import Evaluator, Term, dag_size
from surefoot.systems.control.system import ENTRY


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard to try to drop a literal."""

    depth: int = 1
    """Counterexamples to the generalisation of counterexamples to generalisation, and so on: so many deep."""
    counterexamples: int = 3
    """How many counterexamples to exclude before a literal is kept."""
    joins: int = 1
    """How often to enlarge the cube by a counterexample that cannot be excluded."""


class StateLifting(Protocol):
    """Where cubes of counterexamples come from; see `Lifting.cube`."""

    def cube(self, name: str, reached: Term, state: Evaluator) -> Cube:
        """A cube at ``name`` that contains ``state``, in which ``reached`` is true."""
        ...


class Generalisation:
    """Makes blocked cubes larger."""

    def __init__(
        self,
        domain: Domain,
        frames: Frames,
        consecution: Consecution,
        lifting: StateLifting,
        effort: Effort,
        budget: Budget,
    ) -> None:
        self._domain = domain
        self._frames = frames
        self._consecution = consecution
        self._lifting = lifting
        self._effort = effort
        self._budget = budget
        self._reachable: set[Cube] = set()
        """Cubes into which steps lead from anywhere; later clauses may exclude these steps, but seldom do."""

    def blocked(self, name: str, cube: Cube, excluded: Excluded, last: int, depth: int = 0) -> BlockedCube:
        """The clause of a cube that contains ``cube``, for a frame as late as can be, ``last`` at most, or for all.

        Requires  ``excluded`` says of ``cube`` at ``name`` that it can be excluded
        """
        kept, excluded = self._latest(name, cube, excluded, last)
        frame = excluded.frame
        for literal in sorted(kept, key=dag_size, reverse=True):
            if literal not in kept:
                continue
            self._budget.spend()
            fewer = tuple(each for each in kept if each is not literal)
            found = self._smaller(name, fewer, frame, excluded, depth)
            if found is None:
                found = self._weakened(name, kept, literal, frame, excluded)
            if found is not None:
                kept, excluded = found
        return BlockedCube(name, kept, excluded.level)

    def _latest(self, name: str, cube: Cube, excluded: Excluded, last: int) -> tuple[Cube, Excluded]:
        """A cube of literals of ``cube`` that can be excluded from as late a frame as possible."""
        for frame in (ALWAYS, last - 1):
            if excluded.frame < frame and not (frame == ALWAYS and cube in self._reachable):
                found = self._down(name, cube, frame, excluded)
                if found is not None:
                    return found
                if frame == ALWAYS:
                    self._reachable.add(cube)
        while excluded.level < last:
            later = self._consecution.ask(name, cube, excluded.level, excluded.reasons)
            if isinstance(later, Predecessor):
                break
            excluded = later
        return excluded.needed(cube), excluded

    def _down(self, name: str, cube: Cube, frame: int, before: Excluded) -> tuple[Cube, Excluded] | None:
        """The largest part of ``cube`` into which no step leads from ``frame``, if there is one: it contains all states from which one would."""
        while True:
            found = self._consecution.ask(name, cube, frame, before.reasons)
            if isinstance(found, Excluded):
                return found.needed(cube), found
            if found.edge.source != name:
                return None
            cube = tuple(literal for literal in cube if found.state.value(literal))
            del found

    def _smaller(self, name: str, cube: Cube, frame: int, before: Excluded, depth: int) -> tuple[Cube, Excluded] | None:
        """A cube of literals of ``cube`` into which no step leads from ``frame``."""
        counterexamples = joins = 0
        while True:
            found = self._consecution.ask(name, cube, frame, before.reasons)
            if isinstance(found, Excluded):
                return found.needed(cube), found
            source = found.edge.source
            if depth >= self._effort.depth or source == ENTRY:
                return None
            common = tuple(literal for literal in cube if found.state.value(literal)) if source == name else cube
            is_lifted = counterexamples < self._effort.counterexamples and frame > 0
            lifted = self._lifting.cube(source, found.reached, found.state) if is_lifted else None
            del found  # or the solver keeps the model of its last answer, at some cost
            if lifted is not None and self._is_excluded(source, lifted, frame, depth):
                counterexamples += 1
                continue
            if joins >= self._effort.joins or common == cube:
                return None
            joins += 1
            counterexamples = 0
            cube = common

    def _is_excluded(self, name: str, cube: Cube, level: int, depth: int) -> bool:
        """Try to exclude a counterexample to generalisation from frame ``level``."""
        excluded = self._consecution.ask(name, cube, level - 1)
        if isinstance(excluded, Predecessor):
            return False
        self._frames.at(name).add(self.blocked(name, cube, excluded, level, depth + 1))
        return True

    def _weakened(
        self, name: str, cube: Cube, literal: Term, frame: int, before: Excluded
    ) -> tuple[Cube, Excluded] | None:
        """``cube`` with a weaker literal in the place of ``literal``, if one will do."""
        for weaker in self._domain.weaker(literal):
            trial = tuple(weaker if each is literal else each for each in cube)
            found = self._consecution.ask(name, trial, frame, before.reasons)
            if isinstance(found, Excluded):
                return found.needed(trial), found
        return None
