"""Source locations."""

from surefoot.records import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A position in a source file, as compilers print it; ``column`` 0 means unknown."""

    file: str
    line: int
    column: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.column else f"{self.file}:{self.line}"
