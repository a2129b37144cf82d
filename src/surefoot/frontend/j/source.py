"""Text of a J file: its tokens, and errors with line, caret and hint."""

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from surefoot.base.errors import CompileError, Diagnostic
from surefoot.base.records import dataclass
from surefoot.base.spans import Span

KEYWORDS = frozenset(
    {
        "assert", "assume", "bool", "break", "const", "continue", "else", "exists", "false", "for", "forall", "if", "int", "old", "return",
        "rv", "true", "void", "while",
    }
)  # fmt: skip
_PATTERN = re.compile(
    r"""(?P<blank>\s+|//[^\n]*|/\*.*?\*/)
      | (?P<number>\d+(?![\w]))
      | (?P<word>[A-Za-z_]\w*)
      | (?P<spec>@[A-Za-z_]+)
      | (?P<symbol>\.\.\.|\.\.|->|==|!=|<=|>=|&&|\|\||\+\+|--|\+=|-=|/(?!\*)|[-+*%<>=!?:;,(){}\[\]])""",
    re.VERBOSE | re.DOTALL | re.ASCII,
)
END = ""


@dataclass(frozen=True, slots=True)
class Source:
    """The text of a file."""

    file: str
    text: str

    def error(self, span: Span, message: str, hint: str = "") -> CompileError:
        """Return an error with the source line, a caret and the hint."""
        lines = self.text.split("\n")
        line = lines[span.line - 1] if 0 < span.line <= len(lines) else ""
        before = "".join("\t" if each == "\t" else " " for each in line[: span.column - 1])
        shown = (f"  {line}", f"  {before}^", *([f"  hint: {hint}"] if hint else []))
        return CompileError([Diagnostic(message, span, shown)])


def similar(name: str, known: Iterable[str]) -> str:
    """Return a hint with the known name most similar to ``name``; empty if there is none."""
    found = get_close_matches(name, list(known), n=1)
    return f"did you mean {found[0]}?" if found else ""


@dataclass(frozen=True, slots=True)
class Token:
    """A token of ``kind`` number, word, spec, symbol or end."""

    kind: str
    text: str
    span: Span


def tokens(source: Source) -> Iterator[Token]:
    """Yield the tokens of ``source`` and an end token."""
    place, line, line_start = 0, 1, 0
    text = source.text
    while place < len(text):
        span = Span(source.file, line, place - line_start + 1)
        found = _PATTERN.match(text, place)
        if found is None:
            raise _error(source, span, text[place:])
        kind, word = str(found.lastgroup), found[0]
        if kind == "spec" and word not in ("@pre", "@post", "@invariant"):
            hint = "use @pre NAME { formula }, @post NAME { formula } or, for loops, @invariant NAME { formula }"
            raise source.error(span, f"unknown specification {word}", hint)
        if kind != "blank":
            yield Token(kind, word, span)
        if "\n" in word:
            line += word.count("\n")
            line_start = place + word.rindex("\n") + 1
        place = found.end()
    yield Token("end", END, Span(source.file, line, place - line_start + 1))


def _error(source: Source, span: Span, rest: str) -> CompileError:
    if rest.startswith("/*"):
        return source.error(span, "unterminated comment", "close it with */")
    if rest[0] in "&|^~":
        return source.error(span, f"J has no operator {rest[0]}", "logical operators are &&, ||, -> and !")
    if rest[0].isdigit():
        word = re.match(r"\w+", rest)
        return source.error(span, f"{word[0] if word else rest[0]} is not a number", "numbers are decimal")
    return source.error(span, f"unexpected character {rest[0]!r}")
