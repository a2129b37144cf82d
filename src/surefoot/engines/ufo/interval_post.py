"""Interval posts: abstract posts that label a new node with a box, or a disjunction of boxes.

A box is a range for each state variable. Boxes as the abstract domain of UFO: Albarghouthi,
Gurfinkel, Chechik, "Craig Interpretation", SAS 2012; disjunctions of boxes: Gurfinkel, Chaki,
"Boxes: A Symbolic Abstract Domain of Boxes", SAS 2010. Disjunctions are sets of boxes here, not
decision diagrams.

At a loop head the box of a new node is widened by the boxes of earlier instances, so that labels
stabilise.
"""

from collections.abc import Iterator, Mapping, Sequence

from surefoot.engines.limits import LIMITS
from surefoot.engines.ufo.post import LabelledEdge
from surefoot.engines.ufo.queries import StepQueries
from surefoot.invariants.intervals import Thresholds, bounds, over_edge, ranges_within
from surefoot.logic import FALSE, TRUE, Op, Term, and_, constants_in, or_
from surefoot.logic.intervals.domain import Abstract, everything, join, widen
from surefoot.systems.control.system import Edge

Box = Mapping[Term, Abstract]
"""A range for each state variable of one location."""


class IntervalPost:
    """Abstract post whose labels are disjunctions of at most ``most_boxes`` boxes."""

    def __init__(self, queries: StepQueries, most_boxes: int) -> None:
        self._system = queries.system
        self._most_boxes = most_boxes
        self._thresholds = Thresholds(
            constants_in([term for edge in self._system.edges for term in (edge.guard, *edge.update.values())])
        )

    def learn(self, location: str, formula: Term) -> None:
        """Do nothing: ranges need no predicates."""

    def label(self, arrivals: Sequence[LabelledEdge], active: Sequence[Term]) -> Term:
        """Return the disjunction of the boxes that ``arrivals`` reach, or one box around them if
        they are too many; see `Post`. ``active`` are the labels of earlier instances of the
        location.
        """
        target = arrivals[0][0].target
        boxes = [box for edge, label in arrivals for part in _disjuncts(label) for box in self._after(edge, part)]
        if not boxes:
            return FALSE
        if not isinstance(target, str):
            return TRUE
        boxes = list({tuple(box.items()): box for box in boxes}.values())
        if len(boxes) <= self._most_boxes and len(active) < LIMITS.separate_boxes:
            return or_(*map(_formula, boxes))
        return _formula(self._stable(_hull(boxes), active))

    def _after(self, edge: Edge, label: Term) -> Iterator[Box]:
        """Yield a box that contains all states after ``edge`` from states with ``label``, unless
        there are none.
        """
        before = ranges_within(label)
        evaluation = None if before is None else over_edge(self._system, edge, before)
        if evaluation is not None:
            yield {symbol: evaluation.value(value) for symbol, value in edge.update.items()}

    def _stable(self, box: Box, active: Sequence[Term]) -> Box:
        """Return ``box`` widened by the boxes of the labels ``active``: to constants of the system
        at first, then to the bounds of the types.
        """
        earlier = [
            {symbol: ranges.get(symbol, everything(symbol.sort)) for symbol in box}
            for label in active
            for part in _disjuncts(label)
            if (ranges := ranges_within(part)) is not None
        ]
        if not earlier:
            return box
        old = _hull(earlier)
        uses_thresholds = len(active) <= LIMITS.box_widenings
        of_sort = self._thresholds.of if uses_thresholds else self._thresholds.bounds_of
        return {symbol: widen(old[symbol], value, of_sort(symbol.sort)) for symbol, value in box.items()}


def _disjuncts(label: Term) -> tuple[Term, ...]:
    return label.args if label.op is Op.OR and len(label.args) <= LIMITS.post_cubes else (label,)


def _formula(box: Box) -> Term:
    return and_(*(each for symbol, value in box.items() for each in bounds(symbol, value)))


def _hull(boxes: Sequence[Box]) -> Box:
    hull = dict(boxes[0])
    for box in boxes[1:]:
        hull = {symbol: join(value, box[symbol]) for symbol, value in hull.items()}
    return hull
