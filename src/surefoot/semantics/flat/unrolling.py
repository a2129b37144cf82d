"""All runs of a program up to a bound, with flat memory: conditions under which a run fails or is
cut.

A run returns to a loop head at most *bound* times, and has at most *bound* + 1 active calls of one
function. Longer runs are cut. States are run in the order of their positions, and those that meet
at a position are merged.
"""

from collections.abc import Mapping, Sequence
from heapq import heappop, heappush
from itertools import takewhile

from surefoot.base.budget import Budget
from surefoot.base.records import dataclass
from surefoot.logic import FALSE, TRUE, Term, and_, not_, or_
from surefoot.program.program import Function
from surefoot.program.statements import Branch, Call, CheckKind, Goto, Return, Stop
from surefoot.semantics.flat.effects import Effects, Failure
from surefoot.semantics.flat.objects import PlacementFact
from surefoot.semantics.flat.order import BlockPlace, places
from surefoot.semantics.flat.question import FlatQuestion, TooLarge
from surefoot.semantics.flat.state import FlatActivation, FlatState, merge
from surefoot.semantics.limits import LIMITS


@dataclass(frozen=True, slots=True)
class FlatRuns:
    """All runs within a bound; the conditions hold under ``placement``.

    ``out_of_memory`` is satisfied by the runs whose objects may not fit into memory;
    ``free_nan_bits`` holds the conditions under which the bits of a NaN were chosen freely.
    """

    failures: tuple[Failure, ...]
    cut: Term
    out_of_memory: Term
    placement: tuple[PlacementFact, ...]
    free_nan_bits: tuple[Term, ...]


def flat_runs(question: FlatQuestion, budget: Budget) -> FlatRuns:
    """Return the runs of ``question``; raise `TooLarge` if there are too many, or `OutOfBudget`."""
    unrolling = _Unrolling(question, budget)
    unrolling.run()
    effects = unrolling.effects
    return FlatRuns(
        tuple(effects.failures),
        or_(*unrolling.cut),
        or_(*effects.objects.out_of_memory),
        tuple(effects.objects.placement),
        tuple(effects.bits.free_nan_bits),
    )


