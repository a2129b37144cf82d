"""Signed overflow in constant initialisers of arrays and structs, which clang folds with a warning
even under sanitizers.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from surefoot.base.caveats import Caveat, Direction
from surefoot.base.spans import Span

_WARNING: Final = r"(?P<file>.+?):(?P<line>\d+):(?P<column>\d+): overflow in expression"
_NOT_CODE: Final = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)
_OPENS_INITIALISER: Final = r"(?:=|\(\s*(?:struct|union|enum)?\s*[\w\s*]+(?:\[[^][]*\])*\s*\))\s*\Z"
"""Code before the brace of an initialiser: ``=``, or the type of a compound literal."""


def folded_overflows(warnings: Iterable[str]) -> Iterator[Caveat]:
    """Yield a caveat for each overflow in ``warnings`` inside a braced initialiser: the program has
    no check for it.
    """
    for warning in warnings:
        if found := re.match(_WARNING, warning):
            span = Span(found["file"], int(found["line"]), int(found["column"]))
            if _is_in_initialiser(span):
                text = "signed overflow in a constant initialiser, which the compiler folded"
                yield Caveat("front end", Direction.DROPS_BEHAVIOUR, text, span)


def _is_in_initialiser(span: Span) -> bool:
    """Return whether the place may be inside the braces of an initialiser, judged by the text; True
    if there is no text.
    """
    try:
        lines = Path(span.file).read_text("utf-8", "replace").split("\n")
    except OSError:
        return True
    if span.line > len(lines):
        return True
    before = "\n".join([*lines[: span.line - 1], lines[span.line - 1][: span.column - 1]])
    return _ends_in_initialiser(_NOT_CODE.sub(" ", before))


def _ends_in_initialiser(code: str) -> bool:
    closed = 0
    for position in range(len(code) - 1, -1, -1):
        if code[position] == "}":
            closed += 1
        elif code[position] == "{":
            if closed == 0:
                outer = code[:position].rstrip()
                is_nested = outer.endswith(("{", ",")) and _ends_in_initialiser(outer)
                return is_nested or (bool(re.search(_OPENS_INITIALISER, outer)) and not _opens_body(outer))
            closed -= 1
    return False


def _opens_body(outer: str) -> bool:
    """Return whether the parenthesis before a brace belongs to a function or a statement, not to a
    compound literal.
    """
    return bool(re.search(r"\w\s*\([^()]*\)\Z", outer))
