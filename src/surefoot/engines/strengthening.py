"""Invariants for the inductive step: found before it is needed, reduced to what a proof uses afterwards."""

from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import replace

from surefoot.analysis.candidates import all_candidates
from surefoot.analysis.houdini import inductive_subset
from surefoot.analysis.reduction import reduced
from surefoot.budget import Budget
from surefoot.engines.ic3 import property_directed
from surefoot.engines.induction_step import InductiveStep
from surefoot.errors import OutOfBudget
from surefoot.evidence.claims import Goal
from surefoot.logic import Term
from surefoot.program.access import constants_of
from surefoot.solvers.registry import SolverFactory
from surefoot.systems.control.runs import Run
from surefoot.systems.control.solving import SystemSolver
from surefoot.systems.control.system import ControlSystem, Invariants

GUESSING_SECONDS = 3.0
QUADRATIC_SECONDS = 1.5
"""How long to look for those of the guesses that are inductive."""
REDUCTION_SECONDS = 2.0
"""How long to look for a smaller set of invariants once there is a proof."""


class Strengthening:
    """Invariants of a goal's control system that are inductive on their own, from the cheapest source on."""

    def __init__(self, system: ControlSystem, goal: Goal, solvers: SolverFactory, budget: Budget) -> None:
        self._system = system
        self._goal = goal
        self._solvers = solvers
        self._budget = budget
        self._quadratic: Mapping[str, Sequence[Term]] = {}
        self._with_phases: Mapping[str, Sequence[Term]] = {}
        self.known: Invariants = {}

    def guess(self) -> Invariants:
        """Those of the ranges, linear equations and templates that are inductive; none if that takes long.

        What another engine already found is taken over.
        """
        if self._goal.shared.is_guessed:
            self.known = dict(self._goal.shared.invariants)
            return self.known
        share = self._budget.at_most(GUESSING_SECONDS)
        try:
            guesses = all_candidates(self._system, constants_of(self._goal.program, self._goal.checked), share)
            self._quadratic = guesses.quadratic
            if any(guesses.phases.values()):  # proofs are reduced from the front: what is simple stays
                names = self._system.names
                self._with_phases = {name: (*guesses.phases[name], *guesses.simple[name]) for name in names}
            self._keep(guesses.simple, share)
        except OutOfBudget:
            self._budget.spend()
        self._goal.shared.is_guessed = True
        return self.known

    def guess_phases(self) -> Invariants:
        """What was found before, and those of the guesses about phases of loops, and of the simple ones, that are inductive with it."""
        if self._with_phases:
            names = self._system.names
            more = {name: (*self._with_phases.get(name, ()), *self.known.get(name, ())) for name in names}
            with suppress(OutOfBudget):
                self._keep(more, self._budget.at_most(GUESSING_SECONDS))
            self._budget.spend()
        return self.known

    def guess_products(self) -> Invariants:
        """What was found before, and those of the quadratic equations that are inductive with it."""
        if any(self._quadratic.values()):
            names = self._system.names
            more = {name: (*self.known.get(name, ()), *self._quadratic.get(name, ())) for name in names}
            with suppress(OutOfBudget):
                self._keep(more, self._budget.at_most(QUADRATIC_SECONDS))
            self._budget.spend()
        return self.known

    def search(self, known: Invariants, seconds: float) -> Invariants | Run | None:
        """Invariants with which step(1) holds, ``known`` among them, or a run that fails; ``None`` if neither is found in ``seconds``."""
        share = self._budget.at_most(seconds)
        found = None
        with suppress(OutOfBudget):
            found = property_directed(self._system, known, replace(self._solvers, budget=share), share)
        self._budget.spend()
        if found is None or isinstance(found, Run):
            return found
        return {name: (*known.get(name, ()), *found.get(name, ())) for name in self._system.names}

    def _keep(self, guesses: Mapping[str, Sequence[Term]], share: Budget) -> None:
        with closing(SystemSolver(self._system, replace(self._solvers, budget=share).new())) as solver:
            found = inductive_subset(self._system, guesses, solver, share)
        self.known = {name: tuple(terms) for name, terms in found.items() if terms}
        self._goal.shared.invariants.update(self.known)


def needed_invariants(step: InductiveStep, k: int, budget: Budget) -> Invariants:
    """Invariants of ``step`` that are inductive and make step(k) hold, as few as can be found in time."""
    pairs = [(name, term) for name, terms in step.invariants.items() for term in terms]

    def is_enough(some: list[tuple[str, Term]]) -> bool:
        trial = step.with_invariants(_by_location(some))
        return trial.is_inductive() and trial.holds(k) is True

    return _by_location(reduced(pairs, is_enough, budget))


def _by_location(pairs: list[tuple[str, Term]]) -> Invariants:
    names = dict.fromkeys(name for name, _ in pairs)
    return {name: tuple(term for where, term in pairs if where == name) for name in names}
