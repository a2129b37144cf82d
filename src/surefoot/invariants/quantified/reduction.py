"""Those invariants and universals that a proof needs: what unsatisfiable cores mention, from the errors backwards.

The result is closed under reasons: no error is possible because of it, and each part of it is kept by every edge because of it.
"""

from collections.abc import Mapping, Sequence
from itertools import islice

from surefoot.base.budget import Budget
from surefoot.discharge.system_solver import SystemSolver
from surefoot.invariants.quantified.houdini import breaks
from surefoot.invariants.quantified.instances import KnownInstances, instances_at
from surefoot.logic import FALSE, TRUE, Evaluator, Sort, Term, not_
from surefoot.smt.contracts import NoAnswer, Sat, Unsat
from surefoot.systems.control.system import ControlSystem, Edge, Invariants
from surefoot.systems.control.universals import Universal, Universals, index_terms

Stated = Term | Universal
MOST_AT_ONCE = 4
"""How much of what a model does not satisfy is added to a question."""


def needed_for_proof(
    system: ControlSystem,
    invariants: Invariants,
    universals: Universals,
    solver: SystemSolver,
    budget: Budget,
    *,
    minimal: bool = False,
) -> tuple[Invariants, Universals] | None:
    """Parts of ``invariants`` and ``universals`` that are inductive and exclude every error; ``None`` where the solver does not find out.

    With ``minimal``, what cores mention is tried without each of its parts: for questions that are easy.
    """
    return _Needed(system, invariants, universals, solver, budget, minimal=minimal).result()


class _Needed:
    def __init__(
        self,
        system: ControlSystem,
        invariants: Invariants,
        universals: Universals,
        solver: SystemSolver,
        budget: Budget,
        *,
        minimal: bool,
    ) -> None:
        self._system = system
        self._minimal = minimal
        self._made: KnownInstances = {}
        self._solver = solver
        self._budget = budget
        names = [location.name for location in system.locations]
        self._stated: dict[str, tuple[Stated, ...]] = {
            name: (*invariants.get(name, ()), *universals.get(name, ())) for name in names
        }
        self._marked: dict[str, dict[Stated, None]] = {name: {} for name in names}
        self._todo: dict[str, dict[Stated, None]] = {name: {} for name in names}
        """What was marked and has no reasons so far."""

    def result(self) -> tuple[Invariants, Universals] | None:
        for location in self._system.locations:
            failing = [edge.guard for edge in self._system.error_edges if edge.source == location.name]
            if not self._mark(location.name, failing, ()):
                return None
        while name := next((each for each, waiting in self._todo.items() if waiting), None):
            waiting, self._todo[name] = self._todo[name], {}
            for edge in self._system.edges_into(name):
                if not self._mark_reasons(edge, list(waiting)):
                    return None
        plain = {name: tuple(each for each in kept if isinstance(each, Term)) for name, kept in self._marked.items()}
        quantified = {
            name: tuple(each for each in kept if isinstance(each, Universal)) for name, kept in self._marked.items()
        }
        return (
            {name: terms for name, terms in plain.items() if terms},
            {name: stated for name, stated in quantified.items() if stated},
        )

    def _mark_reasons(self, edge: Edge, waiting: Sequence[Stated]) -> bool:
        memo: dict[Term, Term] = {}
        broken = [
            breaks(edge, each, memo) if isinstance(each, Universal) else not_(edge.after(each, memo))
            for each in waiting
        ]
        return self._mark(edge.source, broken, (edge.guard, *edge.update.values()))

    def _mark(self, name: str, failures: Sequence[Term], others: Sequence[Term]) -> bool:
        """Mark what at ``name`` contradicts each of ``failures`` under the guard, the first of ``others``; says whether a solver found out."""
        for failure in failures:
            self._budget.spend()
            if failure is not FALSE and not self._mark_for(name, failure, others):
                return False
        return True

    def _mark_for(self, name: str, failure: Term, others: Sequence[Term]) -> bool:
        places = index_terms((failure, *others))
        said = {each: self._said(each, places) for each in self._stated[name]}
        assumed = [self._system.location(name).domain, failure, *others[:1]]
        marked = [term for each in self._marked[name] for term in said[each]]
        core = self._core(said, marked, assumed)
        if core is None:
            return False
        new = [each for each, terms in said.items() if each not in self._marked[name] and not core.isdisjoint(terms)]
        for each in list(new) if self._minimal else ():
            others_new = [term for other in new if other is not each for term in said[other]]
            if isinstance(self._solver.check([*marked, *others_new, *assumed], purpose="reduction"), Unsat):
                new.remove(each)
        self._marked[name] |= dict.fromkeys(new)
        self._todo[name] |= dict.fromkeys(new)
        return True

    def _core(
        self, said: Mapping[Stated, Sequence[Term]], marked: Sequence[Term], assumed: Sequence[Term]
    ) -> frozenset[Term] | None:
        """Parts of what is ``said`` that with ``marked`` contradict what is ``assumed``; ``None`` if all of it does not, or a solver does not find out.

        What a model of the rest does not satisfy is added little by little: questions with all that is known, most of which does not matter, are hard.
        """
        added: dict[Term, None] = dict.fromkeys(marked)
        while True:
            self._budget.spend()
            match self._solver.check([*added, *assumed], purpose="reduction"):
                case Unsat(core):
                    return frozenset(core)
                case Sat(model):
                    values = Evaluator(model.value)
                    left = (term for terms in said.values() for term in terms if term not in added)
                    new = dict.fromkeys(islice((term for term in left if not values.value(term)), MOST_AT_ONCE))
                    if not new:
                        return None
                    added |= new
                case NoAnswer():
                    return None

    def _said(self, stated: Stated, places: Mapping[Sort, Sequence[Term]]) -> list[Term]:
        """What is assumed of ``stated`` in a question about arrays at ``places``."""
        if isinstance(stated, Universal):
            return instances_at(places, stated, self._made)
        return [] if stated is TRUE else [stated]
