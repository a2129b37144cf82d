"""Calls with format strings: literal formats, and ``scanf`` without its model.
Caveats for locales other than "C", whose effects are not modelled.
"""

import re
from typing import Final

from surefoot.base.caveats import Direction
from surefoot.base.records import dataclass
from surefoot.frontend.llvm.module import (
    Aggregate,
    CallInstruction,
    FloatType,
    Global,
    IntConstant,
    IntType,
    Local,
    Module,
    NullPointer,
    PointerType,
)
from surefoot.frontend.lower import arithmetic
from surefoot.frontend.lower.function_builder import FunctionBuilder
from surefoot.frontend.lower.memory.havoc import havoc_error_number
from surefoot.frontend.lower.type_sorts import ScalarType
from surefoot.logic import Sort, Term, bit_vector, bv, bvsle, bvslt, eq, ite, not_
from surefoot.program.statements import Assume, Load, Origin, Store

PRINTED_AT: Final = {
    "printf": 0, "fprintf": 1, "dprintf": 1, "sprintf": 1, "snprintf": 2, "syslog": 1, "asprintf": 1,
    "__printf_chk": 1, "__fprintf_chk": 2, "__sprintf_chk": 3, "__snprintf_chk": 4, "__syslog_chk": 2,
}  # fmt: skip
"""Positions of the format among the arguments of printing functions."""
_READ_AT: Final = {
    f"{prefix}{name}": at for prefix in ("", "__isoc99_", "__isoc23_") for name, at in (("scanf", 0), ("fscanf", 1))
}
"""Positions of the format among the arguments of functions that read external input."""
_SCANNED_AT: Final = {
    **_READ_AT,
    **{f"{prefix}sscanf": 1 for prefix in ("", "__isoc99_", "__isoc23_")},
}
"""Positions of the format among the arguments of all scanning functions."""
PRINTED_CONVERSION: Final = r"%[-+ #0']*(\*|\d*)(\.\*|\.\d*)?(hh?|ll?|[jztLq])?([a-zA-Z%])"
"""Width, precision, length and letter of a conversion that prints."""
_SCANNED_CONVERSION: Final = r"%(\*?)\d*m?(?:hh?|ll?|[jztLq])?(\[\^?\]?[^]]*\]|[a-zA-Z%])"
_CONVERSION: Final = r"%(?:%|[^%a-zA-Z]*(?:hh?|ll?|[jztLq])?([a-zA-Z]))"
_SIMPLE_CONVERSION: Final = re.compile(r"%(\*?)(hh?|ll?|[jztLq]?)([diouxXcaAeEfFgG])")
_BEGINS_WITH_CHARACTER: Final = re.compile(r"\s*%c")
"""Formats that begin with ``%c``: it matches any character, so only end of input fails."""
_CHARACTER: Final = 8
"""Bits of a character."""
_WIDTHS: Final = {"hh": 8, "h": 16, "": 32, "ll": 64, "q": 64, "j": 64}
_FLOATS: Final = {"": "float", "l": "double", "L": "x86_fp80"}


@dataclass(frozen=True, slots=True)
class EndOfInput:
    """Behaviour of a format at the end of input.

    ``reads_input`` if it reads input at all, ``may_meet_end`` if it may reach the end after its
    last item; ``assigned`` is the number of values it assigns.
    """

    reads_input: bool
    may_meet_end: bool
    assigned: int


def text_argument(builder: FunctionBuilder, call: CallInstruction, index: int) -> str | None:
    """Return the string literal passed as argument ``index``, or None."""
    return format_of(builder.scope.module, call, index)


def format_of(module: Module, call: CallInstruction, index: int) -> str | None:
    """Return the string literal that ``call`` passes as argument ``index``, or None."""
    if index >= len(call.arguments):
        return None
    match call.arguments[index].value:
        case Global(_, name):
            known = module.globals.get(name)
        case _:
            return None
    if known is None or not known.constant or not isinstance(known.initial, Aggregate):
        return None
    elements = known.initial.elements
    values = [each.value for each in elements if isinstance(each, IntConstant) and each.type.width == _CHARACTER]
    if len(values) < len(elements):  # maybe a wide string
        return None
    text, end, _ = bytes(value & 0xFF for value in values).partition(b"\0")
    return text.decode("utf-8", "replace") if end else None


