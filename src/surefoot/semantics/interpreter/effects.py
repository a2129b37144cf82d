"""Effects of statements on a machine, as functions of the values of their terms."""

from collections.abc import Callable
from typing import NoReturn

from surefoot.base.errors import invariant
from surefoot.logic import FloatSort, Sort, Value
from surefoot.program.layout import Region, byte_size
from surefoot.program.passes.argument_strings import string, vector
from surefoot.program.statements import (
    OVERLAP,
    Allocate,
    Assume,
    Branch,
    Call,
    Check,
    CheckDisjoint,
    CheckKind,
    CheckMemory,
    Copy,
    EndLifetime,
    Fill,
    Free,
    Goto,
    Havoc,
    Load,
    MakeStrings,
    Return,
    Stop,
    Storage,
    Store,
)
from surefoot.program.trace import Placed
from surefoot.semantics.interpreter.events import (
    Branched,
    Called,
    Freed,
    Input,
    Overwritten,
    Returned,
    Stored,
    StringContents,
)
from surefoot.semantics.interpreter.leaks import leaked_object
from surefoot.semantics.interpreter.machine import Code, Frame, Halt, Machine, Stretch
from surefoot.semantics.interpreter.memory import FREED, OUT_OF_SCOPE, Fault, LifetimeEnd, Window
from surefoot.semantics.interpreter.outcomes import Blocked, BoundReached, Finished, IllegalTrace
from surefoot.semantics.limits import LIMITS


def encoded(value: Value, sort: Sort) -> bytes:
    """Return the bytes of ``value`` in memory, little endian; bits that ``sort`` lacks are 0."""
    invariant(type(value) is int, f"{value!r} cannot be stored")
    return int(value).to_bytes(byte_size(sort), "little")  # type: ignore[arg-type]  # an int by the line above


def choose(machine: Machine, statement: Havoc) -> Callable[[], Value]:
    """Return the effect of a Havoc: a chosen value."""
    target, origin, source, span = statement.target, statement.origin, statement.source, statement.span

    def effect() -> Value:
        value = machine.choose(target, span)
        if machine.observing:
            machine.note(Input(target, value, origin, source))
        return value

    return effect


def block(statement: Assume) -> Callable[[], None]:
    """Return the effect of an Assume whose condition is false."""

    def effect() -> None:
        raise Halt(Blocked(statement.span))

    return effect


def fail(machine: Machine, statement: Check, function: str) -> Callable[[], None]:
    """Return the effect of a Check whose condition is false."""

    def effect() -> None:
        machine.fail(statement, statement.kind, statement.text, function)

    return effect


def load(machine: Machine, statement: Load, function: str, window: Window | None) -> Callable[[int], Value]:
    """Return the effect of a Load, given the address; ``window`` is updated."""
    sort, memory = statement.target.sort, machine.memory
    size = byte_size(sort)
    mask = (1 << sort.bits) - 1 if isinstance(sort, FloatSort) else sort.mask

    def effect(address: int) -> Value:
        try:
            found = memory.readable(address, size)
        except Fault as fault:
            _invalid(machine, statement, "read", size, fault, function)
        if window is not None:
            window.note(found, address - found.base)
        return int.from_bytes(found.read(address - found.base, size), "little") & mask

    return effect


def store(machine: Machine, statement: Store, function: str, window: Window | None) -> Callable[[int, int], None]:
    """Return the effect of a Store, given address and value; ``window`` is updated."""
    sort, memory = statement.value.sort, machine.memory
    size = byte_size(sort)

    def effect(address: int, value: int) -> None:
        try:
            found = memory.writable(address, size)
        except Fault as fault:
            _invalid(machine, statement, "write", size, fault, function)
        offset = address - found.base
        found.write(offset, value.to_bytes(size, "little"))
        if window is not None:
            window.note(found, offset)
        if machine.observing:
            machine.note(Stored(found.identity, offset, sort, value))

    return effect


def allocate(machine: Machine, statement: Allocate) -> Callable[[int], int]:
    """Return the effect of an Allocate, given the size."""
    region = Region.HEAP if statement.storage is Storage.HEAP else Region.STACK
    span = statement.span

    def effect(size: int) -> int:
        choice = machine.choices.placement(size, statement.target)
        if not isinstance(choice, Placed):
            raise Halt(IllegalTrace(f"the run asks for a place of {statement.name!r}, the trace offers a value", span))
        if statement.storage is Storage.BLOCK and choice.address is not None:
            _end_last(machine, str(statement.target.payload), choice.address, size)
        created = machine.new_object(
            statement.target,
            statement.name,
            region,
            size,
            statement.alignment,
            choice.address,
            machine.place_of(statement),
        )
        if not statement.zeroed:
            machine.fill_unknown(created, choice.contents, span)
        if statement.is_string:
            if any(created.read(size - 1, 1)):  # unwritten pages are not allocated
                created.write(size - 1, bytes(1))
            if machine.observing:
                machine.note(
                    StringContents(created.identity, bytes(created.read(0, min(size - 1, LIMITS.observed_characters))))
                )
        if region is Region.STACK:
            machine.frames[-1].objects.append(created)
        if machine.visitor is not None:
            machine.visitor.on_object(created)
        return created.base

    return effect


