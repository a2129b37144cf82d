"""Waypoints of a replayed run: the results of calls that return inputs, and the violated statement."""

import re
from typing import Final

from surefoot.base.spans import Span
from surefoot.certify.verdicts import Unsafe
from surefoot.frontend.acsl.attachment import loop_after, matching
from surefoot.frontend.acsl.source_text import AnnotationError, SourceText
from surefoot.frontend.acsl.tokens import Kind, Token, tokens_of
from surefoot.frontend.lower.memory.havoc import OF_EFFECTS
from surefoot.logic import BitVecSort
from surefoot.program.program import Program
from surefoot.program.properties import Property
from surefoot.program.statements import FROM_OUTSIDE, Havoc
from surefoot.program.trace import Trace
from surefoot.report.limits import LIMITS as REPORT_LIMITS
from surefoot.semantics.interpreter import Event, Executed, Input, TraceChoices, run
from surefoot.semantics.interpreter.code import GeneratedCode
from surefoot.witnesses.document import Waypoint, WaypointKind, WitnessPlace
from surefoot.witnesses.limits import LIMITS

_SIGNED: Final = ("char", "short", "int", "long", "longlong")
_UNSIGNED: Final = ("bool", "uchar", "ushort", "uint", "ulong", "ulonglong", "unsigned", "u8", "u16", "u32", "u64")
_BEFORE_STATEMENT: Final = frozenset({";", "{", "}", "else", "do", ":"})
_OF_EFFECTS: Final = re.compile(rf"%({'|'.join(sorted(OF_EFFECTS))})(\.\d+)?$")
"""Names of variables for what a call stores in memory; the others are for its result."""
_HEADERS: Final = frozenset({"if", "while", "for", "switch"})


def waypoints_of(
    verdict: Unsafe, program: Program, source: SourceText, checked: Property, generated_code: GeneratedCode
) -> tuple[list[Waypoint], int] | None:
    """Return the waypoints of the run, and the number of inputs without one; None if the violation
    is not in ``source``.
    """
    places = SourcePlaces(source)
    target = places.statement_at(verdict.violated.span)
    if target is None:
        return None
    inputs = _inputs(program, checked, verdict.trace, generated_code)
    found = [each for each in (places.returned(*each) for each in inputs) if each is not None]
    kept = found[: LIMITS.segments - 1]
    return [*kept, Waypoint(WaypointKind.TARGET, target)], len(inputs) - len(kept)


InputAt = tuple[Span, str, int, int]
"""The call of an input function, its name, and the bits and the width of its result."""


def _inputs(program: Program, checked: Property, trace: Trace, generated_code: GeneratedCode) -> list[InputAt]:
    """Return the integers from outside the program, in order."""
    observer = InputObserver()
    steps = REPORT_LIMITS.accelerated_after
    run(program, checked, TraceChoices(trace), max_steps=steps, observer=observer, generated_code=generated_code)
    return observer.found


class InputObserver:
    """Observer of the inputs of a run."""

    def __init__(self) -> None:
        self.found: list[InputAt] = []

    def on_event(self, event: Event) -> None:
        """Record the result of a call that returns an input."""
        if not isinstance(event, Executed) or not isinstance(event.statement, Havoc):
            return
        statement = event.statement
        if statement.origin not in FROM_OUTSIDE or statement.span is None or statement.span.is_library:
            return
        if _OF_EFFECTS.search(str(statement.target.payload)):
            return
        for change in event.changes:
            sort = statement.target.sort
            if isinstance(change, Input) and isinstance(sort, BitVecSort) and isinstance(change.value, int):
                self.found.append((statement.span, statement.source, change.value, sort.width))


