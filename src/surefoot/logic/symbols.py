"""Symbols: what tells variables apart. How a symbol is spelt is for readers and says nothing about which one it is."""

from enum import Enum
from typing import Final

from surefoot.base.records import dataclass, field


class SymbolKind(Enum):
    """What a symbol stands for; symbols of different kinds are different however they are spelt."""

    DECLARED = "declared"
    """Declared by a program, a model or an SMT-LIB text: the owner is the declared name, the number 0."""
    CHOICE = "choice"
    """A value that a run chooses: the owner is the name of what gets it."""
    ADDRESS = "address"
    """Where an object lies that a run makes."""
    CONTENTS = "contents"
    """What an object holds before anything is written to it."""
    STATE = "state"
    """A variable of a location of a control system."""
    COPY = "copy"
    """A copy of another symbol, whose `Symbol.key` is the owner: another step of an unrolling, another state."""
    ACTIVATION = "activation"
    """A literal that switches formulas of a solver on."""
    AUXILIARY = "auxiliary"
    """A name for what a solver or a text cannot say in place: a parameter, an element, the bits of a float."""

    __hash__ = object.__hash__


@dataclass(slots=True, unsafe_hash=True)
class Symbol:
    """``kind``, ``owner`` and ``number`` are the identity; ``spelling`` is what readers see, and need not be unique.

    Immutable, which the type checker sees to: to make one that checks it at run time takes four times as long.
    """

    kind: Final[SymbolKind]
    owner: Final[str]
    number: Final[int]
    spelling: Final[str] = field(compare=False)

    def __str__(self) -> str:
        return self.spelling

    @property
    def key(self) -> str:
        """The identity as a text: different symbols have different ones. The owner of what is derived from this symbol."""
        return f"{self.kind.value} {self.number} {self.owner}"


_DECLARED: Final = SymbolKind.DECLARED


def declared(name: str) -> Symbol:
    """Return the symbol that is declared under ``name``."""
    return Symbol(_DECLARED, name, 0, name)
