"""Affine post: linear equations between numbers, beside the Cartesian post. It is not in the paper.

The label of a node is the affine hull of the arriving states, computed from below (Reps, Sagiv,
Yorsh, VMCAI 2004): a solver looks for a state that violates the equations of the states found so
far, and each such state adds a dimension. At a loop head the labels of earlier rounds are
joined, so the hull stabilises after at most as many rounds as there are numbers.

Equations hold modulo 2^w.
"""

from collections.abc import Sequence

from surefoot.engines.ufo.graph import conjuncts
from surefoot.engines.ufo.post import CartesianPost, LabelledEdge
from surefoot.engines.ufo.queries import StepQueries
from surefoot.invariants.sampling import Sample
from surefoot.invariants.sources.polynomials import hull_equations
from surefoot.logic import FALSE, BitVecSort, Evaluator, Term, and_, not_
from surefoot.systems.control.system import Edge


class AffinePost:
    """Post of linear equations, conjoined with `CartesianPost`."""

    def __init__(self, queries: StepQueries) -> None:
        self._queries = queries
        self._cartesian = CartesianPost(queries)

    def learn(self, location: str, formula: Term) -> None:
        """Add the predicates of ``formula``."""
        self._cartesian.learn(location, formula)

    def label(self, arrivals: Sequence[LabelledEdge], active: Sequence[Term]) -> Term:
        """Return the equations of the hull of ``arrivals`` and ``active``, and the Cartesian label;
        see `Post`.
        """
        cartesian = self._cartesian.label(arrivals, active)
        target = arrivals[0][0].target
        if cartesian is FALSE or not isinstance(target, str):
            return cartesian
        return and_(*self._equations(target, arrivals, active), cartesian)

    def _equations(self, name: str, arrivals: Sequence[LabelledEdge], active: Sequence[Term]) -> Sequence[Term]:
        numbers = [each for each in self._queries.system.location(name).symbols if isinstance(each.sort, BitVecSort)]
        samples: list[Sample] = []
        equations: Sequence[Term] = (FALSE,)
        while equations:
            sample = self._outside(name, equations, numbers, arrivals, active)
            if sample is None:
                break
            samples.append(sample)
            equations = tuple(hull_equations(samples))
        return equations

    def _outside(
        self,
        name: str,
        equations: Sequence[Term],
        numbers: Sequence[Term],
        arrivals: Sequence[LabelledEdge],
        active: Sequence[Term],
    ) -> Sample | None:
        """Return a state that violates one of ``equations``."""
        broken = not_(and_(*equations))
        for edge, label in arrivals:
            state = self._queries.model(
                edge.source,
                [*conjuncts(label), self._queries.guard(edge), self._queries.after(edge, broken)],
                "post",
            )
            if state is not None:
                return _arrived(edge, state, numbers)
        for label in active:
            state = self._queries.model(name, [label, broken], "post")
            if state is not None:
                return {each: state.value(each) for each in numbers}
        return None


def _arrived(edge: Edge, state: Evaluator, numbers: Sequence[Term]) -> Sample:
    return {each: state.value(edge.update[each]) for each in numbers}
