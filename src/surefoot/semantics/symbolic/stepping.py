"""Control flow of symbolic states; the executor implements the statements.

States are executed in the order of their positions, and states that meet at a position are merged.
Views of a program differ in where they stop.
"""

from collections.abc import Callable, Container, Iterable
from heapq import heappop, heappush

from surefoot.base.budget import Budget
from surefoot.logic import FALSE, TRUE, Op, Term, not_
from surefoot.program.program import Function
from surefoot.program.statements import Branch, Call, Goto, Return, Stop
from surefoot.semantics.symbolic.executor import Executor
from surefoot.semantics.symbolic.state import Activation, State, Suspended, merge_states

OrderPosition = tuple[int, ...]


class Stepper:
    """Worklist that runs states until they end or are stopped.

    A state is stopped where ``stops`` holds for a block in a loop or recursion that it is about to
    run, and where a call would put more than ``most_nested()`` activations of its function on the
    stack. Whenever a state returns to a loop head, ``at_head`` may replace it by a state that its
    runs reach later. Calls of ``summarised`` functions are not entered. ``decide`` may replace a
    branch condition by its value.
    """

    def __init__(
        self,
        executor: Executor,
        stops: Callable[[State], bool],
        most_nested: Callable[[], int],
        at_head: Callable[[State], None] | None = None,
        summarised: Container[str] = (),
        decide: Callable[[Term], Term] | None = None,
    ) -> None:
        self._executor = executor
        self._decide = decide
        self._at_head = at_head
        self._summarised = summarised
        self._stops = stops
        self._most_nested = most_nested
        self._stopped: list[State] = []
        self.has_loops = False
        """True iff a run entered a loop, or a function that was active already."""
        self.has_endless_loops = False
        """True iff a run stays in a loop for ever without changing the state."""
        self.deepest = 0
        """Largest number of activations of one function."""
        self.deep_calls: list[State] = []
        """States of the last run before a call that would nest too deep."""
        self.calls: list[tuple[State, str]] = []
        """States of the last run before a call of a summarised function, with its name."""
        self.returns: list[tuple[State, tuple[Term, ...]]] = []
        """States of the last run in which its first activation returns, with the returned values.
        """
        self.ended: list[Term] = []
        """Guards of the runs of the last run that ended regularly."""
        self.counted: set[tuple[OrderPosition, int]] = set()
        """Iterations of loops in which terms decided that the loop is not left, as in counting
        loops.

        Each is given by the common prefix of the positions in the loop, and the number of times its
        head was re-entered.
        """
        self._pending: dict[OrderPosition, State] = {}
        self._queue: list[OrderPosition] = []

    def run(self, states: Iterable[State], budget: Budget) -> list[State]:
        """Run ``states`` and their successors; return the states that ``stops`` stopped, in order."""
        self._stopped = []
        self.deep_calls = []
        self.calls = []
        self.returns = []
        self.ended = []
        for state in states:
            self._schedule(state)
        steps = 0
        while self._queue:
            following: State | None = self._pending.pop(heappop(self._queue))
            while following is not None:
                following = self._step(following)
                steps += 1
                if steps & 63 == 0:
                    budget.spend()
        return self._stopped

    def _schedule(self, state: State) -> None:
        """Enqueue ``state``, merged with the state already queued at its position."""
        if state.guard.term is FALSE:
            return
        position = state.frame.position()
        waiting = self._pending.get(position)
        if waiting is None:
            self._pending[position] = state
            heappush(self._queue, position)
        else:
            self._pending[position] = merge_states(waiting, state)

    def _step(self, state: State) -> State | None:
        """Run one state to the end of its block or to a call; schedule its successors, or return
        the only one.
        """
        frame = state.frame
        if frame.index == 0 and (frame.iterations or frame.nesting > 1) and self._stops(state):
            self._stopped.append(state)
            return None
        state.is_split = False
        block = frame.body.function.blocks[frame.block]
        call = self._executor.run(state, block.statements)
        if state.guard.term is FALSE:
            return None
        if call is not None:
            return self._call(state, call)
        match block.terminator:
            case Goto(target):
                return self._follow(state, target)
            case Branch(condition, then, otherwise):
                return self._branch(state, self._executor.value(state, condition), then, otherwise)
            case Return(values):
                return self._return(state, tuple(self._executor.value(state, value) for value in values))
            case Stop():
                self.ended.append(state.guard.term)
                return None

    def _next(self, state: State) -> State | None:
        """Return the state if it can continue at once because the queue is empty; else enqueue it."""
        if not self._queue:
            return state
        self._schedule(state)
        return None

    def _follow(self, state: State, label: str) -> State | None:
        frame = state.frame
        frame.enter(label)
        heads = frame.body.order.heads[label]
        if heads and heads[-1] == label:
            self.has_loops = True
            if self._repeats(state):
                self.has_endless_loops = True
                return None
            if self._at_head is not None and frame.iterations[-1]:
                self._at_head(state)
        return self._next(state)

    def _repeats(self, state: State) -> bool:
        """Return whether the state came back to a loop head unchanged, so that its runs stay there
        and fail no check.
        """
        frame = state.frame
        place = (frame.prefix, frame.iterations[:-1], frame.block)
        now = (state.version, state.guard)
        if frame.iterations[-1] and state.seen.get(place) == now:
            return True
        state.seen[place] = now
        return False

    def continues_loop(self, state: State) -> bool:
        """Return whether some run of the state continues a loop or recursion that it might have
        left.

        That is a run that could have left a loop after one of its iterations, where no counter
        decides that it does not, or one that called a function that was active already.
        Requires: ``state`` is about to run a block.
        """
        frame = state.frame
        if state.is_split and any(
            iterations and self.counted.isdisjoint(((loop, iterations), (loop, iterations - 1)))
            for loop, iterations in frame.continued_loops()
        ):
            return True
        return frame.nesting > 1 and frame.block == frame.body.function.entry.label

    def _branch(self, state: State, condition: Term, then: str, otherwise: str) -> State | None:
        if self._decide is not None and condition.op is not Op.CONSTANT:
            condition = self._decide(condition)
        if condition is TRUE or condition is FALSE:
            following = self._follow(state, then if condition is TRUE else otherwise)
            self.counted.update(state.frame.continued_loops())
            return following
        other = state.fork(not_(condition))
        state.guard = state.guard.assume(condition)
        for each, label in ((state, then), (other, otherwise)):
            each.is_split = True
            following = self._follow(each, label)
            if following is not None:
                self._schedule(following)
        return None

    def _call(self, state: State, call: Call) -> State | None:
        if isinstance(call.callee, str) and call.callee in self._summarised:
            self.calls.append((state, call.callee))
            return None
        callees = self._executor.callees(state, call)
        if any(
            self._nesting(state, function) > self._most_nested() or function.name in self._summarised
            for function, _ in callees
        ):
            self.has_loops = True
            self.deep_calls.append(state)
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

    def _nesting(self, state: State, function: Function) -> int:
        """Return the number of activations of ``function`` once it is called here."""
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
        self.has_loops |= nesting > 1
        self.deepest = max(self.deepest, nesting)
        caller = state.frame
        prefix = (*caller.position(), body.number)
        caller.index += 1
        state.callers = Suspended(caller, call, state.callers)
        state.frame = Activation(body, prefix, nesting)
        for parameter, argument in zip(function.parameters, arguments, strict=False):  # more arguments are ignored
            state.frame.locals[parameter.symbol] = argument
        return self._next(state)

    def _return(self, state: State, values: tuple[Term, ...]) -> State | None:
        for memory_object in state.frame.allocated:
            state.memory.remove(memory_object)
        caller = state.callers
        if caller is None:
            self.ended.append(state.guard.term)
            self.returns.append((state, values))
            return None
        state.frame = caller.frame.copy()
        state.callers = caller.below
        if caller.call.targets:
            for target, value in zip(caller.call.targets, values, strict=True):
                self._executor.assign(state, target, value)
        return self._next(state)
