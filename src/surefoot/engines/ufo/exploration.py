"""Exploration of an abstract reachability graph (EXPANDARG of the paper, with four corrections
listed in the engine's documentation).

An exploration visits the graph from the root along the weak topological order. A node gets the
label of a refinement if all of its parents have theirs, else the disjunction of the abstract
posts of its parents. Nodes without children are expanded. A component is repeated until its head
is covered.
"""

from collections.abc import Mapping, Sequence

from surefoot.base.budget import Budget
from surefoot.engines.ufo.graph import Labels, Node, ReachabilityGraph, View
from surefoot.engines.ufo.post import Post
from surefoot.engines.ufo.queries import StepQueries
from surefoot.engines.ufo.weak_order import ERROR, NextPlace, WeakOrder
from surefoot.logic import FALSE, TRUE, Term, and_, or_
from surefoot.systems.control.system import ENTRY


class Exploration:
    """One exploration of ``graph``. Visited nodes and labels persist; the sets of future and active
    nodes belong to it.

    With ``recomputes_labels``, as in the first exploration, every label is computed by the post.
    A head is covered by active heads: those of the same instance of its component, or with
    ``is_across`` all that were visited.
    """

    def __init__(
        self,
        graph: ReachabilityGraph,
        order: WeakOrder,
        post: Post,
        queries: StepQueries,
        budget: Budget,
        *,
        is_across: bool,
        conjoins: bool,
        recomputes_labels: bool,
    ) -> None:
        self._graph = graph
        self._order = order
        self._post = post
        self._queries = queries
        self._budget = budget
        self._is_across = is_across
        self._conjoins = conjoins
        self._recomputes_labels = recomputes_labels
        self._future: dict[str, list[Node]] = {}
        """Future nodes of each location."""
        self._active: dict[str, list[Node]] = {}
        self._walked: dict[Node, None] = {}
        self._marked: set[Node] = set()
        self._covered: set[Node] = set()
        self._conjoined: set[Node] = set()

    def view(self, labels: Labels, before: View | None = None) -> View:
        """Explore; ``labels`` are those of a refinement after the exploration that ended with
        ``before``.
        """
        known = frozenset(before.nodes if before is not None else ())
        self._future[ENTRY] = [self._graph.root]
        place = NextPlace(ENTRY)
        while True:
            self._budget.spend()
            nodes = self._future.pop(place.name, [])
            for node in nodes:
                self._visit(node, labels, known)
            if place.name == ERROR:
                return View(self._graph, tuple(self._walked), frozenset(self._covered), nodes[0] if nodes else None)
            place = self._following(place, nodes)

    def _following(self, place: NextPlace, nodes: Sequence[Node]) -> NextPlace:
        """Return the place after ``nodes`` at ``place``; a location that is not reached has none."""
        name = place.name
        if not self._order.is_head(name):
            return self._order.next(name)
        for node in nodes:
            if self._is_covered(node):
                self._covered.add(node)
                self._forget_children(node, self._order.inside(name))
            else:
                self._active.setdefault(name, []).append(node)
        is_waiting = any(self._future.get(each) for each in self._order.inside(name))
        if is_waiting or (not nodes and not place.is_back):
            return self._order.next(name)
        self._leave(name)
        return self._order.exit(name)

    def _leave(self, head: str) -> None:
        if not self._is_across:
            self._active.pop(head, None)

    def _is_covered(self, node: Node) -> bool:
        active = [each.label for each in self._active.get(node.location, ())]
        if node.label is FALSE or node.label in active:
            return True
        return bool(active) and self._queries.implies(node.location, [node.label], or_(*active), "covering")

    def _forget_children(self, covered: Node, inside: frozenset[str]) -> None:
        """Remove the future nodes inside the component that only ``covered`` leads to."""
        for child in covered.children:
            is_needed = any(each in self._walked and each is not covered for each in child.parents)
            if child.location in inside and not is_needed:
                pending = [each for each in self._future.pop(child.location, ()) if each is not child]
                if pending:
                    self._future[child.location] = pending

    def _visit(self, node: Node, labels: Labels, known: frozenset[Node]) -> None:
        """Label and expand ``node``, and mark its children that need a new label."""
        self._expand(node)
        if node is self._graph.root:
            changes_by_labels, is_new = node in labels, self._recomputes_labels
        elif node in self._marked or not node.is_labelled:
            node.label = self._posted(node)
            changes_by_labels, is_new = False, True
        elif node in labels:
            node.label = and_(node.label, labels[node]) if self._may_conjoin(node, known) else labels[node]
            changes_by_labels, is_new = True, False
        else:
            changes_by_labels, is_new = False, False
        node.is_labelled = True
        self._walked[node] = None
        for child in node.children:
            if is_new or (child in labels) != changes_by_labels:
                self._marked.add(child)

    def _may_conjoin(self, node: Node, known: frozenset[Node]) -> bool:
        """Return whether the label of ``node`` is implied by the labels of its parents.

        It is if the previous exploration visited all of them.
        """
        if not self._conjoins or node not in known:
            return False
        parents = [each for each in node.parents if each in self._walked]
        if not all(each is self._graph.root or each in self._conjoined for each in parents):
            return False
        self._conjoined.add(node)
        return True

    def _posted(self, node: Node) -> Term:
        parents: Mapping[Node, None] = {each: None for each in node.parents if each in self._walked}
        arrivals = [(edge, parent.label) for parent in parents for edge in parent.children[node]]
        return self._post.label(arrivals, [each.label for each in self._active.get(node.location, ())])

    def _expand(self, node: Node) -> None:
        if node.is_expanded:
            for child in node.children:
                pending = self._future.setdefault(child.location, [])
                if child not in pending:
                    pending.append(child)
            return
        node.is_expanded = True
        for location in self._graph.actions(node.location):
            pending = self._future.setdefault(location, [])
            if location == ERROR:
                child = self._graph.error
            else:
                shared = (each for each in pending if not self._graph.leads_to(each, node))
                child = next(shared, None) or self._graph.new(location)
            if child not in pending:
                pending.append(child)
            self._graph.connect(node, child)


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
