"""What is wrong with an annotation, as users see it: the line of the source, a caret, and a hint."""

from collections.abc import Sequence

from surefoot.base.errors import CompileError, Diagnostic
from surefoot.base.records import dataclass
from surefoot.base.spans import Span


class AnnotationError(Exception):
    """An annotation cannot be used; ``at`` is the position in the file that the message is about."""

    def __init__(self, message: str, at: int, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.at = at
        self.hint = hint


@dataclass(frozen=True, slots=True)
class SourceText:
    """A C file: its name as users gave it, and what is in it."""

    name: str
    text: str

    def span(self, at: int) -> Span:
        """The place of the character at position ``at``."""
        begin = self.text.rfind("\n", 0, at) + 1
        return Span(self.name, self.text.count("\n", 0, at) + 1, at - begin + 1)

    def line(self, at: int) -> str:
        """The line that position ``at`` is in."""
        begin, end = self.text.rfind("\n", 0, at) + 1, self.text.find("\n", at)
        return self.text[begin : len(self.text) if end < 0 else end].rstrip("\r")

    def diagnostic(self, message: str, at: int, hint: str = "") -> Diagnostic:
        """``message`` with the line it is about."""
        span, line = self.span(at), self.line(at)
        blank = "".join("\t" if character == "\t" else " " for character in line[: span.column - 1])
        shown = [f"  {line}", f"  {blank}^", *([f"  hint: {hint}"] if hint else [])]
        return Diagnostic(message, span, tuple(shown))


def refused(source: SourceText, problems: Sequence[AnnotationError]) -> CompileError:
    """The error that tells of all ``problems``.  Requires  there is one."""
    return CompileError([source.diagnostic(each.message, each.at, each.hint) for each in problems])
