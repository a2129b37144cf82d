"""Points at which runs of procedures are cut: starts, loop heads, calls of other procedures, and
returns.

A procedure is a summarised function, or the start of the program, which is ``None``.
"""

from collections.abc import Iterable, Mapping

from surefoot.base.enums import Enum
from surefoot.base.records import dataclass
from surefoot.base.spans import Span
from surefoot.base.text import FreshNames
from surefoot.program.program import Program
from surefoot.program.statements import Call
from surefoot.systems.control.components import strongly_connected
from surefoot.systems.encode.cut_points import Place, location_names, span_of


class PointKind(Enum):
    """Kinds of points."""

    CALLED = "called"
    """The start of the procedure."""
    LOOP = "loop"
    CALLING = "calls"
    """A call of a summarised procedure."""
    RETURNS = "returns"
    """The end of the procedure."""


@dataclass(frozen=True, slots=True)
class Point:
    """A point of ``procedure``; ``place`` is that of a loop or of a call of the procedure
    ``callee``.
    """

    procedure: str | None
    kind: PointKind
    place: Place = ()
    callee: str = ""


def called(function: str) -> Point:
    """Return the point at the start of ``function``."""
    return Point(function, PointKind.CALLED)


def returns(function: str) -> Point:
    """Return the point at the end of ``function``."""
    return Point(function, PointKind.RETURNS)


def recursive_functions(program: Program) -> frozenset[str]:
    """Return the functions that are recursive by direct calls."""
    callees = {
        name: tuple(
            dict.fromkeys(
                statement.callee
                for block in function.blocks.values()
                for statement in block.statements
                if isinstance(statement, Call) and isinstance(statement.callee, str)
            )
        )
        for name, function in program.functions.items()
    }
    found: set[str] = set()
    for component in strongly_connected(list(callees), callees, frozenset(callees)):
        if len(component) > 1 or component[0] in callees[component[0]]:
            found.update(component)
    return frozenset(found)


def point_names(program: Program, points: Iterable[Point]) -> dict[Point, str]:
    """Return a name for each of ``points``.

    Examples are ``fib called``, ``fib:7`` for the loop in line 7 of fib, ``fib:9 calls fib`` and
    ``fib returns``. Points of the program's start have the prefix ``start`` if its function is also
    called: ``start > main:7``.
    """
    known = list(points)
    fresh = FreshNames()
    places = location_names(program, dict.fromkeys(point.place for point in known if point.place))
    recursive_start = program.entry in {point.procedure for point in known}
    return {point: fresh.like(_name(point, places, is_ambiguous=recursive_start)) for point in known}


def point_span(program: Program, point: Point) -> Span | None:
    """Return the source position of the point."""
    match point.kind:
        case PointKind.LOOP:
            return span_of(program, point.place)
        case PointKind.CALLING:
            function, label, index = point.place[-1]
            return program.functions[function].blocks[label].statements[index].span
        case PointKind.CALLED | PointKind.RETURNS:
            return None if point.procedure is None else program.functions[point.procedure].span


def _name(point: Point, places: Mapping[Place, str], *, is_ambiguous: bool) -> str:
    if not point.place:
        return f"{point.procedure} {point.kind.value}"
    where = f"start > {places[point.place]}" if is_ambiguous and point.procedure is None else places[point.place]
    return where if point.kind is PointKind.LOOP else f"{where} calls {point.callee}"
