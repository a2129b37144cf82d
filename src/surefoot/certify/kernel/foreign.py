"""Certificates from elsewhere: nobody vouches for them, so two solvers have to."""

from collections.abc import Callable, Sequence
from functools import partial

from surefoot.base.budget import Budget
from surefoot.base.caveats import Caveat
from surefoot.base.records import replace
from surefoot.certify.judge import judge
from surefoot.certify.kernel.complete_unrolling import check_complete_unrolling
from surefoot.certify.kernel.finding import Accepted, Finding, Rejected, Unconfirmed
from surefoot.certify.kernel.k_inductive import check_system
from surefoot.certify.verdicts import Safe, Unknown, Verdict
from surefoot.evidence.certificates import (
    REWRITING,
    Certificate,
    CompleteUnrolling,
    HornSolution,
    KInductive,
    Summaries,
)
from surefoot.evidence.claims import ClaimsSafe, Goal, Why
from surefoot.evidence.encodings import encode_goal, encode_goal_procedures
from surefoot.logic import Term
from surefoot.smt.registry import NOBODY, SolverFactory
from surefoot.systems.control.universals import Universal
from surefoot.systems.encode.encoding import Encoding, NotEncodable
from surefoot.systems.formats.model import HornFile

Describe = Callable[[Encoding, str, Term | Universal], str]
"""How readers are told a formula, or a universal, about the state at a location of a translation's system."""


def judge_foreign(
    certificate: Certificate,
    goal: Goal,
    caveats: Sequence[Caveat],
    solvers: SolverFactory,
    budget: Budget,
    describe: Describe,
) -> Verdict:
    """What ``certificate`` shows: the verdict of the judge after a first solver found nothing wrong with it.

    The main library of ``solvers`` does not matter. A proof by induction of a program without a control system is rejected.
    """
    remaining = budget.remaining()
    share = budget if remaining is None else budget.at_most(remaining / 2)
    match _first_opinion(certificate, goal, replace(solvers, main=NOBODY), share, describe):
        case Accepted(by):
            checked = replace(certificate, solver=f"others, checked by {by}")
            confirmers = solvers if by == REWRITING else replace(solvers, main=by)
            verdict = judge(ClaimsSafe(checked), goal, caveats, confirmers, budget)
            return replace(verdict, certificate=certificate) if isinstance(verdict, Safe) else verdict
        case Rejected(reason):
            advice = "run surefoot check to search for another proof"
            return Unknown(Why.REJECTED, f"the certificate does not hold: {reason}", advice)
        case Unconfirmed(reason):
            detail = f"it was not found out whether the certificate holds: {reason}"
            return Unknown(Why.UNCONFIRMED, detail, "raise --time-limit")


def _first_opinion(
    certificate: Certificate, goal: Goal, solvers: SolverFactory, budget: Budget, describe: Describe
) -> Finding:
    match certificate:
        case CompleteUnrolling():
            return check_complete_unrolling(goal, certificate, solvers, budget)
        case KInductive():
            translation = encode_goal(goal, budget)
            if isinstance(translation, NotEncodable):
                return Rejected(f"the program has no control system: {translation.reason}")
            return check_system(translation.system, certificate, solvers, budget, partial(describe, translation))
        case HornSolution():
            if not isinstance(goal.model, HornFile):
                return Rejected("it is about Horn clauses, and the program was not made from any")
            from surefoot.certify.kernel.horn_solutions import check_solution

            return check_solution(goal.model, replace(certificate, solver=NOBODY), solvers, budget)
        case Summaries():
            from surefoot.certify.kernel.summaries import check_summaries  # few programs are recursive

            procedures = encode_goal_procedures(goal, budget)
            if isinstance(procedures, NotEncodable):
                return Rejected(f"the program has no summaries: {procedures.reason}")
            return check_summaries(procedures, certificate, solvers, budget)
