"""Spacer as an engine (Komuravelli, Gurfinkel, Chaki, CAV 2014): the control system as Horn
clauses, solved by Z3.

A solution is an inductive invariant for each location. The main solver has to confirm it, so
that Z3 alone never both finds and certifies a proof. If Spacer answers that there is no
solution, unfoldings of growing depth are searched for a failing run, since the answer by itself
proves nothing.

With ``integers``, Spacer solves the integer view of the system, first without the ranges of its
numbers, then with them; its solutions are candidates (`integer_candidates`).
"""

from collections.abc import Iterator
from contextlib import closing
from itertools import count
from typing import ClassVar

from surefoot.base.events import BoundRaised
from surefoot.base.records import dataclass
from surefoot.discharge.system_solver import RelevantFacts, SystemSolver
from surefoot.engines.chc.integer_candidates import claim_in_bits
from surefoot.engines.contracts import Seconds
from surefoot.engines.induction.evidence import certificate, first_failure
from surefoot.engines.induction.inductive_step import InductiveStep
from surefoot.engines.searches import gave_up
from surefoot.engines.tasks import EngineTask, SystemTask
from surefoot.evidence.claims import Claim, ClaimsSafe
from surefoot.invariants.integer_view import IntegerView
from surefoot.logic import FALSE, TRUE, Term, and_
from surefoot.logic.horn import HornSystem
from surefoot.logic.transformations.cases import conjuncts_of
from surefoot.smt.contracts import NOTHING_TO_INTERPOLATE, NoAnswer
from surefoot.smt.interpolation.horn_process import horn_solution_apart
from surefoot.smt.interpolation.words import in_words
from surefoot.systems.control.system import ControlSystem, Edge
from surefoot.systems.control.unfolding import Unfolding
from surefoot.systems.horn.rules import horn_of


@dataclass(frozen=True, slots=True)
class Spacer:
    """Horn clauses over bit-vectors, solved by Z3; finds proofs, and violations if Spacer answers
    that there is no proof.
    """

    name: ClassVar[str] = "spacer"
    view: ClassVar[type[EngineTask]] = SystemTask
    integers: bool = False
    """Solve the clauses over unbounded integers; solutions are candidates that are repaired and
    checked over bit-vectors.
    """
    seconds: Seconds = 60.0
    """Seconds for a solution in integers, once without and once with the ranges of numbers."""

    def claims(self, task: SystemTask) -> Iterator[Claim]:
        """Yield one claim; see the module."""
        yield self._claim_from_integers(task) if self.integers else self._claim(task)

    def _claim(self, task: SystemTask) -> Claim:
        system, solvers, budget = task.system, task.solvers, task.budget
        horn = _horn(system)
        found = horn_solution_apart(horn.relations, horn.clauses, budget)
        budget.spend()
        if isinstance(found, NoAnswer):
            if found.reason != NOTHING_TO_INTERPOLATE:
                return gave_up(found.reason)
            return self._failure(task)
        stated = {
            name: tuple(conjuncts_of(in_words(formula))) for name, formula in found.items() if formula is not TRUE
        }
        with closing(SystemSolver(system, solvers.new())) as solver:
            step = InductiveStep(system, solver, stated)
            if not step.is_inductive() or step.holds(1) is not True:
                return gave_up(f"{solver.name} does not confirm the solution of Spacer")
            return ClaimsSafe(certificate(step, 1, budget))

    def _claim_from_integers(self, task: SystemTask) -> Claim:
        """Return the proof from a solution in integers."""
        system, budget = task.system, task.budget
        reason = "no solution over integers"
        for is_bounded in (False, True):
            view = IntegerView(system, is_bounded=is_bounded)
            horn = _horn(view.system)
            found = horn_solution_apart(horn.relations, horn.clauses, budget, seconds=self.seconds, is_guided=True)
            budget.spend()
            if isinstance(found, NoAnswer):
                reason = reason if found.reason == NOTHING_TO_INTERPOLATE else found.reason
                continue
            claim = claim_in_bits(task, view, {name: tuple(conjuncts_of(each)) for name, each in found.items()})
            if claim is not None:
                return claim
            reason = "invariants over integers prove nothing over bit-vectors"
        return gave_up(reason)

    def _failure(self, task: SystemTask) -> Claim:
        """Return the claim about the shallowest failing run."""
        system, budget = task.system, task.budget
        entry = Unfolding(system)
        with closing(SystemSolver(system, task.solvers.new())) as solver:
            for k in count(1):
                budget.spend()
                task.on_event(BoundRaised(self.name, k))
                if all(each.guard is FALSE for each in entry.arrivals(k - 1).values()):
                    break
                claim = first_failure(entry, k, solver, task.encoding)
                if claim is not None:
                    return claim
        return gave_up("Spacer reports a violation, but no run fails")


def _horn(system: ControlSystem) -> HornSystem:
    """Return ``system`` as clauses, each with the facts that matter to its edge."""

    def facts(edge: Edge) -> list[Term]:
        known = and_(system.location(edge.source).domain, edge.guard)
        return RelevantFacts(system).new_for(known, *edge.update.values())

    return horn_of(system, facts)
