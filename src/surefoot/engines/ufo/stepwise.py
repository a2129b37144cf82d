"""Labels that are interpolants: node by node, or of the whole graph at once.

Node by node, each label is an interpolant between the paths to the node and the paths from it
to the errors.

In topological order, with the labels of the parents known,

    A(v)  =  for some parent u and edge e to v:  L(u) & d & g_e & x_v = u_e         B(v)  =  some
path from v in state x_v leads to an error

are contradictory, and an interpolant is over x_v and the parameters, so no quantifier
elimination is needed. Earlier labels at the same location that still hold after the parents are
part of the label; if they suffice, no interpolant is computed.

DAG interpolants label the whole graph. With a copy x_u of the symbols for each node u, the edge e
of the system between u and its child v is

    A_e  =  F & d(x_u) & g_e(x_u) & x_v = u_e(x_u)        without  x_v  for an edge to an error

and the interpolant I_u of the graph (`smt.interpolation.contracts`) is over x_u and the
parameters: the label of u.
"""

from collections.abc import Callable, Sequence
from typing import ClassVar

from surefoot.base.budget import Budget
from surefoot.base.records import dataclass, field
from surefoot.discharge.system_solver import RelevantFacts
from surefoot.engines.ufo.graph import Labels, Node, conjuncts
from surefoot.engines.ufo.paths import Paths, copied
from surefoot.engines.ufo.queries import StepQueries
from surefoot.engines.ufo.weak_order import ERROR
from surefoot.invariants.justification import Preferences
from surefoot.logic import FALSE, TRUE, Evaluator, Term, and_, eq, or_, substitute
from surefoot.smt.contracts import NoAnswer
from surefoot.smt.interpolation.contracts import FormulaGraph, GraphPart, Interpolator, sequence
from surefoot.smt.interpolation.cubes import LiftingFunction
from surefoot.systems.control.system import ControlSystem, Edge


@dataclass(frozen=True, slots=True)
class Stepwise:
    """The `Route` of the module; with ``reuses``, conjuncts of known labels are tried before
    interpolants.
    """

    queries: StepQueries
    interpolator: Callable[[LiftingFunction], Interpolator]
    """Interpolator for a given source of cubes."""
    reuses: bool
    preferences: Preferences = field(default_factory=Preferences)
    """Preferred literals of `invariants.justification`."""

    finds_runs: ClassVar[bool] = False

    def labels(self, nodes: Sequence[Node], budget: Budget) -> Labels | NoAnswer:
        """Compute labels for ``nodes``; see `Route`."""
        found: dict[Node, Term] = {nodes[0]: TRUE}
        lemmas: dict[str, dict[Term, None]] = {}
        for node in nodes:
            lemmas.setdefault(node.location, {}).update(dict.fromkeys(conjuncts(node.label)))
        for node in nodes[1:]:
            budget.spend()
            if node.location == ERROR:
                found[node] = FALSE
                continue
            label = self._label(node, nodes, found, tuple(lemmas[node.location]), budget)
            if isinstance(label, NoAnswer):
                return label
            found[node] = label
            lemmas[node.location].update(dict.fromkeys(conjuncts(label)))
        return found

    def _label(
        self, node: Node, nodes: Sequence[Node], found: Labels, lemmas: Sequence[Term], budget: Budget
    ) -> Term | NoAnswer:
        system = self.queries.system
        paths = Paths(system, nodes, node)
        failure = paths.failure
        kept = [each for each in lemmas if self._holds_behind_parents(each, node, found)] if self.reuses else []
        if self.queries.is_excluded(node.location, [*kept, failure], "refinement"):
            return and_(*kept)
        earlier = self._arriving(node, found)
        later = and_(system.location(node.location).domain, failure, *kept)
        facts = RelevantFacts(system).new_for(earlier, later)

        def lift(_: Term, state: Evaluator, is_shared: Callable[[Term], bool]) -> Sequence[Term]:
            return paths.lifted(state, is_shared, self.preferences)

        between = self.interpolator(lift).interpolants(sequence([and_(earlier, *facts), and_(later, *facts)]), budget)
        if isinstance(between, NoAnswer):
            return between
        return and_(between.formulas[0], *kept)

    def _holds_behind_parents(self, lemma: Term, node: Node, found: Labels) -> bool:
        if lemma is TRUE or lemma is FALSE:
            return False
        return all(
            self.queries.leads_to(edge, found[parent], lemma, "refinement")
            for parent in node.parents
            if parent in found
            for edge in parent.children[node]
        )

    def _arriving(self, node: Node, found: Labels) -> Term:
        """Return A(v) of the module over copies of the parents' symbols."""
        system = self.queries.system
        cases: list[Term] = []
        for parent in node.parents:
            if parent not in found:
                continue
            source = system.location(parent.location)
            renaming = {each: copied(each, parent, " before") for each in (*source.symbols, *source.inputs)}
            memo: dict[Term, Term] = {}
            for edge in parent.children[node]:
                equations = [eq(symbol, substitute(value, renaming, memo)) for symbol, value in edge.update.items()]
                known = (substitute(each, renaming, memo) for each in (found[parent], source.domain, edge.guard))
                cases.append(and_(*known, *equations))
        return or_(*cases)


@dataclass(frozen=True, slots=True)
class ByInterpolants:
    """The `Route` of the module."""

    system: ControlSystem
    interpolator: Interpolator

    finds_runs: ClassVar[bool] = False

    def labels(self, nodes: Sequence[Node], budget: Budget) -> Labels | NoAnswer:
        """Compute labels for ``nodes``; see `Route`."""
        root, *inner, error = nodes
        if not inner:
            return {root: TRUE, error: FALSE}
        found = self.interpolator.interpolants(self.formulas(nodes), budget)
        if isinstance(found, NoAnswer):
            return found
        labels = {node: self._label(node, each) for node, each in zip(inner, found.formulas, strict=True)}
        return {root: TRUE, **labels, error: FALSE}

    def formulas(self, nodes: Sequence[Node]) -> FormulaGraph:
        """Return the graph of ``nodes`` as formulas."""
        number = {node: at for at, node in enumerate(nodes)}
        parts: list[GraphPart] = []
        for node in nodes[:-1]:
            source = self.system.location(node.location)
            copies = {each: copied(each, node) for each in (*source.symbols, *source.inputs)}
            memo: dict[Term, Term] = {}
            for child, edges in node.children.items():
                for edge in edges if child in number else ():
                    known = and_(source.domain, edge.guard)
                    parts.append(GraphPart(number[node], number[child], self._step(edge, known, child, copies, memo)))
        return FormulaGraph(len(nodes) - 1, tuple(parts))

    def _step(self, edge: Edge, known: Term, child: Node, copies: dict[Term, Term], memo: dict[Term, Term]) -> Term:
        """Return A_e of the module."""
        reached = (eq(copied(symbol, child), substitute(value, copies, memo)) for symbol, value in edge.update.items())
        step = and_(substitute(known, copies, memo), *reached)
        return and_(step, *RelevantFacts(self.system).new_for(step))

    def _label(self, node: Node, formula: Term) -> Term:
        own = {copied(each, node): each for each in self.system.location(node.location).symbols}
        return substitute(formula, own)
