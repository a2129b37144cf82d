"""Steps of a run: all of them, or the first and last ones of a very long run."""

import re
from collections.abc import Iterator, Sequence

from surefoot.base.records import dataclass
from surefoot.certify.kernel.replay import accelerated_run, unaccelerated_steps
from surefoot.certify.verdicts import PassedState, Unsafe
from surefoot.evidence.claims import Lasso
from surefoot.program.program import Function, Program
from surefoot.program.properties import Property
from surefoot.program.trace import Trace
from surefoot.report.c.source_text import SourceLines
from surefoot.report.document import ChangeEntry, CycleEntry, FormulaEntry, StepEntry
from surefoot.report.limits import LIMITS
from surefoot.report.trace.recorder import TraceRecorder
from surefoot.semantics.interpreter import (
    BoundReached,
    ConcreteObject,
    Halt,
    Machine,
    Runs,
    TraceChoices,
    Violated,
    run,
)
from surefoot.semantics.interpreter.code import GeneratedCode
from surefoot.semantics.symbolic.liveness import irrelevant_variables


@dataclass(frozen=True, slots=True)
class RunSteps:
    """Steps of a run, and the values and the C expression in the violated condition.

    ``omitted`` steps in the middle are missing; ``unseen`` statements in the middle were executed
    without recording.
    """

    steps: list[StepEntry]
    omitted: int
    unseen: int
    values: list[ChangeEntry]
    expression: str


def steps_of(
    program: Program,
    property: Property,
    trace: Trace,
    violated: Violated,
    generated_code: GeneratedCode | None = None,
    passed: Sequence[PassedState] = (),
) -> RunSteps:
    """Return the steps of the run that ``trace`` describes.

    A very long run has accelerated iterations of loops, or only its first and last steps.
    ``generated_code`` is code generated for runs of the program. The formulas of ``passed`` states
    are added to the steps of runs that are not that long.

    Requires: the run of ``trace`` ends with ``violated``.
    """
    outcome = run(
        program, property, TraceChoices(trace), max_steps=LIMITS.accelerated_after, generated_code=generated_code
    )
    recorder = TraceRecorder(program, SourceLines())
    if not isinstance(outcome, BoundReached):
        recorder = TraceRecorder(program, SourceLines(), mattering=_mattering(passed))
        run(program, property, TraceChoices(trace), max_steps=None, observer=recorder, generated_code=generated_code)
    elif not _record_ends(program, property, trace, recorder, generated_code):
        recorder = TraceRecorder(program, SourceLines(), irrelevant_variables(program, property))
        accelerated_run(program, property, trace, recorder)
    return RunSteps(
        recorder.steps(violated),
        recorder.omitted,
        recorder.unseen,
        recorder.values_in(violated),
        recorder.expression_of(violated),
    )


def steps_of_lasso(
    program: Program, property: Property, lasso: Lasso, violated: Violated, generated_code: GeneratedCode | None = None
) -> RunSteps:
    """Return the steps of stem and cycle of `lasso`; the step that begins the cycle is marked."""
    recorder = TraceRecorder(program, SourceLines())
    run(
        program,
        property,
        TraceChoices(lasso.trace),
        max_steps=LIMITS.accelerated_after,
        observer=recorder,
        visitor=_Cycle(lasso, recorder),
        generated_code=generated_code,
    )
    return RunSteps(recorder.steps(violated), recorder.omitted, recorder.unseen, [], "")


def cycle_entry(found: RunSteps, verdict: Unsafe) -> CycleEntry:
    """Return the cycle of the run of ``verdict``, whose steps are ``found``, with the values of the
    variables that its lines mention.
    """
    entry: CycleEntry = {"is_exact": verdict.recurrent is None, "values": [], "invariants": []}
    begin = next((number for number, step in enumerate(found.steps) if step.get("repeats")), None)
    if begin is not None and not found.omitted and not found.unseen:
        entry["values"] = _values_at(found.steps[:begin], found.steps[begin:])
    if verdict.recurrent is not None and verdict.encoding is not None:
        from surefoot.report.formulas import formula_at  # few runs need invariants

        name = verdict.recurrent.run.steps[-1].edge.destination
        formulas = verdict.recurrent.proof.invariants.get(name, ())
        entry["invariants"] = [formula_at(term, verdict.encoding, name) for term in formulas]
    return entry


