"""Checker of alarms: the interpreter replays a trace on the original program.

Lifted states of an alarm are evaluated in its replay wherever that is at a location. They are no evidence, and no verdict depends on them; but reports contain only those that hold in
the run.
"""

from collections.abc import Sequence

from surefoot.base.budget import Budget
from surefoot.base.records import dataclass
from surefoot.certify.context import JudgeContext
from surefoot.certify.corroborate.havocked_results import HavockedFunction, HavockObserver
from surefoot.certify.corroborate.lockstep import Expectations
from surefoot.certify.limits import LIMITS
from surefoot.certify.verdicts import PassedState
from surefoot.evidence.claims import Goal, LiftedState
from surefoot.logic import Evaluator, variables_of
from surefoot.program.program import Function, Program
from surefoot.program.properties import Property
from surefoot.program.statements import Havoc, Origin
from surefoot.program.trace import Trace
from surefoot.semantics.interpreter import (
    BoundReached,
    ConcreteObject,
    Machine,
    Observer,
    Outcome,
    RecordedChoices,
    TraceChoices,
    Violated,
    run,
)
from surefoot.semantics.interpreter.code import GeneratedCode
from surefoot.semantics.memory.objects import MemoryObject
from surefoot.systems.closed_forms.accelerated_iterations import AcceleratedIterations
from surefoot.systems.encode.concrete_states import place_of
from surefoot.systems.encode.matching import ConcreteValues, Disagreement, global_symbols
from surefoot.systems.encode.program_system import ProgramSystem


@dataclass(frozen=True, slots=True)
class Replay:
    """The end of the run of a trace, and the iterations of loops that were accelerated.

    `havocked` are library functions whose havocked results the end may depend on.
    """

    outcome: Outcome
    accelerated: tuple[AcceleratedIterations, ...] = ()
    havocked: tuple[HavockedFunction, ...] = ()


def replay(goal: Goal, trace: Trace, code: GeneratedCode | None = None) -> Replay:
    """Run the program with the choices of `trace`.

    The run supports an alarm only if it ends in `Violated` and that does not depend on havocked
    results. Short runs are observed step by step, as in the report, so that code is generated once.
    """
    havocks = HavockObserver(goal.program)
    generated_code = GeneratedCode() if code is None else code
    outcome = run(
        goal.program,
        goal.checked,
        TraceChoices(trace),
        max_steps=LIMITS.observed_replay_steps,
        observer=havocks,
        generated_code=generated_code,
    )
    if not isinstance(outcome, BoundReached):
        havocked = havocks.functions_that_matter(outcome) if isinstance(outcome, Violated) else havocks.all()
        return Replay(outcome, (), havocked)
    havocks = HavockObserver(goal.program)
    observer = havocks if _has_unmodelled(goal.program) else None
    steps = unaccelerated_steps(trace)
    outcome = run(
        goal.program,
        goal.checked,
        TraceChoices(trace),
        max_steps=steps,
        observer=observer,
        generated_code=generated_code,
    )
    accelerated: tuple[AcceleratedIterations, ...] = ()
    if isinstance(outcome, BoundReached):
        outcome, accelerated = accelerated_run(goal.program, goal.checked, trace, observer)
    return Replay(outcome, accelerated, havocks.all())


def unaccelerated_steps(trace: Trace) -> int:
    """Return the steps of a run of `trace` after which it is repeated with loop acceleration."""
    return min(LIMITS.replay_steps, LIMITS.steps_before_acceleration + LIMITS.steps_per_choice * len(trace.choices))


def accelerated_run(
    program: Program, checked: Property, trace: Trace, observer: Observer | None, max_steps: int | None = None
) -> tuple[Outcome, tuple[AcceleratedIterations, ...]]:
    """Return the end of the run of `trace` with loop acceleration, and the accelerated iterations."""
    from surefoot.systems.encode.encoding import NotEncodable
    from surefoot.systems.encode.interpreter_acceleration import AcceleratingVisitor  # few runs are that long
    from surefoot.systems.encode.program_system import encode_program

    choices = RecordedChoices(trace)
    system = encode_program(program, checked, Budget())
    visitor = None if isinstance(system, NotEncodable) else AcceleratingVisitor(system, checked, choices)
    steps = LIMITS.replay_steps if max_steps is None else max_steps
    outcome = run(program, checked, choices, max_steps=steps, observer=observer, visitor=visitor)
    return outcome, () if visitor is None else tuple(visitor.accelerated)


def _has_unmodelled(program: Program) -> bool:
    return any(
        isinstance(statement, Havoc) and statement.origin is Origin.UNMODELLED
        for function in program.functions.values()
        for block in function.blocks.values()
        for statement in block.statements
    )


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
