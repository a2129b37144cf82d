"""Queries about the runs within a bound: the base case and the forward condition, with one
incremental solver.
"""

import time
from collections.abc import Generator
from contextlib import closing

from surefoot.base.events import QueryAnswered
from surefoot.base.records import replace
from surefoot.discharge.few_values import ENUMERATION, decide_by_enumeration
from surefoot.engines.board import BoundExplored, UnrollingComplete, UnrollingManner, decided_sites
from surefoot.engines.limits import LIMITS
from surefoot.engines.searches import gave_up, undefined_behaviour
from surefoot.engines.small_inputs import with_small_inputs
from surefoot.engines.tasks import ProgramTask
from surefoot.evidence.certificates import REWRITING, CompleteUnrolling
from surefoot.evidence.claims import Claim, ClaimsSafe, ClaimsUnsafe, GaveUp, Why
from surefoot.logic import FALSE, TRUE, Evaluator, Term, or_
from surefoot.program.access import divides
from surefoot.program.check_sites import CheckSite, check_sites
from surefoot.program.properties import UNDEFINED
from surefoot.semantics.memory.addresses import AddressFacts
from surefoot.semantics.symbolic.reached_checks import ReachedCheck
from surefoot.semantics.symbolic.remaining_checks import sites_ahead, sites_in
from surefoot.semantics.symbolic.state import State
from surefoot.semantics.symbolic.trace_reading import read_trace
from surefoot.semantics.symbolic.unrolling import FeasibilityChecker, Unrolling
from surefoot.smt.contracts import TIME_LIMIT, Answer, Model, NoAnswer, Sat, Solver, Unsat
from surefoot.systems.closed_forms.accelerated_unrolling import UnrollingAccelerator

NOT_COMPLETE = GaveUp(
    Why.BOUND,
    "no complete unrolling: some loop or recursion has no constant bound",
    "use bmc{at-once=off}",
)
"""The claim where runs cannot be unrolled to their ends in one formula."""