def make_strings(machine: Machine, statement: MakeStrings) -> Callable[[int], int]:
    """Return the effect of a MakeStrings, given the number of strings."""
    each = statement.target.sort.width // 8
    make_vector = allocate(machine, vector(statement))

    def effect(count: int) -> int:
        if count > LIMITS.argument_strings:
            raise Halt(BoundReached(machine.steps, f"{count} strings are too many to make"))
        base = make_vector(each * (count + 1))
        held = machine.memory.readable(base, each)
        for number in range(count):
            chosen, made = string(statement, str(number))
            length = int(choose(machine, chosen)())  # type: ignore[arg-type]  # of a bit-vector
            address = allocate(machine, made)(length + 1)
            held.write(number * each, address.to_bytes(each, "little"))
        return base

    return effect


def _end_last(machine: Machine, symbol: str, address: int, size: int) -> None:
    """End the object that the same statement allocated last in this call, if a new one takes its
    place.
    """
    objects = machine.frames[-1].objects
    for found in [each for each in objects if each.symbol == symbol]:
        if address < found.end and found.base < address + size:
            machine.memory.end(found, LifetimeEnd(OUT_OF_SCOPE, None))
            objects.remove(found)


def end_lifetime(machine: Machine, statement: EndLifetime) -> Callable[[int], None]:
    """Return the effect of a Leave, given the address."""

    def effect(address: int) -> None:
        objects = machine.frames[-1].objects
        found = next((each for each in reversed(objects) if each.base == address), None)
        if found is not None:
            objects.remove(found)
            machine.memory.end(found, LifetimeEnd(OUT_OF_SCOPE, machine.place_of(statement)))

    return effect


def free(machine: Machine, statement: Free, function: str) -> Callable[[int], None]:
    """Return the effect of a Free, given the address."""

    def effect(address: int) -> None:
        if address == 0:
            return
        try:
            found = machine.memory.freeable(address)
        except Fault as fault:
            machine.fault(statement, CheckKind.INVALID_FREE, str(fault), function, fault.found)
        machine.memory.end(found, LifetimeEnd(FREED, machine.place_of(statement)))
        if machine.observing:
            machine.note(Freed(found.identity))

    return effect


def copy(machine: Machine, statement: Copy, function: str) -> Callable[[int, int, int], None]:
    """Return the effect of a Copy, given target, source and size; with size 0 it accesses nothing."""

    def effect(target: int, source: int, size: int) -> None:
        if size == 0:
            return
        try:
            found = machine.memory.readable(source, size)
            _limit(machine, size)
            data = found.read(source - found.base, size)
        except Fault as fault:
            _invalid(machine, statement, "read", size, fault, function)
        if statement.is_disjoint and 0 < abs(target - source) < size:
            text = f"copy of {size} bytes between overlapping blocks"
            machine.fault(statement, CheckKind.INVALID_DEREFERENCE, text, function, found)
        _overwrite(machine, statement, target, data, function)

    return effect


def fill(machine: Machine, statement: Fill, function: str) -> Callable[[int, int, int], None]:
    """Return the effect of a Fill, given target, byte and size; with size 0 it accesses nothing."""

    def effect(target: int, byte: int, size: int) -> None:
        if size == 0:
            return
        try:
            machine.memory.writable(target, size)
        except Fault as fault:
            _invalid(machine, statement, "write", size, fault, function)
        _limit(machine, size)
        _overwrite(machine, statement, target, bytes((byte,)) * size, function)

    return effect


def _invalid(
    machine: Machine, statement: Load | Store | Copy | Fill, what: str, size: int, fault: Fault, function: str
) -> NoReturn:
    """Fail an access of ``size`` bytes that memory does not allow."""
    text = f"{fault.prefix}{what} of {size} byte{'' if size == 1 else 's'} {fault}".rstrip()
    machine.fault(statement, CheckKind.INVALID_DEREFERENCE, text, function, fault.found)


def _limit(machine: Machine, size: int) -> None:
    if size > machine.largest_copy:
        raise Halt(BoundReached(machine.steps, f"{size} bytes are too many to copy"))


