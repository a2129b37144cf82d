"""Segments restricted to what the chosen keys depend on, and the keys that are live at points."""

from collections.abc import Iterable, Mapping, Sequence

from surefoot.base.records import dataclass
from surefoot.engines.track.call_effects import CallEffects
from surefoot.engines.track.domain import RangeDomain
from surefoot.engines.track.segments import (
    BlockEnd,
    EnteredCall,
    ReturnEnd,
    Segment,
    SegmentCondition,
    StopEnd,
    segment_at,
)
from surefoot.evidence.tracked import StatementPoint, TrackedPoint
from surefoot.logic import Term
from surefoot.program.statements import Call


@dataclass(frozen=True, slots=True)
class RelevantSegment:
    """Segment with the conditions and values that the keys depend on.

    ``values`` are those of keys that are live after the segment. ``returned`` has `None` for
    results that no key of a caller gets.
    """

    conditions: tuple[SegmentCondition, ...]
    values: tuple[tuple[Term, Term], ...]
    end: BlockEnd | ReturnEnd | EnteredCall | StopEnd
    returned: tuple[Term | None, ...] = ()


class RelevantSegments:
    """Segments of all functions for ``keys``, which are variables; computed on demand."""

    def __init__(self, effects: CallEffects, keys: Sequence[Term], domain: RangeDomain) -> None:
        self.effects = effects
        self.keys = tuple(keys)
        self.index: Mapping[Term, int] = {key: number for number, key in enumerate(self.keys)}
        self.global_keys = effects.globals.intersection(self.keys)
        self._domain = domain
        self._segments: dict[str, dict[TrackedPoint, RelevantSegment]] = {}
        self._live: dict[str, dict[TrackedPoint, tuple[int, ...]]] = {}
        self._entry: dict[str, tuple[int, ...]] = {}
        self._exit: dict[str, tuple[int, ...]] = {}
        self._with_results = frozenset(self._functions_with_results())

    def _functions_with_results(self) -> Iterable[str]:
        """Yield the functions with a call whose target is a key."""
        for name in self.effects.callees:
            for label, block in self.effects.program.functions[name].blocks.items():
                for index, statement in enumerate(block.statements):
                    if isinstance(statement, Call) and any(target in self.index for target in statement.targets):
                        yield from self.effects.callees_of(StatementPoint(name, label, index), statement)[0]

    def is_skipped(self, point: StatementPoint, call: Call) -> bool:
        """Return whether ``call`` has no effect on keys and reaches no violation."""
        if any(target in self.index for target in call.targets):
            return False
        callees, _ = self.effects.callees_of(point, call)
        return all(
            name not in self.effects.failing and self.effects.modified[name].isdisjoint(self.global_keys)
            for name in callees
        )

    def at(self, function: str, point: TrackedPoint) -> RelevantSegment:
        """Return the segment of ``function`` at ``point``."""
        self._require(function)
        return self._segments[function][point]

    def live_at(self, function: str, point: TrackedPoint) -> tuple[int, ...]:
        """Return the indices of keys whose values at ``point`` matter, in ascending order."""
        self._require(function)
        return self._live[function][point]

    def at_entry(self, function: str) -> tuple[int, ...]:
        """Return the indices of keys that matter at the entry of ``function``."""
        self._require(function)
        return self._entry[function]

    def at_exit(self, function: str) -> tuple[int, ...]:
        """Return the indices of global keys that ``function`` may modify or read."""
        self._require(function)
        return self._exit[function]

    def _require(self, name: str) -> None:
        if name in self._segments:
            return
        function = self.effects.program.functions[name]
        own = frozenset(each.symbol for each in (*function.parameters, *function.locals) if each.symbol in self.index)
        shared = self.effects.touched[name] & self.global_keys
        segments: dict[TrackedPoint, Segment] = {}
        pending: list[TrackedPoint] = [(label, 0) for label in function.blocks]
        while pending:
            point = pending.pop()
            segment = segments[point] = segment_at(function, point, self.effects, self.is_skipped)
            if isinstance(segment.end, EnteredCall):
                pending.append(segment.end.resumes)
        results = name in self._with_results
        live = self._liveness(segments, own, results=results)
        keep = self._exit[name] = tuple(sorted(self.index[key] for key in shared))
        self._live[name] = {
            point: tuple(sorted((*keep, *(self.index[key] for key in found)))) for point, found in live.items()
        }
        given = {self.index[each.symbol] for each in function.parameters if each.symbol in own}
        self._entry[name] = tuple(
            each for each in self._live[name][function.entry.label, 0] if each in given or each in keep
        )
        self._segments[name] = {
            point: self._relevant(segment, live, own | shared, results=results) for point, segment in segments.items()
        }

    def _liveness(
        self, segments: Mapping[TrackedPoint, Segment], own: frozenset[Term], *, results: bool
    ) -> dict[TrackedPoint, frozenset[Term]]:
        """Return the local keys that are live at each point."""
        live: dict[TrackedPoint, frozenset[Term]] = dict.fromkeys(segments, frozenset())
        if not own:
            return live
        changed = True
        order = list(segments)[::-1]
        while changed:
            changed = False
            for point in order:
                found = self._live_before(segments[point], live, own, results=results)
                if found != live[point]:
                    live[point] = found
                    changed = True
        return live

    def _live_before(
        self,
        segment: Segment,
        live: Mapping[TrackedPoint, frozenset[Term]],
        own: frozenset[Term],
        *,
        results: bool,
    ) -> frozenset[Term]:
        after = _live_after(segment, live)
        terms = [each.formula for each in segment.conditions]
        terms += [value for key, value in segment.values.items() if key in after or key in self.global_keys]
        terms += self._terms_at_end(segment.end, results=results)
        used = {each for term in terms for each in self._domain.variables(term) if each in own}
        return frozenset(used | (after - segment.values.keys()))

    def _terms_at_end(self, end: BlockEnd | ReturnEnd | EnteredCall | StopEnd, *, results: bool) -> list[Term]:
        match end:
            case BlockEnd(condition):
                return [condition]
            case ReturnEnd(values):
                return list(values) if results else []
            case EnteredCall(callees=callees, arguments=arguments):
                return [argument for number, argument in enumerate(arguments) if self._is_passed(callees, number)]
            case StopEnd():
                return []

    def _is_passed(self, callees: Iterable[str], number: int) -> bool:
        """Return whether argument ``number`` of a call is a key of a callee."""
        for name in callees:
            parameters = self.effects.program.functions[name].parameters
            if number < len(parameters) and parameters[number].symbol in self.index:
                return True
        return False

    def _relevant(
        self,
        segment: Segment,
        live: Mapping[TrackedPoint, frozenset[Term]],
        keys: frozenset[Term],
        *,
        results: bool,
    ) -> RelevantSegment:
        after = _live_after(segment, live)
        values = tuple(
            (key, value)
            for key, value in segment.values.items()
            if (key in after or key in self.global_keys) and value is not key
        )
        returned = segment.end.values if isinstance(segment.end, ReturnEnd) else ()
        terms = [*(value for _, value in values), *self._terms_at_end(segment.end, results=results)]
        if isinstance(segment.end, BlockEnd) and self._domain.variables(segment.end.condition).isdisjoint(keys):
            terms = [value for _, value in values]  # an undecided branch restricts no key unless values depend on it
        wanted = {each for term in terms for each in self._domain.variables(term)} | keys
        conditions = tuple(
            each
            for each in segment.conditions
            if each.site is not None
            or not each.formula.args
            or not self._domain.variables(each.formula).isdisjoint(wanted)
        )
        return RelevantSegment(conditions, values, segment.end, tuple(value if results else None for value in returned))


def _live_after(segment: Segment, live: Mapping[TrackedPoint, frozenset[Term]]) -> frozenset[Term]:
    match segment.end:
        case BlockEnd(_, target, otherwise):
            return live[target, 0] | live[otherwise, 0]
        case EnteredCall(resumes=resumes, targets=targets):
            return live[resumes] - frozenset(targets)
        case _:
            return frozenset()
