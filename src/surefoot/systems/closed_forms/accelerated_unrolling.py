"""Loop acceleration in unrollings: iterations that constants determine are skipped if they have a
closed form.

The state after an acceleration is the one that the unrolling would reach, and no skipped check
fails (`surefoot.systems.encode.known_iterations`). Before each acceleration, one iteration of the
executor and one along the edge of the control system must agree.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from surefoot.base.records import dataclass
from surefoot.semantics.symbolic.state import Guard, State
from surefoot.systems.closed_forms.accelerated_iterations import AcceleratedIterations
from surefoot.systems.encode.cut_points import Place, place_of
from surefoot.systems.encode.encoding import Encoding, NotEncodable
from surefoot.systems.limits import LIMITS

if TYPE_CHECKING:
    from surefoot.systems.control.runs import Assignment
    from surefoot.systems.encode.known_iterations import KnownIterations


@dataclass(slots=True)
class _LoopExecution:
    """One execution of a loop: the next iteration at which a closed form is sought, and the
    previous values.
    """

    due: int
    wait: int
    guard: Guard | None = None
    before: "Assignment | None" = None


class UnrollingAccelerator:
    """Accelerator of the loops of one unrolling; ``made`` are its accelerations.

    ``encoding`` makes the control system of the program. It is called when a loop has made
    `LIMITS.unrolled_iterations` iterations and the last one decided nothing unknown.
    """

    def __init__(self, encoding: Callable[[], Encoding | NotEncodable]) -> None:
        self.made: list[AcceleratedIterations] = []
        self._encoding = encoding
        self._system: Encoding | None = None
        self._is_made = False
        self._loops: dict[Place, KnownIterations | None] = {}
        self._passes: dict[tuple[tuple[int, ...], tuple[int, ...], str], _LoopExecution] = {}
        self._known: set[tuple[str, str]] = set()
        """Functions and blocks of the loops that were accelerated; the next attempt at them is
        earlier.
        """

    def at_head(self, state: State) -> None:
        """Accelerate ``state``, which has just returned to a loop head, if enough iterations have
        passed and there is a closed form.
        """
        frame = state.frame
        iterations = frame.iterations[-1]
        first = (
            LIMITS.iterations_after_acceleration
            if (frame.body.function.name, frame.block) in self._known
            else LIMITS.unrolled_iterations
        )
        if iterations < first - 2:
            return
        here = self._passes.setdefault((frame.prefix, frame.iterations[:-1], frame.block), _LoopExecution(first, first))
        if iterations == here.due - 2:
            here.guard, here.before = state.guard, None
        elif iterations == here.due - 1 and here.guard is state.guard:
            loop = self._loop(state)
            here.before = None if loop is None else loop.read(state)
        elif iterations == here.due:
            is_accelerated = here.before is not None and self._accelerate(state, here.before)
            here.wait = LIMITS.iterations_after_acceleration if is_accelerated else 2 * here.wait
            here.due = iterations + here.wait

    def _accelerate(self, state: State, before: "Assignment") -> bool:
        loop = self._loop(state)
        iterations = None if loop is None else loop.accelerate(state, before)
        if loop is None or iterations is None:
            return False
        self.made.append(AcceleratedIterations(loop.name, iterations))
        self._known.add((state.frame.body.function.name, state.frame.block))
        return True

    def _loop(self, state: State) -> "KnownIterations | None":
        if not self._is_made:
            self._is_made = True
            found = self._encoding()
            self._system = None if isinstance(found, NotEncodable) else found
        if self._system is None:
            return None
        place = place_of(state)
        if place not in self._loops:
            from surefoot.systems.encode.known_iterations import known_iterations  # few runs are that long

            self._loops[place] = known_iterations(self._system, place)
        return self._loops[place]
