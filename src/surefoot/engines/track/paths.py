"""Abstract paths through calls, and their exact execution on scalars.

Memory is arbitrary at every read. A skipped call gives its targets, and the globals that it may
modify, any values.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import pairwise

from surefoot.base.records import dataclass, field
from surefoot.engines.limits import LIMITS
from surefoot.engines.track.call_effects import CallEffects
from surefoot.engines.track.relevance import RelevantSegments
from surefoot.engines.track.tabulation import AbstractFailure, TableNode
from surefoot.evidence.tracked import StatementPoint
from surefoot.logic import TRUE, Symbol, SymbolKind, Term, not_, substitute, variable, variables_of
from surefoot.program.access import variables_assigned
from surefoot.program.statements import Assign, Assume, Branch, Call, Check, Return

PathPlace = tuple[int, Term]
"""Variable of an activation on a path; activation 0 has the globals."""


class PathTooLong(Exception):
    """The path through calls has more segments than the limit allows."""


@dataclass(frozen=True, slots=True)
class EnterCallee:
    """Step into ``function`` at the call where the previous segment ends."""

    function: str


@dataclass(frozen=True, slots=True)
class LeaveCallee:
    """Step back to the caller."""


@dataclass(frozen=True, slots=True)
class SkipCallee:
    """Step over an entered call whose callee is unknown."""


@dataclass(frozen=True, slots=True)
class PassSegment:
    """Execution of the segment at ``node``; block ``successor`` follows, if the segment ends with a
    branch.
    """

    node: TableNode
    successor: str | None


PathStep = EnterCallee | LeaveCallee | SkipCallee | PassSegment


def paths_to(failure: AbstractFailure) -> Iterator[list[PathStep]]:
    """Yield paths from the entry of the program to ``failure``, through calls: the one that was found
    first, then paths through other calls of the contexts on the way.

    Raises `PathTooLong`.
    """
    pending: deque[tuple[TableNode, ...]] = deque([(failure.node,)])
    while pending:
        nodes = pending.popleft()
        context = nodes[0].context
        callers = {(each.context, each.point): each for each, _, _ in context.waiting}
        if context.caller is None:
            yield _through(nodes)
        pending.extend((each, *nodes) for each in callers.values() if each not in nodes)


def _through(nodes: Sequence[TableNode]) -> list[PathStep]:
    """Return the path that ends with ``nodes``: each is at a call of the context of the next one."""
    steps: list[PathStep] = []
    for number, each in enumerate(nodes):
        if number:
            steps.append(EnterCallee(each.context.function))
        _inside(each, steps)
    return steps


def _inside(last: TableNode, steps: list[PathStep]) -> None:
    """Append the steps from the entry of the context of ``last`` to the end of its segment."""
    work: list[TableNode | PathStep] = [last]
    while work:
        if len(steps) > LIMITS.track_path_steps:
            raise PathTooLong
        current = work.pop()
        if not isinstance(current, TableNode):
            steps.append(current)
            continue
        expanded: list[TableNode | PathStep] = []
        for before, after in pairwise(_chain(current)):
            expanded.append(PassSegment(before, after.point[0] if not after.point[1] else None))
            if after.point[1]:
                expanded += _call_steps(after)
        expanded.append(PassSegment(current, None))
        work.extend(reversed(expanded))


def _call_steps(after: TableNode) -> Sequence[TableNode | PathStep]:
    if after.exit is None or after.callee is None:
        return (SkipCallee(),)
    return EnterCallee(after.callee.function), after.exit, LeaveCallee()


def _chain(last: TableNode) -> list[TableNode]:
    found = [last]
    while (before := found[-1].before) is not None:
        found.append(before)
    found.reverse()
    return found


@dataclass(frozen=True, slots=True)
class PathEvent:
    """Assignment of ``target``, or a condition that the path requires; ``reads`` are the variables
    it depends on. ``skipped`` is true for effects of skipped calls.
    """

    target: PathPlace | None
    reads: tuple[PathPlace, ...]
    condition: Term = TRUE
    skipped: bool = False
    at: StatementPoint | None = None


@dataclass(slots=True)
class PathExecution:
    """Exact execution of a path: its events in order, with conditions over unknown values."""

    effects: CallEffects
    segments: RelevantSegments
    events: list[PathEvent] = field(default_factory=list)
    _values: dict[PathPlace, Term] = field(default_factory=dict)
    _frames: list[tuple[int, str]] = field(default_factory=list)
    _calls: list[Call] = field(default_factory=list)
    _returned: tuple[tuple[Term, tuple[PathPlace, ...]], ...] = ()
    _count: int = 0
    _unknown: int = 0

    def run(self, steps: Sequence[PathStep], failure: AbstractFailure) -> None:
        """Execute ``steps`` and require that the check of ``failure`` fails at their end."""
        program = self.effects.program
        for each in program.global_variables:
            symbol = each.variable.symbol
            self._values[0, symbol] = self._fresh(symbol) if each.initial is None else each.initial
        self._push(program.entry)
        for number, step in enumerate(steps):
            match step:
                case EnterCallee(function):
                    self._enter(function)
                case LeaveCallee():
                    self._leave()
                case SkipCallee():
                    call = self._calls.pop()
                    for target in call.targets:
                        self._assign_unknown(target)
                case PassSegment(node, successor):
                    goal = failure if number == len(steps) - 1 else None
                    self._pass(node, successor, goal)

    # ---- activations

    def _push(self, function: str) -> int:
        self._count += 1
        self._frames.append((self._count, function))
        return self._count

    def _enter(self, function: str) -> None:
        call = self._calls[-1]
        given = [(self._value(argument), self._reads((argument,))) for argument in call.arguments]
        frame = self._push(function)
        parameters = self.effects.program.functions[function].parameters
        for parameter, (value, reads) in zip(parameters, given, strict=False):
            self._values[frame, parameter.symbol] = value
            self.events.append(PathEvent((frame, parameter.symbol), reads))

    def _leave(self) -> None:
        self._frames.pop()
        call = self._calls.pop()
        for target, (value, reads) in zip(call.targets, self._returned, strict=False):
            self._assign(target, value, reads)

    # ---- statements

    def _pass(self, node: TableNode, successor: str | None, goal: AbstractFailure | None) -> None:
        name = node.context.function
        label, start = node.point
        block = self.effects.program.functions[name].blocks[label]
        for index in range(start, len(block.statements)):
            statement = block.statements[index]
            here = StatementPoint(name, label, index)
            match statement:
                case Assign(target, value):
                    self._assign(target, self._value(value), self._reads((value,)))
                case Assume(condition):
                    self._require(self._value(condition), (condition,), here)
                case Check(condition) if self.effects.restricts(statement):
                    is_goal = goal is not None and self.effects.is_violation(name, statement)
                    if is_goal and goal is not None and goal.site.span == statement.span:
                        failed = not_(self._value(condition))
                        self._require(failed, (condition,), here)
                        return
                    self._require(self._value(condition), (condition,), here)
                case Call():
                    if not self.segments.is_skipped(here, statement):
                        self._calls.append(statement)
                        return
                    self._skip(here, statement)
                case _:
                    for target in variables_assigned(statement):
                        self._assign_unknown(target)
        match block.terminator:
            case Branch(condition, then, otherwise) if then != otherwise and successor is not None:
                value = self._value(condition)
                self._require(
                    value if successor == then else not_(value), (condition,), StatementPoint(name, label, -1)
                )
            case Return(values):
                self._returned = tuple((self._value(value), self._reads((value,))) for value in values)
            case _:
                pass

    def _skip(self, here: StatementPoint, call: Call) -> None:
        callees, _ = self.effects.callees_of(here, call)
        modified = frozenset[Term]().union(*(self.effects.modified[name] for name in callees))
        for each in sorted(modified, key=lambda term: term.id):
            self._assign_unknown(each, skipped=True)
        for target in call.targets:
            self._assign_unknown(target, skipped=True)

    def _require(self, condition: Term, read: tuple[Term, ...], here: StatementPoint) -> None:
        if condition is not TRUE:
            self.events.append(PathEvent(None, self._reads(read), condition, at=here))

    def _assign(self, target: Term, value: Term, reads: tuple[PathPlace, ...]) -> None:
        place = self._place(target)
        self._values[place] = value
        self.events.append(PathEvent(place, reads))

    def _assign_unknown(self, target: Term, *, skipped: bool = False) -> None:
        place = self._place(target)
        self._values[place] = self._fresh(target)
        self.events.append(PathEvent(place, (), skipped=skipped))

    def _place(self, symbol: Term) -> PathPlace:
        return (0 if symbol in self.effects.globals else self._frames[-1][0]), symbol

    def _reads(self, terms: Sequence[Term]) -> tuple[PathPlace, ...]:
        return tuple(self._place(each) for each in variables_of(*terms) if each not in self.effects.addresses)

    def _value(self, term: Term) -> Term:
        mapping: dict[Term, Term] = {}
        for each in variables_of(term):
            place = self._place(each)
            if place not in self._values:
                if each in self.effects.addresses:
                    continue
                self._values[place] = self._fresh(each)
            mapping[each] = self._values[place]
        return substitute(term, mapping) if mapping else term

    def _fresh(self, like: Term) -> Term:
        self._unknown += 1
        symbol = Symbol(SymbolKind.AUXILIARY, "value on a path", self._unknown, f"{like.payload} {self._unknown}")
        return variable(symbol, like.sort)
