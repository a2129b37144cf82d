"""Whether what an engine says to matter along a run holds in the run: looked up in a replay, wherever that is at a location.

What is said is no evidence, and a verdict does not depend on it; but nothing is told to users that is not true of the run they see.
"""

from collections.abc import Sequence

from surefoot.base.budget import Budget
from surefoot.certify.corroborate.lockstep import Expectations
from surefoot.certify.verdicts import PassedState
from surefoot.evidence.claims import Goal, LiftedState
from surefoot.evidence.encodings import encode_goal
from surefoot.logic import Evaluator, variables_of
from surefoot.program.program import Function
from surefoot.program.properties import Property
from surefoot.program.trace import Trace
from surefoot.semantics.interpreter import ConcreteObject, Machine, TraceChoices, run
from surefoot.semantics.memory.objects import MemoryObject
from surefoot.systems.encode.concrete_states import place_of
from surefoot.systems.encode.matching import ConcreteValues, Disagreement, global_symbols
from surefoot.systems.encode.program_system import ProgramSystem

MAX_STEPS = 1_000_000
"""Later parts of longer runs are not looked at."""


def passed_states(trace: Trace, goal: Goal, lifted: Sequence[LiftedState]) -> tuple[PassedState, ...]:
    """Those of ``lifted`` that are true where the run of ``trace`` is then; none after it takes another way than they say."""
    translation = encode_goal(goal, Budget())
    if not isinstance(translation, ProgramSystem) or translation.program is not goal.program:
        return ()
    watching = _Watching(translation, goal.checked, lifted, trace)
    run(goal.program, goal.checked, TraceChoices(trace), max_steps=MAX_STEPS, visitor=watching)
    return tuple(watching.found)


class _Watching:
    """A visitor of the run, which compares ``lifted`` with its states."""

    def __init__(
        self, translation: ProgramSystem, checked: Property, lifted: Sequence[LiftedState], trace: Trace
    ) -> None:
        self.found: list[PassedState] = []
        self._translation = translation
        self._expected = Expectations(translation, checked, {}, {})
        self._lifted = list(reversed(lifted))
        self._trace = trace
        self._visits = 0
        self._symbols: ConcreteValues = {}
        self._objects: dict[MemoryObject, ConcreteObject] = {}
        self._born: list[ConcreteObject] = []

    def is_visited(self, function: Function, label: str) -> bool:
        """Loop heads are locations."""
        return self._expected.is_loop_head(function, label)

    def on_start(self, machine: Machine) -> None:
        """Find the global objects of the system among those of the run."""
        self._symbols, self._objects = global_symbols(machine, self._trace, self._translation.graph.book)

    def on_object(self, created: ConcreteObject) -> None:
        """Note objects: the first of them may live at locations."""
        self._born.append(created)

    def on_block(self, machine: Machine, label: str) -> None:
        """Look whether what comes next holds."""
        self._visits += 1
        name = self._expected.names.get(place_of(machine, label))
        if not self._lifted or self._lifted[-1].name != name:
            self._lifted.clear()
            return
        said = self._lifted.pop()
        if said.formulas and self._holds(said, machine):
            self.found.append(PassedState(self._visits, said.name, said.formulas, self._translation))

    def _holds(self, said: LiftedState, machine: Machine) -> bool:
        reader = self._expected.reader(said.name)
        try:
            reading = reader.read(machine, self._symbols, self._objects, self._born)
        except Disagreement:
            return False
        values: ConcreteValues = {**self._symbols, **reading.values}
        state = Evaluator(values.__getitem__)
        is_known = all(symbol in values for symbol in variables_of(*said.formulas))
        return is_known and all(state.value(each) for each in said.formulas)
