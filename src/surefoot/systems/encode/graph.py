"""The graph of cut points with stable shapes, and the passages between them: symbolic
execution of loop-free code.
"""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from surefoot.base.budget import Budget
from surefoot.base.records import dataclass
from surefoot.frontend.environment import ARBITRARY_INDEX
from surefoot.frontend.lower.entry import START
from surefoot.logic import Term
from surefoot.program.program import Program
from surefoot.program.properties import Property
from surefoot.semantics.memory.addresses import AddressBook, Incompleteness
from surefoot.semantics.memory.objects import MemoryObject
from surefoot.semantics.symbolic.executor import Executor
from surefoot.semantics.symbolic.reached_checks import ReachedCheck, SymbolicChoice, UnknownValue
from surefoot.semantics.symbolic.state import Activation, State, merge_states
from surefoot.semantics.symbolic.stepping import Stepper
from surefoot.systems.encode.cut_points import Place, place_of, stack_frames, without_iteration_counts
from surefoot.systems.encode.encoding import NotEncodable
from surefoot.systems.encode.refinement import HeapAbstraction, NoFiniteShape
from surefoot.systems.encode.representatives import Representative, Representatives
from surefoot.systems.encode.shapes import Shape, Shapes
from surefoot.systems.limits import LIMITS


@dataclass(frozen=True, slots=True)
class Passage:
    """The result of an execution between cut points: arrivals, ends of runs, checks and choices."""

    arrivals: Mapping[Place, State]
    ended: tuple[Term, ...]
    """The guards of runs that end regularly."""
    reached_checks: tuple[ReachedCheck, ...]
    choices: tuple[SymbolicChoice, ...]
    omitted: Incompleteness = Incompleteness.NONE
    """Behaviour that is missing because an unknown address may be that of a summarised object."""


class PassageRunner:
    """Executor of states from cut points, or from the entry, to the next cut points."""

    def __init__(self, executor: Executor) -> None:
        self.executor = executor
        self._leaving: Activation | None = None
        self._stepper = Stepper(executor, self._is_cut_point, lambda: 1)

    def passage(self, states: Iterable[State], budget: Budget) -> Passage:
        """Execute ``states`` up to the next cut points; raises `NoFiniteShape` for recursion."""
        executor = self.executor
        reached_checks, choices = len(executor.reached_checks), len(executor.choices)
        omissions = len(executor.book.omissions)
        arrivals: dict[Place, State] = {}
        ended: list[Term] = []
        for state in states:
            self._leaving = state.frame if state.frame.iterations else None
            stopped = self._stepper.run([state], budget)
            if self._stepper.deep_calls:
                raise NoFiniteShape("the program is recursive")
            ended += self._stepper.ended
            for arrived in stopped:
                place = place_of(arrived)
                other = arrivals.get(place)
                arrivals[place] = arrived if other is None else merge_states(other, arrived)
        found = {place: self._settled(without_iteration_counts(state)) for place, state in arrivals.items()}
        return Passage(
            found,
            tuple(ended),
            tuple(executor.reached_checks[reached_checks:]),
            tuple(executor.choices[choices:]),
            max(executor.book.omissions[omissions:], default=Incompleteness.NONE),
        )

    def _settled(self, state: State) -> State:
        """Return ``state``, which owns its frames, with the points-to sets of its variables reduced
        to those possible on its path.
        """
        for frame in stack_frames(state):
            frame.locals = {name: self.executor.resolve_pointer(state, value) for name, value in frame.locals.items()}
        return state

    def _is_cut_point(self, state: State) -> bool:
        frame = state.frame
        if frame is self._leaving:
            self._leaving = None
            return False
        heads = frame.body.order.heads[frame.block]
        return bool(heads) and heads[-1] == frame.block


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
    shapes = Shapes(executor.book, width, entry.arrivals, chosen, list(_arguments(program, chosen)))
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


def _arguments(program: Program, chosen: Iterable[Term]) -> Iterator[Term]:
    """Yield the symbols of ``chosen`` for arguments of the function under proof, and the constants
    that stand for quantified variables of annotations.
    """
    yield from (each for each in chosen if str(each.payload.owner).startswith(f"{START}::"))
    for known in program.global_variables:
        if known.initial is None and known.variable.name.startswith(ARBITRARY_INDEX):
            yield known.variable.symbol


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
