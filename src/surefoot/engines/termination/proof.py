"""Ranks as a safety problem: a system that fails where a rank does not decrease, decided by
k-induction, or by a proof of the other checks where queries have shown that the rank decreases.
"""

from collections.abc import Collection
from contextlib import closing

from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.base.records import dataclass, replace
from surefoot.discharge.system_solver import SystemSolver
from surefoot.engines.board import Board
from surefoot.engines.limits import LIMITS
from surefoot.engines.tasks import SystemTask
from surefoot.engines.termination.ranks import Ranks, components_of, decide_by, decreases
from surefoot.evidence.certificates import KInductive
from surefoot.evidence.claims import ClaimsSafe
from surefoot.logic import and_, not_
from surefoot.program.statements import CheckKind
from surefoot.smt.contracts import Unsat
from surefoot.smt.registry import SOLVERS
from surefoot.systems.control.system import ControlSystem, Edge, Error, Invariants


def ranked(system: ControlSystem, ranks: Ranks, cut: Collection[str] = ()) -> ControlSystem:
    """Return the system that fails where an edge inside a component of the locations other than
    `cut` does not decrease its rank.
    """
    inside = {id(edge) for _, edges in components_of(system, cut) for edge in edges}
    edges: list[Edge] = []
    for edge in system.edges:
        if id(edge) not in inside:
            edges.append(edge)
            continue
        falls = decreases(system, ranks, edge)
        text = f"rank on the way to {edge.destination}"
        error = Error(
            CheckKind.NON_TERMINATION, text, system.location(edge.source).span, edge.source, is_violation=True
        )
        edges += [replace(edge, guard=and_(edge.guard, falls)), Edge(edge.source, error, and_(edge.guard, not_(falls)))]
    return replace(system, edges=tuple(edges))


@dataclass(frozen=True, slots=True)
class Decreasing:
    """Evidence that ranks decrease on each edge under `invariants`, by queries to `solvers`."""

    invariants: Invariants
    solvers: frozenset[str]


def proof_of(
    task: SystemTask,
    ranks: Ranks,
    decreasing: Decreasing | None,
    seconds: float,
    budget: Budget,
    cut: Collection[str] = (),
) -> KInductive | None:
    """Return a proof that `ranks` decrease between the locations other than `cut`, and that no run
    fails a check; `None` if none is found in `seconds`.
    """
    share = budget.at_most_work(seconds)
    own = replace(task, budget=share, solvers=replace(task.solvers, budget=share), board=Board())
    try:
        found = None if decreasing is None else _assembled(own, ranks, decreasing, cut)
        if found is not None:
            return found
        encoding = replace(task.encoding, system=ranked(task.system, ranks, cut))  # type: ignore[type-var]  # encodings are records
        return _by_induction(replace(own, encoding=encoding))
    except OutOfBudget:
        budget.spend()
        return None


def _by_induction(task: SystemTask) -> KInductive | None:
    """Return a proof by k-induction that no run of the system fails a check."""
    from surefoot.engines.induction.engine import KInduction  # most ranks need no invariants

    for claim in KInduction(LIMITS.portfolio_k, search=False).claims(task):
        if isinstance(claim, ClaimsSafe) and isinstance(claim.certificate, KInductive):
            return claim.certificate
    return None


def _assembled(task: SystemTask, ranks: Ranks, decreasing: Decreasing, cut: Collection[str]) -> KInductive | None:
    """Return a proof from invariants under which `ranks` decrease, and a proof that excludes the
    failures of other checks.

    One solver decides all queries, so that the others can confirm the proof.
    """
    system, solvers = task.system, task.solvers
    if not system.errors:
        others: KInductive | None = KInductive(1, {}, solvers.main)
    else:
        others = _by_induction(task)
    if others is None or others.k != 1 or others.loop_wise or others.simple_paths:
        return None
    names = {*decreasing.invariants, *others.invariants}
    invariants = {
        name: tuple(dict.fromkeys((*decreasing.invariants.get(name, ()), *others.invariants.get(name, ()))))
        for name in names
    }
    finders = [solvers.main]
    if not system.errors and not any(invariants.values()):
        finders += sorted(decreasing.solvers.intersection(SOLVERS).difference(finders))
    formulas = [
        and_(edge.guard, *system.assumption(edge.source, invariants), not_(decreases(system, ranks, edge)))
        for _, edges in components_of(system, cut)
        for edge in edges
    ]
    for finder in finders:
        is_last = finder == finders[-1]
        limit = task.budget if is_last else task.budget.at_most(LIMITS.rank_query_seconds)
        if all(isinstance(decide_by(finder, each, system, solvers, limit), Unsat) for each in formulas):
            proof = replace(others, invariants=invariants, solver=finder)
            return _reduced(proof, ranked(system, ranks, cut), task) if any(invariants.values()) else proof
    return None


def _reduced(proof: KInductive, system: ControlSystem, task: SystemTask) -> KInductive:
    """Return `proof` about `system` with fewer invariants; `proof` itself if no smaller one is found."""
    from surefoot.engines.induction.inductive_step import InductiveStep
    from surefoot.engines.induction.strengthening import needed_invariants

    with closing(SystemSolver(system, task.solvers.new())) as solver:
        step = InductiveStep(system, solver, proof.invariants, proof.lemmas, quantified=proof.quantified)
        found, quantified = needed_invariants(step, 1, task.budget.at_most_work(LIMITS.reduction_seconds))
    return replace(proof, invariants=found, quantified=quantified)
