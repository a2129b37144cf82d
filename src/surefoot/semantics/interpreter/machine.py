"""The state of a concrete run: frames, globals, memory, and how the run ends."""

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
from surefoot.semantics.interpreter.events import Allocated, Change, Event, Executed, Observer, Started
from surefoot.semantics.interpreter.generated_code import GeneratedCode
from surefoot.semantics.interpreter.memory import ConcreteMemory, ConcreteObject, room_for
from surefoot.semantics.interpreter.nan import is_nan
from surefoot.semantics.interpreter.outcomes import BoundReached, Finished, IllegalTrace, Outcome, Undefined, Violated
from surefoot.semantics.limits import LIMITS

Registers = list[Value]


class Halt(Exception):
    """The run is over."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome)
        self.outcome = outcome


class Stretch:
    """Straight-line code: ``execute`` runs ``length`` statements and returns the stretch that comes next.

    It begins before statement ``index`` of the block ``label``. At the head of a loop that went round often, ``execute`` goes on with what comes next by itself, and
    adds to `Machine.steps` what that is, up to `Machine.limit`.
    """

    __slots__ = ("execute", "index", "label", "length")

    def __init__(self, execute: Callable[[Registers], "Stretch"], length: int, label: str, index: int) -> None:
        self.execute = execute
        self.length = length
        self.label = label
        self.index = index


class Code:
    """A function's blocks, translated as they are entered, and the slots of its variables in `Frame.values`."""

    def __init__(self, function: Function, translate: Callable[["Code", str], Stretch]) -> None:
        variables = (*function.parameters, *function.locals)
        self.function = function
        self.slots = {variable.symbol: slot for slot, variable in enumerate(variables)}
        self.unassigned: Registers = [0] * len(function.locals)
        self._translate = translate
        self._stretches: dict[tuple[str, int], Stretch] = {}
        self._others: dict[tuple[str, int], Stretch] = {}
        """Those for when the observer looks away, or looks again."""

    def stretch(self, label: str, index: int = 0) -> Stretch:
        """The code of the block called ``label``, from the statement ``index`` on: its first one, or one that follows a call."""
        found = self._stretches.get((label, index))
        if found is None:
            self.keep(self._translate(self, label))
            found = self._stretches[label, index]
        return found

    def keep(self, stretch: Stretch) -> None:
        """Take note of a stretch that was translated."""
        self._stretches[stretch.label, stretch.index] = stretch

    def switch(self) -> None:
        """Use other stretches from now on."""
        self._stretches, self._others = self._others, self._stretches

    @property
    def entry(self) -> Stretch:
        """The code of the first block."""
        return self.stretch(self.function.entry.label)


class Frame:
    """One call under way: the values of its variables, its stack objects, where it was made and its caller goes on."""

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
    """Looks at the states of a run in some places: much cheaper than an observer, who is told of every step."""

    def is_visited(self, function: Function, label: str) -> bool:
        """Whether `on_block` is to be called for this block."""

    def on_start(self, machine: "Machine") -> None:
        """Called when the first state is complete."""

    def on_object(self, created: ConcreteObject) -> None:
        """Called for every object that an Allocate makes."""

    def on_block(self, machine: "Machine", label: str) -> None:
        """Called whenever a run comes to the start of a visited block, before its first statement; may raise `Halt`."""


