"""Rounds of loops that known variables decide, in symbolic states: what a closed form makes of them.

A block (`closed_forms.blocks`) has only rounds along the edge from the location of the loop head to itself, whose guard excludes failures, choices and the way out. What decides how
rounds go has to be constants in local and global variables; other variables of the same state may be unknown, and so may be whether any run is in it.
"""

from collections.abc import Mapping, Sequence

from surefoot.logic import BitVecSort, Op, Term, Value, bv, dag_size
from surefoot.records import dataclass
from surefoot.systems.closed_forms.blocks import LoopRounds
from surefoot.systems.closed_forms.newton import FOREVER
from surefoot.systems.control.system import ReferentKind
from surefoot.systems.cutpoints.leaping import LARGEST_ROUND, LEAST_ROUNDS
from surefoot.systems.cutpoints.places import Place, frames_of
from surefoot.systems.cutpoints.program_system import ProgramSystem
from surefoot.systems.cutpoints.ranges import Arbitrary, Fixed
from surefoot.systems.cutpoints.slots import Slot
from surefoot.systems.state import Activation, State
from surefoot.systems.translation import Translation

Values = Mapping[Term, Value]

_VARIABLES = frozenset({ReferentKind.LOCAL, ReferentKind.GLOBAL})


@dataclass(frozen=True, slots=True)
class KnownRounds:
    """The rounds of the loop at the location ``name``, and where a symbolic state has what decides them."""

    name: str
    rounds: LoopRounds
    slots: Mapping[Term, Slot]
    fixed: Mapping[Slot, Term]
    """What variables always are at the location."""

    def read(self, state: State) -> Values | None:
        """The numbers that decide how rounds go; ``None`` if they are not all known, or the state is none of the location's."""
        frames = frames_of(state)
        if any(_held(slot, state, frames) not in (None, value) for slot, value in self.fixed.items()):
            return None
        found: dict[Term, Value] = {}
        for symbol, slot in self.slots.items():
            value = _held(slot, state, frames)
            if value is None or value.op is not Op.CONSTANT:
                return None
            found[symbol] = value.payload
        return found

    def leap(self, state: State, before: Values) -> int | None:
        """Change ``state`` into that of the same runs after as many rounds as are found; returns how many these are. ``before`` was read one round before."""
        now = self.read(state)
        if now is None or not self.rounds.is_round(before, now):
            return None
        block = self.rounds.block(now)
        if block is None or block.rounds < LEAST_ROUNDS or block.times >= FOREVER:
            return None
        self._write(state, block.state(block.times))
        return block.rounds

    def _write(self, state: State, values: Values) -> None:
        """Let ``state`` have these ``values`` of what rounds change."""
        for symbol, value in values.items():
            slot = self.slots[symbol]
            variables = state.globals if slot.kind is ReferentKind.GLOBAL else state.frame.locals
            variables[slot.owner] = bv(int(value), symbol.sort.width)  # type: ignore[index,arg-type]  # a variable's number
        state.version += 1


def known_rounds(translation: Translation, place: Place) -> KnownRounds | None:
    """The rounds of the loop at ``place``, if they are decided by variables and change nothing else."""
    if not isinstance(translation, ProgramSystem) or not translation.is_exact:
        return None
    name = next((name for name, each in translation.places.items() if each == place), None)
    if name is None:
        return None
    edge = next((each for each in translation.system.edges_from(name) if each.target == name), None)
    if edge is None or dag_size(edge.guard, *edge.update.values()) > LARGEST_ROUND:
        return None
    cut_point = translation.graph.cut_points[place]
    guards = [choice.guard for choice in cut_point.passage.choices]
    rounds = LoopRounds(edge, guards, translation.system.location(name).inputs)
    ranges = cut_point.shape.ranges
    slots = {
        group[0].symbol: slot
        for slot, group in cut_point.representative.variables.items()
        if slot.kind in _VARIABLES and isinstance(slot.sort, BitVecSort) and isinstance(ranges[slot], Arbitrary)
    }
    changed = [slots.get(symbol) for symbol in rounds.moving]
    if (
        not all(slot is not None and _is_changeable(slot, place) for slot in changed)
        or not rounds.needed <= slots.keys()
    ):
        return None
    fixed = {
        slot: range_.value
        for slot, range_ in ranges.items()
        if slot.kind in _VARIABLES and isinstance(range_, Fixed) and range_.value.op is Op.CONSTANT
    }
    return KnownRounds(name, rounds, {symbol: slots[symbol] for symbol in rounds.needed}, fixed)


def _is_changeable(slot: Slot, place: Place) -> bool:
    """Whether the variable ``slot`` is a global one, or one of the activation that runs at ``place``."""
    return slot.kind is ReferentKind.GLOBAL or slot.number == len(place) - 1


def _held(slot: Slot, state: State, frames: Sequence[Activation]) -> Term | None:
    """What the variable ``slot`` holds in ``state``, whose activations are ``frames``."""
    variables = state.globals if slot.kind is ReferentKind.GLOBAL else frames[slot.number].locals
    return variables.get(slot.owner)  # type: ignore[arg-type]  # slots of variables are owned by symbols
