"""Check of Theorem 1: the graph is well-labelled, safe, complete, and covered at its leaves; see
`graph`.
"""

from surefoot.engines.ufo.graph import View
from surefoot.engines.ufo.queries import StepQueries
from surefoot.engines.ufo.weak_order import ERROR
from surefoot.logic import FALSE, TRUE, or_


def flaw_of(view: View, queries: StepQueries) -> str | None:
    """Return the first condition that ``view`` violates, `None` if there is none. Raises
    `NoDecision`.
    """
    graph = view.graph
    inside = frozenset(view.nodes)
    if not view.nodes or view.nodes[0] is not graph.root or graph.root.label is not TRUE:
        return "the root is not labelled with true"
    for node in view.nodes:
        if node.location == ERROR:
            if node.label is not FALSE:
                return "not safe: the errors are not labelled with false"
            continue
        if node in view.covered:
            others = [each.label for each in view.nodes if each.location == node.location and each not in view.covered]
            if not queries.implies(node.location, [node.label], or_(*others), "theorem"):
                return f"node {node} is not covered"
            continue
        reached = {child.location: child for child in node.children if child in inside}
        for location, edges in graph.actions(node.location).items():
            child = reached.get(location)
            if child is None:
                return f"not complete: node {node} has no child at {location}"
            if not all(queries.leads_to(edge, node.label, child.label, "theorem") for edge in edges):
                return f"not well-labelled: an edge leads from node {node} out of the label of node {child}"
    return None
