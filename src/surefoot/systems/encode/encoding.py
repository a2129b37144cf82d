"""Encodings of programs and models as control systems, and `encode`, which makes them."""

from collections.abc import Collection, Mapping
from typing import Protocol, Self

from surefoot.base.budget import Budget
from surefoot.base.enums import Enum
from surefoot.base.records import dataclass
from surefoot.base.spans import Span
from surefoot.logic import Term
from surefoot.program.check_sites import CheckSite
from surefoot.program.program import Program, Variable
from surefoot.program.properties import Property
from surefoot.program.trace import Trace
from surefoot.systems.control.runs import Run
from surefoot.systems.control.system import ControlSystem
from surefoot.systems.formats.model import HornFile, InputModel


class Calls(Enum):
    """Treatment of calls in the control system of a program."""

    AUTO = "auto"
    """`SHARED` where `INLINE` would have very many copies of loops."""
    INLINE = "inline"
    """A location for each loop head and each sequence of calls that leads there."""
    SHARED = "shared"
    """One body for all call sites of a function with loops, and a return-site variable that selects
    where it returns (`surefoot.systems.procedures.shared_bodies`).
    """

    @classmethod
    def _missing_(cls, value: object) -> "Calls | None":
        return cls.SHARED if value == "wait" else None  # the spelling of earlier versions


class Disagreement(Exception):
    """Raised if a concrete run is no run of the control system or violates a known fact: a defect
    in surefoot.
    """


@dataclass(frozen=True, slots=True)
class NotEncodable:
    """A refusal: the program, or a part of its checks, has no encoding."""

    reason: str
    """A clause without a full stop, such as "the program is recursive"."""


class Encoding(Protocol):
    """A control system, with the way back from its runs and state variables to those of the
    program.
    """

    @property
    def system(self) -> ControlSystem:
        """The control system."""
        ...

    @property
    def is_exact(self) -> bool:
        """True if every run of the system is a run of the program; otherwise failures may be
        spurious.
        """
        ...

    @property
    def shares_bodies(self) -> bool:
        """True if functions share one body for all their call sites."""
        ...

    def without(self, sites: Collection[CheckSite]) -> Self | NotEncodable:
        """Return the encoding without the errors at ``sites``, if the system has all runs that pass
        these sites.
        """
        ...

    def trace_of(self, run: Run) -> Trace:
        """Return the run of the program that corresponds to ``run``.

        Requires: the system has this run.
        """
        ...

    def variables(self, name: str) -> Mapping[Term, Variable]:
        """Return the program variables that state variables of the location ``name`` represent."""
        ...

    def function(self, name: str) -> str:
        """Return the function that the location ``name`` is in."""
        ...

    def calls(self, name: str) -> tuple[tuple[str, Span | None], ...]:
        """Return the callers on the way to the location ``name``, with the positions of the calls."""
        ...


def encode(
    program: Program, checked: Property, model: InputModel | None, budget: Budget, calls: Calls = Calls.INLINE
) -> Encoding | NotEncodable:
    """Return the control system of ``model`` if there is one, else of ``program`` with calls
    encoded as ``calls``.

    Requires: ``program`` was made from ``model``, if there is one.
    """
    if isinstance(model, HornFile):
        from surefoot.systems.horn.program import encode_clauses

        return encode_clauses(model, program)
    if model is not None:
        from surefoot.systems.transitions.model_system import model_system

        return model_system(model, program)
    match calls:
        case Calls.AUTO:
            from surefoot.systems.procedures.shared_bodies import encode_smaller

            return encode_smaller(program, checked, budget)
        case Calls.SHARED:
            from surefoot.systems.procedures.shared_bodies import encode_shared

            return encode_shared(program, checked, budget)
        case Calls.INLINE:
            from surefoot.systems.encode.program_system import encode_program

            return encode_program(program, checked, budget)
