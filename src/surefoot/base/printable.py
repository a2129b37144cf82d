"""Escapes for text from outside, such as sources and file names."""

import json

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
