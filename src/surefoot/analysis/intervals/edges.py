"""Abstract values after an edge of a control system."""

from surefoot.analysis.intervals.evaluation import AbstractEnvironment, Allowance, Evaluation
from surefoot.analysis.intervals.refinement import assume
from surefoot.logic import Term
from surefoot.systems.control.system import ControlSystem, Edge

MOST_EFFORT = 5_000
"""How many terms of an edge are looked at for precision alone."""


def over_edge(system: ControlSystem, edge: Edge, known: AbstractEnvironment) -> Evaluation | None:
    """What terms over the source and the inputs of ``edge`` can be where it is passed and ``known`` holds before; ``None`` if it cannot be passed."""
    effort = Allowance(MOST_EFFORT)
    at_source = assume(known, system.location(edge.source).domain, effort, holds=True)
    passing = None if at_source is None else assume(at_source, edge.guard, effort, holds=True)
    if passing is None:
        return None

    def split(environment: AbstractEnvironment, condition: Term, holds: bool) -> AbstractEnvironment | None:  # noqa: FBT001
        return assume(environment, condition, effort, holds=holds)

    return Evaluation(passing, effort, split)
