"""Traces, the evidence for `unsafe`: every choice of a run, in the order in which the run makes
them.
"""

from collections.abc import Mapping

from surefoot.base.records import dataclass
from surefoot.logic import Value


@dataclass(frozen=True, slots=True)
class Chosen:
    """Value of a Havoc."""

    value: Value


@dataclass(frozen=True, slots=True)
class Placed:
    """Address of an allocated object (``None``: anywhere free), and its unknown initial bytes.

    Bytes that are not mentioned are 0.
    """

    address: int | None
    contents: Mapping[int, int]


Choice = Chosen | Placed


@dataclass(frozen=True, slots=True)
class OutsideObject:
    """Object of environment memory, which exists outside the program before the run starts: its
    address, size, and bytes by offset. Bytes that are not mentioned are 0.
    """

    name: str
    address: int
    size: int
    contents: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Trace:
    """Run of a program: addresses of globals, contents of unknown globals, and the choices in
    order.

    Keys of ``globals`` are symbol names of addresses and of global variables; ``contents`` maps the
    address symbol name of an unknown global object to its bytes. Objects that are not mentioned are
    placed anywhere, values are 0. After the end of ``choices`` the interpreter takes 0 for a Havoc,
    and any free address for an Allocate.
    """

    globals: Mapping[str, int]
    contents: Mapping[str, Mapping[int, int]]
    choices: tuple[Choice, ...]
    depends_on_nan_bits: bool = False
    """True iff the solver's model depends on the bits of a computed NaN, which may differ from the
    machine's."""
    outside: tuple[OutsideObject, ...] = ()
    """Environment memory, to which pointers from outside the program may point."""
