"""What somebody may have meant who wrote a name that is not known."""

from collections.abc import Iterable
from difflib import get_close_matches


def similar(name: str, known: Iterable[str]) -> str:
    """A hint with the known name that looks like ``name``; nothing if there is none."""
    found = get_close_matches(name, list(known), n=1)
    return f"perhaps {found[0]}" if found else ""
