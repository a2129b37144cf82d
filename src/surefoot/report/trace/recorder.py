"""Recorder of a run as source lines with the changes of each.

`TraceRecorder` observes the interpreter while it replays a trace, and groups events by source line.
Lines of library models and intermediate variables are left out. An unknown value is shown where it
first reaches a variable or object of the source.
"""

import re
from collections import deque
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from surefoot.base.records import dataclass, field
from surefoot.base.spans import Span
from surefoot.logic import FALSE, BitVecSort, Term, Value, variables_of
from surefoot.logic.evaluate import evaluate
from surefoot.program.ctypes import CArray, CInteger, CPointer, CRecord, CType, CVoid
from surefoot.program.layout import byte_size
from surefoot.program.program import Program, Role
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
from surefoot.report.c.source_text import SourceLines, expression_at
from surefoot.report.c.values import Cell, place_text, quoted
from surefoot.report.document import ChangeEntry, FormulaEntry, StepEntry
from surefoot.report.limits import LIMITS
from surefoot.report.trace.active_calls import SYNTHETIC, ActiveCall, ActiveCalls, DetachedTracking
from surefoot.report.trace.run_objects import (
    ALLOCATING,
    IndeterminateContents,
    RunObjects,
    as_bits,
    is_shown,
    type_of_input,
    variables_by_name,
    variables_read,
)
from surefoot.semantics.interpreter import (
    Accelerated,
    Allocated,
    Assigned,
    Branched,
    Called,
    Change,
    Event,
    Executed,
    Frame,
    Freed,
    Input,
    Machine,
    ObjectIdentity,
    Overwritten,
    Returned,
    Started,
    Stored,
    StringContents,
    Violated,
)

_KINDS_OF_OPERATIONS = frozenset(CheckKind) - {
    CheckKind.ERROR_CALL,
    CheckKind.ASSERTION,
    CheckKind.CONTRACT,
    CheckKind.INVARIANT_ESTABLISHED,
    CheckKind.INVARIANT_PRESERVED,
    CheckKind.MEMORY_LEAK,
    CheckKind.UNFREED_MEMORY,
    CheckKind.UNREACHABLE,
    CheckKind.REACHED,
}
"""Kinds of checks that concern an operation in the source."""


@dataclass(slots=True)
class _Line:
    """The source line being executed."""

    span: Span
    function: str
    depth: int
    changes: list[ChangeEntry] = field(default_factory=list)
    iterations: list[list[int]] = field(default_factory=list)
    accelerated: list[list[int]] = field(default_factory=list)
    matters: list[FormulaEntry] = field(default_factory=list)
    arguments: int = 0
    """Number of changes that are arguments of a call that begins here."""
    is_notable: bool = False


@dataclass(frozen=True, slots=True)
class _Pending:
    """An unknown value that no source variable holds yet; ``carriers`` are the intermediate
    variables that may hold it.
    """

    source: str
    value: Value
    ctype: CType
    origin: Origin
    carriers: set[str]


@dataclass(frozen=True, slots=True)
class _Result:
    """The result of a call in the line at ``called_at``."""

    depth: int
    called_at: Span
    change: ChangeEntry


