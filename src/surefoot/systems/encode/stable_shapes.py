"""Fixpoint of shapes: execution from every point whose shape changed, until no arrival changes a
shape.
"""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from typing import TypeVar

from surefoot.base.budget import Budget
from surefoot.semantics.symbolic.state import State
from surefoot.systems.encode.refinement import NoFiniteShape
from surefoot.systems.encode.shapes import Shapes

_Point = TypeVar("_Point", bound=Hashable)


def stabilise(
    shapes: Shapes[_Point],
    execute: Callable[[_Point], Iterable[tuple[_Point, State]]],
    dependents: Callable[[Collection[_Point]], Sequence[_Point]],
    most_changes: int,
    budget: Budget,
) -> None:
    """Widen ``shapes`` until they cover every state that ``execute`` returns for any of their
    points.

    ``dependents`` returns the points that have to be executed again after the shapes of others
    changed. Raises `NoFiniteShape` if the shape of a point changes more than ``most_changes``
    times.
    """

    def changes(point: _Point, state: State) -> bool:
        budget.spend()
        return shapes.cover(point, state)

    changed = shapes.changed
    count: Counter[_Point] = Counter()
    while changed:
        count.update(changed)
        if max(count.values()) > most_changes:
            raise NoFiniteShape("the shapes of states at loop heads and calls do not become stable")
        arrivals: list[tuple[_Point, State]] = []
        for point in changed:
            budget.spend()
            arrivals += execute(point)
        widened = list(dict.fromkeys(point for point, state in arrivals if changes(point, state)))
        changed = list(dict.fromkeys((*widened, *dependents(widened))))
        if shapes.cover_columns(state for _, state in arrivals):
            changed = list(shapes.by_place)
