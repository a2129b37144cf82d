"""What a program runs in, as far as its text does not say: memory-mapped registers, interrupts, what a function under test is given."""

from collections.abc import Mapping
from enum import Enum

from surefoot.base.records import dataclass, field


class Annotations(Enum):
    """What becomes of annotations."""

    OFF = "off"
    """They are comments."""
    ON = "on"
    """They are checked; calls run bodies."""
    MODULAR = "modular"
    """They are checked; calls of functions with contracts use these."""


@dataclass(frozen=True, slots=True)
class AddressRange:
    """The addresses from ``first`` to ``last``, both included."""

    first: int
    last: int

    def __contains__(self, address: int) -> bool:
        return self.first <= address <= self.last

    def __str__(self) -> str:
        return f"{self.first:#x}-{self.last:#x}"


@dataclass(frozen=True, slots=True)
class PointerArguments:
    """What the pointer parameters of the function under test (``--function``) may point to.

    Each points to an array of its own, of ``lengths[parameter]`` elements (a number, or the name of an integer parameter), else of any number up to ``most_elements``. It is null instead if it
    ``may_be_null``, and the pointer of an earlier parameter of its type if it ``may_alias``. With ``are_strings``, arrays of characters have a zero at their end.
    """

    may_be_null: bool = True
    may_alias: bool = True
    are_strings: bool = False
    lengths: Mapping[str, int | str] = field(default_factory=dict)
    most_elements: int = 1 << 16


@dataclass(frozen=True, slots=True)
class Environment:
    """What users say about the surroundings of their program."""

    malloc_may_fail: bool = False
    registers: tuple[AddressRange, ...] = ()
    """Where devices are: a read gives any value, a write changes nothing that the program sees."""
    volatile_is_unknown: bool = False
    """Whether a read of a volatile object gives any value."""
    interrupts: tuple[str, ...] = ()
    """Functions that may run between any two accesses to memory that they share with the program."""
    arbitrary_globals: tuple[str, ...] = ()
    """Global variables that start with any value."""
    all_globals_arbitrary: bool = False
    """Whether all of them do, because runs start in a function that may be called at any time."""
    pointers: PointerArguments = PointerArguments()
    annotations: Annotations = Annotations.ON
    run_by_body: tuple[str, ...] = ()
    """Functions whose calls run their bodies even where `Annotations.MODULAR` lets others use contracts."""

    @property
    def has_devices(self) -> bool:
        """Whether something besides the program changes what it reads."""
        return bool(self.registers or self.volatile_is_unknown or self.interrupts or self.arbitrary_globals)


ORDINARY = Environment()
