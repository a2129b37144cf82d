"""Houdini for universals: the largest inductive subset, as far as the chosen instances show it.

Ensures, for what is kept, with invariants I_l and instances of the universals U_l that are kept at l:
    every edge from l to m under I_l and the instances establishes the body of each universal kept at m for a symbol that is mentioned nowhere else
"""

from collections.abc import Mapping, Sequence

from surefoot.base.budget import Budget
from surefoot.discharge.system_solver import SystemSolver
from surefoot.invariants.quantified.instances import KnownInstances, chosen_instances
from surefoot.logic import FALSE, Evaluator, Term, not_, or_
from surefoot.smt.contracts import NoAnswer, Sat, Unsat
from surefoot.systems.control.system import ControlSystem, Edge, Invariants
from surefoot.systems.control.universals import Universal, Universals, any_value

AT_ONCE = 8
"""How many universals one question is about."""
NOTHING: Universals = {}


def inductive_universals(
    system: ControlSystem,
    known: Invariants,
    guesses: Mapping[str, Sequence[Universal]],
    solver: SystemSolver,
    budget: Budget,
    settled: Universals = NOTHING,
) -> dict[str, tuple[Universal, ...]]:
    """The largest subset of ``guesses`` that, with ``settled``, is inductive under ``known``; smaller where the solver gives up. ``settled`` is part of the result.

    Requires  ``known`` is inductive, and so is ``settled`` under it
    """
    return _Houdini(system, known, guesses, settled, solver, budget).result()


def breaks(edge: Edge, universal: Universal, memo: dict[Term, Term]) -> Term:
    """What has to be false for ``edge`` to establish ``universal``, without what is assumed."""
    return not_(edge.after(universal.at(any_value(universal.bound.sort)), memo))


def are_inductive(system: ControlSystem, known: Invariants, universals: Universals, solver: SystemSolver) -> bool:
    """Whether ``solver`` finds every edge to establish the universals of its target under ``known`` and instances of those of its source."""
    for edge in system.transitions:
        memo: dict[Term, Term] = {}
        broken = [breaks(edge, each, memo) for each in universals.get(edge.destination, ())]
        assumed = assumed_on(system, edge, known, universals.get(edge.source, ()), broken)
        if not isinstance(solver.check([*assumed, or_(*broken)], purpose="universals"), Unsat):
            return False
    return True


def assumed_on(
    system: ControlSystem,
    edge: Edge,
    known: Invariants,
    universals: Sequence[Universal],
    broken: Sequence[Term],
    made: KnownInstances | None = None,
) -> list[Term]:
    """What a question about runs over ``edge`` that satisfy ``broken`` may assume: its guard, ``known``, and instances of ``universals``. What is ``made`` is used and extended."""
    instances = chosen_instances(universals, (*broken, edge.guard, *edge.update.values()), made)
    return [edge.guard, *system.assumption(edge.source, known), *instances]


class _Houdini:
    def __init__(
        self,
        system: ControlSystem,
        known: Invariants,
        guesses: Mapping[str, Sequence[Universal]],
        settled: Universals,
        solver: SystemSolver,
        budget: Budget,
    ) -> None:
        self._made: KnownInstances = {}
        self._system = system
        self._known = known
        self._solver = solver
        self._budget = budget
        self._settled = {name: frozenset(stated) for name, stated in settled.items()}
        self._kept = {
            name: list(dict.fromkeys((*settled.get(name, ()), *guesses.get(name, ())))) for name in system.names
        }

    def result(self) -> dict[str, tuple[Universal, ...]]:
        edges = self._system.transitions
        pending = list(range(len(edges)))
        while pending:
            edge = edges[pending.pop(0)]
            if self._drop(edge):
                again = [number for number, each in enumerate(edges) if each.source == edge.target]
                pending.extend(number for number in again if number not in pending)
        return {name: tuple(kept) for name, kept in self._kept.items() if kept}

    def _drop(self, edge: Edge) -> bool:
        """Remove from the target's universals those that the edge does not establish; says whether there were any."""
        target = edge.destination
        memo: dict[Term, Term] = {}
        settled = self._settled.get(target, frozenset())
        broken = {each: breaks(edge, each, memo) for each in self._kept[target] if each not in settled}
        dropped = False
        waiting = [each for each, formula in broken.items() if formula is not FALSE]
        while waiting:
            self._budget.spend()
            asked = waiting[:AT_ONCE]
            failing = or_(*(broken[each] for each in asked))
            others = [broken[each] for each in waiting]  # a model is to refute them, too
            assumed = assumed_on(self._system, edge, self._known, self._kept.get(edge.source, ()), others, self._made)
            match self._solver.check([failing, *assumed], purpose="universals"):
                case Unsat():
                    refuted = []
                case Sat(model):
                    values = Evaluator(model.value)
                    refuted = [each for each in waiting if values.value(broken[each])]
                case NoAnswer():
                    refuted = asked
            if refuted:
                dropped = True
                gone = set(refuted)
                self._kept[target] = [each for each in self._kept[target] if each not in gone]
                waiting = [each for each in waiting if each not in gone]
            else:
                waiting = waiting[len(asked) :]
        return dropped
