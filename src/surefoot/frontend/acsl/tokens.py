"""Tokens of C before preprocessing, and tokens of the text of an annotation.

C tokens distinguish code from comments, strings and directives, and give the positions at which
code is inserted.
"""

import ast
import re
from collections.abc import Iterator
from typing import Final

from surefoot.base.enums import Enum
from surefoot.base.records import dataclass
from surefoot.frontend.acsl.source_text import AnnotationError


class Kind(Enum):
    """The kinds of tokens."""

    WORD = "word"
    NUMBER = "number"
    STRING = "string"
    SIGN = "sign"
    DIRECTIVE = "directive"
    """A whole preprocessor directive, with continuation lines and comments."""
    ANNOTATION = "annotation"
    """A comment that begins with ``@``."""
    UNKNOWN = "unknown"
    """A character that begins no token of C, such as an unmatched quote."""


@dataclass(frozen=True, slots=True)
class Token:
    """A token with its position."""

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
    """Yield the tokens of ``text``; white space and comments other than annotations are omitted."""
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
    """Return whether ``comment`` is an ACSL annotation; annotations for splint, such as
    ``/*@null@*/``, are not.
    """
    return comment[2:3] == "@" and not re.fullmatch(r"/\*@[^\s@][^\s]*@\*/", comment)


def _token_at(text: str, position: int) -> Token:
    for kind, pattern in _PATTERNS:
        if found := pattern.match(text, position):
            return Token(kind, found[0], position)
    return Token(Kind.UNKNOWN, text[position], position)


_PATTERNS: Final = ((Kind.STRING, _STRING), (Kind.WORD, _WORD), (Kind.NUMBER, _NUMBER), (Kind.SIGN, _SIGN))


def _end_of_directive(text: str, position: int) -> int:
    """Return the end of the directive; its line continues after a backslash and inside a block
    comment.
    """
    while position < len(text) and text[position] != "\n":
        skipped = (
            re.compile(_SPLICE).match(text, position)
            or _BLOCK_COMMENT.match(text, position)
            or _LINE_COMMENT.match(text, position)
            or _STRING.match(text, position)
        )
        position = skipped.end() if skipped else position + 1
    return position


# ---- the text of an annotation

_ANNOTATION_TOKEN: Final = re.compile(
    r"(?P<float>(?:\d+\.(?!\.)\d*|\.\d+)(?:[eE][+-]?\d+)?[fFlL]?|\d+[eE][+-]?\d+[fFlL]?)"
    r"|(?P<number>0[xX][0-9a-fA-F]+[uUlL]*|0[bB][01]+[uUlL]*|\d+[uUlL]*)(?![\w])"
    r"|(?P<character>'(?:\\.[^']*|[^'\\])')"
    r"|(?P<word>\\?[A-Za-z_]\w*)"
    r"|(?P<sign><==>|==>|<-->|-->|\.\.|->|<=|>=|==|!=|&&|\|\||\^\^|<<|>>|[-+*/%&|^~!<>?:;,()\[\].=])"
)


@dataclass(frozen=True, slots=True)
class AnnotationToken:
    """A token of an annotation, at position ``at`` of the file; ``kind`` is float, number,
    character, word, sign or end.
    """

    kind: str
    text: str
    at: int


def annotation_tokens(text: str, start: int) -> list[AnnotationToken]:
    """Return the tokens of a `blanked` annotation that begins at position ``start`` of its file;
    the last is the end token.
    """
    found: list[AnnotationToken] = []
    position = 0
    while position < len(text):
        if text[position].isspace():
            position += 1
            continue
        matched = _ANNOTATION_TOKEN.match(text, position)
        if matched is None:
            raise AnnotationError(f"unexpected character {text[position]!r} in an annotation", start + position)
        found.append(AnnotationToken(matched.lastgroup or "", matched[0], start + position))
        position = matched.end()
    found.append(AnnotationToken("end", "end of the annotation", start + len(text.rstrip())))
    return found


def blanked(comment: str) -> str:
    """Replace comment delimiters and inner comments by blanks.

    Ensures: the length of ``comment`` and its line ends are unchanged.
    """

    def blank(found: re.Match[str]) -> str:
        return re.sub(r"[^\n]", " ", found[0])

    if comment.startswith("/*"):
        comment = re.sub(r"@?\*/\Z", blank, comment)
    body = "   " + comment[3:]
    body = re.sub(r"\\\r?\n", blank, body)
    body = re.sub(r"(?m)^[ \t]*@+", blank, body)
    return re.sub(r"//[^\n]*", blank, body)


def integer_of(token: AnnotationToken) -> int:
    """Return the value of a number."""
    digits = token.text.rstrip("uUlL")
    try:
        return int(digits, 8) if re.fullmatch(r"0\d+", digits) else int(digits, 0)
    except ValueError:
        raise AnnotationError(f"invalid number {token.text}", token.at) from None


def character_of(token: AnnotationToken) -> int:
    """Return the value of a character constant."""
    try:
        value = ast.literal_eval(f"b{token.text}")
    except (SyntaxError, ValueError):
        value = b""
    if len(value) != 1 or value[0] > 127:
        raise AnnotationError(f"the character constant {token.text} is not supported", token.at, "write its code")
    return int(value[0])
