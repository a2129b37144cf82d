"""Questions about the runs within a bound: the base case and the forward condition, with one incremental solver."""

import time
from contextlib import closing

from surefoot.base.errors import OutOfBudget
from surefoot.base.events import QueryAnswered
from surefoot.base.records import replace
from surefoot.discharge.few_values import ENUMERATION, decide_by_enumeration
from surefoot.engines.board import UnrollingComplete, UnrollingManner, decided_sites
from surefoot.engines.tasks import ProgramTask
from surefoot.evidence.certificates import REWRITING, CompleteUnrolling
from surefoot.evidence.claims import Claim, ClaimsSafe, ClaimsUnsafe, GaveUp, Why
from surefoot.logic import FALSE, TRUE, Evaluator, Term, or_
from surefoot.program.access import divides
from surefoot.program.check_sites import CheckSite
from surefoot.program.statements import CheckKind
from surefoot.semantics.memory.address_facts import AddressFacts
from surefoot.semantics.symbolic.feasibility import FeasibilityChecker
from surefoot.semantics.symbolic.reached_checks import ReachedCheck
from surefoot.semantics.symbolic.state import State
from surefoot.semantics.symbolic.trace_reading import read_trace
from surefoot.semantics.symbolic.unrolling import Unrolling
from surefoot.smt.contracts import TIME_LIMIT, Answer, Model, NoAnswer, Sat, Solver, Unsat
from surefoot.systems.closed_forms.accelerated_unrolling import UnrollingAccelerator
from surefoot.systems.control.system import Error

EASY_SECONDS = 1.0
"""A question about all checks that takes longer is put to the solver for each check, and a check that takes longer is put off."""
EASY_SHARE = 2.0
"""A question about all runs up to their ends may take so many times as long as it took to follow them: asked about each check, it takes longer in all."""
TRYING_SECONDS = 2.0
"""How long values are tried where there are few."""
NO_ENDS = GaveUp(Why.BOUND, "some loop or recursion has no end that is seen at once", "use bmc{at-once=off}")
"""What is said where not all runs can be followed to their ends at once."""


