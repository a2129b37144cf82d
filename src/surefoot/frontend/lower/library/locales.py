"""Caveats for locales other than "C", whose effects are not modelled."""

from typing import Final

from surefoot.base.caveats import Lean
from surefoot.frontend.llvm.module import CallInstruction, NullPointer
from surefoot.frontend.lower.function_builder import FunctionBuilder
from surefoot.frontend.lower.library.formats import text_argument

# fmt: off
_LOCALE_DEPENDENT: Final = frozenset({
    "isalpha", "isalnum", "isupper", "islower", "ispunct", "isprint", "isgraph", "isspace", "iscntrl", "isblank", "toupper", "tolower",
    "__ctype_b_loc", "__ctype_toupper_loc", "__ctype_tolower_loc", "strcasecmp", "strncasecmp",
    "strtod", "strtof", "strtold", "atof", "scanf", "fscanf", "sscanf", "vscanf", "vfscanf", "vsscanf", "strcoll", "strxfrm", "localeconv",
})
# fmt: on
"""Functions whose results depend on the locale; their models are those of the "C" locale."""


def note_locale(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    """Add a caveat if ``call`` sets the locale and the program uses functions that depend on it."""
    if _plain_name(name) != "setlocale" or len(call.arguments) < 2:
        return
    is_asked = isinstance(call.arguments[1].value, NullPointer)
    if is_asked or text_argument(builder, call, 1) in ("C", "POSIX"):
        return
    module = builder.scope.module
    known = {_plain_name(each) for each in (*module.functions, *module.declarations)}
    if not known.isdisjoint(_LOCALE_DEPENDENT):
        text = 'effects of locales other than "C" on isalpha, strtod, localeconv and others are not modelled'
        builder.scope.note(Lean.DROPS_BEHAVIOUR, text, call.span)


def _plain_name(name: str) -> str:
    """Return the standard name of a function, without prefixes of headers and suffixes."""
    return name.partition("@")[0].removeprefix("__isoc99_").removeprefix("__isoc23_")
