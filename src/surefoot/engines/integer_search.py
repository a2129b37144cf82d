"""Search over unbounded integers for an engine on bit-vectors: a failing path is tried on the
system itself, and invariants become candidates that are repaired and proved over bit-vectors.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from surefoot.base.records import replace
from surefoot.engines.chc.integer_candidates import claim_in_bits
from surefoot.engines.ic3.lifting import lifted_states
from surefoot.engines.ic3.paths import run_along
from surefoot.engines.searches import NoDecision, claim_about, gave_up
from surefoot.engines.tasks import SystemTask
from surefoot.evidence.claims import Claim
from surefoot.invariants.integer_view import IntegerView
from surefoot.smt.contracts import NoAnswer
from surefoot.smt.registry import WITH_INTEGERS, SolverFactory
from surefoot.systems.control.runs import Run
from surefoot.systems.control.system import ControlSystem, Edge, Invariants

FailingPath: TypeAlias = tuple[Edge, ...]
"""Edges from the entry to an error."""
IntegerSearch = Callable[[ControlSystem, SolverFactory], FailingPath | Invariants | NoAnswer]
"""Search in the integer view: a failing path, invariants that exclude all errors, or neither."""


def claim_from_integers(task: SystemTask, search: IntegerSearch) -> Claim:
    """Return a claim about the system of ``task`` from ``search`` in its integer view; first with
    unbounded numbers, then with those of their types.
    """
    system, solvers = task.system, replace(task.solvers, main=WITH_INTEGERS[0])
    reason = "invariants over integers prove nothing over bit-vectors"
    for is_bounded in (False, True):
        view = IntegerView(system, is_bounded=is_bounded)
        found = search(view.system, solvers)
        if isinstance(found, NoAnswer):
            reason = found.reason
        elif isinstance(found, tuple):
            run = _run_along(system, [view.original_edge(edge) for edge in found], task.solvers)
            if run is not None and run.error is not None and run.error.is_violation:
                return claim_about(run, task.encoding, lifted_states(system, run, task.solvers, task.budget))
        else:
            claim = claim_in_bits(task, view, found)
            if claim is not None:
                return claim
    return gave_up(reason)


def _run_along(system: ControlSystem, edges: Sequence[Edge], solvers: SolverFactory) -> Run | None:
    """Return a run along ``edges``, if a solver finds one."""
    try:
        return run_along(system, edges, solvers)
    except NoDecision:
        return None
