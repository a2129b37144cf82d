"""Claims of non-termination by solvers: lassos of the control system as runs of the program, and
recurrent sets.
"""

from collections.abc import Iterator

from surefoot.base.errors import OutOfBudget
from surefoot.base.records import replace
from surefoot.engines.limits import LIMITS
from surefoot.engines.tasks import SystemTask
from surefoot.engines.termination.lassos import lasso_of, sampled_lasso
from surefoot.engines.termination.recurrent_sets import RecurrentSearch
from surefoot.engines.termination.unfolded_runs import (
    StayingRun,
    long_runs,
    repeating_runs,
    repeating_values,
    sampled_stays,
)
from surefoot.evidence.claims import ClaimsNonTermination, Recurrent
from surefoot.program.access import constants_of
from surefoot.systems.control.runs import Run


class SolverLassos:
    """Searches for infinite runs of the program of `task`."""

    def __init__(self, task: SystemTask) -> None:
        self._task = task
        self._repeating: list[StayingRun] = []
        self._candidates: list[StayingRun] = []

    def lassos(self) -> Iterator[ClaimsNonTermination]:
        """Yield lassos that a solver finds in the unfolded system, or that samples show with values
        of such lassos, where these need not be runs.
        """
        task = self._limited(LIMITS.lasso_search_seconds)
        try:
            if not self._task.encoding.is_exact:
                yield from self._sampled(task)
                return
            yield from self._unfolded(task, range(2, LIMITS.lasso_layers + 1))
        except OutOfBudget:
            self._task.budget.spend()

    def long_lassos(self) -> Iterator[ClaimsNonTermination]:
        """Yield lassos of more steps than those of `lassos`."""
        if not self._task.encoding.is_exact:
            return
        task = self._limited(LIMITS.lasso_late_seconds)
        try:
            yield from self._unfolded(task, range(LIMITS.lasso_layers + 1, LIMITS.lasso_late_layers + 1))
        except OutOfBudget:
            self._task.budget.spend()

    def _unfolded(self, task: SystemTask, lengths: range) -> Iterator[ClaimsNonTermination]:
        for found in repeating_runs(task, lengths):
            self._repeating.append(found)
            yield from self._lasso(found.run)

    def _sampled(self, task: SystemTask) -> Iterator[ClaimsNonTermination]:
        values = repeating_values(task)
        if values:
            goal = task.goal
            constants = constants_of(goal.program, goal.checked)
            hints = {sort: (*values.get(sort, ()), *constants.get(sort, ())) for sort in {**values, **constants}}
            found = sampled_lasso(goal, LIMITS.lasso_hint_seconds, self._task.budget, hints=hints)
            if found is not None:
                yield ClaimsNonTermination(found)

    def recurrent_sets(self, *, with_invariants: bool) -> Iterator[ClaimsNonTermination]:
        """Yield recurrent sets that need no invariants, and lassos that the search for them meets;
        then, `with_invariants`, others.
        """
        if not self._task.encoding.is_exact:
            return
        task = self._limited(LIMITS.recurrent_seconds if with_invariants else LIMITS.recurrent_short_seconds)
        search = RecurrentSearch(task)
        try:
            for found in list(self._candidates) if with_invariants else self._staying(task):
                self._candidates += [] if with_invariants else [found]
                yield from self._claims(search.sets(found, with_invariants=with_invariants))
        except OutOfBudget:
            self._task.budget.spend()

    def _claims(self, found: Iterator[Recurrent | Run]) -> Iterator[ClaimsNonTermination]:
        for each in found:
            if isinstance(each, Recurrent):
                yield ClaimsNonTermination(each)
            else:
                yield from self._lasso(each)

    def _staying(self, task: SystemTask) -> Iterator[StayingRun]:
        """Yield runs in loops; of runs that repeat a state, the part up to its first time."""
        for found in self._repeating:
            yield replace(found, run=Run(found.run.parameters, found.run.steps[: found.first]))
        yield from long_runs(task)
        yield from sampled_stays(task)

    def _lasso(self, run: Run) -> Iterator[ClaimsNonTermination]:
        found = lasso_of(self._task.goal, self._task.encoding.trace_of(run))
        if found is not None:
            yield ClaimsNonTermination(found)

    def _limited(self, seconds: float) -> SystemTask:
        share = self._task.budget.at_most_work(seconds)
        return replace(self._task, budget=share, solvers=replace(self._task.solvers, budget=share))
