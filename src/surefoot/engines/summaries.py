"""Proofs of recursive programs: a pre- and postcondition for every recursive function, and invariants of the loops in between.

The program becomes Horn clauses (`systems.procedures`). What may hold is guessed from sample calls and Houdini keeps what does, in stages, as long as some check is not shown to hold;
then Spacer has its turn, with what was found assumed.
"""

from contextlib import closing
from dataclasses import replace
from typing import ClassVar

from surefoot.analysis.horn.guesses import call_guesses, case_guesses, conditions_on, simple_guesses
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
        with closing(solvers.new()) as solver:
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
        domains = {name: [(each,)] for name, each in procedures.domains.items() if each is not TRUE}
        known = satisfying_subset(clauses, domains, budget)
        simple = {name: simple_guesses(own, samples[name], constants) for name, own in system.relations.items()}
        known = satisfying_subset(clauses, simple, budget, known)
        if not open_failures(clauses, known, budget):
            return known
        cases = {
            name: [
                *simple[name],
                *case_guesses(own, samples[name], constants, conditions_on(system, name)),
                *_calls(procedures, name, samples[name]),
            ]
            for name, own in system.relations.items()
        }
        return satisfying_subset(clauses, cases, budget, known)

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
