"""Reduction of a proof with quantified invariants to what unsatisfiable cores mention, from the
errors backwards.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from surefoot.base.budget import Budget
from surefoot.discharge.system_solver import SystemSolver
from surefoot.invariants.limits import LIMITS
from surefoot.invariants.quantified.houdini import violates
from surefoot.invariants.quantified.instances import KnownInstances, instances_at
from surefoot.invariants.reduction import closed_under_reasons
from surefoot.logic import FALSE, TRUE, Evaluator, Sort, Term, not_
from surefoot.smt.contracts import NoAnswer, Sat, Unsat
from surefoot.systems.control.quantified import QuantifiedInvariant, QuantifiedInvariants, index_terms
from surefoot.systems.control.system import ControlSystem, Invariants

_Formula = Term | QuantifiedInvariant
_Part = tuple[str, _Formula]
_Goal = tuple[str, Term, tuple[Term, ...]]
"""A location, a failure that its invariants must contradict, and the terms of the edge on which it
happens, its guard first.
"""


def needed_for_proof(
    system: ControlSystem,
    invariants: Invariants,
    quantified: QuantifiedInvariants,
    solver: SystemSolver,
    budget: Budget,
    *,
    minimal: bool = False,
) -> tuple[Invariants, QuantifiedInvariants] | None:
    """Return parts of `invariants` and `quantified` that are inductive and exclude every error;
    `None` if that is not shown.

    With `minimal`, every core is reduced part by part: for systems whose queries are easy.
    """
    reduction = _Reduction(system, invariants, quantified, solver, budget, minimal=minimal)
    found = closed_under_reasons(reduction.failures(), reduction.reasons, reduction.goals_of, reduction.next_location)
    if found is None:
        return None
    plain: dict[str, tuple[Term, ...]] = {}
    kept: dict[str, tuple[QuantifiedInvariant, ...]] = {}
    for location in system.locations:
        name = location.name
        own = [each for at, each in found if at == name]
        plain[name] = tuple(each for each in own if isinstance(each, Term))
        kept[name] = tuple(each for each in own if isinstance(each, QuantifiedInvariant))
    return {name: own for name, own in plain.items() if own}, {name: own for name, own in kept.items() if own}


class _Reduction:
    """Queries of the reduction; quantified invariants are assumed as instances."""

    def __init__(
        self,
        system: ControlSystem,
        invariants: Invariants,
        quantified: QuantifiedInvariants,
        solver: SystemSolver,
        budget: Budget,
        *,
        minimal: bool,
    ) -> None:
        self._system = system
        self._minimal = minimal
        self._instances: KnownInstances = {}
        self._solver = solver
        self._budget = budget
        self._names = [location.name for location in system.locations]
        self._known: dict[str, tuple[_Formula, ...]] = {
            name: (*invariants.get(name, ()), *quantified.get(name, ())) for name in self._names
        }

    def failures(self) -> Iterator[_Goal]:
        """Yield the failures of each location."""
        for name in self._names:
            for edge in self._system.error_edges:
                if edge.source == name:
                    yield name, edge.guard, ()

    def next_location(self, waiting: dict[_Part, None]) -> list[_Part]:
        """Remove and return the parts of one location."""
        name = next(name for name in self._names if any(at == name for at, _ in waiting))
        own = [part for part in waiting if part[0] == name]
        for part in own:
            del waiting[part]
        return own

    def goals_of(self, parts: Sequence[_Part]) -> Iterator[_Goal]:
        """Yield the steps that would violate one of `parts`, which are of one location."""
        for edge in self._system.edges_into(parts[0][0]):
            memo: dict[Term, Term] = {}
            failures = [
                violates(edge, each, memo) if isinstance(each, QuantifiedInvariant) else not_(edge.after(each, memo))
                for _, each in parts
            ]
            for failure in failures:
                yield edge.source, failure, (edge.guard, *edge.update.values())

    def reasons(self, goal: _Goal, marked: Mapping[_Part, None]) -> list[_Part] | None:
        """Return invariants that contradict `goal` together with those that are `marked`."""
        name, failure, others = goal
        self._budget.spend()
        if failure is FALSE:
            return []
        places = index_terms((failure, *others))
        assumed_by = {each: self._assumptions(each, places) for each in self._known[name]}
        assumed = [self._system.location(name).domain, failure, *others[:1]]
        own = [each for at, each in marked if at == name]
        before = [term for each in own for term in assumed_by[each]]
        core = self._core(assumed_by, before, assumed)
        if core is None:
            return None
        new = [each for each, terms in assumed_by.items() if (name, each) not in marked and not core.isdisjoint(terms)]
        for each in list(new) if self._minimal else ():
            rest = [term for other in new if other is not each for term in assumed_by[other]]
            if isinstance(self._solver.check([*before, *rest, *assumed], purpose="reduction"), Unsat):
                new.remove(each)
        return [(name, each) for each in new]

    def _core(
        self, assumed_by: Mapping[_Formula, Sequence[Term]], before: Sequence[Term], assumed: Sequence[Term]
    ) -> frozenset[Term] | None:
        """Return assumptions that with `before` contradict `assumed`; `None` if there are none, or
        the solver gives up.

        A few that the model violates are added at a time: queries with all of them, most of which
        are irrelevant, are hard.
        """
        added: dict[Term, None] = dict.fromkeys(before)
        while True:
            self._budget.spend()
            match self._solver.check([*added, *assumed], purpose="reduction"):
                case Unsat(core):
                    return frozenset(core)
                case Sat(model):
                    values = Evaluator(model.value)
                    left = (term for terms in assumed_by.values() for term in terms if term not in added)
                    violated = (term for term in left if not values.value(term))
                    new = dict.fromkeys(islice(violated, LIMITS.violated_per_query))
                    if not new:
                        return None
                    added |= new
                case NoAnswer():
                    return None

    def _assumptions(self, formula: _Formula, places: Mapping[Sort, Sequence[Term]]) -> list[Term]:
        """Return what is assumed of `formula` in a query that accesses arrays at `places`."""
        if isinstance(formula, QuantifiedInvariant):
            return instances_at(places, formula, self._instances)
        return [] if formula is TRUE else [formula]
