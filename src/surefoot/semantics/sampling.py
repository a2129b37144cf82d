"""Sampled runs: choices that find shallow failures without a solver.

Values are drawn from the constants of the program, from the neighbourhood of zero and from the
boundary of each sort. Objects are placed apart, or as close together as possible.
"""

import struct
from collections import Counter, deque
from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Final

from surefoot.base.records import dataclass
from surefoot.logic import FLOAT32, FLOAT64, FloatSort, Sort, Term, Value, default_value, variable
from surefoot.logic.values import canonical_nan
from surefoot.program.layout import FIRST_ADDRESS
from surefoot.program.program import Program
from surefoot.program.trace import Choice, Chosen, OutsideObject, Placed, Trace
from surefoot.semantics.interpreter.memory import ConcreteMemory
from surefoot.semantics.limits import LIMITS

_ANYWHERE: Final = Placed(None, {})
_NONE: Final = iter(())
_NOTHING: Final = Trace({}, {}, ())
Inputs = Mapping[Term, Sequence[Value]]
"""Values of each input variable, consecutive, and the bytes of each input object."""


@dataclass(frozen=True, slots=True)
class SamplingMode:
    """Mode of sampling.

    ``boundary_values`` takes only numbers at the boundary of their sort and around constants.
    ``random_memory`` fills unknown memory. ``constant_per_sort`` takes one number for all inputs of
    a sort, so that loops run long. With ``constant_per_site`` each input site returns one constant
    for the whole run, after its first ``varying_prefix`` values. With ``zero_tails`` inputs are zero
    behind the wanted ones.
    """

    boundary_values: bool = False
    random_memory: bool = False
    constant_per_sort: bool = False
    constant_per_site: bool = False
    varying_prefix: int = 0
    zero_tails: bool = False


@dataclass(frozen=True, slots=True)
class InputObjects:
    """Objects whose contents are inputs: a symbol for their bytes by the variable that holds their
    address.

    ``texts`` are candidate contents. A variable of ``repeated`` holds the addresses of several
    objects, each with bytes of its own.
    """

    bytes_of: Mapping[Term, Term]
    texts: tuple[tuple[int, ...], ...]
    repeated: frozenset[Term] = frozenset()

    def key(self, target: Term, number: int) -> Term | None:
        """Return the symbol for the bytes of object ``number``, from 0, whose address ``target``
        holds, if they are inputs.
        """
        first = self.bytes_of.get(target)
        if first is None or target not in self.repeated:
            return first
        return variable(f"{first.payload} {number}", first.sort)


