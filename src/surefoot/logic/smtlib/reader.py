"""S-expressions: text to nested lists, with the line of each part. Iterative, so that depth is no limit."""

import re
from dataclasses import dataclass, field
from typing import Final

from surefoot.errors import InputError

_TOKEN: Final = re.compile(
    r"""(?P<space>[ \t\r]+|;[^\n]*)
      | (?P<newline>\n)
      | (?P<open>\()
      | (?P<close>\))
      | \|(?P<quoted>[^|\\]*)\|
      | "(?P<string>(?:[^"]|"")*)"
      | (?P<word>[^\s()|";]+)""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Atom:
    """A symbol, literal, keyword or string; ``quoted`` if it was written between bars."""

    text: str
    line: int
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """A parenthesised list."""

    line: int
    items: "list[Expression]" = field(default_factory=list)


Expression = Atom | Group


def problem(line: int, message: str) -> InputError:
    """Return the error to raise for what is wrong on this line of SMT-LIB text."""
    return InputError(f"SMT-LIB, line {line}: {message}")


def read_expressions(text: str) -> list[Expression]:
    """Return the s-expressions of ``text``; raise InputError where it is not well-formed."""
    top = Group(1)
    groups = [top]
    line = 1
    position = 0
    while position < len(text):
        token = _TOKEN.match(text, position)
        if token is None:
            raise problem(line, f"unexpected {text[position]!r}, or a name or string without an end")
        position = token.end()
        kind = token.lastgroup
        if kind == "newline":
            line += 1
        elif kind == "open":
            groups.append(Group(line))
        elif kind == "close":
            closed = groups.pop()
            if not groups:
                raise problem(line, "this ')' closes nothing")
            groups[-1].items.append(closed)
        elif kind is not None and kind != "space":
            groups[-1].items.append(Atom(token[kind], line, kind == "quoted"))
            line += token[kind].count("\n")
    if len(groups) > 1:
        raise problem(groups[-1].line, "this '(' is never closed")
    return top.items
