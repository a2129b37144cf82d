"""Encodings of transition systems and Horn clauses: one function, whose variables are the state
variables.
"""

from collections.abc import Callable, Collection, Iterable
from typing import Self

from surefoot.base.records import dataclass, replace
from surefoot.base.spans import Span
from surefoot.logic import Evaluator, Term, Value
from surefoot.program.check_sites import CheckSite
from surefoot.program.program import Program, Variable
from surefoot.program.trace import Chosen, Trace
from surefoot.systems.control.runs import Run, Step, states_along
from surefoot.systems.control.system import (
    ControlSystem,
    Edge,
    Location,
    Referent,
    ReferentKind,
    StateVariable,
    validate,
)
from surefoot.systems.encode.encoding import Encoding
from surefoot.systems.formats.model import HornFile, InputModel


@dataclass(frozen=True)
class ModelTranslation:
    """The control system of ``model``, with the way back to runs of its program."""

    model: InputModel
    program: Program
    system: ControlSystem
    chosen: Callable[[Step, Evaluator], Iterable[Value]]
    """Choices of the program, in order, for a step of a run and the values of symbols."""

    @property
    def shares_bodies(self) -> bool:
        """True if functions share bodies: there are no functions."""
        return False

    @property
    def is_exact(self) -> bool:
        """True if every run of the system is a run of the program: always."""
        return True

    def without(self, sites: Collection[CheckSite]) -> Self:
        """Return the encoding without the errors at ``sites``."""
        return replace(self, system=self.system.without(sites)) if sites else self

    def trace_of(self, run: Run) -> Trace:
        """Return the choices of all steps as a trace."""
        steps = zip(run.steps, states_along(self.system, run), strict=True)
        return Trace({}, {}, tuple(Chosen(value) for step, now in steps for value in self.chosen(step, now)))

    def variables(self, name: str) -> dict[Term, Variable]:
        """Return the variables of the program that have the same symbols."""
        function = self.program.functions[self.program.entry]
        own = set(self.system.location(name).symbols)
        return {each.symbol: each for each in function.locals if each.symbol in own}

    def function(self, _name: str) -> str:
        """Return the one function of the program."""
        return self.program.entry

    def calls(self, _name: str) -> tuple[tuple[str, Span | None], ...]:
        """Return no calls."""
        return ()


def clauses_of(encoding: Encoding | None) -> HornFile | None:
    """Return the Horn clauses that ``encoding`` encodes, if it does."""
    if isinstance(encoding, ModelTranslation) and isinstance(encoding.model, HornFile):
        return encoding.model
    return None


def system_of(locations: Iterable[Location], edges: Iterable[Edge]) -> ControlSystem:
    """Return the system of a model, which has no parameters."""
    made = ControlSystem((), (), tuple(locations), tuple(edges))
    validate(made)
    return made


def state_variables(symbols: Iterable[Term]) -> tuple[StateVariable, ...]:
    """Return the state variables of a location of a model."""
    return tuple(StateVariable(each, Referent(ReferentKind.STATE, str(each.payload))) for each in symbols)
