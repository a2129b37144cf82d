"""The errors a user can act on, and the guard for our own invariants.

SurefootError
├── UsageError          a command line or API call that cannot be carried out as written
├── InputError          a file that is missing, unreadable, malformed or does not compile
│   └── UnsupportedError    a construct that surefoot refuses rather than models wrongly
├── EnvironmentFault    the machine does not let us work: no compiler, no disk space, a dead child
└── OutOfBudget         the time given to a piece of work is over (the pipeline turns it into `unknown`)
"""

from surefoot.spans import Span


class SurefootError(Exception):
    """Something the user can act on; ``str(error)`` is one line, without a traceback."""

    def __init__(self, message: str, span: Span | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.span = span

    def __str__(self) -> str:
        return f"{self.span}: {self.message}" if self.span else self.message


class UsageError(SurefootError):
    """The request itself is wrong: an unknown option value, engine or property."""


class InputError(SurefootError):
    """A file given by the user cannot be used."""


class UnsupportedError(InputError):
    """The program uses a construct that surefoot does not model and therefore refuses."""


class EnvironmentFault(SurefootError):
    """The machine failed us: compiler missing, disk full, child process died."""


class OutOfBudget(SurefootError):
    """Raised by `Budget.spend` when time is over; never escapes the pipeline."""


def invariant(condition: object, message: str) -> None:
    """Raise AssertionError unless ``condition``: a defect of surefoot, also under ``python -O``."""
    if not condition:
        raise AssertionError(message)
