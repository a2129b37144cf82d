"""Says which states of an unrolling have runs: those that a run found for another one goes through, and those for which a solver finds one.

It is asked so that an unrolling ends where its runs end. Nobody believes it: whether the states that it says to be empty have no runs is asked again, by whoever wants to prove something.
"""

from collections import deque

from surefoot.base.budget import Budget
from surefoot.logic import TRUE, Evaluator, Term
from surefoot.semantics.limits import LIMITS
from surefoot.semantics.memory.address_facts import AddressFacts
from surefoot.semantics.memory.addresses import AddressBook
from surefoot.semantics.symbolic.state import State
from surefoot.smt.contracts import Sat, Unsat, Use
from surefoot.smt.registry import BITS, SolverFactory


class FeasibilityChecker:
    """Looks for runs of the states of an unrolling whose objects are in ``book``, with a solver only where none is known.

    The solver is `bits`: each question has all terms of those before it, which are clauses then already.
    """

    def __init__(self, book: AddressBook, solvers: SolverFactory, budget: Budget) -> None:
        self._address_facts = AddressFacts(book)
        self._solver = solvers.named(BITS, Use.INCREMENTAL, budget)
        self._runs: deque[Evaluator] = deque(maxlen=LIMITS.remembered_runs)
        self._with_runs: set[Term] = {TRUE}
        self._rounds: set[tuple[int, ...]] = set()

    def is_feasible(self, state: State) -> bool:
        """Whether ``state`` has runs, for the first state that goes on in a round of a loop; the others of that round, and what nobody finds out about, may have some."""
        guard, round_of_loops = state.guard.term, state.frame.around()
        if guard in self._with_runs or round_of_loops in self._rounds:
            return True
        self._rounds.add(round_of_loops)
        if not any(run.value(guard) for run in self._runs):
            for fact in self._address_facts.facts_for(guard):
                self._solver.add(fact)
            answer = self._solver.check([guard], purpose="going on")
            if isinstance(answer, Unsat):
                return False
            if isinstance(answer, Sat):
                self._runs.appendleft(Evaluator(answer.model.value, answer.model.apply))
        self._with_runs.add(guard)
        return True

    def close(self) -> None:
        """Give the solver up."""
        self._solver.close()
