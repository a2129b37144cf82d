"""Procedure summaries: proofs by a pre- and postcondition for every recursive function and
invariants of its loops.

Without recursion, functions with loops and several call sites are summarised. The program
becomes Horn clauses (`systems.procedures`). Candidates come from sample calls, in stages, until
all checks are proved; Houdini keeps the largest subset that satisfies the clauses. After the
first stage and after the last, Spacer solves the clauses with the kept formulas as assumptions.
"""

from collections.abc import Iterator
from contextlib import closing
from typing import ClassVar

from surefoot.base.budget import Budget
from surefoot.base.records import dataclass, replace
from surefoot.engines.contracts import Seconds
from surefoot.engines.limits import LIMITS
from surefoot.engines.tasks import EngineTask, ProceduresTask
from surefoot.evidence.certificates import Summaries
from surefoot.evidence.claims import Claim, ClaimsSafe, GaveUp, Why
from surefoot.invariants.horn.candidates import (
    call_candidates,
    cases_of,
    conditions_on,
    equations_in,
    ranges_in,
    simple_candidates,
)
from surefoot.invariants.horn.houdini import (
    Chain,
    ClauseQueries,
    RelationCandidates,
    RelationFormulas,
    fewer,
    needed,
    open_failures,
    satisfies,
    satisfying_subset,
)
from surefoot.invariants.horn.sample_calls import SampleCall, constants_of, sample_calls
from surefoot.logic import TRUE, Op, Term, and_
from surefoot.smt.contracts import NOTHING_TO_INTERPOLATE, TIME_LIMIT, NoAnswer
from surefoot.smt.interpolation.horn_process import horn_solution_apart
from surefoot.smt.interpolation.words import in_words
from surefoot.systems.procedures.points import PointKind
from surefoot.systems.procedures.system import ProcedureSystem


@dataclass(frozen=True, slots=True)
class SummariesEngine:
    """Recursive functions without inlining: candidate pre- and postconditions, then Spacer on Horn
    clauses; finds proofs only.
    """

    name: ClassVar[str] = "summaries"
    view: ClassVar[type[EngineTask]] = ProceduresTask
    spacer_seconds: Seconds = 2.0
    """Seconds for the first run of Spacer; 0 disables Spacer."""

    def claims(self, task: ProceduresTask) -> Iterator[Claim]:
        """Yield one claim; see the module."""
        yield self._claim(task)

    def _claim(self, task: ProceduresTask) -> Claim:
        procedures, solvers, budget = task.procedures, task.solvers, task.budget
        limited = replace(solvers, limits=replace(solvers.limits, seconds=LIMITS.summary_query_seconds))
        with closing(limited.new()) as solver:
            clauses = ClauseQueries(procedures.system, solver)
            found = self._found(procedures, clauses, budget)
            if isinstance(found, GaveUp):
                return found
            formulas = needed(clauses, found, budget)
            if not satisfies(clauses, formulas):
                return GaveUp(Why.SOLVER_GAVE_UP, f"{solver.name} does not confirm the summaries")
            return ClaimsSafe(
                Summaries(fewer(clauses, formulas, budget.at_most(LIMITS.summary_reduction_seconds)), solver.name)
            )

    def _found(self, procedures: ProcedureSystem, clauses: ClauseQueries, budget: Budget) -> RelationFormulas | GaveUp:
        """Return formulas that satisfy the clauses: candidates of as many stages as needed, and
        those of Spacer.
        """
        nothing = GaveUp(
            Why.BOUND, "no sufficient pre- and postconditions found", "use --engine bmc to look for violations"
        )
        domains = {name: [(each,)] for name, each in procedures.domains.items() if each is not TRUE}
        known: RelationFormulas = satisfying_subset(clauses, domains, budget)
        seconds = self.spacer_seconds
        for number, stage in enumerate(summary_stages(procedures, budget)):
            known = satisfying_subset(clauses, stage, budget, known)
            if not open_failures(clauses, known, budget):
                return known
            if number == 0 and seconds:
                found = _solved(clauses, known, budget.at_most(seconds * LIMITS.summary_first_share))
                if not isinstance(found, NoAnswer):
                    return found
                if found.reason == NOTHING_TO_INTERPOLATE:
                    return nothing
        while seconds:
            found = _solved(clauses, known, budget.at_most(seconds))
            if not isinstance(found, NoAnswer):
                return found
            if found.reason != TIME_LIMIT:
                return nothing
            budget.spend()
            seconds *= LIMITS.summary_growth
        return nothing


def summary_stages(procedures: ProcedureSystem, budget: Budget) -> Iterator[RelationCandidates]:
    """Yield candidates, the cheapest first."""
    relations = procedures.system.relations
    samples = sample_calls(procedures, LIMITS.seed, budget)
    constants = constants_of(procedures)
    simple = {name: simple_candidates(own, samples[name], constants) for name, own in relations.items()}
    yield simple
    cases = {
        name: cases_of(own, samples[name], conditions_on(procedures.system, name)) for name, own in relations.items()
    }
    equations = {name: equations_in(cases[name], own) for name, own in relations.items()}
    yield equations
    yield {name: _calls(procedures, name, samples[name]) for name in relations}
    yield {
        name: [*simple[name], *equations[name], *ranges_in(cases[name], own, constants, simple[name])]
        for name, own in relations.items()
    }


def _solved(clauses: ClauseQueries, known: RelationFormulas, budget: Budget) -> RelationFormulas | NoAnswer:
    """Return ``known`` extended by a solution of Spacer."""
    strengthened = [
        replace(clause, constraint=and_(clause.constraint, *clauses.premises(clause, known)))
        for clause in clauses.system.clauses
    ]
    found = horn_solution_apart(clauses.system.relations, strengthened, budget)
    if isinstance(found, NoAnswer):
        return found
    stated = {name: (*known.get(name, ()), *_conjuncts(in_words(each))) for name, each in found.items()}
    return {**known, **stated}


def _calls(procedures: ProcedureSystem, relation: str, samples: list[SampleCall]) -> list[Chain]:
    """Return candidates that equal inputs give equal results, if ``relation`` is that of returns."""
    if procedures.points[relation].kind is not PointKind.RETURNS:
        return []
    inputs = procedures.inputs(relation)
    results = [each for each in procedures.system.relations[relation] if each not in inputs]
    return call_candidates(inputs, results, samples)


def _conjuncts(formula: Term) -> tuple[Term, ...]:
    return formula.args if formula.op is Op.AND else (formula,)
