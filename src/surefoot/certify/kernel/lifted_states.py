"""Lifted states of an alarm, evaluated in its replay wherever that is at a location.

They are no evidence, and no verdict depends on them; but reports contain only those that hold in
the run.
"""

from collections.abc import Sequence

from surefoot.base.budget import Budget
from surefoot.certify.context import JudgeContext
from surefoot.certify.corroborate.lockstep import Expectations
from surefoot.certify.limits import LIMITS
from surefoot.certify.verdicts import PassedState
from surefoot.evidence.claims import LiftedState
from surefoot.logic import Evaluator, variables_of
from surefoot.program.program import Function
from surefoot.program.properties import Property
from surefoot.program.trace import Trace
from surefoot.semantics.interpreter import ConcreteObject, Machine, TraceChoices, run
from surefoot.semantics.memory.objects import MemoryObject
from surefoot.systems.encode.concrete_states import place_of
from surefoot.systems.encode.encoding import Disagreement
from surefoot.systems.encode.matching import ConcreteValues, global_symbols
from surefoot.systems.encode.program_system import ProgramSystem


def passed_states(trace: Trace, context: JudgeContext, lifted: Sequence[LiftedState]) -> tuple[PassedState, ...]:
    """Return those of `lifted` that hold in the run of `trace`, up to where it leaves their
    locations.
    """
    goal = context.goal
    encoding = context.encoding(Budget())
    if not isinstance(encoding, ProgramSystem) or encoding.program is not goal.program:
        return ()
    visitor = _Visitor(encoding, goal.checked, lifted, trace)
    run(goal.program, goal.checked, TraceChoices(trace), max_steps=LIMITS.lifted_steps, visitor=visitor)
    return tuple(visitor.found)


class _Visitor:
    """Visitor of the run that compares `lifted` with its states."""

    def __init__(self, encoding: ProgramSystem, checked: Property, lifted: Sequence[LiftedState], trace: Trace) -> None:
        self.found: list[PassedState] = []
        self._encoding = encoding
        self._expected = Expectations(encoding, checked, {}, {})
        self._lifted = list(reversed(lifted))
        self._trace = trace
        self._visits = 0
        self._symbols: ConcreteValues = {}
        self._objects: dict[MemoryObject, ConcreteObject] = {}
        self._allocated: list[ConcreteObject] = []

    def is_visited(self, function: Function, label: str) -> bool:
        """Return whether the block is a loop head: those are locations."""
        return self._expected.is_loop_head(function, label)

    def on_start(self, machine: Machine) -> None:
        """Map the global objects of the system to those of the run."""
        self._symbols, self._objects = global_symbols(machine, self._trace, self._encoding.graph.book)

    def on_object(self, created: ConcreteObject) -> None:
        """Record an object: the first ones may be alive at locations."""
        self._allocated.append(created)

    def on_block(self, machine: Machine, label: str) -> None:
        """Evaluate the next lifted state."""
        self._visits += 1
        name = self._expected.names.get(place_of(machine, label))
        if not self._lifted or self._lifted[-1].name != name:
            self._lifted.clear()
            return
        state = self._lifted.pop()
        if state.formulas and self._holds(state, machine):
            self.found.append(PassedState(self._visits, state.name, state.formulas, self._encoding))

    def _holds(self, lifted: LiftedState, machine: Machine) -> bool:
        reader = self._expected.reader(lifted.name)
        try:
            reading = reader.read(machine, self._symbols, self._objects, self._allocated)
        except Disagreement:
            return False
        values: ConcreteValues = {**self._symbols, **reading.values}
        state = Evaluator(values.__getitem__)
        is_known = all(symbol in values for symbol in variables_of(*lifted.formulas))
        return is_known and all(state.value(each) for each in lifted.formulas)
