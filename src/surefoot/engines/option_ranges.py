"""Ranges of numeric options: part of the type of a field, as in ``max_bound: Count = 0``."""

from typing import Annotated

from surefoot.base.records import dataclass


@dataclass(frozen=True, slots=True)
class AtLeast:
    """The numbers from ``least`` on; NaN is not among them."""

    least: int

    def allows(self, value: float) -> bool:
        """Return whether ``value`` is in the range."""
        return value >= self.least

    def __str__(self) -> str:
        return f"at least {self.least}"


Count = Annotated[int, AtLeast(0)]
Positive = Annotated[int, AtLeast(1)]
Seconds = Annotated[float, AtLeast(0)]
