"""Houdini (Flanagan and Leino, FME 2001): the largest inductive subset of candidate predicates.

The ring of the solver is tried first, for each equation with products; the solver decides the others together.

Ensures, for the invariants I_l that are kept:
    every edge from the entry to l establishes I_l, and every edge from l to m under I_l establishes I_m
"""

from collections.abc import Mapping, Sequence

from surefoot.base.budget import Budget
from surefoot.discharge.system_solver import SystemSolver
from surefoot.logic import FALSE, TRUE, Evaluator, Term, and_, not_, or_
from surefoot.smt.contracts import NoAnswer, Sat, Unsat
from surefoot.systems.control.system import NO_INVARIANTS, ControlSystem, Edge, Invariants


def inductive_subset(
    system: ControlSystem,
    guesses: Mapping[str, Sequence[Term]],
    solver: SystemSolver,
    budget: Budget,
    known: Invariants = NO_INVARIANTS,
) -> dict[str, list[Term]]:
    """``known``, and the largest subset of ``guesses`` about locations that is inductive with it; smaller where the solver gives up.

    Requires  ``known`` is inductive: nothing is asked about it
    """
    kept = {name: list(dict.fromkeys((*guesses.get(name, ()), *known.get(name, ())))) for name in system.names}
    edges = system.transitions
    pending = list(range(len(edges)))
    while pending:
        budget.spend()
        edge = edges[pending.pop(0)]
        certain = frozenset(known.get(edge.destination, ()))
        if _Step(system, edge, kept, certain, solver).drop():
            again = [number for number, each in enumerate(edges) if each.source == edge.target]
            pending.extend(number for number in again if number not in pending)
    return kept


class _Step:
    """What ``edge`` makes of the predicates in ``kept``, of which those that are ``certain`` hold after it."""

    def __init__(
        self,
        system: ControlSystem,
        edge: Edge,
        kept: dict[str, list[Term]],
        certain: frozenset[Term],
        solver: SystemSolver,
    ) -> None:
        self._system = system
        self._edge = edge
        self._kept = kept
        self._certain = certain
        self._target = edge.destination
        memo: dict[Term, Term] = {}
        self._after = {guess: edge.after(guess, memo) for guess in kept[self._target] if guess not in certain}
        self._solver = solver
        self._ring = solver.ring
        self._multiplying = [
            guess for guess, after in self._after.items() if self._ring is not None and self._ring.concerns(after)
        ]
        self._shown: dict[Term, frozenset[Term]] = {}
        """Predicates that the ring shows, with what it takes."""

    def drop(self) -> bool:
        """Remove from the target's predicates those that the edge does not establish; says whether there were any."""
        kept, target = self._kept, self._target
        dropped = False
        while True:
            assumed = self._assumed()
            self._ask_the_ring(assumed)
            open_guesses = [guess for guess in kept[target] if guess in self._after and guess not in self._shown]
            failing = or_(*(not_(self._after[guess]) for guess in open_guesses))
            formula = and_(*assumed, failing)
            if formula is FALSE:
                return dropped
            match self._solver.check([formula], purpose="invariants"):
                case Unsat():
                    return dropped
                case Sat(model):
                    evaluator = Evaluator(model.value)
                    self._keep([guess for guess in open_guesses if evaluator.value(self._after[guess])])
                case NoAnswer():
                    self._keep(self._easier(open_guesses))
            dropped = True

    def _assumed(self) -> tuple[Term, ...]:
        source = self._edge.source
        return self._edge.guard, self._system.location(source).domain, *self._kept.get(source, ())

    def _easier(self, guesses: Sequence[Term]) -> list[Term]:
        """Fewer than ``guesses``, which the solver could not decide: those without products, or else what always holds."""
        linear = [guess for guess in guesses if guess not in self._multiplying]
        return linear if len(linear) < len(guesses) else [guess for guess in guesses if self._after[guess] is TRUE]

    def _keep(self, guesses: Sequence[Term]) -> None:
        """Keep ``guesses``, what the ring shows and what is certain."""
        wanted = {*guesses, *self._shown, *self._certain}
        self._kept[self._target] = [guess for guess in self._kept[self._target] if guess in wanted]

    def _ask_the_ring(self, assumed: Sequence[Term]) -> None:
        """Find out which predicates the ring shows now; one that it showed is asked about again if what that took is gone."""
        if not self._multiplying:
            return
        here = frozenset(assumed)
        self._shown = {guess: core for guess, core in self._shown.items() if core <= here}
        for guess in self._multiplying:
            if guess in self._shown or guess not in self._kept[self._target]:
                continue
            failing = not_(self._after[guess])
            core = self._solver.ring_core(self._edge.source, (*assumed, failing))
            if core is not None:
                self._shown[guess] = frozenset(core).difference((failing,))
