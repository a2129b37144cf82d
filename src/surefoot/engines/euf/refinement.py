"""Refinement: check a path of the abstract system, and compute lemmas if it is spurious.

The path has cubes A_1, ..., A_n at locations and edges e_0, ..., e_n: from the entry to A_1,
between the cubes, and to an error. The checks are, in order,

1. an empty cube:  D[A_i] is unsatisfiable;
2. an impossible step:  the literals of  A_i & g & A_(i+1)[u]  that hold in a state of the abstract
system are unsatisfiable in the original;
3. a run along the edges: first one that follows the abstract states (hints), then any. After a time
limit the path counts as infeasible; what is learned then is valid anyway.

For 1 and 2 the negation of an unsatisfiable core is a lemma. It is valid because only the core
was assumed, and false on the path. For 3, interpolants give a lemma for each step; together they
are false on the path.

An infeasible path has one interpolant for each of its locations. With copies of the state variables
for each location, step k is  g_k & h_k & x_k+1 = u_k  for its guard, its hints and its update. If
no run takes all steps, there are formulas I_k over the state at the k-th location with

    I_k & g_k & h_k  =>  I_k+1[u_k]        with I_0 = true, and false after the last step
"""

import time
from collections.abc import Iterator, Sequence
from contextlib import closing

from surefoot.base.budget import Budget
from surefoot.base.records import dataclass, replace
from surefoot.discharge.system_solver import RelevantFacts, SwitchedSolver
from surefoot.engines.euf.abstraction import AbstractSystem
from surefoot.engines.ic3.consecution import Preconditions
from surefoot.engines.ic3.domain import Cube
from surefoot.engines.ic3.paths import Path, run_along
from surefoot.engines.limits import LIMITS
from surefoot.engines.searches import NoDecision, decided
from surefoot.invariants.justification import justification
from surefoot.logic import (
    FALSE,
    TRUE,
    Evaluator,
    Symbol,
    SymbolKind,
    Term,
    and_,
    dag_size,
    eq,
    not_,
    or_,
    substitute,
    variable,
    variables_of,
)
from surefoot.smt.contracts import Limits, NoAnswer, Sat, Unsat, Use
from surefoot.smt.interpolation.by_theory import TheoryInterpolator
from surefoot.smt.interpolation.contracts import sequence
from surefoot.smt.interpolation.routing import CheckedInterpolation
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.runs import Run
from surefoot.systems.control.system import ENTRY, ControlSystem, Edge, Invariants


def path_interpolants(
    system: ControlSystem, edges: Sequence[Edge], hints: Sequence[Cube], solvers: SolverFactory, budget: Budget
) -> tuple[Term, ...] | None:
    """Return I_1, ..., I_n of the module over the parameters and state variables of their
    locations.

    Return `None` if no method finds small ones.

    Requires: each edge starts where its predecessor ends, the first one at the entry; ``hints`` has
      formulas over the source of each step; there are at least two edges
    """
    parts = steps_as_formulas(system, edges, hints)
    facts = RelevantFacts(system).new_for(*parts)
    known = [and_(part, *facts) for part in parts]
    found = CheckedInterpolation([TheoryInterpolator(Limits(LIMITS.path_interpolant_seconds))], solvers).interpolants(
        sequence(known), budget
    )
    if isinstance(found, NoAnswer) or any(dag_size(each) > LIMITS.interpolant_subterms for each in found.formulas):
        return None
    return tuple(
        substitute(formula, {_copy(symbol, number): symbol for symbol in system.location(edge.source).symbols})
        for number, (edge, formula) in enumerate(zip(edges[1:], found.formulas, strict=True), start=1)
    )


def steps_as_formulas(system: ControlSystem, edges: Sequence[Edge], hints: Sequence[Cube]) -> list[Term]:
    """Return one formula for each step, over copies of the symbols on which the rest of the path
    depends.
    """
    parts: list[Term] = []
    wanted: frozenset[Term] = frozenset()
    for number, (edge, hint) in reversed(list(enumerate(zip(edges, hints, strict=True)))):
        location = system.location(edge.source)
        updates = {symbol: value for symbol, value in edge.update.items() if symbol in wanted}
        wanted = frozenset(variables_of(edge.guard, *hint, *updates.values()))
        own = {symbol: _copy(symbol, number) for symbol in (*location.symbols, *location.inputs) if symbol in wanted}
        memo: dict[Term, Term] = {}
        equations = (eq(_copy(symbol, number + 1), substitute(value, own, memo)) for symbol, value in updates.items())
        parts.append(and_(*(substitute(each, own, memo) for each in (edge.guard, *hint)), *equations))
    return parts[::-1]


