"""Houdini for quantified candidates: the largest subset that is shown to be inductive by chosen
instances.

Ensures, for what is kept, with invariants I_l and instances of the quantified invariants Q_l that
  are kept at l: every edge from l to m under I_l and the instances establishes the body of each of
  Q_m for a fresh symbol
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing

from surefoot.base.budget import Budget
from surefoot.base.records import replace
from surefoot.discharge.system_solver import RelevantFacts, SystemSolver
from surefoot.invariants.houdini import drop_until_stable, starts_at_target
from surefoot.invariants.limits import LIMITS
from surefoot.invariants.quantified.instances import KnownInstances, chosen_instances
from surefoot.invariants.source import NewSolver
from surefoot.logic import FALSE, Evaluator, Term, and_, not_, or_
from surefoot.logic.transformations.fewer_bits import with_fewer_bits
from surefoot.smt.contracts import NoAnswer, Sat, Unsat
from surefoot.systems.control.quantified import QuantifiedInvariant, QuantifiedInvariants, any_value
from surefoot.systems.control.system import NO_INVARIANTS, ControlSystem, Edge, Invariants

NOTHING: QuantifiedInvariants = {}
QuantifiedCandidates = Mapping[str, Sequence[QuantifiedInvariant]]
"""Quantified candidates of locations; plain formulas among them do not mention the bound symbol."""


def inductive_quantified(
    system: ControlSystem,
    known: Invariants,
    candidates: QuantifiedCandidates,
    solver: SystemSolver,
    budget: Budget,
    certain: QuantifiedInvariants = NOTHING,
) -> dict[str, tuple[QuantifiedInvariant, ...]]:
    """Return `certain`, and the largest subset of `candidates` that with it is inductive under
    `known`.

    It is smaller where the solver gives up.
    Requires: `known` is inductive, and so is `certain` under it.
    """
    return _Houdini(system, known, candidates, certain, solver, budget).result()


def violates(edge: Edge, quantified: QuantifiedInvariant, memo: dict[Term, Term]) -> Term:
    """Return the formula that `edge` leads to a state in which `quantified` fails for a fresh
    symbol; without the guard.
    """
    return not_(edge.after(quantified.at(any_value(quantified.bound.sort)), memo))


def are_inductive(
    system: ControlSystem, known: Invariants, quantified: QuantifiedInvariants, solver: SystemSolver
) -> bool:
    """Return whether `solver` shows that every edge establishes `quantified` under `known` and
    instances at its source.
    """
    for edge in system.transitions:
        memo: dict[Term, Term] = {}
        violated = [violates(edge, each, memo) for each in quantified.get(edge.destination, ())]
        assumed = assumed_on(system, edge, known, quantified.get(edge.source, ()), violated)
        if not isinstance(solver.check([*assumed, or_(*violated)], purpose="quantified invariants"), Unsat):
            return False
    return True


def are_inductive_narrowed(
    system: ControlSystem, quantified: QuantifiedCandidates, new_solver: NewSolver, budget: Budget
) -> bool:
    """Return whether a solver shows that every edge establishes `quantified`, one query for each,
    in as few bits as suffice.
    """
    queries = list(_queries(system, quantified))
    facts = RelevantFacts(system).new_for(*queries)
    shorter = with_fewer_bits([*facts, *queries])
    if shorter is not None:
        facts, queries = shorter[: len(facts)], shorter[len(facts) :]
    with closing(new_solver(replace(system, facts=()))) as solver:
        for fact in facts:
            solver.add(fact)
        for query in queries:
            budget.spend()
            if not isinstance(solver.check([query], purpose="quantified invariants"), Unsat):
                return False
    return True


def _queries(system: ControlSystem, quantified: QuantifiedCandidates) -> Iterator[Term]:
    """Yield the formulas that must be unsatisfiable."""
    for edge in system.transitions:
        memo: dict[Term, Term] = {}
        for each in quantified.get(edge.destination, ()):
            violated = violates(edge, each, memo)
            if violated is not FALSE:
                assumed = assumed_on(system, edge, NO_INVARIANTS, quantified.get(edge.source, ()), [violated])
                yield and_(violated, *assumed)


def assumed_on(
    system: ControlSystem,
    edge: Edge,
    known: Invariants,
    quantified: Sequence[QuantifiedInvariant],
    violated: Sequence[Term],
    instances: KnownInstances | None = None,
) -> list[Term]:
    """Return the assumptions of a query about `violated` on `edge`: its guard, `known`, and
    instances of `quantified`.

    `instances` that are known already are used, and extended.
    """
    chosen = chosen_instances(quantified, (*violated, edge.guard, *edge.update.values()), instances)
    return [edge.guard, *system.assumption(edge.source, known), *chosen]


class _Houdini:
    """The candidates that are left."""

    def __init__(
        self,
        system: ControlSystem,
        known: Invariants,
        candidates: QuantifiedCandidates,
        certain: QuantifiedInvariants,
        solver: SystemSolver,
        budget: Budget,
    ) -> None:
        self._instances: KnownInstances = {}
        self._system = system
        self._known = known
        self._solver = solver
        self._budget = budget
        self._certain = {name: frozenset(own) for name, own in certain.items()}
        self._kept = {
            name: list(dict.fromkeys((*certain.get(name, ()), *candidates.get(name, ())))) for name in system.names
        }

    def result(self) -> dict[str, tuple[QuantifiedInvariant, ...]]:
        """Return the largest subset that is inductive."""
        drop_until_stable(self._system.transitions, self._drop, starts_at_target)
        return {name: tuple(kept) for name, kept in self._kept.items() if kept}

    def _drop(self, edge: Edge) -> bool:
        """Drop the candidates that the edge does not establish, and return whether there were any."""
        target = edge.destination
        memo: dict[Term, Term] = {}
        certain = self._certain.get(target, frozenset())
        violated = {each: violates(edge, each, memo) for each in self._kept[target] if each not in certain}
        dropped = False
        waiting = [each for each, formula in violated.items() if formula is not FALSE]
        together = LIMITS.quantified_per_query
        alone = 0  # candidates that are queried one by one, after a query about several had no answer
        while waiting:
            self._budget.spend()
            asked = waiting[: 1 if alone else together]
            failing = or_(*(violated[each] for each in asked))
            others = [violated[each] for each in waiting]  # a model is to refute them, too
            source = self._kept.get(edge.source, ())
            assumed = assumed_on(self._system, edge, self._known, source, others, self._instances)
            match self._solver.check([failing, *assumed], purpose="quantified invariants"):
                case Unsat():
                    refuted = []
                case Sat(model):
                    values = Evaluator(model.value)
                    refuted = [each for each in waiting if values.value(violated[each])]
                case NoAnswer() if len(asked) > 1:
                    alone = len(asked)
                    continue
                case NoAnswer():
                    refuted = asked
            alone = max(0, alone - 1)
            if refuted:
                dropped = True
                gone = set(refuted)
                self._kept[target] = [each for each in self._kept[target] if each not in gone]
                waiting = [each for each in waiting if each not in gone]
            else:
                waiting = waiting[len(asked) :]
        return dropped
