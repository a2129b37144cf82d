"""C code for calls with a literal format, one piece per conversion.

It replaces the interpretation of the format at run time. The code calls the same functions in the
same order as ``library_format`` in printf.c and ``vsscanf`` in scanf.c. Other formats, and
arguments that do not match, are left to the interpretation.
"""

import re
from collections.abc import Callable, Sequence
from typing import Final

from surefoot.base.enums import Enum
from surefoot.base.records import dataclass
from surefoot.frontend.limits import LIMITS


class ArgumentClass(Enum):
    """Class of a variable argument in the calling convention."""

    INT = "int"
    LONG = "long long"
    POINTER = "void *"
    DOUBLE = "double"


FormatBody = Callable[[str, Sequence[ArgumentClass], int], list[str] | None]
"""Generator of the lines of a function body.

Arguments: the format, the classes of the arguments, and the bytes of a pointer. The result is
``None`` if the format is left to the interpretation.
"""


@dataclass(frozen=True, slots=True)
class FormatFunction:
    """Library function with a format: its fixed parameters and the generator of its body."""

    parameters: tuple[str, ...]
    format_at: int
    code: FormatBody


def specialised_code(
    name: str, text: str, passed: Sequence[ArgumentClass], pointer_size: int, as_name: str
) -> str | None:
    """Return a C function ``as_name`` equivalent to ``name`` with the format ``text``.

    Its parameters are the fixed ones and those that are ``passed``. ``None`` is returned if the
    format is left to the interpretation.
    """
    known = FORMAT_FUNCTIONS[name]
    if len(text) > LIMITS.literal_format_characters or not text.isascii():
        return None
    body = known.code(text, passed, pointer_size)
    if body is None:
        return None
    variable = (f"{each.value} a{number}" for number, each in enumerate(passed))
    return "\n".join([f"int {as_name}({', '.join((*known.parameters, *variable))}) {{", *body, "}", ""])


# ---- output

_PRINTED: Final = re.compile(r"%([-+ #0]*)(\*|\d*)(\.(?:\*|\d*))?(hh|h|ll|l|[jztq])?([diouxXcspeEfFgGaAn%])")
_FLOATS: Final = "aAeEfFgG"
_SIZES: Final = {"hh": 1, "h": 2, None: 4, "ll": 8, "j": 8, "q": 8}


def _printing(text: str, passed: Sequence[ArgumentClass], pointer_size: int) -> list[str] | None:
    """Return statements that print a format to ``out``, or None."""
    lines: list[str] = []
    rest = _Arguments(passed)
    at = 0
    while at < len(text):
        if text[at] != "%":
            lines.append(f"    library_put(&out, {ord(text[at])});")
            at += 1
            continue
        found = _PRINTED.match(text, at)
        code = None if found is None else _printed(found, rest, pointer_size)
        if found is None or code is None:
            return None
        lines += code
        at = found.end()
    return lines


def _printed(found: re.Match[str], rest: "_Arguments", pointer_size: int) -> list[str] | None:
    flags, width, precision, length, letter = found.groups()
    if letter == "%":
        return ["    library_put(&out, '%');"] if found[0] == "%%" else None
    if (length is not None and letter in "csp") or (letter in _FLOATS and length not in (None, "l")):
        return None
    size = _SIZES.get(length, pointer_size)
    flag = [int(each in flags) for each in "-+ #0"]
    known_width = int(width) if width.isdigit() else 0
    known_precision = -1 if precision in (None, ".*") else int(precision[1:] or 0)
    if max(known_width, known_precision) >= 1 << 31:
        return None
    fields = (*flag, known_width, known_precision, size, f"'{letter}'")
    code = ["    {", f"        struct library_conversion how = {{{', '.join(map(str, fields))}}};"]
    if width == "*":
        code.append(f"        library_set_width(&how, {rest.take(ArgumentClass.INT)});")
    if precision == ".*":
        given = rest.take(ArgumentClass.INT)
        code.append(f"        how.precision = {given} < 0 ? -1 : {given};")
    kind = ArgumentClass.LONG if size == 8 else ArgumentClass.INT
    match letter:
        case "d" | "i":
            code.append(f"        library_put_signed(&out, &how, library_signed_argument({size}, {rest.take(kind)}));")
        case "u" | "o" | "x" | "X":
            unsigned = f"({'unsigned long long' if size == 8 else 'unsigned'}){rest.take(kind)}"
            code.append(f"        library_put_unsigned(&out, &how, library_unsigned_argument({size}, {unsigned}));")
        case "c":
            code.append(f"        library_put_character(&out, &how, {rest.take(ArgumentClass.INT)});")
        case "s":
            code.append(f"        library_put_text(&out, &how, {rest.take(ArgumentClass.POINTER)});")
        case "p":
            code.append(f"        library_put_pointer(&out, &how, {rest.take(ArgumentClass.POINTER)});")
        case "n":
            code.append(f"        library_store_count({rest.take(ArgumentClass.POINTER)}, {size}, out.length);")
        case _:
            code.append(f"        library_put_float(&out, &how, {rest.take(ArgumentClass.DOUBLE)});")
    return [*code, "    }"] if rest.fits else None


