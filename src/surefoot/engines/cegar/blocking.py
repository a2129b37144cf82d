"""Blocking of obligations by cubes of predicates, with refinement if they are too coarse.

For an obligation s and frame i:

    no step leads from frame i into cart(s)      a generalisation of cart(s) is excluded, and s with
it
    a step leads into s                          its source is a predecessor
    no step leads into any part of s             generalisations of all parts are excluded
    otherwise                                    the step is spurious: it is refined or, with lazy
refinement, followed a few times
"""

from surefoot.base.budget import Budget
from surefoot.base.records import dataclass, replace
from surefoot.engines.cegar.abstraction import PredicateAbstraction
from surefoot.engines.cegar.mining import StateMining
from surefoot.engines.cegar.predicates import Predicates
from surefoot.engines.cegar.refinement import PredicateRefinement
from surefoot.engines.ic3.blocking import SearchParts
from surefoot.engines.ic3.consecution import Excluded, Predecessor
from surefoot.engines.ic3.domain import Cube
from surefoot.engines.ic3.frames import ALWAYS
from surefoot.engines.ic3.generalisation import Generalisation
from surefoot.engines.ic3.obligations import FrameObligation
from surefoot.engines.limits import LIMITS
from surefoot.engines.searches import NoDecision
from surefoot.logic import and_
from surefoot.smt.contracts import NoAnswer
from surefoot.systems.control.system import ENTRY, Edge


@dataclass(slots=True)
class RefinementTally:
    """Statistics of a search."""

    refinements: int = 0
    mined: int = 0
    literals: int = 0
    """Number of obligations that became predicates themselves."""
    followed: int = 0
    """Number of spurious steps that were followed."""


class PredicateBlocking:
    """The `Blocking` of the module. Without ``mining`` states are not mined; ``most_refinements`` 0
    is unlimited.
    """

    def __init__(
        self,
        parts: SearchParts,
        predicates: Predicates,
        abstraction: PredicateAbstraction,
        generalisation: Generalisation,
        refinement: PredicateRefinement,
        mining: StateMining | None,
        tally: RefinementTally,
        budget: Budget,
        *,
        is_lazy: bool,
        most_refinements: int,
    ) -> None:
        self._frames = parts.frames
        self._consecution = parts.consecution
        self._predicates = predicates
        self._abstraction = abstraction
        self._generalisation = generalisation
        self._refinement = refinement
        self._mining = mining
        self._tally = tally
        self._budget = budget
        self._is_lazy = is_lazy
        self._most_refinements = most_refinements
        self._already_refined: set[FrameObligation] = set()

    def excluded_up_to(self, name: str, cube: Cube) -> int:
        """Return the last frame in which a single clause excludes cart(cube)."""
        return self._frames.at(name).excluded_up_to(self._abstraction.cartesian(name, cube))

    def exclude(self, obligation: FrameObligation, level: int, last: int) -> int | Predecessor:
        """Block ``obligation``; see `Blocking` and the module."""
        name, cube = obligation.name, obligation.cube
        rounds = 0
        while True:
            self._budget.spend()
            abstract = self._abstraction.cartesian(name, cube)
            found = self._consecution.decide(name, abstract, level - 1)
            if isinstance(found, Excluded):
                return self._block(name, abstract, found, last)[1]
            concrete = self._consecution.decide(name, cube, level - 1)
            if isinstance(concrete, Predecessor):
                return concrete
            by_parts = self._exclude_parts(name, cube, level, last)
            if by_parts is not None:
                return by_parts
            if self._is_lazy and found.edge.source != ENTRY and obligation not in self._already_refined:
                self._tally.followed += 1
                return replace(found, is_spurious=True)
            self._refine(obligation, found.edge, level - 1, skip_interpolation=rounds == LIMITS.obligation_refinements)
            rounds += 1

    def make_exact(self, obligation: FrameObligation) -> None:
        """Refine the next spurious step into ``obligation``."""
        self._already_refined.add(obligation)

    def _block(self, name: str, cube: Cube, found: Excluded, last: int) -> tuple[Cube, int]:
        blocked = self._generalisation.blocked(name, cube, found, last)
        self._frames.at(name).add(blocked)
        return blocked.cube, blocked.level

    def _exclude_parts(self, name: str, cube: Cube, level: int, last: int) -> int | None:
        """Exclude ``cube`` part by part; return the last frame that excludes it then, if that is
        possible.
        """
        parts = self._abstraction.parts(name, cube)
        if parts is None:
            return None
        lowest = ALWAYS
        for _ in range(LIMITS.obligation_parts):
            part = parts.following()
            if part is None:
                return lowest
            found = self._consecution.decide(name, part, level - 1)
            if isinstance(found, Predecessor):
                return None
            blocked, excluded = self._block(name, part, found, last)
            lowest = min(lowest, excluded)
            parts.cover(blocked)
        return None

    def _refine(self, obligation: FrameObligation, edge: Edge, frame: int, *, skip_interpolation: bool) -> None:
        """Add predicates that separate ``obligation`` from the successors of ``frame`` along ``edge``.

        Raises `NoDecision` if there are none.
        """
        if self._tally.refinements == self._most_refinements > 0:
            raise NoDecision(f"more than {self._most_refinements} refinements")
        self._tally.refinements += 1
        name, cube = obligation.name, obligation.cube
        preimage = self._refinement.preimage(obligation)
        if preimage is not None and self._predicates.add(name, preimage):
            return
        is_new = False
        if self._mining is not None:
            before = self._mining.successes
            for predicate in self._mining.predicates(name, cube):
                is_new |= self._predicates.add_whole(name, predicate)
            self._tally.mined += self._mining.successes - before
        separating = None if skip_interpolation else self._refinement.separating(edge, cube, frame)
        if separating is not None and not isinstance(separating, NoAnswer):
            is_new |= self._predicates.add(name, separating)
        if is_new:
            return
        self._tally.literals += 1
        if not self._predicates.add(name, and_(*cube)):
            raise NoDecision("a refinement makes no progress")
