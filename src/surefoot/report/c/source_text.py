"""Source lines, and the C expression that a position in a line is about.

Compilers give the position of an operation as one column: that of the operator for arithmetic and
assignments, of the member for ``p->x``, and of its start for anything else. The expression found is
a heuristic on text, because the column may be inside a macro; it is empty if the text does not look
like an expression.
"""

import re
from pathlib import Path

from surefoot.base.spans import Span
from surefoot.report.limits import LIMITS

_TOKEN = re.compile(
    r"""\s*(?:(?P<word>[A-Za-z_]\w*)|(?P<number>\.?\d(?:[eEpP][+-]|[\w.])*)|(?P<text>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')"""
    r"""|(?P<sign><<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|.))"""
)
_ASSIGNMENTS = frozenset({"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="})
_PRECEDENCE = {"<<": 1, ">>": 1, "+": 2, "-": 2, "*": 3, "/": 3, "%": 3}
_OPENING, _CLOSING = {"(": ")", "[": "]"}, {")": "(", "]": "["}
_BEFORE_UNARY = frozenset("(,[{};=?:!~&|^<>+-*/%") | _ASSIGNMENTS | {"<<", ">>", "<=", ">=", "==", "!=", "&&", "||"}
_NO_OPERANDS = frozenset({"return", "else", "do", "case", "goto"})
_Token = tuple[str, str, int, int]
"""Kind, text, start and end."""


def expression_at(line: str, column: int) -> str:
    """Return the expression at ``column``, from 1, of ``line``; empty if there is none."""
    first, last = expression_extent(line, column)
    return line[first:last] if last - first <= LIMITS.expression_characters else ""


def expression_extent(line: str, column: int) -> tuple[int, int]:
    """Return the start and end, from 0, of the expression at ``column``, from 1, of ``line``; equal
    if there is none.
    """
    tokens = [
        (str(found.lastgroup), found.group(found.lastgroup or 0), found.start(found.lastgroup or 0), found.end())
        for found in _TOKEN.finditer(line.rstrip())
    ]
    here = next((index for index, token in enumerate(tokens) if token[2] == column - 1), None)
    if here is None:
        return 0, 0
    first, last = _extent(tokens, here)
    if not 0 <= first <= last < len(tokens):
        return 0, 0
    return tokens[first][2], tokens[last][3]


def _extent(tokens: list[_Token], here: int) -> tuple[int, int]:
    """Return the first and the last token of the expression at token ``here``; in the wrong order
    if there is none.
    """
    sign = tokens[here][1] if tokens[here][0] == "sign" else ""
    if sign == "=":
        return _unary_start(tokens, _postfix_start(tokens, here - 1)), here - 1
    if sign in _ASSIGNMENTS:
        return _unary_start(tokens, _postfix_start(tokens, here - 1)), _sum_end(tokens, here + 1, 0)
    if sign in {"++", "--"} and _is_operand_end(tokens, here - 1):
        return _postfix_start(tokens, here - 1), here
    if sign in _PRECEDENCE and _is_operand_end(tokens, here - 1):
        level = _PRECEDENCE[sign]
        return _sum_start(tokens, here - 1, level), _sum_end(tokens, here + 1, level + 1)
    if sign == "[":
        return _postfix_start(tokens, here - 1), _postfix_end(tokens, here)
    if _is_member(tokens, here):
        return _postfix_start(tokens, here), here
    return here, _unary_end(tokens, here)


def _is_member(tokens: list[_Token], at: int) -> bool:
    return at > 0 and tokens[at - 1][1] in {"->", "."}


def _is_operand_end(tokens: list[_Token], at: int) -> bool:
    if at < 0:
        return False
    kind, text, _, _ = tokens[at]
    return text in {")", "]", "++", "--"} if kind == "sign" else text not in _NO_OPERANDS


def _matching(tokens: list[_Token], at: int, step: int, pairs: dict[str, str]) -> int:
    """Return the index of the matching bracket in the direction of ``step``; out of range if there
    is none.
    """
    mine, other = tokens[at][1], pairs[tokens[at][1]]
    depth = 0
    while 0 <= at < len(tokens):
        depth += (tokens[at][1] == mine) - (tokens[at][1] == other)
        if depth == 0:
            return at
        at += step
    return at


