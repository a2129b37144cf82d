"""Abstraction refinement loop: search, check the path, refine.

Clauses of the frames are kept: a refined abstraction has fewer runs, so they stay valid.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from surefoot.base.budget import Budget
from surefoot.base.records import dataclass
from surefoot.discharge.system_solver import SystemSolvers
from surefoot.engines.euf.abstraction import AbstractSystem, Culprit, DataAbstraction, compares_arrays, is_light
from surefoot.engines.euf.projection import AbstractPredicates, Projection, TermGrowth, Terms, Universe, atoms_of
from surefoot.engines.euf.refinement import InfeasiblePath, Lemma, LemmaRefinement
from surefoot.engines.euf.schemata import instances
from surefoot.engines.ic3.frames import BlockedCube
from surefoot.engines.ic3.generalisation import Effort
from surefoot.engines.ic3.search import FrameSearch, Inductive
from surefoot.engines.searches import NoDecision
from surefoot.logic import FALSE, TRUE, Term, variables_of
from surefoot.smt.contracts import NoAnswer
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.runs import Run
from surefoot.systems.control.system import ControlSystem, Error, Invariants


@dataclass(frozen=True, slots=True)
class Strategy:
    """Options of abstraction and refinement."""

    rewriting: bool = True
    """Compose steps in the original system, so that terms simplify."""
    terms: Terms = Terms.EXPRESSED
    """Language of cubes."""
    max_lemmas: int = 3
    """Number of lemmas about an operator after which it becomes concrete; 0 is never."""
    paths: int = 1
    """Number of infeasible paths after which cubes are composed; 0 is never."""
    schemata: bool = False
    """Add schematic lemmas about the terms of a lemma."""
    concrete: tuple[Culprit, ...] = ()
    """Operators and theories that are concrete from the start."""
    interpolants: bool = False
    """Interpolate every infeasible path before its conditions are used, not only if these are not
    new.
    """


class RefinementLoop:
    """The loop for one system, through a sequence of abstractions.

    Requires: ``known`` is inductive
    """

    def __init__(
        self,
        system: ControlSystem,
        known: Invariants,
        strategy: Strategy,
        effort: Effort,
        solvers: SolverFactory,
        budget: Budget,
        on_frame: Callable[[int], None],
        on_refinement: Callable[[int, int], None],
    ) -> None:
        self._system = system
        self._known = known
        self._strategy = strategy
        self._effort = effort
        self._solvers = solvers
        self._budget = budget
        self._on_frame = on_frame
        self._on_refinement = on_refinement
        self._blamed: Counter[Culprit] = Counter()
        self._lemmas: dict[str, dict[Term, None]] = {}
        self._terms = strategy.terms
        self._disconnected = 0
        self._universe: Universe | None = None
        self._predicates: AbstractPredicates = {}
        self._open(DataAbstraction(strategy.concrete), {}, [], 1)

    def result(self, is_relevant: Callable[[Error], bool]) -> Inductive | Run | NoAnswer:
        """Decide whether a run of the original system takes an edge to a relevant error. Raises
        `OutOfBudget`.
        """
        while True:
            try:
                found = self._search.path(is_relevant)
                if isinstance(found, NoAnswer):
                    return found
                if isinstance(found, Inductive):
                    return Inductive(self._originals(found.invariants))
                reason = self._refinement.refuted(found, self._lemmas_at())
                if isinstance(reason, Run):
                    return reason
                if not self._refine(reason):
                    return self._refinement.run(found) or NoAnswer("no lemma excludes an infeasible abstract path")
            except TermGrowth as piles:
                self._concretise(piles.culprits)
            except NoDecision as unknown:
                return NoAnswer(unknown.reason)

    def close(self) -> None:
        """Close all solvers."""
        self._search.close()
        self._refinement.close()

    def _open(
        self,
        abstraction: DataAbstraction,
        lemmas: dict[str, dict[Term, None]],
        learnt: Iterable[tuple[str, tuple[Term, ...], int]],
        last: int,
    ) -> None:
        """Start a search with ``abstraction``; ``lemmas`` and ``learnt`` are over the original
        system.
        """
        abstract = AbstractSystem(self._system, abstraction)
        preconditions = abstract.preconditions(rewriting=self._strategy.rewriting)
        known = abstract.invariants(self._known)
        self._abstract = abstract
        self._preconditions = preconditions
        self._universe = self._universe_of(abstract)
        rewriting = self._strategy.rewriting
        is_bounded = self._strategy.max_lemmas > 0
        domain = Projection(abstract, self._universe, self._predicates, is_bounded=is_bounded, rewriting=rewriting)
        self._search = FrameSearch(
            SystemSolvers(abstract.system, self._solvers),
            known,
            domain,
            self._effort,
            self._budget,
            self._on_frame,
            preconditions=preconditions,
        )
        self._refinement = LemmaRefinement(abstract, preconditions, known, self._solvers, self._budget)
        self._lemmas = {}
        for name, formulas in lemmas.items():
            for formula in map(abstraction.abstract, formulas):
                if not compares_arrays(formula):
                    self._assume(name, formula)
        cubes = ((name, tuple(map(abstraction.abstract, cube)), level) for name, cube, level in learnt)
        self._search.resume((BlockedCube(*each) for each in cubes if not compares_arrays(*each[1])), last)

    def _universe_of(self, abstract: AbstractSystem) -> Universe | None:
        if self._terms is Terms.COMPOSED:
            return None
        return Universe(abstract, has_all_formulas=self._terms is Terms.EXPRESSED)

    def _refine(self, reason: Lemma | InfeasiblePath) -> bool:
        """Refine the abstraction for ``reason``; return whether something is new."""
        if isinstance(reason, InfeasiblePath):
            return self._connect(reason)
        blamed = self._abstract.abstraction.culprits(*reason.core)
        self._blamed.update(list(blamed))
        if self._strategy.max_lemmas:
            repeated = [each for each in blamed if self._blamed[each] > self._strategy.max_lemmas]
            if repeated:
                return self._concretise(repeated)
        if reason.formula in self._lemmas.get(reason.location, ()):
            return self._concretise(blamed)
        if self._universe is not None:
            self._universe.add(reason.core)
        name = reason.location
        self._learn(name, reason.formula)
        learnt = 1
        if self._strategy.schemata:
            for law in instances(reason.core, self._abstract.abstraction):
                self._budget.spend()
                if law not in self._lemmas[name] and self._refinement.is_valid(law):
                    self._learn(name, law)
                    learnt += 1
        self._on_refinement(learnt, 0)
        return True

    def _connect(self, reason: InfeasiblePath) -> bool:
        """Extend the language of cubes so that they exclude an infeasible path; return whether
        something is new.

        The extension is by the conditions of the path, by its interpolants, or by all composed
        terms, with light operators concrete so that these simplify.
        """
        self._disconnected += 1
        skip_interpolation = self._disconnected > self._strategy.paths > 0
        if not skip_interpolation:
            ways = [self._add_conditions, self._explain]
            if any(way(reason) for way in (reversed(ways) if self._strategy.interpolants else ways)):
                return True
        culprits = self._abstract.abstraction.culprits(*reason.conditions)
        if self._terms is not Terms.COMPOSED:
            self._terms = Terms.COMPOSED
            self._reopen([each for each in culprits if is_light(each)] if self._strategy.max_lemmas else ())
            return True
        return self._concretise(culprits)

    def _add_conditions(self, reason: InfeasiblePath) -> bool:
        is_new = self._universe is not None and self._universe.add(reason.conditions)
        if is_new:
            self._on_refinement(0, 0)
        return is_new

    def _explain(self, reason: InfeasiblePath) -> bool:
        lemmas = predicates = 0
        for each in self._refinement.explained(reason):
            own = self._predicates.setdefault(each.location, {})
            predicates -= len(own)
            own |= dict.fromkeys(atoms_of(each.interpolant))
            predicates += len(own)
            if each.lemma is not TRUE and each.lemma not in self._lemmas.get(each.location, ()):
                self._learn(each.location, each.lemma)
                lemmas += 1
        if lemmas or predicates:
            self._on_refinement(lemmas, 0)
        return lemmas + predicates > 0

    def _learn(self, name: str, formula: Term) -> None:
        """Add a valid ``formula`` at a location and, if it has no inputs, its preconditions at the
        predecessors.
        """
        self._assume(name, formula)
        inputs = self._abstract.system.location(name).inputs
        if not set(inputs).isdisjoint(variables_of(formula)):
            return
        for edge in self._abstract.system.edges_into(name):
            before = self._preconditions.of(edge, formula)
            if before is not TRUE:
                self._assume(edge.source, before)

    def _assume(self, name: str, formula: Term) -> None:
        if formula is not TRUE and formula not in self._lemmas.setdefault(name, {}):
            self._lemmas[name][formula] = None
            self._search.assume({name: (formula,)})

    def _concretise(self, culprits: Iterable[Culprit]) -> bool:
        """Make ``culprits`` concrete; return whether there were any."""
        new = [each for each in culprits if each not in self._abstract.abstraction.concrete]
        if new:
            self._reopen(new)
        return bool(new)

    def _reopen(self, culprits: Sequence[Culprit]) -> None:
        """Restart with ``culprits`` concrete and all lemmas and clauses kept."""
        original = self._abstract.abstraction.original
        lemmas = {name: {original(each): None for each in formulas} for name, formulas in self._lemmas.items()}
        learnt = []
        for each in self._search.learnt():
            cube = tuple(term for term in map(original, each.cube) if term is not TRUE)
            if FALSE not in cube:
                learnt.append((each.name, cube, each.level))
        predicates = {name: [*map(original, each)] for name, each in self._predicates.items()}
        last = self._search.last
        self.close()
        abstraction = self._abstract.abstraction.more_concrete(culprits)
        self._predicates = {name: dict.fromkeys(map(abstraction.abstract, each)) for name, each in predicates.items()}
        self._open(abstraction, lemmas, learnt, last)
        self._on_refinement(0, len(culprits))

    def _lemmas_at(self) -> Invariants:
        return {name: tuple(formulas) for name, formulas in self._lemmas.items()}

    def _originals(self, invariants: Invariants) -> Invariants:
        original = self._abstract.abstraction.original
        return {name: tuple(map(original, formulas)) for name, formulas in invariants.items()}
