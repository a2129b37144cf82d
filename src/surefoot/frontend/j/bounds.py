"""J files, and how large the bounded model of a J program is: bits of an ``int``, elements of arrays, depth of recursion."""

from enum import Enum
from pathlib import Path

from surefoot.base.records import dataclass

MOST_BITS = 64
MOST_ELEMENTS = 4096
MOST_DEPTH = 1000


class QuantifierForm(Enum):
    """What becomes of ``forall`` and ``exists``."""

    AUTO = "auto"
    """A formula where the values that matter are known and few, else a loop."""
    LOOPS = "loops"
    """A loop that computes the truth value, as published."""
    FORMULAS = "formulas"
    """A conjunction or disjunction over all values that matter, wherever no function is called."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """An ``int`` has so many ``bits``, an array without a size so many ``elements``, and at most ``depth`` calls of functions that call each other are active at once."""

    bits: int = 32
    elements: int = 15
    depth: int = 15
    quantifiers: QuantifierForm = QuantifierForm.AUTO
    abstract_products: bool = False
    """Whether a product, quotient or remainder of two unknown numbers is any number."""
    enlarged: str = ""
    """Instead of how many bits an ``int`` has more, and why."""

    @property
    def least(self) -> int:
        """The least ``int``."""
        return -(1 << (self.bits - 1))

    @property
    def most(self) -> int:
        """The largest ``int``."""
        return (1 << (self.bits - 1)) - 1

    def holds(self, number: int) -> bool:
        """Whether ``number`` is an ``int``."""
        return self.least <= number <= self.most


def bits_for(number: int) -> int:
    """The bits of the shortest signed number that ``number`` fits into."""
    return (number if number >= 0 else -number - 1).bit_length() + 1


USUAL = Bounds()


def is_j_file(path: Path) -> bool:
    """Whether the file holds J rather than C, by its name."""
    return path.suffix == ".j"
