"""Houdini (Flanagan and Leino, FME 2001): the largest inductive subset of candidate predicates.

`drop_until_stable` is the algorithm. What one step drops is decided in three places, because the
queries differ:

* here for formulas along the edges of a control system, all candidates of an edge in one query;
* in `surefoot.invariants.quantified.houdini` for quantified candidates, a few in one query, under
  chosen instances;
* in `surefoot.invariants.horn.houdini` for Horn clauses, whose candidates are chains of ever weaker
  formulas.

Ensures, for the invariants I_l that are kept: every edge from the entry to l establishes I_l, and
  every edge from l to m under I_l establishes I_m
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from surefoot.base.budget import Budget
from surefoot.discharge.system_solver import SystemSolver
from surefoot.logic import FALSE, TRUE, Evaluator, Term, and_, not_, or_
from surefoot.smt.contracts import NoAnswer, Sat, Unsat
from surefoot.systems.control.system import NO_INVARIANTS, ControlSystem, Edge, Invariants

_Step = TypeVar("_Step")


def drop_until_stable(
    steps: Sequence[_Step], drop: Callable[[_Step], bool], depends: Callable[[_Step, _Step], bool]
) -> None:
    """Drop candidates until every one of `steps` establishes those that are left.

    `drop` removes the candidates that a step does not establish and returns whether there were any;
    then the steps that assumed them, ``depends(each, step)``, are due again.
    """
    pending = list(range(len(steps)))
    while pending:
        step = steps[pending.pop(0)]
        if drop(step):
            again = [number for number, each in enumerate(steps) if depends(each, step)]
            pending.extend(number for number in again if number not in pending)


def starts_at_target(later: Edge, edge: Edge) -> bool:
    """Return whether `later` assumes what `edge` establishes."""
    return later.source == edge.target


def inductive_subset(
    system: ControlSystem,
    candidates: Mapping[str, Sequence[Term]],
    solver: SystemSolver,
    budget: Budget,
    known: Invariants = NO_INVARIANTS,
    left: dict[str, list[Term]] | None = None,
) -> dict[str, list[Term]]:
    """Return `known`, and the largest subset of `candidates` that is inductive with it; smaller
    where the solver gives up.

    `left` receives the candidates that are not dropped, also where the budget ends before they are
    shown to be inductive. Equations with products are checked by the ring of the solver first, one
    by one.
    Requires: `known` is inductive; it is not checked.
    """
    kept = {} if left is None else left
    kept |= {name: list(dict.fromkeys((*candidates.get(name, ()), *known.get(name, ())))) for name in system.names}

    def drop(edge: Edge) -> bool:
        budget.spend()
        certain = frozenset(known.get(edge.destination, ()))
        return _EdgeCheck(system, edge, kept, certain, solver, budget).drop()

    drop_until_stable(system.transitions, drop, starts_at_target)
    return kept


class _EdgeCheck:
    """Check of the candidates in `kept` at the target of `edge`; those that are `certain` hold
    after it.
    """

    def __init__(
        self,
        system: ControlSystem,
        edge: Edge,
        kept: dict[str, list[Term]],
        certain: frozenset[Term],
        solver: SystemSolver,
        budget: Budget,
    ) -> None:
        self._system = system
        self._edge = edge
        self._kept = kept
        self._certain = certain
        self._target = edge.destination
        memo: dict[Term, Term] = {}
        self._after = {
            candidate: edge.after(candidate, memo) for candidate in kept[self._target] if candidate not in certain
        }
        self._solver = solver
        self._budget = budget
        self._ring = solver.ring
        self._multiplying = [
            candidate
            for candidate, after in self._after.items()
            if self._ring is not None and self._ring.concerns(after)
        ]
        self._proved: dict[Term, frozenset[Term]] = {}
        """Candidates that the ring proves, each with the assumptions that the proof uses."""

    def drop(self) -> bool:
        """Drop the candidates that the edge does not establish, and return whether there were any."""
        kept, target = self._kept, self._target
        dropped = False
        while True:
            assumed = self._assumed()
            self._prove_by_ring(assumed)
            open_candidates = [
                candidate for candidate in kept[target] if candidate in self._after and candidate not in self._proved
            ]
            failing = or_(*(not_(self._after[candidate]) for candidate in open_candidates))
            if and_(*assumed, failing) is FALSE:
                return dropped
            match self._solver.check([*assumed, failing], purpose="invariants"):
                case Unsat():
                    return dropped
                case Sat(model):
                    evaluator = Evaluator(model.value)
                    self._keep([candidate for candidate in open_candidates if evaluator.value(self._after[candidate])])
                case NoAnswer():
                    self._budget.spend()  # a query cut short by the end of the budget decides nothing
                    self._keep(self._easier(open_candidates))
            dropped = True

    def _assumed(self) -> tuple[Term, ...]:
        source = self._edge.source
        return self._edge.guard, self._system.location(source).domain, *self._kept.get(source, ())

    def _easier(self, candidates: Sequence[Term]) -> list[Term]:
        """Return those of the undecided `candidates` without products; if all are, those that are
        valid.
        """
        linear = [candidate for candidate in candidates if candidate not in self._multiplying]
        return (
            linear
            if len(linear) < len(candidates)
            else [candidate for candidate in candidates if self._after[candidate] is TRUE]
        )

    def _keep(self, candidates: Sequence[Term]) -> None:
        """Drop all but `candidates`, those that the ring proves, and those that are certain."""
        wanted = {*candidates, *self._proved, *self._certain}
        self._kept[self._target] = [candidate for candidate in self._kept[self._target] if candidate in wanted]

    def _prove_by_ring(self, assumed: Sequence[Term]) -> None:
        """Update the candidates that the ring proves; a proof is repeated if an assumption of it
        was dropped.
        """
        if not self._multiplying:
            return
        here = frozenset(assumed)
        self._proved = {candidate: core for candidate, core in self._proved.items() if core <= here}
        for candidate in self._multiplying:
            if candidate in self._proved or candidate not in self._kept[self._target]:
                continue
            failing = not_(self._after[candidate])
            core = self._solver.ring_core(self._edge.source, (*assumed, failing))
            if core is not None:
                self._proved[candidate] = frozenset(core).difference((failing,))
