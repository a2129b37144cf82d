"""Judge: verdicts on claims, after their evidence was checked."""

from collections.abc import Sequence

from surefoot.base.budget import Budget
from surefoot.base.caveats import Caveat
from surefoot.certify.context import Confirmation, JudgeContext
from surefoot.certify.verdicts import Unknown, Verdict
from surefoot.evidence.claims import Claim, ClaimsNonTermination, ClaimsSafe, ClaimsUnsafe, GaveUp, Goal
from surefoot.smt.registry import SolverFactory


def judge(
    claim: Claim,
    goal: Goal,
    caveats: Sequence[Caveat],
    solvers: SolverFactory,
    budget: Budget,
    confirmation: Confirmation = Confirmation.STRICT,
) -> Verdict:
    """Return the verdict on `claim`.

    `Safe` and `Unsafe` are constructed only here and in the functions to which this one delegates
    (`judge_proofs`, `judge_alarms`, `judge_termination`, `judge_non_termination`). `budget` is for
    the confirmation of a proof.
    """
    match claim:
        case ClaimsSafe(certificate, ignored):
            from surefoot.certify.judge_proofs import judge_proof  # many checks end without a proof

            return judge_proof(certificate, JudgeContext(goal.without(ignored)), caveats, solvers, budget, confirmation)
        case ClaimsUnsafe(trace, lifted):
            from surefoot.certify.judge_alarms import judge_alarm  # the interpreter is not needed for all

            return judge_alarm(trace, JudgeContext(goal), lifted)
        case ClaimsNonTermination(evidence):
            from surefoot.certify.judge_non_termination import judge_non_termination  # few checks are about it

            return judge_non_termination(evidence, JudgeContext(goal), solvers, budget)
        case GaveUp(why, detail, advice, span):
            return Unknown(why, detail, advice, span)
