"""The environment of a program: memory-mapped registers, interrupts, arguments of the function
under test.
"""

import re
from collections.abc import Collection, Mapping
from typing import Final, Literal

from surefoot.base.enums import Enum
from surefoot.base.records import dataclass, field
from surefoot.frontend.limits import LIMITS

ARBITRARY_INDEX: Final = "__surefoot_index_"
"""Prefix of constant global variables with arbitrary values: annotations use them for quantified
variables.
"""


class Annotations(Enum):
    """The treatment of annotations."""

    OFF = "off"
    """Annotations are comments."""
    ON = "on"
    """Annotations are checked; calls run bodies."""
    MODULAR = "modular"
    """Annotations are checked; calls of functions with contracts use the contracts."""


@dataclass(frozen=True, slots=True)
class AddressRange:
    """The addresses from ``first`` to ``last``, both included."""

    first: int
    last: int

    def __contains__(self, address: int) -> bool:
        return self.first <= address <= self.last

    def __str__(self) -> str:
        return f"{self.first:#x}-{self.last:#x}"


BEYOND_INDEX: Final = " + 1"
"""Suffix of the length of an array whose last index is an integer parameter."""
_ANY_MEMBERS: Final = "->...->"
_SELECTORS: Final = re.compile(r"->|\.")
_ROOT: Final = re.compile(r"[(*]*(\w+)")


def member_pattern(path: str) -> str:
    """Return the pattern of all members that have the name of ``path`` and are reached from the
    same parameter: ``p->...->name`` for ``p->next->name``. Empty if ``path`` is a parameter.
    """
    *_, member = _SELECTORS.split(path)
    root = _ROOT.match(path)
    is_member = member != path and not path.startswith("*")
    return f"{root[1]}{_ANY_MEMBERS}{member}" if root and is_member else ""


def covers(names: Collection[str], path: str) -> bool:
    """Return whether ``names`` contain ``path`` or its `member_pattern`."""
    return path in names or member_pattern(path) in names


@dataclass(frozen=True, slots=True)
class ArgumentBound:
    """The assumption ``name relation limit`` about an integer parameter or an integer member of an
    object that a parameter points to; the limit is a number or another one of these.
    """

    name: str
    relation: Literal["<=", ">=", "!=", "<"]
    limit: int | str

    def __str__(self) -> str:
        return f"{self.name} {self.relation} {self.limit}"


@dataclass(frozen=True, slots=True)
class PointerArguments:
    """Assumptions about the parameters of the function under test (``--function``).

    Each parameter points to an array of its own with ``lengths[parameter]`` elements (a number, or
    the name of an integer parameter, perhaps with `BEYOND_INDEX`), else with any number up to
    ``most_elements``. If it ``may_be_null`` it can be null, if it ``may_alias`` it can equal an
    earlier parameter of its type. With ``are_strings``, arrays of characters end with a null
    character. Members of ``strings`` and ``heap`` may be patterns (`member_pattern`).
    """

    may_be_null: bool = True
    may_alias: bool = True
    are_strings: bool = False
    lengths: Mapping[str, int | str] = field(default_factory=dict)
    most_elements: int = 1 << 16
    nonnull: frozenset[str] = frozenset()
    """Pointers that are not null, by the names of reports: parameters, or paths such as ``p->next``."""
    strings: frozenset[str] = frozenset()
    """Pointers to characters that end with a null character."""
    heap: frozenset[str] = frozenset()
    """Pointers to allocated memory, which may be freed."""
    bounds: tuple[ArgumentBound, ...] = ()
    small_elements: int = 0
    """Largest number of elements of arrays whose length is not a constant; 0 for no further limit.
    """
    depth: int = LIMITS.pointer_depth
    """Number of dereferences from a parameter up to which pointers in objects point to objects;
    deeper ones are null.
    """
    allocators: Mapping[str, str] = field(default_factory=dict)
    """Function pointers by the names of reports, such as ``p->alloc``, and the function of the C
    library that each behaves like.
    """


@dataclass(frozen=True, slots=True)
class Environment:
    """The user's options about the environment of the program."""

    malloc_may_fail: bool = False
    registers: tuple[AddressRange, ...] = ()
    """Addresses of device registers: a read returns any value, a write has no effect on the
    program.
    """
    volatile_is_unknown: bool = False
    """True if a read of a volatile object returns any value."""
    interrupts: tuple[str, ...] = ()
    """Interrupt handlers, which may run between any two accesses to memory shared with the program.
    """
    arbitrary_globals: tuple[str, ...] = ()
    """Global variables with arbitrary initial values."""
    all_globals_arbitrary: bool = False
    """True if all global variables have arbitrary initial values: the entry function may be called
    at any time.
    """
    pointers: PointerArguments = PointerArguments()
    annotations: Annotations = Annotations.ON
    run_by_body: tuple[str, ...] = ()
    """Functions whose calls run the body even under `Annotations.MODULAR`."""

    @property
    def has_devices(self) -> bool:
        """True if values that the program reads may change without it."""
        return bool(self.registers or self.volatile_is_unknown or self.interrupts or self.arbitrary_globals)


ORDINARY = Environment()