def note_stored_count(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    """Add a caveat: a printing function without model may write through a pointer for ``%n``."""
    position = PRINTED_AT.get(name)
    if position is None or text_argument(builder, call, position) is not None:
        return
    rest = call.arguments[position + 1 :]
    if any(isinstance(given.value, Local) and isinstance(given.value.type, PointerType) for given in rest):
        builder.scope.note(
            Direction.DROPS_BEHAVIOUR,
            f"{name}: writes for %n are not modelled where the format is not a string literal",
            call.span,
        )


def stores_count(text: str) -> bool:
    """Return whether a format contains ``%n``."""
    return "n" in re.findall(_CONVERSION, text)


def missing_arguments(module: Module, call: CallInstruction, name: str) -> int:
    """Return how many arguments ``call`` lacks for its literal format.

    The result is 0 if the format is unknown or ``name`` takes none.
    """
    position = PRINTED_AT.get(name, _SCANNED_AT.get(name))
    text = None if position is None else format_of(module, call, position)
    if position is None or text is None:
        return 0
    needed = _needed_to_print(text) if name in PRINTED_AT else _needed_to_scan(text)
    return max(0, needed - (len(call.arguments) - position - 1))


def _needed_to_print(text: str) -> int:
    """Return the number of arguments of a printing format; 0 for numbered arguments."""
    if "%" in re.sub(PRINTED_CONVERSION, "", text):
        return 0
    return sum(
        (width == "*") + (precision == ".*") + (letter not in "%m")
        for width, precision, _, letter in re.findall(PRINTED_CONVERSION, text)
    )


def _needed_to_scan(text: str) -> int:
    if "%" in re.sub(_SCANNED_CONVERSION, "", text):
        return 0
    return sum(not is_skipped and what != "%" for is_skipped, what in re.findall(_SCANNED_CONVERSION, text))


def is_formatted_input(name: str) -> bool:
    """Return whether ``name`` reads external input with a format."""
    return name in _READ_AT


def is_simple_input(module: Module, call: CallInstruction, name: str) -> bool:
    """Return whether `lower_formatted_input` supports ``call``."""
    position = _READ_AT.get(name)
    text = None if position is None else format_of(module, call, position)
    if position is None or text is None:
        return False
    targets = _targets(text, 64)
    return targets is not None and len(targets) <= len(call.arguments) - position - 1


def lower_formatted_input(builder: FunctionBuilder, call: CallInstruction, name: str) -> Term:
    """Lower a call that reads numbers and characters from external input; return its result.

    Requires: `is_simple_input` holds. Ensures: the result n is -1 or a number of conversions; the
    objects of the first n conversions are havocked. That over-approximates the values that fields
    of limited width can have.
    """
    position = _READ_AT[name]
    targets = _targets(text_argument(builder, call, position) or "", builder.type_sorts.pointer.width) or []
    given = [argument.value for argument in call.arguments[position + 1 :]]
    count = builder.unknown(call.result or "count", bit_vector(32), Origin.EXTERNAL, name, call.span)
    builder.emit(Assume(bvsle(bv(2**32 - 1, 32), count), call.span))
    builder.emit(Assume(bvsle(count, bv(len(targets), 32)), call.span))
    if _BEGINS_WITH_CHARACTER.match(text_argument(builder, call, position) or ""):
        builder.emit(Assume(not_(eq(count, bv(0, 32))), call.span))
    for index, (of, pointer) in enumerate(zip(targets, given, strict=False)):
        address = builder.term(pointer, call.span)
        sort: Sort = builder.type_sorts.memory_sort(of)
        before: Term = builder.temporary("before", sort, call.span)
        builder.emit(Load(before, address, call.span))
        fresh = builder.unknown("read", builder.type_sorts.sort(of), Origin.EXTERNAL, name, call.span)
        value = ite(bvslt(bv(index, 32), count), builder.type_sorts.to_memory(of, fresh), before)
        builder.emit(Store(address, value, call.span))
    havoc_error_number(builder, name, call.span)
    if call.result is not None:
        width = builder.type_sorts.layout.bits_of(call.type.result)
        builder.bind(call.result, (arithmetic.resize(count, width, signed=True),), call.span)
    return count


def stream_argument(name: str) -> int | None:
    """Return the position of the stream that ``name`` reads; None for standard input.

    Requires: `is_formatted_input` holds.
    """
    return _READ_AT[name] - 1 if _READ_AT[name] else None


def end_of_input(module: Module, call: CallInstruction, name: str) -> EndOfInput:
    """Return the behaviour of ``call`` of ``name`` at the end of input.

    Requires: `is_simple_input` holds.
    """
    text = format_of(module, call, _READ_AT[name]) or ""
    last = _SIMPLE_CONVERSION.fullmatch(text[max(0, text.rfind("%")) :])
    may_meet_end = bool(text) if last is None else last[3] != "c"  # mismatched text ends a scan
    return EndOfInput(text.strip() != "", may_meet_end, len(_targets(text, 64) or ()))


def _targets(text: str, pointer_width: int) -> list[ScalarType] | None:
    """Return the types of the objects that a scanning format assigns.

    None is returned if a conversion is not simple.
    """
    widths = {**_WIDTHS, "l": pointer_width, "z": pointer_width, "t": pointer_width}
    targets: list[ScalarType] = []
    position = 0
    while (position := text.find("%", position)) >= 0:
        if text.startswith("%%", position):
            position += 2
            continue
        found = _SIMPLE_CONVERSION.match(text, position)
        if found is None:
            return None
        position = found.end()
        suppressed, size, letter = found.groups()
        if letter in "aAeEfFgG":
            of: ScalarType | None = FloatType(_FLOATS[size]) if size in _FLOATS else None
        elif letter == "c":
            of = IntType(8) if size == "" else None
        else:
            of = IntType(widths[size]) if size in widths else None
        if of is None:
            return None
        if not suppressed:
            targets.append(of)
    return targets


# fmt: off
_SIGABRT: Final = 6
_SENDING_SIGNALS: Final = frozenset({
    "raise", "gsignal", "kill", "killpg", "tgkill", "pthread_kill", "sigqueue", "pthread_sigqueue", "abort", "alarm", "ualarm", "setitimer",
    "timer_settime", "syscall", "__assert_fail", "__assert_perror_fail", "__assert",
})  # fmt: skip
"""Functions by which a program sends signals to itself."""
_ABORTING: Final = frozenset({"abort", "__assert_fail", "__assert_perror_fail", "__assert"})
"""Those that send SIGABRT only."""
_LOCALE_DEPENDENT: Final = frozenset({
    "isalpha", "isalnum", "isupper", "islower", "ispunct", "isprint", "isgraph", "isspace", "iscntrl", "isblank", "toupper", "tolower",
    "__ctype_b_loc", "__ctype_toupper_loc", "__ctype_tolower_loc", "strcasecmp", "strncasecmp",
    "iswalpha", "iswalnum", "iswupper", "iswlower", "iswpunct", "iswprint", "iswgraph", "iswspace", "iswcntrl", "iswblank",
    "towupper", "towlower", "wcscasecmp", "wcsncasecmp", "wcscoll",
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
        builder.scope.note(Direction.DROPS_BEHAVIOUR, text, call.span)


def note_handlers(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    """Add a caveat if ``call`` installs a signal handler: an assumption, unless the program itself
    may send the signal.
    """
    if _plain_name(name) not in {"signal", "sigaction"} or len(call.arguments) < 2:
        return
    number, handler = (each.value for each in call.arguments[:2])
    if isinstance(handler, NullPointer):
        return
    module = builder.scope.module
    senders = {_plain_name(each) for each in (*module.functions, *module.declarations)} & _SENDING_SIGNALS
    if isinstance(number, IntConstant) and number.value != _SIGABRT:
        senders -= _ABORTING
    if senders:
        text = f"signal handlers that {min(senders)} may run are not modelled"
        builder.scope.note(Direction.DROPS_BEHAVIOUR, text, call.span)
    else:
        text = "signal handlers do not run: no signal arrives"
        builder.scope.note(Direction.ASSUMES, text, call.span)


def _plain_name(name: str) -> str:
    """Return the standard name of a function, without prefixes of headers and suffixes."""
    return name.partition("@")[0].removeprefix("__isoc99_").removeprefix("__isoc23_")
