"""Frames: over-approximations of the states reachable at a location within a number of steps.

Frame i of a location l is the conjunction of the clauses of l whose level is at least i; clauses
of level `ALWAYS` are in all frames. With F_0 = false at all locations but the entry, and R_i(l)
for the states in which some run is at l after at most i steps:

    R_i(l)  =>  F_i(l)          F_i(l)  =>  F_i+1(l)          F_i(l) & d_l & g_e  =>  F_i+1(m)[u_e]
for every edge e from l to m

Each location has one incremental solver; queries with products go to the ring first. A clause is
added once, behind an activation literal of its level; a query about frame i assumes the
activation literals of the levels from i on.
"""

from bisect import bisect_left, insort
from collections.abc import Iterator, Sequence

from surefoot.base.records import dataclass, field
from surefoot.discharge.system_solver import SwitchedSolver, SystemSolvers
from surefoot.engines.ic3.domain import Cube
from surefoot.engines.limits import LIMITS
from surefoot.engines.searches import decided
from surefoot.logic import BOOL, Symbol, SymbolKind, Term, and_, implies, not_, variable
from surefoot.smt.contracts import Sat, Unsat
from surefoot.systems.control.system import Invariants

ALWAYS = 1 << 30
"""Level of an invariant: a clause that holds in every reachable state of its location."""


@dataclass(slots=True, eq=False)
class BlockedCube:
    """The clause "no run is in ``cube`` at the location ``name`` after at most ``level`` steps"."""

    name: str
    cube: Cube
    level: int
    literals: frozenset[Term] = field(init=False)
    clause: Term = field(init=False)
    stuck: tuple[str, int] | None = None
    """Location of the step that stopped the last propagation of the clause, and the number of
    changes of its frame then.
    """

    def __post_init__(self) -> None:
        self.literals = frozenset(self.cube)
        self.clause = not_(and_(*self.cube))


