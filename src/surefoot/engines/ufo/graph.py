"""Abstract reachability graphs: labelled unrollings of a control system.

A node v is at a location l and has a label psi(v), a formula over the parameters and the state
variables of l. The graph is acyclic. With F for the facts and d for domains, it is

    well-labelled   psi(root) = true, and  F & d_l & psi(u) & g_e => psi(v)[u_e]   for every node u
and edge e from its location to that of its child v
    safe            psi(v) = false for the node of the errors
    complete        every uncovered node has a child for each edge of the system from its location,
except edges to the exit
    covered(v)      F & d_l & psi(v)  =>  the disjunction of psi(x) for other uncovered nodes x at
the same location

If all of that holds, the disjunction of the labels of the uncovered nodes at a location is an
inductive invariant that excludes the errors (Theorem 1 of the paper; there, x is an ancestor,
which the proof does not need).
"""

from collections.abc import Callable, Mapping, Sequence

from surefoot.base.records import dataclass, field
from surefoot.engines.limits import LIMITS
from surefoot.engines.ufo.weak_order import ERROR
from surefoot.logic import FALSE, TRUE, Op, Term, and_, or_
from surefoot.systems.control.system import ENTRY, ControlSystem, Edge, Error, Invariants

Labels = Mapping["Node", Term]


@dataclass(slots=True, eq=False)
class Node:
    """A node; ``number`` counts nodes from 0, the root."""

    number: int
    location: str
    label: Term = TRUE
    children: dict["Node", tuple[Edge, ...]] = field(default_factory=dict)
    """Children with the edges of the system between the locations."""
    parents: list["Node"] = field(default_factory=list)
    is_expanded: bool = False
    is_labelled: bool = False
    """True once the node has got a label; until then the label is true."""

    def __str__(self) -> str:
        return f"{self.number} at {self.location}"


class ReachabilityGraph:
    """Nodes, and the edges of each location to relevant errors and to locations."""

    def __init__(self, system: ControlSystem, is_relevant: Callable[[Error], bool]) -> None:
        self.system = system
        self._actions = {name: _actions(system, name, is_relevant) for name in (ENTRY, *system.names)}
        self.nodes: list[Node] = []
        self.root = self.new(ENTRY)
        self._error: Node | None = None

    @property
    def error(self) -> Node:
        """The node of all errors, created on first use."""
        if self._error is None:
            self._error = self.new(ERROR)
        return self._error

    def towards_error(self) -> tuple[Node, ...]:
        """Return the nodes with a path to the errors in topological order, the error node last.

        Requires: there is one
        """
        found: dict[Node, None] = {}
        stack = [self.error]
        while stack:
            pending = [each for each in stack[-1].parents if each not in found]
            if pending:
                stack.append(pending[0])
            else:
                found[stack.pop()] = None
        return tuple(found)

    def leads_to(self, node: Node, target: Node) -> bool:
        """Return whether a path leads from ``node`` to ``target``."""
        seen = {node}
        todo = [node]
        while todo:
            for child in todo.pop().children:
                if child not in seen:
                    seen.add(child)
                    todo.append(child)
        return target in seen

    def new(self, location: str) -> Node:
        """Create a node without a label."""
        node = Node(len(self.nodes), location)
        self.nodes.append(node)
        return node

    def actions(self, location: str) -> Mapping[str, tuple[Edge, ...]]:
        """Return the edges from ``location`` by destination."""
        return self._actions.get(location, {})

    def connect(self, parent: Node, child: Node) -> None:
        """Make ``child`` the successor of ``parent`` for all edges to its location."""
        parent.children[child] = self.actions(parent.location)[child.location]
        child.parents.append(parent)


def _actions(system: ControlSystem, name: str, is_relevant: Callable[[Error], bool]) -> Mapping[str, tuple[Edge, ...]]:
    found: dict[str, tuple[Edge, ...]] = {}
    for edge in system.edges_from(name):
        match edge.target:
            case str() as target:
                found[target] = (*found.get(target, ()), edge)
            case Error() as error if is_relevant(error):
                found[ERROR] = (*found.get(ERROR, ()), edge)
            case _:
                pass
    return found


@dataclass(frozen=True, slots=True)
class View:
    """Nodes of one exploration in topological order, and the ``covered`` ones among them."""

    graph: ReachabilityGraph
    nodes: tuple[Node, ...]
    covered: frozenset[Node]
    error: Node | None
    """The node of the errors, if it came to that."""

    def invariants(self) -> Invariants:
        """Return the invariants: for each location the conjuncts common to the labels of its
        uncovered nodes, and the disjunction of the rest.

        A location without a node is unreachable.
        """
        labels: dict[str, list[Term]] = {name: [] for name in self.graph.system.names}
        for node in self.nodes:
            if node not in self.covered and node.location in labels:
                labels[node.location].append(node.label)
        return {name: _joined(terms) for name, terms in labels.items()}


def _joined(labels: Sequence[Term]) -> tuple[Term, ...]:
    """Return formulas whose conjunction is the disjunction of ``labels``; labels that imply others
    are dropped.
    """
    conjunctions = [dict.fromkeys(conjuncts(label)) for label in dict.fromkeys(labels)]
    weakest = [own for own in conjunctions if not any(other.keys() < own.keys() for other in conjunctions)]
    common = {each: None for own in weakest[:1] for each in own if all(each in other for other in weakest)}
    rest = or_(*(and_(*(each for each in own if each not in common)) for own in weakest))
    return (*common, *conjuncts(rest))


def conjuncts(formula: Term) -> tuple[Term, ...]:
    """Return the operands of a conjunction, not flattened; none for the constant true."""
    if formula is TRUE:
        return ()
    return formula.args if formula.op is Op.AND else (formula,)


def graph_dot(view: View, write: Callable[[str, Term], str]) -> str:
    """Return ``view`` as a graph with labels printed by ``write``.

    Covered nodes are dashed; nodes that the last exploration did not visit are grey.
    """
    inside = frozenset(view.nodes)
    lines = ["digraph arg {", '  node [shape=box, fontname="monospace", fontsize=10];']
    for node in view.graph.nodes:
        style = "dashed" if node in view.covered else "solid"
        colour = "black" if node in inside else "grey"
        parts = (f"{node.number}: {node.location}", *_label(node, write))
        text = "".join(f"{_escaped(_cut(part))}\\l" for part in parts)
        lines.append(f'  n{node.number} [label="{text}", style={style}, color={colour}];')
        lines += [f"  n{node.number} -> n{child.number};" for child in node.children]
    lines.append("}")
    return "".join(f"{line}\n" for line in lines)


def _label(node: Node, write: Callable[[str, Term], str]) -> tuple[str, ...]:
    if node.label is TRUE or node.label is FALSE:
        return ("true" if node.label is TRUE else "false",)
    return tuple(write(node.location, node.label).split("\n"))


def _cut(line: str) -> str:
    return line if len(line) <= LIMITS.label_characters else f"{line[: LIMITS.label_characters - 1]}…"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
