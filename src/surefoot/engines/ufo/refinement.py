"""Refinement: a run to an error, or labels for all nodes from which a path leads there.

Labels L satisfy (Definition 2 of the paper)

    L(root) = true      L(error) = false      F & d_l & L(u) & g_e  =>  L(v)[u_e]    for every edge e on a path to the errors

which makes them interpolants of the graph: there are several routes to them, and every one is checked.
"""

from collections.abc import Sequence
from typing import Protocol

from surefoot.base.budget import Budget
from surefoot.base.records import dataclass
from surefoot.engines.ufo.graph import Labels, Node
from surefoot.engines.ufo.questions import Questions
from surefoot.smt.contracts import NoAnswer


@dataclass(frozen=True, slots=True)
class Failing:
    """A path through ``nodes``, from the root to the errors, is one of a run."""

    nodes: tuple[Node, ...]


class Route(Protocol):
    """A way to labels."""

    @property
    def finds_runs(self) -> bool:
        """Whether paths may be those of runs: then it says so; else they must not be."""
        ...

    def labels(self, nodes: Sequence[Node], budget: Budget) -> Labels | Failing | NoAnswer:
        """Labels for ``nodes``, which are those of `Graph.towards_error`.

        Requires  no path through them is one of a run, unless it `finds_runs`
        """
        ...


@dataclass(frozen=True, slots=True)
class Broken:
    """The labels of ``parent`` and ``child`` contradict an edge between them."""

    parent: Node
    child: Node


def broken(nodes: Sequence[Node], labels: Labels, questions: Questions) -> Broken | None:
    """Where ``labels`` are not as the module says, if they are not; raises `NoDecision`."""
    inside = frozenset(nodes)
    for node in nodes:
        for child, edges in node.children.items():
            if child not in inside:
                continue
            for edge in edges:
                if not questions.leads_to(edge, labels[node], labels[child], "labels"):
                    return Broken(node, child)
    return None
