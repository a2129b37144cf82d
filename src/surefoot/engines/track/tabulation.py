"""Tabulation of contexts and valuations: the reachable abstract states for the chosen keys.

Breadth first: paths that are found first are short, and expand to short paths through calls.
"""

from collections import deque
from collections.abc import Iterator

from surefoot.base.budget import Budget
from surefoot.base.records import dataclass, field
from surefoot.engines.limits import LIMITS
from surefoot.engines.track.domain import Domain, State
from surefoot.engines.track.ranges import Ranges, capped, every, exactly, intersection, normal
from surefoot.engines.track.relevance import RelevantSegment, RelevantSegments
from surefoot.engines.track.segments import EnteredCall, Exit, Jump
from surefoot.evidence.tracked import RangeUnion, TrackedPoint, Valuation
from surefoot.logic import TRUE, Op, Term
from surefoot.program.check_sites import CheckSite

Results = tuple[RangeUnion | None, ...]


@dataclass(slots=True, eq=False)
class Context:
    """Calls of ``function`` whose keys at entry have the ranges of ``entry``."""

    function: str
    entry: Valuation
    caller: "Node | None"
    """The call that was found first; `None` for the entry function."""
    nodes: dict[TrackedPoint, dict[Valuation, "Node"]] = field(default_factory=dict)
    exits: dict[tuple[Valuation, Results], "Node"] = field(default_factory=dict)
    waiting: list[tuple["Node", State, EnteredCall]] = field(default_factory=list)
    """Calls of this context, with the states before them."""


@dataclass(slots=True, eq=False)
class Node:
    """Valuation at a point of a context, and how it was first reached.

    ``before`` is the previous node of the context; after an entered call ``exit`` is the node of the
    callee that returned, `None` where the callee is unknown.
    """

    context: Context
    point: TrackedPoint
    valuation: Valuation
    before: "Node | None"
    exit: "Node | None" = None
    callee: Context | None = None


@dataclass(frozen=True, slots=True)
class Failure:
    """Abstract violation: from ``node`` on, the check at ``site`` may fail in the node's segment."""

    node: Node
    site: CheckSite


class TooMany(Exception):
    """There are more abstract states than the limit allows."""


