"""State of a concrete run: frames, globals, memory, and the end of the run."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NoReturn, Protocol

from surefoot.base.spans import Span
from surefoot.logic import BitVecSort, FloatSort, SortError, Term, Value
from surefoot.logic.values import canonical_float, check_value
from surefoot.program.layout import Region
from surefoot.program.program import Function, GlobalObject, Program
from surefoot.program.properties import ANNOTATIONS, Property
from surefoot.program.statements import CheckKind, Statement, Terminator
from surefoot.program.trace import Chosen
from surefoot.semantics.interpreter.choices import ChoiceSource, ZeroChoices
from surefoot.semantics.interpreter.code import GeneratedCode
from surefoot.semantics.interpreter.events import Allocated, Change, Event, Executed, Observer, Started
from surefoot.semantics.interpreter.memory import ConcreteMemory, ConcreteObject, room_for
from surefoot.semantics.interpreter.nan import is_nan
from surefoot.semantics.interpreter.outcomes import BoundReached, Finished, IllegalTrace, Outcome, Undefined, Violated
from surefoot.semantics.limits import LIMITS

Registers = list[Value]


class Halt(Exception):
    """End of the run, with its outcome."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome)
        self.outcome = outcome


class Stretch:
    """Straight-line code: ``execute`` runs ``length`` statements and returns the next stretch.

    It begins before statement ``index`` of the block ``label``. At the head of a hot loop,
    ``execute`` also runs following stretches, and adds their steps to `Machine.steps`, up to
    `Machine.limit`.
    """

    __slots__ = ("execute", "index", "label", "length")

    def __init__(self, execute: Callable[[Registers], "Stretch"], length: int, label: str, index: int) -> None:
        self.execute = execute
        self.length = length
        self.label = label
        self.index = index


class Code:
    """Blocks of a function, translated as they are entered, and the slots of its variables in
    `Frame.values`.
    """

    def __init__(self, function: Function, translate: Callable[["Code", str], Stretch]) -> None:
        variables = (*function.parameters, *function.locals)
        self.function = function
        self.slots = {variable.symbol: slot for slot, variable in enumerate(variables)}
        self.unassigned: Registers = [0] * len(function.locals)
        self._translate = translate
        self._stretches: dict[tuple[str, int], Stretch] = {}
        self._others: dict[tuple[str, int], Stretch] = {}
        """Stretches for the other state of `Machine.observing`."""

    def stretch(self, label: str, index: int = 0) -> Stretch:
        """Return the code of the block called ``label`` from statement ``index`` on: the first one,
        or one after a call.
        """
        found = self._stretches.get((label, index))
        if found is None:
            self.keep(self._translate(self, label))
            found = self._stretches[label, index]
        return found

    def keep(self, stretch: Stretch) -> None:
        """Store a translated stretch."""
        self._stretches[stretch.label, stretch.index] = stretch

    def switch(self) -> None:
        """Exchange the stretches with and without observation."""
        self._stretches, self._others = self._others, self._stretches

    @property
    def entry(self) -> Stretch:
        """The code of the first block."""
        return self.stretch(self.function.entry.label)


class Frame:
    """Active call: values of its variables, its stack objects, its call site and the stretch to
    return to.
    """

    __slots__ = ("called_at", "code", "objects", "resume", "values")

    def __init__(
        self, code: Code, arguments: Sequence[Value], resume: Stretch | None, called_at: Span | None = None
    ) -> None:
        self.code = code
        self.values: Registers = [*arguments, *code.unassigned]
        self.objects: list[ConcreteObject] = []
        self.resume = resume
        self.called_at = called_at


class Visitor(Protocol):
    """Callbacks at selected states of a run; much cheaper than an observer of every step."""

    def is_visited(self, function: Function, label: str) -> bool:
        """Return whether `on_block` is to be called for this block."""

    def on_start(self, machine: "Machine") -> None:
        """Handle the complete first state."""

    def on_object(self, created: ConcreteObject) -> None:
        """Handle an object that an Allocate made."""

    def on_block(self, machine: "Machine", label: str) -> None:
        """Handle a run at the start of a visited block, before its first statement; may raise
        `Halt`.
        """


