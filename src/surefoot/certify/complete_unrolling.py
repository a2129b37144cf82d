"""Re-checks that an unrolling is complete and free of violations, from the program and with another solver.

Accepted when, for the unrolling rebuilt with the certificate's bound:

    some run fails a check, or is undefined, or is cut short by the bound          is unsatisfiable

Runs that an ordinary unrolling leaves out have to be unsatisfiable, too; if they are not, or nobody finds out, no runs are left out. Rounds that have a closed form are leapt over, as whoever made the certificate did, and are told: that they lead where the closed form says is shown anew.
"""

from contextlib import closing

from surefoot.budget import Budget
from surefoot.certify.confirm import Accepted, Exclusion, Finding, Rejected, excluded
from surefoot.evidence.certificates import CompleteUnrolling
from surefoot.evidence.claims import Goal, Shared
from surefoot.logic import TRUE
from surefoot.records import replace
from surefoot.solvers.contracts import Unsat, Use
from surefoot.solvers.registry import SolverFactory
from surefoot.systems.address_facts import AddressFacts
from surefoot.systems.state import State
from surefoot.systems.unrolled_leaps import UnrolledLeaps
from surefoot.systems.unrolling import Unrolling


def check_complete_unrolling(
    goal: Goal, certificate: CompleteUnrolling, solvers: SolverFactory, budget: Budget
) -> Finding:
    """Whether ``certificate`` shows that no run of the goal's program violates its property."""
    if certificate.bound < 1 or any(not 0 < bound <= certificate.bound for bound in certificate.pruned):
        return Rejected("the certificate's bounds make no sense")
    found, leaves_out = _checked(goal, certificate, solvers, budget, is_ordinary=True)
    if leaves_out and not isinstance(found, Accepted):
        found, _ = _checked(goal, certificate, solvers, budget, is_ordinary=False)
    return found


def _checked(
    goal: Goal, certificate: CompleteUnrolling, solvers: SolverFactory, budget: Budget, *, is_ordinary: bool
) -> tuple[Finding, bool]:
    """Whether the certificate is good, and whether runs were left out."""
    leaps = UnrolledLeaps(lambda: replace(goal, shared=Shared()).unrolled_translation(budget))
    unrolling = Unrolling(goal.program, goal.checked, leaps, is_ordinary=is_ordinary)
    for bound in sorted(set(certificate.pruned)):
        unrolling.extend(bound, budget)
        _prune(unrolling, solvers, budget)
    if unrolling.bound < certificate.bound:
        unrolling.extend(certificate.bound, budget)
    parts = [
        Exclusion(f"a run fails {each.text or each.kind.value} at {each.span}", each.failure)
        for each in unrolling.reached_checks
        if goal.excludes(each.site)
    ]
    parts += (Exclusion("a run is left out", each) for each in unrolling.left_out)
    parts.append(Exclusion(f"a run goes beyond {certificate.bound} rounds of a loop", unrolling.cut_guard()))
    found = excluded(parts, AddressFacts(unrolling.book).facts_for, solvers, budget)
    leaves_out = bool(unrolling.left_out)
    if not isinstance(found, Accepted):
        return found, leaves_out
    return replace(found, ending=unrolling.ending, leaps=tuple(leaps.made)), leaves_out


def _prune(unrolling: Unrolling, solvers: SolverFactory, budget: Budget) -> None:
    """Forget the states of the frontier that have no runs."""
    empty: list[State] = []
    address_facts = AddressFacts(unrolling.book)
    with closing(solvers.other(solvers.others[0], Use.INCREMENTAL, budget)) as solver:
        for state in unrolling.frontier:
            guard = state.guard.term
            for fact in address_facts.facts_for(guard):
                solver.add(fact)
            if guard is not TRUE and isinstance(solver.check([guard], purpose="certificate: pruning"), Unsat):
                empty.append(state)
    unrolling.drop(empty)
