"""Property-directed invariants (IC3; Bradley, VMCAI 2011) with one sequence of frames for each cut point.

A cube is a conjunction of literals over the symbols of a cut point. Frame i of a cut point excludes cubes that no run meets there in
its first i segments. States that fail are pushed backwards as cubes until the frames before exclude them; what
excludes them is generalised to few literals. When two frames agree they are an inductive invariant.

Ensures  the result is inductive together with ``known`` and excludes every failure; or there is none
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from surefoot.analysis.justification import justification
from surefoot.budget import Budget
from surefoot.logic import FALSE, Evaluator, Term, and_, constant, dag_size, eq, not_, substitute, variables_of
from surefoot.solvers.contracts import Answer, Model, NoAnswer, Sat, Solver, Unsat
from surefoot.systems.cutpoints import Place
from surefoot.systems.layout import Layout
from surefoot.systems.segments import Edge

Cube = tuple[Term, ...]


class _NoInvariant(Exception):
    """The search ended without an invariant: the entry was reached, or a solver did not answer."""


@dataclass(slots=True)
class _Blocked:
    """No run is in ``cube`` at ``place`` after at most ``level`` segments."""

    place: Place
    cube: Cube
    level: int
    clause: Term = field(init=False)

    def __post_init__(self) -> None:
        self.clause = not_(and_(*self.cube))


def property_directed(
    edges: Sequence[Edge],
    failures: Mapping[Place, Term],
    known: Mapping[Place, Sequence[Term]],
    symbols: Mapping[Place, frozenset[Term]],
    solver: Solver,
    layout: Layout,
    budget: Budget,
) -> dict[Place, tuple[Term, ...]] | None:
    """Invariants that exclude ``failures``, without those in ``known``; ``None`` if the search does not find any."""
    search = _Search(edges, failures, known, symbols, solver, layout, budget)
    try:
        return search.run()
    except _NoInvariant:
        return None


class _Search:
    def __init__(
        self,
        edges: Sequence[Edge],
        failures: Mapping[Place, Term],
        known: Mapping[Place, Sequence[Term]],
        symbols: Mapping[Place, frozenset[Term]],
        solver: Solver,
        layout: Layout,
        budget: Budget,
    ) -> None:
        self._failures = failures
        self._known = known
        self._symbols = symbols
        self._solver = solver
        self._layout = layout
        self._budget = budget
        self._into: dict[Place, list[Edge]] = {place: [] for place in failures}
        for edge in edges:
            self._into[edge.target].append(edge)
        self._memos: dict[int, dict[Term, Term]] = {id(edge): {} for edge in edges}
        self._blocked: list[_Blocked] = []

    def run(self) -> dict[Place, tuple[Term, ...]]:
        level = 0
        while True:
            level += 1
            for place, failure in self._failures.items():
                self._exclude(place, failure, level)
            fixed = self._propagate(level)
            if fixed is not None:
                return {
                    place: tuple(each.clause for each in self._blocked if each.place == place and each.level > fixed)
                    for place in self._failures
                }

    # ---- failures and the cubes that lead to them

    def _exclude(self, place: Place, failure: Term, level: int) -> None:
        """Strengthen frame ``level`` of ``place`` until no state in it fails."""
        while True:
            answer = self._check([failure, *self._frame(place, level)])
            if isinstance(answer, Unsat):
                return
            self._block(place, self._lifted(place, failure, _model(answer)), level)

    def _block(self, place: Place, cube: Cube, level: int) -> None:
        """Exclude ``cube`` from frame ``level`` of ``place``, and what leads to it from the frames before."""
        waiting: list[tuple[int, int, Place, Cube]] = [(level, 0, place, cube)]
        while waiting:
            self._budget.spend()
            waiting.sort(key=lambda each: (each[0], -each[1]))
            level_here, depth, here, bad = waiting[0]
            if self._is_excluded(here, bad, level_here):
                waiting.pop(0)
                continue
            found = self._predecessor(here, bad, level_here)
            if isinstance(found, tuple):
                source, before = found
                waiting.insert(0, (level_here - 1, depth + 1, source, before))
                continue
            waiting.pop(0)
            general = self._generalised(here, bad, found, level_here)
            reached = level_here
            while reached < level and self._core(here, general, reached + 1) is not None:
                reached += 1
            self._add(_Blocked(here, general, reached))
            if reached < level:
                waiting.append((reached + 1, depth, here, bad))

    def _is_excluded(self, place: Place, cube: Cube, level: int) -> bool:
        wanted = set(cube)
        if any(e.place == place and e.level >= level and wanted.issuperset(e.cube) for e in self._blocked):
            return True
        return isinstance(self._check([*cube, *self._frame(place, level)]), Unsat)

    def _predecessor(self, place: Place, cube: Cube, level: int) -> "tuple[Place, Cube] | set[Term]":
        """A cube one segment before ``cube`` in frame ``level - 1``; if there is none, literals that suffice for that."""
        needed: set[Term] = set()
        for edge, formulas, after in self._queries(place, cube, level):
            answer = self._check([*formulas, *after.values()])
            if isinstance(answer, Sat):
                if edge.source is None:
                    raise _NoInvariant
                reached = and_(edge.guard, *after.values())
                return edge.source, self._lifted(edge.source, reached, answer.model)
            if isinstance(answer, NoAnswer):
                raise _NoInvariant
            core = set(answer.core)
            needed.update(literal for literal, term in after.items() if term in core or term is FALSE)
        return needed

    def _queries(self, place: Place, cube: Cube, level: int) -> Iterator[tuple[Edge, list[Term], dict[Term, Term]]]:
        """For each edge into ``place`` what holds before it, and the literals of ``cube`` as they are after it."""
        for edge in self._into[place]:
            if edge.source is not None and level <= 1:
                continue
            memo = self._memos[id(edge)]
            after = {literal: substitute(literal, edge.values, memo) for literal in cube}
            before = [edge.guard]
            if edge.source is not None:
                before += self._frame(edge.source, level - 1)
                if edge.source == place:
                    before.append(not_(and_(*cube)))
            yield edge, before, after

    # ---- fewer literals

    def _lifted(self, place: Place, reached: Term, model: Model) -> Cube:
        """The state of ``model`` at ``place``, without what it does not need to reach ``reached`` with its choices."""
        symbols = self._symbols[place]
        literals = justification(reached, Evaluator(model.value), symbols.__contains__)
        chosen = (
            eq(choice, constant(model.value(choice), choice.sort))
            for choice in variables_of(reached)
            if choice not in symbols
        )
        answer = self._check([not_(reached), *chosen, *literals])
        if not isinstance(answer, Unsat):
            return literals
        core = set(answer.core)
        return tuple(literal for literal in literals if literal in core)

    def _generalised(self, place: Place, cube: Cube, needed: set[Term], level: int) -> Cube:
        """Fewer literals of ``cube`` that still are excluded at ``level``."""
        kept = [literal for literal in cube if literal in needed]
        if self._core(place, tuple(kept), level) is None:
            kept = list(cube)
        for literal in sorted(kept, key=dag_size, reverse=True):
            if literal not in kept or len(kept) == 1:
                continue
            fewer = tuple(each for each in kept if each is not literal)
            core = self._core(place, fewer, level)
            if core is not None:
                shrunk = tuple(each for each in fewer if each in core)
                kept = list(shrunk if shrunk and self._core(place, shrunk, level) is not None else fewer)
        return tuple(kept)

    def _core(self, place: Place, cube: Cube, level: int) -> set[Term] | None:
        """Literals of ``cube`` because of which no run gets from frame ``level - 1`` into it; ``None`` if one does."""
        needed: set[Term] = set()
        for _, formulas, after in self._queries(place, cube, level):
            self._budget.spend()
            answer = self._check([*formulas, *after.values()])
            if not isinstance(answer, Unsat):
                return None
            core = set(answer.core)
            needed.update(literal for literal, term in after.items() if term in core or term is FALSE)
        return needed

    # ---- frames

    def _frame(self, place: Place, level: int) -> list[Term]:
        found = [*self._known.get(place, ())]
        found += [each.clause for each in self._blocked if each.place == place and each.level >= level]
        return found

    def _add(self, new: _Blocked) -> None:
        literals = set(new.cube)
        self._blocked = [
            each
            for each in self._blocked
            if not (each.place == new.place and each.level <= new.level and literals.issubset(each.cube))
        ]
        self._blocked.append(new)

    def _propagate(self, last: int) -> int | None:
        """Push cubes to later frames; the level whose frame is like the next, if there is one."""
        for level in range(1, last + 1):
            for each in [each for each in self._blocked if each.level == level]:
                if self._core(each.place, each.cube, level + 1) is not None:
                    each.level = level + 1
            if not any(each.level == level for each in self._blocked):
                return level
        return None

    def _check(self, formulas: Sequence[Term]) -> Answer:
        if any(formula is FALSE for formula in formulas):
            return Unsat(tuple(formula for formula in formulas if formula is FALSE))
        for formula in formulas:
            for fact in self._layout.facts_for(formula):
                self._solver.add(fact)
        return self._solver.check(formulas, purpose="property-directed invariants")


def _model(answer: Answer) -> Model:
    if isinstance(answer, Sat):
        return answer.model
    raise _NoInvariant