def _postfix_start(tokens: list[_Token], at: int) -> int:
    """Return the start of the postfix expression that ends at ``at``."""
    while at >= 0:
        if tokens[at][1] in {"++", "--"}:
            at -= 1
            continue
        if tokens[at][1] in _CLOSING:
            at = _matching(tokens, at, -1, _CLOSING)
            if at > 0 and _is_operand_end(tokens, at - 1) and tokens[at - 1][1] not in {"++", "--"}:
                at -= 1
                continue
        if _is_member(tokens, at):
            at -= 2
            continue
        return at if at >= 0 else len(tokens)
    return len(tokens)


def _unary_start(tokens: list[_Token], at: int) -> int:
    """Return the start of the prefix operators of the operand at ``at``."""
    while 0 < at < len(tokens) and tokens[at - 1][1] in {"*", "&", "-", "~", "!", "++", "--"}:
        if at > 1 and tokens[at - 2][1] not in _BEFORE_UNARY and tokens[at - 2][1] not in _NO_OPERANDS:
            break
        at -= 1
    return at


def _postfix_end(tokens: list[_Token], at: int) -> int:
    """Return the end of the postfix operators that start at ``at``."""
    while at < len(tokens):
        if tokens[at][1] in _OPENING:
            at = _matching(tokens, at, 1, _OPENING) + 1
        elif tokens[at][1] in {"->", "."}:
            at += 2
        else:
            break
    return at - 1


def _unary_end(tokens: list[_Token], at: int) -> int:
    """Return the end of the unary expression that starts at ``at``."""
    while at < len(tokens) and tokens[at][1] in {"*", "&", "-", "~", "!", "++", "--"}:
        at += 1
    if at >= len(tokens):
        return -1
    if tokens[at][1] == "(":
        at = _matching(tokens, at, 1, _OPENING)
        follows = tokens[at + 1] if at + 1 < len(tokens) else ("", "", 0, 0)
        if follows[0] in {"word", "number"} or follows[1] == "(":  # a cast
            return _unary_end(tokens, at + 1)
    elif tokens[at][0] == "sign":
        return -1
    return _postfix_end(tokens, at + 1)


def _sum_start(tokens: list[_Token], at: int, level: int) -> int:
    """Return the start of the left operand, which ends at ``at``, of an operator of precedence
    ``level``.
    """
    while True:
        first = _unary_start(tokens, _postfix_start(tokens, at))
        before = tokens[first - 1][1] if 0 < first < len(tokens) else ""
        if _PRECEDENCE.get(before, 0) < level or not _is_operand_end(tokens, first - 2):
            return first
        at = first - 2


def _sum_end(tokens: list[_Token], at: int, level: int) -> int:
    """Return the end of the right operand, which starts at ``at`` and has at least precedence
    ``level``.
    """
    while True:
        last = _unary_end(tokens, at)
        after = tokens[last + 1][1] if 0 <= last < len(tokens) - 1 else ""
        if after not in _PRECEDENCE or _PRECEDENCE[after] < level:
            return last
        at = last + 2


class SourceLines:
    """The text of source lines, read on demand; empty when the file cannot be read."""

    def __init__(self) -> None:
        self._files: dict[str, list[str]] = {}

    def line(self, span: Span) -> str:
        """Return the line at ``span``, without its indentation."""
        return self.whole_line(span).strip()

    def whole_line(self, span: Span) -> str:
        """Return the line at ``span``."""
        lines = self._of(span.file)
        return lines[span.line - 1] if 0 < span.line <= len(lines) else ""

    def text(self, file: str) -> str:
        """Return the whole text of ``file``."""
        return "\n".join(self._of(file))

    def _of(self, file: str) -> list[str]:
        if file not in self._files:
            self._files[file] = _lines(Path(file))
        return self._files[file]


def _lines(path: Path) -> list[str]:
    """Return the lines as compilers count them; empty unless ``path`` is a regular file."""
    try:
        if not path.is_file() or path.stat().st_size > LIMITS.source_file_bytes:
            return []
        return path.read_text(encoding="utf-8", errors="replace").split("\n")
    except (OSError, ValueError):
        return []
