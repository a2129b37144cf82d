"""Fresh names."""

from collections.abc import Iterable


class FreshNames:
    """A generator of names that are unique and none of those ``taken``."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = set(taken)

    def like(self, name: str) -> str:
        """Return ``name`` if it is free, else the first free one of ``name~2``, ``name~3``, ..."""
        chosen = name
        number = 1
        while chosen in self._taken:
            number += 1
            chosen = f"{name}~{number}"
        self._taken.add(chosen)
        return chosen
