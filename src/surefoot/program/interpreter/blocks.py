"""Blocks as Python code: one function for each stretch of statements up to a call or to the block's end."""

from collections.abc import Sequence

from surefoot.logic import Term, Value
from surefoot.program.interpreter import effects
from surefoot.program.interpreter.code import Emitter
from surefoot.program.interpreter.events import Assigned
from surefoot.program.interpreter.machine import Code, Machine, Stretch
from surefoot.program.statements import (
    Allocate,
    Assign,
    Assume,
    Branch,
    Call,
    Check,
    CheckMemory,
    Copy,
    Fill,
    Free,
    Goto,
    Havoc,
    Leave,
    Load,
    ObjectSize,
    Return,
    Statement,
    Stop,
    Store,
    Terminator,
)
from surefoot.program.written_code import WrittenStretch
from surefoot.records import dataclass

_Plain = (
    Assign | Havoc | Assume | Check | Load | Store | Allocate | Leave | Free | Copy | Fill | ObjectSize | CheckMemory
)


@dataclass(frozen=True, slots=True)
class _CallOut:
    """A call that ends a stretch, and the stretch where its block goes on."""

    call: Call
    resume: Stretch


class _Rewriter:
    """Stands for an emitter where the code is known already: only the effects are made anew."""

    def __init__(self, written: WrittenStretch) -> None:
        self.written = written
        self._waiting = iter(written.of_effects)
        self.names: dict[str, object] = dict(written.of_terms)

    def name(self, thing: object) -> str:
        """Take note of an effect."""
        name = next(self._waiting)
        self.names[name] = thing
        return name

    def line(self, text: str) -> None:
        """Nothing is written."""

    def expressions(self, roots: Sequence[Term]) -> list[str]:
        """Nothing is written."""
        return [""] * len(roots)

    def expression(self, root: Term) -> str:
        """Nothing is written."""
        del root
        return ""


def translate(machine: Machine, code: Code, label: str) -> Stretch:
    """The code of the block called ``label``, built from its end so that each call knows where to come back to."""
    body = code.function.blocks[label]
    last: _CallOut | Terminator = body.terminator
    plain: list[_Plain] = []
    for index in range(len(body.statements) - 1, -1, -1):
        statement = body.statements[index]
        if isinstance(statement, Call):
            following = _Translator(machine, code, label).stretch(index + 1, statement, plain[::-1], last)
            last = _CallOut(statement, following)
            plain = []
        else:
            plain.append(statement)
    return _Translator(machine, code, label).stretch(0, None, plain[::-1], last)


class _Translator:
    """Writes the Python function of one stretch of the block ``label``.

    In its code, ``v`` holds the values of the call's variables, ``g`` those of global variables and ``r`` the
    results of the call that ended last.
    """

    def __init__(self, machine: Machine, code: Code, label: str) -> None:
        self._machine = machine
        self._code = code
        self._label = label
        self._home = code.function.home(label)
        self._emitter: Emitter | _Rewriter = Emitter(self._place_of)
        self._of_effects: list[str] = []

    def stretch(
        self, index: int, resumed: Call | None, statements: Sequence[_Plain], last: _CallOut | Terminator
    ) -> Stretch:
        """The stretch from ``index`` on that takes the results of ``resumed``, runs ``statements`` and leaves through ``last``."""
        machine, label = self._machine, self._label
        is_visited = machine.visitor is not None and machine.visitor.is_visited(self._code.function, label)
        key = (self._code.function.name, label, index, machine.observing, is_visited)
        known = machine.written.get(key)
        if known is not None:
            self._emitter = _Rewriter(known)
        if index == 0 and is_visited:
            self._visit()
        if resumed is not None and resumed.targets:
            for position, target in enumerate(resumed.targets):
                self._assign(target, f"r[{position}]")
            self._observe(resumed)
        for statement in statements:
            self._statement(statement)
            self._observe(statement)
        self._last(last)
        if isinstance(self._emitter, Emitter):
            written = self._compiled(self._emitter)
            machine.written.keep(key, written)
        else:
            written = self._emitter.written
        names = {"g": machine.globals, "r": machine.returned, "a": machine.addresses_in_order, **self._emitter.names}
        exec(written.code, names)  # noqa: S102 - code written by `Emitter`
        return Stretch(names["execute"], len(statements) + 1, label, index)  # type: ignore[arg-type]  # defined by the line above

    def _compiled(self, emitter: Emitter) -> WrittenStretch:
        source = "def execute(v):\n    " + "\n    ".join(emitter.lines)
        effects = set(self._of_effects)
        of_terms = {name: thing for name, thing in emitter.names.items() if name not in effects}
        code = compile(source, f"<{self._code.function.name}>", "exec")
        return WrittenStretch(code, of_terms, tuple(self._of_effects))

    def _name(self, effect: object) -> str:
        name = self._emitter.name(effect)
        self._of_effects.append(name)
        return name

    def _statement(self, statement: _Plain) -> None:
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
            case Load(target, address):
                self._assign(target, self._effect(effects.load(machine, statement, function), address))
            case Store(address, value):
                emitter.line(self._effect(effects.store(machine, statement, function), address, value))
            case Allocate(target, size):
                self._assign(target, self._effect(effects.allocate(machine, statement), size))
            case Leave(address):
                emitter.line(self._effect(effects.leave_block(machine, statement), address))
            case Free(address):
                emitter.line(self._effect(effects.free(machine, statement, function), address))
            case Copy(target, origin, size):
                emitter.line(self._effect(effects.copy(machine, statement, function), target, origin, size))
            case Fill(target, byte, size):
                emitter.line(self._effect(effects.fill(machine, statement, function), target, byte, size))
            case ObjectSize(target, address):
                self._assign(target, self._effect(effects.object_size(machine), address))
            case CheckMemory():
                emitter.line(self._effect(effects.check_memory(machine, statement, function)))

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

    def _visit(self) -> None:
        machine, visitor, label = self._machine, self._machine.visitor, self._label

        def visit() -> None:
            if visitor is not None:
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