def _into(room: str, end: str) -> FormatBody:
    """Return a generator for printing into ``s``.

    ``s`` has ``room`` bytes besides the null character that the statement ``end`` writes.
    """

    def code(text: str, passed: Sequence[ArgumentClass], pointer_size: int) -> list[str] | None:
        printing = _printing(text, passed, pointer_size)
        if printing is None:
            return None
        begin = f"    struct library_output out = {{s, {room}, 0}};"
        return [begin, *printing, f"    {end}", "    return library_counted(&out);"]

    return code


# ---- input

_SCANNED: Final = re.compile(r"%(\*?)(\d*)(m?)(hh|h|ll|l|[jztqL])?(\[(\^?)(\]?[^]]*)\]|[diouxXpaAeEfFgGcsn])")
_SPACE: Final = " \t\n\v\f\r"


@dataclass(frozen=True, slots=True)
class _Conversion:
    """Conversion of a scanning format; ``target`` is the pointer it stores through, if any."""

    letter: str
    target: str | None
    size: int
    width: int
    how: str
    """Fields of ``struct library_input``."""
    allocates: bool

    @property
    def kind(self) -> str:
        """Infix in the names of its model functions."""
        return "characters" if self.letter in "cs[" else "float" if self.letter in _FLOATS else "integer"

    @property
    def declared(self) -> str:
        """Declaration of ``how``."""
        return f"        static const struct library_input how = {{{self.how}}};"


def _scanned(text: str, passed: Sequence[ArgumentClass], pointer_size: int) -> list[str | _Conversion] | None:
    """Return the parts of a format: characters, ``%%`` and conversions."""
    parts: list[str | _Conversion] = []
    rest = _Arguments(passed)
    at = 0
    while at < len(text):
        if text[at] != "%" or text[at + 1 : at + 2] == "%":
            part = "%%" if text[at] == "%" else text[at]
            parts.append(part)
            at += len(part)
            continue
        found = _SCANNED.match(text, at)
        conversion = None if found is None else _conversion(found, rest, pointer_size)
        if found is None or conversion is None:
            return None
        parts.append(conversion)
        at = found.end()
    return parts if rest.fits else None


def _conversion(found: re.Match[str], rest: "_Arguments", pointer_size: int) -> _Conversion | None:
    suppressed, width, allocates, length, what, excludes, members = found.groups()
    letter = what[0]
    lengths = (None,) if letter in "cs[" else (None, "l", "L") if letter in _FLOATS else (*_SIZES, "l", "z", "t")
    if length not in lengths or members == "" or len(width) > LIMITS.scan_width_digits:
        return None
    size = 4 if length == "L" else _SIZES.get(length, pointer_size)
    fields = (
        int(bool(suppressed)),
        int(bool(allocates)),
        int(length == "l"),
        int(length == "L"),
        int(width or 0),
        size,
        f"'{letter}'",
        _quoted(members) if members is not None else "0",
        len(members or ""),
        int(bool(excludes)),
    )
    target = None if suppressed else rest.take(ArgumentClass.POINTER)
    return _Conversion(letter, target, size, int(width or 0), ", ".join(map(str, fields)), bool(allocates))


def _from_string(text: str, passed: Sequence[ArgumentClass], pointer_size: int) -> list[str] | None:
    """Return the body of ``sscanf``."""
    parts = _scanned(text, passed, pointer_size)
    if parts is None:
        return None
    code = ["    const char *start = s;", "    size_t taken;"]
    after_space = "    s = library_after_space(s);"
    count = 0
    for part in parts:
        ended = ["    if (*s == 0)", f"        return {count or -1};"]
        match part:
            case str() if part in _SPACE:
                code.append(after_space)
            case str():
                code += [*([after_space] if part == "%%" else []), *ended]
                code += [f"    if (*s != {ord(part[0])})", f"        return {count};", "    s++;"]
            case _Conversion(letter="n"):
                if part.target:
                    code.append(f"    library_store_integer({part.target}, {part.size}, (uintmax_t)(s - start));")
            case _Conversion():
                code += [*([] if part.letter in "c[" else [after_space]), *ended, "    {", part.declared]
                code += [f"        taken = library_take_{part.kind}(s, &how, {part.target or 0});", "    }"]
                code += ["    if (taken == 0)", f"        return {count};"]
                code += ["    if (taken == (size_t)-1)", "        return -1;"] if part.allocates else []
                code.append("    s += taken;")
                count += part.target is not None
    return [*code, f"    return {count};"]


