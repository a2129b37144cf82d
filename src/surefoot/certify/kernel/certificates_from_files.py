"""Certificates of other tools: two solvers have to confirm them, because no solver of ours found
them.
"""

from collections.abc import Callable, Sequence
from functools import partial

from surefoot.base.budget import Budget
from surefoot.base.caveats import Caveat
from surefoot.base.records import replace
from surefoot.certify.context import JudgeContext
from surefoot.certify.judge import judge
from surefoot.certify.kernel.complete_unrolling import check_complete_unrolling
from surefoot.certify.kernel.finding import Accepted, Finding, Rejected, Unconfirmed
from surefoot.certify.kernel.k_inductive import check_system
from surefoot.certify.kernel.lasso import check_lasso
from surefoot.certify.verdicts import Safe, Unknown, Verdict
from surefoot.evidence.certificates import (
    REWRITING,
    Certificate,
    CompleteUnrolling,
    HornSolution,
    KInductive,
    Ranking,
    Summaries,
)
from surefoot.evidence.claims import ClaimsNonTermination, ClaimsSafe, Goal, Lasso, Recurrent, Why
from surefoot.evidence.tracked import TrackedSummaries
from surefoot.logic import Term
from surefoot.smt.registry import NO_SOLVER, SolverFactory
from surefoot.systems.control.quantified import QuantifiedInvariant
from surefoot.systems.encode.encoding import Encoding, NotEncodable
from surefoot.systems.formats.model import HornFile

EncodingPrinter = Callable[[Encoding, str, Term | QuantifiedInvariant], str]
"""Prints a formula or quantified invariant about the state at a location of an encoding for
readers.
"""


def judge_certificate_from_file(
    certificate: Certificate,
    goal: Goal,
    caveats: Sequence[Caveat],
    solvers: SolverFactory,
    budget: Budget,
    printer: EncodingPrinter,
) -> Verdict:
    """Return the verdict of the judge on `certificate`, after a first solver confirmed it.

    The main library of `solvers` does not matter.
    """
    if isinstance(certificate, Ranking) and not goal.checked.is_termination:
        advice = "use --property termination"
        return Unknown(Why.REJECTED, f"ranks prove that runs end, not {goal.checked.name}", advice)
    remaining = budget.remaining()
    share = budget if remaining is None else budget.at_most(remaining / 2)
    match _first_opinion(certificate, goal, replace(solvers, main=NO_SOLVER), share, printer):
        case Accepted(by):
            checked = _found_by(f"others, checked by {by}", certificate)
            confirmers = solvers if by == REWRITING else replace(solvers, main=by)
            verdict = judge(ClaimsSafe(checked), goal, caveats, confirmers, budget)
            return replace(verdict, certificate=certificate) if isinstance(verdict, Safe) else verdict
        case Rejected(reason):
            advice = "run surefoot check to search for another proof"
            return Unknown(Why.REJECTED, f"the certificate does not hold: {reason}", advice)
        case Unconfirmed(reason):
            detail = f"certificate not confirmed: {reason}"
            return Unknown(Why.UNCONFIRMED, detail, "raise --time-limit")


def judge_non_termination_from_file(
    evidence: Lasso | Recurrent, goal: Goal, caveats: Sequence[Caveat], solvers: SolverFactory, budget: Budget
) -> Verdict:
    """Return the verdict of the judge on a run without end, after a first solver confirmed a
    recurrent set.
    """
    if not goal.checked.is_termination:
        advice = "use --property termination"
        return Unknown(Why.REJECTED, f"a run without end does not violate {goal.checked.name}", advice)
    if isinstance(evidence, Lasso):
        context = JudgeContext(goal)
        shown = check_lasso(goal, evidence, context.code)
        if isinstance(shown, Rejected):
            advice = "run surefoot check to search for another one"
            return Unknown(Why.REJECTED, f"the lasso does not hold: {shown.reason}", advice)
    if isinstance(evidence, Recurrent):
        from surefoot.certify.kernel.recurrence import check_recurrent

        remaining = budget.remaining()
        share = budget if remaining is None else budget.at_most(remaining / 2)
        match check_recurrent(evidence, JudgeContext(goal), replace(solvers, main=NO_SOLVER), share):
            case Rejected(reason):
                advice = "run surefoot check to search for another one"
                return Unknown(Why.REJECTED, f"the recurrent set does not hold: {reason}", advice)
            case Unconfirmed(reason):
                return Unknown(Why.UNCONFIRMED, f"recurrent set not confirmed: {reason}", "raise --time-limit")
            case found:
                evidence = replace(evidence, proof=replace(evidence.proof, solver=found.confirmed.by))
    return judge(ClaimsNonTermination(evidence), goal, caveats, solvers, budget)


def _found_by(solver: str, certificate: Certificate) -> Certificate:
    """Return `certificate` as one that `solver` found."""
    if isinstance(certificate, Ranking):
        return replace(certificate, proof=replace(certificate.proof, solver=solver))
    return replace(certificate, solver=solver)


def _first_opinion(
    certificate: Certificate, goal: Goal, solvers: SolverFactory, budget: Budget, printer: EncodingPrinter
) -> Finding:
    context = JudgeContext(goal)
    match certificate:
        case CompleteUnrolling():
            return check_complete_unrolling(goal, certificate, solvers, budget)
        case KInductive():
            encoding = context.encoding(budget)
            if isinstance(encoding, NotEncodable):
                return Rejected(f"the program has no control system: {encoding.reason}")
            return check_system(encoding.system, certificate, solvers, budget, partial(printer, encoding))
        case HornSolution():
            if not isinstance(goal.model, HornFile):
                return Rejected("it is about Horn clauses, and the input is no file of Horn clauses")
            from surefoot.certify.kernel.horn_solutions import check_solution

            return check_solution(goal.model, replace(certificate, solver=NO_SOLVER), solvers, budget)
        case Ranking():
            from surefoot.certify.kernel.ranking import check_ranking  # few certificates are about termination

            return check_ranking(goal, certificate, solvers, budget)[0]
        case Summaries():
            from surefoot.certify.kernel.summaries import check_summaries  # few programs are recursive

            procedures = context.procedures(budget)
            if isinstance(procedures, NotEncodable):
                return Rejected(f"the program has no Horn clauses of procedures: {procedures.reason}")
            return check_summaries(procedures, certificate, solvers, budget)
        case TrackedSummaries():
            from surefoot.certify.kernel.tracked.checker import check_tracked  # few programs are large

            return check_tracked(goal, certificate, solvers, budget)
