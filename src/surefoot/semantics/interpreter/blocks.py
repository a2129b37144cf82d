"""Blocks as Python code: one function for each stretch, and one for a whole loop that is hot.

A stretch is a sequence of statements up to a call or to the end of the block.
"""

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import contextmanager

from surefoot.base.records import dataclass, field
from surefoot.logic import Sort, Term, Value
from surefoot.program.layout import byte_size
from surefoot.program.statements import (
    Allocate,
    Assign,
    Assume,
    Branch,
    Call,
    Check,
    CheckDisjoint,
    CheckMemory,
    Copy,
    EndLifetime,
    Fill,
    Free,
    Goto,
    Havoc,
    Load,
    MakeStrings,
    ObjectSize,
    Return,
    SimpleStatement,
    Statement,
    Stop,
    Store,
    Terminator,
)
from surefoot.semantics.interpreter import effects
from surefoot.semantics.interpreter.code import Emitter, GeneratedStretch
from surefoot.semantics.interpreter.events import Assigned
from surefoot.semantics.interpreter.loop_bodies import LoopBody, heads_of
from surefoot.semantics.interpreter.machine import Code, Machine, Registers, Stretch
from surefoot.semantics.interpreter.memory import CELL_FORMATS, Window
from surefoot.semantics.limits import LIMITS


@dataclass(frozen=True, slots=True)
class _CallOut:
    """Call that ends a stretch, and the stretch where its block continues."""

    call: Call
    resume: Stretch


class _Rewriter:
    """Emitter for code that exists already: only the effects are bound anew."""

    def __init__(self, written: GeneratedStretch) -> None:
        self.written = written
        self._waiting = iter(written.of_effects)
        self.names: dict[str, object] = dict(written.of_terms)

    def name(self, thing: object) -> str:
        """Bind the next effect to its name."""
        name = next(self._waiting)
        self.names[name] = thing
        return name

    def line(self, text: str) -> None:
        """Return an empty text."""

    @contextmanager
    def indented(self, opening: str) -> Iterator[None]:
        """Ignore the line."""
        del opening
        yield

    def temporary(self, text: str) -> str:
        """Ignore the block."""
        return text

    def expressions(self, roots: Sequence[Term]) -> list[str]:
        """Return ``text`` unchanged."""
        return [""] * len(roots)

    def expression(self, root: Term) -> str:
        """Return an empty text for each root."""
        del root
        return ""


@dataclass(slots=True)
class _Iterations:
    """Loop that is being compiled: the first piece of each block, and the names of the machine and
    of the function that finds the stretch of a block.
    """

    body: LoopBody
    pieces: Mapping[str, tuple[Sequence[SimpleStatement], _CallOut | Terminator]]
    machine: str
    stretch: str
    left: int = field(default_factory=lambda: 2 * LIMITS.compiled_loop_blocks)
    """Number of blocks that may still be written; blocks on several paths are written several
    times."""

    def is_inlined(self, label: str, depth: int) -> bool:
        """Return whether the code of ``label`` is written in the same function."""
        return label == self.body.head or (
            self.body.is_within(label) and depth < LIMITS.compiled_loop_depth and self.left > 0
        )

    def straight_line(self, label: str, end: str | None) -> tuple[int, list[str]]:
        """Return the number of steps from ``label`` up to ``end``, the next branch or the head, and
        the blocks on the way.
        """
        length, blocks = 0, list[str]()
        while label != end and (label == self.body.head or self.body.is_within(label)):
            statements, last = self.pieces[label]
            length += len(statements) + 1
            blocks.append(label)
            if label == self.body.head or not isinstance(last, Goto):
                break
            label = last.target
        return length, blocks


def translate(machine: Machine, code: Code, label: str) -> Stretch:
    """Return the code of the block called ``label``."""
    statements, last = _first_piece(machine, code, label)
    stretch = _Translator(machine, code, label).stretch(0, None, statements, last)
    if not machine.observing and label in _heads(machine, code):
        _count_iterations(machine, code, stretch)
    return stretch


def _heads(machine: Machine, code: Code) -> frozenset[str]:
    known, name = machine.generated_code.heads, code.function.name
    if name not in known:
        known[name] = heads_of(code.function)
    return known[name]


