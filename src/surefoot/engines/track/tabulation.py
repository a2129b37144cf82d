"""Tabulation of contexts and valuations: the reachable abstract states for the chosen keys.

Breadth first: paths that are found first are short, and expand to short paths through calls.
"""

from collections import deque
from collections.abc import Iterator

from surefoot.base.budget import Budget
from surefoot.base.records import dataclass, field
from surefoot.engines.limits import LIMITS
from surefoot.engines.track.domain import RangeDomain, RangeState
from surefoot.engines.track.ranges import ValueRanges, capped, every, exactly, intersection, normal
from surefoot.engines.track.relevance import RelevantSegment, RelevantSegments
from surefoot.engines.track.segments import BlockEnd, EnteredCall, ReturnEnd
from surefoot.evidence.tracked import RangeUnion, TrackedPoint, Valuation
from surefoot.logic import TRUE, Op, Term
from surefoot.program.check_sites import CheckSite

ExitResults = tuple[RangeUnion | None, ...]


@dataclass(slots=True, eq=False)
class Context:
    """Calls of ``function`` whose keys at entry have the ranges of ``entry``."""

    function: str
    entry: Valuation
    caller: "TableNode | None"
    """The call that was found first; `None` for the entry function."""
    nodes: dict[TrackedPoint, dict[Valuation, "TableNode"]] = field(default_factory=dict)
    exits: dict[tuple[Valuation, ExitResults], "TableNode"] = field(default_factory=dict)
    waiting: list[tuple["TableNode", RangeState, EnteredCall]] = field(default_factory=list)
    """Calls of this context, with the states before them."""


@dataclass(slots=True, eq=False)
class TableNode:
    """Valuation at a point of a context, and how it was first reached.

    ``before`` is the previous node of the context; after an entered call ``exit`` is the node of the
    callee that returned, `None` where the callee is unknown.
    """

    context: Context
    point: TrackedPoint
    valuation: Valuation
    before: "TableNode | None"
    exit: "TableNode | None" = None
    callee: Context | None = None


@dataclass(frozen=True, slots=True)
class FurtherStep:
    """A step to a node from ``before``; after an entered call ``exit`` is the node that returned."""

    before: TableNode
    exit: TableNode | None


@dataclass(frozen=True, slots=True)
class AbstractFailure:
    """Abstract violation: from ``node`` on, the check at ``site`` may fail in the node's segment."""

    node: TableNode
    site: CheckSite


class TooMany(Exception):
    """There are more abstract states than the limit allows."""


