"""Source locations."""

from surefoot.base.records import dataclass

LIBRARY = "<library>"
"""Prefix of the file names of library models."""


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A position in a source file, as compilers print it; ``column`` 0 means unknown."""

    file: str
    line: int
    column: int = 0

    @property
    def is_library(self) -> bool:
        """True for a position in a library model."""
        return self.file.startswith(LIBRARY)

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.column else f"{self.file}:{self.line}"
