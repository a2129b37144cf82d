"""What transition systems and Horn clauses as control systems have in common: one function, whose variables the state variables are, and no parameters."""

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
    """The control system of ``model``, and its runs as those of the program that the model stands for."""

    model: InputModel
    program: Program
    system: ControlSystem
    chosen: Callable[[Step, Evaluator], Iterable[Value]]
    """What the program chooses, in its order, where a run of the system takes a step and symbols have the values that the evaluator knows."""

    @property
    def shares_bodies(self) -> bool:
        """There are no functions."""
        return False

    @property
    def is_exact(self) -> bool:
        """Every run of the system is one of the model."""
        return True

    def without(self, sites: Collection[CheckSite]) -> Self:
        """The same without the errors at ``sites``."""
        return replace(self, system=self.system.without(sites)) if sites else self

    def trace_of(self, run: Run) -> Trace:
        """The choices of all steps."""
        steps = zip(run.steps, states_along(self.system, run), strict=True)
        return Trace({}, {}, tuple(Chosen(value) for step, now in steps for value in self.chosen(step, now)))

    def variables(self, name: str) -> dict[Term, Variable]:
        """The variables of the program that have the same symbols."""
        function = self.program.functions[self.program.entry]
        own = set(self.system.location(name).symbols)
        return {each.symbol: each for each in function.locals if each.symbol in own}

    def function(self, _name: str) -> str:
        """The one function of the program."""
        return self.program.entry

    def calls(self, _name: str) -> tuple[tuple[str, Span | None], ...]:
        """Nobody calls it."""
        return ()


def clauses_of(translation: Encoding | None) -> HornFile | None:
    """The Horn clauses that ``translation`` was made from, if it was."""
    if isinstance(translation, ModelTranslation) and isinstance(translation.model, HornFile):
        return translation.model
    return None


def system_of(locations: Iterable[Location], edges: Iterable[Edge]) -> ControlSystem:
    """The system of a model: nothing in it is constant along a run but unknown."""
    made = ControlSystem((), (), tuple(locations), tuple(edges))
    validate(made)
    return made


def state_variables(symbols: Iterable[Term]) -> tuple[StateVariable, ...]:
    """The state variables of a location of a model."""
    return tuple(StateVariable(each, Referent(ReferentKind.STATE, str(each.payload))) for each in symbols)
