"""Two witnesses for every `safe`: who besides the engine's solver says that the proof holds, and whether concrete runs contradict it.

Another solver is a witness if it was asked a question. Where all questions became constants while they were built, nobody was asked: then the rewriting
steps that made them constant, those of the program's making among them, are confirmed by a solver, or flat memory gives a second opinion, or the program has only one run and it was made.
"""

from collections.abc import Callable

from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.base.records import dataclass
from surefoot.certify.corroborate.concrete_runs import (
    NoContradiction,
    RunDisagrees,
    RunFails,
    RunStatistics,
    witness_runs,
)
from surefoot.certify.kernel.finding import Accepted, Finding
from surefoot.discharge.obligation import Discharged, Refuted
from surefoot.evidence.certificates import REWRITING, Certificate, CompleteUnrolling, KInductive, Summaries
from surefoot.evidence.claims import Goal
from surefoot.evidence.encodings import encode_goal_procedures
from surefoot.logic.rewriting import rewriting_log
from surefoot.semantics.symbolic.unrolling import Ending
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.system import Invariants
from surefoot.systems.encode.encoding import Encoding, NotEncodable
from surefoot.systems.procedures.system import ProcedureSystem

SHARE_OF_RUNS = 0.06
LEAST_SECONDS_OF_RUNS = 0.015
"""Concrete runs may take this part of the CPU time that the check took so far, and so long at least."""
SHARE_OF_SECOND_OPINION = 0.5
LEAST_SECONDS = 2.0
"""A second witness may take this part of the CPU time that the check took so far, and so long at least."""


@dataclass(frozen=True, slots=True)
class Witnesses:
    """Who confirmed a proof, and the concrete runs that did not contradict it; ``rests_on_rewriting_alone`` if nobody but rewriting did."""

    by: str
    runs: RunStatistics
    rests_on_rewriting_alone: bool = False


@dataclass(frozen=True, slots=True)
class Discord:
    """Two meanings of the program disagree: the proof is worth nothing, and one of them has a defect."""

    reason: str


def heard(
    goal: Goal,
    certificate: Certificate,
    translation: Encoding | None,
    confirmed: Accepted,
    confirm_again: Callable[[], Finding],
    solvers: SolverFactory,
    budget: Budget,
) -> Witnesses | RunFails | Discord:
    """Hear the witnesses for ``certificate``, which was ``confirmed``; ``confirm_again`` builds and asks everything anew."""
    invariants = _stated(certificate)
    seconds = max(LEAST_SECONDS_OF_RUNS, SHARE_OF_RUNS * budget.cpu_seconds_used())
    universals = certificate.universals if isinstance(certificate, KInductive) else {}
    found = witness_runs(goal, translation, invariants, seconds, solvers, universals=universals)
    match found:
        case RunFails():
            return found
        case RunDisagrees(_, reason, _):
            return Discord(f"a concrete run does not go as the proof says: {reason}")
        case NoContradiction(statistics, is_complete):
            pass
    if isinstance(certificate, Summaries):
        from surefoot.certify.corroborate.contract_runs import contradicting_call  # few programs are recursive

        contradiction = contradicting_call(goal, _procedures(goal, budget), certificate, seconds)
        if contradiction is not None:
            return Discord(f"a concrete run does not go as the proof says: {contradiction}")
    if confirmed.by != REWRITING:
        return Witnesses(confirmed.by, statistics)
    if is_complete:
        return Witnesses("the only run that there is", statistics)
    from surefoot.discharge.rewriting import confirm_rewriting  # solvers are asked about most proofs

    share = budget.at_most_cpu(max(LEAST_SECONDS, SHARE_OF_SECOND_OPINION * budget.cpu_seconds_used()))
    try:
        with rewriting_log() as log:
            if goal.rebuild_terms is not None:
                goal.rebuild_terms()
            confirm_again()
        rewriting = confirm_rewriting(log, certificate.solver, solvers, share)
        if isinstance(rewriting, Refuted):
            return Discord(str(rewriting))
        if isinstance(rewriting, Discharged) and rewriting.by == REWRITING:
            return Witnesses("control flow alone, without a step of rewriting", statistics)
        if isinstance(rewriting, Discharged):
            return Witnesses(f"rewriting, whose steps {rewriting.by} confirmed", statistics)
        # the flat view goes round by round: the bound is none for it where rounds were leapt over
        is_bounded = confirmed.ending is not Ending.UNCHECKED and not confirmed.leaps
        if isinstance(certificate, CompleteUnrolling) and is_bounded:
            from surefoot.certify.corroborate.flat_unrolling import (  # rewriting is mostly confirmed
                FlatViolation,
                check_flat,
            )

            opinion = check_flat(goal, certificate.bound, solvers, share)
            if isinstance(opinion, FlatViolation):
                return Discord(f"with flat memory some run fails: {opinion}")
            if isinstance(opinion, Accepted) and opinion.by != REWRITING:
                return Witnesses(f"rewriting and, with flat memory, {opinion.by}", statistics)
    except OutOfBudget:
        budget.spend()
    return Witnesses("rewriting alone", statistics, rests_on_rewriting_alone=True)


def _stated(certificate: Certificate) -> Invariants:
    """What the certificate says to hold at locations."""
    if not isinstance(certificate, KInductive):
        return {}
    names = dict.fromkeys((*certificate.invariants, *certificate.lemmas))
    return {name: (*certificate.invariants.get(name, ()), *certificate.lemmas.get(name, ())) for name in names}


def _procedures(goal: Goal, budget: Budget) -> ProcedureSystem:
    """Return the clauses that a confirmed certificate with summaries is about."""
    found = encode_goal_procedures(goal, budget)
    if isinstance(found, NotEncodable):
        raise TypeError("a certificate with summaries is about Horn clauses")
    return found
