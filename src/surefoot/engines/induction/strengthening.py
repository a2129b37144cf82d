"""Invariants for the inductive step: found before it is needed, reduced to what a proof uses afterwards."""

from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from typing import TYPE_CHECKING

from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.base.records import replace
from surefoot.discharge.case_by_case import is_unsatisfiable_by_cases
from surefoot.discharge.product_abstraction import multiplies
from surefoot.discharge.ring import RingTactic
from surefoot.discharge.system_solver import SystemSolver
from surefoot.engines.board import CandidatesExhausted, InvariantsFound, published_invariants
from surefoot.engines.induction.inductive_step import InductiveStep
from surefoot.engines.tasks import SystemTask
from surefoot.invariants.houdini import inductive_subset
from surefoot.invariants.quantified.instances import chosen_instances
from surefoot.invariants.reduction import reduced
from surefoot.invariants.sources.annotated import stated_invariants
from surefoot.invariants.sources.asserted import asserted_equations
from surefoot.invariants.sources.loop_entry import entry_guesses
from surefoot.logic import Sort, Term, Value, and_, not_
from surefoot.program.access import constants_of
from surefoot.smt.contracts import Use
from surefoot.systems.control.system import ControlSystem, Edge, Error, Invariants
from surefoot.systems.control.universals import Instantiated, Universal, Universals, has_arrays

if TYPE_CHECKING:
    from surefoot.invariants.sampling import SampleStates

GUESSING_SECONDS = 3.0
PHASE_SECONDS = 5.0
QUADRATIC_SECONDS = 1.5
"""How long to look for those of the guesses that are inductive: of the simple ones, of those about phases of loops, of those with products."""
MANY_GUESSES = 300
"""If there are more, the likely ones are looked at alone first, so that something is found in time."""
PRODUCT_SECONDS = 0.4
"""How long a solver may think about guesses with products, before it is asked about the others alone."""
REDUCTION_SECONDS = 2.0
"""How long to look for a smaller set of invariants once there is a proof."""


