"""Concrete runs beside pre- and postconditions: at each call and return of a recursive function the
formulas must hold.
"""

import time
from collections.abc import Mapping
from random import Random

from surefoot.certify.limits import LIMITS
from surefoot.evidence.certificates import Summaries
from surefoot.evidence.claims import Goal
from surefoot.logic import Evaluator, Op, Term, Value, variables_of
from surefoot.program.access import constants_of
from surefoot.semantics.interpreter import Assigned, Called, Change, Event, Input, Returned, run
from surefoot.semantics.interpreter.code import GeneratedCode
from surefoot.semantics.sampling import SampledChoices, SamplingMode
from surefoot.semantics.symbolic.liveness import irrelevant_variables
from surefoot.systems.control.system import Aspect, ReferentKind
from surefoot.systems.encode.encoding import Disagreement
from surefoot.systems.encode.matching import in_logic
from surefoot.systems.encode.value_forms import Fixed
from surefoot.systems.procedures.graph import before, result_symbol
from surefoot.systems.procedures.points import Point, called, returns
from surefoot.systems.procedures.system import ProcedureSystem

_MODES = (SamplingMode(), SamplingMode(boundary_values=True))

_Values = Mapping[Term, Value]


def contradicting_call(
    goal: Goal,
    procedures: ProcedureSystem,
    certificate: Summaries,
    seconds: float,
    seed: int = 1,
    code: GeneratedCode | None = None,
) -> str | None:
    """Return how a concrete run contradicts `certificate`, `None` if none does.

    At least one run is made, more until `seconds` of CPU time are used up.
    """
    end = time.process_time() + seconds
    known = dict(constants_of(goal.program, goal.checked))
    generated = GeneratedCode() if code is None else code
    for number in range(LIMITS.contract_runs):
        if number and time.process_time() >= end:
            return None
        observer = _Observer(goal, procedures, certificate)
        choices = SampledChoices(Random(seed + number), known, _MODES[number % len(_MODES)])  # noqa: S311 - not for secrets
        try:
            run(
                goal.program,
                goal.checked,
                choices,
                max_steps=LIMITS.contract_run_steps,
                observer=observer,
                generated_code=generated,
            )
        except Disagreement as found:
            return str(found)
    return None


class _Observer:
    """Observer of calls and global variables of a run; other memory is not compared."""

    def __init__(self, goal: Goal, procedures: ProcedureSystem, certificate: Summaries) -> None:
        self._program = goal.program
        self._procedures = procedures
        self._certificate = certificate
        self._names = {point: name for name, point in procedures.points.items()}
        irrelevant = irrelevant_variables(goal.program, goal.checked)
        self._compared = {each.variable.symbol for each in goal.program.global_variables} - irrelevant
        self._globals: dict[Term, Value] = {
            each.variable.symbol: each.initial.payload
            for each in goal.program.global_variables
            if each.initial is not None and each.initial.op is Op.CONSTANT and each.variable.symbol in self._compared
        }
        self._calls: list[dict[Term, Value]] = []

    def on_event(self, event: Event) -> None:
        """Compare the values after `event`."""
        for change in event.changes:
            self._follow(change)

    def _follow(self, change: Change) -> None:
        match change:
            case Assigned(variable, value) | Input(variable, value):
                if variable in self._compared:
                    self._globals[variable] = in_logic(value, variable.sort)
            case Called(function, arguments):
                parameters = [each.symbol for each in self._program.functions[function].parameters]
                given = zip(parameters, arguments, strict=False)
                begins = {symbol: in_logic(value, symbol.sort) for symbol, value in given} | self._globals
                self._calls.append(begins)
                self._compare(called(function), begins)
            case Returned(function, values) if self._calls:
                begun = self._calls.pop()
                results = self._program.functions[function].results
                ends = {
                    result_symbol(function, number, sort): in_logic(value, sort)
                    for number, (sort, value) in enumerate(zip(results, values, strict=False))
                }
                self._compare(returns(function), {**self._globals, **ends, **self._kept(function, begun)})
            case _:
                pass

    def _kept(self, function: str, begun: _Values) -> dict[Term, Value]:
        """Return the values of the variables that have the values at the beginning of the call."""
        start = self._procedures.graph.points.get(called(function))
        if start is None:
            return {}
        return {
            before(group[0].symbol): begun[slot.owner]
            for slot, group in start.representative.variables.items()
            if len(group) == 1 and isinstance(slot.owner, Term) and slot.owner in begun
        }

    def _compare(self, point: Point, values: _Values) -> None:
        cut = self._procedures.graph.points.get(point)
        if cut is None:
            return
        where = self._names[point]
        for slot, range_ in cut.shape.ranges.items():
            value = values.get(slot.owner) if isinstance(slot.owner, Term) else None
            if value is not None and isinstance(range_, Fixed) and range_.value.op is Op.CONSTANT:
                self._compare_fixed(where, str(slot.owner), value, range_.value)
        symbols = {
            group[0].symbol: values[slot.owner]
            for slot, group in cut.representative.variables.items()
            if slot.kind in (ReferentKind.LOCAL, ReferentKind.GLOBAL) and group[0].referent.aspect is Aspect.WHOLE
            if len(group) == 1 and isinstance(slot.owner, Term) and slot.owner in values
        }
        evaluator = Evaluator(symbols.__getitem__)
        for formula in self._certificate.formulas.get(where, ()):
            if symbols.keys() >= set(variables_of(formula)) and not evaluator.value(formula):
                raise Disagreement(f"at {where}, a run violates {formula}")

    def _compare_fixed(self, where: str, name: str, value: Value, expected: Term) -> None:
        if value != expected.payload:
            raise Disagreement(f"at {where}, {name} is {value}, not {expected}")
