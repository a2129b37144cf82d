"""Generalisation of blocked cubes (Bradley, VMCAI 2011) with counterexamples to generalisation
(Hassan, Bradley, Somenzi, FMCAD 2013).

A literal can be dropped if no step leads into the larger cube. If a step does, its source may be
unreachable: it is blocked in the previous frame and the literal is tried again, or the cube is
joined with it.
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
    """Limits on the effort to drop a literal."""

    depth: int = 1
    """Maximal nesting of counterexamples to generalisation."""
    counterexamples: int = 3
    """Maximal number of counterexamples that are blocked before a literal is kept."""
    joins: int = 1
    """Maximal number of joins of the cube with a counterexample that cannot be blocked."""


class StateLifting(Protocol):
    """Source of cubes for counterexamples; see `Lifting.cube`."""

    def cube(self, name: str, reached: Term, state: Evaluator) -> Cube:
        """Return a cube at ``name`` that contains ``state``, in which ``reached`` is true."""
        ...


class Generalisation:
    """Generaliser of blocked cubes."""

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
        """Cubes with predecessors in the last frame. Later clauses may exclude these, but rarely
        do.
        """

    def blocked(self, name: str, cube: Cube, excluded: Excluded, last: int, depth: int = 0) -> BlockedCube:
        """Return a clause whose cube contains ``cube``, for as late a frame as possible, at most
        ``last``, or for all.

        Requires: ``excluded`` shows that ``cube`` at ``name`` can be excluded
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
        """Return a sub-cube of ``cube`` that can be excluded from as late a frame as possible."""
        for frame in (ALWAYS, last - 1):
            if excluded.frame < frame and not (frame == ALWAYS and cube in self._reachable):
                found = self._down(name, cube, frame, excluded)
                if found is not None:
                    return found
                if frame == ALWAYS:
                    self._reachable.add(cube)
        while excluded.level < last:
            later = self._consecution.decide(name, cube, excluded.level, excluded.reasons)
            if isinstance(later, Predecessor):
                break
            excluded = later
        return excluded.needed(cube), excluded

    def _down(self, name: str, cube: Cube, frame: int, before: Excluded) -> tuple[Cube, Excluded] | None:
        """Return the largest sub-cube into which no step leads from ``frame``, if there is one.

        It contains all states that have successors in the cube (procedure DOWN).
        """
        while True:
            found = self._consecution.decide(name, cube, frame, before.reasons)
            if isinstance(found, Excluded):
                return found.needed(cube), found
            if found.edge.source != name:
                return None
            cube = tuple(literal for literal in cube if found.state.value(literal))
            del found

    def _smaller(self, name: str, cube: Cube, frame: int, before: Excluded, depth: int) -> tuple[Cube, Excluded] | None:
        """Return a cube with a subset of the literals into which no step leads from ``frame``."""
        counterexamples = joins = 0
        while True:
            found = self._consecution.decide(name, cube, frame, before.reasons)
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
        """Try to block a counterexample to generalisation in frame ``level``."""
        excluded = self._consecution.decide(name, cube, level - 1)
        if isinstance(excluded, Predecessor):
            return False
        self._frames.at(name).add(self.blocked(name, cube, excluded, level, depth + 1))
        return True

    def _weakened(
        self, name: str, cube: Cube, literal: Term, frame: int, before: Excluded
    ) -> tuple[Cube, Excluded] | None:
        """Return ``cube`` with a weaker literal in place of ``literal``, if it is still excluded."""
        for weaker in self._domain.weaker(literal):
            trial = tuple(weaker if each is literal else each for each in cube)
            found = self._consecution.decide(name, trial, frame, before.reasons)
            if isinstance(found, Excluded):
                return found.needed(trial), found
        return None
