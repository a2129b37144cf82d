"""Tokens of one line of LLVM IR, with a read position."""

import re

from surefoot.base.errors import InputError

_TOKEN = re.compile(
    r'[%@!$c]?"[^"]*"'  # quoted names, strings and c"..." constants; quotes inside are written \22
    r"|[%@!#$][-\w.$\\]+"  # names, numbered values, metadata, attribute groups, dbg records
    r"|-?\d+\.\d+e[+-]\d+"
    r"|-?[\w.$]+"  # words, integers, hexadecimal numbers and ...
    r"|;.*"  # comments
    r"|\S"
)
_ESCAPE = re.compile(r"\\(\\|[0-9A-Fa-f]{2})")
END = ""


class UnreadableError(Exception):
    """Text that this reader cannot parse; converted to a user error where the line is known."""


def unreadable(line: str, reason: str) -> InputError:
    """Return the error for a line that cannot be parsed, which is a defect of the reader."""
    shown = line.strip()
    shown = shown if len(shown) <= 200 else f"{shown[:200]}..."
    return InputError(
        f"internal error: unreadable line of LLVM IR ({reason}): {shown}; please report it with the C file"
    )


class Cursor:
    """The tokens of one line with a position; after the last token, `peek` returns `END`."""

    __slots__ = ("position", "tokens")

    def __init__(self, text: str) -> None:
        tokens = _TOKEN.findall(text)
        if tokens and tokens[-1][0] == ";":
            tokens.pop()
        tokens.append(END)
        self.tokens: list[str] = tokens
        self.position = 0

    def peek(self) -> str:
        """Return the next token without consuming it."""
        return self.tokens[self.position]

    def take(self) -> str:
        """Consume and return the next token; raises `UnreadableError` at the end."""
        token = self.tokens[self.position]
        if token == END:
            raise UnreadableError("unexpected end of line")
        self.position += 1
        return token

    def expect(self, wanted: str) -> None:
        """Consume the next token, which must be ``wanted``."""
        if self.tokens[self.position] != wanted:
            raise UnreadableError(f"expected '{wanted}' before '{self.peek()}'")
        self.position += 1

    def accept(self, wanted: str) -> bool:
        """Consume the next token if it is ``wanted``."""
        if self.tokens[self.position] != wanted:
            return False
        self.position += 1
        return True

    def number(self) -> int:
        """Consume and return an integer."""
        token = self.take()
        if not token.lstrip("-").isdigit():
            raise UnreadableError(f"expected a number before '{token}'")
        return int(token)

    def name(self, sigil: str) -> str:
        """Consume a name that begins with ``sigil``; return it without sigil and quotes."""
        token = self.take()
        if token[0] != sigil:
            raise UnreadableError(f"expected a name with '{sigil}' before '{token}'")
        return plain_name(token)

    def label(self) -> str:
        """Consume ``label %name`` and return the name."""
        self.expect("label")
        return self.name("%")

    def debug_info(self) -> str | None:
        """Return the reference after ``!dbg`` anywhere on the line, without moving the position."""
        try:
            return self.tokens[self.tokens.index("!dbg") + 1]
        except ValueError:
            return None

    def skip_group(self) -> None:
        """Consume a bracketed group."""
        depth = 0
        while True:
            token = self.take()
            if token in ("(", "[", "{"):
                depth += 1
            elif token in (")", "]", "}"):
                depth -= 1
            if depth == 0:
                return


def plain_name(token: str) -> str:
    """Return ``%x`` as ``x`` and ``@"a b"`` as ``a b``, without the prefix of ``asm`` labels."""
    return unescape(token[2:-1]).removeprefix("\x01") if token[1:2] == '"' else token[1:]


def unescape(text: str) -> str:
    """Decode LLVM's escapes, two hexadecimal digits for a byte of UTF-8."""
    return escaped_bytes(text).decode("utf-8", "surrogateescape") if "\\" in text else text


def escaped_bytes(text: str) -> bytes:
    """Return the bytes of a string constant."""
    plain = _ESCAPE.sub(lambda found: "\\" if found[1] == "\\" else chr(int(found[1], 16)), text)
    return plain.encode("latin-1")
