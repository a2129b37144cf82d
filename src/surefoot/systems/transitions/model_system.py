"""Transition systems as control systems with one location, for the states after initialisation and
every step.

    entry -> step   initial(x0)                            x := x0
    step -> error   constraint(x, y) & bad(x, y)           for each bad state, unless an earlier one is reached
    step -> step    constraint(x, y) & enabled(x, y) & not bad(x, y)       x := next(x, y)
"""

from collections.abc import Iterator
from functools import partial

from surefoot.logic import Evaluator, Symbol, SymbolKind, Term, Value, and_, not_, or_, substitute, variable
from surefoot.program.program import Program
from surefoot.program.statements import CheckKind
from surefoot.systems.control.runs import Step
from surefoot.systems.control.system import ENTRY, ControlSystem, Edge, Error, Location
from surefoot.systems.formats.model import ModelFile
from surefoot.systems.transitions.model_translation import ModelTranslation, state_variables, system_of

STEP = "step"
"""Name of the location."""


def model_system(model: ModelFile, program: Program) -> ModelTranslation:
    """Return the system of ``model``, whose program is ``program``."""
    return ModelTranslation(model, program, _system_of(model, program.entry), partial(_chosen, model))


def _chosen(model: ModelFile, step: Step, now: Evaluator) -> Iterator[Value]:
    """Return the initial values that are not fixed, then for each step the inputs and the arbitrary
    next states.
    """
    described = model.system
    if step.edge.source == ENTRY:
        fixed, _ = described.initial_values()
        yield from (now.value(_first(state)) for state in described.states if state not in fixed)
        return
    yield from (now.value(symbol) for symbol in described.inputs)
    if isinstance(step.edge.target, str):
        yield from (now.value(_following(state)) for state in described.states if state not in described.next)


def _system_of(model: ModelFile, function: str) -> ControlSystem:
    described = model.system
    fixed, rest = described.initial_values()
    start = {state: fixed.get(state, _first(state)) for state in described.states}
    changed = {state: described.next.get(state, _following(state)) for state in described.states}
    first = tuple(_first(state) for state in described.states if state not in fixed)
    moving = tuple(_following(state) for state in described.states if state not in described.next)
    step = Location(STEP, state_variables(described.states), (*described.inputs, *moving), span=model.step_span)
    edges = [Edge(ENTRY, STEP, substitute(rest, start), start)]
    passed: list[Term] = []
    for name, bad in described.bad.items():
        error = Error(CheckKind.ASSERTION, name, model.bad_spans[name], function, is_violation=True)
        edges.append(Edge(STEP, error, and_(described.constraint, bad, not_(or_(*passed)))))
        passed.append(bad)
    edges.append(Edge(STEP, STEP, and_(described.constraint, described.enabled, not_(or_(*passed))), changed))
    entry = Location(ENTRY, inputs=first, span=model.initial_span)
    return system_of((entry, step), edges)


def _first(state: Term) -> Term:
    """Return a symbol for an arbitrary initial value of a state."""
    return _arbitrary(state, "at first", 0)


def _following(state: Term) -> Term:
    """Return a symbol for an arbitrary next value of a state."""
    return _arbitrary(state, "next", 1)


def _arbitrary(state: Term, what: str, number: int) -> Term:
    return variable(Symbol(SymbolKind.CHOICE, str(state.payload), number, f"{state.payload} {what}"), state.sort)
