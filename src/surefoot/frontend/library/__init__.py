"""Models of the C library, written in C.

Every function starts and ends in the first column of its file. Models that the program calls are
compiled together with it. Locations in them name files such as ``<library>/string.c``, so that
reports can leave them out.

`standard` has the names of all library functions, `literal_formats` generates C code for literal
formats.
"""

import re
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Final

from surefoot.base.records import dataclass
from surefoot.base.spans import LIBRARY, Span

_FILES: Final = (
    "complex.c",
    "ctype.c",
    "directory.c",
    "errno.c",
    "fenv.c",
    "locale.c",
    "math.c",
    "math_bits.c",
    "math_ranges.c",
    "posix.c",
    "printf.c",
    "scanf.c",
    "signal.c",
    "socket.c",
    "stdio.c",
    "stdlib.c",
    "string.c",
    "strtod.c",
    "time.c",
    "unistd.c",
    "wchar.c",
)
_REALS: Final = (
    {
        "real": "double",
        "word": "unsigned long long",
        "DIGITS": "53",
        "BIAS": "1023",
        "LEAST": "__DBL_MIN__",
        "GREATEST": "__DBL_MAX__",
        "_T": "",
    },
    {
        "real": "float",
        "word": "unsigned int",
        "DIGITS": "24",
        "BIAS": "127",
        "LEAST": "__FLT_MIN__",
        "GREATEST": "__FLT_MAX__",
        "_T": "f",
    },
    {"real": "long double", "LEAST": "__LDBL_MIN__", "GREATEST": "__LDBL_MAX__", "_T": "l"},
)
_INSTANCES: Final = {"math_bits.c": _REALS[:2], "math_ranges.c": _REALS}
"""Files that are instantiated for several types, and the meanings of their words."""
_DEFINITION: Final = r"(?m)^(static )?[a-z_][\w *]*?\b(\w+)\([^;]*?\) \{(?:.*\}$|(?:\n.*)*?\n\}$)"
_WORD: Final = re.compile(r"\w+")


def copy_name(name: str, place: Span) -> str:
    """Return the name of the copy of model ``name`` for calls at ``place``.

    The part before the ``@`` is the name in the source.
    """
    return f"{name}@{place.line}:{place.column}"


def models_for(names: Iterable[str], written: Mapping[str, str], macros: Iterable[str] = ()) -> str | None:
    """Return C text that defines the models of ``names`` and everything they call, or None.

    ``written`` is text to append to the model files, by file name; its functions are included.
    ``macros`` are defined in the text: they select the state that models keep between calls.
    """
    wanted = tuple(names)
    sources = {name: _source(name) for name in _FILES if _is_needed(name, wanted)}
    if not any(f"{name}(" in text for name in wanted for text in sources.values()):  # cheaper than parsing definitions
        return None
    sources |= {name: sources[name] + text for name, text in written.items()}
    definitions = {each.function: each for name, text in sources.items() for each in _definitions(name, text)}
    wanted += tuple(each.function for name, text in written.items() for each in _definitions(name, text))
    needed = _closure([name for name in wanted if name in definitions and definitions[name].is_public], definitions)
    homes = {definitions[name].file for name in needed}
    parts = [
        f'#line 1 "{LIBRARY}/{name}"\n{_without_unused(text, needed)}'
        for name, text in sources.items()
        if name in homes
    ]
    return "\n".join([*(f"#define {each}" for each in macros), *parts]) if parts else None


def model_names() -> frozenset[str]:
    """Return the names of the library functions that are modelled in C."""
    found = (each for name in _FILES for each in _definitions(name, _source(name)))
    return frozenset(each.function for each in found if each.is_public and not each.function.startswith("__surefoot_"))


def _source(name: str) -> str:
    """Return the text of a model file, once for each type that it is instantiated for."""
    text = (Path(__file__).parent / name).read_text("utf-8")
    if name not in _INSTANCES:
        return text
    instances = (re.sub(r"\b[a-zA-Z]+\b|_T\b", partial(_meaning, meanings), text) for meanings in _INSTANCES[name])
    return f'#line 1 "{LIBRARY}/{name}"\n'.join(instances)


def _meaning(meanings: Mapping[str, str], word: re.Match[str]) -> str:
    return meanings.get(word[0], word[0])


def _is_needed(name: str, wanted: Iterable[str]) -> bool:
    """Return whether a model file may define one of the functions ``wanted`` or what they call.

    Requires: other files call no function of a file with instances.
    """
    if name not in _INSTANCES:
        return True
    text = (Path(__file__).parent / name).read_text("utf-8")
    return any(f"{each}_T(" in text or f"{each[:-1]}_T(" in text for each in wanted)


@dataclass(frozen=True, slots=True)
class _Definition:
    """Function in a model file; ``is_public`` unless it is static."""

    function: str
    file: str
    text: str
    is_public: bool


def _definitions(file: str, text: str) -> Iterable[_Definition]:
    for found in re.finditer(_DEFINITION, text):
        yield _Definition(found[2], file, found[0], is_public=found[1] is None)


def _closure(start: Iterable[str], definitions: Mapping[str, _Definition]) -> set[str]:
    """Return the functions ``start`` and those that they mention, directly or not."""
    needed: set[str] = set()
    pending = list(start)
    while pending:
        name = pending.pop()
        if name not in needed:
            needed.add(name)
            pending.extend(word for word in _WORD.findall(definitions[name].text) if word in definitions)
    return needed


def _without_unused(text: str, needed: set[str]) -> str:
    """Return ``text`` without functions that are not ``needed``.

    Ensures: line numbers are unchanged.
    """
    return re.sub(_DEFINITION, lambda found: found[0] if found[2] in needed else "\n" * found[0].count("\n"), text)
