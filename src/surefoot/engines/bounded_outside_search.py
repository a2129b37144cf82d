"""Bounded search for violations where pointers from outside the program point to memory.

Each such pointer has an object of its own (`semantics.memory.outside`), so that no run is missing
only because a function without a body returns no valid pointer. Runs with other aliases are
missing: the search proves nothing.
"""

from collections.abc import Iterator
from contextlib import closing

from surefoot.base.text import iterations
from surefoot.engines.searches import gave_up
from surefoot.engines.tasks import ProgramTask
from surefoot.evidence.claims import Claim, ClaimsUnsafe, GaveUp, Why
from surefoot.logic import FALSE, or_
from surefoot.program.properties import UNREACH_CALL
from surefoot.semantics.memory.addresses import AddressFacts
from surefoot.semantics.symbolic.trace_reading import read_trace
from surefoot.semantics.symbolic.unrolling import Unrolling
from surefoot.smt.contracts import NoAnswer, Sat, Unsat


def search_with_outside_memory(task: ProgramTask, bounds: Iterator[int], most: int) -> Claim:
    """Return a violation within one of ``bounds``, up to ``most`` unless that is 0."""
    goal = task.goal
    if not goal.checked.violations <= UNREACH_CALL.violations:
        return GaveUp(Why.UNSUPPORTED, f"memory outside the program is assumed for {UNREACH_CALL.name} only", "")
    unrolling = Unrolling(goal.program, goal.checked, plain_accesses_only=True, has_outside_memory=True)
    facts = AddressFacts(unrolling.book)
    queried = 0
    with closing(task.solvers.new()) as solver:
        for bound in bounds:
            if most and bound > most:
                break
            unrolling.extend(bound, task.budget)
            reached = unrolling.reached_checks[queried:]
            queried = len(unrolling.reached_checks)
            formula = or_(*(each.failure for each in reached if goal.is_violation_at(each.site)))
            if formula is not FALSE:
                for fact in facts.facts_for(formula):
                    solver.add(fact)
                match solver.check([formula], purpose="base case with outside memory"):
                    case Sat(model):
                        known = (formula, *facts.facts)
                        return ClaimsUnsafe(
                            read_trace(unrolling.program, unrolling.book, unrolling.choices, model, known)
                        )
                    case Unsat():
                        pass
                    case NoAnswer(reason):
                        return gave_up(reason)
            if not unrolling.frontier:
                break
    within = iterations(unrolling.bound)
    return GaveUp(Why.BOUND, f"no violation within {within}, with memory outside the program", "")
