"""Propagation of clauses to later frames; two equal consecutive frames are an inductive invariant."""

from surefoot.base.budget import Budget
from surefoot.engines.ic3.consecution import Consecution, Predecessor, Reason
from surefoot.engines.ic3.frames import BlockedCube, Frames


class Propagation:
    """Propagation of the clauses of all levels."""

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
