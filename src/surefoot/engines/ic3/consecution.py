"""Consecution queries of IC3: decide whether a step leads from a frame into a cube.

For a cube c at a location m and frame i, the query for each edge e from l to m is

    F_i(l) & d_l & g_e & c[u_e]  and, if l = m, not c

If all queries are unsatisfiable, the frames up to i + 1 of m can exclude c.

Weakest preconditions along edges.
"""

from collections.abc import Sequence
from typing import Protocol

from surefoot.base.records import dataclass, replace
from surefoot.engines.ic3.domain import Cube
from surefoot.engines.ic3.frames import ALWAYS, Frames
from surefoot.logic import FALSE, Evaluator, Term, and_, not_, with_split_comparisons, with_split_reads
from surefoot.smt.contracts import Sat
from surefoot.systems.control.system import ENTRY, ControlSystem, Edge


class Preconditions(Protocol):
    """Preconditions over the parameters, state variables and inputs of an edge's source."""

    def guard(self, edge: Edge) -> Term:
        """Return the guard of ``edge``."""
        ...

    def of(self, edge: Edge, formula: Term) -> Term:
        """Return the weakest precondition of ``formula`` along ``edge``."""
        ...


class WeakestPreconditions:
    """Weakest preconditions by substitution, memoised."""

    def __init__(self, system: ControlSystem) -> None:
        self._after: dict[int, dict[Term, Term]] = {id(edge): {} for edge in system.edges}
        self._split: dict[Term, Term] = {}
        self._reads: dict[tuple[Term, Term], Term] = {}
        self._compared: dict[Term, Term] = {}

    def guard(self, edge: Edge) -> Term:
        """Return the guard of ``edge``."""
        return self._in_cases(edge.guard)

    def of(self, edge: Edge, formula: Term) -> Term:
        """Return the weakest precondition of ``formula`` along ``edge``."""
        return self._in_cases(edge.after(formula, self._after[id(edge)]))

    def _in_cases(self, formula: Term) -> Term:
        return with_split_comparisons(with_split_reads(formula, self._split, self._reads), self._compared)


@dataclass(frozen=True, slots=True)
class Reason:
    """Unsatisfiable core of one edge: no step from ``frame`` leads to a state where ``literals``
    hold, except from the cube.
    """

    literals: frozenset[Term]
    frame: int


@dataclass(frozen=True, slots=True)
class Predecessor:
    """A step along ``edge`` from ``state`` into the cube.

    ``reached`` is the formula over the source that makes it one: the guard and the cube after
    the edge.
    """

    edge: Edge
    reached: Term
    state: Evaluator
    is_spurious: bool = False
    """True if the step leads to a state that predicates cannot distinguish from one in the cube."""
    reasons: tuple[Reason, ...] = ()
    """Cores of the edges queried before, along which no step leads into the cube."""


@dataclass(frozen=True, slots=True)
class Excluded:
    """No step from the frames leads into the cube, except from the cube itself; one core for each
    edge.
    """

    reasons: tuple[Reason, ...]

    @property
    def frame(self) -> int:
        """The last frame from which no step leads into the cube."""
        return min((each.frame for each in self.reasons), default=ALWAYS)

    @property
    def level(self) -> int:
        """The last frame from which the cube can be excluded."""
        return ALWAYS if self.frame == ALWAYS else self.frame + 1

    def needed(self, cube: Cube) -> Cube:
        """Return the literals of ``cube`` in the cores. The smaller cube is excluded for the same
        reasons.
        """
        mentioned = frozenset[Term]().union(*(each.literals for each in self.reasons))
        return tuple(literal for literal in cube if literal in mentioned)


class Consecution:
    """Consecution queries about the edges of ``system``, decided by the solvers of ``frames``."""

    def __init__(self, system: ControlSystem, frames: Frames, preconditions: Preconditions) -> None:
        self._system = system
        self._frames = frames
        self._preconditions = preconditions

    def decide(self, name: str, cube: Cube, frame: int, before: Sequence[Reason] = ()) -> Excluded | Predecessor:
        """Decide whether a step leads from ``frame`` into ``cube`` at ``name``.

        ``before`` are cores for the first edges, from an answer about this cube or one that
        implies it; a core with literals of ``cube`` only stays valid.
        """
        wanted = set(cube)
        reasons: list[Reason] = []
        for number, edge in enumerate(self._system.edges_into(name)):
            known = before[number] if number < len(before) else None
            if known is not None and known.frame >= frame and known.literals <= wanted:
                reasons.append(known)
                continue
            found = self._step(edge, cube, frame)
            if isinstance(found, Predecessor):
                return replace(found, reasons=tuple(reasons))
            reasons.append(found)
        return Excluded(tuple(reasons))

    def _step(self, edge: Edge, cube: Cube, frame: int) -> Reason | Predecessor:
        """Decide whether a step along ``edge`` leads from ``frame`` into ``cube``."""
        if frame < 1 and edge.source != ENTRY:
            return Reason(frozenset(), 0)
        after = [self._preconditions.of(edge, literal) for literal in cube]
        for literal, term in zip(cube, after, strict=True):
            if term is FALSE:
                return Reason(frozenset({literal}), ALWAYS)
        guard = self._preconditions.guard(edge)
        formulas = [guard, *after]
        if edge.source == edge.target:
            formulas.append(not_(and_(*cube)))
        frames = self._frames.at(edge.source)
        answer = frames.check(frame, formulas, "consecution")
        if isinstance(answer, Sat):
            return Predecessor(edge, and_(guard, *after), Evaluator(answer.model.value, answer.model.apply))
        core = set(answer.core)
        needed = (literal for literal, term in zip(cube, after, strict=True) if term in core)
        return Reason(frozenset(needed), frames.lowest_used(answer))