class Tabulation:
    """Reachable abstract states for the keys of ``segments``."""

    def __init__(self, segments: RelevantSegments, domain: Domain, budget: Budget) -> None:
        self._segments = segments
        self._keys = segments.keys
        self._domain = domain
        self._budget = budget
        self._queue: deque[Node] = deque()
        self._widened: dict[tuple[str, TrackedPoint], set[int]] = {}
        self.contexts: dict[tuple[str, Valuation], Context] = {}
        self.nodes = 0

    def run(self) -> Failure | None:
        """Explore all abstract states; return the first violation, or `None` if there is none."""
        effects = self._segments.effects
        initial = {
            each.variable.symbol: each.initial for each in effects.program.global_variables if each.initial is not None
        }
        state: dict[Term, Ranges] = {}
        for key in self._keys:
            if key in initial:
                (_, ranges), *_ = self._domain.values({}, initial[key])
                state[key] = ranges
        self._enter(effects.program.entry, state, None)
        while self._queue:
            if self.nodes % 64 == 0:
                self._budget.spend()
            failure = self._step(self._queue.popleft())
            if failure is not None:
                return failure
        return None

    # ---- contexts

    def _enter(self, function: str, state: State, caller: Node | None) -> Context:
        entry = self._valuation(state, self._segments.at_entry(function))
        context = self.contexts.get((function, entry))
        if context is None:
            context = self.contexts[function, entry] = Context(function, entry, caller)
            label = self._segments.effects.program.functions[function].entry.label
            self._reach(context, (label, 0), dict(self._state(entry)), None)
        return context

    def _state(self, valuation: Valuation) -> dict[Term, Ranges]:
        return {self._keys[index]: ranges for index, ranges in valuation}

    def _valuation(self, state: State, live: tuple[int, ...]) -> Valuation:
        found: list[tuple[int, RangeUnion]] = []
        for index in live:
            key = self._keys[index]
            ranges = state.get(key)
            if ranges is not None and ranges != every(key.sort.width or 1):
                found.append((index, capped(ranges)))
        return tuple(found)

    def _reach(
        self,
        context: Context,
        point: TrackedPoint,
        state: State,
        before: Node | None,
        exit_node: Node | None = None,
        callee: Context | None = None,
    ) -> None:
        valuation = self._valuation(state, self._segments.live_at(context.function, point))
        place = context.function, point
        widened = self._widened.get(place)
        if widened:
            valuation = tuple(entry for entry in valuation if entry[0] not in widened)
        known = context.nodes.setdefault(point, {})
        if valuation in known:
            return
        if len(known) >= LIMITS.track_values and len(known) % LIMITS.track_values == 0:
            self._widen(place, known)
        node = Node(context, point, valuation, before, exit_node, callee)
        known[valuation] = node
        self.nodes += 1
        if self.nodes > LIMITS.track_nodes:
            raise TooMany
        self._queue.append(node)

    def _widen(self, place: tuple[str, TrackedPoint], known: dict[Valuation, Node]) -> None:
        """Drop the keys with too many values at a point from now on."""
        seen: dict[int, set[RangeUnion]] = {}
        for valuation in known:
            for index, ranges in valuation:
                seen.setdefault(index, set()).add(ranges)
        many = {index for index, values in seen.items() if len(values) >= LIMITS.track_values_of_key}
        if many:
            self._widened.setdefault(place, set()).update(many)

    # ---- steps

    def _step(self, node: Node) -> Failure | None:
        segment = self._segments.at(node.context.function, node.point)
        states: list[State] = [self._state(node.valuation)]
        for condition in segment.conditions:
            if condition.site is not None and any(
                self._domain.assume(each, condition.formula, holds=False) for each in states
            ):
                return Failure(node, condition.site)
            states = [each for state in states for each in self._domain.assume(state, condition.formula)]
            if not states:
                return None
        match segment.end:
            case Jump(test, target, otherwise):
                if target == otherwise:
                    test, otherwise = TRUE, ""
                for label, holds in ((target, True), (otherwise, False)):
                    for state in states:
                        for each in self._domain.assume(state, test, holds=holds):
                            self._advance(node, each, segment, (label, 0))
            case Exit():
                for state in states:
                    self._return(node, state, segment)
            case EnteredCall() as call:
                for state in states:
                    self._call(node, state, segment, call)
            case _:
                pass
        return None

    def _advance(self, node: Node, state: State, segment: RelevantSegment, point: TrackedPoint) -> None:
        for each in self._after(state, segment):
            self._reach(node.context, point, each, node)

    def _after(self, state: State, segment: RelevantSegment) -> Iterator[dict[Term, Ranges]]:
        """Yield the states of keys after the assignments of ``segment``."""
        cases: list[tuple[State, dict[Term, Ranges]]] = [(state, {})]
        for key, value in segment.values:
            if value.op is Op.CONSTANT:
                constant = exactly(int(value.payload))
                for _, assigned in cases:
                    assigned[key] = constant
                continue
            cases = [
                (after, {**assigned, key: ranges})
                for before, assigned in cases
                for after, ranges in self._domain.values(before, value)
            ]
        for after, assigned in cases:
            yield {**{key: ranges for key, ranges in after.items() if key in self._segments.index}, **assigned}

    def _return(self, node: Node, state: State, segment: RelevantSegment) -> None:
        context = node.context
        wanted = segment.returned
        cases: list[tuple[State, tuple[RangeUnion | None, ...]]] = [(state, ())]
        for value in wanted:
            if value is None:
                cases = [(each, (*results, None)) for each, results in cases]
                continue
            full = every(value.sort.width or 1)
            cases = [
                (after, (*results, None if ranges == full else capped(ranges)))
                for each, results in cases
                for after, ranges in self._domain.values(each, value)
            ]
        kept = self._segments.at_exit(context.function)
        for after, results in cases:
            for final in self._after(after, segment):
                found = self._valuation(final, kept), results
                if found not in context.exits:
                    if len(context.exits) >= LIMITS.track_exits:
                        raise TooMany
                    context.exits[found] = node
                    for caller, before, call in list(context.waiting):
                        self._resume(caller, before, call, context, found, node)

    def _call(self, node: Node, state: State, segment: RelevantSegment, call: EnteredCall) -> None:
        for before in self._after(state, segment):
            for function in call.callees:
                for entry in self._arguments(state, before, function, call):
                    context = self._enter(function, entry, node)
                    context.waiting.append((node, before, call))
                    for found, exit_node in list(context.exits.items()):
                        self._resume(node, before, call, context, found, exit_node)
            if call.others:
                after = {key: ranges for key, ranges in before.items() if key not in call.targets}
                self._reach(node.context, call.resumes, after, node)

    def _arguments(self, state: State, before: State, function: str, call: EnteredCall) -> Iterator[dict[Term, Ranges]]:
        """Yield states at the entry of ``function``: global keys and parameters."""
        parameters = self._segments.effects.program.functions[function].parameters
        cases: list[tuple[State, dict[Term, Ranges]]] = [(state, {})]
        for parameter, argument in zip(parameters, call.arguments, strict=False):
            if parameter.symbol in self._segments.index:
                cases = [
                    (after, {**given, parameter.symbol: ranges})
                    for each, given in cases
                    for after, ranges in self._domain.values(each, argument)
                ]
        for _, given in cases:
            yield {**before, **given}

    def _resume(
        self,
        node: Node,
        before: State,
        call: EnteredCall,
        callee: Context,
        found: tuple[Valuation, Results],
        exit_node: Node,
    ) -> None:
        """Continue after ``call`` with an exit of ``callee``."""
        exit_globals, results = found
        modified = self._segments.effects.modified[callee.function]
        after: dict[Term, Ranges] = {key: ranges for key, ranges in before.items() if key not in modified}
        for index, ranges in exit_globals:
            key = self._keys[index]
            if key in modified or key not in after:
                after[key] = ranges
            else:
                both = intersection(after[key], ranges)
                if not both:
                    return
                after[key] = normal(both)
        for number, target in enumerate(call.targets):
            after.pop(target, None)
            returned = results[number] if number < len(results) else None
            if target in self._segments.index and returned is not None:
                after[target] = returned
        self._reach(node.context, call.resumes, after, node, exit_node, callee)
