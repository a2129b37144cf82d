"""Instrumentation: a program with checks of invariants, or with a counter of passed segments.

The n-th segment is passed where the counter is n and its waypoint holds; then the counter is n + 1.
Every line keeps its number, and inserted code changes nothing but the counter. Assumptions direct
the search: they cut some runs that pass the waypoints, and admit runs that do not.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from surefoot.base.errors import InputError, UnsupportedError
from surefoot.base.records import dataclass
from surefoot.frontend.acsl.attachment import LoopSite, loop_after, matching
from surefoot.frontend.acsl.source_text import AnnotationError, Edit, EditedText, SourceText, edited
from surefoot.frontend.acsl.statements import ASSUME, CHECK, CHOICE, escaped
from surefoot.frontend.acsl.statements import PRELUDE as CHECKS
from surefoot.frontend.acsl.tokens import Kind, tokens_of
from surefoot.frontend.acsl.type_queries import inserted_in_loop
from surefoot.program.check_sites import LOOP_INVARIANT
from surefoot.witnesses.document import (
    Action,
    Invariant,
    InvariantKind,
    ViolationWitness,
    Waypoint,
    WaypointKind,
    WitnessPlace,
)
from surefoot.witnesses.earlier_values import EarlierValue, with_names
from surefoot.witnesses.expressions import RESULT, checked_expression

COUNTER: Final = "__surefoot_segment"
_VALUE: Final = "__surefoot_result"
_EARLIER: Final = "__surefoot_earlier"
PRELUDE: Final = f"{CHECKS}\nstatic unsigned {COUNTER};\n"
"""Declarations for the inserted code."""
_DEFINITION: Final = re.compile(r"#\s*define\s+(\w+)")
_LOOPS: Final = ("for", "while", "do")
_COMPOUND: Final = frozenset({"if", "while", "for", "do", "switch", "case", "default", "else"})
_OPENING: Final = {"(": 1, "[": 1, ")": -1, "]": -1}


@dataclass(frozen=True, slots=True)
class TargetRegion:
    """The positions of a statement or of the header of a compound statement."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Instrumented:
    """The text of an instrumented program, and declarations for inserted code."""

    text: EditedText
    declarations: str = ""


def with_invariants(source: SourceText, invariants: Sequence[Invariant]) -> Instrumented:
    """Return the program with a check for each invariant; raises `InputError` where an invariant
    cannot be checked at its place.
    """
    program = _Program(source)
    edits: list[Edit] = []
    for number, each in enumerate(invariants):
        edits += program.invariant_edits(each, number)
    return Instrumented(edited(source.text, edits), " ".join(program.declared))


def with_segments(source: SourceText, witness: ViolationWitness, *, is_strict: bool) -> tuple[EditedText, TargetRegion]:
    """Return the program with the counter of passed segments, and the region of the target.

    If it ``is_strict``, a run ends where it visits the place of its segment and the constraint does
    not hold. Otherwise a run ends at the target unless all segments are passed that have no
    waypoint in the target itself.
    Requires: the witness has a target.
    """
    program = _Program(source)
    numbered, edits = _counted(program, witness, is_strict=is_strict)
    target = witness.segments[-1][-1]
    at = program.position(target)
    region = program.region(at)
    if not is_strict:
        last = len(witness.segments) - 1
        followed = [(position, number + 1) for position, _, number, each in numbered if not each.is_avoided]
        outside = [passed for position, passed in followed if not region.start <= position <= region.end]
        gate = f"{ASSUME}({COUNTER} >= {max(outside, default=0)} && {COUNTER} <= {last});"
        edits.statements.append(program.before_evaluation(at, gate))
    return edits.applied(source), region


def with_cycle(source: SourceText, witness: ViolationWitness, *, is_strict: bool) -> EditedText:
    """Return the program with the counter of passed segments, which is the number of the first
    segment of the cycle again after the last one.

    Requires: the witness has a cycle.
    """
    _, edits = _counted(_Program(source), witness, is_strict=is_strict)
    return edits.applied(source)


_Numbered = tuple[int, str, int, Waypoint]
"""The position of a waypoint, its kind, the number of its segment, and the waypoint."""