def _copy(symbol: Term, number: int) -> Term:
    own: Symbol = symbol.payload
    return variable(Symbol(SymbolKind.COPY, own.key, number, f"{own} at {number}"), symbol.sort)


SECOND = "z3"
"""Solver for formulas that the main one does not decide."""


@dataclass(frozen=True, slots=True)
class Lemma:
    """``core``, over the abstract symbols of ``location`` and its inputs, is unsatisfiable in the
    original system.
    """

    location: str
    core: Cube

    @property
    def formula(self) -> Term:
        """The valid formula."""
        return not_(and_(*self.core))


@dataclass(frozen=True, slots=True)
class Explanation:
    """Interpolant at a location of a path, and the lemma that the step from there preserves the
    interpolants; over the abstract system.
    """

    location: str
    interpolant: Term
    lemma: Term


@dataclass(frozen=True, slots=True)
class InfeasiblePath:
    """Infeasible path: each step is possible, but no run takes all of them, or none was found in
    time.

    ``hints`` hold in abstract states that make the steps. ``conditions`` are, for each location
    of the path, the weakest preconditions of the rest over the state there.
    """

    path: Path
    hints: tuple[Cube, ...]
    conditions: tuple[Term, ...]


class LemmaRefinement:
    """Checker of paths of ``abstract``. Both ``known`` and ``lemmas`` are formulas of the abstract
    system.
    """

    def __init__(
        self,
        abstract: AbstractSystem,
        preconditions: Preconditions,
        known: Invariants,
        solvers: SolverFactory,
        budget: Budget,
    ) -> None:
        self._abstract = abstract
        self._preconditions = preconditions
        self._known = known
        self._solvers = solvers
        self._budget = budget
        self._steps = SwitchedSolver(abstract.system, solvers.new())
        self._original = solvers.new()
        self._began = time.thread_time()

    def close(self) -> None:
        """Close the solvers."""
        self._steps.close()
        self._original.close()

    def refuted(self, path: Path, lemmas: Invariants) -> Run | Lemma | InfeasiblePath:
        """Return a run along ``path``, or the reason why there is none. Raises `NoDecision`.

        Requires: ``lemmas`` are valid
        """
        obligations = []
        here = path.then
        while here is not None:
            obligations.append(here)
            here = here.then
        for each in reversed(obligations):
            core = self._core(each.name, each.cube)
            if core is not None:
                return Lemma(each.name, core)
        cubes = [(), *(each.cube for each in obligations)]
        steps = list(zip(path.edges, cubes, [*cubes[1:], ()], strict=True))
        hints: list[Cube] = []
        for edge, before, after in reversed(steps):
            literals = self._step(edge, before, after, lemmas)
            core = self._core(edge.source, literals)
            if core is not None:
                return Lemma(edge.source, core)
            hints.insert(0, literals)
        return self._run_in_time(path, hints) or InfeasiblePath(path, tuple(hints), tuple(self._conditions(path)))

    def run(self, path: Path) -> Run | None:
        """Return a run along the edges of ``path``, if there is one. Raises `NoDecision`."""
        edges, _ = self._originals(path, ())
        return run_along(self._abstract.original, edges, self._solvers)

    def explained(self, reason: InfeasiblePath) -> tuple[Explanation, ...]:
        """Return interpolants of the path with their lemmas; nothing if none were found or a lemma
        is not confirmed.
        """
        edges, hints = self._originals(reason.path, reason.hints)
        if len(edges) == 1:
            return ()
        found = path_interpolants(self._abstract.original, edges, hints, self._solvers, self._budget)
        if found is None:
            return ()
        chain = [TRUE, *map(self._abstract.abstraction.abstract, found), FALSE]
        explanations: list[Explanation] = []
        for edge, hint, before, after in zip(reason.path.edges, reason.hints, chain[:-1], chain[1:], strict=True):
            taken = (before, self._preconditions.guard(edge), *hint)
            lemma = or_(*map(not_, taken), self._preconditions.of(edge, after))
            try:
                if not self.holds(edge.source, lemma):
                    return ()
            except NoDecision:
                return ()
            explanations.append(Explanation(edge.source, before, lemma))
        return tuple(explanations)

    def _run_in_time(self, path: Path, hints: Sequence[Cube]) -> Run | None:
        """Return a run along the edges of ``path`` if one is found in time. Hints save search where
        the abstract path is feasible.
        """
        edges, hinted = self._originals(path, hints)
        seconds = max(LIMITS.abstract_run_seconds, LIMITS.abstract_run_share * (time.thread_time() - self._began))
        hurried = replace(self._solvers, limits=Limits(seconds))
        for wanted in (hinted, ()):
            try:
                run = run_along(self._abstract.original, edges, hurried, wanted)
            except NoDecision:
                self._budget.spend()
                continue
            if run is not None:
                return run
        return None

    def _originals(self, path: Path, hints: Sequence[Cube]) -> tuple[list[Edge], list[Cube]]:
        original = self._abstract.abstraction.original
        edges = [self._abstract.original_edge(edge) for edge in path.edges]
        return edges, [tuple(map(original, hint)) for hint in hints]

    def _conditions(self, path: Path) -> Iterator[Term]:
        ahead: list[Term] = []
        for edge in reversed(path.edges):
            ahead = [self._preconditions.guard(edge), *(self._preconditions.of(edge, each) for each in ahead)]
            yield from ahead

    def is_valid(self, formula: Term) -> bool:
        """Return whether ``formula`` of the abstract system is valid in the original one. Raises
        `NoDecision`.
        """
        negation = not_(self._abstract.abstraction.original(formula))
        if negation is FALSE:
            return True
        return isinstance(decided(self._original.check([negation], purpose="schemata")), Unsat)

    def holds(self, name: str, formula: Term) -> bool:
        """Return whether ``formula`` of the abstract system follows, in the original one, from the
        known facts at ``name``. Raises `NoDecision`.
        """
        return self._core(name, (not_(formula),)) is not None

    def _step(self, edge: Edge, before: Cube, after: Cube, lemmas: Invariants) -> Cube:
        """Return literals of an abstract state from which ``edge`` leads from ``before`` into
        ``after``; none without such a state.
        """
        reached = and_(self._preconditions.guard(edge), *(self._preconditions.of(edge, each) for each in after))
        assumed = self._abstract.system.assumption(edge.source, self._known)
        answer = decided(
            self._steps.check([*assumed, *lemmas.get(edge.source, ()), *before, reached], purpose="refinement")
        )
        if not isinstance(answer, Sat):
            return ()
        state = Evaluator(answer.model.value, answer.model.apply)
        return tuple(dict.fromkeys((*before, *justification(reached, state, lambda _: True))))

    def _core(self, name: str, literals: Cube) -> Cube | None:
        """Return a core of ``literals`` and the known facts at ``name`` that is unsatisfiable in
        the original system.

        Return `None` if they are satisfiable.
        """
        original = self._abstract.abstraction.original
        pairs = {literal: original(literal) for literal in literals}
        false = next((literal for literal, term in pairs.items() if term is FALSE), None)
        if false is not None:
            return (false,)
        facts = RelevantFacts(self._abstract.original)
        assumed = self._abstract.system.assumption(name, self._known) if name != ENTRY else ()
        pairs |= {each: original(each) for each in assumed}
        for fact in facts.new_for(*pairs.values()):
            pairs[self._abstract.abstraction.abstract(fact)] = fact
        core = self._unsatisfiable([pair for pair in pairs.items() if pair[1] is not TRUE])
        return None if core is None else tuple(literal for literal, _ in core)

    def _unsatisfiable(self, pairs: Sequence[tuple[Term, Term]]) -> list[tuple[Term, Term]] | None:
        """Return a minimal core of the second components of ``pairs``, if they are unsatisfiable."""
        core = self._refuted(pairs)
        if core is None:
            return None
        for pair in list(core):
            if len(core) > 1 and pair in core:
                core = self._refuted([each for each in core if each is not pair]) or core
        return core

    def _refuted(self, pairs: Sequence[tuple[Term, Term]]) -> list[tuple[Term, Term]] | None:
        answer = self._answer([term for _, term in pairs])
        if not isinstance(answer, Unsat):
            return None
        core = set(answer.core)
        return [pair for pair in pairs if pair[1] in core]

    def _answer(self, formulas: Sequence[Term]) -> Sat | Unsat:
        """Return the answer of the main solver, or of another one if the main one has none.

        Literals may compare arrays with constant arrays, which formulas of the system never do.
        """
        answer = self._original.check(formulas, purpose="refinement")
        if not isinstance(answer, NoAnswer) or self._solvers.main == SECOND:
            return decided(answer)
        with closing(self._solvers.open_confirming(SECOND, Use.INCREMENTAL, self._budget)) as second:
            return decided(second.check(formulas, purpose="refinement"))