class Strengthening:
    """Invariants of a goal's control system that are inductive on their own, from the cheapest source on."""

    def __init__(self, task: SystemTask, *, with_ring: bool = True) -> None:
        self.task = task
        self.with_ring = with_ring
        self._system = task.system
        self._solvers = task.solvers
        self._budget = task.budget
        self._simple: Mapping[str, Sequence[Term]] = {}
        self._about_cells: Mapping[str, Sequence[Term]] = {}
        self._quadratic: Mapping[str, Sequence[Term]] = {}
        self._with_phases: Mapping[str, Sequence[Term]] = {}
        self._samples: SampleStates | None = None
        self.known: Invariants = {}
        self.universals: Universals = {}
        self.are_needed = False
        """Whether none of them can be left out, as far as was tried."""
        self._own: Invariants = {}
        """Those of the invariants that need no universals."""

    def guess_likely(self) -> Invariants:
        """Those of the ranges, linear equations and ends of strings that are inductive, if there are many other guesses.

        What another engine already found is taken over.
        """
        if self._are_exhausted:
            self.known = self._own = published_invariants(self.task.board)
            return self.known
        from surefoot.invariants.sources.templates import (
            all_candidates,  # what is inductive as it stands needs no guesses
        )

        self._guess_about_strings()
        guesses = all_candidates(self._system, self._constants, self._budget, self._sampled())
        self._simple, self._about_cells, self._quadratic = guesses.simple, guesses.about_cells, guesses.quadratic
        if any(guesses.phases.values()):  # proofs are reduced from the front: what is simple stays
            names = self._system.names
            self._with_phases = {name: (*guesses.phases[name], *guesses.simple[name]) for name in names}
        if sum(map(len, guesses.simple.values())) > MANY_GUESSES:
            with suppress(OutOfBudget):
                self._keep(guesses.likely, self._budget.at_most_work(GUESSING_SECONDS))
            self._budget.spend()
        return self.known

    def guess(self) -> Invariants:
        """What is likely, and those of the templates that are inductive with it, unless that takes long."""
        if not self._simple:
            self.guess_likely()
        if not self._are_exhausted:
            with suppress(OutOfBudget):
                self._keep(self._simple, self._budget.at_most_work(GUESSING_SECONDS))
            self._budget.spend()
            self.task.board.post(CandidatesExhausted())
        return self.known

    def _guess_about_strings(self) -> None:
        """Keep the guesses about strings that the program is given that are inductive: few, and what follows may take long."""
        from surefoot.invariants.sources.argument_strings import given_string_guesses

        guesses = given_string_guesses(self._system)
        if guesses:
            with suppress(OutOfBudget):
                self._keep(guesses, self._budget.at_most_work(GUESSING_SECONDS))
            self._budget.spend()

    def guess_stated(self) -> Invariants:
        """Those of the loop invariants that the program's author wrote down that are inductive; however long that takes, they are worth it."""
        stated = {name: tuple(stated_invariants(self._system, name)) for name in self._system.names}
        if not any(stated.values()):
            return self.known
        if all(self._keeps(edge, stated) for edge in self._system.transitions):
            self.known = self._own = {name: terms for name, terms in stated.items() if terms}
            self.task.board.post(InvariantsFound(self.known))
        else:
            self._keep(stated, self._budget)
        return self.known

    def suffices(self) -> bool:
        """Whether what is known excludes every failure, of which it is asked in cases: formulas about all elements of arrays have many."""
        failing = (edge for edge in self._system.edges if isinstance(edge.target, Error))
        return all(
            self._is_excluded(and_(edge.guard, *self._system.assumption(edge.source, self.known))) for edge in failing
        )

    def _keeps(self, edge: Edge, stated: Invariants) -> bool:
        """Whether ``edge`` is known to keep what is ``stated``."""
        memo: dict[Term, Term] = {}
        kept = and_(*(edge.after(term, memo) for term in stated.get(edge.destination, ())))
        return self._is_excluded(and_(edge.guard, *self._system.assumption(edge.source, stated), not_(kept)))

    def _is_excluded(self, formula: Term) -> bool:
        """Whether a solver of its own says, case by case, that ``formula`` does not hold."""
        return is_unsatisfiable_by_cases(formula, self._solvers, self._opened, self._budget, purpose="invariants")

    def _opened(self, use: Use, share: Budget) -> SystemSolver:
        return SystemSolver(self._system, replace(self._solvers, budget=share).new(use))

    def guess_asserted(self) -> Invariants:
        """Those of the equations with products in checks that are inductive on their own."""
        asserted = {name: asserted_equations(self._system, name) for name in self._system.names}
        if any(asserted.values()):
            with suppress(OutOfBudget):
                self._keep(asserted, self._budget.at_most_work(QUADRATIC_SECONDS), with_products=True)
            self._budget.spend()
        return self.known

    def guess_phases(self) -> Invariants:
        """What was found before, and those of the guesses about phases of loops, and of the simple ones, that are inductive with it."""
        if self._with_phases:
            with suppress(OutOfBudget):
                self._keep(self._with_phases, self._budget.at_most_work(PHASE_SECONDS))
            self._budget.spend()
        return self.known

    def guess_products(self) -> Invariants:
        """What was found before, and those of the quadratic equations that are inductive with it; with universals, of all guesses."""
        guesses = (self._simple, self._quadratic) if self.universals else (self._quadratic,)
        if any(any(each.values()) for each in guesses):
            names = self._system.names
            new = {name: [guess for each in guesses for guess in each.get(name, ())] for name in names}
            with suppress(OutOfBudget):
                self._keep(
                    new, self._budget.at_most_work(QUADRATIC_SECONDS), with_products=any(self._quadratic.values())
                )
            self._budget.spend()
        return self.known

    def guess_universals(self, most: int, seconds: float) -> Invariants:
        """What was found before, and what holds with the universals that are found in ``seconds``; those are inductive together with it.

        ``most`` of the guesses at each location are looked at.
        """
        if has_arrays(self._system):
            from surefoot.invariants.quantified.finding import Found, find_universals

            share = self._budget.at_most_work(seconds)
            before = Found(self.known, self.universals) if self.universals else Found(self._own, {})
            with suppress(OutOfBudget):
                with closing(self._solver(self._system, share)) as solver:
                    found = find_universals(self._system, self._sampled(), before, most, solver, share)
                self.known, self.universals = found.invariants, found.universals
            self._budget.spend()
        return self.known

    def guess_with_universals(self) -> Invariants:
        """What was found before, what of it holds in later loops of what they leave alone, and what bounds sums of cells."""
        if self.universals:
            with suppress(OutOfBudget):
                entered = entry_guesses(self._system, self.known)
                names = self._system.names
                guesses = {name: (*entered[name], *self._about_cells.get(name, ())) for name in names}
                self._keep(guesses, self._budget.at_most_work(GUESSING_SECONDS))
            self._budget.spend()
        return self.known

    def guess_about_pools(self) -> Invariants:
        """What was found before, or what of it a proof needs, and universals about pools."""
        from surefoot.invariants.quantified.pool_search import find_about_pools

        with suppress(OutOfBudget):
            found = find_about_pools(
                self._system,
                self._sampled(),
                self._own,
                lambda system: self._solver(system, self._budget),
                self._budget,
            )
            self.known, self.universals = found.invariants, found.universals
            self.are_needed = found.is_needed
        self._budget.spend()
        return self.known

    @property
    def _are_exhausted(self) -> bool:
        """Whether an engine has filtered all candidates from templates."""
        return bool(self.task.board.receive(CandidatesExhausted))

    @property
    def _constants(self) -> Mapping[Sort, Sequence[Value]]:
        return constants_of(self.task.goal.program, self.task.goal.checked)

    def _sampled(self) -> "SampleStates":
        """Sample states of the system: the same for all guesses."""
        if self._samples is None:
            from surefoot.invariants.sources.templates import (
                likely_states,  # what is inductive as it stands needs no guesses
            )

            self._samples = likely_states(self._system, self._constants, self._budget)
        return self._samples

    def _solver(self, system: ControlSystem, share: Budget) -> SystemSolver:
        return SystemSolver(system, replace(self._solvers, budget=share).new())

    def _keep(self, guesses: Mapping[str, Sequence[Term]], share: Budget, *, with_products: bool = False) -> None:
        """Keep what is known and those of ``guesses`` that are inductive with it; ``with_products`` says that some of them multiply."""
        self.are_needed = False
        system = Instantiated(self._system, self.universals, chosen_instances).system
        solvers = replace(self._solvers, budget=share)
        are_sought = self.with_ring and (with_products or multiplies(system))
        with closing(RingTactic(system, solvers, share, is_enabled=are_sought)) as ring:
            if with_products:
                solvers = replace(solvers, limits=replace(solvers.limits, seconds=PRODUCT_SECONDS))
            with closing(SystemSolver(system, solvers.new(), ring)) as solver:
                found = inductive_subset(system, guesses, solver, share, self.known)
        self.known = {name: tuple(terms) for name, terms in found.items() if terms}
        if not self.universals:  # others do not know what they rest on
            self._own = self.known
            self.task.board.post(InvariantsFound(self.known))


def needed_invariants(step: InductiveStep, k: int, budget: Budget) -> tuple[Invariants, Universals]:
    """Invariants and universals of ``step`` that are inductive and make step(k) hold, as few as can be found in time."""
    with suppress(OutOfBudget):
        found = step.needed(budget) if k == 1 else None
        if found is not None:
            return found
    plain = [(name, term) for name, terms in step.invariants.items() for term in terms]
    quantified = [(name, each) for name, stated in step.universals.items() for each in stated]

    def is_enough(some: list[tuple[str, Term | Universal]]) -> bool:
        trial = step.with_invariants(*_by_location(some))
        return trial.is_inductive() and trial.holds(k) is True

    return _by_location(reduced([*plain, *quantified], is_enough, budget))


def _by_location(pairs: Sequence[tuple[str, Term | Universal]]) -> tuple[Invariants, Universals]:
    plain: dict[str, tuple[Term, ...]] = {}
    quantified: dict[str, tuple[Universal, ...]] = {}
    for name, each in pairs:
        if isinstance(each, Universal):
            quantified[name] = (*quantified.get(name, ()), each)
        else:
            plain[name] = (*plain.get(name, ()), each)
    return plain, quantified