def _count_iterations(machine: Machine, code: Code, stretch: Stretch) -> None:
    """Compile the loop whose head is ``stretch`` to one function once it is hot."""
    once, left = stretch.execute, LIMITS.compiled_loop_iterations

    def execute(values: Registers) -> Stretch:
        nonlocal left
        left -= 1
        if left > 0:
            return once(values)
        body = LoopBody(code.function, stretch.label)
        stretch.execute = (
            once
            if len(body) > LIMITS.compiled_loop_blocks
            else _Translator(machine, code, stretch.label).iterations(body)
        )
        return stretch.execute(values)

    stretch.execute = execute


def _first_piece(machine: Machine, code: Code, label: str) -> tuple[list[SimpleStatement], _CallOut | Terminator]:
    """Return the statements of the block ``label`` up to its first call or its end, and that end.

    Stretches are built from the end of the block, so that each call has the stretch to return to.
    """
    body = code.function.blocks[label]
    last: _CallOut | Terminator = body.terminator
    plain: list[SimpleStatement] = []
    for index in range(len(body.statements) - 1, -1, -1):
        statement = body.statements[index]
        if isinstance(statement, Call):
            following = _Translator(machine, code, label).stretch(index + 1, statement, plain[::-1], last)
            code.keep(following)
            last = _CallOut(statement, following)
            plain = []
        else:
            plain.append(statement)
    return plain[::-1], last


