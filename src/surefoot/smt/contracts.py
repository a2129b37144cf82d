"""Contract of all solvers: formulas in, an answer with its evidence out.

Capabilities are types. `Solver` has what every library offers: models, cores, scopes. What only
some offer, such as interpolation, is a protocol of its own. A library is native code and may
crash the process; the supervisor of the process reports that as an unknown result.
"""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from surefoot.base.enums import Enum
from surefoot.base.records import dataclass
from surefoot.logic import FunctionSymbol, Term, Value

TIME_LIMIT = "time limit"
MEMORY_LIMIT = "memory limit"
NOTHING_TO_INTERPOLATE = "the formulas are satisfiable together"


class Model(Protocol):
    """Assignment that satisfies every formula in force.

    It stays readable after the scope is left, after the next check and after the solver is
    closed. A variable or application that no formula mentions has an arbitrary but fixed value.
    """

    def value(self, variable: Term) -> Value:
        """Return the value of a variable; an `ArrayValue` when its sort is an array."""
        ...

    def apply(self, symbol: FunctionSymbol, arguments: tuple[Value, ...]) -> Value:
        """Return the value of an uninterpreted function at ``arguments``."""
        ...


@dataclass(frozen=True, slots=True)
class Sat:
    """Some assignment satisfies the formulas and assumptions: ``model`` does."""

    model: Model


@dataclass(frozen=True, slots=True)
class Unsat:
    """No assignment satisfies the formulas in force together with ``core``, a subset of the
    assumptions.
    """

    core: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class NoAnswer:
    """Unknown: the solver gave no answer, for ``reason``. Nothing follows about the formulas."""

    reason: str


Answer = Sat | Unsat | NoAnswer


class Use(Enum):
    """Intended use of a solver. It selects the configuration of the library, never the meaning of
    an answer.
    """

    INCREMENTAL = "incremental"
    """Many checks, scopes and assumptions over a growing set of formulas."""
    ONE_SHOT = "one-shot"
    """A single `check` without scopes: libraries spend more on preprocessing and keep nothing for
    later.
    """
    INTERPOLATION = "interpolation"
    """Interpolants of one sequence of formulas; see `smt.interpolation`. Some libraries record
    proofs for it.
    """


@dataclass(frozen=True, slots=True)
class Limits:
    """Resource limits of a single check; `None` means unlimited."""

    seconds: float | None = None
    memory_mb: int | None = None


NO_LIMITS = Limits()


class Solver(Protocol):
    """A conjunction of formulas whose satisfiability can be checked.

    The formulas in force are those added in the scopes that are open. A formula outside the
    theories of the library is accepted; each check that depends on it is a `NoAnswer` whose
    reason names the capability.
    """

    @property
    def name(self) -> str:
        """Name of the library in the registry."""
        ...

    def add(self, formula: Term) -> None:
        """Require ``formula`` until the innermost open scope is left.  Requires a Bool term."""
        ...

    def check(self, assumptions: Sequence[Term] = (), *, purpose: str = "") -> Answer:
        """Decide whether an assignment satisfies all formulas in force and, for this check, all
        ``assumptions``.

        The check takes at most the time left in the budget. ``purpose`` labels the query in the
        statistics.
        """
        ...

    def scope(self) -> AbstractContextManager[None]:
        """Open a scope; formulas added in it are removed when it is left, also by an exception."""
        ...

    def close(self) -> None:
        """Release the library's memory. Models stay readable; no other method may be called
        afterwards.
        """
        ...
