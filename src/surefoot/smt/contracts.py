"""What every solver promises: formulas in, an answer that contains its own evidence out.

Capabilities are types: what every library can do (models, cores, scopes) is `Solver`; what only some can do, such as
interpolation, is a protocol of its own that extends `Solver`, asked for and never probed. A library is native code and
can crash; a crash ends the process, and whoever supervises the process turns that into "did not find out".
"""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from enum import Enum
from typing import Protocol

from surefoot.base.records import dataclass
from surefoot.logic import FunctionSymbol, Term, Value

TIME_LIMIT = "time limit"
MEMORY_LIMIT = "memory limit"
NOTHING_TO_INTERPOLATE = "the formulas are satisfiable together"


class Model(Protocol):
    """An assignment that makes every formula in force true.

    It stays readable after the scope is left, after the next check and after the solver is closed. A variable or
    application that no formula mentioned has an arbitrary but fixed value.
    """

    def value(self, variable: Term) -> Value:
        """The value of a variable; an `ArrayValue` when its sort is an array."""
        ...

    def apply(self, symbol: FunctionSymbol, arguments: tuple[Value, ...]) -> Value:
        """The value of an uninterpreted function at ``arguments``."""
        ...


@dataclass(frozen=True, slots=True)
class Sat:
    """Some assignment satisfies the formulas and assumptions: ``model`` does."""

    model: Model


@dataclass(frozen=True, slots=True)
class Unsat:
    """No assignment satisfies the formulas in force together with ``core``, a subset of the assumptions."""

    core: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class NoAnswer:
    """The solver did not find out, for ``reason``; this says nothing about the formulas."""

    reason: str


Answer = Sat | Unsat | NoAnswer


class Use(Enum):
    """What a solver is opened for; it decides how the library is configured, never what an answer means."""

    INCREMENTAL = "incremental"
    """Many checks, scopes and assumptions over a growing set of formulas."""
    ONE_SHOT = "one-shot"
    """A single `check` without scopes: libraries spend more on preprocessing and keep nothing for later."""
    INTERPOLATION = "interpolation"
    """Interpolants of one sequence of formulas, see `solvers.interpolation`: libraries that have some remember how they refuted what."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a single check may use; ``None`` means no limit of its own."""

    seconds: float | None = None
    memory_mb: int | None = None


NO_LIMITS = Limits()


class Solver(Protocol):
    """A conjunction of formulas whose satisfiability can be asked.

    The formulas in force are those added in the scopes that are still open. A formula outside what the library can
    decide is accepted, and makes every check that depends on it a `NoAnswer` whose reason names the capability.
    """

    @property
    def name(self) -> str:
        """The name under which the registry knows the library."""
        ...

    def add(self, formula: Term) -> None:
        """Require ``formula`` until the innermost open scope is left.  Requires a Bool term."""
        ...

    def check(self, assumptions: Sequence[Term] = (), *, purpose: str = "") -> Answer:
        """Decide whether some assignment satisfies all formulas in force and, for this check, all ``assumptions``.

        Takes at most the time left in the budget; ``purpose`` labels the query in the statistics.
        """
        ...

    def scope(self) -> AbstractContextManager[None]:
        """A scope that forgets what was added in it when it is left, in whatever way it is left."""
        ...

    def close(self) -> None:
        """Release the library's memory; models already given out stay readable, nothing else may be called."""
        ...
