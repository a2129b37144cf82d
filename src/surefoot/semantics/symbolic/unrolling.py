"""Unrolling: all runs that pass each loop and each recursion at most a given number of times.

States are executed in the order of their positions; states that meet at a position are merged. At
bound k a loop body runs at most k times, then the loop condition is tested once more: runs that
leave continue, runs that would enter the body again stay in the frontier. A larger bound continues
from the frontier, so raising the bound repeats no work.

Feasibility of states is decided by models of earlier states, then by a solver.
The result only ends the unrolling where its runs end; it is not trusted. A proof queries the
feasibility of the dropped states again.
"""

from collections import Counter, deque
from collections.abc import Callable, Collection, Iterator
from typing import Protocol

from surefoot.base.budget import Budget
from surefoot.base.enums import Enum
from surefoot.base.errors import UnsupportedError, invariant
from surefoot.logic import FALSE, TRUE, Evaluator, Term, not_, or_
from surefoot.program.access import variables_assigned
from surefoot.program.check_sites import CheckSite
from surefoot.program.passes.views import apply_passes, unrolling_passes
from surefoot.program.program import Block, Function, Program, Role
from surefoot.program.properties import Property
from surefoot.program.statements import Assign, Check, Havoc, Load
from surefoot.semantics.limits import LIMITS
from surefoot.semantics.memory.addresses import AddressBook, AddressFacts
from surefoot.semantics.symbolic.executor import Executor
from surefoot.semantics.symbolic.loops import loop_heads
from surefoot.semantics.symbolic.reached_checks import ReachedCheck, SymbolicChoice
from surefoot.semantics.symbolic.remaining_checks import RemainingChecks
from surefoot.semantics.symbolic.state import State
from surefoot.semantics.symbolic.stepping import Stepper
from surefoot.smt.contracts import Sat, Unsat, Use
from surefoot.smt.registry import BITS, SolverFactory


class FeasibilityChecker:
    """Feasibility check for states of an unrolling whose objects are in ``book``.

    The solver is `bits`: consecutive queries share terms, which it has translated to clauses
    already.
    """

    def __init__(self, book: AddressBook, solvers: SolverFactory, budget: Budget) -> None:
        self._address_facts = AddressFacts(book)
        self._solver = solvers.open_named(BITS, Use.INCREMENTAL, budget)
        self._runs: deque[Evaluator] = deque(maxlen=LIMITS.remembered_runs)
        self._with_runs: set[Term] = {TRUE}
        self._iterations: set[tuple[int, ...]] = set()

    def is_feasible(self, state: State) -> bool:
        """Return whether ``state`` may have runs.

        Only the first state of each iteration of a loop is checked; others, and undecided ones, may
        have runs.
        """
        guard, round_of_loops = state.guard.term, state.frame.around()
        if guard in self._with_runs or round_of_loops in self._iterations:
            return True
        self._iterations.add(round_of_loops)
        if not any(run.value(guard) for run in self._runs):
            for fact in self._address_facts.facts_for(guard):
                self._solver.add(fact)
            answer = self._solver.check([guard], purpose="feasibility")
            if isinstance(answer, Unsat):
                return False
            if isinstance(answer, Sat):
                self._runs.appendleft(Evaluator(answer.model.value, answer.model.apply))
        self._with_runs.add(guard)
        return True

    def close(self) -> None:
        """Close the solver."""
        self._solver.close()


class Ending(Enum):
    """Kind of an unrolling; if it is complete, the way in which its runs end."""

    STRAIGHT = "no run enters a loop or a recursion"
    BOUNDED = "runs leave each loop and recursion within the bound"
    ENDLESS = "runs do so, or repeat a loop for ever without changing the state"
    UNCHECKED = "runs do so, or reach a point from which no check is reachable"


class LoopAccelerator(Protocol):
    """Acceleration of loops: replaces several iterations by one step."""

    def at_head(self, state: State) -> None:
        """Replace ``state``, which came back to a loop head, by one that exactly its runs reach
        later.

        The result is at the same head, and the skipped iterations fail no check. The state is
        unchanged if no such state is known.
        """


class _LimitReached(Exception):
    """Runs continue beyond all limits, unless a solver query shows otherwise."""


