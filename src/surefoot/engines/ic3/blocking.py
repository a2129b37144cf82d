"""Blocking of obligations: the part of a search that depends on the language of its frames."""

from typing import Protocol

from surefoot.base.records import dataclass
from surefoot.engines.ic3.consecution import Consecution, Predecessor
from surefoot.engines.ic3.domain import Cube
from surefoot.engines.ic3.frames import Frames
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
