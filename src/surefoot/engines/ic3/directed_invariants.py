"""Invariants that a short IC3 search adds to those of templates."""

from contextlib import suppress

from surefoot.base.errors import OutOfBudget
from surefoot.base.records import replace
from surefoot.engines.ic3.search import property_directed
from surefoot.engines.induction.strengthening import Strengthening
from surefoot.engines.limits import LIMITS
from surefoot.invariants.quantified.instances import chosen_instances
from surefoot.systems.control.quantified import Instantiated
from surefoot.systems.control.runs import Run
from surefoot.systems.control.system import Invariants


def directed_invariants(strengthening: Strengthening, known: Invariants, seconds: float) -> Invariants | Run | None:
    """Return invariants with which step(1) holds, ``known`` among them, or a run that fails;
    ``None`` after ``seconds``.

    With quantified invariants, which no other engine has, the search takes at least
    `quantified_search_seconds` seconds.
    """
    task, quantified = strengthening.task, strengthening.known.quantified
    share = task.budget.at_most_work(max(seconds, LIMITS.quantified_search_seconds) if quantified else seconds)
    instantiated = Instantiated(task.system, quantified, chosen_instances)
    found = None
    with suppress(OutOfBudget):
        solvers = replace(task.solvers, budget=share)
        found = property_directed(instantiated.system, known, solvers, share, with_ring=strengthening.with_ring)
    task.budget.spend()
    if found is None:
        return None
    if isinstance(found, Run):
        return instantiated.original_run(found)
    return {name: (*known.get(name, ()), *found.get(name, ())) for name in task.system.names}
