"""Obligations of a certificate of tracked variables: every step leads into listed states.

An obligation is a formula that must be unsatisfiable. Steps that ranges alone decide have none.
"""

from collections.abc import Iterator, Sequence

from surefoot.certify.kernel.tracked.ranges import intersection, merged, value_of
from surefoot.certify.kernel.tracked.segments import (
    CheckedSegments,
    Entering,
    JumpEnd,
    KeyValues,
    PossibleViolation,
    Returning,
)
from surefoot.certify.kernel.tracked.tables import AbstractImage, AssumedRange, AssumedRanges, ListedValuations, closed
from surefoot.certify.kernel.tracked.wellformed import CheckedKeys
from surefoot.discharge.obligation import Obligation
from surefoot.evidence.tracked import TrackedContext, TrackedExit, TrackedSummaries, Valuation
from surefoot.logic import FALSE, TRUE, Term, and_, not_, substitute, variables_of
from surefoot.program.program import Function, Program


class TrackedObligations:
    """Obligations of the contexts of a certificate, each distinct formula once."""

    def __init__(
        self, certificate: TrackedSummaries, program: Program, keys: CheckedKeys, segments: CheckedSegments
    ) -> None:
        self._certificate = certificate
        self._program = program
        self._keys = keys
        self._segments = segments
        self._found: dict[Term, Obligation] = {}
        self._new: list[Obligation] = []
        self._numbers: dict[str, list[int]] = {}
        for number, context in enumerate(certificate.contexts):
            self._numbers.setdefault(context.function, []).append(number)
        self._entries = {
            name: ListedValuations([certificate.contexts[each].entry for each in numbers])
            for name, numbers in self._numbers.items()
        }
        self._exits = [ListedValuations([self._of_exit(end) for end in each.exits]) for each in certificate.contexts]
        self._points = [
            {point: ListedValuations(valuations) for point, valuations in each.points.items()}
            for each in certificate.contexts
        ]

    def take(self) -> list[Obligation]:
        """Return the obligations since the last call."""
        found, self._new = self._new, []
        return found

    @property
    def pending(self) -> int:
        """The number of obligations since the last `take`."""
        return len(self._new)

    def of_start(self) -> None:
        """Add those of rule 1: initial values lie in a context of the entry function."""
        initial = {
            each.variable.symbol: each.initial for each in self._program.global_variables if each.initial is not None
        }
        values = {key: substitute(term, initial) for key, term in enumerate(self._keys.terms)}
        image = AbstractImage(self._keys.terms, values, AssumedRanges(()))
        entry = self._program.entry
        self._cover(image, TRUE, self._entries.get(entry, ListedValuations(())), f"the start of {entry}")

    def of_context(self, number: int) -> Iterator[None]:
        """Add those of rules 2 to 5 for a context; yields after each valuation."""
        context = self._certificate.contexts[number]
        function = self._program.functions[context.function]
        at_entry = AbstractImage(self._keys.terms, {}, self._assumed(context.entry))
        self._cover(at_entry, TRUE, self._table(number, function.entry.label, 0), f"the entry of {function.name}")
        for (label, index), valuations in context.points.items():
            for valuation in valuations:
                self._steps(number, function, (label, index), valuation)
                yield

    def _steps(self, number: int, function: Function, point: tuple[str, int], valuation: Valuation) -> None:
        assumed = self._assumed(valuation)
        segment = self._segments.segment(function, *point)
        for violation in segment.violations:
            self._exclude(violation, assumed, function)
        for end in segment.ends:
            guard = assumed.reduced(end.guard)
            if guard is FALSE:
                continue
            match end:
                case JumpEnd(_, values, label):
                    image = AbstractImage(self._keys.terms, values, assumed)
                    where = f"{function.name}, from block {point[0]} to {label}"
                    self._cover(image, guard, self._table(number, label, 0), where)
                case Returning(_, values, results):
                    values = {**values, **{self._result(place): term for place, term in enumerate(results)}}
                    image = AbstractImage(self._keys.terms, values, assumed)
                    self._cover(image, guard, self._exits[number], f"{function.name}, from block {point[0]} to its end")
                case Entering():
                    self._enter(number, function, point[0], end, guard, assumed)

    def _enter(
        self, number: int, function: Function, label: str, end: Entering, guard: Term, assumed: AssumedRanges
    ) -> None:
        after = self._table(number, label, end.index + 1)
        where = f"{function.name}, after the call that is statement {end.index} of block {label}"
        for name, starts in end.starts.items():
            start = AbstractImage(self._keys.terms, starts, assumed)
            entries = self._entries.get(name, ListedValuations(()))
            numbers = self._numbers.get(name, [])
            chosen = self._callee_contexts(name, start, end, after)
            entered = ListedValuations([entries.valuations[each] for each in chosen])
            self._cover(start, guard, entered, f"{function.name}, at the call of {name} in block {label}")
            for candidate in chosen:
                for image in self._returns(self._certificate.contexts[numbers[candidate]], end, name, assumed):
                    self._cover(image, guard, after, f"{where} ({name})")
        if None in end.returned:
            self._cover(AbstractImage(self._keys.terms, end.returned[None], assumed), guard, after, where)

    def _callee_contexts(self, name: str, start: AbstractImage, end: Entering, after: ListedValuations) -> list[int]:
        """Return which contexts of function `name`, by number among them, may describe a call from
        `start`: any set whose entries cover `start` and whose exits lead into `after`.
        """
        entries, numbers = self._entries.get(name, ListedValuations(())), self._numbers.get(name, [])

        def is_listed(candidate: int) -> bool:
            context = self._certificate.contexts[numbers[candidate]]
            return all(after.covering(image) for image in self._returns(context, end, name, start.assumed))

        whole = entries.covering(start)
        best = next(filter(is_listed, whole), None)
        if best is not None:
            return [best]
        possible = whole or entries.possible(start)
        return list(filter(is_listed, possible)) or possible

    def _returns(
        self, context: TrackedContext, end: Entering, name: str, assumed: AssumedRanges
    ) -> Iterator[AbstractImage]:
        """Yield the states after the call for each exit of ``context`` that is possible."""
        values = end.returned[name]
        for listed in context.exits:
            facts = list(self._facts_of_exit(listed, values, end.results))
            if not any(_is_false(fact) for fact in facts):
                together = assumed.and_(facts)
                if not together.is_impossible:
                    yield AbstractImage(self._keys.terms, values, together)

    def _facts_of_exit(self, listed: TrackedExit, values: KeyValues, results: Sequence[Term]) -> Iterator[AssumedRange]:
        for key, ranges in listed.globals:
            yield _fact(values.get(key, self._keys.terms[key]), ranges)
        for term, possible in zip(results, listed.results, strict=False):
            if possible is not None:
                yield _fact(term, possible)

    def _exclude(self, violation: PossibleViolation, assumed: AssumedRanges, function: Function) -> None:
        formula = assumed.reduced(and_(violation.guard, not_(violation.condition)))
        span = violation.check.span
        where = f"{function.name}, {violation.check.text}{f' (line {span.line})' if span else ''}"
        self._add(formula, assumed, f"a check can fail: {where}")

    def _cover(self, image: AbstractImage, guard: Term, table: ListedValuations, where: str) -> None:
        if image.assumed.is_impossible or table.covering(image):
            return
        formula = and_(guard, table.outside(image))
        self._add(formula, image.assumed, f"states are not listed: {where}")

    def _add(self, formula: Term, assumed: AssumedRanges, description: str) -> None:
        whole = closed(formula, assumed.facts, self._segments.facts)
        if whole is not FALSE and whole not in self._found:
            self._found[whole] = Obligation(description, whole)
            self._new.append(self._found[whole])

    def _assumed(self, valuation: Valuation) -> AssumedRanges:
        return AssumedRanges(
            AssumedRange(self._keys.terms[key], ranges, self._keys.variables[key]) for key, ranges in valuation
        )

    def _table(self, number: int, label: str, index: int) -> ListedValuations:
        return self._points[number].get((label, index), ListedValuations(()))

    def _result(self, place: int) -> int:
        """Return the number of the key for a result."""
        return len(self._keys.terms) + place

    def _of_exit(self, end: TrackedExit) -> Valuation:
        results = ((self._result(place), ranges) for place, ranges in enumerate(end.results) if ranges is not None)
        return (*end.globals, *results)


def _fact(term: Term, ranges: tuple[tuple[int, int], ...]) -> AssumedRange:
    return AssumedRange(term, ranges, frozenset(variables_of(term)))


def _is_false(fact: AssumedRange) -> bool:
    value = value_of(fact.term)
    return value is not None and not intersection(merged(fact.ranges), ((value, value),))
