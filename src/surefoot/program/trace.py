"""Evidence for `unsafe`: every choice of a run, in the order in which the run makes them."""

from collections.abc import Mapping

from surefoot.base.records import dataclass
from surefoot.logic import Value


@dataclass(frozen=True, slots=True)
class Chosen:
    """The value a Havoc took."""

    value: Value


@dataclass(frozen=True, slots=True)
class Placed:
    """Where an Allocate put its object (``None``: anywhere free) and the unknown bytes it found there.

    Bytes that are not mentioned are 0.
    """

    address: int | None
    contents: Mapping[int, int]


Choice = Chosen | Placed


@dataclass(frozen=True, slots=True)
class Trace:
    """A run of a program: where globals live, what unknown globals hold, and the choices in order.

    Keys of ``globals`` are symbol names of addresses and of global variables; ``contents`` maps the address
    symbol name of an unknown global object to its bytes. What is not mentioned is placed anywhere, or 0.
    The interpreter takes 0 for a Havoc, and any free place for an Allocate, once ``choices`` are used up.
    """

    globals: Mapping[str, int]
    contents: Mapping[str, Mapping[int, int]]
    choices: tuple[Choice, ...]
    depends_on_nan_bits: bool = False
    """Whether it was found with some bits for a NaN that an operation makes, which need not be the machine's."""
