"""Bounds of the model of a J program: bits of an ``int``, elements of arrays, depth of recursion."""

from pathlib import Path

from surefoot.base.enums import Enum
from surefoot.base.records import dataclass


class QuantifierForm(Enum):
    """The translation of ``forall`` and ``exists``."""

    AUTO = "auto"
    """A formula if the relevant values are known and few, else a loop."""
    LOOPS = "loops"
    """A loop that computes the truth value, as in the paper."""
    FORMULAS = "formulas"
    """A conjunction or disjunction over all relevant values, unless the body calls a function."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The bits of an ``int``, the elements of an array without a size, and the active calls of
    mutually recursive functions.
    """

    bits: int = 32
    elements: int = 15
    depth: int = 15
    quantifiers: QuantifierForm = QuantifierForm.AUTO
    abstract_products: bool = False
    """True if the product, quotient or remainder of two unknown numbers is havocked."""
    enlarged: str = ""
    """The requested bits and the reason for a larger number, if there is one."""

    @property
    def least(self) -> int:
        """The least ``int``."""
        return -(1 << (self.bits - 1))

    @property
    def most(self) -> int:
        """The greatest ``int``."""
        return (1 << (self.bits - 1)) - 1

    def holds(self, number: int) -> bool:
        """Return whether ``number`` is in the range of ``int``."""
        return self.least <= number <= self.most


def bits_for(number: int) -> int:
    """Return the least width of a signed integer that holds ``number``."""
    return (number if number >= 0 else -number - 1).bit_length() + 1


DEFAULT_BOUNDS = Bounds()


def is_j_file(path: Path) -> bool:
    """Return whether the file is J, by its suffix."""
    return path.suffix == ".j"
