"""One line of LLVM IR as a sequence of tokens, and the place where reading has got to."""

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
    """The text is not LLVM IR as this reader knows it; turned into a user's error where the line is known."""


def unreadable(line: str, reason: str) -> InputError:
    """The error for a line that defeats the reader: clang printed it, so the fault is ours."""
    shown = line.strip()
    shown = shown if len(shown) <= 200 else f"{shown[:200]}..."
    return InputError(f"surefoot has a defect: it cannot read this line of LLVM IR ({reason}): {shown}")


class Cursor:
    """Tokens of one line with a position; past the last token every look gives `END`."""

    __slots__ = ("position", "tokens")

    def __init__(self, text: str) -> None:
        tokens = _TOKEN.findall(text)
        if tokens and tokens[-1][0] == ";":
            tokens.pop()
        tokens.append(END)
        self.tokens: list[str] = tokens
        self.position = 0

    def peek(self) -> str:
        """The next token, not consumed."""
        return self.tokens[self.position]

    def take(self) -> str:
        """The next token, consumed; there must be one."""
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
        """The next token as an integer."""
        token = self.take()
        if not token.lstrip("-").isdigit():
            raise UnreadableError(f"expected a number before '{token}'")
        return int(token)

    def name(self, sigil: str) -> str:
        """The next token as a name that begins with ``sigil``, without it and without quotes."""
        token = self.take()
        if token[0] != sigil:
            raise UnreadableError(f"expected a name with '{sigil}' before '{token}'")
        return plain_name(token)

    def label(self) -> str:
        """``label %name``."""
        self.expect("label")
        return self.name("%")

    def debug_info(self) -> str | None:
        """What ``!dbg`` refers to anywhere on the line; does not move."""
        try:
            return self.tokens[self.tokens.index("!dbg") + 1]
        except ValueError:
            return None

    def skip_group(self) -> None:
        """Consume a parenthesis or bracket and everything up to the one that closes it."""
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
    """``%x`` as ``x`` and ``@"a b"`` as ``a b``; the mark of a name that a header gave by ``asm`` is dropped."""
    return unescape(token[2:-1]).removeprefix("\x01") if token[1:2] == '"' else token[1:]


def unescape(text: str) -> str:
    """The text with LLVM's escapes (two hexadecimal digits for a byte of UTF-8) undone."""
    return escaped_bytes(text).decode("utf-8", "surrogateescape") if "\\" in text else text


def escaped_bytes(text: str) -> bytes:
    """The bytes of a string constant."""
    plain = _ESCAPE.sub(lambda found: "\\" if found[1] == "\\" else chr(int(found[1], 16)), text)
    return plain.encode("latin-1")
