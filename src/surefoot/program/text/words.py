"""Lexer of the text form, and the notation of names, strings, spans and floats."""

import json
import re
import struct
from typing import Final, NoReturn

from surefoot.base.errors import InputError
from surefoot.base.records import dataclass
from surefoot.base.spans import Span
from surefoot.logic import FloatSort

KEYWORDS: Final = frozenset(
    (
        "RNA",
        "RNE",
        "RTN",
        "RTP",
        "RTZ",
        "allocate",
        "allocated",
        "assume",
        "call",
        "caveat",
        "check",
        "copy",
        "else",
        "external",
        "false",
        "fill",
        "free",
        "function",
        "global",
        "goto",
        "if",
        "input",
        "leave",
        "let",
        "local",
        "memory",
        "object",
        "object_size",
        "parameter",
        "program",
        "return",
        "stop",
        "strings",
        "temporary",
        "true",
        "type",
        "uninitialised",
    )
)
"""Words that open a line or a term; names spelt like them are quoted."""

_BARE_NAME: Final = r"(?:[A-Za-z_.]|[&%][\w.$#])[\w.$#]*(?:(?:::|@)[&%]?[\w.$#]+)*"
_BARE_FILE: Final = r'[^\s":\d][^\s":]*'
_STRING: Final = r'"(?:[^"\\]|\\.)*"'