def _overwrite(machine: Machine, statement: Copy | Fill, address: int, data: bytes | bytearray, function: str) -> None:
    try:
        found = machine.memory.writable(address, len(data))
    except Fault as fault:
        _invalid(machine, statement, "write", len(data), fault, function)
    offset = address - found.base
    found.write(offset, data)
    if machine.observing:
        machine.note(Overwritten(found.identity, offset, bytes(data)))


def check_disjoint(machine: Machine, statement: CheckDisjoint, function: str) -> Callable[[int, int, int, int], None]:
    """Return the effect of a CheckApart, given the starts and sizes of the blocks."""

    def effect(left: int, left_size: int, right: int, right_size: int) -> None:
        if max(left, right) < min(left + left_size, right + right_size):
            found = machine.memory.object_at(right)
            machine.fail(statement, CheckKind.INVALID_DEREFERENCE, OVERLAP, function, found)

    return effect


def object_size(machine: Machine) -> Callable[[int], int]:
    """Return the effect of an ObjectSize, given the address."""

    def effect(address: int) -> int:
        found = machine.memory.object_at(address)
        if found is None or found.region is Region.FUNCTION:
            return 0
        return found.end - address

    return effect


def check_memory(machine: Machine, statement: CheckMemory, function: str) -> Callable[[], None]:
    """Return the effect of a CheckMemory."""

    def effect() -> None:
        if machine.is_violation(statement.kind):
            is_leak = statement.kind is CheckKind.MEMORY_LEAK
            found = leaked_object(machine) if is_leak else next(iter(machine.memory.heap()), None)
            if found is not None:
                text = f"{found.description()} are {'unreachable' if is_leak else 'not freed'}"
                machine.fail(statement, statement.kind, text, function, found)

    return effect


def call(machine: Machine, statement: Call, code: Code, resume: Stretch, function: str) -> Callable[..., Stretch]:
    """Return the effect of a call of a known function, given the arguments."""

    def effect(*arguments: Value) -> Stretch:
        if machine.observing:
            machine.note(Called(code.function.name, arguments))
            machine.step(statement, function)
        machine.frames.append(Frame(code, arguments, resume, statement.span))
        return code.entry

    return effect


def call_address(machine: Machine, statement: Call, resume: Stretch, function: str) -> Callable[..., Stretch]:
    """Return the effect of a call through a pointer, given the address and the arguments."""
    argument_sorts = tuple(argument.sort for argument in statement.arguments)
    target_sorts = tuple(target.sort for target in statement.targets)

    def effect(address: int, *arguments: Value) -> Stretch:
        code = machine.code_at.get(address)
        if code is None:
            text = f"call of address {address:#x}, where no function is" if address else "call through a null pointer"
            machine.fault(statement, CheckKind.INVALID_DEREFERENCE, text, function)
        callee = code.function
        parameter_sorts = tuple(parameter.symbol.sort for parameter in callee.parameters)
        taken = len(parameter_sorts)
        if argument_sorts[:taken] != parameter_sorts or (target_sorts and target_sorts != callee.results):
            text = f"call of {callee.name!r} with other parameters or results than it has"
            machine.fault(statement, CheckKind.INVALID_DEREFERENCE, text, function)
        return call(machine, statement, code, resume, function)(*arguments[:taken])

    return effect


def goto(machine: Machine, terminator: Goto, code: Code) -> Callable[[], Stretch]:
    """Return the effect of a Goto."""

    def effect() -> Stretch:
        if machine.observing:
            machine.step(terminator, code.function.name)
        return code.stretch(terminator.target)

    return effect


def branch(machine: Machine, terminator: Branch, code: Code) -> Callable[[bool], Stretch]:
    """Return the effect of a Branch, given the condition."""

    def effect(taken: bool) -> Stretch:  # noqa: FBT001 - generated code passes the condition
        if machine.observing:
            machine.note(Branched(taken))
            machine.step(terminator, code.function.name)
        return code.stretch(terminator.then if taken else terminator.otherwise)

    return effect


def leave(machine: Machine, terminator: Return, function: str) -> Callable[..., Stretch]:
    """Return the effect of a Return, given the values."""

    def effect(*values: Value) -> Stretch:
        if machine.observing:
            machine.note(Returned(function, values))
            machine.step(terminator, function)
        frame = machine.frames.pop()
        for found in frame.objects:
            machine.memory.end(found, LifetimeEnd(f"whose lifetime ended when {function} returned", terminator.span))
        if frame.resume is None:
            raise Halt(Finished(values[0] if values else None, "the entry function returned", terminator.span))
        machine.returned[:] = values
        return frame.resume

    return effect


def stop(terminator: Stop) -> Callable[[], Stretch]:
    """Return the effect of a Stop."""

    def effect() -> Stretch:
        raise Halt(Finished(None, terminator.reason, terminator.span))

    return effect
