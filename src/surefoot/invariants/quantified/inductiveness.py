"""Whether edges keep universals, asked one by one, and with as many bits as words need: those of the numbers of objects are mostly few."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing

from surefoot.base.budget import Budget
from surefoot.base.records import replace
from surefoot.discharge.system_solver import RelevantFacts, SystemSolver
from surefoot.invariants.quantified.houdini import assumed_on, breaks
from surefoot.logic import FALSE, Term, and_
from surefoot.logic.transformations.fewer_bits import with_fewer_bits
from surefoot.smt.contracts import Unsat
from surefoot.systems.control.system import NO_INVARIANTS, ControlSystem
from surefoot.systems.control.universals import Universal

StatedUniversals = Mapping[str, Sequence[Universal]]
"""Universals of locations, and formulas as universals that say the same about every value."""


def are_kept(
    system: ControlSystem,
    stated: StatedUniversals,
    new_solver: Callable[[ControlSystem], SystemSolver],
    budget: Budget,
) -> bool:
    """Whether a solver finds that every edge keeps all that is ``stated``; if it does not find out, they may be kept nevertheless."""
    questions = list(_questions(system, stated))
    facts = RelevantFacts(system).new_for(*questions)
    shorter = with_fewer_bits([*facts, *questions])
    if shorter is not None:
        facts, questions = shorter[: len(facts)], shorter[len(facts) :]
    with closing(new_solver(replace(system, facts=()))) as solver:
        for fact in facts:
            solver.add(fact)
        for question in questions:
            budget.spend()
            if not isinstance(solver.check([question], purpose="universals"), Unsat):
                return False
    return True


def _questions(system: ControlSystem, stated: StatedUniversals) -> Iterator[Term]:
    """What no run may satisfy."""
    for edge in system.transitions:
        memo: dict[Term, Term] = {}
        for each in stated.get(edge.destination, ()):
            broken = breaks(edge, each, memo)
            if broken is not FALSE:
                yield and_(broken, *assumed_on(system, edge, NO_INVARIANTS, stated.get(edge.source, ()), [broken]))
