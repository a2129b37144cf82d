"""A transition system as a control system with one location: the states after initialisation and after every step.

entry -> step    initial(x0)                        x := x0
step -> error    constraint(x, y) & bad(x, y)       for each bad state, unless an earlier one is reached
step -> step     constraint(x, y) & not bad(x, y)   x := next(x, y)
"""

from collections.abc import Collection
from dataclasses import replace
from typing import Self

from surefoot.logic import Symbol, SymbolKind, Term, and_, not_, or_, substitute, variable
from surefoot.program.check_sites import CheckSite
from surefoot.program.program import Program, Variable
from surefoot.program.statements import CheckKind
from surefoot.program.trace import Choice, Chosen, Trace
from surefoot.records import dataclass
from surefoot.spans import Span
from surefoot.systems.control.runs import Run, states_along
from surefoot.systems.control.system import (
    ENTRY,
    ControlSystem,
    Edge,
    Error,
    Location,
    Referent,
    ReferentKind,
    StateVariable,
    validate,
)
from surefoot.systems.formats.model import ModelFile

STEP = "step"
"""The name of the one location."""


@dataclass(frozen=True)
class ModelSystem:
    """The control system of ``model``, and its runs as those of the program that the model stands for."""

    model: ModelFile
    program: Program
    system: ControlSystem

    @classmethod
    def of(cls, model: ModelFile, program: Program) -> "ModelSystem":
        """The system of ``model``, which ``program`` runs."""
        system = _system_of(model, program.entry)
        validate(system)
        return cls(model, program, system)

    @property
    def has_one_copy(self) -> bool:
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
        """The initial values that are not fixed, then for each step the inputs and the states that may change at will."""
        described = self.model.system
        taken: list[Choice] = []
        for step, now in zip(run.steps, states_along(self.system, run), strict=True):
            if step.edge.source == ENTRY:
                fixed, _ = described.initial_values()
                taken += [Chosen(now.value(_first(state))) for state in described.states if state not in fixed]
                continue
            taken += [Chosen(now.value(symbol)) for symbol in described.inputs]
            if isinstance(step.edge.target, str):
                moving = (state for state in described.states if state not in described.next)
                taken += [Chosen(now.value(_following(state))) for state in moving]
        return Trace({}, {}, tuple(taken))

    def variables(self, name: str) -> dict[Term, Variable]:
        """The states, which the program calls by the same names."""
        function = self.program.functions[self.program.entry]
        own = set(self.system.location(name).symbols)
        return {each.symbol: each for each in function.locals if each.symbol in own}

    def function(self, _name: str) -> str:
        """The one function of the program."""
        return self.program.entry

    def calls(self, _name: str) -> tuple[tuple[str, Span | None], ...]:
        """Nobody calls it."""
        return ()


def _system_of(model: ModelFile, function: str) -> ControlSystem:
    described = model.system
    fixed, rest = described.initial_values()
    start = {state: fixed.get(state, _first(state)) for state in described.states}
    changed = {state: described.next.get(state, _following(state)) for state in described.states}
    first = tuple(_first(state) for state in described.states if state not in fixed)
    moving = tuple(_following(state) for state in described.states if state not in described.next)
    variables = tuple(
        StateVariable(state, Referent(ReferentKind.STATE, str(state.payload))) for state in described.states
    )
    step = Location(STEP, variables, (*described.inputs, *moving), span=model.step_span)
    edges = [Edge(ENTRY, STEP, substitute(rest, start), start)]
    passed: list[Term] = []
    for name, bad in described.bad.items():
        error = Error(CheckKind.ASSERTION, name, model.bad_spans[name], function, is_violation=True)
        edges.append(Edge(STEP, error, and_(described.constraint, bad, not_(or_(*passed)))))
        passed.append(bad)
    edges.append(Edge(STEP, STEP, and_(described.constraint, not_(or_(*passed))), changed))
    entry = Location(ENTRY, inputs=first, span=model.initial_span)
    return ControlSystem((), (), (entry, step), tuple(edges))


def _first(state: Term) -> Term:
    """The initial value of a state for which none is given."""
    return _made_up(state, "at first", 0)


def _following(state: Term) -> Term:
    """The next value of a state for which none is given."""
    return _made_up(state, "next", 1)


def _made_up(state: Term, what: str, number: int) -> Term:
    return variable(Symbol(SymbolKind.CHOICE, str(state.payload), number, f"{state.payload} {what}"), state.sort)
