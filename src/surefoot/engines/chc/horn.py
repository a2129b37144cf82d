"""Engine for files of Horn clauses, linear or not.

Spacer (Komuravelli, Gurfinkel, Chaki, CAV 2014) searches for a solution, and unfolding for a
derivation, in alternating time slices that start from scratch. If Spacer answers that there is
no solution, only the derivation is searched for: the answer by itself proves nothing.
"""

from collections.abc import Iterator
from contextlib import closing
from typing import ClassVar

from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.base.events import Watcher
from surefoot.base.records import dataclass, replace
from surefoot.engines.chc.unfolding import DerivationSearch, NoDerivation
from surefoot.engines.contracts import Seconds
from surefoot.engines.limits import LIMITS
from surefoot.engines.searches import gave_up
from surefoot.engines.tasks import ClausesTask, EngineTask
from surefoot.evidence.certificates import Defined, HornSolution
from surefoot.evidence.claims import Claim, ClaimsSafe, ClaimsUnsafe
from surefoot.logic import FALSE
from surefoot.logic.horn import Derivation, HornSystem
from surefoot.smt.contracts import NOTHING_TO_INTERPOLATE, TIME_LIMIT, NoAnswer
from surefoot.smt.interpolation.horn_process import horn_solution_apart
from surefoot.smt.interpolation.words import in_words
from surefoot.smt.registry import SolverFactory
from surefoot.systems.formats.model import HornFile
from surefoot.systems.horn.program import trace_of
from surefoot.systems.horn.rules import strengthened

FOUND_BY = "z3"
"""Solver of the solutions; another one has to confirm them."""


@dataclass(frozen=True, slots=True)
class Horn:
    """Horn clauses of any kind: solutions by Spacer, derivations by unfolding; for files of clauses
    only.
    """

    name: ClassVar[str] = "horn"
    view: ClassVar[type[EngineTask]] = ClausesTask
    first_seconds: Seconds = 1.0
    """Length of the first time slice of each of the two, in seconds."""

    def claims(self, task: ClausesTask) -> Iterator[Claim]:
        """Yield one claim; see the module."""
        yield self._claim(task.file, task.solvers, task.budget, task.on_event)

    def _claim(self, file: HornFile, solvers: SolverFactory, budget: Budget, on_event: Watcher) -> Claim:
        seconds = self.first_seconds
        solution: ClaimsSafe | NoAnswer = NoAnswer(TIME_LIMIT)
        derivation: ClaimsUnsafe | NoDerivation | NoAnswer = NoAnswer(TIME_LIMIT)
        while True:
            if solution == NoAnswer(TIME_LIMIT):
                solution = _solution(file, budget.at_most(seconds))
            if isinstance(solution, ClaimsSafe):
                return solution
            budget.spend()
            if derivation == NoAnswer(TIME_LIMIT):
                derivation = _derivation(file, solvers, budget.at_most(seconds), on_event)
            if isinstance(derivation, ClaimsUnsafe):
                return derivation
            budget.spend()
            if solution != NoAnswer(TIME_LIMIT) and derivation != NoAnswer(TIME_LIMIT):
                return gave_up(_obstacle(solution, derivation))
            seconds *= LIMITS.horn_growth


def _solution(file: HornFile, budget: Budget) -> ClaimsSafe | NoAnswer:
    """Return a solution of the clauses from Spacer."""
    system = strengthened(file.system)
    found = horn_solution_apart(system.relations, system.clauses, budget)
    if isinstance(found, NoAnswer):
        return found
    derivable = _derivable(system)
    formulas = {
        name: Defined(tuple(system.relations[name]), in_words(formula) if name in derivable else FALSE)
        for name, formula in found.items()
    }
    return ClaimsSafe(HornSolution(formulas, FOUND_BY))


def _derivable(system: HornSystem) -> set[str]:
    """Return the relations that clauses could derive if all constraints were true.

    The other relations are empty; Spacer's solutions do not mention them.
    """
    found: set[str] = set()
    while True:
        more = {
            clause.head.relation
            for clause in system.clauses
            if clause.head is not None and all(each.relation in found for each in clause.body)
        }
        if more <= found:
            return found
        found |= more


def _derivation(
    file: HornFile, solvers: SolverFactory, budget: Budget, on_event: Watcher
) -> ClaimsUnsafe | NoDerivation | NoAnswer:
    """Return a derivation of false."""
    with closing(replace(solvers, budget=budget).new()) as solver:
        try:
            found = DerivationSearch(file.system, solver, on_event).run(budget)
        except OutOfBudget:
            return NoAnswer(TIME_LIMIT)
    if not isinstance(found, Derivation):
        return found
    trace = trace_of(file, found)
    return ClaimsUnsafe(trace) if trace is not None else NoAnswer("the derivation is too large")


def _obstacle(solution: NoAnswer, derivation: NoDerivation | NoAnswer) -> str:
    if isinstance(derivation, NoDerivation):
        return "false cannot be derived, but no solution was found that can be printed"
    reasons = [each.reason for each in (solution, derivation) if isinstance(each, NoAnswer)]
    informative = [each for each in reasons if each != NOTHING_TO_INTERPOLATE]
    return "; ".join(informative) or "neither a solution nor a derivation was found"
