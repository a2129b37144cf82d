"""Checker of alarms: the interpreter replays a trace on the original program."""

from surefoot.base.budget import Budget
from surefoot.base.records import dataclass
from surefoot.certify.corroborate.havocked_results import HavockedFunction, HavockObserver
from surefoot.certify.limits import LIMITS
from surefoot.evidence.claims import Goal
from surefoot.program.program import Program
from surefoot.program.properties import Property
from surefoot.program.statements import Havoc, Origin
from surefoot.program.trace import Trace
from surefoot.semantics.interpreter import (
    BoundReached,
    Observer,
    Outcome,
    RecordedChoices,
    TraceChoices,
    Violated,
    run,
)
from surefoot.semantics.interpreter.code import GeneratedCode
from surefoot.systems.closed_forms.accelerated_iterations import AcceleratedIterations


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
