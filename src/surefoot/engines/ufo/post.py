"""Abstract posts: labels of new nodes.

Ensures: F & d_l & psi & g_e  =>  label[u_e]  for every arrival: an edge e from l with the label psi
  of the parent
"""

from collections.abc import Callable, Sequence
from typing import Protocol

from surefoot.base.enums import StrEnum
from surefoot.engines.limits import LIMITS
from surefoot.engines.ufo.graph import conjuncts
from surefoot.engines.ufo.queries import StepQueries
from surefoot.logic import FALSE, TRUE, Evaluator, Op, Term, and_, atoms_of, not_, or_
from surefoot.systems.control.system import Edge


class PostKind(StrEnum):
    """Kinds of posts."""

    NONE = "none"
    CARTESIAN = "cartesian"
    BOOLEAN = "boolean"
    AFFINE = "affine"
    BOX = "box"
    BOXES = "boxes"


LabelledEdge = tuple[Edge, Term]
"""An edge, and the label of its source node."""


class Post(Protocol):
    """An abstract post."""

    def label(self, arrivals: Sequence[LabelledEdge], active: Sequence[Term]) -> Term:
        """Return a formula that holds after all ``arrivals`` at one location; at the errors true or
        false.

        ``active`` are the labels of nodes that might cover this one, if it is a loop head; a
        post may weaken its result so that they do.
        """
        ...

    def learn(self, location: str, formula: Term) -> None:
        """Add the predicates of ``formula``, which is over the state at ``location``."""
        ...


class LabelPredicates:
    """Predicates of each location: the conjuncts of learned formulas, and their atoms.

    The conjuncts are included so that a Cartesian post can express every label.
    """

    def __init__(self) -> None:
        self._known: dict[str, dict[Term, None]] = {}

    def at(self, location: str) -> Sequence[Term]:
        """Return the predicates of ``location``."""
        return tuple(self._known.get(location, ()))

    def learn(self, location: str, formula: Term) -> None:
        """Add the predicates of ``formula``; a predicate and its negation count as one."""
        known = self._known.setdefault(location, {})
        for each in (*atoms_of(formula), *(formula.args if formula.op is Op.AND else (formula,))):
            if each is not TRUE and each is not FALSE and not_(each) not in known:
                known[each] = None


class NoPost:
    """The post that returns true."""

    def label(self, arrivals: Sequence[LabelledEdge], active: Sequence[Term]) -> Term:
        """Return true."""
        del arrivals, active
        return TRUE

    def learn(self, location: str, formula: Term) -> None:
        """Do nothing."""


class CartesianPost:
    """Post by Cartesian predicate abstraction: each predicate is decided alone."""

    def __init__(self, queries: StepQueries) -> None:
        self._queries = queries
        self._predicates = LabelPredicates()

    def learn(self, location: str, formula: Term) -> None:
        """Add the predicates of ``formula``."""
        self._predicates.learn(location, formula)

    def label(self, arrivals: Sequence[LabelledEdge], active: Sequence[Term]) -> Term:
        """Return the disjunction of the abstract posts of ``arrivals``; see `Post`."""
        del active
        return disjunction(self.after, arrivals)

    def after(self, edge: Edge, label: Term) -> Term:
        """Return the conjunction of the predicates and negations that hold after ``edge`` from
        states with ``label``.
        """
        state = self._queries.is_feasible(edge, label)
        if state is None:
            return FALSE
        if not isinstance(edge.target, str):
            return TRUE
        states = [state]
        return and_(*(self._literal(each, edge, label, states) for each in self._predicates.at(edge.target)))

    def _literal(self, predicate: Term, edge: Edge, label: Term, states: list[Evaluator]) -> Term:
        """Return ``predicate`` or its negation if it holds in all states, true otherwise;
        ``states`` are samples.
        """
        after = self._queries.after(edge, predicate)
        values = {bool(state.value(after)) for state in states}
        if len(values) > 1:
            return TRUE
        holds = values.pop()
        other = self._queries.model(
            edge.source,
            [*conjuncts(label), self._queries.guard(edge), not_(after) if holds else after],
            "post",
        )
        if other is not None:
            states.append(other)
            return TRUE
        return predicate if holds else not_(predicate)


class BooleanPost:
    """Post by Boolean predicate abstraction: the disjunction of all reachable combinations of
    predicates.
    """

    def __init__(self, queries: StepQueries) -> None:
        self._queries = queries
        self._predicates = LabelPredicates()
        self._cartesian = CartesianPost(queries)

    def learn(self, location: str, formula: Term) -> None:
        """Add the predicates of ``formula``."""
        for atom in atoms_of(formula):
            self._predicates.learn(location, atom)
        self._cartesian.learn(location, formula)

    def label(self, arrivals: Sequence[LabelledEdge], active: Sequence[Term]) -> Term:
        """Return the disjunction of the abstract posts of ``arrivals``; see `Post`."""
        del active
        return disjunction(self._reached, arrivals)

    def _reached(self, edge: Edge, label: Term) -> Term:
        """Return the strongest combination of predicates that holds after ``edge`` from states with
        ``label``.
        """
        if not isinstance(edge.target, str):
            return self._cartesian.after(edge, label)
        predicates = self._predicates.at(edge.target)
        after = [self._queries.after(edge, each) for each in predicates]
        reached: list[Term] = []
        excluded: list[Term] = []
        while True:
            state = self._queries.model(edge.source, [*conjuncts(label), self._queries.guard(edge), *excluded], "post")
            if state is None:
                return or_(*reached)
            if len(reached) == LIMITS.post_cubes:
                return self._cartesian.after(edge, label)
            signs = [bool(state.value(each)) for each in after]
            reached.append(and_(*_signed(predicates, signs)))
            excluded.append(not_(and_(*_signed(after, signs))))


def _signed(terms: Sequence[Term], signs: Sequence[bool]) -> list[Term]:
    return [term if sign else not_(term) for term, sign in zip(terms, signs, strict=True)]


def disjunction(after: Callable[[Edge, Term], Term], arrivals: Sequence[LabelledEdge]) -> Term:
    """Return the disjunction of ``after`` over ``arrivals``."""
    reached: list[Term] = []
    for edge, label in arrivals:
        reached.append(after(edge, label))
        if reached[-1] is TRUE:
            return TRUE
    return or_(*reached)
