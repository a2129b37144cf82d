"""A run as source lines: which were executed, and what each of them changed.

`TraceRecorder` watches the interpreter replay a trace and groups what it sees by source line. Lines of library
models and variables that hold intermediate values are left out; an unknown value is shown where it first
reaches something the user can name.
"""

import re
from collections import Counter, deque
from collections.abc import Mapping
from itertools import takewhile
from pathlib import Path
from typing import Any

from surefoot.certify.replay import leaping_run
from surefoot.logic import FALSE, ArrayValue, BitVecSort, FloatSort, RoundingMode, Sort, Term, Value, variables_of
from surefoot.printable import quoted
from surefoot.program.access import terms_read
from surefoot.program.ctypes import CArray, CEnum, CFloat, CInteger, CPointer, CRecord, CType, CVoid
from surefoot.program.interpreter import (
    Allocated,
    Assigned,
    BoundReached,
    Branched,
    Called,
    Change,
    Event,
    Executed,
    Freed,
    Input,
    Leapt,
    ObjectIdentity,
    Overwritten,
    Region,
    Returned,
    Started,
    Stored,
    TraceChoices,
    Violated,
    run,
)
from surefoot.program.layout import byte_size
from surefoot.program.program import Program, Role, Variable
from surefoot.program.properties import Property
from surefoot.program.statements import (
    Allocate,
    Branch,
    Call,
    Check,
    CheckKind,
    Free,
    Goto,
    Load,
    Origin,
    Statement,
    Store,
    Terminator,
)
from surefoot.program.trace import Trace
from surefoot.program.written_code import WrittenCode
from surefoot.records import dataclass, field
from surefoot.report.source_expressions import expression_at
from surefoot.report.values import Cell, bit_width, cells, part_at, value_text
from surefoot.spans import Span
from surefoot.systems.loops import LoopOrder, loop_order
from surefoot.systems.slicing import irrelevant_variables

SYNTHETIC = "__surefoot_"
MOST_STEPS = 20_000
STEPS_BEFORE_LEAPS = 200_000
"""Statements of a run whose rounds are all told."""
MOST_CELLS = 8
ARGUMENT_LIST = "struct __va_list_tag"
"""What a list of variable arguments consists of: nothing that a program says."""
_KINDS_OF_OPERATIONS = frozenset(CheckKind) - {
    CheckKind.ERROR_CALL,
    CheckKind.ASSERTION,
    CheckKind.CONTRACT,
    CheckKind.INVARIANT_ESTABLISHED,
    CheckKind.INVARIANT_PRESERVED,
    CheckKind.LOST_MEMORY,
    CheckKind.LEFT_MEMORY,
    CheckKind.UNREACHABLE,
    CheckKind.REACHED,
}
"""Those of checks that are about an operation in the source."""
_SIGNED_INPUTS = ("char", "short", "int", "long", "longlong", "int128")
_WIDTHS_OF_FLOATS = {"float": 32, "double": 64}
LARGEST_FILE = 16 << 20
"""Bytes; the lines of larger files are not shown."""


@dataclass(slots=True)
class _Frame:
    """One activation of a function: where it is, how often each loop went round, what its variables hold, and those that the user has not written."""

    function: str
    block: str
    is_hidden: bool
    called_at: Span | None = None
    rounds: dict[str, int] = field(default_factory=dict)
    values: dict[str, Value] = field(default_factory=dict)
    intermediate: dict[str, Value] = field(default_factory=dict)
    unset: set[str] = field(default_factory=set)


@dataclass(slots=True)
class _Line:
    """The source line being executed."""

    span: Span
    function: str
    depth: int
    changes: list[dict[str, Any]] = field(default_factory=list)
    iterations: list[list[int]] = field(default_factory=list)
    leaps: list[list[int]] = field(default_factory=list)
    is_notable: bool = False


@dataclass(frozen=True, slots=True)
class _Pending:
    """An unknown value that has not reached a variable of the user's yet; ``carriers`` are the intermediate variables that it may be in."""

    source: str
    value: Value
    ctype: CType
    origin: Origin
    carriers: set[str]