class Unrolling:
    """Runs of ``program`` up to a growing bound; iterations skipped by the ``accelerator`` do not
    count.

    Runs that can only reach checks at ``ignored`` sites count as runs that reach no check.

    For termination, every run that the bound cuts stays in the frontier, and no iterations are
    skipped.

    Ensures: after ``extend(k)``: - a run that fails a check within bound k satisfies the failure of
      some reached check, and conversely; - a run that bound k cuts and that can reach a check
      satisfies the guard of some state of the frontier.

    With ``plain_accesses_only`` this holds for runs that satisfy none of `excluded_runs`. Excluded
    are runs that write part of a larger cell at a symbolic offset, or use a pointer of unknown
    origin among others with known targets. Hardly any program has such runs, and formulas without
    them are much smaller. With ``has_outside_memory`` pointers from outside point to environment
    memory only (`memory.outside`), and the second half of the postcondition does not hold.
    """

    def __init__(
        self,
        program: Program,
        checked: Property,
        accelerator: LoopAccelerator | None = None,
        *,
        plain_accesses_only: bool = False,
        has_outside_memory: bool = False,
        ignored: Collection[CheckSite] = frozenset(),
    ) -> None:
        original, program = program, apply_passes(unrolling_passes(), program)
        self.program = program
        self._string_heads = frozenset(_added_loop_heads(original, program))
        self._executor = Executor(
            program,
            checked,
            has_layers=True,
            plain_accesses_only=plain_accesses_only,
            has_outside_memory=has_outside_memory,
        )
        self._remaining = None if checked.is_termination else RemainingChecks(program, checked, ignored)
        self._leaves_unchecked = False
        self._pure: dict[tuple[str, str], bool] = {}
        self._temporaries = {
            function.name: frozenset(v.symbol for v in function.locals if v.role is Role.TEMPORARY)
            for function in program.functions.values()
        }
        self.visits: Counter[tuple[str, str]] = Counter()
        """Number of states at each block, by function and label."""
        self.bound = 0
        self._needed = 1
        self._blocks_left = 0
        at_head = None if accelerator is None or checked.is_termination else accelerator.at_head
        self.infeasible_conditions: dict[Term, None] = {}
        """Branch conditions that never hold by value sets; the unrolling does not follow these
        branches."""
        decide = self._decided
        self._stepper = Stepper(self._executor, self._is_cut, lambda: self.bound, at_head, decide=decide)
        self._unbounded = Stepper(self._executor, self._is_infeasible, self._most_nested, at_head, decide=decide)
        self._frontier: list[State] = [self._executor.start()]
        self._has_runs: Callable[[State], bool] | None = None

    @property
    def reached_checks(self) -> list[ReachedCheck]:
        """All checks that some run may fail, in execution order; append-only."""
        return self._executor.reached_checks

    @property
    def excluded_runs(self) -> list[Term]:
        """Formulas satisfied by exactly the excluded runs; append-only."""
        return self._executor.excluded_runs

    @property
    def choices(self) -> list[SymbolicChoice]:
        """All choices, in an order that agrees with every run's own; append-only."""
        return self._executor.choices

    @property
    def frontier(self) -> list[State]:
        """States that the bound stopped."""
        return self._frontier

    def drop(self, states: list[State]) -> None:
        """Drop frontier states.

        Requires: their guards are unsatisfiable.
        """
        dropped = {id(state) for state in states}
        self._frontier = [state for state in self._frontier if id(state) not in dropped]

    def cut_guard(self) -> Term:
        """Return a formula satisfied by exactly the runs that the bound cuts."""
        return or_(*(state.guard.term for state in self._frontier))

    @property
    def ending(self) -> Ending:
        """The kind of ending of the runs so far."""
        if self._leaves_unchecked:
            return Ending.UNCHECKED
        if self._stepper.has_endless_loops:
            return Ending.ENDLESS
        return Ending.BOUNDED if self._stepper.has_loops else Ending.STRAIGHT

    @property
    def book(self) -> AddressBook:
        """The objects of all runs."""
        return self._executor.book

    def extend(self, bound: int, budget: Budget, is_feasible: Callable[[State], bool] | None = None) -> None:
        """Raise the bound; the class states the postcondition.

        States that continue a loop or enter a recursion are also stopped if ``is_feasible`` returns
        false; then the frontier shows whether they have runs.
        """
        invariant(bound > self.bound, "the bound only grows")
        self._has_runs = is_feasible
        self.bound = bound
        stopped = [*self._stepper.run(self._frontier, budget), *self._stepper.deep_calls]
        self._require_ends(self._stepper)
        remaining = self._remaining
        self._frontier = stopped if remaining is None else [state for state in stopped if remaining.has_some(state)]
        self._leaves_unchecked |= len(self._frontier) < len(stopped)

    def complete(self, most_blocks: int, budget: Budget, is_feasible: Callable[[State], bool] | None = None) -> bool:
        """Follow all runs to their ends, and set the bound to what that takes; return whether that
        succeeded.

        A loop or recursion ends where term simplification or ``is_feasible`` shows that no run
        continues; in the latter case the state stays in the frontier. States that leave a loop
        after different iterations are merged, unlike with a bound raised step by step. It fails
        beyond ``most_blocks`` blocks in loops and calls, or `SemanticsLimits.unrolled_iterations`
        iterations of a loop or recursion; the unrolling is then unusable.
        Requires: it was not extended yet.
        """
        invariant(self.bound == 0, "all runs are at their start")
        self._blocks_left = most_blocks
        self._has_runs = is_feasible
        try:
            self._frontier = self._unbounded.run(self._frontier, budget)
        except _LimitReached:
            return False
        if self._unbounded.deep_calls:
            return False
        self._require_ends(self._unbounded)
        self.bound = max(self._needed, self._unbounded.deepest)
        self._stepper.has_loops = self._unbounded.has_loops
        self._stepper.has_endless_loops = self._unbounded.has_endless_loops
        return True

    def _require_ends(self, stepper: Stepper) -> None:
        """Raise `UnsupportedError` if runs that never end were dropped, and the property is
        termination.
        """
        if self._remaining is None and stepper.has_endless_loops:
            raise UnsupportedError("a run may repeat a loop for ever without changing the state")

    def _decided(self, condition: Term) -> Term:
        """Return the value of ``condition`` if value sets decide it, and record its negation as
        infeasible; else ``condition``.
        """
        truth = self.book.truth(condition)
        if truth is None:
            return condition
        self.infeasible_conditions[not_(condition) if truth else condition] = None
        return TRUE if truth else FALSE

    def _is_infeasible(self, state: State) -> bool:
        """Return whether the state is infeasible, and record the bound that its block requires."""
        self._spend_block()
        frame = state.frame
        self.visits[frame.body.function.home(frame.block), frame.block] += 1
        if self._makes_strings(state):
            raise _LimitReached
        is_queried = False
        if self._has_runs is not None and self._unbounded.continues_loop(state):
            is_queried = True
            if not self._has_runs(state):
                return True
        function = frame.body.function
        iterations = max(frame.iterations, default=0)
        if iterations > (LIMITS.queried_iterations if is_queried else LIMITS.unrolled_iterations):
            raise _LimitReached
        if iterations >= self._needed:
            self._needed = iterations if self._is_pure(function, function.blocks[frame.block]) else iterations + 1
        return False

    def _most_nested(self) -> int:
        """Return the nesting of calls that is allowed."""
        self._spend_block()
        return LIMITS.unrolled_iterations

    def _spend_block(self) -> None:
        if self._blocks_left == 0:
            raise _LimitReached
        self._blocks_left -= 1

    def _is_cut(self, state: State) -> bool:
        """Return whether the bound forbids running the state's block here, or it is infeasible.

        The last iteration of a loop only tests whether the loop is left.
        """
        if self._has_runs is not None and self._stepper.continues_loop(state) and not self._has_runs(state):
            return True
        frame = state.frame
        self.visits[frame.body.function.home(frame.block), frame.block] += 1
        most = max(frame.iterations, default=0)
        if self._makes_strings(state):
            return LIMITS.many_strings_bound << most > self.bound
        if most < self.bound:
            return False
        function = frame.body.function
        return most > self.bound or not self._is_pure(function, function.blocks[frame.block])

    def _makes_strings(self, state: State) -> bool:
        """Return whether the state's block is the head of the loop that allocates many argument
        strings.
        """
        return (state.frame.body.function.name, state.frame.block) in self._string_heads

    def _is_pure(self, function: Function, block: Block) -> bool:
        """Return whether the block only computes temporaries, so that running it has no later
        effect.
        """
        key = (function.name, block.label)
        known = self._pure.get(key)
        if known is None:
            known = self._pure[key] = all(
                isinstance(statement, Assign | Load | Havoc | Check)
                and self._temporaries[function.name].issuperset(variables_assigned(statement))
                for statement in block.statements
            )
        return known


def _added_loop_heads(original: Program, program: Program) -> Iterator[tuple[str, str]]:
    """Yield the loop heads of ``program``, with their functions, that are no blocks of
    ``original``.
    """
    for name, function in program.functions.items():
        before = original.functions[name]
        if function is not before:
            yield from ((name, label) for label in loop_heads(function) if label not in before.blocks)
