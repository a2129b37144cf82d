"""How obligations are excluded: what a search leaves to the language that its frames speak."""

from typing import Protocol

from surefoot.base.records import dataclass
from surefoot.engines.ic3.consecution import Consecution, Predecessor
from surefoot.engines.ic3.domain import Cube
from surefoot.engines.ic3.frames import Frames
from surefoot.engines.ic3.generalisation import Generalisation
from surefoot.engines.ic3.lifting import Lifting
from surefoot.engines.ic3.obligations import FrameObligation


class Blocking(Protocol):
    """Excludes obligations from frames."""

    def excluded_up_to(self, name: str, cube: Cube) -> int:
        """A frame from which ``cube`` at ``name`` is excluded already, the last one that is easily found; 0 if there is none."""
        ...

    def exclude(self, obligation: FrameObligation, level: int, last: int) -> int | Predecessor:
        """Exclude ``obligation`` from frame ``level``: up to which frame it is excluded now; or a step from the frame before that leads into it."""
        ...

    def insist(self, obligation: FrameObligation) -> None:
        """From now on only possible steps lead into ``obligation``: one that is spurious led there from the entry."""
        ...


@dataclass(frozen=True, slots=True)
class SearchParts:
    """What a search has that a `Blocking` works with."""

    frames: Frames
    consecution: Consecution
    lifting: Lifting


class LiteralBlocking:
    """Generalises the literals of the obligation itself."""

    def __init__(self, parts: SearchParts, generalisation: Generalisation) -> None:
        self._frames = parts.frames
        self._consecution = parts.consecution
        self._generalisation = generalisation

    def excluded_up_to(self, name: str, cube: Cube) -> int:
        """The last frame that one of the clauses alone excludes ``cube`` from."""
        return self._frames.at(name).excluded_up_to(cube)

    def exclude(self, obligation: FrameObligation, level: int, last: int) -> int | Predecessor:
        """See `Blocking`."""
        found = self._consecution.ask(obligation.name, obligation.cube, level - 1)
        if isinstance(found, Predecessor):
            return found
        blocked = self._generalisation.blocked(obligation.name, obligation.cube, found, last)
        self._frames.at(obligation.name).add(blocked)
        return blocked.level

    def insist(self, obligation: FrameObligation) -> None:
        """All steps are possible anyway."""
