"""The graph of cut points with stable shapes, and the passages between them."""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

from surefoot.base.budget import Budget
from surefoot.base.records import dataclass
from surefoot.program.program import Program
from surefoot.program.properties import Property
from surefoot.semantics.memory.addresses import AddressBook, Incompleteness
from surefoot.semantics.memory.objects import MemoryObject
from surefoot.semantics.symbolic.executor import Executor
from surefoot.semantics.symbolic.reached_checks import UnknownValue
from surefoot.semantics.symbolic.state import State
from surefoot.systems.encode.cut_points import Place
from surefoot.systems.encode.encoding import NotEncodable
from surefoot.systems.encode.passages import Passage, PassageRunner
from surefoot.systems.encode.refinement import HeapAbstraction, NoFiniteShape
from surefoot.systems.encode.representatives import Representative, Representatives
from surefoot.systems.encode.shapes import Shape, Shapes
from surefoot.systems.limits import LIMITS

UNKNOWN_TARGETS = "summarised heap objects are accessed at addresses of which nothing is known"


@dataclass(frozen=True, slots=True)
class CutPoint:
    """A cut point with its shape, a symbolic state of the shape, and the passage from that state."""

    shape: Shape
    representative: Representative
    passage: Passage


@dataclass(frozen=True, slots=True)
class CutPointGraph:
    """The passage from the entry, and the cut points.

    Ensures: every state in which a run is at a cut point is an instance of that cut point's shape.
    """

    book: AddressBook
    representatives: Representatives
    entry: Passage
    cut_points: Mapping[Place, CutPoint]
    recycled: tuple[MemoryObject, ...]
    """Objects that represent all objects of an allocation site; the graph is valid only if no value
    depends on their addresses.
    """
    is_exact: bool
    """True if every described run is one of the program; summaries and argument strings
    over-approximate addresses and leaks.
    """
    omitted: Incompleteness
    """Behaviour that is missing because an unknown address may be that of a summarised object."""


def cut_point_graph(
    program: Program, checked: Property, heap: HeapAbstraction, budget: Budget
) -> CutPointGraph | NotEncodable:
    """Return the graph of ``program`` in which ``heap`` represents the heap objects that loops
    allocate.

    Raises one of the exceptions of `surefoot.systems.encode.refinement.attempt` if ``heap`` is too
    coarse.
    """
    executor = Executor(program, checked, heap.pools, heap.recycled)
    width = program.data_model.pointer_width
    runner = PassageRunner(executor)
    representatives = Representatives(executor.book, program)
    entry = runner.passage([executor.start()], budget)
    chosen = [each.symbol for each in entry.choices if isinstance(each, UnknownValue)]
    shapes = Shapes(executor.book, width, entry.arrivals, chosen)
    settled: dict[Place, tuple[Representative, Passage]] = {}

    def execute(place: Place) -> Iterable[tuple[Place, State]]:
        start = representatives.of(str(list(shapes.by_place).index(place)), shapes.by_place[place])
        passage = runner.passage([start.state], budget)
        settled[place] = start, passage
        return passage.arrivals.items()

    stabilise(shapes, execute, lambda _: (), LIMITS.shape_changes, budget)
    omitted = max(entry.omitted, *(passage.omitted for _, passage in settled.values()), Incompleteness.NONE)
    if omitted is Incompleteness.SIZES_AND_LIFETIMES:
        return NotEncodable(UNKNOWN_TARGETS)
    found = {place: CutPoint(shape, *settled[place]) for place, shape in shapes.by_place.items()}
    recycled = tuple(executor.recycled.values())
    has_strings = any(each.strings is not None for each in executor.book.objects)
    is_exact = not (heap.pools or recycled or has_strings)
    return CutPointGraph(executor.book, representatives, entry, found, recycled, is_exact, omitted)


_Point = TypeVar("_Point", bound=Hashable)


def stabilise(
    shapes: Shapes[_Point],
    execute: Callable[[_Point], Iterable[tuple[_Point, State]]],
    dependents: Callable[[Collection[_Point]], Sequence[_Point]],
    most_changes: int,
    budget: Budget,
) -> None:
    """Widen ``shapes`` until they cover every state that ``execute`` returns for any of their
    points.

    ``dependents`` returns the points that have to be executed again after the shapes of others
    changed. Raises `NoFiniteShape` if the shape of a point changes more than ``most_changes``
    times.
    """

    def changes(point: _Point, state: State) -> bool:
        budget.spend()
        return shapes.cover(point, state)

    changed = shapes.changed
    count: Counter[_Point] = Counter()
    while changed:
        count.update(changed)
        if max(count.values()) > most_changes:
            raise NoFiniteShape("the shapes of states at loop heads and calls do not become stable")
        arrivals: list[tuple[_Point, State]] = []
        for point in changed:
            budget.spend()
            arrivals += execute(point)
        widened = list(dict.fromkeys(point for point, state in arrivals if changes(point, state)))
        changed = list(dict.fromkeys((*widened, *dependents(widened))))
        if shapes.cover_columns(state for _, state in arrivals):
            changed = list(shapes.by_place)
