"""Replays a trace in the concrete interpreter on the original program."""

from surefoot.evidence.claims import Goal
from surefoot.program.interpreter import Outcome, TraceChoices, run
from surefoot.program.trace import Trace

MAX_STEPS = 50_000_000
"""A replay that takes longer is rejected."""


def replay(goal: Goal, trace: Trace) -> Outcome:
    """How the run with the choices of ``trace`` ends; it backs an alarm only if that is `Violated`."""
    return run(goal.program, goal.checked, TraceChoices(trace), max_steps=MAX_STEPS)
