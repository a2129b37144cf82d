"""Library results that were havocked on a run, and whether its end can depend on them.

Havocked values are tracked like taint: to variables assigned terms that mention them and, once
stored, to all loaded values. As long as none of them decides a branch, an address or a check, the
run with the results of the real library takes the same steps and ends in the same violation.
"""

from surefoot.base.records import dataclass
from surefoot.frontend.library.standard import source_name
from surefoot.logic import Term, variables_of
from surefoot.program.access import terms_read
from surefoot.program.program import Program
from surefoot.program.statements import (
    LEAK_KINDS,
    OMITTED_EFFECT,
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
class HavockedFunction:
    """A library function that was called and havocked: wholly, or where its model leaves a result
    open.
    """

    function: str
    has_model: bool


class HavockObserver:
    """Observer of a run that records havocked results and the variables they may flow to."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._functions: dict[HavockedFunction, None] = {}
        self._calls: list[tuple[Call, str]] = []
        """The call stack: call statements with the functions called."""
        self._tainted: set[Term] = set()
        """Variables that may have another value in a run with the real library."""
        self._is_memory_tainted = False
        self._may_diverge = False
        """True if a run with the real library may have taken other steps so far."""

    def functions_that_matter(self, end: Violated) -> tuple[HavockedFunction, ...]:
        """Return the havocked functions, or none if a run with the real library ends in `end` as
        well.
        """
        depends = self._may_diverge or end.kind in LEAK_KINDS or self._is_tainted(*terms_read(end.statement))
        return self.all() if depends else ()

    def all(self) -> tuple[HavockedFunction, ...]:
        """Return the havocked functions."""
        return tuple(self._functions)

    def on_event(self, event: Event) -> None:
        """Propagate through one step."""
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
                self._tainted.add(target)
                self._may_diverge |= OMITTED_EFFECT in str(target.payload)
            case Assign(target, value) if self._is_tainted(value):
                self._tainted.add(target)
            case Load(target, address):
                self._may_diverge |= self._is_tainted(address)
                if self._is_memory_tainted:
                    self._tainted.add(target)
            case Store(address, value):
                self._may_diverge |= self._is_tainted(address)
                self._is_memory_tainted |= self._is_tainted(value)
            case Fill(target, byte, size):
                self._may_diverge |= self._is_tainted(target, size)
                self._is_memory_tainted |= self._is_tainted(byte)
            case Assume() if self._is_model(function):
                pass  # the real result satisfies the assumptions of its model
            case Assign() | Havoc() | Call() | Return() | Goto() | Stop():
                pass
            case _:
                self._may_diverge |= self._is_tainted(*terms_read(statement))

    def _enter(self, call: Call, function: str) -> None:
        self._calls.append((call, function))
        if isinstance(call.callee, Term):
            self._may_diverge |= self._is_tainted(call.callee)
        for parameter, given in zip(self._program.functions[function].parameters, call.arguments, strict=False):
            if self._is_tainted(given):
                self._tainted.add(parameter.symbol)

    def _leave(self, statement: Statement | Terminator) -> None:
        call, _ = self._calls.pop()
        if self._is_tainted(*terms_read(statement)):
            self._tainted.update(call.targets)

    def _named(self, source: str) -> HavockedFunction:
        """Return the library function that the program called: `source`, or the one whose model
        calls it.
        """
        model = next((function for _, function in self._calls if self._is_model(function)), None)
        name = source if model is None else source_name(model.partition("@")[0])
        return HavockedFunction(name, has_model=model is not None)

    def _is_model(self, function: str) -> bool:
        span = self._program.functions[function].span
        return span is not None and span.is_library

    def _is_tainted(self, *terms: Term) -> bool:
        return bool(self._tainted) and not self._tainted.isdisjoint(variables_of(*terms))
