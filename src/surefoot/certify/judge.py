"""The only maker of verdicts: it believes no engine, only evidence that it checked."""

from collections.abc import Sequence
from typing import assert_never

from surefoot.budget import Budget
from surefoot.caveats import Caveat, Lean, leaning
from surefoot.certify.complete_unrolling import Accepted, Rejected, check_complete_unrolling
from surefoot.certify.verdicts import Safe, Unknown, Unsafe, Verdict
from surefoot.evidence.certificates import CompleteUnrolling
from surefoot.evidence.claims import Claim, ClaimsSafe, ClaimsUnsafe, GaveUp, Goal, Why
from surefoot.program.trace import Trace
from surefoot.solvers.registry import SolverFactory


def judge(claim: Claim, goal: Goal, caveats: Sequence[Caveat], solvers: SolverFactory, budget: Budget) -> Verdict:
    """Turn a claim into a verdict; the only place that may say safe or unsafe."""
    match claim:
        case ClaimsSafe(certificate):
            return _judge_proof(certificate, goal, caveats, solvers, budget)
        case ClaimsUnsafe(trace):
            return _judge_alarm(trace, goal)
        case GaveUp(why, detail, advice):
            return Unknown(why, detail, advice)


def _judge_proof(
    certificate: CompleteUnrolling, goal: Goal, caveats: Sequence[Caveat], solvers: SolverFactory, budget: Budget
) -> Verdict:
    missed = leaning(caveats, Lean.DROPS_BEHAVIOUR)
    if missed:
        detail = f"no violation found, but the analysis does not cover all runs: {missed[0]}"
        return Unknown(Why.CAVEAT, detail, "give the missing parts of the program a body")
    match check_complete_unrolling(goal, certificate, solvers, budget):
        case Accepted(by):
            rounds = "round" if certificate.bound == 1 else "rounds"
            summary = (
                f"every run ends within {certificate.bound} {rounds} of each loop and recursion, and none of them "
                f"violates the property (found by {certificate.solver}, confirmed by {by})"
            )
            return Safe(certificate, summary)
        case Rejected(reason):
            return Unknown(Why.REJECTED, f"a proof was found but not confirmed: {reason}", "give it more time")
        case other:
            assert_never(other)


def _judge_alarm(trace: Trace, goal: Goal) -> Verdict:
    from surefoot.certify.replay import replay  # the interpreter is not needed for proofs
    from surefoot.program.interpreter import BoundReached, Violated

    outcome = replay(goal, trace)
    if isinstance(outcome, Violated):
        return Unsafe(trace, outcome, f"{outcome.text or outcome.kind.value}")
    if isinstance(outcome, BoundReached):
        detail = f"a violation was found but its replay could not be finished: {outcome.reason}"
        return Unknown(Why.REJECTED, detail, "let the program use less memory and fewer steps")
    detail = f"a violation was found but its replay ended differently: {outcome}"
    return Unknown(Why.REJECTED, detail, "please report this as a defect of surefoot, with the program")