@dataclass(frozen=True, slots=True)
class _Result:
    """What a call in the line at ``called_at`` returned, as a change."""

    depth: int
    called_at: Span
    change: dict[str, Any]


@dataclass(frozen=True, slots=True)
class RunSteps:
    """The lines of a run as data of the report's schema, how many more there were, and what the violated condition was about: values, and the expression in C."""

    steps: list[dict[str, Any]]
    omitted: int
    values: list[dict[str, Any]]
    expression: str


def steps_of(
    program: Program, property: Property, trace: Trace, violated: Violated, written: WrittenCode | None = None
) -> RunSteps:
    """The lines of the run that ``trace`` describes; if it is very long, without those of rounds that have a closed form.

    ``written`` is code for runs of the program that was written before.

    Requires  the run of ``trace`` ends with ``violated``
    """
    recorder = TraceRecorder(program, SourceLines())
    choices = TraceChoices(trace)
    outcome = run(program, property, choices, max_steps=STEPS_BEFORE_LEAPS, observer=recorder, written=written)
    if isinstance(outcome, BoundReached):
        recorder = TraceRecorder(program, SourceLines(), irrelevant_variables(program, property))
        leaping_run(program, property, trace, recorder)
    return RunSteps(
        recorder.steps(violated), recorder.omitted, recorder.values_in(violated), recorder.expression_of(violated)
    )


