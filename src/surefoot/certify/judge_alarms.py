"""Judge of alarms: the interpreter replays the run that an engine found on the original program."""

from surefoot.certify.context import JudgeContext
from surefoot.certify.kernel.replay import replay
from surefoot.certify.verdicts import Derived, PassedState, Unknown, Unsafe, Verdict
from surefoot.evidence.assumptions import Assumption
from surefoot.evidence.claims import LiftedState, Why
from surefoot.program.trace import Trace
from surefoot.semantics.interpreter import Blocked, BoundReached, Finished, IllegalTrace, Undefined, Violated
from surefoot.systems.closed_forms.accelerated_iterations import accelerated_iterations_text
from surefoot.systems.formats.model import HornFile


def judge_alarm(trace: Trace, context: JudgeContext, lifted: tuple[LiftedState, ...] = ()) -> Verdict:
    """Replay `trace` and return the verdict, with those of the `lifted` states that hold in the
    replay.
    """
    goal = context.goal
    replayed = replay(goal, trace, context.code)
    outcome, havocked = replayed.outcome, replayed.havocked
    if isinstance(outcome, Violated) and havocked:
        name, has_model = havocked[0].function, havocked[0].has_model
        reason = "its model does not determine it" if has_model else "it has no model"
        detail = f"a violation was found, but it depends on a havocked result of {name}: {reason}"
        advice = f"define {name}, or assume" if name.isidentifier() else "assume"
        return Unknown(Why.CAVEAT, detail, f"{advice} what its result satisfies")
    assumptions: tuple[Assumption, ...] = ()
    if isinstance(outcome, Violated) and trace.outside:
        from surefoot.certify.kernel.outside_memory import misused_outside_memory  # few traces have any

        misused = misused_outside_memory(goal, trace)
        if misused is not None:
            return Unknown(Why.REJECTED, f"a violation was found, but {misused}", "report this as a defect of surefoot")
        assumptions = (Assumption.OUTSIDE_MEMORY,)
    derived: tuple[Derived, ...] = ()
    if isinstance(outcome, Violated) and isinstance(goal.model, HornFile):
        from surefoot.certify.kernel.horn_solutions import checked_derivation  # few checks are about clauses

        found = checked_derivation(goal.model, trace)
        if isinstance(found, str):
            detail = f"a violation was found, but its run is no derivation of false: {found}"
            return Unknown(Why.REJECTED, detail, "report this as a defect of surefoot, with the clauses")
        derived = found
    if isinstance(outcome, Violated):
        accelerated_text = (
            f" (replayed with {accelerated_iterations_text(replayed.accelerated)})" if replayed.accelerated else ""
        )
        summary = f"{outcome.text or outcome.kind.value}{accelerated_text}"
        passed: tuple[PassedState, ...] = ()
        if lifted and not replayed.accelerated:
            from surefoot.certify.kernel.lifted_states import passed_states  # few engines lift states

            passed = passed_states(trace, context, lifted)
        return Unsafe(trace, outcome, summary, replayed.accelerated, derived, passed, assumptions=assumptions)
    if isinstance(outcome, BoundReached):
        detail = f"a violation was found, but its replay was given up: {outcome.reason}"
        return Unknown(Why.REJECTED, detail, "reduce the memory and the steps of the program")
    if trace.depends_on_nan_bits:
        detail = "a violation was found, but it depends on the bits of a NaN, which C does not specify"
        return Unknown(Why.CAVEAT, detail, "avoid reading the representation of NaNs that operations produce")
    detail = f"a violation was found, but its replay ends otherwise: {_described(outcome)}"
    return Unknown(Why.REJECTED, detail, "report this as a defect of surefoot, with the program")


def _described(outcome: Undefined | Finished | Blocked | IllegalTrace) -> str:
    """Return the end of a run, for readers."""
    where = f" at {outcome.span}" if outcome.span is not None else ""
    match outcome:
        case Undefined(text=text):
            return f"{text}{where}"
        case Finished(reason=reason) | IllegalTrace(reason=reason):
            return f"{reason}{where}"
        case Blocked():
            return f"an assumption does not hold{where}"
