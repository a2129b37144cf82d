"""Iterations of loops that constants determine, in symbolic states, and their acceleration.

A block (`surefoot.systems.closed_forms.blocks`) has only iterations along the self-loop of the
location, whose guard excludes failures, choices and the loop exit. What an iteration changes must
be constants in local and global variables. Other values that it reads may be unknown if nothing
depends on them, and so may the feasibility of the state.
"""

from collections.abc import Mapping, Sequence

from surefoot.logic import BitVecSort, Op, Term, Value, bv, dag_size
from surefoot.semantics.symbolic.state import Activation, State
from surefoot.systems.closed_forms.blocks import LoopIterations
from surefoot.systems.closed_forms.newton import FOREVER
from surefoot.systems.control.runs import Assignment
from surefoot.systems.control.system import Edge, ReferentKind
from surefoot.systems.encode.cut_points import Place, stack_frames
from surefoot.systems.encode.encoding import Encoding
from surefoot.systems.encode.program_system import ProgramSystem
from surefoot.systems.encode.slots import Slot
from surefoot.systems.encode.value_forms import Arbitrary, Fixed
from surefoot.systems.limits import LIMITS

_VARIABLES = frozenset({ReferentKind.LOCAL, ReferentKind.GLOBAL})


class KnownIterations:
    """The iterations of the loop at the location ``name`` along ``edge``.

    ``absent`` are conditions that hold in no iteration of a block, ``inputs`` are chosen anew in
    each, and ``fixed`` are the constant values of variables at the location.
    """

    def __init__(
        self,
        name: str,
        edge: Edge,
        absent: Sequence[Term],
        inputs: Sequence[Term],
        slots: Mapping[Term, Slot],
        fixed: Mapping[Slot, Term],
    ) -> None:
        self.name = name
        self._edge = edge
        self._absent = absent
        self._inputs = inputs
        self._slots = slots
        self._fixed = fixed
        everything = LoopIterations(edge, absent, inputs)
        self._moving = everything.moving.keys()
        self._needed = sorted(everything.needed, key=lambda symbol: symbol.id)
        self._by_unknown: dict[tuple[Term, ...], LoopIterations] = {}

    def read(self, state: State) -> Assignment | None:
        """Return the known values that may determine the iterations; ``None`` if a changed variable
        is unknown.
        """
        frames = stack_frames(state)
        if any(_held(slot, state, frames) not in (None, value) for slot, value in self._fixed.items()):
            return None
        found: dict[Term, Value] = {}
        for symbol in self._needed:
            value = _held(self._slots[symbol], state, frames) if symbol in self._slots else None
            if value is not None and value.op is Op.CONSTANT:
                found[symbol] = value.payload
            elif symbol in self._moving:
                return None
        return found

    def accelerate(self, state: State, before: Assignment) -> int | None:
        """Advance ``state`` by as many iterations as have a closed form, and return their number.

        ``before`` was read one iteration before.
        """
        now = self.read(state)
        if now is None or before.keys() != now.keys():
            return None
        iterations = self._iterations(tuple(symbol for symbol in self._needed if symbol not in now))
        if not iterations.is_iteration(before, now):
            return None
        block = iterations.block(now)
        if block is None or block.iterations < LIMITS.accelerated_iterations or block.times >= FOREVER:
            return None
        self._write(state, block.state(block.times))
        return block.iterations

    def _iterations(self, unknown: tuple[Term, ...]) -> LoopIterations:
        """Return the iterations that do not depend on ``unknown`` symbols."""
        if unknown not in self._by_unknown:
            self._by_unknown[unknown] = LoopIterations(self._edge, self._absent, (*self._inputs, *unknown))
        return self._by_unknown[unknown]

    def _write(self, state: State, values: Assignment) -> None:
        """Write ``values`` to the changed variables of ``state``."""
        for symbol, value in values.items():
            slot = self._slots[symbol]
            variables = state.globals if slot.kind is ReferentKind.GLOBAL else state.frame.locals
            variables[slot.owner] = bv(int(value), symbol.sort.width)  # type: ignore[index,arg-type]  # a variable's number
        state.version += 1


def known_iterations(encoding: Encoding, place: Place) -> KnownIterations | None:
    """Return the iterations of the loop at ``place`` if variables determine them and they change
    nothing else.
    """
    if not isinstance(encoding, ProgramSystem) or not encoding.is_exact:
        return None
    name = next((name for name, each in encoding.places.items() if each == place), None)
    if name is None:
        return None
    edge = next((each for each in encoding.system.edges_from(name) if each.target == name), None)
    if edge is None or dag_size(edge.guard, *edge.update.values()) > LIMITS.iteration_nodes:
        return None
    cut_point = encoding.graph.cut_points[place]
    guards = [choice.guard for choice in cut_point.passage.choices]
    ranges = cut_point.shape.ranges
    slots = {
        group[0].symbol: slot
        for slot, group in cut_point.representative.variables.items()
        if slot.kind in _VARIABLES and isinstance(slot.sort, BitVecSort) and isinstance(ranges[slot], Arbitrary)
    }
    changed = [slots.get(symbol) for symbol, value in edge.update.items() if value is not symbol]
    if not all(slot is not None and _is_changeable(slot, place) for slot in changed):
        return None
    fixed = {
        slot: range_.value
        for slot, range_ in ranges.items()
        if slot.kind in _VARIABLES and isinstance(range_, Fixed) and range_.value.op is Op.CONSTANT
    }
    return KnownIterations(name, edge, guards, encoding.system.location(name).inputs, slots, fixed)


def _is_changeable(slot: Slot, place: Place) -> bool:
    """Return whether the variable ``slot`` is global, or belongs to the activation that runs at
    ``place``.
    """
    return slot.kind is ReferentKind.GLOBAL or slot.number == len(place) - 1


def _held(slot: Slot, state: State, frames: Sequence[Activation]) -> Term | None:
    """Return the value of the variable ``slot`` in ``state``, whose activations are ``frames``."""
    variables = state.globals if slot.kind is ReferentKind.GLOBAL else frames[slot.number].locals
    return variables.get(slot.owner)  # type: ignore[arg-type]  # slots of variables are owned by symbols
