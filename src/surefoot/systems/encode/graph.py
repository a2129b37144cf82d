"""The cut points of a program with stable shapes, and the passages between their representatives."""

from collections import Counter
from collections.abc import Collection, Mapping

from surefoot.base.budget import Budget
from surefoot.base.records import dataclass
from surefoot.program.program import Program
from surefoot.program.properties import Property
from surefoot.semantics.memory.addresses import AddressBook, Incompleteness
from surefoot.semantics.memory.objects import AllocationSite, MemoryObject, OverlappingLifetimes
from surefoot.semantics.memory.pools import Pool, PoolChanged
from surefoot.semantics.memory.strings import StringsChanged
from surefoot.semantics.symbolic.executor import Executor
from surefoot.semantics.symbolic.reached_checks import UnknownValue
from surefoot.semantics.symbolic.state import State
from surefoot.systems.encode.cut_points import Place
from surefoot.systems.encode.regions import MadeAgain, NoFiniteShape, Passage, Regions
from surefoot.systems.encode.representatives import Representative, Representatives
from surefoot.systems.encode.shapes import Shape, Shapes

MAX_ROUNDS = 30
"""A shape that is not stable after it was widened so often is given up."""
MAX_POOL_CHANGES = 60
"""So often it may turn out that other objects are made in loops, or that they have other fields, than it seemed."""

LOST = "objects that loops make are accessed at addresses of which nothing is known"


@dataclass(frozen=True, slots=True)
class CutPoint:
    """A cut point with its shape, a state that stands for all states of the shape, and what follows from it."""

    shape: Shape
    representative: Representative
    passage: Passage


@dataclass(frozen=True, slots=True)
class CutPointGraph:
    """The passage from the entry, and the cut points.

    Ensures  every state in which a run is at a cut point is an instance of that cut point's shape
    """

    book: AddressBook
    representatives: Representatives
    entry: Passage
    cut_points: Mapping[Place, CutPoint]
    recycled: tuple[MemoryObject, ...]
    """Objects that stand for all that are made at one place. Where something depends on their addresses, the graph is wrong."""
    is_exact: bool
    """Whether nothing but runs of the program is described; if there are pools or strings, less is known of addresses and of what is lost."""
    is_lost: bool
    """Whether some valid accesses fail here: runs that go on after them are described only where none of them is made."""


def cut_point_graph(program: Program, checked: Property, budget: Budget) -> CutPointGraph:
    """The graph of ``program``; raises `NoFiniteShape` where the states at a loop head have no finite description."""
    pools: tuple[Pool, ...] = ()
    recycled: set[AllocationSite] = set()
    for _ in range(MAX_POOL_CHANGES):
        try:
            return _graph_with(program, checked, pools, recycled, budget)
        except MadeAgain as change:
            recycled.add(change.allocation_site)
        except PoolChanged as change:
            new = change.pool
            others = [each for each in pools if each.size != new.size or set(each.sites).isdisjoint(new.sites)]
            pools = (*others, new)
        except (OverlappingLifetimes, StringsChanged) as refusal:
            raise NoFiniteShape(refusal.message) from None
    raise NoFiniteShape("what the objects that loops make consist of does not settle")


def _is_news(shapes: Shapes[Place], place: Place, state: State, budget: Budget) -> bool:
    """Whether the shape of ``place`` had to be widened for ``state``; where objects have many cells, that takes a while."""
    budget.spend()
    return shapes.cover(place, state)


def _graph_with(
    program: Program, checked: Property, pools: tuple[Pool, ...], recycled: Collection[AllocationSite], budget: Budget
) -> CutPointGraph:
    """The graph in which the objects that ``pools`` are for are instances of these, and those made at ``recycled`` one object.

    Raises `PoolChanged` or `MadeAgain` if there are others of the kind.
    """
    executor = Executor(program, checked, pools, recycled)
    width = program.data_model.pointer_width
    regions = Regions(executor)
    representatives = Representatives(executor.book, width)
    entry = regions.passage([executor.start()], budget)
    lost_at_entry, lost = executor.book.lost, dict[Place, Incompleteness]()
    chosen = [each.symbol for each in entry.choices if isinstance(each, UnknownValue)]
    shapes = Shapes(executor.book, width, entry.arrivals, chosen)
    settled: dict[Place, tuple[Representative, Passage]] = {}
    changed = shapes.changed
    rounds: Counter[Place] = Counter()
    while changed:
        rounds.update(changed)
        if max(rounds.values()) > MAX_ROUNDS:
            raise NoFiniteShape("the shapes of states at loop heads do not settle")
        arrivals: list[tuple[Place, State]] = []
        for place in changed:
            budget.spend()
            start = representatives.of(str(list(shapes.by_place).index(place)), shapes.by_place[place])
            executor.book.lost = Incompleteness.NONE
            passage = regions.passage([start.state], budget)
            lost[place] = executor.book.lost
            settled[place] = start, passage
            arrivals += passage.arrivals.items()
        changed = list(dict.fromkeys(place for place, state in arrivals if _is_news(shapes, place, state, budget)))
        if shapes.cover_columns(state for _, state in arrivals):
            changed = list(shapes.by_place)
    missing = max((lost_at_entry, *lost.values()))
    if missing is Incompleteness.SIZES_AND_LIFETIMES:
        raise NoFiniteShape(LOST)
    found = {place: CutPoint(shape, *settled[place]) for place, shape in shapes.by_place.items()}
    again = tuple(executor.recycled.values())
    has_strings = any(each.strings is not None for each in executor.book.objects)
    is_exact, is_lost = not (pools or again or has_strings), missing is not Incompleteness.NONE
    return CutPointGraph(executor.book, representatives, entry, found, again, is_exact=is_exact, is_lost=is_lost)
