"""Judge of proofs: another solver confirms the certificate, and other semantics of the program
corroborate it.
"""

from collections.abc import Sequence

from surefoot.base.budget import Budget
from surefoot.base.caveats import Caveat, Direction, Dropped, with_direction
from surefoot.base.errors import OutOfBudget
from surefoot.base.text import iterations
from surefoot.certify.context import Confirmation, JudgeContext
from surefoot.certify.corroborate.corroboration import Contradiction, Corroboration, corroborate
from surefoot.certify.dropped_behaviour import refusal
from surefoot.certify.kernel.complete_unrolling import check_complete_unrolling
from surefoot.certify.kernel.finding import Accepted, Finding, Rejected, Unconfirmed
from surefoot.certify.kernel.vacuity import has_no_runs
from surefoot.certify.verdicts import NO_RUN_ENDS, Safe, Unknown, Unsafe, Verdict
from surefoot.evidence.certificates import Certificate, CompleteUnrolling, HornSolution, KInductive, Ranking, Summaries
from surefoot.evidence.claims import Why
from surefoot.evidence.tracked import TrackedSummaries
from surefoot.semantics.symbolic.unrolling import Ending
from surefoot.smt.registry import BITS, SolverFactory
from surefoot.systems.closed_forms.accelerated_iterations import accelerated_iterations_text
from surefoot.systems.encode.encoding import Encoding, NotEncodable
from surefoot.systems.formats.model import HornFile


def judge_proof(
    certificate: Certificate,
    context: JudgeContext,
    caveats: Sequence[Caveat],
    solvers: SolverFactory,
    budget: Budget,
    confirmation: Confirmation,
) -> Verdict:
    """Return the verdict on `certificate` of a program with `caveats`; `budget` is for its
    confirmation.
    """
    if nothing := with_direction(caveats, Direction.HAS_NO_CHECKS):
        advice = "state with assert what has to hold"
        return Unknown(Why.NOTHING_CHECKED, f"nothing was checked: {nothing[0]}", advice)
    if missed := _missed(caveats, certificate):
        return refusal(missed)
    if confirmation is Confirmation.OFF:
        return unconfirmed(f"--certify={confirmation.value} turns confirmation off", confirmation)
    if confirmation is Confirmation.REFUTATION and certificate.solver == BITS:
        return unconfirmed("bits found the proof and cannot confirm its own", confirmation)
    solvers = solvers.for_checking(certificate.solver)
    if context.goal.checked.is_termination:
        from surefoot.certify.judge_termination import judge_termination  # few checks are about it

        try:
            return judge_termination(certificate, context, solvers, budget, confirmation)
        except OutOfBudget:
            return unconfirmed("the time limit was reached", confirmation)
    try:
        match _confirmed(certificate, context, solvers, budget):
            case Accepted(assumptions=[first, *_]) if not context.goal.allows_assumptions:
                return unconfirmed(f"it assumes that {first.value}", confirmation)
            case Accepted() as confirmed:
                return _judge_confirmed(certificate, context, confirmed, solvers, budget)
            case Rejected(reason):
                return rejected(reason)
            case Unconfirmed(reason):
                return unconfirmed(reason, confirmation)
    except OutOfBudget:
        return unconfirmed("the time limit was reached", confirmation)


def _missed(caveats: Sequence[Caveat], certificate: Certificate) -> list[Caveat]:
    """Return the caveats about omitted behaviour that make `certificate` worthless.

    For tracked variables, which are not in memory, memory has any contents; what functions without
    a body do by name is excluded by assumptions that the verdict names.
    """
    missed = with_direction(caveats, Direction.DROPS_BEHAVIOUR)
    covered = {Dropped.MEMORY, Dropped.GLOBALS, Dropped.CALLBACKS} if isinstance(certificate, TrackedSummaries) else ()
    return [each for each in missed if each.dropped not in covered]


def _judge_confirmed(
    certificate: Certificate,
    context: JudgeContext,
    confirmed: Accepted,
    solvers: SolverFactory,
    budget: Budget,
) -> Verdict:
    def again() -> Finding:
        return _confirmed(certificate, context.rebuilt(), solvers, budget)

    encoding = _encoding(certificate, context, budget)
    match corroborate(context, certificate, encoding, confirmed, again, solvers, budget):
        case Contradiction(reason):
            return rejected(reason)
        case Corroboration(by, runs, rests_on_rewriting_alone):
            pass
        case fails:
            from surefoot.certify.judge_alarms import judge_alarm  # proofs rarely come to this

            alarm = judge_alarm(fails.trace, context)
            return alarm if isinstance(alarm, Unsafe) else rejected(f"a concrete run ends in {fails.outcome}")
    if has_no_runs(context.goal, certificate, solvers, budget, context.code):
        return NO_RUN_ENDS
    inductive = None
    if isinstance(certificate, KInductive) and encoding is not None:
        from surefoot.certify.kernel.k_inductive import (
            location_invariants,  # most proofs follow runs to their ends
        )

        inductive = location_invariants(encoding.system, certificate, solvers, budget)
    concrete = f"{runs.runs} concrete run{'s' * (runs.runs != 1)}"
    sources = f"found by {certificate.solver}, confirmed by {by}; {concrete} agree{'s' * (runs.runs == 1)}"
    summary = f"{_reason(certificate, confirmed)} ({sources})"
    procedures = context.procedures(budget) if isinstance(certificate, Summaries) else None
    if isinstance(procedures, NotEncodable):
        procedures = None
    return Safe(
        certificate,
        summary,
        inductive,
        encoding,
        rests_on_rewriting_alone,
        runs,
        procedures,
        confirmed.assumptions,
        isinstance(certificate, CompleteUnrolling) and confirmed.ending in {Ending.STRAIGHT, Ending.BOUNDED},
    )


