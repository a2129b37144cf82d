"""Ranks as a safety problem: a system that fails where a rank does not decrease, decided by
k-induction.
"""

from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.base.records import replace
from surefoot.engines.board import Board
from surefoot.engines.kind.engine import KInduction
from surefoot.engines.tasks import SystemTask
from surefoot.engines.termination.ranks import Ranks, components_of, decreases
from surefoot.evidence.certificates import KInductive
from surefoot.evidence.claims import ClaimsSafe
from surefoot.logic import and_, not_
from surefoot.program.statements import CheckKind
from surefoot.systems.control.system import ControlSystem, Edge, Error


def ranked(system: ControlSystem, ranks: Ranks) -> ControlSystem:
    """Return the system that fails where an edge inside a component does not decrease its rank."""
    inside = {id(edge) for _, edges in components_of(system) for edge in edges}
    edges: list[Edge] = []
    for edge in system.edges:
        if id(edge) not in inside:
            edges.append(edge)
            continue
        falls = decreases(ranks, edge)
        text = f"rank on the way to {edge.destination}"
        error = Error(
            CheckKind.NON_TERMINATION, text, system.location(edge.source).span, edge.source, is_violation=True
        )
        edges += [replace(edge, guard=and_(edge.guard, falls)), Edge(edge.source, error, and_(edge.guard, not_(falls)))]
    return replace(system, edges=tuple(edges))


def proof_of(task: SystemTask, ranks: Ranks, seconds: float, budget: Budget) -> KInductive | None:
    """Return a proof that `ranks` decrease and that no run fails a check; `None` if none is found
    in `seconds`.
    """
    share = budget.at_most_work(seconds)
    system = ranked(task.system, ranks)
    encoding = replace(task.encoding, system=system)  # type: ignore[type-var]  # encodings are records
    solvers = replace(task.solvers, budget=share)
    own = replace(task, encoding=encoding, budget=share, solvers=solvers, board=Board())
    try:
        for claim in KInduction(search=False).claims(own):
            if isinstance(claim, ClaimsSafe) and isinstance(claim.certificate, KInductive):
                return claim.certificate
    except OutOfBudget:
        budget.spend()
    return None
