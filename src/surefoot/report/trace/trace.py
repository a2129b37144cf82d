"""The lines of a run: all of them, or of a very long run those of its beginning and its end."""

from collections.abc import Iterator, Sequence
from typing import Any

from surefoot.base.records import dataclass
from surefoot.certify.kernel.replay import leaping_run, steps_without_leaps
from surefoot.certify.verdicts import PassedState
from surefoot.program.program import Program
from surefoot.program.properties import Property
from surefoot.program.trace import Trace
from surefoot.report.c.source_lines import SourceLines
from surefoot.report.trace.recorder import TraceRecorder
from surefoot.semantics.interpreter import BoundReached, Machine, Runs, TraceChoices, Violated, run
from surefoot.semantics.interpreter.generated_code import GeneratedCode
from surefoot.semantics.symbolic.slicing import irrelevant_variables

STEPS_BEFORE_LEAPS = 200_000
"""Statements of a run whose rounds are all told."""
LAST_STATEMENTS = 40_000
"""Of longer runs so many at the end are told."""
LOOK = 1000
"""After so many statements of a longer run the recorder is asked whether it has enough."""


@dataclass(frozen=True, slots=True)
class RunSteps:
    """The lines of a run as data of the report's schema, how many more there were, and what the violated condition was about: values, and the expression in C.

    ``unseen`` statements were executed where lines are missing, without anybody counting their lines.
    """

    steps: list[dict[str, Any]]
    omitted: int
    unseen: int
    values: list[dict[str, Any]]
    expression: str


def steps_of(
    program: Program,
    property: Property,
    trace: Trace,
    violated: Violated,
    written: GeneratedCode | None = None,
    passed: Sequence[PassedState] = (),
) -> RunSteps:
    """The lines of the run that ``trace`` describes; if it is very long, without those of rounds that have a closed form, or only those of its first and last statements.

    ``written`` is code for runs of the program that was written before; what matters in the states that are ``passed`` is told of runs that are not that long.

    Requires  the run of ``trace`` ends with ``violated``
    """
    outcome = run(program, property, TraceChoices(trace), max_steps=STEPS_BEFORE_LEAPS, written=written)
    recorder = TraceRecorder(program, SourceLines())
    if not isinstance(outcome, BoundReached):
        recorder = TraceRecorder(program, SourceLines(), mattering=_mattering(passed))
        run(program, property, TraceChoices(trace), max_steps=None, observer=recorder, written=written)
    elif not _tell_ends(program, property, trace, recorder, written):
        recorder = TraceRecorder(program, SourceLines(), irrelevant_variables(program, property))
        leaping_run(program, property, trace, recorder)
    return RunSteps(
        recorder.steps(violated),
        recorder.omitted,
        recorder.unseen,
        recorder.values_in(violated),
        recorder.expression_of(violated),
    )


def _mattering(passed: Sequence[PassedState]) -> dict[int, list[dict[str, Any]]]:
    """What is told of ``passed``, by visit."""
    if not passed:
        return {}
    from surefoot.report.formulas import stated_at  # few runs come with this

    return {each.visit: [stated_at(term, each.translation, each.name) for term in each.formulas] for each in passed}


def _tell_ends(
    program: Program, property: Property, trace: Trace, recorder: TraceRecorder, written: GeneratedCode | None
) -> bool:
    """Tell ``recorder`` of the first and the last statements of a run that has very many; ``False`` if it has too many, or few with leaps."""
    ended, _ = leaping_run(program, property, trace, None, STEPS_BEFORE_LEAPS)
    if not isinstance(ended, BoundReached):
        return False
    runs = Runs(program, property, written=written)
    if isinstance(runs.run(TraceChoices(trace), steps_without_leaps(trace)), BoundReached):
        return False
    last = runs.steps - LAST_STATEMENTS

    def pauses(machine: Machine) -> Iterator[int]:
        for limit in range(LOOK, last, LOOK):
            yield limit
            if recorder.has_first_half:
                break
        machine.set_observing(observing=False)
        recorder.look_away(machine)
        yield last
        machine.set_observing(observing=True)
        recorder.look_again(machine)

    choices = TraceChoices(trace)
    run(
        program,
        property,
        choices,
        max_steps=None,
        observer=recorder,
        visitor=recorder.absence,
        written=written,
        pauses=pauses,
    )
    return True
