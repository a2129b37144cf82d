"""A reader of plain YAML, such as task files: mappings, lists and simple words.

It starts faster than a YAML library. Any other text raises `NotPlain`, and is left to the library.
"""

import re
from typing import Final

YamlNode = str | bool | list["YamlNode"] | dict[str, "YamlNode"]

_LINE: Final = re.compile(r"(?P<indent> *)(?P<dash>- +)?(?:(?P<key>[A-Za-z_]+):(?: +|$))?(?P<scalar>.*)")
_SCALAR: Final = re.compile(r"'(?P<single>[^'\n]*)'|\"(?P<double>[^\"\\\n]*)\"|(?P<word>(?:\.\./)*[A-Za-z_][\w./+-]*)")
_WORDS: Final = {"true": True, "false": False}
_OTHER_MEANINGS: Final = frozenset({"yes", "no", "on", "off", "null", "y", "n", *_WORDS})
"""Words that are not strings in every YAML version."""


class NotPlain(Exception):
    """The text is not plain YAML."""


def read_plain(text: str) -> YamlNode:
    """Return the value of ``text``; raises `NotPlain` if it is not plain YAML."""
    if not text.isascii() or "\t" in text or "\r" in text:
        raise NotPlain
    lines = [line.rstrip() for line in text.split("\n") if line.strip() and not line.lstrip().startswith("#")]
    reader = _Reader(lines)
    found = reader.block(0)
    if reader.lines:
        raise NotPlain
    return found


class _Reader:
    def __init__(self, lines: list[str]) -> None:
        self.lines = lines[::-1]
        """Lines to read, the next one last."""

    def block(self, indent: int) -> YamlNode:
        """Return the mapping or list whose lines start at column ``indent``."""
        if not self.lines or _indent(self.lines[-1]) != indent:
            raise NotPlain
        return self._list(indent) if self.lines[-1][indent] == "-" else self._mapping(indent)

    def _list(self, indent: int) -> YamlNode:
        found: list[YamlNode] = []
        while self.lines and _indent(self.lines[-1]) == indent and self.lines[-1][indent] == "-":
            line = _LINE.fullmatch(self.lines.pop())
            if line is None or line["dash"] is None:
                raise NotPlain
            if line["key"] is None:
                found.append(_scalar(line["scalar"]))
                continue
            inner = indent + len(line["dash"])
            self.lines.append(" " * inner + line[0][inner:])
            found.append(self._mapping(inner))
        return found

    def _mapping(self, indent: int) -> YamlNode:
        found: dict[str, YamlNode] = {}
        while self.lines and _indent(self.lines[-1]) == indent and self.lines[-1][indent] != "-":
            line = _LINE.fullmatch(self.lines.pop())
            if line is None or line["key"] is None or line["key"] in found or line["key"].lower() in _OTHER_MEANINGS:
                raise NotPlain
            found[line["key"]] = _scalar(line["scalar"]) if line["scalar"] else self._nested(indent)
        return found

    def _nested(self, indent: int) -> YamlNode:
        """Return the value below a key at column ``indent``; a list may start at the same column."""
        inner = _indent(self.lines[-1]) if self.lines else -1
        if inner > indent or (inner == indent and self.lines[-1][indent] == "-"):
            return self.block(inner)
        raise NotPlain


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _scalar(text: str) -> YamlNode:
    found = _SCALAR.fullmatch(text)
    if found is None:
        raise NotPlain
    if (word := found["word"]) is None:
        return found["single"] if found["double"] is None else found["double"]
    if word in _WORDS:
        return _WORDS[word]
    if word.lower() in _OTHER_MEANINGS:
        raise NotPlain
    return word
