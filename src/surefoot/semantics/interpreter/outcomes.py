"""How a concrete run can end."""

from surefoot.base.records import dataclass
from surefoot.base.spans import Span
from surefoot.logic import Value
from surefoot.program.check_sites import CheckSite
from surefoot.program.statements import CheckKind, Statement
from surefoot.semantics.interpreter.memory import ConcreteObject


@dataclass(frozen=True, slots=True)
class Violated:
    """``statement`` of ``function`` failed in a way the property forbids; ``about`` is the object that it is about."""

    statement: Statement
    kind: CheckKind
    text: str
    span: Span | None
    function: str
    about: ConcreteObject | None = None

    @property
    def site(self) -> CheckSite:
        """Which check of the program failed."""
        return CheckSite(self.kind, self.function, self.statement.span)


@dataclass(frozen=True, slots=True)
class Undefined:
    """``statement`` of ``function`` failed in a way the property does not name: nothing is known from here on."""

    statement: Statement
    kind: CheckKind
    text: str
    span: Span | None
    function: str

    @property
    def site(self) -> CheckSite:
        """Which check of the program failed."""
        return CheckSite(self.kind, self.function, self.statement.span)


@dataclass(frozen=True, slots=True)
class Finished:
    """The run ended normally: the entry function returned ``result`` (its first), or ``reason`` says why it stopped."""

    result: Value | None
    reason: str
    span: Span | None


@dataclass(frozen=True, slots=True)
class Blocked:
    """An assumption failed: this is no run of the program."""

    span: Span | None


@dataclass(frozen=True, slots=True)
class BoundReached:
    """The run was given up after ``steps`` statements because of a limit of steps or of memory."""

    steps: int
    reason: str


@dataclass(frozen=True, slots=True)
class IllegalTrace:
    """The choices offered are not choices the program can make."""

    reason: str
    span: Span | None


Outcome = Violated | Undefined | Finished | Blocked | BoundReached | IllegalTrace
