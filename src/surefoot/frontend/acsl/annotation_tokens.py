"""The tokens of an annotation's text, and the numbers that they stand for."""

import ast
import re
from typing import Final

from surefoot.base.records import dataclass
from surefoot.frontend.acsl.problems import AnnotationError

_TOKEN: Final = re.compile(
    r"(?P<float>(?:\d+\.(?!\.)\d*|\.\d+)(?:[eE][+-]?\d+)?[fFlL]?|\d+[eE][+-]?\d+[fFlL]?)"
    r"|(?P<number>0[xX][0-9a-fA-F]+[uUlL]*|0[bB][01]+[uUlL]*|\d+[uUlL]*)(?![\w])"
    r"|(?P<character>'(?:\\.[^']*|[^'\\])')"
    r"|(?P<word>\\?[A-Za-z_]\w*)"
    r"|(?P<sign><==>|==>|<-->|-->|\.\.|->|<=|>=|==|!=|&&|\|\||\^\^|<<|>>|[-+*/%&|^~!<>?:;,()\[\].=])"
)


@dataclass(frozen=True, slots=True)
class AnnotationToken:
    """What the characters from position ``at`` of the file are: a float, a number, a character, a word, a sign, or the end."""

    kind: str
    text: str
    at: int


def annotation_tokens(text: str, start: int) -> list[AnnotationToken]:
    """The tokens of a `blanked` annotation that begins at position ``start`` of its file; the last one is its end."""
    found: list[AnnotationToken] = []
    position = 0
    while position < len(text):
        if text[position].isspace():
            position += 1
            continue
        matched = _TOKEN.match(text, position)
        if matched is None:
            raise AnnotationError(f"unexpected {text[position]!r}", start + position)
        found.append(AnnotationToken(matched.lastgroup or "", matched[0], start + position))
        position = matched.end()
    found.append(AnnotationToken("end", "end of the annotation", start + len(text.rstrip())))
    return found


def blanked(comment: str) -> str:
    """``comment`` with blanks for what is not part of its clauses; as long as it was."""

    def blank(found: re.Match[str]) -> str:
        return re.sub(r"[^\n]", " ", found[0])

    if comment.startswith("/*"):
        comment = re.sub(r"@?\*/\Z", blank, comment)
    body = "   " + comment[3:]
    body = re.sub(r"\\\r?\n", blank, body)
    body = re.sub(r"(?m)^[ \t]*@+", blank, body)
    return re.sub(r"//[^\n]*", blank, body)


def integer_of(token: AnnotationToken) -> int:
    """The value of a number."""
    digits = token.text.rstrip("uUlL")
    try:
        return int(digits, 8) if re.fullmatch(r"0\d+", digits) else int(digits, 0)
    except ValueError:
        raise AnnotationError(f"{token.text} is no number", token.at) from None


def character_of(token: AnnotationToken) -> int:
    """The value of a character in quotes."""
    try:
        value = ast.literal_eval(f"b{token.text}")
    except (SyntaxError, ValueError):
        value = b""
    if len(value) != 1 or value[0] > 127:
        raise AnnotationError(f"{token.text} is not supported as a character", token.at, "write its number")
    return int(value[0])
