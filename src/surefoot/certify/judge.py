"""The only maker of verdicts: it believes no engine, only evidence that it checked."""

from collections.abc import Sequence

from surefoot.budget import Budget
from surefoot.caveats import Caveat, Lean, leaning
from surefoot.certify.complete_unrolling import check_complete_unrolling
from surefoot.certify.confirm import Accepted, Rejected
from surefoot.certify.k_inductive import check_k_inductive
from surefoot.certify.location_invariants import location_invariants
from surefoot.certify.vacuity import has_no_runs
from surefoot.certify.verdicts import Safe, Unknown, Unsafe, Verdict
from surefoot.evidence.certificates import Certificate, CompleteUnrolling, KInductive
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
    certificate: Certificate, goal: Goal, caveats: Sequence[Caveat], solvers: SolverFactory, budget: Budget
) -> Verdict:
    if nothing := leaning(caveats, Lean.CHECKS_NOTHING):
        advice = "say with assert what has to hold"
        return Unknown(Why.NOTHING_CHECKED, f"nothing was checked: {nothing[0]}", advice)
    missed = leaning(caveats, Lean.DROPS_BEHAVIOUR)
    if missed:
        detail = f"no violation found, but the analysis does not cover all runs: {missed[0]}"
        return Unknown(Why.CAVEAT, detail, "give the missing parts of the program a body")
    match certificate:
        case CompleteUnrolling():
            finding = check_complete_unrolling(goal, certificate, solvers, budget)
        case KInductive():
            finding = check_k_inductive(goal, certificate, solvers, budget)
    match finding:
        case Accepted(by):
            if has_no_runs(goal, certificate, solvers, budget):
                detail = "nothing was checked: assumptions or divisions by zero stop every run before its end"
                return Unknown(Why.NOTHING_CHECKED, detail, "assume less")
            inductive = None
            if isinstance(certificate, KInductive):
                inductive = location_invariants(goal, certificate, solvers, budget)
            summary = f"{_reason(certificate)} (found by {certificate.solver}, confirmed by {by})"
            return Safe(certificate, summary, inductive)
        case Rejected(reason):
            detail = f"a proof was found but not confirmed: {reason}"
            return Unknown(
                Why.REJECTED, detail, "give it more time; if solvers disagree, please report it with the program"
            )


def _reason(certificate: Certificate) -> str:
    match certificate:
        case CompleteUnrolling(bound):
            rounds = "round" if bound == 1 else "rounds"
            return f"every run ends within {bound} {rounds} of each loop and recursion, and none of them violates the property"
        case KInductive(k, invariants):
            count = sum(len(terms) for terms in invariants.values())
            strengthened = f" with {count} loop invariant{'s' * (count > 1)}" if count else ""
            how = "loop by loop" if certificate.loop_wise else "over the loops"
            return f"the property is {k}-inductive {how}{strengthened}"


def _judge_alarm(trace: Trace, goal: Goal) -> Verdict:
    from surefoot.certify.replay import replay  # the interpreter is not needed for proofs
    from surefoot.program.interpreter import BoundReached, Violated

    outcome, guessed = replay(goal, trace)
    if isinstance(outcome, Violated) and guessed:
        detail = f"a violation was found, but in a run that makes up what {guessed[0]} does: it has no model"
        return Unknown(Why.CAVEAT, detail, f"give {guessed[0]} a body, or assume what matters about its result")
    if isinstance(outcome, Violated):
        return Unsafe(trace, outcome, f"{outcome.text or outcome.kind.value}")
    if isinstance(outcome, BoundReached):
        detail = f"a violation was found but its replay could not be finished: {outcome.reason}"
        return Unknown(Why.REJECTED, detail, "let the program use less memory and fewer steps")
    detail = f"a violation was found but its replay ended differently: {outcome}"
    return Unknown(Why.REJECTED, detail, "please report this as a defect of surefoot, with the program")
