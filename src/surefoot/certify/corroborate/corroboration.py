"""Corroboration of a confirmed proof by other semantics of the program.

Concrete runs must not contradict a proof. If all obligations became `false` by rewriting, no solver
confirmed the proof, and these are tried in order: the interpreter, which ran the whole program
where it has one run; solvers, which discharge each rewriting step, including those made while the
program was built; and the unrolling with flat memory. If none confirms it, the proof rests on
rewriting alone, and the verdict states so.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.base.records import dataclass
from surefoot.certify.context import JudgeContext
from surefoot.certify.corroborate.concrete_runs import (
    NoContradiction,
    RunDisagrees,
    RunFails,
    RunStatistics,
    sample_runs,
)
from surefoot.certify.kernel.finding import Accepted, Finding
from surefoot.certify.limits import LIMITS
from surefoot.discharge.obligation import Discharged, Refuted
from surefoot.evidence.certificates import REWRITING, Certificate, CompleteUnrolling, KInductive, Summaries
from surefoot.evidence.tracked import TrackedSummaries
from surefoot.logic.rewriting import rewriting_log
from surefoot.semantics.symbolic.unrolling import Ending
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.system import Invariants
from surefoot.systems.encode.encoding import Encoding, NotEncodable

if TYPE_CHECKING:
    from surefoot.systems.procedures.system import ProcedureSystem


@dataclass(frozen=True, slots=True)
class Corroboration:
    """No contradiction: `by` names what confirmed the proof, `runs` are the concrete runs.

    `rests_on_rewriting_alone` if no solver, flat memory or complete run confirmed it.
    """

    by: str
    runs: RunStatistics
    rests_on_rewriting_alone: bool = False


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two semantics of the program contradict each other: one has a defect, and the proof is
    rejected.
    """

    reason: str


def corroborate(
    context: JudgeContext,
    certificate: Certificate,
    encoding: Encoding | None,
    confirmed: Accepted,
    confirm_again: Callable[[], Finding],
    solvers: SolverFactory,
    budget: Budget,
) -> Corroboration | RunFails | Contradiction:
    """Compare `certificate`, which was `confirmed`, with other semantics of the program.

    `confirm_again` builds and discharges everything anew, so that steps of rewriting can be
    recorded.
    """
    goal = context.goal
    invariants = _stated(certificate)
    seconds = max(LIMITS.least_run_seconds, LIMITS.run_share * budget.cpu_seconds_used())
    quantified = certificate.quantified if isinstance(certificate, KInductive) else {}
    if isinstance(certificate, TrackedSummaries):
        from surefoot.certify.corroborate.tracked_runs import sample_tracked_runs  # few programs are large

        found = sample_tracked_runs(goal, certificate, seconds, context.code)
    else:
        found = sample_runs(goal, encoding, invariants, seconds, solvers, quantified=quantified, code=context.code)
    match found:
        case RunFails():
            return found
        case RunDisagrees(_, reason, _):
            return Contradiction(f"a concrete run contradicts the proof: {reason}")
        case NoContradiction(statistics, is_complete):
            pass
    if isinstance(certificate, Summaries):
        from surefoot.certify.corroborate.contract_runs import contradicting_call  # few programs are recursive

        contradiction = contradicting_call(goal, _procedures(context, budget), certificate, seconds, code=context.code)
        if contradiction is not None:
            return Contradiction(f"a concrete run contradicts the proof: {contradiction}")
    if confirmed.by != REWRITING:
        return Corroboration(confirmed.by, statistics)
    if is_complete:
        return Corroboration("the only run of the program", statistics)
    from surefoot.discharge.rewriting import confirm_rewriting  # most proofs need a solver

    share = budget.at_most_cpu(
        max(LIMITS.least_second_opinion_seconds, LIMITS.second_opinion_share * budget.cpu_seconds_used())
    )
    try:
        with rewriting_log() as log:
            if goal.rebuild_terms is not None:
                goal.rebuild_terms()
            confirm_again()
        rewriting = confirm_rewriting(log, certificate.solver, solvers, share)
        if isinstance(rewriting, Refuted):
            return Contradiction(str(rewriting))
        if isinstance(rewriting, Discharged) and rewriting.by == REWRITING:
            return Corroboration("control flow alone, without a step of rewriting", statistics)
        if isinstance(rewriting, Discharged):
            return Corroboration(f"rewriting, whose steps {rewriting.by} confirmed", statistics)
        # flat memory has no accelerated iterations, so the bound does not suffice for it
        is_bounded = confirmed.ending is not Ending.UNCHECKED and not confirmed.accelerated
        if isinstance(certificate, CompleteUnrolling) and is_bounded:
            from surefoot.certify.corroborate.flat_unrolling import (  # rewriting is mostly confirmed
                FlatViolation,
                check_flat,
            )

            opinion = check_flat(goal, certificate.bound, solvers, share)
            if isinstance(opinion, FlatViolation):
                return Contradiction(f"with flat memory a run fails: {opinion}")
            if isinstance(opinion, Accepted) and opinion.by != REWRITING:
                return Corroboration(f"rewriting and, with flat memory, {opinion.by}", statistics)
    except OutOfBudget:
        budget.spend()
    return Corroboration("rewriting alone", statistics, rests_on_rewriting_alone=True)


def _stated(certificate: Certificate) -> Invariants:
    """Return the formulas that hold at locations according to `certificate`."""
    if not isinstance(certificate, KInductive):
        return {}
    names = dict.fromkeys((*certificate.invariants, *certificate.lemmas))
    return {name: (*certificate.invariants.get(name, ()), *certificate.lemmas.get(name, ())) for name in names}


def _procedures(context: JudgeContext, budget: Budget) -> "ProcedureSystem":
    """Return the clauses that a confirmed certificate with summaries is about."""
    found = context.procedures(budget)
    if isinstance(found, NotEncodable):
        raise TypeError("a certificate with summaries is about Horn clauses")
    return found
