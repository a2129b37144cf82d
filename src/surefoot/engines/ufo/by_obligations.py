"""Labels by obligations: each query is about a single step.

An obligation is a cube at a node from all of whose states a path leads to the errors. If a step
leads into it from the label of a parent, its source is lifted to the next obligation. Otherwise
a generalisation of the cube is excluded from the label, by unsatisfiable cores and dropped
literals. This is IC3 with the nodes of a graph in place of frames.

Clauses are kept while they hold after the parents, which is checked again only for new parents
and weaker labels. A clause of one node is tried at other nodes of its location: first where it
would exclude an obligation, finally everywhere. Later rounds of a loop thus get the labels of
earlier ones, which covering needs.
"""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from surefoot.base.budget import Budget
from surefoot.base.records import dataclass, field
from surefoot.engines.ic3.domain import Cube
from surefoot.engines.ic3.lifting import Lifting
from surefoot.engines.ufo.graph import Labels, Node, conjuncts
from surefoot.engines.ufo.queries import StepQueries
from surefoot.engines.ufo.refinement import Failing
from surefoot.logic import FALSE, TRUE, Evaluator, Op, Term, and_, dag_size, not_
from surefoot.systems.control.system import Edge


@dataclass(frozen=True, slots=True)
class _Clause:
    """Clause that excludes the states of ``cube``."""

    cube: frozenset[Term]
    formula: Term


@dataclass(frozen=True, slots=True)
class _Predecessor:
    """A step along ``edge`` from ``state`` at ``parent``; ``reached`` is its guard and successor
    condition.
    """

    parent: Node
    reached: Term
    state: Evaluator


@dataclass(slots=True)
class _Known:
    """Clauses of a node, and the parents after which they were shown to hold."""

    clauses: dict[_Clause, None] = field(default_factory=dict)
    parents: tuple[Node, ...] = ()


