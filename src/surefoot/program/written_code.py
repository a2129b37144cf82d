"""The Python code that the interpreter writes for a program, kept for its next run."""

from collections.abc import Mapping
from types import CodeType

from surefoot.records import dataclass


@dataclass(frozen=True, slots=True)
class Written:
    """The code of a stretch, what its terms need by name, and the names of effects, which are others in each run, in their order."""

    code: CodeType
    of_terms: Mapping[str, object]
    of_effects: tuple[str, ...]


class WrittenCode:
    """The code of a program's stretches, for several runs of the same program: writing it takes longer than most runs."""

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], Written] = {}

    def get(self, key: tuple[object, ...]) -> Written | None:
        """What was written for ``key``."""
        return self._known.get(key)

    def keep(self, key: tuple[object, ...], written: Written) -> None:
        """Remember what was written for ``key``."""
        self._known[key] = written
