"""Labels as the solution of Horn clauses: what a refinement has to find is a relation for each node, and the graph has no cycles.

L(root)      F & d & L(u) & g_e  =>  L(v)[u_e]      F & d & L(u) & g_e  =>  false    for an edge e to an error
"""

from collections.abc import Sequence
from typing import ClassVar

from surefoot.budget import Budget
from surefoot.engines.ufo.graph import Labels, Node
from surefoot.engines.ufo.weak_order import ERROR
from surefoot.logic import FALSE, TRUE, Term, and_
from surefoot.logic.horn import Application, Clause
from surefoot.records import dataclass
from surefoot.solvers.contracts import NoAnswer
from surefoot.solvers.interpolation.horn import horn_solution
from surefoot.solvers.interpolation.words import in_words
from surefoot.systems.control.solving import RelevantFacts
from surefoot.systems.control.system import ControlSystem


@dataclass(frozen=True, slots=True)
class ByHornClauses:
    """The `Route` of the module; it gives up after ``seconds``."""

    system: ControlSystem
    seconds: float

    finds_runs: ClassVar[bool] = False

    def labels(self, nodes: Sequence[Node], budget: Budget) -> Labels | NoAnswer:
        """Labels for ``nodes``; see `Route`."""
        inside = frozenset(nodes)
        labelled = [each for each in nodes[1:] if each.location != ERROR]
        parameters = self.system.parameters
        relations = {_name(each): (*parameters, *self._symbols(each)) for each in labelled}
        clauses: list[Clause] = []
        for node in nodes:
            for child, edges in node.children.items():
                for edge in edges if child in inside else ():
                    body = () if node is nodes[0] else (Application(_name(node), relations[_name(node)]),)
                    reached = tuple(edge.update.values())
                    head = None if child.location == ERROR else Application(_name(child), (*parameters, *reached))
                    known = and_(self.system.location(node.location).domain, edge.guard)
                    facts = RelevantFacts(self.system).new_for(known, *reached)
                    clauses.append(Clause(body, and_(known, *facts), head))
        found = horn_solution(relations, clauses, budget.at_most(self.seconds))
        if isinstance(found, NoAnswer):
            return found
        solved = {each: in_words(found[_name(each)]) for each in labelled}
        return {nodes[0]: TRUE, **solved, nodes[-1]: FALSE}

    def _symbols(self, node: Node) -> tuple[Term, ...]:
        return self.system.location(node.location).symbols


def _name(node: Node) -> str:
    return f"label {node.number}"