class BoundedSearch:
    """The state of one run of the engine: the unrolling, the solver, and what was already asked.

    With ``easy_first``, hard checks do not keep others from being decided: `advance` claims what holds for these before it insists on those.
    """

    def __init__(self, task: ProgramTask, *, easy_first: bool = False) -> None:
        self._task = task
        goal = self._goal = task.goal
        self._on_event = task.on_event
        self._solvers = task.solvers
        self._is_impatient = easy_first
        self._tries = divides(goal.program)
        self._put_off: list[ReachedCheck] = []
        self._has_told_part = False
        self._leaps = UnrollingAccelerator(task.inlined_system)
        self._budget = task.budget
        self.unrolling = Unrolling(goal.program, goal.checked, self._leaps, plain_accesses_only=True)
        self._excluded = 0
        self._easy_seconds = EASY_SECONDS
        self._solver = self._new_solver()
        self._address_facts = AddressFacts(self.unrolling.book)
        self._asked = 0
        self._open: list[ReachedCheck] = []
        self.ignored: set[CheckSite] = set()
        """Where violations were found: others are looked for."""
        self._decided_by = REWRITING
        self._pruned: list[int] = []
        self._dropped: set[tuple[int, tuple[int, ...]]] = set()
        self._most_blocks: int | None = None
        """How many blocks may be unrolled before anything is asked, if that is the manner."""

    def advance(self, bound: int) -> Claim | None:
        """Look at all runs within ``bound`` rounds of each loop: a violation among them, or that there are no others.

        Asked again with the same bound after a violation, it looks for one at another site.
        """
        if bound > self.unrolling.bound:
            self.unrolling.extend(bound, self._budget)
            if not self.unrolling.frontier:
                self._task.board.post(UnrollingComplete(UnrollingManner.BOUND_BY_BOUND))
        claim = self.base()
        if claim is None and not self._is_ordinary():
            return self.advance(bound) if self._begin_in_full() else NO_ENDS
        if claim is None and self._has_told_part:
            claim = self._insist()
        claim = claim or self.forward()
        self._has_told_part = isinstance(claim, ClaimsSafe) and self.has_put_off
        return claim or self._insist()

    def _is_ordinary(self) -> bool:
        """Whether no runs were left out so far."""
        excluded_runs = self.unrolling.excluded_runs
        if self._excluded == len(excluded_runs):
            return True
        answer = self._ask_patiently(or_(*excluded_runs[self._excluded :]), "runs left out")
        self._excluded = len(excluded_runs)
        return isinstance(answer, Unsat)

    def _begin_in_full(self) -> bool:
        """Go back to the start, and leave no runs out; says whether all runs were followed to their ends again, where they had been."""
        self.unrolling = Unrolling(self._goal.program, self._goal.checked, self._leaps)
        self._asked = self._excluded = 0
        self._open, self._put_off, self._pruned = [], [], []
        self._dropped = set()
        if self._most_blocks is None:
            self._begin_anew()
            return True
        return self.complete(self._most_blocks)

    def complete(self, most_blocks: int) -> bool:
        """Unroll loops to their ends, before anything else; see `Unrolling.complete`."""
        self._most_blocks = most_blocks
        begun = time.thread_time()
        with closing(FeasibilityChecker(self.unrolling.book, self._solvers, self._budget)) as finder:
            is_complete = self.unrolling.complete(most_blocks, self._budget, finder.is_feasible)
        self._easy_seconds = max(EASY_SECONDS, EASY_SHARE * (time.thread_time() - begun))
        self._begin_anew()
        return is_complete

    @property
    def has_put_off(self) -> bool:
        """Whether there are checks that were not decided for the sake of others."""
        return bool(self._put_off)

    def base(self) -> Claim | None:
        """Ask whether a run within the bound violates the property: the checks that are new at this bound."""
        self._open += self.unrolling.reached_checks[self._asked :]
        self._asked = len(self.unrolling.reached_checks)
        goal = self._goal.without(decided_sites(self._task.board) | self.ignored)
        self._open = [each for each in self._open if goal.asks_about(each.site)]
        formula = or_(*(each.failure for each in self._open))
        match self._ask(formula, "base case"):
            case Sat(model):
                return self._violation(formula, model)
            case Unsat():
                self._open = []
                return None
            case NoAnswer(reason) if reason == TIME_LIMIT and self._is_impatient:
                return self._base_by_site()
            case NoAnswer(reason):
                return gave_up(reason)

    def _base_by_site(self) -> Claim | None:
        """The same for each site; those that take long are put off."""
        for site in dict.fromkeys(each.site for each in self._open):
            here = [each for each in self._open if each.site == site]
            formula = or_(*(each.failure for each in here))
            match self._ask(formula, "base case"):
                case Sat(model):
                    return self._violation(formula, model)
                case Unsat():
                    pass
                case NoAnswer(reason) if reason == TIME_LIMIT:
                    self._put_off += here
                case NoAnswer(reason):
                    return gave_up(reason)
            self._open = [each for each in self._open if each.site != site]
        return None

    def _insist(self) -> Claim | None:
        """Decide what was put off, however long it takes."""
        if not self._put_off:
            return None
        self._open, self._put_off = [*self._open, *self._put_off], []
        self._become_patient()
        return self.base()

    def _violation(self, formula: Term, model: Model) -> ClaimsUnsafe:
        facts = self._address_facts.facts
        unrolling = self.unrolling
        trace = read_trace(unrolling.program, unrolling.book, unrolling.choices, model, (formula, *facts))
        values = Evaluator(model.value)
        self.ignored.update(each.site for each in self._open if values.value(each.failure))
        return ClaimsUnsafe(trace)

    def forward(self) -> Claim | None:
        """Ask whether the bound cuts a run short; forget the states in the frontier that have no runs."""
        waiting = [state for state in self.unrolling.frontier if state.guard.term is not TRUE]
        certain = len(waiting) < len(self.unrolling.frontier)
        while waiting:
            formula = or_(*(state.guard.term for state in waiting))
            match self._ask_patiently(formula, "forward condition"):
                case Sat(model):
                    certain = True
                    if len(waiting) == 1:
                        break
                    evaluator = Evaluator(model.value)
                    waiting = [state for state in waiting if not evaluator.value(state.guard.term)]
                case Unsat():
                    self._forget(waiting)
                    break
                case NoAnswer(reason):
                    return gave_up(reason)
        return None if certain else self._complete()

    def _forget(self, states: list[State]) -> None:
        self.unrolling.drop(states)
        self._pruned.append(self.unrolling.bound)
        self._dropped.update((self.unrolling.bound, state.frame.position()) for state in states)

    def _complete(self) -> Claim:
        """Every run was seen; none violates the property. A proof also needs that none is undefined."""
        undefined = self.undefined()
        if undefined is not None:
            return undefined
        bounds = tuple(dict.fromkeys(self._pruned))
        dropped, plain_accesses_only = frozenset(self._dropped), self.unrolling.book.plain_accesses_only
        certificate = CompleteUnrolling(self.unrolling.bound, bounds, self._decided_by, dropped, plain_accesses_only)
        put_off = (each.site for each in self._put_off)
        return ClaimsSafe(certificate, decided_sites(self._task.board).union(self.ignored, put_off))

    def undefined(self) -> GaveUp | None:
        """Ask whether a run within the bound has undefined behaviour, which rules a proof out."""
        goal = self._goal.without(decided_sites(self._task.board) | self.ignored)
        undefined = [
            each
            for each in self.unrolling.reached_checks
            if goal.excludes(each.site) and not goal.asks_about(each.site)
        ]
        formula = or_(*(each.failure for each in undefined))
        match self._ask_patiently(formula, "definedness"):
            case Sat(model):
                evaluator = Evaluator(model.value)
                first = next(each for each in undefined if evaluator.value(each.failure))
                return undefined_behaviour(first)
            case Unsat():
                return None
            case NoAnswer(reason):
                return gave_up(reason)

    def _ask(self, formula: Term, purpose: str) -> Answer:
        """Is ``formula`` satisfiable? If the solver that knows all earlier queries cannot tell, a fresh one is asked."""
        if formula is FALSE:
            return Unsat()
        answer = self._check(formula, purpose)
        if isinstance(answer, NoAnswer) and answer.reason != TIME_LIMIT:
            self._begin_anew()
            answer = self._check(formula, f"{purpose}, again")
        return answer

    def _ask_patiently(self, formula: Term, purpose: str) -> Answer:
        """The same, as long as it takes."""
        answer = self._ask(formula, purpose)
        if self._is_impatient and isinstance(answer, NoAnswer) and answer.reason == TIME_LIMIT:
            self._become_patient()
            answer = self._ask(formula, purpose)
        return answer

    def _become_patient(self) -> None:
        if self._is_impatient:
            self._is_impatient = False
            self._begin_anew()

    def _begin_anew(self) -> None:
        self._solver.close()
        self._solver = self._new_solver()
        self._address_facts = AddressFacts(self.unrolling.book)

    def _new_solver(self) -> Solver:
        if not self._is_impatient:
            return self._solvers.new()
        return replace(self._solvers, limits=replace(self._solvers.limits, seconds=self._easy_seconds)).new()

    def _check(self, formula: Term, purpose: str) -> Answer:
        for fact in self._address_facts.facts_for(formula):
            self._solver.add(fact)
        begun = time.monotonic()
        answer = self._tried(formula) or self._decided(formula, purpose)
        self._on_event(QueryAnswered(purpose, time.monotonic() - begun))
        return answer

    def _tried(self, formula: Term) -> Answer | None:
        """What trying every value shows, where there are few: quotients are hard for solvers, however small they are."""
        if not self._tries or self._address_facts.facts:
            return None
        answer = decide_by_enumeration(formula, self._budget.at_most_work(TRYING_SECONDS))
        if answer is not None and self._decided_by == REWRITING:
            self._decided_by = ENUMERATION
        return answer

    def _decided(self, formula: Term, purpose: str) -> Answer:
        self._decided_by = self._solver.name
        return self._solver.check([formula], purpose=purpose)


def gave_up(reason: str) -> GaveUp:
    """What an engine says when a solver did not answer for ``reason``; raises `OutOfBudget` when that is time."""
    if reason == TIME_LIMIT:
        raise OutOfBudget(reason)
    return GaveUp(Why.SOLVER_GAVE_UP, reason, "try another --solver")


def undefined_behaviour(failed: ReachedCheck | Error) -> GaveUp:
    """What an engine says when a run fails a check after which C promises nothing, and there is no violation to report."""
    where = f"{failed.span}: " if failed.span else ""
    what = f"{failed.kind.value} {failed.text}" if failed.text.startswith("in ") else failed.text or failed.kind.value
    advice = "mend the undefined behaviour first: after it, C promises nothing about the rest of the run"
    if failed.kind is CheckKind.INVALID_DEREFERENCE:
        advice = "mend the memory error first: after it, C promises nothing about the rest of the run"
    return GaveUp(Why.UNDEFINED_BEHAVIOUR, f"{where}{what} (in {failed.function})", advice, failed.span)
