"""Errors that a user can act on, and the guard for internal invariants.

SurefootError ├── UsageError          a command line or API call that cannot be carried out as
written ├── InputError          a file that is missing, unreadable or malformed │   ├── CompileError
a program that does not compile, with the errors of the compiler │   └── UnsupportedError    a
construct that surefoot does not model ├── EnvironmentFault    a fault of the machine: no compiler,
no disk space, a dead child process └── OutOfBudget         the time given to a piece of work is
over (the pipeline turns it into `unknown`)
"""

from collections.abc import Sequence

from surefoot.base.records import dataclass
from surefoot.base.spans import Span


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One error; ``shown`` are lines of context, such as the source line with a caret."""

    message: str
    span: Span | None = None
    shown: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.span}: {self.message}" if self.span else self.message


class SurefootError(Exception):
    """An error that the user can act on; ``str(error)`` is one line."""

    def __init__(self, message: str, span: Span | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.span = span

    def __str__(self) -> str:
        return str(Diagnostic(self.message, self.span))

    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Return the single errors."""
        return (Diagnostic(self.message, self.span),)


class UsageError(SurefootError):
    """The request itself is wrong: an unknown option value, engine or property."""


class InputError(SurefootError):
    """A file given by the user cannot be used."""


class CompileError(InputError):
    """A program does not compile; the message is the first error of the compiler."""

    def __init__(self, errors: Sequence[Diagnostic]) -> None:
        super().__init__(errors[0].message, errors[0].span)
        self._errors = tuple(errors)

    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Return every error of the compiler."""
        return self._errors


class MissingEntryError(InputError):
    """The program lacks the function at which runs are to start.

    ``annotated`` are its functions with contracts and bodies.
    """

    def __init__(self, message: str, annotated: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.annotated = annotated


class UnsupportedError(InputError):
    """The program uses a construct that surefoot does not model."""


class BlockTooLarge(UnsupportedError):
    """A copy or fill of too many or unknown bytes for one step; it can be lowered to a loop."""


class EnvironmentFault(SurefootError):
    """A fault of the machine: compiler missing, disk full, child process died."""


class OutOfBudget(SurefootError):
    """Raised by `Budget.spend` when time is over; never escapes the pipeline."""


def invariant(condition: object, message: str) -> None:
    """Raise AssertionError unless ``condition``: a defect of surefoot, also under ``python -O``."""
    if not condition:
        raise AssertionError(message)
