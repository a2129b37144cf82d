"""Judge of runs without end: lassos are replayed, recurrent sets confirmed by another solver, too."""

from collections.abc import Sequence

from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.certify.context import JudgeContext
from surefoot.certify.corroborate.havocked_results import HavockedFunction
from surefoot.certify.kernel.finding import Rejected, Unconfirmed
from surefoot.certify.kernel.lasso import Repeats, check_lasso
from surefoot.certify.verdicts import Unknown, Unsafe, Verdict
from surefoot.evidence.claims import Lasso, Recurrent, Why
from surefoot.smt.registry import SolverFactory


def judge_non_termination(
    evidence: Lasso | Recurrent, context: JudgeContext, solvers: SolverFactory, budget: Budget
) -> Verdict:
    """Return the verdict on `evidence` that some run never ends."""
    if isinstance(evidence, Lasso):
        return _judge_lasso(evidence, context)
    try:
        return _judge_recurrent(evidence, context, solvers.for_checking(evidence.proof.solver), budget)
    except OutOfBudget:
        return Unknown(Why.UNCONFIRMED, _NOT_CONFIRMED.format("the time limit was reached"), "raise --time-limit")


_NOT_CONFIRMED = "a run without end was found, but not confirmed: {}"


def _judge_lasso(lasso: Lasso, context: JudgeContext) -> Verdict:
    match check_lasso(context.goal, lasso, context.code):
        case Rejected(reason):
            return _rejected(reason)
        case Repeats(end, havocked):
            pass
    if havocked:
        return _depends_on(havocked)
    if lasso.trace.depends_on_nan_bits:
        detail = "a run without end was found, but it depends on the bits of a NaN, which C does not specify"
        return Unknown(Why.CAVEAT, detail, "avoid reading the representation of NaNs that operations produce")
    return Unsafe(lasso.trace, end, "a run comes back to an earlier state and never ends", lasso=lasso)


def _judge_recurrent(evidence: Recurrent, context: JudgeContext, solvers: SolverFactory, budget: Budget) -> Verdict:
    from surefoot.certify.kernel.recurrence import check_recurrent  # few runs need it

    match check_recurrent(evidence, context, solvers, budget):
        case Rejected(reason):
            return _rejected(reason)
        case Unconfirmed(reason):
            return Unknown(Why.UNCONFIRMED, _NOT_CONFIRMED.format(reason), "raise --time-limit")
        case found:
            pass
    if found.havocked:
        return _depends_on(found.havocked)
    count = sum(len(terms) for terms in evidence.proof.invariants.values())
    sources = f"found by {evidence.proof.solver}, confirmed by {found.confirmed.by}"
    formulas = f" with {count} invariant{'s' * (count != 1)}" if count else ""
    summary = f"a run never leaves a recurrent set of states{formulas} ({sources})"
    return Unsafe(found.shown.trace, found.end, summary, lasso=found.shown, recurrent=evidence, encoding=found.encoding)


def _rejected(reason: str) -> Unknown:
    detail = f"a run without end was found, but its replay shows none: {reason}"
    return Unknown(Why.REJECTED, detail, "report this as a defect of surefoot, with the program")


def _depends_on(havocked: Sequence[HavockedFunction]) -> Unknown:
    name, has_model = havocked[0].function, havocked[0].has_model
    reason = "its model does not determine it" if has_model else "it has no model"
    detail = f"a run without end was found, but it depends on a havocked result of {name}: {reason}"
    return Unknown(Why.CAVEAT, detail, f"define {name}, or assume what its result satisfies")