_TOKEN: Final = re.compile(
    rf"""\s*(?:
      (?P<span>@\ (?:(?P<file>{_STRING}|{_BARE_FILE}):)?(?P<line>\d+)(?::(?P<column>\d+))?\s*$)
    | (?P<string>{_STRING})
    | (?P<sign>:=|->|&&|\|\||>>[us](?!\w)|<<|(?:<=|>=|<|>)[usf](?!\w)|==f(?!\w)|==|!=|[-+*/]f(?!\w)|[/%][us](?!\w))
    | `(?P<quoted>(?:[^`\\]|\\.)*)`
    | (?P<name>{_BARE_NAME})
    | (?P<binding>\$\d+)
    | (?P<hex>0x[0-9a-f]+)
    | (?P<float>\d+(?:\.\d+)?(?:e[-+]?\d+)?f(?:32|64))
    | (?P<number>\d+(?:int\b|i\d+)?)
    | (?P<other>[-+*&|^~!?:,()\[\]{{}}=])
    )""",
    re.VERBOSE | re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Token:
    """Token of a line; ``kind`` is the name of its group in the grammar of tokens, or "keyword"."""

    kind: str
    text: str
    column: int
    span: Span | None = None


class Line:
    """Cursor over the tokens of one line of text."""

    def __init__(self, text: str, number: int, source: str, file: str = "") -> None:
        """Read line ``number`` of the text called ``source``; ``file`` is the default file of
        spans.
        """
        self._position = 0
        self._where = (source, number)
        self._tokens: list[Token] = []
        at = 0
        text = text.rstrip()
        while at < len(text):
            found = _TOKEN.match(text, at)
            if found is None:
                raise InputError(f"cannot read {text[at:].strip()!r}", Span(source, number, at + 1))
            self._tokens.append(_token(found, file))
            at = found.end()
        self._end = Token("end", "", len(text) + 1)

    @property
    def next(self) -> Token:
        """The token under the cursor."""
        return self._tokens[self._position] if self._position < len(self._tokens) else self._end

    def rewind(self) -> None:
        """Go back to the start of the line."""
        self._position = 0

    def fail(self, expected: str) -> NoReturn:
        """Raise the error that ``expected`` is not at the cursor."""
        found = repr(self.next.text) if self.next is not self._end else "the end of the line"
        raise InputError(f"expected {expected}, found {found}", Span(*self._where, self.next.column))

    def reject(self, message: str) -> NoReturn:
        """Raise the error ``message`` about this line."""
        raise InputError(message, Span(*self._where, 1))

    def take(self, *kinds: str) -> str:
        """Consume and return the next token.

        Requires: it is of one of ``kinds``.
        """
        token = self.next
        if token.kind not in kinds:
            self.fail(f"a {' or '.join(kinds)}")
        self._position += 1
        return token.text

    def sees(self, *texts: str) -> bool:
        """Return whether the next tokens are these signs or keywords."""
        ahead = self._tokens[self._position : self._position + len(texts)]
        return [token.text for token in ahead if token.kind != "quoted"] == list(texts)

    def accept(self, text: str) -> bool:
        """Consume the sign or keyword ``text`` if it is next; return whether it was."""
        if not self.sees(text):
            return False
        self._position += 1
        return True

    def expect(self, text: str) -> None:
        """Consume the sign or keyword ``text``, which must be next."""
        if not self.accept(text):
            self.fail(repr(text))

    def name(self) -> str:
        """Consume and return a name."""
        return self.take("name", "quoted")

    def string(self) -> str:
        """Consume a string and return it without its quotes."""
        text: str = json.loads(self.take("string"))
        return text

    def integer(self) -> int:
        """Consume and return a number without a sort, with its minus sign."""
        sign = -1 if self.accept("-") else 1
        text = self.take("number", "hex")
        if not text.isdigit() and not text.startswith("0x"):
            self.fail("a number without a sort before")
        return sign * int(text, 0)

    def finish(self) -> Span | None:
        """Consume and return the span that ends the line, if there is one.

        Requires: nothing else is left.
        """
        span = self.next.span
        if span is not None:
            self._position += 1
        if self.next is not self._end:
            self.fail("the end of the line")
        return span


def _token(found: re.Match[str], file: str) -> Token:
    kind = found.lastgroup or "other"
    column = found.start(kind) + 1
    if found["span"]:
        if found["file"]:
            file = json.loads(found["file"]) if found["file"].startswith('"') else found["file"]
        return Token("span", found["span"], column, Span(file, int(found["line"]), int(found["column"] or 0)))
    text = found[kind]
    if kind == "quoted":
        return Token("quoted", re.sub(r"\\(.)", lambda escape: "\n" if escape[1] == "n" else escape[1], text), column)
    if kind == "name" and text in KEYWORDS:
        return Token("keyword", text, column)
    return Token(kind, text, column)


def written_name(name: str) -> str:
    """Return the notation of ``name``: bare where that can be parsed, else between back quotes."""
    token = _TOKEN.fullmatch(name)
    if token is not None and token.lastgroup == "name" and token.start("name") == 0 and name not in KEYWORDS:
        return name
    escaped = name.replace("\\", "\\\\").replace("`", "\\`").replace("\n", "\\n")
    return f"`{escaped}`"


def written_string(text: str) -> str:
    """Return ``text`` between double quotes."""
    return json.dumps(text)


def written_span(span: Span, file: str) -> str:
    """Return the suffix of a line for ``span``, without its file if that is ``file``."""
    place = f"{span.line}:{span.column}" if span.column else f"{span.line}"
    if span.file == file:
        return f"@ {place}"
    named = span.file if re.fullmatch(_BARE_FILE, span.file) else written_string(span.file)
    return f"@ {named}:{place}"


def decimal(bits: int, sort: FloatSort) -> str | None:
    """Return the shortest decimal that `bits_of` converts to ``bits``; ``None`` for infinities and
    NaN.
    """
    whole, real = _formats(sort)
    number = struct.unpack(real, struct.pack(whole, bits))[0]
    for precision in range(1, 18):
        text = f"{number:.{precision}g}"
        if bits_of(text, sort) == bits and text[-1].isdigit():
            return f"{text}.0" if text.lstrip("-").isdigit() else text
    return None


def bits_of(text: str, sort: FloatSort) -> int | None:
    """Return the bits of the float nearest to the decimal ``text``; ``None`` if it is too large for
    ``sort``.
    """
    whole, real = _formats(sort)
    try:
        bits: int = struct.unpack(whole, struct.pack(real, float(text)))[0]
    except OverflowError:
        return None
    return bits


def _formats(sort: FloatSort) -> tuple[str, str]:
    return ("<Q", "<d") if sort.bits == 64 else ("<I", "<f")
