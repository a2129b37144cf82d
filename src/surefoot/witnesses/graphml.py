"""Violation witnesses of version 1.0: automata in GraphML, for validators that read no later version.

A state for each waypoint; the edge into it has the line of the waypoint. The last state is the
violation, or, for a run without end, the first state of the cycle is marked and reached again.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from surefoot.frontend.acsl.source_text import SourceText
from surefoot.frontend.acsl.tokens import Kind, tokens_of
from surefoot.program.program import DataModel
from surefoot.witnesses.document import Action, Waypoint, WaypointKind

VERSION = "1.0"
_NAMESPACE = "http://graphml.graphdrawing.org/xmlns"
_ARCHITECTURES = {DataModel.ILP32: "32bit", DataModel.LP64: "64bit"}
_KEYS = {
    "graph": (
        "witness-type", "sourcecodelang", "producer", "specification", "programfile", "programhash", "architecture", "creationtime",
    ),
    "node": ("entry", "violation", "cyclehead"),
    "edge": (
        "startline", "endline", "assumption", "assumption.resultfunction", "control", "enterFunction",
    ),
}  # fmt: skip
_TYPES = {"entry": "boolean", "violation": "boolean", "cyclehead": "boolean", "startline": "int", "endline": "int"}
_DEFAULTS = {"entry", "violation", "cyclehead"}


def graphml_text(
    waypoints: Sequence[Waypoint], source: SourceText, data_model: DataModel, metadata: Mapping[str, str]
) -> str:
    """Return the witness automaton of the ``waypoints``; ``metadata`` has a value for each key of the
    graph but the first two and the architecture.

    Requires: the waypoints end in a target or a cycle.
    """
    root = Element("graphml", xmlns=_NAMESPACE)
    for owner, names in _KEYS.items():
        for name in names:
            attributes = {"attr.name": name, "attr.type": _TYPES.get(name, "string"), "for": owner, "id": name}
            key = SubElement(root, "key", attributes)
            if name in _DEFAULTS:
                SubElement(key, "default").text = "false"
    graph = SubElement(root, "graph", edgedefault="directed")
    known = {
        "witness-type": "violation_witness",
        "sourcecodelang": "C",
        **metadata,
        "architecture": _ARCHITECTURES[data_model],
    }
    for name in _KEYS["graph"]:
        _data(graph, name, known[name])
    stem = sum(each.action is not Action.CYCLE for each in waypoints)
    for number in range(len(waypoints) + 1):
        node = SubElement(graph, "node", id=f"q{number}")
        if number == 0:
            _data(node, "entry", "true")
        if number == len(waypoints) and waypoints[-1].kind is WaypointKind.TARGET:
            _data(node, "violation", "true")
        if number == stem + 1 and stem < len(waypoints):
            _data(node, "cyclehead", "true")
    functions = _Callees(source)
    steps = [(number, number + 1, each) for number, each in enumerate(waypoints)]
    if stem < len(waypoints):
        steps.append((len(waypoints), stem + 1, waypoints[stem]))
    for begin, end, waypoint in steps:
        edge = SubElement(graph, "edge", source=f"q{begin}", target=f"q{end}")
        for name, value in _guard(waypoint, functions):
            _data(edge, name, value)
    indent(root, " ")
    return f'<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n{tostring(root, "unicode")}\n'


def _data(parent: Element, key: str, value: str) -> None:
    SubElement(parent, "data", key=key).text = value


def _guard(waypoint: Waypoint, functions: "_Callees") -> Iterator[tuple[str, str]]:
    """Yield the data of the edge that passes ``waypoint``."""
    line = str(waypoint.place.line)
    yield from (("startline", line), ("endline", line))
    match waypoint.kind:
        case WaypointKind.FUNCTION_RETURN:
            yield "assumption", _without_suffixes(waypoint.constraint)
            yield "assumption.resultfunction", functions.name_before(waypoint)
        case WaypointKind.FUNCTION_ENTER:
            yield "enterFunction", functions.name_before(waypoint)
        case WaypointKind.BRANCHING:
            yield "control", f"condition-{waypoint.constraint}"
        case WaypointKind.ASSUMPTION:
            yield "assumption", waypoint.constraint
        case WaypointKind.TARGET:
            pass


def _without_suffixes(text: str) -> str:
    """Return the expression without suffixes of constants, which some validators do not read."""
    return re.sub(r"(?<=\d)(ULL|U)\b", "", text)


class _Callees:
    """Names of called functions by the positions behind the arguments."""

    def __init__(self, source: SourceText) -> None:
        self._names: dict[tuple[int, int], str] = {}
        opened: list[str] = []
        previous = ""
        for token in tokens_of(source.text):
            if token.kind in {Kind.ANNOTATION, Kind.DIRECTIVE}:
                continue
            if token.text == "(":
                opened.append(previous)
            elif token.text == ")" and opened:
                at = source.span(token.start)
                self._names[at.line, at.column] = opened.pop()
            previous = token.text

    def name_before(self, waypoint: Waypoint) -> str:
        """Return the name of the function whose arguments end at ``waypoint``."""
        return self._names[waypoint.place.line, waypoint.place.column]