class TraceRecorder:
    """An interpreter observer; `steps` returns the steps in order.

    ``stale_after_acceleration`` are variables that loop acceleration does not update; their later
    values are not shown. ``mattering`` are formulas for the n-th visit of a loop head, counted over
    all loops.
    """

    def __init__(
        self,
        program: Program,
        sources: SourceLines,
        stale_after_acceleration: frozenset[Term] = frozenset(),
        mattering: Mapping[int, Sequence[FormulaEntry]] = MappingProxyType({}),
    ) -> None:
        self._program = program
        self._mattering = mattering
        self._heads = 0
        """Number of visits of loop heads."""
        self._matters: list[FormulaEntry] = []
        self._sources = sources
        self._variables = variables_by_name(program)
        self._objects = RunObjects(program, self._variables)
        self._calls = ActiveCalls(program)
        self._globals: dict[str, Value] = {}
        self._bytes: dict[tuple[int, str], int] = {}
        self._contents = IndeterminateContents()
        self._assignments = 0
        """Number of assignments to variables so far."""
        self._line: _Line | None = None
        self._pending: list[_Pending] = []
        self._strings: list[ChangeEntry] = []
        """String inputs that the next finished line shows."""
        self._returned: list[_Result] = []
        """Results of calls whose line is not finished."""
        self._read: frozenset[str] = frozenset()
        """The variables that the step reads, if some unknown value is pending."""
        self._iterations: list[list[int]] = []
        self._begins_cycle = False
        """True if the next finished line begins a cycle."""
        self._first: list[StepEntry] = []
        self._last: deque[StepEntry] = deque(maxlen=LIMITS.steps // 2)
        self._count = 0
        self.detached_tracking = DetachedTracking(self._calls, self._objects)
        self.unseen = 0
        """Number of statements executed while the recorder was detached."""
        self._stale_after_acceleration = stale_after_acceleration
        self._stale: frozenset[Term] = frozenset()
        self._decisions: list[Term] = []
        """Conditions of the last branches in one line, for an assertion whose own condition is
        constant.
        """
        self._decided_at: tuple[str, int] | None = None

    @property
    def omitted(self) -> int:
        """Number of steps in the middle of a very long run that are not kept."""
        return self._count - len(self._first) - len(self._last)

    @property
    def has_first_half(self) -> bool:
        """True if all first steps are recorded."""
        return len(self._first) >= LIMITS.steps // 2

    def detach(self, machine: Machine) -> None:
        """Stop observing, until `attach`."""
        self._finish_line()
        self._returned.clear()
        self.unseen -= machine.steps
        self.detached_tracking.begin(machine)

    def attach(self, machine: Machine) -> None:
        """Observe again; the contents of memory are unknown."""
        self.detached_tracking.end()
        self.unseen += machine.steps
        self._iterations = []
        self._last.clear()
        self._bytes.clear()
        self._contents.forget()
        for call, frame in zip(self._calls, machine.frames, strict=True):
            self._take_over(call, frame)
        for symbol, slot in machine.global_slots.items():
            self._globals[str(symbol.payload)] = machine.globals[slot]

    def _take_over(self, call: ActiveCall, frame: Frame) -> None:
        """Read the variables of ``call``; a zero may mean that a variable was not assigned."""
        known = call.values.keys()
        now = {str(symbol.payload): frame.values[slot] for symbol, slot in frame.code.slots.items()}
        shown = {name: value for name, value in now.items() if is_shown(self._variables.get(name))}
        call.perhaps_unassigned = {name for name, value in shown.items() if not value and name not in known}
        call.intermediate = {name: value for name, value in now.items() if name not in shown}
        call.values = shown

    def mark_cycle(self) -> None:
        """Mark the next step as the begin of a cycle that is repeated for ever."""
        self._finish_line()
        self._line = None
        self._begins_cycle = True

    def on_event(self, event: Event) -> None:
        """Record ``event``."""
        match event:
            case Started(changes):
                for change in changes:
                    self._note(change)
            case Executed() as step:
                self._read = variables_read(step.statement) if self._pending else frozenset()
                if not isinstance(step.statement, Goto | Allocate):
                    self._go_to(step.statement)
                for change in step.changes:
                    self._note(change)
                if isinstance(step.statement, Allocate) and not (step.statement.zeroed or step.statement.is_string):
                    self._add_indeterminate(step.changes)
                self._follow(step)

    def steps(self, violated: Violated) -> list[StepEntry]:
        """Return the steps up to and including the violation."""
        self._go_to(violated.statement)
        if self._line is not None:
            self._line.is_notable = True
        self._finish_line()
        if self.unseen:
            del self._first[len(self._last) :]
        return [*self._first, *self._last]

    def values_in(self, violated: Violated) -> list[ChangeEntry]:
        """Return the values of source variables in the violated condition, or in the invalid
        address.
        """
        held = {**self._globals, **self._calls.present.values}
        match violated.statement:
            case Check(condition):
                terms = self._decisions if condition is FALSE else [condition]
            case Load(_, address) | Store(address) | Free(address):
                terms = [address]
            case _:
                return []
        symbols = (symbol for each in terms for symbol in variables_of(each))
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
        """Return the origin of the value of ``name`` if it is uninitialised."""
        return Origin.UNINITIALISED if name in self._calls.present.unset else None

    def _loaded(self, name: str, *, is_address: bool) -> ChangeEntry | None:
        """Return the value that the intermediate variable ``name`` was loaded with, under the
        expression that reads it.

        ``None`` if it is not known. ``is_address``: the value is the address of an access.
        """
        call = self._calls.present
        value = call.intermediate.get(name)
        blocks = self._program.functions[call.function].blocks.values()
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
        is_pointer = is_address or (value != 0 and self._objects.at(value) is not None)
        ctype: CType = CPointer("void", width) if is_pointer else CInteger(f"int{width}_t", width, signed=True)
        place = self._place_of(load)
        if place is None:
            return self._change(expression, value, ctype, None) if expression else None
        target, offset = place
        _, whole = self._objects.named(target)
        read = [each for each in self._objects.written_cells(whole, offset, width // 8, value) if each.path]
        if not is_pointer and len(read) == 1 and read[0].bit_width == width and isinstance(whole, CRecord | CArray):
            ctype = read[0].ctype
        loaded_at = call.assigned_at.get(name, 0)
        is_written = self._contents.may_be_written(target, offset, width // 8, loaded_at)
        origin = None if is_written else Origin.UNINITIALISED
        return self._change(expression, value, ctype, origin) if expression else None

    def _place_of(self, load: Load) -> tuple[ObjectIdentity, int] | None:
        """Return the object and the offset that ``load`` of the innermost call read; ``None`` if
        they are not known, such as when its address was changed since.
        """
        call = self._calls.present
        loaded_at = call.assigned_at.get(str(load.target.payload), 0)
        values: dict[Term, Value] = {}
        for symbol in variables_of(load.address):
            name = str(symbol.payload)
            held = next((each[name] for each in (call.values, call.intermediate) if name in each), None)
            base = self._objects.base_of_global(name) if held is None else held
            if base is None or call.assigned_at.get(name, 0) > loaded_at:
                return None
            values[symbol] = base
        address = evaluate(load.address, values)
        target = self._objects.at(address) if isinstance(address, int) else None
        return None if target is None or not isinstance(address, int) else (target, address - target.base)

    def expression_of(self, violated: Violated) -> str:
        """Return the C expression of the violated operation; for a library function, its call."""
        span = violated.span
        if span is None or violated.kind not in _KINDS_OF_OPERATIONS:
            return ""
        return expression_at(self._sources.whole_line(span), span.column)

    def _go_to(self, statement: Statement | Terminator) -> None:
        span = statement.span
        if span is None or span.is_library or self._calls.present.is_hidden:
            return
        here = self._line
        depth = self._calls.depth
        same = here is not None and (here.span.file, here.span.line, here.depth) == (span.file, span.line, depth)
        if not same or self._iterations or self._matters:
            self._finish_line()
            function = self._calls.present.function
            self._line = _Line(span, function, depth, iterations=self._iterations, matters=self._matters)
            self._iterations, self._matters = [], []
        if self._line is not None and isinstance(statement, Branch | Call | Check | Free):
            self._line.is_notable = True

    def _finish_line(self) -> None:
        line = self._line
        if line is None:
            return
        for pending in self._pending:
            line.changes.append(self._change(pending.source, pending.value, pending.ctype, pending.origin))
        self._pending.clear()
        line.changes += self._strings
        self._strings.clear()
        self._line = None
        line.changes[:0] = self._results_for(line)
        if not (line.is_notable or line.changes):
            self._iterations = [*line.iterations, *self._iterations]
            self._matters = [*line.matters, *self._matters]
            return
        step: StepEntry = {
            "file": line.span.file,
            "line": line.span.line,
            "function": line.function,
            "depth": line.depth,
            "source": self._sources.line(line.span),
            "changes": line.changes,
        }
        if line.arguments:
            step["arguments"] = line.arguments
        if line.iterations:
            step["iterations"] = line.iterations
        if line.accelerated:
            step["accelerated"] = line.accelerated
        if line.matters:
            step["matters"] = line.matters
        if self._begins_cycle:
            self._begins_cycle = False
            step["repeats"] = True
        kept = self._first if len(self._first) < LIMITS.steps // 2 else self._last
        kept.append(step)
        self._count += 1

    def _results_for(self, line: _Line) -> list[ChangeEntry]:
        """Return the results of calls in ``line``, except those that a change in the line shows."""
        held, self._returned = self._returned, [each for each in self._returned if each.depth < line.depth]
        place = (line.span.file, line.span.line)
        mine = [
            each for each in held if each.depth == line.depth and (each.called_at.file, each.called_at.line) == place
        ]
        shown = {change["value"] for change in line.changes}
        return [each.change for each in mine if each.change["value"] not in shown]

    def _follow(self, step: Executed) -> None:
        """Update the block of the innermost call, and the iterations of loops."""
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
        numbered = self._calls.enter(label)
        if numbered is not None:
            self._iterations.append(numbered)
        if self._mattering and self._calls.is_head(self._calls.present.function, label):
            self._heads += 1
            self._matters += self._mattering.get(self._heads, ())

    def _accelerate(self, label: str, iterations: int) -> None:
        """Record accelerated iterations at the line that comes after them."""
        numbered = self._calls.accelerate(label, iterations)
        if self._line is None or numbered is None:
            return
        line, number = numbered
        self._line.accelerated.append([line, iterations])
        for iteration in self._line.iterations:
            if iteration[0] == line:
                iteration[1] = number

    def _note(self, change: Change) -> None:
        match change:
            case Assigned(symbol, value):
                if symbol not in self._stale:
                    self._assign(str(symbol.payload), value, None)
            case Input(symbol, value, origin, source):
                self._input(str(symbol.payload), value, origin, source)
            case Stored(target, offset, sort, value):
                self._contents.write(target, offset, byte_size(sort), self._assignments)
                self._store(target, offset, as_bits(value), byte_size(sort), is_assignment=True)
            case Overwritten(target, offset, data):
                self._contents.write(target, offset, len(data), self._assignments)
                self._store(target, offset, int.from_bytes(data, "little"), len(data))
            case Allocated(created):
                self._objects.add(created, by_model=self._calls.present.is_hidden)
            case Called(function, arguments):
                self._call(function, arguments)
            case Returned(function, values):
                if len(self._calls) > 1:
                    self._return(function, values)
            case Accelerated(label, iterations):
                self._stale = self._stale_after_acceleration
                self._contents.forget()
                self._accelerate(label, iterations)
            case StringContents(created, data):
                self._string(created, data)
            case Freed() | Branched():
                pass

    def _call(self, function: str, arguments: tuple[Value, ...]) -> None:
        call = self._calls.call(function, None if self._line is None else self._line.span)
        body = self._program.functions[function]
        if call.is_hidden or body.span is None:
            return
        self._finish_line()
        if not body.parameters:
            return
        self._line = _Line(body.span, function, self._calls.depth)
        for parameter, value in zip(body.parameters, arguments, strict=True):
            self._assign(str(parameter.symbol.payload), value, None)
        self._line.arguments = len(self._line.changes)

    def _return(self, function: str, values: tuple[Value, ...]) -> None:
        ctype = self._program.object_types.get(f"{function}()", CVoid())
        call = self._calls.leave()
        self._iterations.clear()
        self._matters.clear()
        if call.called_at is None or call.is_hidden or len(values) != 1 or isinstance(ctype, CVoid | CRecord):
            return
        name = f"{function.partition('@')[0]}()"
        self._returned.append(_Result(self._calls.depth, call.called_at, self._change(name, values[0], ctype, None)))

    def _assign(self, symbol: str, value: Value, origin: Origin | None) -> None:
        call = self._calls.present
        self._assignments += 1
        call.assigned_at[symbol] = self._assignments
        variable = self._variables.get(symbol)
        if variable is None or not is_shown(variable):
            for pending in self._pending:
                if pending.carriers & self._read:
                    pending.carriers.add(symbol)
            call.intermediate[symbol] = value
            return
        if self._line is None:
            return
        held = self._globals if variable.role is Role.GLOBAL else call.values
        origin = origin or self._claim(value)
        (call.unset.add if origin is Origin.UNINITIALISED else call.unset.discard)(symbol)
        is_known = symbol in held and symbol not in call.perhaps_unassigned
        if is_known and held[symbol] == value and origin is None:
            return
        call.perhaps_unassigned.discard(symbol)
        held[symbol] = value
        self._line.changes.append(self._change(variable.name, value, variable.ctype, origin))

    def _add_indeterminate(self, changes: Sequence[Change]) -> None:
        """Add the objects that ``changes`` create in functions of the user, or in allocation
        functions that these call.
        """
        model = self._calls.outermost_model
        if all(call.is_hidden for call in self._calls) or (model and model.partition("@")[0] not in ALLOCATING):
            return
        for change in changes:
            if isinstance(change, Allocated):
                self._contents.add(change.created)

    def _input(self, symbol: str, value: Value, origin: Origin, source: str) -> None:
        variable = self._variables.get(symbol)
        is_at_start = self._calls.present.function == self._program.entry
        if is_at_start and self._program.entry.startswith(SYNTHETIC) and origin is Origin.EXTERNAL:
            return  # which byte is watched is no choice of the program
        if not is_shown(variable):
            ctype = type_of_input(source, variable.symbol.sort) if variable else CVoid()
            self._pending.append(_Pending(self._source_text(source), value, ctype, origin, {symbol}))
        else:
            self._assign(symbol, value, origin)

    def _string(self, created: ObjectIdentity, data: bytes) -> None:
        """Record a string input up to its first zero. If that is shown, drop the length from the
        changes, which is that of the whole array, with what comes after the zero.
        """
        text, zero, _ = data.partition(bytes(1))
        if zero or len(data) == created.size - 1:
            self._pending = [each for each in self._pending if each.source != f"length of {created.name}"]
        is_cut = not zero and len(data) < created.size - 1
        shown = f"{quoted(text)}{'…' if is_cut else ''}"
        self._strings.append({"name": created.name, "value": shown, "type": "char *", "origin": Origin.INPUT.value})

    def _source_text(self, source: str) -> str:
        """Return the source of an unknown value: a call, or a description."""
        if self._program.entry.startswith(SYNTHETIC) and self._calls.present.function == self._program.entry:
            return source
        if source.startswith(SYNTHETIC):
            model = self._calls.outermost_model
            return "choice" if model is None else f"choice in {model.partition('@')[0]}"
        return f"{source}()" if source.isidentifier() else source

    def _claim(self, value: Value) -> Origin | None:
        """Return the origin of the pending unknown value that the step stores, and remove it from
        the pending ones.
        """
        for pending in self._pending:
            if pending.value == value and pending.carriers & self._read:
                self._pending.remove(pending)
                return pending.origin
        return None

    def _store(self, target: ObjectIdentity, offset: int, bits: int, size: int, *, is_assignment: bool = False) -> None:
        name, ctype = self._objects.named(target)
        if self._line is None or name is None:
            return
        origin = self._claim(bits)
        shown = 0
        written = self._objects.written_cells(ctype, offset, size, bits)
        assigned = set(self._assigned_bit_fields(written) if is_assignment else written)
        data = bits.to_bytes(size, "little")
        for cell in written:
            piece = _piece(data, cell.bit_offset - offset * 8, cell.bit_width)
            key = (target.number, cell.path or str(cell.bit_offset))
            if self._bytes.get(key) == piece and origin is None:
                continue
            is_news = key in self._bytes or cell in assigned
            self._bytes[key] = piece
            if not is_news:
                continue
            if shown < LIMITS.cells:
                self._line.changes.append(self._change(place_text(name, cell.path), piece, cell.ctype, origin))
            shown += 1
        if shown > LIMITS.cells:
            self._line.changes.append({"name": name, "value": f"… and {shown - LIMITS.cells} more"})

    def _assigned_bit_fields(self, written: list[Cell]) -> list[Cell]:
        """Return the bit-fields of ``written`` that the source line names; the others in the same
        word are unchanged.
        """
        if self._line is None or all(cell.bit_width % 8 == 0 for cell in written):
            return written
        members = set(re.findall(r"(?:\.|->)\s*(\w+)", self._sources.line(self._line.span)))
        return [cell for cell in written if cell.path.rpartition(".")[2] in members] or written

    def _change(self, name: str, value: Value, ctype: CType, origin: Origin | None) -> ChangeEntry:
        change: ChangeEntry = {"name": name, "value": self._objects.text(value, ctype), "type": ctype.name}
        if origin is not None:
            change["origin"] = origin.value
        return change


def _piece(data: bytes, bit_offset: int, bit_width: int) -> int:
    """Return the number in ``bit_width`` bits of ``data`` from ``bit_offset`` on."""
    first, skipped = divmod(bit_offset, 8)
    end = first + (skipped + bit_width + 7) // 8
    return int.from_bytes(data[first:end], "little") >> skipped & ((1 << bit_width) - 1)
