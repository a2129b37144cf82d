"""Text: escapes for text from outside, such as sources and file names, and fresh names."""

import json
from collections.abc import Iterable

_LONGEST_LITERAL = 40


def printable(text: str) -> str:
    """Return ``text`` as one line in which control characters are escaped."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text.expandtabs())


def quoted(literal: bytes) -> str:
    """Return a string literal in quotes, without its terminating zero; a long one is cut."""
    text = literal.removesuffix(b"\0").decode("utf-8", "replace")
    shown = text if len(text) <= _LONGEST_LITERAL else f"{text[:_LONGEST_LITERAL]}…"
    return json.dumps(shown, ensure_ascii=False)


def iterations(count: int) -> str:
    """Return a bound of runs: ``count`` iterations of each loop and recursion."""
    return f"{count} iteration{'s' * (count != 1)} of each loop and recursion"


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
