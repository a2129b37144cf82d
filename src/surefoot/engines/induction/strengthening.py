"""Strengthening of the inductive step: runs the stages of invariant generation for a goal, and
shares what they find.
"""

from collections.abc import Sequence
from contextlib import suppress

from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.base.records import replace
from surefoot.discharge.case_by_case import is_unsatisfiable_by_cases
from surefoot.discharge.congruent_products import products_of
from surefoot.discharge.system_solver import ProductsSolver, SystemSolver
from surefoot.engines.board import CandidatesExhausted, InvariantsFound, published_invariants
from surefoot.engines.induction.inductive_step import InductiveStep
from surefoot.engines.tasks import SystemTask
from surefoot.invariants.generation import (
    ANNOTATED,
    TEMPLATES,
    Filter,
    HeapObjects,
    Stage,
    filtered,
    inductive_source_of,
    schedule,
    source_of,
)
from surefoot.invariants.limits import LIMITS
from surefoot.invariants.reduction import reduced
from surefoot.invariants.source import GenerationContext, InductiveSet
from surefoot.logic import Term, and_, not_
from surefoot.program.access import constants_of
from surefoot.smt.contracts import Use
from surefoot.systems.control.quantified import QuantifiedInvariant, QuantifiedInvariants, has_pools
from surefoot.systems.control.system import ControlSystem, Edge, Error, Invariants


class Strengthening:
    """Inductive invariants of a goal's control system, extended stage by stage."""

    def __init__(self, task: SystemTask, *, with_ring: bool = True) -> None:
        self.task = task
        self.with_ring = with_ring
        self._system = task.system
        self._solvers = task.solvers
        self._budget = task.budget
        goal = task.goal
        self._context = GenerationContext(task.system, lambda: constants_of(goal.program, goal.checked), task.budget)
        self._has_begun = False
        """Whether a simple stage was run here."""

    @property
    def known(self) -> InductiveSet:
        """The invariants found so far."""
        return self._context.known

    def stages(self, k: int) -> list[Stage]:
        """Return the stages that run at `k`, in order."""
        fitting = {HeapObjects.ANY, HeapObjects.SUMMARISED if has_pools(self._system) else HeapObjects.NONE}
        return [each for each in schedule() if each.k == k and each.objects in fitting]

    def simple(self) -> Invariants:
        """Run the simple stages, and return the invariants."""
        for stage in schedule():
            if stage.is_simple:
                self.run(stage)
        return self.known.invariants

    def annotated(self) -> Invariants:
        """Run the stage of user-supplied invariants, and return the invariants."""
        for stage in schedule():
            if stage.name == ANNOTATED:
                self.run(stage)
        return self.known.invariants

    def run(self, stage: Stage) -> InductiveSet:
        """Extend the invariants by what is inductive of the candidates of `stage`, and return them.

        Simple stages that another engine has completed are replaced by its invariants.
        """
        board = self.task.board
        if stage.is_simple and board.receive(CandidatesExhausted):
            if not self._has_begun:
                self._context.are_simple_published = True
                self._keep(InductiveSet(published_invariants(board), {}), is_new=False)
            return self.known
        self._has_begun |= stage.is_simple
        if stage.filter is Filter.BY_SOURCE:
            self._run_inductive(stage)
        else:
            self._filter(stage)
        if stage.name == TEMPLATES:
            board.post(CandidatesExhausted())
        return self.known

    def _filter(self, stage: Stage) -> None:
        candidates = source_of(stage)(self._context)
        if not candidates:
            return
        if stage.filter is Filter.CONJUNCTION_FIRST:
            together = {name: tuple(terms) for name, terms in candidates.by_location.items() if terms}
            if self._are_inductive(together):
                self._keep(InductiveSet(together, {}))
                return
        with suppress(OutOfBudget):
            self._keep(filtered(self._context, candidates, self._solvers, self._share(stage), with_ring=self.with_ring))
        self._budget.spend()

    def _run_inductive(self, stage: Stage) -> None:
        share = self._share(stage)
        solvers = replace(self._solvers, budget=share)
        exact = solvers
        if stage.query_seconds is not None:
            solvers = replace(solvers, limits=replace(solvers.limits, seconds=stage.query_seconds))
            exact = replace(solvers, limits=replace(solvers.limits, seconds=LIMITS.product_query_seconds))

        def new_solver(system: ControlSystem) -> SystemSolver:
            products = products_of(system)
            if products is None:
                return SystemSolver(system, solvers.new())
            return ProductsSolver(system, exact.new(), solvers.new(), products)

        with suppress(OutOfBudget):
            self._context.known = inductive_source_of(stage)(self._context, new_solver, share)
        self._budget.spend()

    def _share(self, stage: Stage) -> Budget:
        return self._budget if stage.seconds is None else self._budget.at_most_work(stage.seconds)

    def _keep(self, found: InductiveSet, *, is_new: bool = True) -> None:
        """Record what was found; other engines get only invariants that are inductive without
        quantified ones.
        """
        self._context.known = found
        if not found.quantified:
            self._context.standalone = found.invariants
            if is_new:
                self.task.board.post(InvariantsFound(found.invariants))

    def suffices(self) -> bool:
        """Return whether the invariants exclude every failure.

        Formulas about all elements of arrays have many cases, which are queried one by one.
        """
        failing = (edge for edge in self._system.edges if isinstance(edge.target, Error))
        known = self.known.invariants
        return all(
            self._is_excluded(and_(edge.guard, *self._system.assumption(edge.source, known))) for edge in failing
        )

    def _are_inductive(self, candidates: Invariants) -> bool:
        return all(self._is_kept(edge, candidates) for edge in self._system.transitions)

    def _is_kept(self, edge: Edge, candidates: Invariants) -> bool:
        """Return whether `edge` establishes the candidates at its target under those at its source."""
        memo: dict[Term, Term] = {}
        kept = and_(*(edge.after(term, memo) for term in candidates.get(edge.destination, ())))
        return self._is_excluded(and_(edge.guard, *self._system.assumption(edge.source, candidates), not_(kept)))

    def _is_excluded(self, formula: Term) -> bool:
        return is_unsatisfiable_by_cases(formula, self._solvers, self._opened, self._budget, purpose="invariants")

    def _opened(self, use: Use, share: Budget) -> SystemSolver:
        return SystemSolver(self._system, replace(self._solvers, budget=share).new(use))


def needed_invariants(step: InductiveStep, k: int, budget: Budget) -> tuple[Invariants, QuantifiedInvariants]:
    """Return a small subset of the invariants of `step` that is inductive and with which step(k)
    holds.
    """
    with suppress(OutOfBudget):
        found = step.needed(budget) if k == 1 else None
        if found is not None:
            return found
    plain = [(name, term) for name, terms in step.invariants.items() for term in terms]
    quantified = [(name, each) for name, own in step.quantified.items() for each in own]

    def is_enough(some: list[tuple[str, Term | QuantifiedInvariant]]) -> bool:
        trial = step.with_invariants(*_by_location(some))
        return trial.is_inductive() and trial.holds(k) is True

    return _by_location(reduced([*plain, *quantified], is_enough, budget))


def _by_location(pairs: Sequence[tuple[str, Term | QuantifiedInvariant]]) -> tuple[Invariants, QuantifiedInvariants]:
    plain: dict[str, tuple[Term, ...]] = {}
    quantified: dict[str, tuple[QuantifiedInvariant, ...]] = {}
    for name, each in pairs:
        if isinstance(each, QuantifiedInvariant):
            quantified[name] = (*quantified.get(name, ()), each)
        else:
            plain[name] = (*plain.get(name, ()), each)
    return plain, quantified
