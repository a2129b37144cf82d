"""Proofs of recursive programs: a pre- and postcondition for every recursive function, and invariants of the loops in between.

The program becomes Horn clauses (`systems.procedures`). What may hold is guessed from sample calls and Houdini keeps what does, in stages, as long as some check is not shown to hold;
then Spacer has its turn, with what was found assumed.
"""

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from typing import ClassVar

from surefoot.analysis.horn.guesses import (
    call_guesses,
    cases_of,
    conditions_on,
    equations_in,
    ranges_in,
    simple_guesses,
)
from surefoot.analysis.horn.houdini import Chain, Clauses, Formulas, needed, open_failures, satisfying_subset
from surefoot.analysis.horn.sample_calls import Sample, constants_of, sample_calls
from surefoot.budget import Budget
from surefoot.engines.ranges import Seconds
from surefoot.events import Watcher
from surefoot.evidence.certificates import Summaries
from surefoot.evidence.claims import Claim, ClaimsSafe, GaveUp, Goal, Why
from surefoot.logic import TRUE, Op, Term, and_
from surefoot.records import dataclass
from surefoot.solvers.contracts import NOTHING_TO_INTERPOLATE, NoAnswer
from surefoot.solvers.interpolation.horn import horn_solution
from surefoot.solvers.interpolation.words import in_words
from surefoot.solvers.registry import SolverFactory
from surefoot.systems.cutpoints.regions import NoFiniteShape
from surefoot.systems.procedures.points import PointKind
from surefoot.systems.procedures.system import ProcedureSystem

SEED = 1
QUERY_SECONDS = 1.0
"""How long a solver may take to find out about guesses; those that it does not decide are dropped."""
GROWTH = 3.0
"""How much longer Spacer may take each time."""


@dataclass(frozen=True, slots=True)
class SummariesEngine:
    """Recursive functions without inlining: guessed pre- and postconditions, then Spacer on Horn clauses; finds proofs only."""

    name: ClassVar[str] = "summaries"
    spacer_seconds: Seconds = 2.0
    """How long Spacer may take at first; 0 means that it is not asked."""

    def run(self, goal: Goal, solvers: SolverFactory, budget: Budget, on_event: Watcher) -> Claim:
        """Decide ``goal``; see the module."""
        del on_event
        try:
            procedures = goal.procedures(budget)
        except NoFiniteShape as refused:
            return GaveUp(Why.UNSUPPORTED, f"no summaries: {refused.message}", "engine bmc")
        limited = replace(solvers, limits=replace(solvers.limits, seconds=QUERY_SECONDS))
        with closing(limited.new()) as solver:
            clauses = Clauses(procedures.system, solver)
            known = self._guessed(procedures, clauses, budget)
            if open_failures(clauses, known, budget):
                found = self._solved(clauses, known, budget)
                if found is None:
                    return GaveUp(Why.BOUND, "no pre- and postconditions were found", "more time, or engine bmc")
                known = found
            formulas = needed(clauses, known, budget)
            return ClaimsSafe(Summaries(formulas, solver.name))

    def _guessed(self, procedures: ProcedureSystem, clauses: Clauses, budget: Budget) -> Formulas:
        """What is guessed and holds, as much as it takes."""
        system = procedures.system
        samples = sample_calls(procedures, SEED, budget)
        constants = constants_of(procedures)
        names = system.relations.items()
        cases = {name: cases_of(own, samples[name], conditions_on(system, name)) for name, own in names}
        simple = {name: simple_guesses(own, samples[name], constants) for name, own in names}
        equations = {name: equations_in(cases[name], own) for name, own in names}
        calls = {name: _calls(procedures, name, samples[name]) for name, _ in names}
        stages: list[Callable[[str], list[Chain]]] = [
            lambda name: simple[name],
            lambda name: equations[name],
            lambda name: calls[name],
            lambda name: [
                *simple[name],
                *equations[name],
                *ranges_in(cases[name], system.relations[name], constants, simple[name]),
            ],
        ]
        domains = {name: [(each,)] for name, each in procedures.domains.items() if each is not TRUE}
        known: Formulas = satisfying_subset(clauses, domains, budget)
        for stage in stages:
            if not open_failures(clauses, known, budget):
                break
            known = satisfying_subset(clauses, {name: stage(name) for name, _ in names}, budget, known)
        return known

    def _solved(self, clauses: Clauses, known: Formulas, budget: Budget) -> Formulas | None:
        """What Spacer finds beyond ``known``."""
        if not self.spacer_seconds:
            return None
        system = clauses.system
        strengthened = [
            replace(clause, constraint=and_(clause.constraint, *clauses.premises(clause, known)))
            for clause in system.clauses
        ]
        seconds = self.spacer_seconds
        while True:
            budget.spend()
            found = horn_solution(system.relations, strengthened, budget.at_most(seconds))
            budget.spend()
            if not isinstance(found, NoAnswer):
                stated = {name: (*known.get(name, ()), *_conjuncts(in_words(each))) for name, each in found.items()}
                return {**known, **stated}
            if found.reason == NOTHING_TO_INTERPOLATE:
                return None
            seconds *= GROWTH


def _calls(procedures: ProcedureSystem, relation: str, samples: list[Sample]) -> list[Chain]:
    """Guesses that calls return the same whenever they are made, if that is what ``relation`` is about."""
    if procedures.points[relation].kind is not PointKind.RETURNS:
        return []
    inputs = procedures.inputs(relation)
    results = [each for each in procedures.system.relations[relation] if each not in inputs]
    return call_guesses(inputs, results, samples)


def _conjuncts(formula: Term) -> tuple[Term, ...]:
    return formula.args if formula.op is Op.AND else (formula,)