class SampledChoices:
    """Recorded choices of one run: those of ``begun``, then the ``wanted`` values, then samples.

    The contents of ``objects`` are inputs like any other. Other unknown memory holds zeros, or
    random bytes if the mode says so.
    """

    def __init__(
        self,
        random: Random,
        known: Mapping[Sort, tuple[Value, ...]],
        mode: SamplingMode = SamplingMode(),  # noqa: B008 - it is frozen
        *,
        places: "DensePlacement | None" = None,
        begun: Trace = _NOTHING,
        wanted: Inputs | None = None,
        objects: "InputObjects | None" = None,
    ) -> None:
        self._random = random
        self._known = known
        self._mode = mode
        self._places = places
        self._begun = begun
        self._remaining = iter(begun.choices)
        self._objects = objects
        self._wanted = {target: iter(values) for target, values in (wanted or {}).items()}
        self._globals: dict[str, int] = {}
        self._contents: dict[str, Mapping[int, int]] = {}
        self._has_unknown_globals = False
        self._taken: dict[Sort | Term, Value] = {}
        self._placed: Counter[Term] = Counter()
        """Number of objects whose address each variable received, except given placements."""
        self.made: list[Choice] = []
        self.values_chosen = 0
        """Number of choices so far that are values or contents of objects, not only addresses."""
        self.inputs: dict[Term, list[Value]] = {}
        """Values that each variable received, except given choices."""
        self.sizes: dict[Term, int] = {}
        """Sizes of the input objects, by the symbols of their bytes."""

    @property
    def trace(self) -> Trace:
        """The choices so far."""
        return Trace(self._globals, self._contents, tuple(self.made), outside=self._begun.outside)

    @property
    def is_forced(self) -> bool:
        """True iff nothing was chosen so far except addresses of global objects."""
        return not self.made and not self._contents and not self._has_unknown_globals

    def later_addresses(self) -> Collection[int]:
        """Return the addresses of the given placements."""
        return [made.address for made in self._begun.choices if isinstance(made, Placed) and made.address is not None]

    def outside_objects(self) -> Sequence[OutsideObject]:
        """Return the given ones."""
        return self._begun.outside

    def global_address(self, symbol: str) -> int | None:
        """Return the given address, or a dense placement, or None for anywhere."""
        given = self._begun.globals.get(symbol)
        if given is None and self._places is not None:
            given = self._places.of_globals.get(symbol)
        if given is not None:
            self._globals[symbol] = given
        return given

    def global_value(self, symbol: str, sort: Sort) -> Value:
        """Return the given bytes, or zeros, or random bytes."""
        self._has_unknown_globals = True
        given: Value | None = self._begun.globals.get(symbol)
        if given is None:
            given = self._likely(sort) if self._mode.random_memory else default_value(sort)
        self._globals[symbol] = given  # type: ignore[assignment]
        return given

    def global_contents(self, symbol: str, size: int) -> Mapping[int, int]:
        """Return the given value, or 0, or a random value."""
        given = self._begun.contents.get(symbol)
        self._contents[symbol] = self._bytes(size) if given is None else given
        return self._contents[symbol]

    def value(self, target: Term) -> Choice:
        """Return the next given value, or the next wanted one, or a sample."""
        given = next(self._remaining, None)
        if given is None:
            wanted = next(self._wanted.get(target, _NONE), None)
            value = self._next(target) if wanted is None else wanted
            self.inputs.setdefault(target, []).append(value)
            given = Chosen(value)
        return self._remember(given)

    def placement(self, size: int, target: Term) -> Choice:
        """Return the next given placement, or one anywhere or close to other objects.

        An input object holds wanted or sampled bytes, others zeros or random bytes.
        """
        given = next(self._remaining, None)
        if given is None:
            address = self._places.next(size) if self._places is not None else None
            key = None if self._objects is None else self._objects.key(target, self._placed[target])
            self._placed[target] += 1
            if key is not None:
                self.sizes[key] = size
            contents = self._bytes(size) if key is None else self._input_bytes(size, key)
            given = Placed(address, contents) if address is not None or contents else _ANYWHERE
        return self._remember(given)

    def _remember(self, choice: Choice) -> Choice:
        self.values_chosen += isinstance(choice, Chosen) or bool(choice.contents)
        self.made.append(choice)
        return choice

    def _bytes(self, size: int) -> Mapping[int, int]:
        if not self._mode.random_memory:
            return {}
        return dict(enumerate(self._random.randbytes(min(size, LIMITS.random_memory_bytes))))

    def _input_bytes(self, size: int, key: Term) -> Mapping[int, int]:
        """Return the wanted bytes of the object with symbol ``key``, or a text of the program, or
        random characters.
        """
        values: list[Value] = list(self._wanted.pop(key, ()))
        if not values and self._objects is not None and key not in self.inputs:
            texts, random = self._objects.texts, self._random
            if texts and random.random() < LIMITS.dictionary_text_share:
                values = list(random.choice(texts))
            else:
                values = [self._likely(key.sort) for _ in range(random.randrange(LIMITS.sampled_characters))]
        del values[size:]
        self.inputs.setdefault(key, values)
        return {offset: int(value) for offset, value in enumerate(values)}  # type: ignore[arg-type]  # bytes

    def _next(self, target: Term) -> Value:
        mode = self._mode
        if mode.zero_tails and target in self._wanted:
            return default_value(target.sort)
        is_free = mode.constant_per_site and len(self.inputs.get(target, ())) < mode.varying_prefix
        if is_free or not (mode.constant_per_sort or mode.constant_per_site):
            return self._likely(target.sort)
        what = target if mode.constant_per_site else target.sort
        if what not in self._taken:
            self._taken[what] = self._likely(target.sort)
        return self._taken[what]

    def _likely(self, sort: Sort) -> Value:
        return likely_value(sort, self._random, self._known, boundary_values=self._mode.boundary_values)