class Machine:
    """Everything that a run changes. It can run again: the code of blocks is made once."""

    def __init__(
        self,
        program: Program,
        property: Property,
        observer: Observer | None,
        translate: Callable[["Machine", Code, str], Stretch],
        visitor: Visitor | None = None,
        largest_copy: int | None = None,
        written: GeneratedCode | None = None,
    ) -> None:
        self.program = program
        self.written = GeneratedCode() if written is None else written
        self.written.belong_to(program)
        self.choices: ChoiceSource = ZeroChoices()
        self.memory = ConcreteMemory(program.data_model.pointer_width, ())
        self.codes = {
            name: Code(function, lambda code, label: translate(self, code, label))
            for name, function in program.functions.items()
        }
        self.code_at: dict[int, Code] = {}
        """Functions by address."""
        self.addresses: dict[Term, int] = {}
        """The address symbols' values, which never change."""
        owners: list[Function | GlobalObject] = [*program.functions.values(), *program.global_objects]
        self.address_places = {owner.address: place for place, owner in enumerate(owners)}
        """Where code finds them in `addresses_in_order`."""
        self.addresses_in_order: list[int] = []
        """The addresses of functions and global objects, once all of them have one."""
        self.images: dict[Term, tuple[tuple[int, bytes], ...]] = {}
        """What global objects hold at the start of every run, by their address symbol: bytes by offset."""
        self.globals: Registers = []
        self.global_slots = {known.variable.symbol: slot for slot, known in enumerate(program.global_variables)}
        self.frames: list[Frame] = []
        self.returned: Registers = []
        """The results of the call that ended last."""
        self.steps = 0
        self.limit: float = math.inf
        """The run stops, or pauses, before straight-line code that would lead to more steps."""
        self.pausing_at = ""
        """The block that the present call is in, when the run pauses."""
        self.visitor = visitor
        self.largest_copy = LIMITS.copied_bytes if largest_copy is None else largest_copy
        self.observing = observer is not None
        self._changes: list[Change] = []
        self._observer = observer
        self._property = property

    def begin(self, choices: ChoiceSource) -> None:
        """Forget the last run. What code refers to by name stays the same object."""
        self.choices = choices
        self.memory.clear(_claimed_addresses(self.program, choices))
        self.steps = 0
        for each in (self.code_at, self.addresses, self.globals, self.frames, self.returned, self._changes):
            each.clear()

    def run(self, max_steps: int | None, pauses: Iterator[int]) -> NoReturn:
        """Run from the entry of the one frame there is; `Halt` tells how it ends.

        The run pauses before straight-line code that would exceed the number of steps that ``pauses`` named last, and asks it for the next.
        """
        frames = self.frames
        stretch = frames[0].code.entry
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
        """Tell the observer of all that happens from now on, or of nothing.

        Requires  the run pauses, and there is an observer
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
        """The next choice, a value for ``target``."""
        choice = self.choices.value(target)
        if not isinstance(choice, Chosen):
            raise Halt(IllegalTrace(f"the run asks for a value of {target}, the trace offers a place", span))
        return self.legal(choice.value, target, span)

    def legal(self, value: Value, target: Term, span: Span | None) -> Value:
        """``value``, which must be one of ``target``'s sort; a NaN can have any bits."""
        sort = target.sort
        if type(value) is int and 0 <= value < 1 << sort.width and isinstance(sort, BitVecSort):
            return value  # nearly all are
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
        """A new object at ``address``, which must be legal, or anywhere."""
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
        """Write the bytes that an object of unknown contents happens to hold."""
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
        """End the run, unless the failure is one after which it goes on: see `Check`."""
        if kind in self._property.violations:
            raise Halt(Violated(statement, kind, text, self.place_of(statement), function, about))
        if kind in (CheckKind.ASSERTION, CheckKind.ERROR_CALL) or kind in ANNOTATIONS:
            raise Halt(Finished(None, f"{kind.value}: {text}", statement.span))
        if not self._property.ignores(kind):
            raise Halt(Undefined(statement, kind, text, self.place_of(statement), function))

    def is_violation(self, kind: CheckKind) -> bool:
        """Whether a failure of ``kind`` is a violation."""
        return kind in self._property.violations

    def place_of(self, statement: Statement) -> Span | None:
        """Where ``statement`` is in the user's source: what has no place of its own there is where its function was called."""
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
        """End the run after a failure from which there is no going on."""
        self.fail(statement, kind, text, function, about)
        raise AssertionError(f"{kind} is survived")

    def note(self, change: Change) -> None:
        """Keep ``change`` for the event that comes next; hot code asks `observing` before it makes one."""
        if self.observing:
            self._changes.append(change)

    def started(self) -> None:
        """Tell the observer that the first state is complete, and what was chosen for it."""
        self._tell(Started(tuple(self._changes)))

    def step(self, statement: Statement | Terminator, function: str) -> None:
        """Tell the observer that ``statement`` was executed, and what it changed."""
        self._tell(Executed(statement, function, len(self.frames) - 1, tuple(self._changes)))

    def _tell(self, event: Event) -> None:
        if self._observer is not None:
            self._observer.on_event(event)
            self._changes.clear()


def _claimed_addresses(program: Program, choices: ChoiceSource) -> list[int]:
    symbols = [function.address for function in program.functions.values()]
    symbols += [item.address for item in program.global_objects]
    addresses = [choices.global_address(str(symbol.payload)) for symbol in symbols]
    return [*(address for address in addresses if address is not None), *choices.later_addresses()]