class ByObligations:
    """The `Route` of the module; ``lifting`` computes cubes. Without ``reuses``, no clause is kept
    or tried elsewhere.
    """

    finds_runs: ClassVar[bool] = True

    def __init__(self, queries: StepQueries, lifting: Lifting, *, reuses: bool) -> None:
        self._queries = queries
        self._lifting = lifting
        self._reuses = reuses
        self._known: dict[Node, _Known] = {}
        self._lemmas: dict[str, dict[_Clause, None]] = {}
        """Clauses of all nodes at a location."""
        self._leaving: dict[tuple[_Clause, Node, int], Evaluator] = {}
        """State at a parent from which an edge violates a clause."""

    def labels(self, nodes: Sequence[Node], budget: Budget) -> Labels | Failing:
        """Compute labels for ``nodes``; see `Route`."""
        if self._reuses:
            self._keep_what_holds(nodes, budget)
        else:
            self._known.clear()
            self._lemmas.clear()
        for parent, edge in _arriving(nodes[-1]):
            reached = self._queries.guard(edge)
            while (state := self._state(parent, reached)) is not None:
                cube = self._lifting.cube(parent.location, reached, state)
                del state
                failing = self._excluded(parent, cube, nodes[0], budget)
                if failing is not None:
                    return Failing((*failing, nodes[-1]))
        if self._reuses:
            self._try_everywhere(nodes, budget)
        labels = {each: and_(*(clause.formula for clause in self._at(each).clauses)) for each in nodes[1:-1]}
        return {nodes[0]: TRUE, **labels, nodes[-1]: FALSE}

    def _at(self, node: Node) -> _Known:
        return self._known.setdefault(node, _Known())

    def _keep_what_holds(self, nodes: Sequence[Node], budget: Budget) -> None:
        """Drop the clauses that fail after new parents or weakened labels; add the labels of an
        abstract post.
        """
        weaker: set[Node] = set()
        for node in nodes[1:-1]:
            known = self._at(node)
            changed = [each for each in node.parents if each not in known.parents or each in weaker]
            known.parents = tuple(node.parents)
            for clause in list(known.clauses) if changed else ():
                budget.spend()
                if not self._holds_behind(clause, node, changed):
                    del known.clauses[clause]
                    weaker.add(node)
            lemmas = self._lemmas.setdefault(node.location, {})
            for clause in map(_clause_of, conjuncts(node.label)):
                lemmas[clause] = None
                if clause not in known.clauses and self._holds_behind(clause, node, node.parents):
                    known.clauses[clause] = None

    def _try_everywhere(self, nodes: Sequence[Node], budget: Budget) -> None:
        for node in nodes[1:-1]:
            known = self._at(node)
            for clause in self._lemmas.get(node.location, ()):
                budget.spend()
                if clause not in known.clauses and self._holds_behind(clause, node, node.parents):
                    known.clauses[clause] = None

    def _excluded(self, node: Node, cube: Cube, root: Node, budget: Budget) -> tuple[Node, ...] | None:
        """Exclude ``cube`` from the label of ``node``; return the nodes of a path if a run leads
        there.
        """
        obligations = [(node, cube)]
        while obligations:
            budget.spend()
            node, cube = obligations[-1]
            if node is root:
                return tuple(each for each, _ in reversed(obligations))
            if self._is_excluded(node, cube):
                obligations.pop()
                continue
            found = self._step_into(node, cube)
            if isinstance(found, _Predecessor):
                before = self._lifting.cube(found.parent.location, found.reached, found.state)
                obligations.append((found.parent, before))
                del found
                continue
            self._add(node, self._generalised(node, found, budget))
            obligations.pop()
        return None

    def _is_excluded(self, node: Node, cube: Cube) -> bool:
        """Return whether a clause of the node, or a clause of another node that also holds here,
        excludes ``cube``.
        """
        literals = frozenset(cube)
        known = self._at(node)
        if any(each.cube <= literals for each in known.clauses):
            return True
        for each in self._lemmas.get(node.location, ()):
            if each.cube <= literals and self._holds_behind(each, node, node.parents):
                known.clauses[each] = None
                return True
        return False

    def _add(self, node: Node, cube: Cube) -> None:
        clause = _clause_of(not_(and_(*cube)))
        known = self._at(node).clauses
        for each in [each for each in known if clause.cube < each.cube]:
            del known[each]
        known[clause] = None
        lemmas = self._lemmas.setdefault(node.location, {})
        for each in [each for each in lemmas if clause.cube < each.cube]:
            del lemmas[each]
        lemmas[clause] = None

    def _generalised(self, node: Node, cube: Cube, budget: Budget) -> Cube:
        """Return a subset of ``cube`` into which no step leads and from which no literal can be
        dropped.
        """
        kept = cube
        for literal in sorted(cube, key=dag_size, reverse=True):
            if literal not in kept:
                continue
            budget.spend()
            found = self._step_into(node, tuple(each for each in kept if each is not literal))
            if not isinstance(found, _Predecessor):
                kept = found
            del found
        return kept

    def _step_into(self, node: Node, cube: Cube) -> _Predecessor | Cube:
        """Return a step from the label of a parent into ``cube``, or the literals that exclude one."""
        needed: set[Term] = set()
        for parent, edge in _arriving(node):
            guard = self._queries.guard(edge)
            after = {literal: self._queries.after(edge, literal) for literal in cube}
            never = next((literal for literal, term in after.items() if term is FALSE), None)
            if never is not None:
                needed.add(never)
                continue
            found = self._queries.answer(
                parent.location, [*self._label_clauses(parent), guard, *after.values()], "refinement"
            )
            if isinstance(found, Evaluator):
                return _Predecessor(parent, and_(guard, *after.values()), found)
            needed.update(literal for literal, term in after.items() if term in found)
        return tuple(each for each in cube if each in needed)

    def _state(self, node: Node, formula: Term) -> Evaluator | None:
        return self._queries.model(node.location, [*self._label_clauses(node), formula], "refinement")

    def _label_clauses(self, node: Node) -> list[Term]:
        return [each.formula for each in self._at(node).clauses]

    def _holds_behind(self, clause: _Clause, node: Node, parents: Sequence[Node]) -> bool:
        for number, (parent, edge) in enumerate(_arriving(node)):
            if parent not in parents:
                continue
            before = self._leaving.get((clause, node, number))
            if before is not None and all(before.value(each) for each in self._label_clauses(parent)):
                return False
            state = self._queries.leaving(edge, self._label_clauses(parent), clause.formula, "reuse")
            if state is not None:
                self._leaving[clause, node, number] = self._remembered(parent, state)
                return False
        return True

    def _remembered(self, node: Node, state: Evaluator) -> Evaluator:
        """Return the values of ``state`` that labels depend on, without its model."""
        system = self._queries.system
        symbols = (*system.parameters, *system.location(node.location).symbols)
        return Evaluator({symbol: state.value(symbol) for symbol in symbols}.__getitem__)


def _clause_of(formula: Term) -> _Clause:
    parts = formula.args if formula.op is Op.OR else (formula,)
    return _Clause(frozenset(not_(each) for each in parts), formula)


def _arriving(node: Node) -> Iterator[tuple[Node, Edge]]:
    return ((parent, edge) for parent in node.parents for edge in parent.children[node])
