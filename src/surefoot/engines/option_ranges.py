"""Which numbers an engine's option may be: part of the type of its field, as in ``max_bound: Count = 0``."""

from typing import Annotated

from surefoot.base.records import dataclass


@dataclass(frozen=True, slots=True)
class AtLeast:
    """No number below ``least``, and not NaN."""

    least: int

    def allows(self, value: float) -> bool:
        """Whether ``value`` is in the range."""
        return value >= self.least

    def __str__(self) -> str:
        return f"at least {self.least}"


Count = Annotated[int, AtLeast(0)]
Positive = Annotated[int, AtLeast(1)]
Seconds = Annotated[float, AtLeast(0)]
