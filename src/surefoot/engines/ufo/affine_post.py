"""A post beyond the paper: linear equations between numbers, with what the Cartesian post says.

The label of a node is the affine hull of the states that arrive there, found from below (Reps, Sagiv, Yorsh, VMCAI 2004): the equations of a few states are put to a solver, and a state that breaks them is one more. Each makes the hull
larger by a dimension, so there are no more of them than numbers. At the head of a loop the labels of earlier rounds are joined in: after so many rounds the hull no longer grows, and the head is covered.

Equations are about numbers as they wrap around.
"""

from collections.abc import Sequence

from surefoot.engines.ufo.graph import conjuncts
from surefoot.engines.ufo.post import CartesianPost, LabelledEdge
from surefoot.engines.ufo.questions import Questions
from surefoot.invariants.sampling import Sample
from surefoot.invariants.sources.polynomials import hull_equations
from surefoot.logic import FALSE, BitVecSort, Evaluator, Term, and_, not_
from surefoot.systems.control.system import Edge


class AffinePost:
    """Says which linear equations hold, and what `CartesianPost` says."""

    def __init__(self, questions: Questions) -> None:
        self._questions = questions
        self._cartesian = CartesianPost(questions)

    def learn(self, location: str, formula: Term) -> None:
        """Take over the predicates of ``formula``."""
        self._cartesian.learn(location, formula)

    def label(self, arrivals: Sequence[LabelledEdge], active: Sequence[Term]) -> Term:
        """The equations of the hull of all ``arrivals`` and of ``active``, and what the predicates say; see `Post`."""
        cartesian = self._cartesian.label(arrivals, active)
        target = arrivals[0][0].target
        if cartesian is FALSE or not isinstance(target, str):
            return cartesian
        return and_(*self._equations(target, arrivals, active), cartesian)

    def _equations(self, name: str, arrivals: Sequence[LabelledEdge], active: Sequence[Term]) -> Sequence[Term]:
        numbers = [each for each in self._questions.system.location(name).symbols if isinstance(each.sort, BitVecSort)]
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
        """A state that breaks one of ``equations``."""
        broken = not_(and_(*equations))
        for edge, label in arrivals:
            state = self._questions.model(
                edge.source,
                [*conjuncts(label), self._questions.guard(edge), self._questions.after(edge, broken)],
                "post",
            )
            if state is not None:
                return _arrived(edge, state, numbers)
        for label in active:
            state = self._questions.model(name, [label, broken], "post")
            if state is not None:
                return {each: state.value(each) for each in numbers}
        return None


def _arrived(edge: Edge, state: Evaluator, numbers: Sequence[Term]) -> Sample:
    return {each: state.value(edge.update[each]) for each in numbers}
