"""Propagation: clauses move to later frames as far as consecution lets them; two frames that agree are an invariant."""

from surefoot.base.budget import Budget
from surefoot.engines.ic3.consecution import Consecution, Predecessor, Reason
from surefoot.engines.ic3.frames import BlockedCube, Frames


class Propagation:
    """Moves clauses on."""

    def __init__(self, frames: Frames, consecution: Consecution, budget: Budget) -> None:
        self._frames = frames
        self._consecution = consecution
        self._budget = budget
        self._reasons: dict[BlockedCube, tuple[Reason, ...]] = {}
        """For clauses that did not move on, why no step along some edges led into their cubes: frames only get stronger."""

    def fixed(self, last: int) -> int | None:
        """Move the clauses of levels up to ``last``; returns a level whose frames are like the next ones, if there is one."""
        for level in range(1, last + 1):
            for each in self._frames.of_level(level):
                self._budget.spend()
                if each.level != level or self._is_stuck(each):
                    continue
                found = self._consecution.ask(each.name, each.cube, level, self._reasons.get(each, ()))
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
        """Whether the step that kept a clause from moving on is possible still: the frame where it starts has not changed."""
        if blocked.stuck is None:
            return False
        name, changes = blocked.stuck
        return self._frames.at(name).changes(blocked.level) == changes
