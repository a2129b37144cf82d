"""Outcomes of a concrete run."""

from surefoot.base.records import dataclass
from surefoot.base.spans import Span
from surefoot.logic import Value
from surefoot.program.check_sites import CheckSite
from surefoot.program.statements import CheckKind, Statement
from surefoot.semantics.interpreter.memory import ConcreteObject


@dataclass(frozen=True, slots=True)
class Violated:
    """Violation: ``statement`` of ``function`` failed in a way the property forbids; ``about`` is
    the object concerned.
    """

    statement: Statement
    kind: CheckKind
    text: str
    span: Span | None
    function: str
    about: ConcreteObject | None = None

    @property
    def site(self) -> CheckSite:
        """The site of the failed check."""
        return CheckSite(self.kind, self.function, self.statement.span)


@dataclass(frozen=True, slots=True)
class Undefined:
    """Undefined behaviour: ``statement`` of ``function`` failed in a way the property does not
    name.
    """

    statement: Statement
    kind: CheckKind
    text: str
    span: Span | None
    function: str

    @property
    def site(self) -> CheckSite:
        """The site of the failed check."""
        return CheckSite(self.kind, self.function, self.statement.span)


@dataclass(frozen=True, slots=True)
class Finished:
    """Regular end: the entry function returned ``result`` (its first), or ``reason`` is why the
    program stopped.
    """

    result: Value | None
    reason: str
    span: Span | None


@dataclass(frozen=True, slots=True)
class Blocked:
    """Failed assumption: the choices are no run of the program."""

    span: Span | None


@dataclass(frozen=True, slots=True)
class BoundReached:
    """Run given up after ``steps`` statements because of a limit on steps or memory."""

    steps: int
    reason: str


@dataclass(frozen=True, slots=True)
class IllegalTrace:
    """Choices that the program cannot make."""

    reason: str
    span: Span | None


Outcome = Violated | Undefined | Finished | Blocked | BoundReached | IllegalTrace
