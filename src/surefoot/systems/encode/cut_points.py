"""Cut points: loop heads with their call strings, and their names."""

from collections.abc import Iterable, Iterator

from surefoot.base.spans import Span
from surefoot.base.text import FreshNames
from surefoot.program.program import Program
from surefoot.program.statements import Call
from surefoot.semantics.symbolic.state import Activation, State, Suspended

Place = tuple[tuple[str, str, int], ...]
"""(function, block, statement) of every activation, the outermost first: a loop head and its call
string.
"""


def place_of(state: State) -> Place:
    """Return the place of ``state``."""
    return tuple((frame.body.function.name, frame.block, frame.index) for frame in stack_frames(state))


def stack_frames(state: State) -> list[Activation]:
    """Return the activations on the stack, the outermost first."""
    frames = [state.frame]
    below = state.callers
    while below is not None:
        frames.append(below.frame)
        below = below.below
    frames.reverse()
    return frames


def with_frames(frames: list[Activation], example: State) -> Suspended | None:
    """Return the callers of ``example`` with ``frames`` as their activations; the last frame is the
    active one.
    """
    calls: list[Call] = []
    below = example.callers
    while below is not None:
        calls.append(below.call)
        below = below.below
    callers: Suspended | None = None
    for frame, call in zip(frames[:-1], reversed(calls), strict=True):
        callers = Suspended(frame, call, callers)
    return callers


def without_iteration_counts(state: State) -> State:
    """Return the state with all loop counters at zero, because iterations before a cut point do not
    matter.
    """
    frames = [frame.copy() for frame in stack_frames(state)]
    prefix: tuple[int, ...] = ()
    for frame in frames:
        frame.restart(prefix)
        prefix = (*frame.position(), frame.body.number)
    fresh = State(state.guard, state.globals, state.memory, frames[-1])
    fresh.callers = with_frames(frames, state)
    fresh.version = state.version
    return fresh


def span_of(program: Program, place: Place) -> Span | None:
    """Return the source position of the loop at ``place``."""
    function, label, _ = place[-1]
    return program.functions[function].blocks[label].span


def calls_to(program: Program, place: Place) -> Iterator[tuple[str, Span | None]]:
    """Yield the callers on the way to ``place``, the outermost first, with the positions of the
    calls; the start of the program is omitted.
    """
    for function, block, index in place[:-1]:
        body = program.functions[function]
        if body.home(block) != program.entry:
            yield body.home(block), body.blocks[block].statements[index - 1].span


def function_of(program: Program, place: Place) -> str:
    """Return the function that ``place`` is in."""
    function, label, _ = place[-1]
    return program.functions[function].home(label)


def location_names(program: Program, places: Iterable[Place]) -> dict[Place, str]:
    """Return a name for each of ``places``: its call string and loop, each as function and line.

    ``main:12 > find:7`` is the loop in line 7 of find when it is called from line 12 of main.
    Columns are added where lines are ambiguous. ``find called`` is the start of the shared body of
    find.
    """
    known = list(places)
    short = [_name(program, place, with_columns=False) for place in known]
    names = FreshNames()
    return {
        place: names.like(name if short.count(name) == 1 else _name(program, place, with_columns=True))
        for place, name in zip(known, short, strict=True)
    }


def _name(program: Program, place: Place, *, with_columns: bool) -> str:
    if _is_called(program, place):
        return f"{function_of(program, place)} called"
    spans = [*calls_to(program, place), (function_of(program, place), span_of(program, place))]
    return " > ".join(f"{function}:{_position(span, with_columns=with_columns)}" for function, span in spans)


def _is_called(program: Program, place: Place) -> bool:
    """Return whether ``place`` is the first block of a shared body."""
    function, label, _ = place[-1]
    body = program.functions[function]
    home = body.home(label)
    return home != function and label == next(each for each, other in body.homes.items() if other == home)


def _position(span: Span | None, *, with_columns: bool) -> str:
    if span is None:
        return "?"
    return f"{span.line}:{span.column}" if with_columns else str(span.line)