def _from(stream: str, *use: str) -> FormatBody:
    """Return a generator of the body of ``scanf`` for ``stream``, after the statements ``use``."""

    def code_from(text: str, passed: Sequence[ArgumentClass], pointer_size: int) -> list[str] | None:
        parts = _scanned(text, passed, pointer_size)
        if parts is None:
            return None
        code = [*use, "    int count = 0, fails = 0;", f"    library_begin_scan({stream});"]
        is_after_text = False
        for part in parts:
            match part:
                case str():
                    code.append(f"    library_scan_text({ord(part[0])});")
                    is_after_text |= part not in _SPACE
                case _Conversion(letter="n"):
                    if part.target:
                        unmodelled = "(unsigned)__surefoot_havocked_int()"
                        code.append(f"    library_store_integer({part.target}, {part.size}, {unmodelled});")
                case _Conversion():
                    fails = f"library_scan_fails('{part.letter}', {part.width}, {int(is_after_text)})"
                    code += [f"    fails = {fails};", "    if (fails)", "        goto end;", *_received(part)]
                    is_after_text = False
        if is_after_text:
            code.append("    fails = __surefoot_unknown_int() ? -1 : 0;")
        return [
            *code,
            "end:",
            "    if (fails < 0 && count == 0)",
            "        count = -1;",
            f"    return library_end_scan({stream}, count);",
        ]

    return code_from


def _received(part: _Conversion) -> list[str]:
    """Return the statements that store the value of a conversion."""
    if part.target is None:
        return []
    receive = f"library_receive_{part.kind}(&how, {part.target})"
    if part.kind != "characters":
        return ["    {", part.declared, f"        {receive};", "    }", "    count++;"]
    lacks_memory = ["        if (!" + receive + ") {", "            count = -1;", "            goto end;", "        }"]
    return ["    {", part.declared, *lacks_memory, "    }", "    count++;"]


def _quoted(text: str) -> str:
    """Return a C string literal."""
    return '"' + "".join(f"\\{ord(each):03o}" for each in text) + '"'


class _Arguments:
    """Variable arguments that are not consumed yet."""

    def __init__(self, passed: Sequence[ArgumentClass]) -> None:
        self._passed = passed
        self._taken = 0
        self.fits = True
        """True if all arguments that were consumed had the right class."""

    def take(self, kind: ArgumentClass) -> str:
        """Return the name of the next argument, which must be of class ``kind``."""
        number = self._taken
        self._taken += 1
        self.fits &= number < len(self._passed) and self._passed[number] is kind
        return f"a{number}"


_BOUNDED: Final = _into(
    "size > 0 ? size - 1 : 0", "if (size > 0)\n        s[out.length < size - 1 ? out.length : size - 1] = 0;"
)
_UNBOUNDED: Final = _into("(size_t)-1", "s[out.length] = 0;")
_SCAN_STRING: Final = FormatFunction(("const char *s", "const char *format"), 1, _from_string)
_SCAN_INPUT: Final = FormatFunction(("const char *format",), 0, _from("LIBRARY_STDIN"))
_SCAN_STREAM: Final = FormatFunction(
    ("void *stream", "const char *format"), 1, _from("stream", "    __surefoot_use_stream(stream);")
)
FORMAT_FUNCTIONS: Final = {
    "sprintf": FormatFunction(("char *s", "const char *format"), 1, _UNBOUNDED),
    "snprintf": FormatFunction(("char *s", "size_t size", "const char *format"), 2, _BOUNDED),
    "__sprintf_chk": FormatFunction(("char *s", "int flag", "size_t room", "const char *format"), 3, _UNBOUNDED),
    "__snprintf_chk": FormatFunction(
        ("char *s", "size_t size", "int flag", "size_t room", "const char *format"), 4, _BOUNDED
    ),
    "sscanf": _SCAN_STRING,
    "__isoc99_sscanf": _SCAN_STRING,
    "scanf": _SCAN_INPUT,
    "__isoc99_scanf": _SCAN_INPUT,
    "fscanf": _SCAN_STREAM,
    "__isoc99_fscanf": _SCAN_STREAM,
}
"""Functions whose calls with a literal format become calls of generated functions."""
