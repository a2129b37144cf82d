"""S-expressions as nested lists with line numbers. The reader is iterative, so nesting is
unlimited.
"""

import re
from typing import Final, NamedTuple

from surefoot.base.errors import InputError

_TOKEN: Final = re.compile(
    r"""[ \t\r]*(?:
        (?P<open>\()
      | (?P<close>\))
      | (?P<word>[^\s()|";]+)
      | (?P<newline>(?:;[^\n]*)?(?:\n|$))
      | \|(?P<quoted>[^|\\]*)\|
      | "(?P<string>(?:[^"]|"")*)"
      | (?P<other>.)
    )""",
    re.VERBOSE,
)


class Atom(NamedTuple):
    """A symbol, literal, keyword or string; ``quoted`` if it was written between bars."""

    text: str
    line: int
    quoted: bool = False


class Group(NamedTuple):
    """A parenthesised list."""

    line: int
    items: "list[Expression]"


Expression = Atom | Group


def problem(line: int, message: str) -> InputError:
    """Return the error to raise for what is wrong on this line of SMT-LIB text."""
    return InputError(f"SMT-LIB, line {line}: {message}")


def read_expressions(text: str) -> list[Expression]:
    """Return the s-expressions of ``text``; raise InputError where it is not well-formed."""
    items: list[Expression] = []
    groups = [Group(1, items)]
    line = 1
    for token in _TOKEN.finditer(text):
        kind = token.lastgroup
        if kind == "word":
            items.append(Atom(token["word"], line))
        elif kind == "open":
            inner = Group(line, [])
            items.append(inner)
            groups.append(inner)
            items = inner.items
        elif kind == "close":
            groups.pop()
            if not groups:
                raise problem(line, "this ')' closes nothing")
            items = groups[-1].items
        elif kind == "newline":
            line += 1
        elif kind is not None and kind in ("quoted", "string"):
            items.append(Atom(token[kind], line, quoted=kind == "quoted"))
            line += token[kind].count("\n")
        else:
            raise problem(line, f"unexpected {token['other']!r}, or a name or string without an end")
    if len(groups) > 1:
        raise problem(groups[-1].line, "this '(' is never closed")
    return items
