"""Paths of the Clang Static Analyzer with the constraints of their states, from its exploded graph.

The graph is trimmed to the paths that end in a report. The shortest one to a node is reported.
"""

import json
import re
from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any

from surefoot.base.errors import InputError
from surefoot.base.records import dataclass
from surefoot.triage.reports import AnalyserReport, shown_path

_NODE = re.compile(r'^\s*(Node0x[0-9a-f]+) \[shape=record,label="\{(.*)\}"\];$')
_EDGE = re.compile(r"^\s*(Node0x[0-9a-f]+) -> (Node0x[0-9a-f]+);$")
_ESCAPE = re.compile(r"\\(.)|&nbsp;")

SymbolRanges = Mapping[str, str]
"""Symbolic expressions with the intervals of their values, as printed."""


@dataclass(frozen=True, slots=True)
class ExplodedGraph:
    """Constraints of each node, its predecessor on a shortest path, and the places of reports."""

    constraints: Mapping[str, SymbolRanges]
    previous: Mapping[str, str]
    reported: Mapping[str, frozenset[tuple[str, int]]]
    """Files and lines of the nodes with reports."""

    def paths_to(self, report: AnalyserReport) -> list[list[SymbolRanges]]:
        """Return the constraints on the paths to ``report``, each from its end back to its start."""
        place = shown_path(report.file), report.region.line
        return [[*self._backwards(node)] for node, places in self.reported.items() if place in places]

    def _backwards(self, node: str) -> Iterator[SymbolRanges]:
        at: str | None = node
        while at is not None:
            yield self.constraints[at]
            at = self.previous.get(at)


def exploded_graph(text: str) -> ExplodedGraph:
    """Return the graph that the analyser wrote. Raises `InputError`."""
    constraints: dict[str, SymbolRanges] = {}
    reported: dict[str, frozenset[tuple[str, int]]] = {}
    following: dict[str, list[str]] = {}
    targets: set[str] = set()
    try:
        for line in text.split("\n"):
            if node := _NODE.match(line):
                entry = json.loads(_ESCAPE.sub(_unescaped, node[2]))
                constraints[node[1]] = _ranges(entry)
                if any(each.get("has_report") for each in entry["program_points"]):
                    reported[node[1]] = frozenset(_places(entry))
            elif edge := _EDGE.match(line):
                following.setdefault(edge[1], []).append(edge[2])
                targets.add(edge[2])
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(f"the analyser's graph cannot be read: {type(error).__name__} {error}") from None
    roots = [each for each in constraints if each not in targets]
    return ExplodedGraph(constraints, _shortest(roots, following), reported)


def _unescaped(found: re.Match[str]) -> str:
    if found[1] is None:
        return " "
    return "\n" if found[1] == "l" else found[1]


def _ranges(entry: Mapping[str, Any]) -> SymbolRanges:
    state = entry["program_state"]
    return {each["symbol"]: each["range"] for each in (state["constraints"] or ())} if state else {}


def _places(entry: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    for each in entry["program_points"]:
        if each.get("location"):
            yield shown_path(each["location"]["file"]), int(each["location"]["line"])


def _shortest(roots: list[str], following: Mapping[str, list[str]]) -> dict[str, str]:
    """Return the predecessor of each node on a shortest path from a root."""
    previous: dict[str, str] = {}
    seen = set(roots)
    pending = deque(roots)
    while pending:
        node = pending.popleft()
        for each in following.get(node, ()):
            if each not in seen:
                seen.add(each)
                previous[each] = node
                pending.append(each)
    return previous
