"""Judges alarms: the run that an engine found is made again, by the interpreter and on the original program."""

from surefoot.certify.kernel.replay import replay
from surefoot.certify.verdicts import Derived, PassedState, Unknown, Unsafe, Verdict
from surefoot.evidence.claims import Goal, LiftedState, Why
from surefoot.program.trace import Trace
from surefoot.semantics.interpreter import Blocked, BoundReached, Finished, IllegalTrace, Undefined, Violated
from surefoot.systems.closed_forms.accelerated_rounds import told_leaps
from surefoot.systems.formats.model import HornFile


def judge_alarm(trace: Trace, goal: Goal, lifted: tuple[LiftedState, ...] = ()) -> Verdict:
    """What the run of ``trace`` shows; of what is said to matter on its way, ``lifted``, it tells what holds there."""
    replayed = replay(goal, trace)
    outcome, guessed = replayed.outcome, replayed.guessed
    if isinstance(outcome, Violated) and guessed:
        name, has_model = guessed[0].function, guessed[0].has_model
        lacking = "its model leaves a part of that open" if has_model else "it has no model"
        detail = f"a violation was found, but in a run that makes up what {name} does: {lacking}"
        return Unknown(Why.CAVEAT, detail, f"give {name} a body, or assume what matters about its result")
    derived: tuple[Derived, ...] = ()
    if isinstance(outcome, Violated) and isinstance(goal.model, HornFile):
        from surefoot.certify.kernel.horn_solutions import checked_derivation  # few checks are about clauses

        found = checked_derivation(goal.model, trace)
        if isinstance(found, str):
            detail = f"a violation was found, but it is no derivation of false: {found}"
            return Unknown(Why.REJECTED, detail, "please report this as a defect of surefoot, with the clauses")
        derived = found
    if isinstance(outcome, Violated):
        leapt = f" (replayed with {told_leaps(replayed.leaps)})" if replayed.leaps else ""
        summary = f"{outcome.text or outcome.kind.value}{leapt}"
        passed: tuple[PassedState, ...] = ()
        if lifted and not replayed.leaps:
            from surefoot.certify.kernel.lifted_states import passed_states  # few engines say what matters

            passed = passed_states(trace, goal, lifted)
        return Unsafe(trace, outcome, summary, replayed.leaps, derived, passed)
    if isinstance(outcome, BoundReached):
        detail = f"a violation was found but its replay could not be finished: {outcome.reason}"
        return Unknown(Why.REJECTED, detail, "let the program use less memory and fewer steps")
    if trace.depends_on_nan_bits:
        detail = "a violation was found, but in a run that depends on which NaN an operation makes: C leaves that open"
        return Unknown(Why.CAVEAT, detail, "do not look at the bits of NaNs that operations make")
    detail = f"a violation was found but its replay ended differently: {_told(outcome)}"
    return Unknown(Why.REJECTED, detail, "please report this as a defect of surefoot, with the program")


def _told(outcome: Undefined | Finished | Blocked | IllegalTrace) -> str:
    """How a run ended."""
    where = f" at {outcome.span}" if outcome.span is not None else ""
    match outcome:
        case Undefined(text=text):
            return f"{text}{where}"
        case Finished(reason=reason) | IllegalTrace(reason=reason):
            return f"{reason}{where}"
        case Blocked():
            return f"an assumption does not hold{where}"
