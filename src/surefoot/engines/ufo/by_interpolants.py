"""Labels as DAG interpolants of the whole graph.

With a copy x_u of the symbols for each node u, the edge e of the system between u and its child
v is

    A_e  =  F & d(x_u) & g_e(x_u) & x_v = u_e(x_u)        without  x_v  for an edge to an error

and the interpolant I_u of the graph (`smt.interpolation.contracts`) is over x_u and the
parameters: the label of u.
"""

from collections.abc import Sequence
from typing import ClassVar

from surefoot.base.budget import Budget
from surefoot.base.records import dataclass
from surefoot.discharge.system_solver import RelevantFacts
from surefoot.engines.ufo.graph import Labels, Node
from surefoot.engines.ufo.paths import copied
from surefoot.logic import FALSE, TRUE, Term, and_, eq, substitute
from surefoot.smt.contracts import NoAnswer
from surefoot.smt.interpolation.contracts import FormulaGraph, GraphPart, Interpolator
from surefoot.systems.control.system import ControlSystem, Edge


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