class TraceRecorder:
    """An interpreter observer; `steps` holds the lines in order, as data of the report's schema.

    ``stale_after_leaps`` are variables that leaps leave alone: what is assigned to them later may be wrong and is not told.
    """

    def __init__(
        self, program: Program, sources: "SourceLines", stale_after_leaps: frozenset[Term] = frozenset()
    ) -> None:
        self._program = program
        self._sources = sources
        self._variables = _variables(program)
        self._literals = _literals(program)
        self._orders: dict[str, LoopOrder] = {}
        self._objects: dict[int, ObjectIdentity] = {}
        self._heap_names: dict[int, str] = {}
        self._hidden: set[int] = set()
        """The objects that belong to models of library functions."""
        self._heap_counts: Counter[str] = Counter()
        self._heap_types: dict[int, CType] = {}
        self._heap_records: set[int] = set()
        """Those of them that are structs."""
        self._records = _records(program, self._variables)
        self._scalars = _scalars(self._variables)
        self._frames = [self._new_frame(program.entry)]
        self._globals: dict[str, Value] = {}
        self._bytes: dict[tuple[int, str], int] = {}
        self._line: _Line | None = None
        self._pending: list[_Pending] = []
        self._returned: list[_Result] = []
        """What calls returned, until the line that made them is finished."""
        self._read: frozenset[str] = frozenset()
        """The variables that the step reads, if some unknown is pending."""
        self._iterations: list[list[int]] = []
        self._first: list[dict[str, Any]] = []
        self._last: deque[dict[str, Any]] = deque(maxlen=MOST_STEPS // 2)
        self._count = 0
        self._stale_after_leaps = stale_after_leaps
        self._stale: frozenset[Term] = frozenset()
        self._decisions: list[Term] = []
        """The conditions of the last branches, all of them in one line: where they led is all that a failed assertion says."""
        self._decided_at: tuple[str, int] | None = None

    @property
    def omitted(self) -> int:
        """How many lines in the middle of a very long run are not kept."""
        return self._count - len(self._first) - len(self._last)

    def on_event(self, event: Event) -> None:
        """Take note of ``event``."""
        match event:
            case Started(changes):
                for change in changes:
                    self._note(change)
            case Executed() as step:
                self._read = _variables_read(step.statement) if self._pending else frozenset()
                if not isinstance(step.statement, Goto | Allocate):
                    self._go_to(step.statement)
                for change in step.changes:
                    self._note(change)
                self._follow(step)

    def steps(self, violated: Violated) -> list[dict[str, Any]]:
        """The lines up to and including the one where ``violated`` happened."""
        self._go_to(violated.statement)
        if self._line is not None:
            self._line.is_notable = True
        self._finish_line()
        return [*self._first, *self._last]

    def values_in(self, violated: Violated) -> list[dict[str, Any]]:
        """The values of the user's variables in the condition that does not hold, or in the address that must not be used."""
        held = {**self._globals, **self._frames[-1].values}
        match violated.statement:
            case Check(condition):
                told = self._decisions if condition is FALSE else [condition]
            case Load(_, address) | Store(address) | Free(address):
                told = [address]
            case _:
                return []
        symbols = (symbol for each in told for symbol in variables_of(each))
        names = dict.fromkeys(str(symbol.payload) for symbol in symbols)
        named = [
            self._change(self._variables[name].name, held[name], self._variables[name].ctype, self._unset(name))
            for name in names
            if name in held and name in self._variables
        ]
        is_address = len(names) == 1 and not isinstance(violated.statement, Check)
        loaded = [self._loaded(name, is_address=is_address) for name in names if name not in held]
        return named + [each for each in loaded if each is not None]

    def _unset(self, name: str) -> Origin | None:
        """That the variable ``name`` holds what it happened to hold before anything was assigned to it, if so."""
        return Origin.UNINITIALISED if name in self._frames[-1].unset else None

    def _loaded(self, name: str, *, is_address: bool) -> dict[str, Any] | None:
        """What the intermediate variable ``name`` got from memory, by the expression that reads it; ``None`` if it is not known.

        If it ``is_address``, something was accessed there, or near.
        """
        frame = self._frames[-1]
        value = frame.intermediate.get(name)
        blocks = self._program.functions[frame.function].blocks.values()
        loads = (each for block in blocks for each in block.statements if isinstance(each, Load))
        load = next((each for each in loads if str(each.target.payload) == name), None)
        if (
            not isinstance(value, int)
            or load is None
            or load.span is None
            or not isinstance(load.target.sort, BitVecSort)
        ):
            return None
        expression = expression_at(self._sources.whole_line(load.span), load.span.column)
        width = load.target.sort.width
        is_pointer = is_address or (value != 0 and self._object_at(value) is not None)
        ctype = CPointer("void", width) if is_pointer else CInteger(f"int{width}_t", width, signed=True)
        return self._change(expression, value, ctype, None) if expression else None

    def expression_of(self, violated: Violated) -> str:
        """The expression in which something went wrong, if the check says nothing of it; where a library function is called, that call."""
        span = violated.span
        if span is None or violated.kind not in _KINDS_OF_OPERATIONS:
            return ""
        return expression_at(self._sources.whole_line(span), span.column)

    def _new_frame(self, function: str) -> _Frame:
        body = self._program.functions[function]
        is_ours = function.startswith(SYNTHETIC) or (body.span is not None and is_library(body.span))
        return _Frame(function, body.entry.label, is_ours)

    def _depth(self) -> int:
        return max(0, sum(not frame.is_hidden for frame in self._frames) - 1)

    def _go_to(self, statement: Statement | Terminator) -> None:
        span = statement.span
        if span is None or is_library(span) or self._frames[-1].is_hidden:
            return
        here = self._line
        depth = self._depth()
        same = here is not None and (here.span.file, here.span.line, here.depth) == (span.file, span.line, depth)
        if not same or self._iterations:
            self._finish_line()
            self._line = _Line(span, self._frames[-1].function, depth, iterations=self._iterations)
            self._iterations = []
        if self._line is not None and isinstance(statement, Branch | Call | Check | Free):
            self._line.is_notable = True

    def _finish_line(self) -> None:
        line = self._line
        if line is None:
            return
        for pending in self._pending:
            line.changes.append(self._change(pending.source, pending.value, pending.ctype, pending.origin))
        self._pending.clear()
        self._line = None
        line.changes[:0] = self._results_for(line)
        if not (line.is_notable or line.changes):
            self._iterations = [*line.iterations, *self._iterations]
            return
        step = {
            "file": line.span.file,
            "line": line.span.line,
            "function": line.function,
            "depth": line.depth,
            "source": self._sources.line(line.span),
            "changes": line.changes,
        }
        kept = self._first if len(self._first) < MOST_STEPS // 2 else self._last
        numbered = {"iterations": line.iterations, "leaps": line.leaps}
        kept.append(step | {word: numbers for word, numbers in numbered.items() if numbers})
        self._count += 1

    def _results_for(self, line: _Line) -> list[dict[str, Any]]:
        """What the calls in ``line`` returned, unless something in it got that value."""
        held, self._returned = self._returned, [each for each in self._returned if each.depth < line.depth]
        place = (line.span.file, line.span.line)
        mine = [
            each for each in held if each.depth == line.depth and (each.called_at.file, each.called_at.line) == place
        ]
        shown = {change["value"] for change in line.changes}
        return [each.change for each in mine if each.change["value"] not in shown]

    def _follow(self, step: Executed) -> None:
        """Keep track of the block each frame is in, and count the rounds of loops."""
        match step.statement:
            case Goto(target):
                self._enter(target)
            case Branch(condition, then, otherwise):
                self._decide(condition, step.statement.span)
                taken = next((change.taken for change in step.changes if isinstance(change, Branched)), True)
                self._enter(then if taken else otherwise)
            case _:
                pass

    def _decide(self, condition: Term, span: Span | None) -> None:
        here = None if span is None else (span.file, span.line)
        if here != self._decided_at or here is None:
            self._decisions = []
        self._decided_at = here
        self._decisions.append(condition)

    def _enter(self, label: str) -> None:
        frame = self._frames[-1]
        order = self._orders.get(frame.function)
        if order is None:
            order = self._orders[frame.function] = loop_order(self._program.functions[frame.function])
        heads = order.heads.get(label, ())
        if heads and heads[-1] == label:
            went_round = label in order.heads.get(frame.block, ())
            frame.rounds[label] = frame.rounds.get(label, 0) + 1 if went_round else 1
            if (line := self._loop_line(frame.function, label)) is not None:
                self._iterations.append([line, frame.rounds[label]])
        frame.block = label

    def _leap(self, label: str, rounds: int) -> None:
        """Count rounds that the run went at once, in the line that comes after them."""
        frame = self._frames[-1]
        frame.rounds[label] = frame.rounds.get(label, 1) + rounds
        line = self._loop_line(frame.function, label)
        if self._line is None or line is None:
            return
        self._line.leaps.append([line, rounds])
        for numbered in self._line.iterations:
            if numbered[0] == line:
                numbered[1] = frame.rounds[label]

    def _loop_line(self, function: str, label: str) -> int | None:
        block = self._program.functions[function].blocks[label]
        spans = [item.span for item in (*block.statements, block.terminator) if item.span is not None]
        return spans[0].line if spans and not is_library(spans[0]) else None

    def _note(self, change: Change) -> None:
        match change:
            case Assigned(symbol, value):
                if symbol not in self._stale:
                    self._assign(str(symbol.payload), value, None)
            case Input(symbol, value, origin, source):
                self._input(str(symbol.payload), value, origin, source)
            case Stored(target, offset, sort, value):
                self._store(target, offset, _as_bits(value), byte_size(sort), is_assignment=True)
            case Overwritten(target, offset, data):
                self._store(target, offset, int.from_bytes(data, "little"), len(data))
            case Allocated(created):
                self._objects[created.base] = created
                if created.region is Region.STACK and self._frames[-1].is_hidden:
                    self._hidden.add(created.number)
                if created.region is Region.HEAP:
                    self._heap_counts[created.name] += 1
                    self._heap_names[created.number] = f"{created.name}#{self._heap_counts[created.name]}"
            case Called(function, arguments):
                self._call(function, arguments)
            case Returned(function, values):
                if len(self._frames) > 1:
                    self._return(function, values)
            case Leapt(label, rounds):
                self._stale = self._stale_after_leaps
                self._leap(label, rounds)
            case Freed() | Branched():
                pass

    def _call(self, function: str, arguments: tuple[Value, ...]) -> None:
        frame = self._new_frame(function)
        frame.called_at = None if self._line is None else self._line.span
        self._frames.append(frame)
        body = self._program.functions[function]
        if frame.is_hidden or body.span is None:
            return
        self._finish_line()
        if not body.parameters:
            return
        self._line = _Line(body.span, function, self._depth())
        for parameter, value in zip(body.parameters, arguments, strict=True):
            self._assign(str(parameter.symbol.payload), value, None)

    def _return(self, function: str, values: tuple[Value, ...]) -> None:
        ctype = self._program.object_types.get(f"{function}()", CVoid())
        frame = self._frames.pop()
        self._iterations.clear()
        if frame.called_at is None or frame.is_hidden or len(values) != 1 or isinstance(ctype, CVoid | CRecord):
            return
        name = f"{function.partition('@')[0]}()"
        self._returned.append(_Result(self._depth(), frame.called_at, self._change(name, values[0], ctype, None)))

    def _assign(self, symbol: str, value: Value, origin: Origin | None) -> None:
        variable = self._variables.get(symbol)
        if variable is None or variable.role is Role.TEMPORARY or (variable.span and is_library(variable.span)):
            for pending in self._pending:
                if pending.carriers & self._read:
                    pending.carriers.add(symbol)
            self._frames[-1].intermediate[symbol] = value
            return
        if self._line is None:
            return
        held = self._globals if variable.role is Role.GLOBAL else self._frames[-1].values
        origin = origin or self._claim(value)
        (self._frames[-1].unset.add if origin is Origin.UNINITIALISED else self._frames[-1].unset.discard)(symbol)
        if symbol in held and held[symbol] == value and origin is None:
            return
        held[symbol] = value
        self._line.changes.append(self._change(variable.name, value, variable.ctype, origin))

    def _input(self, symbol: str, value: Value, origin: Origin, source: str) -> None:
        variable = self._variables.get(symbol)
        if variable is None or variable.role is Role.TEMPORARY or (variable.span and is_library(variable.span)):
            ctype = _type_of_input(source, variable.symbol.sort) if variable else CVoid()
            self._pending.append(_Pending(self._source_text(source), value, ctype, origin, {symbol}))
        else:
            self._assign(symbol, value, origin)

    def _source_text(self, source: str) -> str:
        """Where an unknown value comes from: a call, or something that has no name in C."""
        if source.startswith(SYNTHETIC):
            models = list(takewhile(lambda frame: frame.is_hidden, reversed(self._frames)))
            return f"choice in {models[-1].function.partition('@')[0]}" if models else "choice"
        return f"{source}()" if source.isidentifier() else source

    def _claim(self, value: Value) -> Origin | None:
        """The origin of the pending unknown that the step stores; it need not be shown on its own any more."""
        for pending in self._pending:
            if pending.value == value and pending.carriers & self._read:
                self._pending.remove(pending)
                return pending.origin
        return None

    def _store(self, target: ObjectIdentity, offset: int, bits: int, size: int, *, is_assignment: bool = False) -> None:
        name, ctype = self._object(target)
        if self._line is None or name is None:
            return
        origin = self._claim(bits)
        shown = 0
        written = self._written_cells(ctype, offset, size, bits)
        meant = self._meant_bit_fields(written) if is_assignment else written
        for cell in written:
            piece = bits >> (cell.bit_offset - offset * 8) & ((1 << cell.bit_width) - 1)
            key = (target.number, cell.path or str(cell.bit_offset))
            if self._bytes.get(key) == piece and origin is None:
                continue
            is_news = key in self._bytes or cell in meant
            self._bytes[key] = piece
            if not is_news:
                continue
            if shown < MOST_CELLS:
                self._line.changes.append(self._change(f"{name}{cell.path}", piece, cell.ctype, origin))
            shown += 1
        if shown > MOST_CELLS:
            self._line.changes.append({"name": name, "value": f"… and {shown - MOST_CELLS} more"})

    def _meant_bit_fields(self, written: list[Cell]) -> list[Cell]:
        """Those of ``written`` that the source line names, if bit-fields are among them: others in the same word are written as they were."""
        if self._line is None or all(cell.bit_width % 8 == 0 for cell in written):
            return written
        members = set(re.findall(r"(?:\.|->)\s*(\w+)", self._sources.line(self._line.span)))
        return [cell for cell in written if cell.path.rpartition(".")[2] in members] or written

    def _written_cells(self, ctype: CType, offset: int, size: int, bits: int) -> list[Cell]:
        """The scalars wholly inside the bytes written; the bytes as one value where the type does not say."""
        first, end = offset * 8, (offset + size) * 8
        inside = [cell for cell in cells(ctype, first, end) if first <= cell.bit_offset <= end - cell.bit_width]
        if inside:
            return inside
        width = self._program.data_model.pointer_width
        is_pointer = size * 8 == width and self._object_at(bits) is not None
        guess = CPointer("void", width) if is_pointer else CInteger(f"{size} bytes", size * 8, signed=True)
        return [Cell(f"+{offset}" if offset else "", guess, first, size * 8)]

    def _object(self, target: ObjectIdentity) -> tuple[str | None, CType]:
        """What the user calls an object, and its type; no name for what the library keeps to itself."""
        match target.region:
            case Region.GLOBAL | Region.CONSTANT:
                for known in self._program.global_objects:
                    if str(known.address.payload) == target.symbol:
                        hidden = known.span is not None and is_library(known.span)
                        return (None if hidden else known.name), known.ctype
                return target.name, CVoid()
            case Region.HEAP:
                return self._heap_names[target.number], self._heap_types.get(target.number, CVoid())
            case Region.STACK:
                if target.number in self._hidden:
                    return None, CVoid()
                ctype = self._program.object_types.get(target.symbol, CVoid())
                is_argument_list = isinstance(ctype, CArray) and ctype.element.name == ARGUMENT_LIST
                return (None if is_argument_list else target.name or None), ctype
            case Region.FUNCTION:
                return target.name, CVoid()

    def _change(self, name: str, value: Value, ctype: CType, origin: Origin | None) -> dict[str, Any]:
        return {"name": name, "value": self._text(value, ctype), "type": ctype.name} | (
            {"origin": origin.value} if origin else {}
        )

    def _text(self, value: Value, ctype: CType) -> str:
        match value:
            case ArrayValue(default, entries):
                element = ctype.element if isinstance(ctype, CArray) else CVoid()
                first = [(index, entries[index]) for index in list(entries)[:MOST_CELLS]]
                parts = [f"[{self._text(index, CVoid())}] = {self._text(held, element)}" for index, held in first]
                parts += ["…"] * (len(entries) > MOST_CELLS)
                return f"{{{', '.join([*parts, f'else {self._text(default, element)}'])}}}"
            case RoundingMode():
                return value.name
            case _:
                return value_text(_as_bits(value), ctype, self._pointer_text)

    def _pointer_text(self, address: int, wanted: str) -> str:
        if address == 0:
            return "NULL"
        target = self._object_at(address)
        if target is None:
            return f"{address:#x}"
        offset = address - target.base
        if target.region is Region.HEAP and offset == 0:
            self._learn_type(target, wanted.removeprefix("const "))
        name, ctype = self._object(target)
        if target.region is Region.FUNCTION:
            return name or target.name
        if target.symbol in self._literals:
            return quoted(self._literals[target.symbol][offset:])
        is_heap_array = target.region is Region.HEAP and isinstance(ctype, CArray)
        part = part_at(ctype, offset * 8, wanted)
        if part is not None and not (is_heap_array and offset == 0):
            return f"&{name or target.name}{part}"
        return f"&{name or target.name}" + (f" + {offset}" if offset else "")

    def _learn_type(self, target: ObjectIdentity, wanted: str) -> None:
        """A pointer to ``wanted`` points to the start of a heap object: it is one, or an array of them. Structs tell more than scalars."""
        element = self._records.get(wanted) or self._scalars.get(wanted)
        is_known = target.number in self._heap_types
        if element is None or (is_known and (wanted not in self._records or target.number in self._heap_records)):
            return
        if wanted in self._records:
            self._heap_records.add(target.number)
        size = bit_width(element) // 8
        is_array = size and target.size > size and target.size % size == 0
        self._heap_types[target.number] = CArray(element, target.size // size) if is_array else element

    def _object_at(self, address: int) -> ObjectIdentity | None:
        """The object with this address; one past the end counts, unless another object starts there."""
        exact = self._objects.get(address)
        if exact is not None:
            return exact
        return next((each for base, each in self._objects.items() if base <= address <= base + each.size), None)


class SourceLines:
    """The text of source lines, read when first asked for; empty when the file cannot be read."""

    def __init__(self) -> None:
        self._files: dict[str, list[str]] = {}

    def line(self, span: Span) -> str:
        """The line at ``span``, without its indentation."""
        return self.whole_line(span).strip()

    def whole_line(self, span: Span) -> str:
        """The line at ``span``."""
        if span.file not in self._files:
            self._files[span.file] = _lines(Path(span.file))
        lines = self._files[span.file]
        return lines[span.line - 1] if 0 < span.line <= len(lines) else ""


def _lines(path: Path) -> list[str]:
    """The lines as compilers count them; a name that a line marker made up may be that of a device or a pipe."""
    try:
        if not path.is_file() or path.stat().st_size > LARGEST_FILE:
            return []
        return path.read_text(encoding="utf-8", errors="replace").split("\n")
    except (OSError, ValueError):
        return []


def is_library(span: Span) -> bool:
    """Whether the position is inside a model of a library function."""
    return span.is_library


def _variables_read(statement: Statement | Terminator) -> frozenset[str]:
    return frozenset(str(symbol.payload) for term in terms_read(statement) for symbol in variables_of(term))


def _type_of_input(source: str, sort: Sort) -> CType:
    """The C type of what a function returns that is named after it; headers say no more."""
    name = source.rpartition("_")[2]
    match sort:
        case BitVecSort(width) if name in _SIGNED_INPUTS:
            return CInteger(name, width, signed=True)
        case FloatSort() if name in _WIDTHS_OF_FLOATS:
            return CFloat(name, _WIDTHS_OF_FLOATS[name])
        case _:
            return CVoid()


def _variables(program: Program) -> Mapping[str, Variable]:
    known = {str(item.variable.symbol.payload): item.variable for item in program.global_variables}
    for function in program.functions.values():
        for variable in (*function.parameters, *function.locals):
            known[str(variable.symbol.payload)] = variable
    return known


def _literals(program: Program) -> dict[str, bytes]:
    """The string literals by the symbols of their addresses."""
    found: dict[str, bytes] = {}
    for each in program.global_objects:
        if each.constant and each.name.startswith(".str") and each.cells is not None:
            text = bytearray(each.size)
            for cell in each.cells:
                size = byte_size(cell.value.sort)
                text[cell.offset : cell.offset + size] = _as_bits(cell.value.payload).to_bytes(size, "little")
            found[str(each.address.payload)] = bytes(text)
    return found


def _records(program: Program, variables: Mapping[str, Variable]) -> Mapping[str, CRecord]:
    """The structs and unions by name, as far as the program declares objects of them."""
    found: dict[str, CRecord] = {}
    waiting: list[CType] = [variable.ctype for variable in variables.values()]
    waiting += [known.ctype for known in program.global_objects]
    waiting += program.object_types.values()
    while waiting:
        match waiting.pop():
            case CArray(element, _):
                waiting.append(element)
            case CRecord(name, _, members) as record if name not in found:
                found[name] = record
                waiting += [member.ctype for member in members]
            case _:
                pass
    return found


_COMMON = (
    CInteger("char", 8, signed=True),
    CInteger("signed char", 8, signed=True),
    CInteger("unsigned char", 8, signed=False),
    CInteger("short", 16, signed=True),
    CInteger("unsigned short", 16, signed=False),
    CInteger("int", 32, signed=True),
    CInteger("unsigned int", 32, signed=False),
    CFloat("float", 32),
    CFloat("double", 64),
)
"""Scalar types that are the same everywhere: pointers name them, and no variable needs to be of them."""


def _scalars(variables: Mapping[str, Variable]) -> Mapping[str, CType]:
    """The scalar types by name, as far as they are known."""
    found: dict[str, CType] = {ctype.name: ctype for ctype in _COMMON}
    for variable in variables.values():
        if isinstance(variable.ctype, CInteger | CFloat | CEnum | CPointer):
            found.setdefault(variable.ctype.name, variable.ctype)
    return found


def _as_bits(value: Value) -> int:
    return int(value) if isinstance(value, int) else 0