class BoundedSearch:
    """State of bounded model checking on one task: the unrolling, the solver, and the checks that
    are still open.

    With ``easy_first``, checks that take long are deferred: `advance` claims that the others
    hold before it decides them. Checks that no run beyond the bound can reach are claimed on their
    own.
    """

    def __init__(self, task: ProgramTask, *, easy_first: bool = False) -> None:
        self._task = task
        goal = self._goal = task.goal
        self._on_event = task.on_event
        self._solvers = task.solvers
        self._defers_hard_checks = easy_first
        self._enumerates = divides(goal.program)
        self._deferred: list[ReachedCheck] = []
        self._has_claimed_part = False
        self._accelerator = UnrollingAccelerator(task.inlined_system)
        self._budget = task.budget
        self.unrolling = Unrolling(goal.program, goal.checked, self._accelerator, plain_accesses_only=True)
        self._excluded = 0
        self._easy_seconds = LIMITS.easy_query_seconds
        self._solver = self._new_solver()
        self._address_facts = AddressFacts(self.unrolling.book)
        self._queried = 0
        self._open: list[ReachedCheck] = []
        self.ignored: set[CheckSite] = set()
        """Sites of violations found so far; later claims are about other sites."""
        self._decided_by = REWRITING
        self._pruned: list[int] = []
        self._dropped: set[tuple[int, tuple[int, ...]]] = set()
        self.continues = False
        """Whether the last claim was about some of the checks, so that the search continues."""
        self._begun = time.thread_time()
        self._continued_at = 0
        """Bound beyond which some run continues."""
        self._claimed_at = 0
        """Bound of the last claim about checks that no run beyond it can reach."""
        self._posted: tuple[int, frozenset[CheckSite]] | None = None
        self._most_blocks: int | None = None
        """Maximal number of blocks of a complete unrolling; ``None`` for incremental bounds."""

    def advance(self, bound: int, *, is_last: bool = False) -> Claim | None:
        """Return the claim that the runs within ``bound`` iterations of each loop justify, or
        ``None`` if some run exceeds the bound.

        A second call with the same bound, after a violation, searches for one at another site.
        ``is_last`` is set where no larger bound follows.
        """
        self.continues = False
        if bound > self.unrolling.bound:
            self.unrolling.extend(bound, self._budget)
            if not self.unrolling.frontier:
                self._task.board.post(UnrollingComplete(UnrollingManner.BOUND_BY_BOUND))
        claim = self.base()
        if claim is None and not self._are_excluded_runs_infeasible():
            return self.advance(bound, is_last=is_last) if self._restart_with_all_runs() else NOT_COMPLETE
        if claim is None:
            self._post_bound()
        if claim is None and self._has_claimed_part:
            claim = self._decide_deferred()
        if claim is None and self._continued_at < self.unrolling.bound:
            claim = self.forward()
            self._has_claimed_part = isinstance(claim, ClaimsSafe) and self.has_deferred
            self._continued_at = self.unrolling.bound if claim is None else 0
        claim = claim or self._claim_about_passed_checks(is_last=is_last) or self._decide_deferred()
        if claim is None:
            self._post_bound()
        return claim

    def advance_by_parts(self, bound: int) -> Generator[Claim, None, Claim | None]:
        """Yield claims about parts of the checks within ``bound``, and return what `advance` does for
        the others.
        """
        while (claim := self.advance(bound)) is not None and self.continues:
            yield claim
        return claim

    def _post_bound(self) -> None:
        """Post that no run within the bound fails a check, except perhaps a deferred one."""
        explored = self.unrolling.bound, frozenset(each.site for each in self._deferred)
        if explored != self._posted:
            self._posted = explored
            self._task.board.post(BoundExplored(*explored, dict(self.unrolling.visits)))

    def _claim_about_passed_checks(self, *, is_last: bool) -> Claim | None:
        """Return the claim about the checks that no run beyond the bound can reach, if some of them
        are undecided.

        Such claims are made at the last bound, and after `EngineLimits.passed_checks_seconds` of
        search at bounds that at least double.
        """
        goal, bound = self._goal, self.unrolling.bound
        is_long = time.thread_time() - self._begun >= LIMITS.passed_checks_seconds
        is_due = bound > self._claimed_at if is_last else is_long and bound >= 2 * self._claimed_at
        if not (goal.accepts_partial_claims and is_due) or self._accelerator.made:
            return None
        if not goal.checked.violations.issuperset(UNDEFINED):
            return None  # a proof has to exclude failures that are no violations, too
        program = self.unrolling.program
        reached = (each.site for each in self.unrolling.reached_checks)
        sites = frozenset(sites_in(program)).union(check_sites(goal.program, goal.checked), reached)
        ahead = sites_ahead(program, self.unrolling.frontier).union(each.site for each in self._deferred)
        passed = sites - ahead - self.ignored - decided_sites(self._task.board)
        passed = frozenset(site for site in passed if goal.is_violation_at(site))
        if not passed:
            return None
        self._claimed_at = bound
        self.continues = True
        return ClaimsSafe(self._certificate(), sites - passed)

    def _are_excluded_runs_infeasible(self) -> bool:
        """Return whether all runs that the unrolling has excluded are infeasible.

        It excludes runs with accesses that are not plain, see `AddressBook.plain_accesses_only`.
        """
        excluded_runs = self.unrolling.excluded_runs
        if self._excluded == len(excluded_runs):
            return True
        answer = self._query_without_limit(or_(*excluded_runs[self._excluded :]), "excluded runs")
        self._excluded = len(excluded_runs)
        return isinstance(answer, Unsat)

    def _restart_with_all_runs(self) -> bool:
        """Restart without excluded runs; return whether a complete unrolling is complete again."""
        self.unrolling = Unrolling(self._goal.program, self._goal.checked, self._accelerator)
        self._queried = self._excluded = self._continued_at = 0
        self._open, self._deferred, self._pruned = [], [], []
        self._dropped = set()
        if self._most_blocks is None:
            self._restart_solver()
            return True
        return self.complete(self._most_blocks)

    def complete(self, most_blocks: int) -> bool:
        """Unroll all runs to their ends before the first query; return whether that succeeded. See
        `Unrolling.complete`.
        """
        self._most_blocks = most_blocks
        begun = time.thread_time()
        with closing(FeasibilityChecker(self.unrolling.book, self._solvers, self._budget)) as finder:
            is_complete = self.unrolling.complete(most_blocks, self._budget, finder.is_feasible)
        self._easy_seconds = max(LIMITS.easy_query_seconds, LIMITS.easy_query_share * (time.thread_time() - begun))
        self._restart_solver()
        return is_complete

    @property
    def has_deferred(self) -> bool:
        """Return whether some checks were deferred."""
        return bool(self._deferred)

    def base(self) -> Claim | None:
        """Return a violation of a check that is new at this bound, if a run within the bound has
        one.
        """
        self._open += self.unrolling.reached_checks[self._queried :]
        self._queried = len(self.unrolling.reached_checks)
        goal = self._goal.without(decided_sites(self._task.board) | self.ignored)
        self._open = [each for each in self._open if goal.is_violation_at(each.site)]
        formula = or_(*(each.failure for each in self._open))
        match self._query(formula, "base case"):
            case Sat(model):
                return self._violation(formula, model)
            case Unsat():
                self._open = []
                return None
            case NoAnswer(reason) if reason == TIME_LIMIT and self._defers_hard_checks:
                return self._base_by_site()
            case NoAnswer(reason):
                return gave_up(reason)

    def _base_by_site(self) -> Claim | None:
        """Query each site alone; defer those that take long."""
        for site in dict.fromkeys(each.site for each in self._open):
            here = [each for each in self._open if each.site == site]
            formula = or_(*(each.failure for each in here))
            match self._query(formula, "base case"):
                case Sat(model):
                    return self._violation(formula, model)
                case Unsat():
                    pass
                case NoAnswer(reason) if reason == TIME_LIMIT:
                    self._deferred += here
                case NoAnswer(reason):
                    return gave_up(reason)
            self._open = [each for each in self._open if each.site != site]
        return None

    def _decide_deferred(self) -> Claim | None:
        """Decide the deferred checks without a limit of time."""
        if not self._deferred:
            return None
        self._open, self._deferred = [*self._open, *self._deferred], []
        self._lift_limit()
        return self.base()

    def _violation(self, formula: Term, model: Model) -> ClaimsUnsafe:
        facts = self._address_facts.facts
        unrolling = self.unrolling
        model = with_small_inputs((formula, *facts), unrolling.choices, model, self._solvers)
        trace = read_trace(unrolling.program, unrolling.book, unrolling.choices, model, (formula, *facts))
        values = Evaluator(model.value)
        self.ignored.update(each.site for each in self._open if values.value(each.failure))
        return ClaimsUnsafe(trace)

    def forward(self) -> Claim | None:
        """Return the proof if no run exceeds the bound; drop infeasible states of the frontier."""
        continuing = [state for state in self.unrolling.frontier if state.guard.term is not TRUE]
        certain = len(continuing) < len(self.unrolling.frontier)
        while continuing:
            formula = or_(*(state.guard.term for state in continuing))
            match self._query_without_limit(formula, "forward condition"):
                case Sat(model):
                    certain = True
                    if len(continuing) == 1:
                        break
                    evaluator = Evaluator(model.value)
                    continuing = [state for state in continuing if not evaluator.value(state.guard.term)]
                case Unsat():
                    self._drop(continuing)
                    break
                case NoAnswer(reason):
                    return gave_up(reason)
        return None if certain else self._complete()

    def _drop(self, states: list[State]) -> None:
        self.unrolling.drop(states)
        self._pruned.append(self.unrolling.bound)
        self._dropped.update((self.unrolling.bound, state.frame.position()) for state in states)

    def _complete(self) -> Claim:
        """Return the proof of a complete unrolling without violations, unless a run has undefined
        behaviour.
        """
        undefined = self.undefined()
        if undefined is not None:
            return undefined
        put_off = (each.site for each in self._deferred)
        return ClaimsSafe(self._certificate(), decided_sites(self._task.board).union(self.ignored, put_off))

    def _certificate(self) -> CompleteUnrolling:
        bounds = tuple(dict.fromkeys(self._pruned))
        dropped, plain_accesses_only = frozenset(self._dropped), self.unrolling.book.plain_accesses_only
        return CompleteUnrolling(self.unrolling.bound, bounds, self._decided_by, dropped, plain_accesses_only)

    def undefined(self) -> GaveUp | None:
        """Return why a proof is ruled out, if a run within the bound has undefined behaviour."""
        goal = self._goal.without(decided_sites(self._task.board) | self.ignored)
        undefined = [
            each
            for each in self.unrolling.reached_checks
            if goal.must_exclude(each.site) and not goal.is_violation_at(each.site)
        ]
        formula = or_(*(each.failure for each in undefined))
        match self._query_without_limit(formula, "definedness"):
            case Sat(model):
                evaluator = Evaluator(model.value)
                first = next(each for each in undefined if evaluator.value(each.failure))
                return undefined_behaviour(first)
            case Unsat():
                return None
            case NoAnswer(reason):
                return gave_up(reason)

    def _query(self, formula: Term, purpose: str) -> Answer:
        """Return whether ``formula`` is satisfiable; a fresh solver repeats a query that the
        incremental one gave up.
        """
        if formula is FALSE:
            return Unsat()
        answer = self._check(formula, purpose)
        if isinstance(answer, NoAnswer) and answer.reason != TIME_LIMIT:
            self._restart_solver()
            answer = self._check(formula, f"{purpose}, again")
        return answer

    def _query_without_limit(self, formula: Term, purpose: str) -> Answer:
        """Return whether ``formula`` is satisfiable, without the limit for easy queries."""
        answer = self._query(formula, purpose)
        if self._defers_hard_checks and isinstance(answer, NoAnswer) and answer.reason == TIME_LIMIT:
            self._lift_limit()
            answer = self._query(formula, purpose)
        return answer

    def _lift_limit(self) -> None:
        if self._defers_hard_checks:
            self._defers_hard_checks = False
            self._restart_solver()

    def _restart_solver(self) -> None:
        self._solver.close()
        self._solver = self._new_solver()
        self._address_facts = AddressFacts(self.unrolling.book)

    def _new_solver(self) -> Solver:
        if not self._defers_hard_checks:
            return self._solvers.new()
        return replace(self._solvers, limits=replace(self._solvers.limits, seconds=self._easy_seconds)).new()

    def _check(self, formula: Term, purpose: str) -> Answer:
        for fact in self._address_facts.facts_for(formula):
            self._solver.add(fact)
        begun = time.monotonic()
        answer = self._enumerated(formula) or self._decided(formula, purpose)
        self._on_event(QueryAnswered(purpose, time.monotonic() - begun))
        return answer

    def _enumerated(self, formula: Term) -> Answer | None:
        """Return the answer by enumeration of all values, where they are few: small quotients are
        hard for solvers.
        """
        if not self._enumerates or self._address_facts.facts:
            return None
        answer = decide_by_enumeration(formula, self._budget.at_most_work(LIMITS.enumeration_seconds))
        if answer is not None and self._decided_by == REWRITING:
            self._decided_by = ENUMERATION
        return answer

    def _decided(self, formula: Term, purpose: str) -> Answer:
        self._decided_by = self._solver.name
        return self._solver.check([formula], purpose=purpose)