def _values_at(before: Sequence[StepEntry], cycle: Sequence[StepEntry]) -> list[ChangeEntry]:
    """Return the last values before ``cycle`` of the variables that its lines mention, as far as
    they are of its own function or global.
    """
    words = {word for step in cycle for word in re.findall(r"\w+", step["source"])}
    function, depth = cycle[0]["function"], cycle[0]["depth"]
    values: dict[str, ChangeEntry] = {}
    for step in before:
        is_own = step["function"] == function and step["depth"] == depth
        for change in step["changes"]:
            root = re.match(r"\w*", change["name"])
            if root is not None and root[0] in words and (is_own or change["name"] in values):
                value: ChangeEntry = {"name": change["name"], "value": change["value"]}
                if "type" in change:
                    value["type"] = change["type"]
                values.pop(change["name"], None)
                values[change["name"]] = value
    return list(values.values())[: LIMITS.cycle_values]


class _Cycle:
    """Visitor that marks the begin of the cycle of a lasso, and ends the run at its end."""

    def __init__(self, lasso: Lasso, recorder: TraceRecorder) -> None:
        self._lasso = lasso
        self._recorder = recorder
        self._visits = 0

    def is_visited(self, function: Function, label: str) -> bool:
        """Return whether the block is the place of the lasso."""
        return (function.name, label) == self._lasso.place

    def on_start(self, _machine: Machine) -> None:
        """Do nothing."""

    def on_object(self, _created: ConcreteObject) -> None:
        """Do nothing."""

    def on_block(self, machine: Machine, _label: str) -> None:
        """Mark the next step, or end the run."""
        self._visits += 1
        if self._visits == self._lasso.first:
            self._recorder.mark_cycle()
        elif self._visits == self._lasso.second:
            raise Halt(BoundReached(machine.steps, "the cycle is closed"))


def _mattering(passed: Sequence[PassedState]) -> dict[int, list[FormulaEntry]]:
    """Return the formulas of ``passed`` states, by visit."""
    if not passed:
        return {}
    from surefoot.report.formulas import formula_at  # few runs have such states

    return {each.visit: [formula_at(term, each.encoding, each.name) for term in each.formulas] for each in passed}


def _record_ends(
    program: Program, property: Property, trace: Trace, recorder: TraceRecorder, generated_code: GeneratedCode | None
) -> bool:
    """Record the first and the last statements of a very long run.

    Returns ``False`` if the run has too many statements for that, or few with loop acceleration.
    """
    ended, _ = accelerated_run(program, property, trace, None, LIMITS.accelerated_after)
    if not isinstance(ended, BoundReached):
        return False
    runs = Runs(program, property, generated_code=generated_code)
    if isinstance(runs.run(TraceChoices(trace), unaccelerated_steps(trace)), BoundReached):
        return False
    last = runs.steps - LIMITS.last_statements

    pause = LIMITS.pause_statements

    def pauses(machine: Machine) -> Iterator[int]:
        for limit in range(pause, last, pause):
            yield limit
            if recorder.has_first_half:
                break
        machine.set_observing(observing=False)
        recorder.detach(machine)
        yield last
        machine.set_observing(observing=True)
        recorder.attach(machine)

    choices = TraceChoices(trace)
    run(
        program,
        property,
        choices,
        max_steps=None,
        observer=recorder,
        visitor=recorder.detached_tracking,
        generated_code=generated_code,
        pauses=pauses,
    )
    return True
