"""What a run made up for library functions, and whether its end can depend on that.

A value that was made up spreads: to variables that are assigned what mentions it, and, once it is stored, to all that is loaded. As long as none of them decides where the run goes, which
memory it uses, or whether a check fails, the run with the values that the library would have given takes the same steps and ends in the same violation.
"""

from surefoot.base.records import dataclass
from surefoot.frontend.library.standard import source_name
from surefoot.logic import Term, variables_of
from surefoot.program.access import terms_read
from surefoot.program.program import Program
from surefoot.program.statements import (
    HAVOCKED_FROM_HERE,
    OF_THE_HEAP,
    Assign,
    Assume,
    Call,
    Fill,
    Goto,
    Havoc,
    Load,
    Origin,
    Return,
    Statement,
    Stop,
    Store,
    Terminator,
)
from surefoot.semantics.interpreter import Event, Executed, Violated
from surefoot.semantics.interpreter.events import Called, Returned


@dataclass(frozen=True, slots=True)
class MadeUp:
    """The program called ``function``, and something that it does was made up: what its model leaves open, or all of it."""

    function: str
    has_model: bool


class MadeUpValues:
    """Observes every step of a run: notes what is made up, and what that spreads to."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._functions: dict[MadeUp, None] = {}
        self._calls: list[tuple[Call, str]] = []
        """The calls that the run is in, each with the function that was called."""
        self._spread: set[Term] = set()
        """The variables that may have another value in a real run."""
        self._is_in_memory = False
        self._decides = False
        """Whether a real run may have taken other steps so far."""

    def decisive_for(self, end: Violated) -> tuple[MadeUp, ...]:
        """What was made up, unless a real run ends in ``end``, too."""
        depends = self._decides or end.kind in OF_THE_HEAP or self._is_spread(*terms_read(end.statement))
        return self.all() if depends else ()

    def all(self) -> tuple[MadeUp, ...]:
        """What was made up."""
        return tuple(self._functions)

    def on_event(self, event: Event) -> None:
        """Follow one step."""
        if isinstance(event, Executed):
            self._follow(event.statement, event.function)
            for change in event.changes:
                if isinstance(change, Called) and isinstance(event.statement, Call):
                    self._enter(event.statement, change.function)
                elif isinstance(change, Returned) and self._calls:
                    self._leave(event.statement)

    def _follow(self, statement: Statement | Terminator, function: str) -> None:
        match statement:
            case Havoc(target, Origin.UNMODELLED, source):
                self._functions[self._named(source)] = None
                self._spread.add(target)
                self._decides |= HAVOCKED_FROM_HERE in str(target.payload)
            case Assign(target, value) if self._is_spread(value):
                self._spread.add(target)
            case Load(target, address):
                self._decides |= self._is_spread(address)
                if self._is_in_memory:
                    self._spread.add(target)
            case Store(address, value):
                self._decides |= self._is_spread(address)
                self._is_in_memory |= self._is_spread(value)
            case Fill(target, byte, size):
                self._decides |= self._is_spread(target, size)
                self._is_in_memory |= self._is_spread(byte)
            case Assume() if self._is_model(function):
                pass  # what a model assumes of a value holds for the real one
            case Assign() | Havoc() | Call() | Return() | Goto() | Stop():
                pass
            case _:
                self._decides |= self._is_spread(*terms_read(statement))

    def _enter(self, call: Call, function: str) -> None:
        self._calls.append((call, function))
        if isinstance(call.callee, Term):
            self._decides |= self._is_spread(call.callee)
        for parameter, given in zip(self._program.functions[function].parameters, call.arguments, strict=False):
            if self._is_spread(given):
                self._spread.add(parameter.symbol)

    def _leave(self, statement: Statement | Terminator) -> None:
        call, _ = self._calls.pop()
        if self._is_spread(*terms_read(statement)):
            self._spread.update(call.targets)

    def _named(self, source: str) -> MadeUp:
        """The library function that the program called: ``source``, or that of whose model this is a part."""
        model = next((function for _, function in self._calls if self._is_model(function)), None)
        name = source if model is None else source_name(model.partition("@")[0])
        return MadeUp(name, has_model=model is not None)

    def _is_model(self, function: str) -> bool:
        span = self._program.functions[function].span
        return span is not None and span.is_library

    def _is_spread(self, *terms: Term) -> bool:
        return bool(self._spread) and not self._spread.isdisjoint(variables_of(*terms))
