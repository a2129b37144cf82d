"""C source as tokens, before preprocessing: enough to tell code from comments, strings and directives, and to find places to insert code."""

import re
from collections.abc import Iterator
from enum import Enum
from typing import Final

from surefoot.base.records import dataclass


class Kind(Enum):
    """What a token is."""

    WORD = "word"
    NUMBER = "number"
    STRING = "string"
    SIGN = "sign"
    DIRECTIVE = "directive"
    """A whole line of the preprocessor, with the lines it continues on and the comments in it."""
    ANNOTATION = "annotation"
    """A comment that begins with ``@``."""
    UNKNOWN = "unknown"
    """What is no token of C, such as a quote without its end."""


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of ``text`` from ``start`` on."""

    kind: Kind
    text: str
    start: int

    @property
    def end(self) -> int:
        """The position after its last character."""
        return self.start + len(self.text)


_SPLICE: Final = r"\\\r?\n"
_BLANK: Final = re.compile(rf"(?:\s|{_SPLICE})+")
_LINE_COMMENT: Final = re.compile(rf"//(?:{_SPLICE}|[^\n])*")
_BLOCK_COMMENT: Final = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_STRING: Final = re.compile(r"(?:u8|[LuU])?(?:\"(?:\\\r?\n|\\.|[^\"\\\n])*\"|'(?:\\\r?\n|\\.|[^'\\\n])*')", re.DOTALL)
_WORD: Final = re.compile(r"[A-Za-z_$\u0080-\U0010ffff][\w$]*")
_NUMBER: Final = re.compile(r"\.?\d(?:[eEpP][+-]|[\w.'])*")
_SIGN: Final = re.compile(r"\.\.\.|<<=|>>=|->|\+\+|--|<<|>>|[<>=!+\-*/%&|^]=|&&|\|\||##|[^\s\w]")


def tokens_of(text: str) -> Iterator[Token]:
    """The tokens of ``text`` without blanks and without comments that are no annotations."""
    position, is_first = 0, True
    while position < len(text):
        if blank := _BLANK.match(text, position):
            is_first |= bool(re.search(r"(?<!\\)\n", blank[0]))
            position = blank.end()
            continue
        comment = _LINE_COMMENT.match(text, position) or _BLOCK_COMMENT.match(text, position)
        if comment:
            if is_annotation(comment[0]):
                yield Token(Kind.ANNOTATION, comment[0], position)
            position = comment.end()
            continue
        if is_first and text[position] == "#":
            token = Token(Kind.DIRECTIVE, text[position : _end_of_directive(text, position)], position)
        else:
            token = _token_at(text, position)
        is_first = False
        yield token
        position = token.end


def is_annotation(comment: str) -> bool:
    """Whether a comment speaks to tools like this one; what splint reads, such as ``/*@null@*/``, does not."""
    return comment[2:3] == "@" and not re.fullmatch(r"/\*@[^\s@][^\s]*@\*/", comment)


def _token_at(text: str, position: int) -> Token:
    for kind, pattern in _PATTERNS:
        if found := pattern.match(text, position):
            return Token(kind, found[0], position)
    return Token(Kind.UNKNOWN, text[position], position)


_PATTERNS: Final = ((Kind.STRING, _STRING), (Kind.WORD, _WORD), (Kind.NUMBER, _NUMBER), (Kind.SIGN, _SIGN))


def _end_of_directive(text: str, position: int) -> int:
    """Where the line ends; lines continue after a backslash and inside a block comment."""
    while position < len(text) and text[position] != "\n":
        skipped = (
            re.compile(_SPLICE).match(text, position)
            or _BLOCK_COMMENT.match(text, position)
            or _LINE_COMMENT.match(text, position)
            or _STRING.match(text, position)
        )
        position = skipped.end() if skipped else position + 1
    return position
