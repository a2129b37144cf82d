"""Replays a trace in the concrete interpreter on the original program."""

from surefoot.base.budget import Budget
from surefoot.base.records import dataclass
from surefoot.certify.corroborate.havocked_results import HavockedFunction, HavockObserver
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
from surefoot.semantics.interpreter.generated_code import GeneratedCode
from surefoot.systems.closed_forms.accelerated_rounds import AcceleratedRounds

MAX_STEPS = 50_000_000
"""A replay that takes longer is rejected."""
SHORT_STEPS = 20_000
"""Shorter replays are observed, as the report will do it once more: then the code for that is written once."""
STEPS_BEFORE_LEAPS = 1_000_000
"""A replay that takes longer is made again with leaps over rounds that have a closed form."""
STEPS_FOR_A_CHOICE = 100
"""It may take so much longer for each choice in it: rounds in which something is chosen have no closed form."""


@dataclass(frozen=True, slots=True)
class Replay:
    """How the run of a trace ends, and the rounds of loops that it went in closed form instead of one by one.

    ``havocked`` is what it made up for library functions, if that may matter for how it ends.
    """

    outcome: Outcome
    leaps: tuple[AcceleratedRounds, ...] = ()
    havocked: tuple[HavockedFunction, ...] = ()


def replay(goal: Goal, trace: Trace) -> Replay:
    """The run with the choices of ``trace``.

    It backs an alarm only if it ends in `Violated` and made up nothing that this may depend on.
    """
    guesses = HavockObserver(goal.program)
    written = GeneratedCode()
    outcome = run(
        goal.program, goal.checked, TraceChoices(trace), max_steps=SHORT_STEPS, observer=guesses, written=written
    )
    if not isinstance(outcome, BoundReached):
        havocked = guesses.decisive_for(outcome) if isinstance(outcome, Violated) else guesses.all()
        return Replay(outcome, (), havocked)
    guesses = HavockObserver(goal.program)
    observer = guesses if _has_unmodelled(goal.program) else None
    steps = steps_without_leaps(trace)
    outcome = run(goal.program, goal.checked, TraceChoices(trace), max_steps=steps, observer=observer, written=written)
    leaps: tuple[AcceleratedRounds, ...] = ()
    if isinstance(outcome, BoundReached):
        outcome, leaps = leaping_run(goal.program, goal.checked, trace, observer)
    return Replay(outcome, leaps, guesses.all())


def steps_without_leaps(trace: Trace) -> int:
    """How many statements a run of ``trace`` may take, before it is made with leaps."""
    return min(MAX_STEPS, STEPS_BEFORE_LEAPS + STEPS_FOR_A_CHOICE * len(trace.choices))


def leaping_run(
    program: Program, checked: Property, trace: Trace, observer: Observer | None, max_steps: int = MAX_STEPS
) -> tuple[Outcome, tuple[AcceleratedRounds, ...]]:
    """How the run of ``trace`` ends, and its leaps over rounds that have a closed form."""
    from surefoot.systems.encode.encoding import NotEncodable
    from surefoot.systems.encode.interpreter_acceleration import AcceleratingVisitor  # few runs are that long
    from surefoot.systems.encode.program_system import encode_program

    choices = RecordedChoices(trace)
    system = encode_program(program, checked, Budget())
    visitor = None if isinstance(system, NotEncodable) else AcceleratingVisitor(system, checked, choices)
    outcome = run(program, checked, choices, max_steps=max_steps, observer=observer, visitor=visitor)
    return outcome, () if visitor is None else tuple(visitor.leaps)


def _has_unmodelled(program: Program) -> bool:
    return any(
        isinstance(statement, Havoc) and statement.origin is Origin.UNMODELLED
        for function in program.functions.values()
        for block in function.blocks.values()
        for statement in block.statements
    )