class _Translator:
    """Translator of one stretch, or of a whole loop, from the block ``label`` on, to a Python
    function.

    In its code, ``v`` holds the values of the activation's variables, ``g`` those of global
    variables and ``r`` the results of the latest call.
    """

    def __init__(self, machine: Machine, code: Code, label: str) -> None:
        self._machine = machine
        self._code = code
        self._emitter: Emitter | _Rewriter = Emitter(self._place_of)
        self._of_effects: list[str] = []
        self._be_at(label)

    def _be_at(self, label: str) -> None:
        self._label = label
        self._home = self._code.function.home(label)

    def stretch(
        self, index: int, resumed: Call | None, statements: Sequence[SimpleStatement], last: _CallOut | Terminator
    ) -> Stretch:
        """Return the stretch from ``index`` on that takes the results of ``resumed``, runs
        ``statements`` and ends with ``last``.
        """
        label = self._label

        def write() -> None:
            if index == 0:
                self._visit()
            if resumed is not None and resumed.targets:
                for position, target in enumerate(resumed.targets):
                    self._assign(target, f"r[{position}]")
                self._observe(resumed)
            self._statements(statements)
            self._last(last)

        execute = self._function((label, index, self._is_visited(label)), write)
        return Stretch(execute, len(statements) + 1, label, index)

    def iterations(self, body: LoopBody) -> Callable[[Registers], Stretch]:
        """Return the function of the loop; it returns when the loop is left, an inner loop begins,
        a function is called, or the step limit is near.
        """
        visited = tuple(label for label in body if self._is_visited(label))
        return self._function((body.head, visited), lambda: self._write_iterations(body))

    def _write_iterations(self, body: LoopBody) -> None:
        pieces = {label: _first_piece(self._machine, self._code, label) for label in body}
        iterations = _Iterations(body, pieces, self._name(self._machine), self._name(self._code.stretch))
        self._emitter.line(f"limit = {iterations.machine}.limit")
        with self._emitter.indented("while True:"):
            following = self._block(iterations, body.head, None, 0)
            if following is not None:
                self._path(iterations, following, None, 0)

    def _path(self, iterations: "_Iterations", start: str, end: str | None, depth: int) -> None:
        """Write the code of an iteration from ``start`` to ``end``."""
        label: str | None = start
        counted: Container[str] = ()
        while label is not None and label != end:
            if label not in counted:
                if not iterations.is_inlined(label, depth):
                    self._emitter.line(f"return {iterations.stretch}({label!r})")
                    return
                counted = self._count(iterations, label, end)
            if label == iterations.body.head:
                self._emitter.line("continue")
                return
            label = self._block(iterations, label, end, depth)

    def _count(self, iterations: "_Iterations", label: str, end: str | None) -> Container[str]:
        """Write code that counts the steps from ``label`` to the next branch, or returns at the
        limit; return the blocks counted.
        """
        length, blocks = iterations.straight_line(label, end)
        steps = f"{iterations.machine}.steps"
        self._emitter.line(f"if {steps} + {length} > limit: return {iterations.stretch}({label!r})")
        self._emitter.line(f"{steps} += {length}")
        return blocks

    def _block(self, iterations: "_Iterations", label: str, end: str | None, depth: int) -> str | None:
        """Write the code of the block ``label`` and of its branches up to their join; return the
        join block.
        """
        statements, last = iterations.pieces[label]
        iterations.left -= 1
        self._be_at(label)
        self._visit()
        self._statements(statements)
        match last:
            case Goto(target):
                return target
            case Branch(condition, then, otherwise):
                meeting = iterations.body.meeting(then, otherwise)
                with self._emitter.indented(f"if {self._emitter.expression(condition)}:"):
                    self._path(iterations, then, meeting or end, depth + 1)
                with self._emitter.indented("else:"):
                    self._path(iterations, otherwise, meeting or end, depth + 1)
                return meeting
            case _:
                self._last(last)
                return None

    def _function(self, key: tuple[object, ...], write: Callable[[], None]) -> Callable[[Registers], Stretch]:
        """Return the function whose code ``write`` writes, from the cache if ``key`` is in it."""
        machine = self._machine
        key = (self._code.function.name, *key, machine.observing)
        known = machine.generated_code.get(key)
        if known is not None:
            self._emitter = _Rewriter(known)
        write()
        if isinstance(self._emitter, Emitter):
            written = self._compiled(self._emitter)
            machine.generated_code.keep(key, written)
        else:
            written = self._emitter.written
        names = {"g": machine.globals, "r": machine.returned, "a": machine.addresses_in_order, **self._emitter.names}
        exec(written.code, names)  # noqa: S102 - code written by `Emitter`
        return names["execute"]  # type: ignore[return-value]  # defined by the line above

    def _compiled(self, emitter: Emitter) -> GeneratedStretch:
        source = "def execute(v):\n" + "\n".join(emitter.lines)
        effects = set(self._of_effects)
        of_terms = {name: thing for name, thing in emitter.names.items() if name not in effects}
        code = compile(source, f"<{self._code.function.name}>", "exec")
        return GeneratedStretch(code, of_terms, tuple(self._of_effects))

    def _name(self, effect: object) -> str:
        name = self._emitter.name(effect)
        self._of_effects.append(name)
        return name

    def _statements(self, statements: Sequence[SimpleStatement]) -> None:
        for statement in statements:
            self._statement(statement)
            self._observe(statement)

    def _statement(self, statement: SimpleStatement) -> None:
        machine, function, emitter = self._machine, self._home, self._emitter
        match statement:
            case Assign(target, value):
                self._assign(target, emitter.expression(value))
            case Havoc(target):
                emitter.line(f"{self._place_of(target)} = {self._name(effects.choose(machine, statement))}()")
            case Assume(condition):
                self._unless(condition, effects.block(statement))
            case Check(condition):
                self._unless(condition, effects.fail(machine, statement, function))
            case Load():
                self._load(statement)
            case Store():
                self._store(statement)
            case Allocate(target, size):
                self._assign(target, self._effect(effects.allocate(machine, statement), size))
            case MakeStrings(target, count):
                self._assign(target, self._effect(effects.make_strings(machine, statement), count))
            case EndLifetime(address):
                emitter.line(self._effect(effects.end_lifetime(machine, statement), address))
            case Free(address):
                emitter.line(self._effect(effects.free(machine, statement, function), address))
            case Copy(target, origin, size):
                emitter.line(self._effect(effects.copy(machine, statement, function), target, origin, size))
            case Fill(target, byte, size):
                emitter.line(self._effect(effects.fill(machine, statement, function), target, byte, size))
            case CheckDisjoint(left, left_size, right, right_size):
                emitter.line(
                    self._effect(
                        effects.check_disjoint(machine, statement, function), left, left_size, right, right_size
                    )
                )
            case ObjectSize(target, address):
                self._assign(target, self._effect(effects.object_size(machine), address))
            case CheckMemory():
                emitter.line(self._effect(effects.check_memory(machine, statement, function)))

    def _load(self, load: Load) -> None:
        machine, emitter, sort = self._machine, self._emitter, load.target.sort
        window = self._window(sort)
        effect = self._name(effects.load(machine, load, self._home, window))
        address = emitter.expression(load.address)
        if window is None:
            self._assign(load.target, f"{effect}({address})")
            return
        seen, at = self._name(window), emitter.temporary(address)
        cell = f"{seen}.cells[{_number_of_cell(seen, at, window.size)}]"
        if sort.width and sort.width < 8 * window.size:
            cell = f"({cell} & {sort.mask})"
        self._assign(load.target, f"{cell} if {_is_seen(seen, at, window.size)} else {effect}({at})")

    def _store(self, store: Store) -> None:
        machine, emitter = self._machine, self._emitter
        window = self._window(store.value.sort)
        effect = self._name(effects.store(machine, store, self._home, window))
        address, value = emitter.expressions((store.address, store.value))
        if window is None:
            emitter.line(f"{effect}({address}, {value})")
            return
        seen, at = self._name(window), emitter.temporary(address)
        number = _number_of_cell(seen, at, window.size)
        emitter.line(f"if {_is_seen(seen, at, window.size)}: {seen}.cells[{number}] = {value}")
        emitter.line(f"else: {effect}({at}, {value})")

    def _window(self, sort: Sort) -> Window | None:
        """Return a new window for cells of ``sort``; none if observers need all accesses, or no
        such windows exist.
        """
        size = byte_size(sort)
        return None if self._machine.observing or size not in CELL_FORMATS else Window(size)

    def _last(self, last: _CallOut | Terminator) -> None:
        machine, code, function = self._machine, self._code, self._home
        match last:
            case _CallOut(call, resume):
                text = self._call(call, resume)
            case Goto():
                text = self._effect(effects.goto(machine, last, code))
            case Branch(condition):
                text = self._effect(effects.branch(machine, last, code), condition)
            case Return(values):
                text = self._effect(effects.leave(machine, last, function), *values)
            case Stop():
                text = self._effect(effects.stop(last))
        self._emitter.line(f"return {text}")

    def _call(self, call: Call, resume: Stretch) -> str:
        machine, function = self._machine, self._home
        if isinstance(call.callee, str):
            code = machine.codes[call.callee]
            return self._effect(effects.call(machine, call, code, resume, function), *call.arguments)
        return self._effect(effects.call_address(machine, call, resume, function), call.callee, *call.arguments)

    def _effect(self, effect: object, *terms: Term) -> str:
        arguments = self._emitter.expressions(terms)
        return f"{self._name(effect)}({', '.join(arguments)})"

    def _unless(self, condition: Term, effect: object) -> None:
        expression = self._emitter.expression(condition)
        self._emitter.line(f"if not {expression}: {self._name(effect)}()")

    def _assign(self, target: Term, text: str) -> None:
        place, machine = self._place_of(target), self._machine
        self._emitter.line(f"{place} = {text}")
        if machine.observing:

            def assigned(value: Value) -> None:
                machine.note(Assigned(target, value))

            self._emitter.line(f"{self._name(assigned)}({place})")

    def _is_visited(self, label: str) -> bool:
        visitor = self._machine.visitor
        return visitor is not None and visitor.is_visited(self._code.function, label)

    def _visit(self) -> None:
        machine, visitor, label = self._machine, self._machine.visitor, self._label
        if visitor is None or not visitor.is_visited(self._code.function, label):
            return

        def visit() -> None:
            visitor.on_block(machine, label)

        self._emitter.line(f"{self._name(visit)}()")

    def _observe(self, statement: Statement) -> None:
        machine, function = self._machine, self._home
        if machine.observing:

            def step() -> None:
                machine.step(statement, function)

            self._emitter.line(f"{self._name(step)}()")

    def _place_of(self, symbol: Term) -> str:
        slot = self._code.slots.get(symbol)
        if slot is not None:
            return f"v[{slot}]"
        place = self._machine.address_places.get(symbol)
        if place is not None:
            return f"a[{place}]"
        return f"g[{self._machine.global_slots[symbol]}]"


def _is_seen(window: str, address: str, size: int) -> str:
    """Return code that tests whether the cell at ``address`` is in ``window``."""
    within = f"{window}.start <= {address} < {window}.end"
    return within if size == 1 else f"{within} and not {address} & {size - 1}"


def _number_of_cell(window: str, address: str, size: int) -> str:
    """Return code for the index in ``window`` of the cell at ``address``."""
    return f"{address} - {window}.start >> {size.bit_length() - 1}"
