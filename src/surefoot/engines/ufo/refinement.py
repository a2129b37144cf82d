"""Refinement: a run to an error, or labels for all nodes with a path there.

Labels L satisfy (Definition 2 of the paper)

    L(root) = true      L(error) = false      F & d_l & L(u) & g_e  =>  L(v)[u_e]    for every edge
e on a path to the errors

so they are interpolants of the graph. There are several routes to labels; the labels of each are
checked.
"""

from collections.abc import Sequence
from typing import Protocol

from surefoot.base.budget import Budget
from surefoot.base.records import dataclass
from surefoot.engines.ufo.graph import Labels, Node
from surefoot.engines.ufo.queries import StepQueries
from surefoot.smt.contracts import NoAnswer


@dataclass(frozen=True, slots=True)
class Failing:
    """A path through ``nodes``, from the root to the errors, is the path of a run."""

    nodes: tuple[Node, ...]


class Route(Protocol):
    """Method that computes labels."""

    @property
    def finds_runs(self) -> bool:
        """True if the method also detects feasible paths; otherwise all paths must be infeasible."""
        ...

    def labels(self, nodes: Sequence[Node], budget: Budget) -> Labels | Failing | NoAnswer:
        """Compute labels for ``nodes``, the result of `ReachabilityGraph.towards_error`.

        Requires: no path through them is feasible, unless `finds_runs`
        """
        ...


@dataclass(frozen=True, slots=True)
class Broken:
    """The labels of ``parent`` and ``child`` violate the condition of an edge between them."""

    parent: Node
    child: Node


def broken(nodes: Sequence[Node], labels: Labels, queries: StepQueries) -> Broken | None:
    """Return a violation of the conditions of the module, `None` if there is none. Raises
    `NoDecision`.
    """
    inside = frozenset(nodes)
    for node in nodes:
        for child, edges in node.children.items():
            if child not in inside:
                continue
            for edge in edges:
                if not queries.leads_to(edge, labels[node], labels[child], "labels"):
                    return Broken(node, child)
    return None
