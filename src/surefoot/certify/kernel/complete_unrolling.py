"""Checker of complete unrollings, rebuilt from the program and discharged by another solver.

The evidence is accepted if for the unrolling with the certificate's bound this is unsatisfiable:

    some run fails a check, has undefined behaviour, is in a dropped state, exceeds the bound,
    or takes a branch that was assumed to be infeasible

The certificate names the states to drop. If it does not, the solver that found the proof and `bits`
choose them, because they are fast; that the states are infeasible is an obligation like the others,
which other solvers discharge.

Runs that an unrolling of plain accesses excludes have to be infeasible, too. If that is not shown,
the unrolling is built again without exclusions. Accelerated iterations are replaced by their closed
forms, whose effect is derived anew.
"""

from collections.abc import Container, Sequence
from contextlib import closing
from functools import partial

from surefoot.base.budget import Budget
from surefoot.base.records import dataclass, replace
from surefoot.certify.kernel.finding import Accepted, Finding, Rejected, Unconfirmed, finding_of
from surefoot.certify.limits import LIMITS
from surefoot.discharge.obligation import Obligation
from surefoot.discharge.strategy import discharge
from surefoot.evidence.certificates import CompleteUnrolling
from surefoot.evidence.claims import Goal
from surefoot.evidence.encodings import encode_for_unrolling
from surefoot.logic import FALSE, TRUE, Evaluator, Term, or_
from surefoot.program.properties import with_wrapping
from surefoot.semantics.memory.addresses import AddressFacts
from surefoot.semantics.symbolic.state import State
from surefoot.semantics.symbolic.unrolling import Ending, FeasibilityChecker, Unrolling
from surefoot.smt.contracts import Answer, NoAnswer, Sat, Unsat, Use
from surefoot.smt.registry import SOLVERS, SolverFactory
from surefoot.systems.closed_forms.accelerated_unrolling import UnrollingAccelerator


def check_complete_unrolling(
    goal: Goal, certificate: CompleteUnrolling, solvers: SolverFactory, budget: Budget
) -> Finding:
    """Check that `certificate` shows that no run of the goal's program violates its property.

    For termination, runs continue after signed overflows, and every run has to leave each loop.
    """
    if goal.checked.is_termination:
        goal = replace(goal, checked=with_wrapping(goal.checked))
    if certificate.bound < 1 or any(not 0 < bound <= certificate.bound for bound in certificate.pruned):
        return Rejected("the bounds of the certificate are out of range")
    found = _checked(goal, certificate, solvers, budget, plain_accesses_only=True)
    if isinstance(found, _Excluded):
        found = _checked(goal, certificate, solvers, budget, plain_accesses_only=False)
    return Unconfirmed("excluded runs are not shown to be infeasible") if isinstance(found, _Excluded) else found


@dataclass(frozen=True, slots=True)
class _Excluded:
    """Runs were excluded that are not shown to be infeasible."""


def _checked(
    goal: Goal, certificate: CompleteUnrolling, solvers: SolverFactory, budget: Budget, *, plain_accesses_only: bool
) -> Finding | _Excluded:
    """Check the certificate, with the exclusion of runs if `plain_accesses_only`."""
    accelerator = UnrollingAccelerator(lambda: encode_for_unrolling(goal, budget))
    unrolling = Unrolling(
        goal.program, goal.checked, accelerator, plain_accesses_only=plain_accesses_only, ignored=goal.ignored
    )
    dropped: list[Term] = []
    has_positions = bool(certificate.dropped) and (plain_accesses_only or not certificate.plain_accesses_only)
    with closing(_InfeasibleStates(unrolling, solvers, budget)) as infeasible:
        for bound in sorted(set(certificate.pruned)):
            listed = {position for at, position in certificate.dropped if at == bound}
            unrolling.extend(bound, budget, partial(_is_not_among, listed) if has_positions else infeasible.is_feasible)
            if not (certificate.plain_accesses_only or infeasible.are_infeasible(unrolling.excluded_runs)):
                return _Excluded()
            if has_positions:
                empty = [each for each in unrolling.frontier if each.frame.position() in listed]
            else:
                empty = infeasible.likely(unrolling.frontier)
            unrolling.drop(empty)
            dropped += (state.guard.term for state in empty)
        if unrolling.bound < certificate.bound:
            unrolling.extend(certificate.bound, budget)
            if not (certificate.plain_accesses_only or infeasible.are_infeasible(unrolling.excluded_runs)):
                return _Excluded()
    obligations = [
        Obligation(f"a run fails {each.text or each.kind.value} at {each.span}", each.failure)
        for each in unrolling.reached_checks
        if goal.must_exclude(each.site)
    ]
    obligations += (Obligation("a run is in a state that was dropped", each) for each in dropped)
    obligations += (
        Obligation("a run takes a branch that was assumed to be infeasible", each)
        for each in unrolling.infeasible_conditions
    )
    obligations += (Obligation("a run was excluded", each) for each in unrolling.excluded_runs)
    obligations.append(Obligation(f"a run goes beyond {certificate.bound} iterations of a loop", unrolling.cut_guard()))
    first_slice = LIMITS.unrolling_share * budget.cpu_seconds_used()
    found = finding_of(discharge(obligations, AddressFacts(unrolling.book).facts_for, solvers, budget, first_slice))
    if not isinstance(found, Accepted):
        return _Excluded() if unrolling.excluded_runs else found
    if goal.checked.is_termination and unrolling.ending not in {Ending.STRAIGHT, Ending.BOUNDED}:
        return Rejected(f"the unrolling does not show that all runs end: {unrolling.ending.value}")
    return replace(found, ending=unrolling.ending, accelerated=tuple(accelerator.made))


def _is_not_among(positions: Container[tuple[int, ...]], state: State) -> bool:
    return state.frame.position() not in positions


class _InfeasibleStates:
    """Search for states without runs. Its results are not trusted: they become obligations."""

    def __init__(self, unrolling: Unrolling, solvers: SolverFactory, budget: Budget) -> None:
        finder = solvers.main if solvers.main in SOLVERS else solvers.confirming[0]
        self._solver = solvers.open_named(finder, Use.INCREMENTAL, budget)
        self._address_facts = AddressFacts(unrolling.book)
        self._finder = FeasibilityChecker(unrolling.book, solvers, budget)
        self._checked_guards = 0

    def is_feasible(self, state: State) -> bool:
        """Return whether `state`, which continues a loop, seems to be feasible."""
        return self._finder.is_feasible(state)

    def likely(self, states: Sequence[State]) -> list[State]:
        """Return those of `states` that seem to be infeasible: models rule out the others until
        there is no model.
        """
        candidates = [state for state in states if state.guard.term is not TRUE]
        while candidates:
            match self._decide(or_(*(state.guard.term for state in candidates))):
                case Unsat():
                    break
                case Sat(model):
                    values = Evaluator(model.value)
                    candidates = [state for state in candidates if not values.value(state.guard.term)]
                case NoAnswer():
                    return []
        return candidates

    def are_infeasible(self, guards: Sequence[Term]) -> bool:
        """Return whether no run seems to satisfy one of `guards`, to which calls only ever append."""
        new, self._checked_guards = guards[self._checked_guards :], len(guards)
        return not isinstance(self._decide(or_(*new)), Sat)

    def _decide(self, formula: Term) -> Answer:
        if formula is FALSE:
            return Unsat()
        for fact in self._address_facts.facts_for(formula):
            self._solver.add(fact)
        return self._solver.check([formula], purpose="certificate: pruning")

    def close(self) -> None:
        """Close the solvers."""
        self._finder.close()
        self._solver.close()
