"""Judge of termination proofs: another solver confirms ranks or an unrolling, and concrete runs
have to agree.
"""

from surefoot.base.budget import Budget
from surefoot.base.records import replace
from surefoot.certify.context import Confirmation, JudgeContext
from surefoot.certify.corroborate.concrete_runs import NoContradiction, RunDisagrees, RunFails, sample_runs
from surefoot.certify.judge_proofs import rejected, unconfirmed
from surefoot.certify.kernel.finding import Accepted, Finding, Rejected, Unconfirmed
from surefoot.certify.limits import LIMITS
from surefoot.certify.verdicts import Safe, Unknown, Verdict
from surefoot.evidence.certificates import Certificate, CompleteUnrolling, Overflow, Ranking
from surefoot.evidence.claims import Why
from surefoot.evidence.encodings import encode_for_termination
from surefoot.program.check_sites import CheckSite
from surefoot.program.properties import with_wrapping
from surefoot.program.statements import CheckKind
from surefoot.semantics.symbolic.unrolling import Ending
from surefoot.smt.registry import SolverFactory
from surefoot.systems.encode.encoding import Encoding, NotEncodable
from surefoot.systems.encode.program_system import ProgramSystem

_OVERFLOW = {
    Overflow.WRAPS: "also if signed overflow wraps around",
    Overflow.EXCLUDED: "no signed overflow occurs",
    Overflow.ENDS: "if signed overflow ends a run",
}


def judge_termination(
    certificate: Certificate,
    context: JudgeContext,
    solvers: SolverFactory,
    budget: Budget,
    confirmation: Confirmation,
) -> Verdict:
    """Return the verdict on `certificate` as a proof that every run ends."""
    goal = context.goal
    encoding: Encoding | None = None
    overflow = Overflow.WRAPS
    finding: Finding
    match certificate:
        case Ranking(_, overflow, proof):
            from surefoot.certify.kernel.ranking import check_ranking

            finding, encoding = check_ranking(goal, certificate, solvers, budget)
            invariants, quantified = proof.invariants, proof.quantified
        case CompleteUnrolling():
            from surefoot.certify.kernel.complete_unrolling import check_complete_unrolling

            finding = check_complete_unrolling(goal, certificate, solvers, budget)
            invariants, quantified = {}, {}
        case _:
            return rejected("this kind of certificate does not prove termination")
    match finding:
        case Rejected(reason):
            return rejected(reason)
        case Unconfirmed(reason):
            return unconfirmed(reason, confirmation)
        case Accepted() as confirmed:
            pass
    if overflow is Overflow.ENDS and not goal.checked.ends_on_overflow:
        return _ends_by_overflow(context, budget)
    if overflow is Overflow.WRAPS:
        goal = replace(goal, checked=with_wrapping(goal.checked))
    elif overflow is Overflow.ENDS:
        goal = goal.without(_overflow_sites(context, budget))
    seconds = max(LIMITS.least_run_seconds, LIMITS.run_share * budget.cpu_seconds_used())
    exact = encoding if isinstance(encoding, ProgramSystem) else None  # paths through calls are no runs
    match sample_runs(goal, exact, invariants, seconds, solvers, quantified=quantified):
        case RunFails(_, outcome):
            return rejected(f"a concrete run ends in {outcome}")
        case RunDisagrees(_, reason):
            return rejected(f"a concrete run contradicts the proof: {reason}")
        case NoContradiction(runs):
            pass
    concrete = f"{runs.runs} concrete run{'s' * (runs.runs != 1)}"
    sources = f"found by {certificate.solver}, confirmed by {confirmed.by}; {concrete} agree{'s' * (runs.runs == 1)}"
    summary = f"{_reason(certificate, confirmed)}; {_OVERFLOW[overflow]} ({sources})"
    return Safe(certificate, summary, None, encoding, runs=runs)


def _ends_by_overflow(context: JudgeContext, budget: Budget) -> Unknown:
    """Return the verdict on a proof by which runs end at signed overflows at the latest."""
    spans = {each.span for each in _overflow_sites(context, budget)}
    places = sorted(each for each in spans if each is not None and not each.is_library)
    shown = ", ".join(f"{each.file}:{each.line}" for each in places[: LIMITS.overflow_places])
    where = f" at {shown}{', ...' if len(places) > LIMITS.overflow_places else ''}" if places else ""
    detail = f"all runs without signed overflow end, runs that overflow{where} may not"
    advice = "exclude the overflow, or use the property file of SV-COMP"
    return Unknown(Why.BOUND, detail, advice, places[0] if len(spans) == 1 and places else None)


def _overflow_sites(context: JudgeContext, budget: Budget) -> frozenset[CheckSite]:
    """Return the sites of signed overflows in the control system of the goal."""
    found = encode_for_termination(context.goal, budget)
    errors = () if isinstance(found, NotEncodable) else found.system.errors
    return frozenset(each.site for each in errors if each.kind is CheckKind.SIGNED_OVERFLOW)


def _reason(certificate: Ranking | CompleteUnrolling, confirmed: Accepted) -> str:
    if isinstance(certificate, Ranking):
        loops = len(certificate.ranks)
        if not loops:
            return "every run ends: the program has no loops"
        return f"every run ends: ranks decrease at {loops} location{'s' * (loops != 1)}"
    if confirmed.ending is Ending.STRAIGHT:
        return "every run ends: none enters a loop"
    return f"every run ends within {certificate.bound} iteration{'s' * (certificate.bound != 1)} of each loop and recursion"
