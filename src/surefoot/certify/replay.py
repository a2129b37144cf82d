"""Replays a trace in the concrete interpreter on the original program."""

from surefoot.evidence.claims import Goal
from surefoot.program.interpreter import Event, Executed, Input, Outcome, TraceChoices, run
from surefoot.program.program import Program
from surefoot.program.statements import Havoc, Origin
from surefoot.program.trace import Trace

MAX_STEPS = 50_000_000
"""A replay that takes longer is rejected."""


class _Guesses:
    """Notes the library functions whose results a run made up."""

    def __init__(self) -> None:
        self.functions: dict[str, None] = {}

    def on_event(self, event: Event) -> None:
        """Look at the inputs of one step."""
        if isinstance(event, Executed):
            for change in event.changes:
                if isinstance(change, Input) and change.origin is Origin.UNMODELLED:
                    self.functions[change.source] = None


def replay(goal: Goal, trace: Trace) -> tuple[Outcome, tuple[str, ...]]:
    """How the run with the choices of ``trace`` ends, and the unmodelled library functions whose results it made up.

    It backs an alarm only if it ends in `Violated` and made up nothing.
    """
    guesses = _Guesses()
    observer = guesses if _has_unmodelled(goal.program) else None
    outcome = run(goal.program, goal.checked, TraceChoices(trace), max_steps=MAX_STEPS, observer=observer)
    return outcome, tuple(guesses.functions)


def _has_unmodelled(program: Program) -> bool:
    return any(
        isinstance(statement, Havoc) and statement.origin is Origin.UNMODELLED
        for function in program.functions.values()
        for block in function.blocks.values()
        for statement in block.statements
    )
