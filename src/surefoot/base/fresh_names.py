"""Names that nothing else has."""

from collections.abc import Iterable


class FreshNames:
    """Gives out names, each once and none of those ``taken``."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = set(taken)

    def like(self, name: str) -> str:
        """``name`` if it is free, else the first of ``name~2``, ``name~3``, ... that is."""
        chosen = name
        number = 1
        while chosen in self._taken:
            number += 1
            chosen = f"{name}~{number}"
        self._taken.add(chosen)
        return chosen
