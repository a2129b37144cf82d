"""What is wrong with a J program, told with the line, a caret and a hint."""

from collections.abc import Iterable
from difflib import get_close_matches

from surefoot.base.errors import CompileError, Diagnostic
from surefoot.base.records import dataclass
from surefoot.base.spans import Span


@dataclass(frozen=True, slots=True)
class Source:
    """The text of a file."""

    file: str
    text: str

    def mistake(self, span: Span, message: str, hint: str = "") -> CompileError:
        """The error that shows the place."""
        lines = self.text.split("\n")
        line = lines[span.line - 1] if 0 < span.line <= len(lines) else ""
        before = "".join("\t" if each == "\t" else " " for each in line[: span.column - 1])
        shown = (f"  {line}", f"  {before}^", *([f"  hint: {hint}"] if hint else []))
        return CompileError([Diagnostic(message, span, shown)])


def similar(name: str, known: Iterable[str]) -> str:
    """A hint with the known name that looks like ``name``; nothing if there is none."""
    found = get_close_matches(name, list(known), n=1)
    return f"perhaps {found[0]}" if found else ""
