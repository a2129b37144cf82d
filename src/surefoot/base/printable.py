"""Text from outside, such as sources and file names, made fit to be shown."""

import json

_LONGEST_LITERAL = 40


def printable(text: str) -> str:
    """``text`` as one line that a terminal shows and does not obey: control characters and the like become escapes."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text.expandtabs())


def quoted(literal: bytes) -> str:
    """A string literal as it is written, without the zero at its end; a long one is cut."""
    text = literal.removesuffix(b"\0").decode("utf-8", "replace")
    shown = text if len(text) <= _LONGEST_LITERAL else f"{text[:_LONGEST_LITERAL]}…"
    return json.dumps(shown, ensure_ascii=False)