class Tabulation:
    """Reachable abstract states for the keys of ``segments``."""

    def __init__(self, segments: RelevantSegments, domain: RangeDomain, budget: Budget) -> None:
        self.segments = segments
        self._keys = segments.keys
        self._domain = domain
        self.budget = budget
        """Budget of the exploration; it may be lowered."""
        self._queue: deque[TableNode] = deque()
        self._widened: dict[tuple[str, TrackedPoint], set[int]] = {}
        self.contexts: dict[tuple[str, Valuation], Context] = {}
        self.nodes = 0
        self.arrivals: dict[TableNode, list[FurtherStep]] = {}
        """Steps to nodes that were reached before."""
        self.alike: dict[TableNode, dict[TableNode, None]] = {}
        """Further nodes that return as a node of `Context.exits` does."""

    def failures(self) -> Iterator[AbstractFailure]:
        """Explore all abstract states; yield violations as they are found, one a node.

        Ensures: if it ends without a violation, `contexts` is closed under all steps.
        """
        effects = self.segments.effects
        initial = {
            each.variable.symbol: each.initial for each in effects.program.global_variables if each.initial is not None
        }
        state: dict[Term, ValueRanges] = {}
        for key in self._keys:
            if key in initial:
                (_, ranges), *_ = self._domain.values({}, initial[key])
                state[key] = ranges
        self._enter(effects.program.entry, state, None)
        while self._queue:
            if self.nodes % 64 == 0:
                self.budget.spend()
            failure = self._step(self._queue.popleft())
            if failure is not None:
                yield failure

    # ---- contexts

    def _enter(self, function: str, state: RangeState, caller: TableNode | None) -> Context:
        entry = self._valuation(state, self.segments.at_entry(function))
        context = self.contexts.get((function, entry))
        if context is None:
            context = self.contexts[function, entry] = Context(function, entry, caller)
            label = self.segments.effects.program.functions[function].entry.label
            self._reach(context, (label, 0), dict(self._state(entry)), None)
        return context

    def _state(self, valuation: Valuation) -> dict[Term, ValueRanges]:
        return {self._keys[index]: ranges for index, ranges in valuation}

    def _valuation(self, state: RangeState, live: tuple[int, ...]) -> Valuation:
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
        state: RangeState,
        before: TableNode | None,
        exit_node: TableNode | None = None,
        callee: Context | None = None,
    ) -> None:
        valuation = self._valuation(state, self.segments.live_at(context.function, point))
        place = context.function, point
        widened = self._widened.get(place)
        if widened:
            valuation = tuple(entry for entry in valuation if entry[0] not in widened)
        known = context.nodes.setdefault(point, {})
        found = known.get(valuation)
        if found is not None:
            if before is not None:
                self.arrivals.setdefault(found, []).append(FurtherStep(before, exit_node))
            return
        if len(known) >= LIMITS.track_values and len(known) % LIMITS.track_values == 0:
            self._widen(place, known)
        node = TableNode(context, point, valuation, before, exit_node, callee)
        known[valuation] = node
        self.nodes += 1
        if self.nodes > LIMITS.track_nodes:
            raise TooMany
        self._queue.append(node)

    def _widen(self, place: tuple[str, TrackedPoint], known: dict[Valuation, TableNode]) -> None:
        """Drop the keys with too many values at a point from now on."""
        seen: dict[int, set[RangeUnion]] = {}
        for valuation in known:
            for index, ranges in valuation:
                seen.setdefault(index, set()).add(ranges)
        many = {index for index, values in seen.items() if len(values) >= LIMITS.track_values_of_key}
        if many:
            self._widened.setdefault(place, set()).update(many)

    # ---- steps

    def _step(self, node: TableNode) -> AbstractFailure | None:
        segment = self.segments.at(node.context.function, node.point)
        states: list[RangeState] = [self._state(node.valuation)]
        for condition in segment.conditions:
            if condition.site is not None and any(
                self._domain.assume(each, condition.formula, holds=False) for each in states
            ):
                return AbstractFailure(node, condition.site)
            states = [each for state in states for each in self._domain.assume(state, condition.formula)]
            if not states:
                return None
        match segment.end:
            case BlockEnd(test, target, otherwise):
                if target == otherwise:
                    test, otherwise = TRUE, ""
                for label, holds in ((target, True), (otherwise, False)):
                    for state in states:
                        for each in self._domain.assume(state, test, holds=holds):
                            self._advance(node, each, segment, (label, 0))
            case ReturnEnd():
                for state in states:
                    self._return(node, state, segment)
            case EnteredCall() as call:
                for state in states:
                    self._call(node, state, segment, call)
            case _:
                pass
        return None

    def _advance(self, node: TableNode, state: RangeState, segment: RelevantSegment, point: TrackedPoint) -> None:
        for each in self._after(state, segment):
            self._reach(node.context, point, each, node)

    def _after(self, state: RangeState, segment: RelevantSegment) -> Iterator[dict[Term, ValueRanges]]:
        """Yield the states of keys after the assignments of ``segment``."""
        cases: list[tuple[RangeState, dict[Term, ValueRanges]]] = [(state, {})]
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
            yield {**{key: ranges for key, ranges in after.items() if key in self.segments.index}, **assigned}

    def _return(self, node: TableNode, state: RangeState, segment: RelevantSegment) -> None:
        context = node.context
        wanted = segment.returned
        cases: list[tuple[RangeState, tuple[RangeUnion | None, ...]]] = [(state, ())]
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
        kept = self.segments.at_exit(context.function)
        for after, results in cases:
            for final in self._after(after, segment):
                found = self._valuation(final, kept), results
                if found in context.exits:
                    self.alike.setdefault(context.exits[found], {})[node] = None
                else:
                    if len(context.exits) >= LIMITS.track_exits:
                        raise TooMany
                    context.exits[found] = node
                    for caller, before, call in list(context.waiting):
                        self._resume(caller, before, call, context, found, node)

    def _call(self, node: TableNode, state: RangeState, segment: RelevantSegment, call: EnteredCall) -> None:
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

    def _arguments(
        self, state: RangeState, before: RangeState, function: str, call: EnteredCall
    ) -> Iterator[dict[Term, ValueRanges]]:
        """Yield states at the entry of ``function``: global keys and parameters."""
        parameters = self.segments.effects.program.functions[function].parameters
        cases: list[tuple[RangeState, dict[Term, ValueRanges]]] = [(state, {})]
        for parameter, argument in zip(parameters, call.arguments, strict=False):
            if parameter.symbol in self.segments.index:
                cases = [
                    (after, {**given, parameter.symbol: ranges})
                    for each, given in cases
                    for after, ranges in self._domain.values(each, argument)
                ]
        for _, given in cases:
            yield {**before, **given}

    def _resume(
        self,
        node: TableNode,
        before: RangeState,
        call: EnteredCall,
        callee: Context,
        found: tuple[Valuation, ExitResults],
        exit_node: TableNode,
    ) -> None:
        """Continue after ``call`` with an exit of ``callee``."""
        exit_globals, results = found
        modified = self.segments.effects.modified[callee.function]
        after: dict[Term, ValueRanges] = {key: ranges for key, ranges in before.items() if key not in modified}
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
            if target in self.segments.index and returned is not None:
                after[target] = returned
        self._reach(node.context, call.resumes, after, node, exit_node, callee)
