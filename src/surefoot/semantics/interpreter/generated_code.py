"""Python code generated for a program, cached between runs."""

from collections.abc import Mapping
from types import CodeType

from surefoot.base.errors import invariant
from surefoot.base.records import dataclass


@dataclass(frozen=True, slots=True)
class GeneratedStretch:
    """Code of a stretch, the objects that its terms need by name, and the names of its effects in
    order.

    Effects are bound anew for each machine.
    """

    code: CodeType
    of_terms: Mapping[str, object]
    of_effects: tuple[str, ...]


class GeneratedCode:
    """Cache of the code of a program's stretches; generating it takes longer than most runs."""

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], GeneratedStretch] = {}
        self._program: object = None
        self.heads: dict[str, frozenset[str]] = {}
        """Loop heads by function, as far as computed."""

    def belong_to(self, program: object) -> None:
        """Bind the cache to ``program``.

        Requires: it is the same program each time.
        """
        invariant(self._program is None or self._program is program, "code is written for one program")
        self._program = program

    def get(self, key: tuple[object, ...]) -> GeneratedStretch | None:
        """Return the code generated for ``key``, if any."""
        return self._known.get(key)

    def keep(self, key: tuple[object, ...], written: GeneratedStretch) -> None:
        """Store the code generated for ``key``."""
        self._known[key] = written
