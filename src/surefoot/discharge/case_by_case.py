"""Tactics that split cases.

Case by case: the disjuncts of a formula are shown to be unsatisfiable one at a time.

Formulas about all elements of an array have hundreds of cases. Each one alone is easy for a solver,
all of them together are not. Ensures: `Unsat` only if every case was shown to be unsatisfiable.

Comparison split: comparisons of choices are split into cases, and solvers confirm every
step of the split.
"""

from collections import deque
from collections.abc import Callable, Sequence
from contextlib import closing

from surefoot.base.budget import Budget, cpu_seconds
from surefoot.base.errors import OutOfBudget
from surefoot.discharge.limits import LIMITS
from surefoot.discharge.obligation import Discharged
from surefoot.discharge.system_solver import SystemSolver
from surefoot.logic import FALSE, Term, and_, cases_of, with_split_comparisons
from surefoot.logic.rewriting import RewritingLog
from surefoot.smt.contracts import Answer, NoAnswer, Solver, Unsat, Use
from surefoot.smt.registry import BITS, SolverFactory

Opener = Callable[[Use, Budget], SystemSolver | Solver]
"""Opens a solver with the facts of a query."""


class OpenCases:
    """The cases of a formula that have not been excluded yet."""

    def __init__(self, formula: Term) -> None:
        self._common, cases = cases_of(formula)
        self._open = deque(cases)
        self.are_many = len(cases) > LIMITS.few_cases
        """True if deciding case by case pays off: solvers preprocess a single query better than one
        with assumptions.
        """
        self.has_closed_easy_cases = False
        """True if `close_easy` was called."""

    def seconds_for_whole(self, name: str) -> float:
        """Return the time for the solver `name` to decide all open cases in one query, in seconds."""
        each = LIMITS.seconds_per_case_of_bits if name == BITS else LIMITS.seconds_per_case
        return max(LIMITS.joint_seconds, each * len(self._open))

    def close_easy(self, decide: Callable[[Term], Answer]) -> None:
        """Close the cases that `decide` excludes with only those common conjuncts that are relevant
        to them.

        Similar cases need conjuncts at the same distance, so the last distance that sufficed is
        tried first. Only the first call has an effect.
        """
        if self.has_closed_easy_cases:
            return
        self.has_closed_easy_cases = True
        from surefoot.logic.transformations.relevance import Relevance  # few obligations are hard

        relevance = Relevance(self._common, self._open)
        hard: list[Term] = []
        misses = usual = 0
        while self._open and misses < LIMITS.hard_cases_in_a_row:
            case = self._open.popleft()
            for distance in dict.fromkeys((usual, *LIMITS.relevance_distances)):
                if isinstance(decide(and_(*relevance.to(case, distance), case)), Unsat):
                    misses, usual = 0, distance
                    break
            else:
                hard.append(case)
                misses += 1
        self._open.extendleft(reversed(hard))

    def decide(self, solver: SystemSolver | Solver, *, purpose: str) -> Answer:
        """Decide whether an open case is satisfiable together with the formulas in force.

        The common conjuncts are in force from then on. Excluded cases are closed, so that another
        call with the same formulas in force continues with the remaining ones.
        """
        for part in self._common if self._open else ():
            solver.add(part)
        while self._open:
            answer = solver.check([self._open[0]], purpose=purpose)
            if not isinstance(answer, Unsat):
                return answer
            self._open.popleft()
        return Unsat()


class SmallQueries:
    """Small queries to the solver `name`, each with a time limit of its own.

    `bits` stays open, so that circuits of common terms are built once. Other solvers are opened
    anew for each query, because they preprocess a single query better.
    """

    def __init__(self, name: str, opener: Opener, budget: Budget, *, purpose: str) -> None:
        self._is_kept = name == BITS
        self._opener = opener
        self._budget = budget
        self._purpose = purpose
        self._begun = 0.0
        self._kept: SystemSolver | Solver | None = None

    def decide(self, formula: Term) -> Answer:
        """Decide whether `formula` is satisfiable."""
        if formula is FALSE:
            return Unsat()
        seconds = LIMITS.joint_seconds
        if not self._is_kept:
            return decide_alone(formula, self._opener, self._budget.at_most_cpu(seconds), purpose=self._purpose)
        self._begun = cpu_seconds()
        if self._kept is None:
            each = Budget(seconds, lambda: cpu_seconds() - self._begun, self._budget.pause, self._budget)
            self._kept = self._opener(Use.INCREMENTAL, each)
        return self._kept.check([formula], purpose=self._purpose)

    def close(self) -> None:
        """Close the solver that stayed open."""
        if self._kept is not None:
            self._kept.close()


def decide_alone(formula: Term, opener: Opener, budget: Budget, *, purpose: str) -> Answer:
    """Decide `formula` by a solver that is opened for this query only."""
    with closing(opener(Use.ONE_SHOT, budget)) as solver:
        solver.add(formula)
        return solver.check(purpose=purpose)


def is_unsatisfiable_by_cases(
    formula: Term, solvers: SolverFactory, opener: Opener, budget: Budget, *, purpose: str
) -> bool:
    """Return whether the main solver shows that `formula` is unsatisfiable: at once, else case by
    case.
    """
    if formula is FALSE:
        return True
    cases = OpenCases(formula)
    share = budget.at_most_cpu(cases.seconds_for_whole(solvers.main))
    whole = decide_alone(formula, opener, share, purpose=purpose)
    if not isinstance(whole, NoAnswer):
        return isinstance(whole, Unsat)
    if not cases.are_many:
        return isinstance(decide_alone(formula, opener, budget, purpose=purpose), Unsat)
    with closing(SmallQueries(solvers.main, opener, budget, purpose=purpose)) as small:
        cases.close_easy(small.decide)
    with closing(opener(Use.INCREMENTAL, budget)) as solver:
        return isinstance(cases.decide(solver, purpose=purpose), Unsat)


def with_confirmed_splits(formulas: Sequence[Term], solvers: SolverFactory, budget: Budget) -> list[Term]:
    """Return formulas equivalent to `formulas` with comparisons split, or `formulas` if the steps
    are not confirmed.
    """
    from surefoot.discharge.rewriting import confirm_rewriting  # few obligations are hard

    log = RewritingLog()
    memo: dict[Term, Term] = {}
    split = [with_split_comparisons(formula, memo, log) for formula in formulas]
    try:
        result = confirm_rewriting(log, solvers.main, solvers, budget.at_most_cpu(LIMITS.split_seconds))
    except OutOfBudget:
        budget.spend()
        return list(formulas)
    return split if isinstance(result, Discharged) else list(formulas)