class DensePlacement:
    """Dense placement of objects, also where earlier ones were freed if ``memory``, that of the
    run, allows it.
    """

    def __init__(self, program: Program, random: Random) -> None:
        self.memory: ConcreteMemory | None = None
        self.of_globals: dict[str, int] = {}
        self._used: deque[int] = deque(maxlen=LIMITS.reused_addresses)
        top = 1 << program.data_model.pointer_width
        owners = [(str(each.address.payload), 1, 1) for each in program.functions.values()]
        owners += [(str(each.address.payload), each.size, each.alignment) for each in program.global_objects]
        random.shuffle(owners)
        needed = sum(size + alignment for _, size, alignment in owners)
        starts = [FIRST_ADDRESS, top // 4, top // 2 - LIMITS.dense_alignment, top // 2]
        self._next = random.choice([start for start in starts if start + needed < top - top // 8] or [FIRST_ADDRESS])
        for symbol, size, alignment in owners:
            self._next += -self._next % alignment
            self.of_globals[symbol] = self._next
            self._next += max(size, 1)

    def next(self, size: int) -> int | None:
        """Return a legal address for a new object, or ``None`` if none is known."""
        if self.memory is None:
            return None
        self._next += -self._next % LIMITS.dense_alignment
        for address in (*reversed(self._used), self._next):
            if self.memory.placement_error(address, max(size, 1), LIMITS.dense_alignment) is None:
                self._used.append(address)
                self._next = max(self._next, address + max(size, 1))
                return address
        return None


def likely_value(
    sort: Sort, random: Random, known: Mapping[Sort, tuple[Value, ...]], *, boundary_values: bool = False
) -> Value:
    """Return a value of ``sort``: one of ``known`` or near it, a small one, or one at the boundary
    of the sort.

    Only the last kind is returned if ``boundary_values``.
    """
    constants = known.get(sort, ())
    if isinstance(sort, FloatSort):
        if boundary_values:
            return random.choice((*_special_floats(sort), *constants))
        if constants and random.random() < 0.2:
            return random.choice(constants)
        return _float(random.uniform(-1, 1) * random.choice((1, 1, 2, 10, 1000)), sort)
    if not sort.width:
        return random.random() < 0.5 if default_value(sort) is False else default_value(sort)
    size = 1 << sort.width
    if boundary_values:
        ends = (0, 1, size - 1, size // 2 - 1, size // 2, *constants)
        return (int(random.choice(ends)) + random.choice((0, 0, 1, -1))) % size  # type: ignore[arg-type]
    kind = random.random()
    if constants and kind < 0.4:
        return (int(random.choice(constants)) + random.choice((0, 0, 1, -1))) % size  # type: ignore[arg-type]
    if kind < 0.85:
        return random.randint(-2, 10) % size
    return random.choice((size // 2 - 1, size // 2, size - 1, random.randrange(size)))


def _float(number: float, sort: FloatSort) -> Value:
    """Return the value of ``sort`` nearest to ``number``; 0 for sorts that C does not have."""
    if sort is FLOAT32:
        return int.from_bytes(struct.pack("<f", number), "little")
    if sort is FLOAT64:
        return int.from_bytes(struct.pack("<d", number), "little")
    return 0


def _special_floats(sort: FloatSort) -> tuple[int, ...]:
    """Return zeros, the smallest number, one, the largest number, infinities and the NaN."""
    fraction = sort.significand - 1
    infinity = ((1 << sort.exponent) - 1) << fraction
    one = ((1 << (sort.exponent - 1)) - 1) << fraction
    sign = 1 << (sort.bits - 1)
    plain = (0, 1, one, infinity - 1, infinity)
    return (*plain, *(sign | bits for bits in plain), canonical_nan(sort))
