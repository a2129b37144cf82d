"""Re-checks that an unrolling is complete and free of violations, from the program and with another solver.

Accepted when, for the unrolling rebuilt with the certificate's bound:

    some run fails a check, or is undefined, or is in a state that was dropped, or is cut short by the bound,
    or something holds that settles a branch otherwise than it was settled                                           is unsatisfiable

Which states to drop, of the frontier and of those that go on with a loop before that, the certificate says, or else the solver that found the proof and `bits`, because they are quick; whether they have no runs is asked with the rest, and others answer.

Runs that an ordinary unrolling leaves out have to be unsatisfiable, too; if they are not, or nobody finds out, no runs are left out. Where the certificate does not say that there are none, the solver that found the proof is asked first. Rounds that have a closed form are leapt over, as whoever made the certificate did, and are told: that they lead where the closed form says is shown anew.
"""

from collections.abc import Container, Sequence
from contextlib import closing
from functools import partial

from surefoot.base.budget import Budget
from surefoot.base.records import dataclass, replace
from surefoot.certify.kernel.finding import Accepted, Finding, Rejected, Unconfirmed, finding_of
from surefoot.discharge.obligation import Obligation
from surefoot.discharge.strategy import discharge
from surefoot.evidence.certificates import CompleteUnrolling
from surefoot.evidence.claims import Goal
from surefoot.evidence.encodings import encode_for_unrolling
from surefoot.logic import FALSE, TRUE, Evaluator, Term, or_
from surefoot.semantics.memory.address_facts import AddressFacts
from surefoot.semantics.symbolic.feasibility import FeasibilityChecker
from surefoot.semantics.symbolic.state import State
from surefoot.semantics.symbolic.unrolling import Unrolling
from surefoot.smt.contracts import Answer, NoAnswer, Sat, Unsat, Use
from surefoot.smt.registry import SOLVERS, SolverFactory
from surefoot.systems.closed_forms.accelerated_unrolling import UnrollingAccelerator

SHARE_AT_FIRST = 1.0
"""So much of what everything took so far a solver may take for the whole unrolling, before others are asked: what was hard to find is not quickly confirmed."""


def check_complete_unrolling(
    goal: Goal, certificate: CompleteUnrolling, solvers: SolverFactory, budget: Budget
) -> Finding:
    """Whether ``certificate`` shows that no run of the goal's program violates its property."""
    if certificate.bound < 1 or any(not 0 < bound <= certificate.bound for bound in certificate.pruned):
        return Rejected("the certificate's bounds make no sense")
    found = _checked(goal, certificate, solvers, budget, plain_accesses_only=True)
    if isinstance(found, _LeftOut):
        found = _checked(goal, certificate, solvers, budget, plain_accesses_only=False)
    return Unconfirmed("runs were left out") if isinstance(found, _LeftOut) else found


@dataclass(frozen=True, slots=True)
class _LeftOut:
    """Runs were left out, and it is not shown that there are none of them."""


def _checked(
    goal: Goal, certificate: CompleteUnrolling, solvers: SolverFactory, budget: Budget, *, plain_accesses_only: bool
) -> Finding | _LeftOut:
    """Whether the certificate is good."""
    leaps = UnrollingAccelerator(lambda: encode_for_unrolling(goal, budget))
    unrolling = Unrolling(goal.program, goal.checked, leaps, plain_accesses_only=plain_accesses_only)
    dropped: list[Term] = []
    is_told = bool(certificate.dropped) and (plain_accesses_only or not certificate.plain_accesses_only)
    with closing(_Emptiness(unrolling, solvers, budget)) as emptiness:
        for bound in sorted(set(certificate.pruned)):
            told = {position for at, position in certificate.dropped if at == bound}
            unrolling.extend(bound, budget, partial(_is_not_among, told) if is_told else emptiness.is_feasible)
            if not (certificate.plain_accesses_only or emptiness.is_claimed_of(unrolling.excluded_runs)):
                return _LeftOut()
            if is_told:
                empty = [each for each in unrolling.frontier if each.frame.position() in told]
            else:
                empty = emptiness.claimed_of(unrolling.frontier)
            unrolling.drop(empty)
            dropped += (state.guard.term for state in empty)
        if unrolling.bound < certificate.bound:
            unrolling.extend(certificate.bound, budget)
            if not (certificate.plain_accesses_only or emptiness.is_claimed_of(unrolling.excluded_runs)):
                return _LeftOut()
    parts = [
        Obligation(f"a run fails {each.text or each.kind.value} at {each.span}", each.failure)
        for each in unrolling.reached_checks
        if goal.excludes(each.site)
    ]
    parts += (Obligation("a run is in a state that was dropped", each) for each in dropped)
    parts += (
        Obligation("a run takes a branch that was settled otherwise", each) for each in unrolling.infeasible_conditions
    )
    parts += (Obligation("a run is left out", each) for each in unrolling.excluded_runs)
    parts.append(Obligation(f"a run goes beyond {certificate.bound} rounds of a loop", unrolling.cut_guard()))
    patience = SHARE_AT_FIRST * budget.cpu_seconds_used()
    found = finding_of(discharge(parts, AddressFacts(unrolling.book).facts_for, solvers, budget, patience))
    if not isinstance(found, Accepted):
        return _LeftOut() if unrolling.excluded_runs else found
    return replace(found, ending=unrolling.ending, leaps=tuple(leaps.made))


def _is_not_among(positions: Container[tuple[int, ...]], state: State) -> bool:
    return state.frame.position() not in positions


class _Emptiness:
    """Says where there are no runs, without being believed: what it says is asked again."""

    def __init__(self, unrolling: Unrolling, solvers: SolverFactory, budget: Budget) -> None:
        finder = solvers.main if solvers.main in SOLVERS else solvers.others[0]
        self._solver = solvers.named(finder, Use.INCREMENTAL, budget)
        self._address_facts = AddressFacts(unrolling.book)
        self._finder = FeasibilityChecker(unrolling.book, solvers, budget)
        self._looked_at = 0

    def is_feasible(self, state: State) -> bool:
        """Whether ``state`` has runs, as it seems, which goes on with a loop."""
        return self._finder.is_feasible(state)

    def claimed_of(self, states: Sequence[State]) -> list[State]:
        """Those of ``states`` that have no runs, as it seems: others are crossed out by models until no model is left."""
        waiting = [state for state in states if state.guard.term is not TRUE]
        while waiting:
            match self._ask(or_(*(state.guard.term for state in waiting))):
                case Unsat():
                    break
                case Sat(model):
                    values = Evaluator(model.value)
                    waiting = [state for state in waiting if not values.value(state.guard.term)]
                case NoAnswer():
                    return []
        return waiting

    def is_claimed_of(self, guards: Sequence[Term]) -> bool:
        """Whether no run satisfies one of ``guards``, as it seems, which only ever become more."""
        new, self._looked_at = guards[self._looked_at :], len(guards)
        return not isinstance(self._ask(or_(*new)), Sat)

    def _ask(self, formula: Term) -> Answer:
        if formula is FALSE:
            return Unsat()
        for fact in self._address_facts.facts_for(formula):
            self._solver.add(fact)
        return self._solver.check([formula], purpose="certificate: pruning")

    def close(self) -> None:
        """Give the solvers up."""
        self._finder.close()
        self._solver.close()