class _Unrolling:
    def __init__(self, question: FlatQuestion, budget: Budget) -> None:
        self._functions = question.program.functions
        self._entry = question.program.entry
        self._bound = question.bound
        self._most_steps = LIMITS.flat_statements
        self._budget = budget
        self._numbers = {name: number for number, name in enumerate(self._functions)}
        self._places: dict[str, Mapping[str, BlockPlace]] = {}
        self._steps = 0
        self._pending: dict[tuple[int, ...], FlatState] = {}
        self._queue: list[tuple[int, ...]] = []
        self.effects = Effects(question, budget)
        self.cut: list[Term] = []

    def run(self) -> None:
        """Run every state until it ends or is cut."""
        state = self.effects.start()
        entry = self._functions[self._entry]
        self._enter(state, entry, (), [self.effects.unknown(parameter.symbol) for parameter in entry.parameters])
        self._wait(state)
        while self._queue:
            self._go(self._pending.pop(heappop(self._queue)))

    def _wait(self, state: FlatState) -> None:
        """Enqueue ``state``, merged with the state queued at its position."""
        if state.path.guard is FALSE:
            return
        position = state.position()
        if position in self._pending:
            self._pending[position] = merge(self._pending[position], state)
        else:
            self._pending[position] = state
            heappush(self._queue, position)

    def _go(self, state: FlatState) -> None:
        """Run ``state`` to the next call or to the end of its block."""
        frame = state.frame
        block = frame.function.blocks[frame.label]
        while frame.index < len(block.statements):
            self._step()
            statement = block.statements[frame.index]
            if isinstance(statement, Call):
                self._call(state, statement)
                return
            self.effects.execute(state, statement)
            if state.path.guard is FALSE:
                return
            frame.index += 1
        self._step()
        match block.terminator:
            case Goto(target):
                self._follow(state, target)
            case Branch(condition, then, otherwise):
                taken = self.effects.value(state, condition)
                self._follow(state.where(taken), then)
                self._follow(state.where(not_(taken)), otherwise)
            case Return(values):
                self._return(state, [self.effects.value(state, value) for value in values])
            case Stop():
                pass

    def _step(self) -> None:
        self._steps += 1
        if self._steps > self._most_steps:
            raise TooLarge(f"more than {self._most_steps} statements")
        if self._steps & 0x3F == 0:
            self._budget.spend()

    def _follow(self, state: FlatState, label: str) -> None:
        """Go to block ``label``, unless the bound forbids it or the runs repeat for ever."""
        if state.path.guard is FALSE:
            return
        frame = state.frame
        before, after = frame.places[frame.label].heads, frame.places[label].heads
        shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, after, strict=False)))
        entered = len(after) - shared
        frame.label, frame.index = label, 0
        frame.iterations = frame.iterations[:shared] + (0,) * entered
        frame.arrivals = frame.arrivals[:shared] + (None,) * entered
        if after and after[-1] == label:
            if not entered:
                frame.iterations = (*frame.iterations[:-1], frame.iterations[-1] + 1)
                if frame.iterations[-1] > self._bound:
                    self.cut.append(state.path.guard)
                    return
            now = state.snapshot()
            if now == frame.arrivals[-1]:
                return  # these runs repeat for ever; their failures are recorded
            frame.arrivals = (*frame.arrivals[:-1], now)
        self._wait(state)

    # ---- calls

    def _call(self, state: FlatState, call: Call) -> None:
        arguments = [self.effects.value(state, argument) for argument in call.arguments]
        if isinstance(call.callee, str):
            callees = [(self._functions[call.callee], TRUE)]
        else:
            callees = self._callees(state, call, self.effects.value(state, call.callee))
            found = or_(*(condition for _, condition in callees))
            text = "call through a pointer to no function of this type"
            self.effects.require(state, found, CheckKind.INVALID_DEREFERENCE, text, call.span)
        for function, condition in callees:
            entered = state.where(condition)
            if entered.path.guard is FALSE:
                continue
            if sum(frame.function is function for frame in entered.frames) > self._bound:
                self.cut.append(entered.path.guard)
                continue
            self._enter(entered, function, call.targets, arguments)
            self._wait(entered)

    def _callees(self, state: FlatState, call: Call, address: Term) -> list[tuple[Function, Term]]:
        """Return the functions that a call through ``address`` may run, each with its condition."""
        sorts = [argument.sort for argument in call.arguments]
        results = [target.sort for target in call.targets]
        found: list[tuple[Function, Term]] = []
        for function in self._functions.values():
            parameters = [parameter.symbol.sort for parameter in function.parameters]
            if parameters != sorts[: len(parameters)] or (results and results != list(function.results)):
                continue
            here = self.effects.objects.is_at(state, address, function.address)
            only_here = and_(here, *(not_(condition) for _, condition in found))
            if only_here is not FALSE:
                found.append((function, only_here))
        return found

    def _enter(
        self, state: FlatState, function: Function, targets: tuple[Term, ...], arguments: Sequence[Term]
    ) -> None:
        """Start a call of ``function``; extra arguments are ignored."""
        if function.name not in self._places:
            self._places[function.name] = places(function)
        order = self._places[function.name]
        label = function.entry.label
        values = {
            parameter.symbol: argument for parameter, argument in zip(function.parameters, arguments, strict=False)
        }
        frame = FlatActivation(function, self._numbers[function.name], order, targets, values, label)
        frame.iterations = (0,) * len(order[label].heads)
        frame.arrivals = (None,) * len(order[label].heads)
        state.frames.append(frame)

    def _return(self, state: FlatState, values: Sequence[Term]) -> None:
        """End the active call, and the lifetimes of the objects on its stack."""
        left = state.frames.pop()
        for each in left.objects:
            state.alive.pop(each, None)
        if not state.frames:
            return
        for target, value in zip(left.targets, values, strict=False):  # a result may be ignored
            self.effects.assign(state, target, value)
        state.frame.index += 1
        self._wait(state)