class SourcePlaces:
    """Places in a C file by the positions of clang's debug info."""

    def __init__(self, source: SourceText) -> None:
        self._source = source
        everything = tokens_of(source.text)
        self._tokens = [each for each in everything if each.kind not in {Kind.ANNOTATION, Kind.DIRECTIVE}]
        spans = ((self._source.span(each.start), index) for index, each in enumerate(self._tokens))
        self._indices = {(span.line, span.column): index for span, index in spans}

    def returned(self, span: Span, source: str, bits: int, width: int) -> Waypoint | None:
        """Return the waypoint of the call at ``span`` with this result; None if the call is not in
        the text or its result is no integer.
        """
        index = self._indices.get((span.line, span.column)) if span.file == self._source.name else None
        constraint = _equals_result(source, bits, width)
        if index is None or constraint is None or index + 1 >= len(self._tokens):
            return None
        if self._tokens[index].text != source or self._tokens[index + 1].text != "(":
            return None
        try:
            end = self._tokens[matching(self._tokens, index + 1)]
        except AnnotationError:
            return None
        return Waypoint(WaypointKind.FUNCTION_RETURN, self._place(end), constraint)

    def entered(self, span: Span) -> Waypoint | None:
        """Return the waypoint of entering the function that is called by its name at ``span``."""
        index = self._indices.get((span.line, span.column)) if span.file == self._source.name else None
        if index is None or index + 1 >= len(self._tokens) or self._tokens[index + 1].text != "(":
            return None
        try:
            end = self._tokens[matching(self._tokens, index + 1)]
        except AnnotationError:
            return None
        return Waypoint(WaypointKind.FUNCTION_ENTER, self._place(end))

    def in_loop(self, loop: WitnessPlace) -> tuple[WaypointKind, WitnessPlace]:
        """Return a place that each iteration of the loop with its keyword at ``loop`` passes: its
        condition, or the begin of its body if it has none.
        """
        index = self._indices[loop.line, loop.column]
        site = loop_after(self._tokens, index, self._tokens[index].start, needs_braces=False)
        if self._tokens[index].text == "do":
            after = matching(self._tokens, index + 1) + 1
            return WaypointKind.BRANCHING, self._place(self._tokens[after])
        if site.has_condition:
            return WaypointKind.BRANCHING, loop
        body = self._tokens[matching(self._tokens, index + 1) + 1]
        return WaypointKind.ASSUMPTION, self._place(body)

    def statement_at(self, span: Span | None) -> WitnessPlace | None:
        """Return the begin of the statement, or of the header of a statement, at ``span``."""
        if span is None or span.file != self._source.name:
            return None
        index = self._indices.get((span.line, span.column))
        if index is None:
            return None
        if self._tokens[index].text == "}":
            return self._place(self._tokens[index])
        depth = 0
        while index > 0:
            before = self._tokens[index - 1]
            if before.kind is Kind.SIGN and before.text in {")", "]"}:
                if depth == 0 and before.text == ")" and self._ends_header(index - 1):
                    break
                depth += 1
            elif before.kind is Kind.SIGN and before.text in {"(", "["}:
                depth -= 1
            elif depth <= 0 and before.text in _BEFORE_STATEMENT and not self._is_in_header(index):
                break
            index -= 1
        return self._place(self._tokens[index])

    def _ends_header(self, index: int) -> bool:
        """Return whether the ``)`` with this index ends the header of a statement."""
        depth = 0
        for position in range(index, 0, -1):
            text = self._tokens[position].text
            depth += (text == ")") - (text == "(")
            if depth == 0:
                return self._tokens[position - 1].text in _HEADERS
        return False

    def _is_in_header(self, index: int) -> bool:
        """Return whether the token is inside of parentheses, as the parts of ``for``."""
        depth = 0
        for each in reversed(self._tokens[:index]):
            if each.text in {"{", "}"}:
                return False
            depth += (each.text == ")") - (each.text == "(")
            if depth < 0:
                return True
        return False

    def _place(self, token: Token) -> WitnessPlace:
        span = self._source.span(token.start)
        return WitnessPlace(span.line, span.column)


def _equals_result(source: str, bits: int, width: int) -> str | None:
    """Return the constraint that the result of the input function has these bits; None if its type
    is not known to be an integer.
    """
    suffix = source.rpartition("_")[2]
    is_negative = bits >> (width - 1) != 0 and width > 1
    if width > 64 or (width == 64 and suffix not in (*_SIGNED, *_UNSIGNED)):
        return None
    if not is_negative:
        return f"\\result == {bits}{'ULL' if bits >> 63 else ''}"
    if suffix in _SIGNED:
        value = bits - (1 << width)
        return f"\\result == {value}" if value > -(1 << 63) else f"\\result == (-{(1 << 63) - 1} - 1)"
    if suffix in _UNSIGNED:
        return f"\\result == {bits}{'ULL' if width == 64 else 'U'}"
    types = {8: "unsigned char", 16: "unsigned short", 32: "unsigned int"}
    return f"({types[width]})\\result == {bits}U" if width in types else None
