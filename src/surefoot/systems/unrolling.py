"""The bounded view: all runs that pass each loop and each recursion at most a given number of times.

States are executed in the order of their positions; states that meet at a position are merged. At bound k a loop
body runs at most k times, then the loop's guard is tested once more: runs that leave go on, runs that
would enter the body again wait in the frontier. The frontier is where a larger bound continues, so
raising the bound repeats no work.
"""

from heapq import heappop, heappush

from surefoot.budget import Budget
from surefoot.errors import invariant
from surefoot.logic import FALSE, TRUE, Term, not_, or_
from surefoot.program.access import variables_assigned
from surefoot.program.program import Block, Function, Program, Role
from surefoot.program.properties import Property
from surefoot.program.statements import Assign, Branch, Call, Check, Goto, Havoc, Load, Return, Stop
from surefoot.systems.addresses import AddressBook
from surefoot.systems.executor import Executor
from surefoot.systems.obligations import Obligation, SymbolicChoice
from surefoot.systems.state import Frame, State, Suspended, merge_states

Position = tuple[int, ...]


class Unrolling:
    """Runs of ``program`` up to a bound that grows.

    After ``extend(k)``:
      - a run that fails a check within bound k satisfies the failure of some obligation, and conversely;
      - a run that bound k cuts short satisfies the guard of some state of the frontier.
    """

    def __init__(self, program: Program, checked: Property) -> None:
        self.program = program
        self._executor = Executor(program, checked)
        self._pure: dict[tuple[str, str], bool] = {}
        self._temporaries = {
            function.name: frozenset(v.symbol for v in function.locals if v.role is Role.TEMPORARY)
            for function in program.functions.values()
        }
        self.bound = 0
        self.statements_run = 0
        self._frontier: list[State] = [self._executor.start()]
        self._pending: dict[Position, State] = {}
        self._queue: list[Position] = []

    @property
    def obligations(self) -> list[Obligation]:
        """All checks that some run may fail, in execution order; only ever appended to."""
        return self._executor.obligations

    @property
    def choices(self) -> list[SymbolicChoice]:
        """All choices, in an order that agrees with every run's own; only ever appended to."""
        return self._executor.choices

    @property
    def frontier(self) -> list[State]:
        """States that the bound stopped."""
        return self._frontier

    def drop(self, states: list[State]) -> None:
        """Forget frontier states.  Requires  their guards are unsatisfiable."""
        dropped = {id(state) for state in states}
        self._frontier = [state for state in self._frontier if id(state) not in dropped]

    def cut_guard(self) -> Term:
        """Satisfied exactly by the runs that the bound cuts short."""
        return or_(*(state.guard.term for state in self._frontier))

    @property
    def book(self) -> AddressBook:
        """The objects of all runs."""
        return self._executor.book

    def extend(self, bound: int, budget: Budget) -> None:
        """Raise the bound; see the class for what holds afterwards."""
        invariant(bound > self.bound, "the bound only grows")
        self.bound = bound
        resumed, self._frontier = self._frontier, []
        for state in resumed:
            self._schedule(state)
        steps = 0
        while self._queue:
            steps += 1
            if steps & 63 == 0:
                budget.spend()
            self._run(self._pending.pop(heappop(self._queue)), budget)

    # ---- scheduling

    def _schedule(self, state: State) -> None:
        """Let ``state`` wait for its turn, merged with what already waits at the same position."""
        if state.guard.term is FALSE:
            return
        position = state.frame.position()
        waiting = self._pending.get(position)
        if waiting is None:
            self._pending[position] = state
            heappush(self._queue, position)
        else:
            self._pending[position] = merge_states(waiting, state)

    def _run(self, state: State, budget: Budget) -> None:
        """Run a state until it ends, is cut, or has to wait for others."""
        following: State | None = state
        steps = 0
        while following is not None:
            following = self._step(following)
            steps += 1
            if steps & 1023 == 0:
                budget.spend()

    def _step(self, state: State) -> State | None:
        """Run one state to the end of its block or to a call; what follows is scheduled, or returned to go on at once."""
        frame = state.frame
        block = frame.body.function.blocks[frame.block]
        if frame.index == 0 and frame.rounds and self._is_cut(frame, block):
            self._frontier.append(state)
            return None
        before = frame.index
        call = self._executor.run(state, block.statements)
        self.statements_run += frame.index - before + 1
        if state.guard.term is FALSE:
            return None
        if call is not None:
            return self._call(state, call)
        terminator = block.terminator
        match terminator:
            case Goto(target):
                return self._follow(state, target)
            case Branch(condition, then, otherwise):
                return self._branch(state, self._executor.value(state, condition), then, otherwise)
            case Return(values):
                return self._return(state, tuple(self._executor.value(state, value) for value in values))
            case Stop():
                return None

    def _next(self, state: State) -> State | None:
        """The state itself if it can go on at once because no other waits, else nothing: it waits as well."""
        if not self._queue:
            return state
        self._schedule(state)
        return None

    def _follow(self, state: State, label: str) -> State | None:
        frame = state.frame
        frame.enter(label)
        heads = frame.body.order.heads[label]
        if heads and heads[-1] == label and self._repeats(state):
            return None
        return self._next(state)

    def _repeats(self, state: State) -> bool:
        """The state came back to a loop head unchanged: its runs stay in this loop for ever and check nothing."""
        frame = state.frame
        place = (frame.prefix, frame.rounds[:-1], frame.block)
        now = (state.version, state.guard)
        if frame.rounds[-1] and state.seen.get(place) == now:
            return True
        state.seen[place] = now
        return False

    def _branch(self, state: State, condition: Term, then: str, otherwise: str) -> State | None:
        if condition is TRUE:
            return self._follow(state, then)
        if condition is FALSE:
            return self._follow(state, otherwise)
        other = state.fork(not_(condition))
        state.guard = state.guard.assume(condition)
        for each, label in ((state, then), (other, otherwise)):
            following = self._follow(each, label)
            if following is not None:
                self._schedule(following)
        return None

    # ---- bounds

    def _is_cut(self, frame: Frame, block: Block) -> bool:
        """The bound forbids running ``block`` here. Its last round only tests whether the loop is left."""
        most = max(frame.rounds, default=0)
        return most > self.bound or (most == self.bound and not self._is_pure(frame.body.function, block))

    def _is_pure(self, function: Function, block: Block) -> bool:
        """The block computes temporaries only: running it changes nothing that a later statement could notice."""
        key = (function.name, block.label)
        known = self._pure.get(key)
        if known is None:
            known = self._pure[key] = all(
                isinstance(statement, Assign | Load | Havoc | Check)
                and self._temporaries[function.name].issuperset(variables_assigned(statement))
                for statement in block.statements
            )
        return known

    # ---- calls

    def _call(self, state: State, call: Call) -> State | None:
        callees = self._executor.callees(state, call)
        if self._would_recurse_too_deep(state, callees):
            self._frontier.append(state)
            return None
        arguments = [self._executor.value(state, argument) for argument in call.arguments]
        if len(callees) == 1:
            state.guard = state.guard.assume(callees[0][1])
            return self._enter(state, call, callees[0][0], arguments)
        for function, condition in callees:
            entered = self._enter(state.fork(condition), call, function, arguments)
            if entered is not None:
                self._schedule(entered)
        return None

    def _would_recurse_too_deep(self, state: State, callees: list[tuple[Function, Term]]) -> bool:
        return any(self._nesting(state, function) > self.bound for function, _ in callees)

    def _nesting(self, state: State, function: Function) -> int:
        """How many activations of ``function`` there are once it is called here."""
        frame, below = state.frame, state.callers
        while True:
            if frame.body.function is function:
                return frame.nesting + 1
            if below is None:
                return 1
            frame, below = below.frame, below.below

    def _enter(self, state: State, call: Call, function: Function, arguments: list[Term]) -> State | None:
        if state.guard.term is FALSE:
            return None
        body = self._executor.body(function.name)
        nesting = self._nesting(state, function)
        caller = state.frame
        prefix = (*caller.position(), body.number)
        caller.index += 1
        state.callers = Suspended(caller, call, state.callers)
        state.frame = Frame(body, prefix, nesting)
        for parameter, argument in zip(function.parameters, arguments, strict=False):  # more arguments are ignored
            state.frame.locals[parameter.symbol] = argument
        return self._next(state)

    def _return(self, state: State, values: tuple[Term, ...]) -> State | None:
        for memory_object in state.frame.allocated:
            state.memory.forget(memory_object)
        caller = state.callers
        if caller is None:
            return None
        state.frame = caller.frame.copy()
        state.callers = caller.below
        if caller.call.targets:
            for target, value in zip(caller.call.targets, values, strict=True):
                self._executor.assign(state, target, value)
        return self._next(state)
