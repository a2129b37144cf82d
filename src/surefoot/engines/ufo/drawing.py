"""Abstract reachability graphs in the DOT language of Graphviz."""

from collections.abc import Callable

from surefoot.engines.limits import LIMITS
from surefoot.engines.ufo.graph import Node, View
from surefoot.logic import FALSE, TRUE, Term


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
