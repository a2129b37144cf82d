"""Symbols: identities of variables. The spelling is for readers and not part of the identity."""

from enum import Enum
from typing import Final

from surefoot.base.records import dataclass, field


class SymbolKind(Enum):
    """Role of a symbol; symbols of different kinds differ whatever their spelling."""

    DECLARED = "declared"
    """Declared by a program, a model or an SMT-LIB text: the owner is the declared name, the number
    0.
    """
    CHOICE = "choice"
    """A value that a run chooses: the owner is the name of what gets it."""
    ADDRESS = "address"
    """Address of an object that a run allocates."""
    CONTENTS = "contents"
    """Contents of an object before any write."""
    STATE = "state"
    """A variable of a location of a control system."""
    COPY = "copy"
    """Copy of another symbol, whose `Symbol.key` is the owner, for another step of an unrolling or
    another state.
    """
    ACTIVATION = "activation"
    """A literal that switches formulas of a solver on."""
    AUXILIARY = "auxiliary"
    """Name for something that a solver or a text cannot express in place: a parameter, an element,
    the bits of a float.
    """

    __hash__ = object.__hash__


@dataclass(slots=True, unsafe_hash=True)
class Symbol:
    """Identity ``kind``, ``owner``, ``number`` with a ``spelling`` for readers, which need not be
    unique.

    Immutability is checked statically only: a frozen class takes four times as long to
    construct.
    """

    kind: Final[SymbolKind]
    owner: Final[str]
    number: Final[int]
    spelling: Final[str] = field(compare=False)

    def __str__(self) -> str:
        return self.spelling

    @property
    def key(self) -> str:
        """Identity as text, different for different symbols. It is the owner of symbols derived
        from this one.
        """
        return f"{self.kind.value} {self.number} {self.owner}"


_DECLARED: Final = SymbolKind.DECLARED


def declared(name: str) -> Symbol:
    """Return the symbol that is declared under ``name``."""
    return Symbol(_DECLARED, name, 0, name)
