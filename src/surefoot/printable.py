"""Text from outside, such as sources and file names, made fit to be shown."""


def printable(text: str) -> str:
    """``text`` as one line that a terminal shows and does not obey: control characters and the like become escapes."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text.expandtabs())
