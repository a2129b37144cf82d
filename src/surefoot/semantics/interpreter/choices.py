"""Sources of the unknown values of a run: a trace, random numbers, or zero."""

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Final, Protocol

from surefoot.logic import (
    ArraySort,
    ArrayValue,
    BitVecSort,
    BoolSort,
    FloatSort,
    IntSort,
    RoundingMode,
    RoundingModeSort,
    Sort,
    Term,
    UninterpretedSort,
    Value,
    default_value,
)
from surefoot.logic.values import canonical_float
from surefoot.program.trace import Choice, Chosen, OutsideObject, Placed, Trace
from surefoot.semantics.limits import LIMITS

_ROUNDING_MODES: Final[tuple[RoundingMode, ...]] = tuple(RoundingMode)
_ANYWHERE: Final = Placed(None, {})


class ChoiceSource(Protocol):
    """Source of the choices of one run; the interpreter rejects illegal choices.

    The run first requests the globals, then one value for each parameter of the entry function,
    then one choice at each Havoc and Allocate in the order of execution.
    """

    def later_addresses(self) -> Collection[int]:
        """Return the addresses that placements will request; objects placed anywhere avoid them."""

    def outside_objects(self) -> Sequence[OutsideObject]:
        """Return the objects of environment memory."""

    def global_address(self, symbol: str) -> int | None:
        """Return the address of a global object or function; ``None`` for anywhere."""

    def global_value(self, symbol: str, sort: Sort) -> Value:
        """Return the value of an unknown global variable."""

    def global_contents(self, symbol: str, size: int) -> Mapping[int, int]:
        """Return the bytes by offset of an unknown global object; those not mentioned are 0."""

    def value(self, target: Term) -> Choice:
        """Return the `Chosen` value of the next parameter or Havoc, whose variable is ``target``."""

    def placement(self, size: int, target: Term) -> Choice:
        """Return how the next Allocate is `Placed`, whose variable is ``target``."""


class TraceChoices:
    """Choices of a trace; zero and "anywhere" where the trace is silent."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._remaining = iter(trace.choices)

    def later_addresses(self) -> Collection[int]:
        """Return the addresses of all placements in the trace."""
        return [made.address for made in self._trace.choices if isinstance(made, Placed) and made.address is not None]

    def outside_objects(self) -> Sequence[OutsideObject]:
        """Return those of the trace."""
        return self._trace.outside

    def global_address(self, symbol: str) -> int | None:
        """Return the trace's address."""
        return self._trace.globals.get(symbol)

    def global_value(self, symbol: str, sort: Sort) -> Value:
        """Return the trace's value; a truth value may be written as 0 or 1."""
        found = self._trace.globals.get(symbol)
        if found is None:
            return default_value(sort)
        return bool(found) if isinstance(sort, BoolSort) and found in (0, 1) else found

    def global_contents(self, symbol: str, size: int) -> Mapping[int, int]:  # noqa: ARG002 - the protocol's
        """Return the trace's bytes."""
        return self._trace.contents.get(symbol, {})

    def value(self, target: Term) -> Choice:
        """Return the next choice of the trace."""
        return next(self._remaining, None) or Chosen(default_value(target.sort))

    def placement(self, size: int, target: Term) -> Choice:  # noqa: ARG002 - the protocol's
        """Return the next choice of the trace."""
        return next(self._remaining, None) or _ANYWHERE


class RecordedChoices(TraceChoices):
    """Choices of a trace that record those that the run requested."""

    def __init__(self, trace: Trace) -> None:
        super().__init__(trace)
        self.trace = trace
        self.made: list[Choice] = []
        """Choices that the run requested so far."""

    def value(self, target: Term) -> Choice:
        """Return the next choice of the trace."""
        self.made.append(super().value(target))
        return self.made[-1]

    def placement(self, size: int, target: Term) -> Choice:
        """Return the next choice of the trace."""
        self.made.append(super().placement(size, target))
        return self.made[-1]


class ZeroChoices:
    """Choices that make every unknown zero and place objects anywhere."""

    def later_addresses(self) -> Collection[int]:
        """Return none."""
        return ()

    def outside_objects(self) -> Sequence[OutsideObject]:
        """Return none."""
        return ()

    def global_address(self, symbol: str) -> int | None:  # noqa: ARG002 - the protocol's
        """Return None: anywhere."""
        return None

    def global_value(self, symbol: str, sort: Sort) -> Value:  # noqa: ARG002 - the protocol's
        """Return the zero of ``sort``."""
        return default_value(sort)

    def global_contents(self, symbol: str, size: int) -> Mapping[int, int]:  # noqa: ARG002 - the protocol's
        """Return none: all bytes are 0."""
        return {}

    def value(self, target: Term) -> Choice:
        """Return a zero."""
        return Chosen(default_value(target.sort))

    def placement(self, size: int, target: Term) -> Choice:  # noqa: ARG002 - the protocol's
        """Return anywhere, with zero bytes."""
        return _ANYWHERE


class RandomChoices:
    """Random choices, reproducible from ``seed``; small and extreme values are frequent."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)  # noqa: S311 - test inputs, not secrets

    def later_addresses(self) -> Collection[int]:
        """Return none."""
        return ()

    def outside_objects(self) -> Sequence[OutsideObject]:
        """Return none."""
        return ()

    def global_address(self, symbol: str) -> int | None:  # noqa: ARG002 - the protocol's
        """Return None: anywhere."""
        return None

    def global_value(self, symbol: str, sort: Sort) -> Value:  # noqa: ARG002 - the protocol's
        """Return some value."""
        return self._value(sort)

    def global_contents(self, symbol: str, size: int) -> Mapping[int, int]:  # noqa: ARG002 - the protocol's
        """Return some bytes."""
        return self._bytes(size)

    def value(self, target: Term) -> Choice:
        """Return some value."""
        return Chosen(self._value(target.sort))

    def placement(self, size: int, target: Term) -> Choice:  # noqa: ARG002 - the protocol's
        """Return anywhere, with some bytes."""
        return self.object_of(size)

    def object_of(self, size: int) -> Placed:
        """Return a placement of an object of ``size`` bytes, anywhere and with random bytes."""
        return Placed(None, self._bytes(size))

    def _bytes(self, size: int) -> Mapping[int, int]:
        return dict(enumerate(self._random.randbytes(min(size, LIMITS.random_object_bytes))))

    def _value(self, sort: Sort) -> Value:
        match sort:
            case BoolSort():
                return self._random.random() < 0.5
            case BitVecSort(width):
                return self._bits(width)
            case FloatSort():
                return canonical_float(self._bits(sort.bits), sort)
            case IntSort():
                return self._random.randint(-100, 100)
            case RoundingModeSort():
                return self._random.choice(_ROUNDING_MODES)
            case UninterpretedSort():
                return self._random.randrange(8)
            case ArraySort(_, element):
                return ArrayValue(self._value(element))

    def _bits(self, width: int) -> int:
        top = 1 << (width - 1)
        extreme = self._random.choice((0, top, top - 1, 2 * top - 1))
        near = (extreme + self._random.randint(-9, 9)) % (2 * top)
        return self._random.choice((near, self._random.randrange(2 * top)))