class LocationFrames:
    """Frames of one location, and their solver."""

    def __init__(
        self,
        solvers: SystemSolvers,
        name: str,
        known: Invariants,
    ) -> None:
        self._name = name
        self._solvers = solvers
        self._assumed = list(solvers.system.assumption(name, known))
        self._blocked: list[BlockedCube] = []
        self._levels: list[int] = []
        self._switches: dict[int, Term] = {}
        self._level_of: dict[Term, int] = {}
        self._stale = 0
        self._solver = self._opened()
        self._levels_before: list[int] = []
        self._levels_after: list[int] = []
        """For each clause that was added or propagated, its levels before (0 if none) and after;
        both lists are sorted.
        """

    def __iter__(self) -> Iterator[BlockedCube]:
        return iter(self._blocked)

    def changes(self, level: int) -> int:
        """Return the number of clauses that frame ``level`` has received so far."""
        after = len(self._levels_after) - bisect_left(self._levels_after, level)
        before = len(self._levels_before) - bisect_left(self._levels_before, level)
        return after - before

    def check(self, level: int, formulas: Sequence[Term], purpose: str) -> Sat | Unsat:
        """Decide whether some state in frame ``level`` satisfies ``formulas``. Raises `NoDecision`.

        The core of an answer contains activation literals; see `lowest_used`.
        """
        shown = self._shown_by_ring(level, formulas)
        if shown is not None:
            return shown
        first = bisect_left(self._levels, level)
        switches = [self._switches[each] for each in self._levels[first:] if each < ALWAYS]
        return decided(self._solver.check([*switches, *formulas], purpose=purpose))

    def _shown_by_ring(self, level: int, formulas: Sequence[Term]) -> Unsat | None:
        """Return `Unsat` if the ring shows that no state in frame ``level`` satisfies ``formulas``."""
        ring = self._solvers.ring
        if ring is None or not any(ring.concerns(each) for each in formulas):
            return None
        levels = {each.clause: each.level for each in self._blocked if each.level >= level}
        core = ring.core(self._name, (*self._assumed, *levels, *formulas))
        if core is None:
            return None
        used = {levels[each] for each in core if each in levels}.difference((ALWAYS,))
        return Unsat((*core, *(self._switches[each] for each in sorted(used))))

    def lowest_used(self, answer: Unsat) -> int:
        """Return the highest level for whose frame ``answer`` is also valid."""
        return min((self._level_of[each] for each in answer.core if each in self._level_of), default=ALWAYS)

    def formulas(self, level: int) -> tuple[Term, ...]:
        """Return the clauses of frame ``level``."""
        return (*self._assumed, *(each.clause for each in self._blocked if each.level >= level))

    def excluded_up_to(self, cube: Cube) -> int:
        """Return the last frame in which a single clause excludes ``cube``; 0 if there is none."""
        wanted = set(cube)
        return max((each.level for each in self._blocked if each.literals <= wanted), default=0)

    def add(self, new: BlockedCube) -> None:
        """Add a clause, and drop the clauses that it subsumes."""
        kept = [each for each in self._blocked if not (each.level <= new.level and new.literals <= each.literals)]
        self._stale += len(self._blocked) - len(kept)
        self._blocked = [*kept, new]
        self._put(new, 0)

    def raise_level(self, blocked: BlockedCube, level: int) -> None:
        """Propagate a clause to frame ``level``, unless another clause subsumes it there."""
        before, blocked.level = blocked.level, level
        blocked.stuck = None
        stronger = (each for each in self._blocked if each is not blocked and each.level >= level)
        self._stale += 1
        if any(each.literals <= blocked.literals for each in stronger):
            self._blocked.remove(blocked)
            return
        self._put(blocked, before)

    def assume(self, formula: Term) -> None:
        """Add an invariant to all frames."""
        self._assumed.append(formula)
        self._solver.add(formula)
        self._note_change(0, ALWAYS)

    def close(self) -> None:
        """Close the solver."""
        self._solver.close()

    def _put(self, blocked: BlockedCube, before: int) -> None:
        self._note_change(before, blocked.level)
        if (
            self._stale > max(LIMITS.stale_clauses, len(self._blocked))
            or self._solver.known > LIMITS.frame_solver_formulas
        ):
            self._stale = 0
            self._solver.close()
            self._solver = self._opened()
        else:
            self._require(self._solver, blocked)

    def _note_change(self, before: int, after: int) -> None:
        insort(self._levels_before, before)
        insort(self._levels_after, after)

    def _opened(self) -> SwitchedSolver:
        solver = self._solvers.switched()
        for formula in self._assumed:
            solver.add(formula)
        for each in self._blocked:
            self._require(solver, each)
        return solver

    def _require(self, solver: SwitchedSolver, blocked: BlockedCube) -> None:
        level = blocked.level
        if level == ALWAYS:
            solver.add(blocked.clause)
            return
        if level not in self._switches:
            symbol = Symbol(SymbolKind.ACTIVATION, f"frame of {self._name}", level, f"frame {level} of {self._name}")
            self._switches[level] = variable(symbol, BOOL)
            self._level_of[self._switches[level]] = level
            insort(self._levels, level)
        solver.add(implies(self._switches[level], blocked.clause))


class Frames:
    """Frames of all locations; see the module."""

    def __init__(self, solvers: SystemSolvers, known: Invariants) -> None:
        self._at = {each.name: LocationFrames(solvers, each.name, known) for each in solvers.system.locations}
        self._names = solvers.system.names

    def at(self, name: str) -> LocationFrames:
        """Return the frames of the location ``name``."""
        return self._at[name]

    def of_level(self, level: int) -> list[BlockedCube]:
        """Return the clauses of ``level``."""
        return [each for name in self._names for each in self._at[name] if each.level == level]

    def all(self) -> list[BlockedCube]:
        """Return the clauses of all levels."""
        return [each for name in self._names for each in self._at[name]]

    def above(self, level: int) -> dict[str, tuple[Term, ...]]:
        """Return the clauses of levels above ``level``: the next frame of each location."""
        return {name: tuple(each.clause for each in self._at[name] if each.level > level) for name in self._names}

    def close(self) -> None:
        """Close all solvers."""
        for each in self._at.values():
            each.close()