class Machine:
    """Everything that a run changes; it can run again, with the code of blocks translated once."""

    def __init__(
        self,
        program: Program,
        property: Property,
        observer: Observer | None,
        translate: Callable[["Machine", Code, str], Stretch],
        visitor: Visitor | None = None,
        largest_copy: int | None = None,
        generated_code: GeneratedCode | None = None,
    ) -> None:
        self.program = program
        self.generated_code = GeneratedCode() if generated_code is None else generated_code
        self.generated_code.belong_to(program)
        self.choices: ChoiceSource = ZeroChoices()
        self.memory = ConcreteMemory(program.data_model.pointer_width, ())
        self.codes = {
            name: Code(function, lambda code, label: translate(self, code, label))
            for name, function in program.functions.items()
        }
        self.code_at: dict[int, Code] = {}
        """Functions by address."""
        self.addresses: dict[Term, int] = {}
        """Values of the address symbols, which never change."""
        owners: list[Function | GlobalObject] = [*program.functions.values(), *program.global_objects]
        self.address_places = {owner.address: place for place, owner in enumerate(owners)}
        """Index of each address in `addresses_in_order`."""
        self.addresses_in_order: list[int] = []
        """Addresses of functions and global objects, once all of them have one."""
        self.images: dict[Term, tuple[tuple[int, bytes], ...]] = {}
        """Initial bytes of global objects by address symbol: bytes by offset."""
        self.globals: Registers = []
        self.global_slots = {known.variable.symbol: slot for slot, known in enumerate(program.global_variables)}
        self.frames: list[Frame] = []
        self.returned: Registers = []
        """Results of the latest call."""
        self.steps = 0
        self.limit: float = math.inf
        """Number of steps that straight-line code must not exceed; the run pauses or stops before
        it."""
        self.pausing_at = ""
        """Block of the current call at which the run pauses."""
        self.visitor = visitor
        self.largest_copy = LIMITS.copied_bytes if largest_copy is None else largest_copy
        self.observing = observer is not None
        self._changes: list[Change] = []
        self._observer = observer
        self._property = property

    def begin(self, choices: ChoiceSource) -> None:
        """Reset the state for the next run; objects that code refers to by name keep their
        identity.
        """
        self.choices = choices
        self.memory.clear(_claimed_addresses(self.program, choices))
        self.steps = 0
        for each in (self.code_at, self.addresses, self.globals, self.frames, self.returned, self._changes):
            each.clear()

    def run(self, max_steps: int | None, pauses: Iterator[int], first: Stretch | None = None) -> NoReturn:
        """Run from ``first`` in the newest frame, or from the entry of the only frame; `Halt` carries
        the outcome.

        The run pauses before straight-line code that would exceed the latest number of steps from
        ``pauses``, and advances it.
        """
        frames = self.frames
        stretch = frames[0].code.entry if first is None else first
        most = math.inf if max_steps is None else max_steps
        self.limit = min(most, next(pauses, math.inf))
        while True:
            while self.steps + stretch.length > self.limit:
                if self.limit == most:
                    raise Halt(BoundReached(self.steps, f"more than {max_steps} steps"))
                self.pausing_at = stretch.label
                self.limit = min(most, next(pauses, math.inf))
                stretch = frames[-1].code.stretch(stretch.label, stretch.index)
            self.steps += stretch.length
            stretch = stretch.execute(frames[-1].values)

    def set_observing(self, *, observing: bool) -> None:
        """Notify the observer of everything from now on, or of nothing.

        Requires: the run pauses, and there is an observer.
        """
        if observing == self.observing:
            return
        self.observing = observing
        for code in self.codes.values():
            code.switch()
        for caller, callee in pairwise(self.frames):
            if callee.resume is not None:
                callee.resume = caller.code.stretch(callee.resume.label, callee.resume.index)

    def choose(self, target: Term, span: Span | None) -> Value:
        """Return the next choice, a value for ``target``."""
        choice = self.choices.value(target)
        if not isinstance(choice, Chosen):
            raise Halt(IllegalTrace(f"the run asks for a value of {target}, the trace offers a place", span))
        return self.legal(choice.value, target, span)

    def legal(self, value: Value, target: Term, span: Span | None) -> Value:
        """Return ``value``, which must be of ``target``'s sort; a NaN can have any bits."""
        sort = target.sort
        if type(value) is int and 0 <= value < 1 << sort.width and isinstance(sort, BitVecSort):
            return value  # the most frequent case
        known = value
        if isinstance(sort, FloatSort) and type(value) is int and is_nan(value, sort):
            known = canonical_float(value, sort)
        try:
            check_value(known, sort)
        except SortError as error:
            raise Halt(IllegalTrace(f"{target}: {error}", span)) from None
        return value

    def new_object(
        self, symbol: Term, name: str, region: Region, size: int, alignment: int, address: int | None, span: Span | None
    ) -> ConcreteObject:
        """Return a new object at ``address``, which must be legal, or anywhere."""
        room = room_for(region, size)
        if address is None:
            base = self.memory.free_address(room, alignment)
            if base is None:
                raise Halt(BoundReached(self.steps, f"no room in memory for the {size} bytes of {name!r}"))
        else:
            base = address
            why = self.memory.placement_error(base, room, alignment)
            if why is not None:
                raise Halt(IllegalTrace(f"{name!r} cannot be placed: {why}", span))
        created = ConcreteObject(self.memory.count, str(symbol.payload), name, region, base, size, span)
        self.memory.place(created)
        if self.observing:
            self.note(Allocated(created.identity))
        return created

    def fill_unknown(self, target: ConcreteObject, contents: Mapping[int, int], span: Span | None) -> None:
        """Write the unknown initial bytes of an object."""
        for offset, byte in contents.items():
            if not 0 <= byte <= 255:
                raise Halt(IllegalTrace(f"{byte} at offset {offset} of {target} is no byte", span))
            if 0 <= offset < target.size:
                target.write(offset, bytes((byte,)))

    def fail(
        self,
        statement: Statement,
        kind: CheckKind,
        text: str,
        function: str,
        about: ConcreteObject | None = None,
    ) -> None:
        """End the run, unless it continues after such a failure: see `Check`."""
        if kind in self._property.violations:
            raise Halt(Violated(statement, kind, text, self.place_of(statement), function, about))
        if kind in (CheckKind.ASSERTION, CheckKind.ERROR_CALL) or kind in ANNOTATIONS:
            raise Halt(Finished(None, f"{kind.value}: {text}", statement.span))
        if not self._property.continues_after(kind):
            raise Halt(Undefined(statement, kind, text, self.place_of(statement), function))

    def is_violation(self, kind: CheckKind) -> bool:
        """Return whether a failure of ``kind`` is a violation."""
        return kind in self._property.violations

    def place_of(self, statement: Statement) -> Span | None:
        """Return the location of ``statement`` in the user's source; for library code, the location
        of the call.
        """
        places = [statement.span, *(frame.called_at for frame in reversed(self.frames))]
        return next((span for span in places if span is not None and not span.is_library), statement.span)

    def fault(
        self,
        statement: Statement,
        kind: CheckKind,
        text: str,
        function: str,
        about: ConcreteObject | None = None,
    ) -> NoReturn:
        """End the run after a failure that no run survives."""
        self.fail(statement, kind, text, function, about)
        raise AssertionError(f"{kind} is survived")

    def note(self, change: Change) -> None:
        """Record ``change`` for the next event; hot code tests `observing` before it creates one."""
        if self.observing:
            self._changes.append(change)

    def started(self) -> None:
        """Notify the observer that the first state is complete, with its choices."""
        self._notify(Started(tuple(self._changes)))

    def step(self, statement: Statement | Terminator, function: str) -> None:
        """Notify the observer that ``statement`` was executed, with its changes."""
        self._notify(Executed(statement, function, len(self.frames) - 1, tuple(self._changes)))

    def _notify(self, event: Event) -> None:
        if self._observer is not None:
            self._observer.on_event(event)
            self._changes.clear()


def _claimed_addresses(program: Program, choices: ChoiceSource) -> list[int]:
    symbols = [function.address for function in program.functions.values()]
    symbols += [item.address for item in program.global_objects]
    addresses = [choices.global_address(str(symbol.payload)) for symbol in symbols]
    outside = (each.address for each in choices.outside_objects())
    return [*(address for address in addresses if address is not None), *outside, *choices.later_addresses()]