@dataclass(frozen=True, slots=True)
class _SegmentEdits:
    """Insertions before statements and in expressions, outer ones first."""

    statements: list[list[Edit]]
    expressions: list[list[Edit]]

    def applied(self, source: SourceText) -> EditedText:
        """Return the text with all insertions."""
        return edited(source.text, _nested([*self.statements, *self.expressions]))


def _counted(
    program: "_Program", witness: ViolationWitness, *, is_strict: bool
) -> tuple[Sequence[_Numbered], _SegmentEdits]:
    """Return the waypoints but the target with the numbers of their segments, and the insertions
    that count passed segments.
    """
    steps = [
        (number, each)
        for number, segment in enumerate(witness.segments)
        for each in segment
        if each.kind is not WaypointKind.TARGET
    ]
    numbered = sorted(
        ((program.position(each), each.kind.value, number, each) for number, each in steps), key=lambda each: each[:3]
    )
    last = len(witness.segments) - 1
    edits = _SegmentEdits([], [])
    for (at, kind), group in groupby(numbered, key=lambda each: each[:2]):
        waypoints = [
            _Step(number, witness.stem if number == last else number + 1, each) for _, _, number, each in group
        ]
        match WaypointKind(kind):
            case WaypointKind.ASSUMPTION:
                code = _chain(waypoints, {}, is_strict=is_strict)
                is_cyclic = all(each.waypoint.action is Action.CYCLE for each in waypoints)
                edits.statements.append(
                    program.before_evaluation(at, code) if is_cyclic else program.before_statement(at, code)
                )
            case WaypointKind.FUNCTION_ENTER:
                edits.expressions.append(program.entering_edits(at, _chain(waypoints, {}, is_strict=is_strict)))
            case WaypointKind.FUNCTION_RETURN:
                edits.expressions.append(program.returning_edits(at, waypoints, is_strict=is_strict))
            case WaypointKind.BRANCHING:
                edits.expressions.append(program.branching_edits(at, waypoints, is_strict=is_strict))
            case WaypointKind.TARGET:
                raise InputError("only the last segment ends in a target")
    return numbered, edits


@dataclass(frozen=True, slots=True)
class _Step:
    """A waypoint of the segment ``number``; the segment ``following`` is next."""

    number: int
    following: int
    waypoint: Waypoint


def _nested(groups: Sequence[Sequence[Edit]]) -> list[Edit]:
    """Return the edits of all ``groups``, of which each that has two is around the later ones at its
    positions.
    """
    first = [group[0] for group in groups]
    return [*first, *(each for group in reversed(groups) for each in group[1:])]


def _chain(steps: Sequence[_Step], values: Mapping[str, str], result: str = "", *, is_strict: bool) -> str:
    """Return the statement that passes at most one of the waypoints of ``steps``; the condition of a
    constraint is in ``values``, or the constraint itself.
    """
    avoided: list[str] = []
    followed: list[str] = []
    for first, last in _repeated_steps(steps):
        constraint = first.waypoint.constraint
        holds = values.get(constraint) or "1"
        if not values and constraint:
            holds = f"!!({checked_expression(constraint, result=result)})"
        is_next = f"{COUNTER} == {first.number}"
        passed = f"{COUNTER} = {first.following};"
        if first is not last:
            is_next = f"{COUNTER} >= {first.number} && {COUNTER} <= {last.number}"
            passed = f"{COUNTER} += 1;"
        if first.waypoint.is_avoided:
            avoided.append(f"if ({is_next} && ({holds})) {{ {ASSUME}(0); }}")
        elif is_strict:
            followed.append(f"if ({is_next}) {{ {ASSUME}({holds}); {passed} }}")
        else:
            followed.append(f"if ({is_next} && ({holds})) {{ {passed} }}")
    return " ".join((*avoided, " else ".join(followed)))


def _repeated_steps(steps: Sequence[_Step]) -> Iterator[tuple[_Step, _Step]]:
    """Yield the first and the last step of each sequence of equal waypoints in successive segments."""
    first = last = None
    for step in steps:
        is_next = last is not None and step.number == last.following == last.number + 1
        if first is not None and last is not None:
            if is_next and step.following == step.number + 1 and step.waypoint == last.waypoint:
                last = step
                continue
            yield first, last
        first = last = step
    if first is not None and last is not None:
        yield first, last


