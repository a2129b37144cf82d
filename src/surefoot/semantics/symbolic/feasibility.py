"""Feasibility of the states of an unrolling: by models of earlier states, then by a solver.

The result only ends the unrolling where its runs end; it is not trusted. A proof queries the
feasibility of the dropped states again.
"""

from collections import deque

from surefoot.base.budget import Budget
from surefoot.logic import TRUE, Evaluator, Term
from surefoot.semantics.limits import LIMITS
from surefoot.semantics.memory.addresses import AddressBook, AddressFacts
from surefoot.semantics.symbolic.state import State
from surefoot.smt.contracts import Sat, Unsat, Use
from surefoot.smt.registry import BITS, SolverFactory


class FeasibilityChecker:
    """Feasibility check for states of an unrolling whose objects are in ``book``.

    The solver is `bits`: consecutive queries share terms, which it has translated to clauses
    already.
    """

    def __init__(self, book: AddressBook, solvers: SolverFactory, budget: Budget) -> None:
        self._address_facts = AddressFacts(book)
        self._solver = solvers.named(BITS, Use.INCREMENTAL, budget)
        self._runs: deque[Evaluator] = deque(maxlen=LIMITS.remembered_runs)
        self._with_runs: set[Term] = {TRUE}
        self._iterations: set[tuple[int, ...]] = set()

    def is_feasible(self, state: State) -> bool:
        """Return whether ``state`` may have runs.

        Only the first state of each iteration of a loop is checked; others, and undecided ones, may
        have runs.
        """
        guard, round_of_loops = state.guard.term, state.frame.around()
        if guard in self._with_runs or round_of_loops in self._iterations:
            return True
        self._iterations.add(round_of_loops)
        if not any(run.value(guard) for run in self._runs):
            for fact in self._address_facts.facts_for(guard):
                self._solver.add(fact)
            answer = self._solver.check([guard], purpose="feasibility")
            if isinstance(answer, Unsat):
                return False
            if isinstance(answer, Sat):
                self._runs.appendleft(Evaluator(answer.model.value, answer.model.apply))
        self._with_runs.add(guard)
        return True

    def close(self) -> None:
        """Close the solver."""
        self._solver.close()
