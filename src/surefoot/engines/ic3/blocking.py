"""Blocking of obligations, the part of a search that depends on the language of its frames, and
propagation of clauses to later frames. Two equal consecutive frames are an inductive invariant.
"""

from typing import Protocol

from surefoot.base.budget import Budget
from surefoot.base.records import dataclass
from surefoot.engines.ic3.consecution import Consecution, Predecessor, Reason
from surefoot.engines.ic3.domain import Cube
from surefoot.engines.ic3.frames import BlockedCube, Frames
from surefoot.engines.ic3.generalisation import Generalisation
from surefoot.engines.ic3.lifting import Lifting
from surefoot.engines.ic3.obligations import FrameObligation


class Blocking(Protocol):
    """Strategy that blocks obligations in frames."""

    def excluded_up_to(self, name: str, cube: Cube) -> int:
        """Return the last frame that is cheaply found to exclude ``cube`` at ``name``; 0 if there
        is none.
        """
        ...

    def exclude(self, obligation: FrameObligation, level: int, last: int) -> int | Predecessor:
        """Block ``obligation`` in frame ``level``.

        Ensures: the result is the last frame that excludes it now, or a predecessor in frame
          ``level - 1``
        """
        ...

    def make_exact(self, obligation: FrameObligation) -> None:
        """Refine the abstraction until only concrete steps lead into ``obligation``.

        Requires: the obligation is spurious and its predecessors reach the entry
        """
        ...


@dataclass(frozen=True, slots=True)
class SearchParts:
    """Components of a search that a `Blocking` uses."""

    frames: Frames
    consecution: Consecution
    lifting: Lifting


class LiteralBlocking:
    """Blocking by generalised cubes of the obligation's own literals."""

    def __init__(self, parts: SearchParts, generalisation: Generalisation) -> None:
        self._frames = parts.frames
        self._consecution = parts.consecution
        self._generalisation = generalisation

    def excluded_up_to(self, name: str, cube: Cube) -> int:
        """Return the last frame in which a single clause excludes ``cube``."""
        return self._frames.at(name).excluded_up_to(cube)

    def exclude(self, obligation: FrameObligation, level: int, last: int) -> int | Predecessor:
        """Block ``obligation``; see `Blocking`."""
        found = self._consecution.decide(obligation.name, obligation.cube, level - 1)
        if isinstance(found, Predecessor):
            return found
        blocked = self._generalisation.blocked(obligation.name, obligation.cube, found, last)
        self._frames.at(obligation.name).add(blocked)
        return blocked.level

    def make_exact(self, obligation: FrameObligation) -> None:
        """Do nothing: all steps are concrete."""


class Propagation:
    """Propagation of clauses."""

    def __init__(self, frames: Frames, consecution: Consecution, budget: Budget) -> None:
        self._frames = frames
        self._consecution = consecution
        self._budget = budget
        self._reasons: dict[BlockedCube, tuple[Reason, ...]] = {}
        """Cores of edges for clauses that were not propagated. They stay valid because frames only
        get stronger.
        """

    def fixed(self, last: int) -> int | None:
        """Propagate the clauses of levels up to ``last``; return a level whose frames equal the
        next ones, if any.
        """
        for level in range(1, last + 1):
            for each in self._frames.of_level(level):
                self._budget.spend()
                if each.level != level or self._is_stuck(each):
                    continue
                found = self._consecution.decide(each.name, each.cube, level, self._reasons.get(each, ()))
                self._reasons[each] = found.reasons
                if isinstance(found, Predecessor):
                    source = found.edge.source
                    each.stuck = source, self._frames.at(source).changes(level)
                else:
                    self._frames.at(each.name).raise_level(each, found.level)
                del found  # or the solver keeps the model of its last answer
            if not self._frames.of_level(level):
                return level
        return None

    def _is_stuck(self, blocked: BlockedCube) -> bool:
        """Return whether the step that stopped a clause is still possible: its source frame has not
        changed.
        """
        if blocked.stuck is None:
            return False
        name, changes = blocked.stuck
        return self._frames.at(name).changes(blocked.level) == changes
