"""Models of the C library, written in C; each function starts in the first column of its file.

They are compiled together with the program when it calls them. In spans their files are called
``<library>/string.c`` and so on, so that whoever shows a run can leave them out.
"""

import re
from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import Final

from surefoot.spans import LIBRARY, Span

_FILES: Final = ("ctype.c", "errno.c", "math.c", "stdio.c", "stdlib.c", "string.c")
_DEFINED: Final = re.compile(r"^(?!static\b)[a-z_][\w *]*?\b(\w+)\([^;]*?\) \{", re.MULTILINE)
_CALLED: Final = re.compile(r"\b(\w+)\(")


def copied_name(name: str, place: Span) -> str:
    """What the copy of model ``name`` is called that calls at ``place`` use; what stands before the ``@`` is the name in the source."""
    return f"{name}@{place.line}:{place.column}"


def models_for(names: Iterable[str]) -> str | None:
    """C text that defines every function of ``names`` that there is a model for, with what those call; or None."""
    sources = {name: (files(__name__) / name).read_text("utf-8") for name in _FILES}
    homes = {function: name for name, text in sources.items() for function in _DEFINED.findall(text)}
    needed = _closure({homes[name] for name in names if name in homes}, sources, homes)
    parts = [f'#line 1 "{LIBRARY}/{name}"\n{text}' for name, text in sources.items() if name in needed]
    return "\n".join(parts) or None


def _closure(start: set[str], sources: Mapping[str, str], homes: Mapping[str, str]) -> set[str]:
    """The files ``start`` and those that define what they call."""
    needed: set[str] = set()
    pending = sorted(start)
    while pending:
        name = pending.pop()
        if name not in needed:
            needed.add(name)
            pending.extend(homes[called] for called in _CALLED.findall(sources[name]) if called in homes)
    return needed
