"""The Python code that the interpreter writes for a program, kept for its next run."""

from collections.abc import Mapping
from types import CodeType

from surefoot.base.errors import invariant
from surefoot.base.records import dataclass


@dataclass(frozen=True, slots=True)
class GeneratedStretch:
    """The code of a stretch, what its terms need by name, and the names of effects, which are others in each run, in their order."""

    code: CodeType
    of_terms: Mapping[str, object]
    of_effects: tuple[str, ...]


class GeneratedCode:
    """The code of a program's stretches, for several runs of the same program: writing it takes longer than most runs."""

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], GeneratedStretch] = {}
        self._program: object = None
        self.heads: dict[str, frozenset[str]] = {}
        """The blocks at which loops go round, by function, as far as somebody asked."""

    def belong_to(self, program: object) -> None:
        """Take note of the program that is about to run: it has to be the same each time."""
        invariant(self._program is None or self._program is program, "code is written for one program")
        self._program = program

    def get(self, key: tuple[object, ...]) -> GeneratedStretch | None:
        """What was written for ``key``."""
        return self._known.get(key)

    def keep(self, key: tuple[object, ...], written: GeneratedStretch) -> None:
        """Remember what was written for ``key``."""
        self._known[key] = written