class _Program:
    """Tokens of a C file, and the edits that insert code at a place."""

    def __init__(self, source: SourceText) -> None:
        self._source = source
        everything = list(tokens_of(source.text))
        self._tokens = [each for each in everything if each.kind not in {Kind.ANNOTATION, Kind.DIRECTIVE}]
        self._lines = [0]
        for line in source.text.splitlines(keepends=True):
            self._lines.append(self._lines[-1] + len(line))
        self.declared: list[str] = []
        """Declarations for inserted code."""
        names = (_DEFINITION.match(each.text) for each in everything if each.kind is Kind.DIRECTIVE)
        self._macros = frozenset(each[1] for each in names if each is not None)

    # ---- places

    def position(self, waypoint: Waypoint) -> int:
        """Return the position of ``waypoint``; raises `InputError` if it does not fit there."""
        match waypoint.kind:
            case WaypointKind.FUNCTION_ENTER | WaypointKind.FUNCTION_RETURN:
                suitable: tuple[str, ...] | None = (")",)
            case WaypointKind.BRANCHING:
                suitable = ("if", "while", "for", "switch", "?")
            case WaypointKind.ASSUMPTION | WaypointKind.TARGET:
                suitable = None
        self._require_no_macros(waypoint.constraint)
        return self._tokens[self._index(waypoint.place, waypoint.kind.value, suitable)].start

    def _index(self, place: WitnessPlace, what: str, suitable: Sequence[str] | None) -> int:
        """Return the index of the token at ``place``."""
        if place.line >= len(self._lines):
            raise InputError(f"{what} at {place}: the program has {len(self._lines) - 1} lines")
        first, end = self._lines[place.line - 1], self._lines[place.line]
        found = (
            index
            for index, each in enumerate(self._tokens)
            if first <= each.start < end
            and (not place.column or each.start == first + place.column - 1)
            and (suitable is None or each.text in suitable)
        )
        index = next(found, None)
        if index is None:
            expected = "code" if suitable is None else " or ".join(suitable)
            raise InputError(f"{what} at {place} of {self._source.name}: there is no {expected} there")
        return index

    def _at(self, position: int) -> int:
        return next(index for index, each in enumerate(self._tokens) if each.start == position)

    def _depth(self, index: int) -> int:
        """Return the number of open parentheses and brackets at token ``index``."""
        depth = 0
        for each in self._tokens[:index]:
            if each.kind is Kind.SIGN:
                depth = 0 if each.text in {"{", "}"} else depth + _OPENING.get(each.text, 0)
        return depth

    def region(self, at: int) -> TargetRegion:
        """Return the region of the statement at position ``at``, or of its header."""
        index = self._at(at)
        if self._tokens[index].text in {"{", "}"}:
            return TargetRegion(at, at + 1)
        depth = 0
        for each in self._tokens[index:]:
            if each.kind is Kind.SIGN:
                depth += _OPENING.get(each.text, 0)
                if depth < 0 or (depth == 0 and each.text in {";", "{", "}"}):
                    return TargetRegion(at, each.start)
        return TargetRegion(at, len(self._source.text))

    def _require_no_macros(self, text: str) -> None:
        """Refuse expressions with macros of the program, which may have side effects."""
        for each in tokens_of(text):
            if each.kind is Kind.WORD and each.text in self._macros:
                raise UnsupportedError(f"the macro {each.text} in the expression {text} is not supported")

    # ---- invariants

    def invariant_edits(self, invariant: Invariant, number: int) -> list[Edit]:
        """Return the edits that check ``invariant``, of that number, at its place."""
        self._require_no_macros(invariant.value)
        kind = invariant.kind
        prefix = f"{_EARLIER}{number}"
        value, earlier = with_names(invariant.value, prefix) if kind.is_of_transitions else (invariant.value, ())
        holds = f"!!({checked_expression(value)})"
        what = kind.value.replace("_", " ")
        index = self._index(invariant.place, what, _LOOPS if kind.is_of_loop else None)
        at = self._tokens[index].start
        what = LOOP_INVARIANT if kind is InvariantKind.LOOP else what
        if not kind.is_of_loop:
            code = self._with_earlier(self._check(f"{what} {invariant.value}", holds, at, at), earlier, prefix)
            return self.before_statement(at, code)
        site = self._loop(index)
        check = self._check(f"{what} {invariant.value}", holds, site.before, at)
        edits = inserted_in_loop(site, self._with_earlier(check, earlier, prefix), at)
        if earlier:
            edits += self.before_statement(at, f"{prefix}_taken = 0; {prefix}_passed = 0;")
        return edits

    def _with_earlier(self, check: str, earlier: Sequence[EarlierValue], prefix: str) -> str:
        """Return ``check`` where there are earlier values, and the code that keeps the present ones:
        those of an arbitrary visit, and of the last one.
        """
        if not earlier:
            return check
        self.declared.append(f"static _Bool {prefix}_taken, {prefix}_passed;")
        declared = "".join(f"static __typeof__(({each.expression}) + 0) {each.name}; " for each in earlier)
        any_values = [each for each in earlier if not each.is_last]
        last_values = [each for each in earlier if each.is_last]
        known = [*([f"{prefix}_taken"] if any_values else ()), *([f"{prefix}_passed"] if last_values else ())]
        taken = "".join(f"{each.name} = {each.expression}; " for each in any_values)
        passed = "".join(f"{each.name} = {each.expression}; " for each in last_values)
        choice = f"if (!{prefix}_taken && {CHOICE}()) {{ {taken}{prefix}_taken = 1; }}" if any_values else ""
        return f"{declared}if ({' && '.join(known)}) {{ {check} }} {choice} {passed}{prefix}_passed = 1;"

    def _check(self, what: str, holds: str, code_at: int, at: int) -> str:
        """Return the statement that checks ``holds``, reported at position ``at``."""
        here, there = self._source.span(code_at), self._source.span(at)
        text = escaped(f"{' '.join(what.split())} does not hold")
        return f'{CHECK}(0, {holds}, "{text}", {there.line - here.line}, {there.column});'

    def _loop(self, index: int) -> LoopSite:
        try:
            return loop_after(self._tokens, index, self._tokens[index].start, needs_braces=False)
        except AnnotationError as error:
            span = self._source.span(error.at)
            raise UnsupportedError(f"the loop at line {span.line} cannot be instrumented: {error.message}") from None

    # ---- statements

    def before_statement(self, at: int, code: str) -> list[Edit]:
        """Insert ``code`` before the statement or the condition at position ``at``."""
        index = self._at(at)
        token = self._tokens[index]
        before = self._tokens[index - 1].text if index else ""
        if self._depth(index):
            if before not in {"(", ";"} or self._header_word(index) not in {"if", "while", "switch", "for"}:
                raise UnsupportedError(f"no statement begins at {self._where(at)}")
            return [Edit(at, at, f"({{ {code} }}), ", at)]
        if token.text == "{":
            return [Edit(token.end, token.end, f" {code} ", at)]
        if before in {";", "{", "}"}:
            return [Edit(at, at, f"{code} ", at)]
        last = self._last_of_statement(index)
        if last is None or token.text in {"case", "default"} or before not in {")", "else", "do", ":"}:
            raise UnsupportedError(f"no statement of a block begins at {self._where(at)}")
        end = self._tokens[last].end
        return [Edit(at, at, f"{{ {code} ", at), Edit(end, end, " }", at)]

    def _last_of_statement(self, index: int) -> int | None:
        """Return the index of the last token of the statement that begins with token ``index``; None
        if it is not found.
        """
        try:
            return self._last_token(index)
        except (AnnotationError, IndexError):
            return None

    def _last_token(self, index: int) -> int | None:
        match self._tokens[index].text:
            case "{":
                return matching(self._tokens, index)
            case "for" | "while" | "switch":
                return self._last_token(matching(self._tokens, index + 1) + 1)
            case "if":
                last = self._last_token(matching(self._tokens, index + 1) + 1)
                has_else = last is not None and self._tokens[last + 1].text == "else"
                return self._last_token(last + 2) if last is not None and has_else else last
            case "do":
                last = self._last_token(index + 1)
                return None if last is None else matching(self._tokens, last + 2) + 1
            case _ if self._tokens[index + 1].text == ":":
                return self._last_token(index + 2)
            case _:
                ends = (each for each in range(index, len(self._tokens)) if self._tokens[each].text == ";")
                return next((each for each in ends if self._depth(each) == self._depth(index)), None)

    def before_evaluation(self, at: int, code: str) -> list[Edit]:
        """Insert ``code`` before each evaluation of the statement at ``at``, or of its condition if
        it is a loop.
        """
        index = self._at(at)
        if self._tokens[index].text in _LOOPS:
            return inserted_in_loop(self._loop(index), code, at)
        return self.before_statement(at, code)

    def _header_word(self, index: int) -> str:
        """Return the word before the parenthesis that encloses token ``index``."""
        depth = 0
        for position in range(index - 1, 0, -1):
            depth += _OPENING.get(self._tokens[position].text, 0)
            if depth == 1:
                return self._tokens[position - 1].text
        return ""

    def _where(self, at: int) -> str:
        span = self._source.span(at)
        return f"line {span.line}, column {span.column}"

    # ---- calls and branches

    def _call(self, at: int) -> tuple[int, int]:
        """Return the indices of the function's name and of the ``)`` at position ``at``."""
        end = self._at(at)
        depth = 0
        for position in range(end, 0, -1):
            depth += _OPENING.get(self._tokens[position].text, 0)
            if depth == 0:
                name = self._tokens[position - 1]
                before = self._tokens[position - 2].text if position > 1 else ""
                if name.kind is Kind.WORD and name.text not in _COMPOUND and before not in {".", "->"}:
                    return position - 1, end
                break
        raise UnsupportedError(f"no call of a named function ends at {self._where(at)}")

    def entering_edits(self, at: int, code: str) -> list[Edit]:
        """Run ``code`` before the call that ends at ``at``."""
        name, _ = self._call(at)
        start = self._tokens[name].start
        return [Edit(start, start, f"(({{ {code} }}), ", at), Edit(at + 1, at + 1, ")", at)]

    def returning_edits(self, at: int, steps: Sequence[_Step], *, is_strict: bool) -> list[Edit]:
        """Pass the waypoints of ``steps`` after the call that ends at ``at``."""
        name, end = self._call(at)
        start = self._tokens[name].start
        is_statement = name > 0 and self._tokens[name - 1].text in {";", "{", "}", ")"}
        is_statement &= [each.text for each in self._tokens[end + 1 : end + 2]] == [";"]
        if is_statement and not any(RESULT in each.waypoint.constraint for each in steps):
            return [
                Edit(start, start, "({ ", at),
                Edit(at + 1, at + 1, f"; {_chain(steps, {}, is_strict=is_strict)} }})", at),
            ]
        value = f"{_VALUE}_{at}"
        code = _chain(steps, {}, value, is_strict=is_strict)
        return [
            Edit(start, start, f"({{ __auto_type {value} = ", at),
            Edit(at + 1, at + 1, f"; {code} {value}; }})", at),
        ]

    def branching_edits(self, at: int, steps: Sequence[_Step], *, is_strict: bool) -> list[Edit]:
        """Pass the waypoints of ``steps`` after the evaluation of the condition of the statement at ``at``."""
        index = self._at(at)
        word = self._tokens[index].text
        value = f"{_VALUE}_{at}"
        constraints = [each.waypoint.constraint for each in steps]
        if word == "switch":
            if any(not each.lstrip("-").isdigit() for each in constraints):
                raise UnsupportedError("only integers are supported as branches of switch")
            values = {each: f"{value} == {each}" for each in constraints}
        elif word == "?":
            raise UnsupportedError("branching at ? is not supported")
        else:
            values = {"true": value, "false": f"!{value}"}
            if wrong := [each for each in constraints if each not in values]:
                raise InputError(f"branching at {self._where(at)}: expected true or false, not {wrong[0]}")
        first, last = self._condition(index)
        declared = f"__auto_type {value} = (" if word == "switch" else f"_Bool {value} = !!("
        has_condition = any(first <= each.start < last for each in self._tokens)
        return [
            Edit(first, first, f"({{ {declared}{'' if has_condition else '1'}", at),
            Edit(last, last, f"); {_chain(steps, values, is_strict=is_strict)} {value}; }})", at),
        ]

    def _condition(self, index: int) -> tuple[int, int]:
        """Return the positions around the condition of the statement that begins with ``index``."""
        if self._tokens[index].text == "for":
            site = self._loop(index)
            return site.before, site.after
        if index + 1 >= len(self._tokens) or self._tokens[index + 1].text != "(":
            raise InputError(f"no condition follows at {self._where(self._tokens[index].start)}")
        return self._tokens[index + 1].end, self._tokens[matching(self._tokens, index + 1)].start