def rejected(reason: str) -> Unknown:
    """Return the verdict on a proof that does not hold for `reason`."""
    detail = f"proof rejected: {reason}"
    return Unknown(Why.REJECTED, detail, "report this as a defect of surefoot, with the program")


def unconfirmed(reason: str, confirmation: Confirmation) -> Unknown:
    """Return the verdict on a proof that was not confirmed for `reason`."""
    advice = "raise --time-limit, or try another --solver"
    if confirmation in {Confirmation.OFF, Confirmation.FAST}:
        advice = f"--certify={Confirmation.STRICT.value}"
    return Unknown(Why.UNCONFIRMED, unconfirmed_detail(reason), advice)


def unconfirmed_detail(reason: str) -> str:
    """Return the detail of a verdict on a proof that was not confirmed for `reason`."""
    return f"proof not confirmed: {reason}"


def _encoding(certificate: Certificate, context: JudgeContext, budget: Budget) -> Encoding | None:
    """Return the encoding that `certificate` is about, `None` if it is not about one."""
    if not isinstance(certificate, KInductive):
        return None
    found = context.encoding(budget)
    return None if isinstance(found, NotEncodable) else found


def _confirmed(certificate: Certificate, context: JudgeContext, solvers: SolverFactory, budget: Budget) -> Finding:
    """Check `certificate` from the program."""
    goal = context.goal
    match certificate:
        case CompleteUnrolling():
            return check_complete_unrolling(goal, certificate, solvers, budget)
        case KInductive():
            encoding = _encoding(certificate, context, budget)
            if encoding is None and goal.ignored:
                return Unconfirmed("the program has no control system without the other checks")
            if encoding is None:
                return Rejected("the program has no control system")
            from surefoot.certify.kernel.k_inductive import check_system  # most proofs follow runs to their ends

            return check_system(encoding.system, certificate, solvers, budget)
        case HornSolution():
            if not isinstance(goal.model, HornFile):
                return Rejected("the input is not a file of Horn clauses")
            from surefoot.certify.kernel.horn_solutions import check_solution  # few checks are about clauses

            return check_solution(goal.model, certificate, solvers, budget)
        case Ranking():
            return Rejected("ranks prove termination, no other property")
        case Summaries():
            from surefoot.certify.kernel.summaries import check_summaries  # few programs are recursive

            procedures = context.procedures(budget)
            if isinstance(procedures, NotEncodable):
                return Rejected(f"the program has no Horn clauses of procedures: {procedures.reason}")
            return check_summaries(procedures, certificate, solvers, budget)
        case TrackedSummaries():
            from surefoot.certify.kernel.tracked.checker import check_tracked  # few programs are large

            return check_tracked(goal, certificate, solvers, budget)


def _reason(certificate: Certificate, confirmed: Accepted) -> str:
    match certificate:
        case CompleteUnrolling(bound):
            accelerated_text = (
                f", not counting {accelerated_iterations_text(confirmed.accelerated)}" if confirmed.accelerated else ""
            )
            return f"{_ends(bound, confirmed.ending)}{accelerated_text}, and none of them violates the property"
        case KInductive(k, invariants):
            stated = (*invariants.values(), *certificate.quantified.values())
            count = sum(len(terms) for terms in stated)
            strengthened = f" with {count} loop invariant{'s' * (count > 1)}" if count else ""
            how = "loop by loop" if certificate.loop_wise else "over the loops"
            lemmas = sum(len(each) for each in certificate.ring.values())
            multiplied = f"; {lemmas} ring lemma{'s' * (lemmas > 1)} multiplied out" if lemmas else ""
            return f"the property is {k}-inductive {how}{strengthened}{multiplied}"
        case HornSolution(relations):
            return f"the clauses have a solution, with {len(relations)} relation{'s' * (len(relations) != 1)}"
        case Ranking():
            raise AssertionError("ranks are judged apart")
        case Summaries(formulas):
            count = sum(len(terms) for terms in formulas.values())
            return f"no check fails, by what functions require and ensure ({count} formula{'s' * (count != 1)})"
        case TrackedSummaries(keys, _, contexts):
            many = len(contexts)
            return f"no check fails, by the values of {len(keys)} tracked terms in {many} context{'s' * (many != 1)}"


def _ends(bound: int, ending: Ending) -> str:
    """Return a description of the ends of all runs."""
    within = f"ends within {iterations(bound)}"
    match ending:
        case Ending.STRAIGHT:
            return "no run enters a loop: all runs were followed to their ends"
        case Ending.BOUNDED:
            return f"every run {within}"
        case Ending.ENDLESS:
            return f"every run {within}, or stays in a loop that changes nothing"
        case Ending.UNCHECKED:
            return f"every run {within}, or reaches a point after which no check is left"
