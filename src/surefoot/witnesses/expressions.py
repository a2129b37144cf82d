"""Expressions of witnesses: C expressions without side effects, on one line."""

from surefoot.base.errors import InputError, UnsupportedError
from surefoot.frontend.acsl.tokens import Kind, Token, tokens_of

_CHANGES = frozenset({"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--"})
_FOREIGN = frozenset({";", "{", "}", "#", "##", "@", "`", "\\"})
_OF_TYPES = frozenset({
    "_Bool", "bool", "char", "const", "double", "enum", "float", "int", "long", "short", "signed", "struct", "union", "unsigned", "void",
    "volatile",
})  # fmt: skip
RESULT = "\\result"
_CLOSING = {"(": ")", "[": "]"}


def checked_expression(text: str, *, result: str = "") -> str:
    r"""Return ``text`` on one line, with ``result`` in place of ``\result``.

    Raises `InputError` unless it is an expression without side effects, and `UnsupportedError` if
    that is not decided, because it may contain a call.
    """
    named = text.replace(RESULT, result) if result else text
    tokens = list(tokens_of(named))
    opened: list[int] = []
    groups: dict[int, int] = {}
    for index, token in enumerate(tokens):
        _require_pure(token, text)
        if token.kind is not Kind.SIGN:
            continue
        if token.text in _CLOSING:
            if token.text == "(" and _may_call(tokens, index, groups):
                raise UnsupportedError(f"calls in expressions of witnesses are not supported: {text}")
            opened.append(index)
        elif token.text in _CLOSING.values():
            if not opened or _CLOSING[tokens[opened[-1]].text] != token.text:
                raise InputError(f"unbalanced brackets in the expression {text!r}")
            groups[index] = opened.pop()
    if opened or not tokens:
        raise InputError(f"{'unbalanced brackets in' if tokens else 'no expression in'} {text!r}")
    return " ".join(each.text for each in tokens)


def _require_pure(token: Token, text: str) -> None:
    """Raise `InputError` if ``token`` has a side effect or ends the expression."""
    if token.kind in {Kind.DIRECTIVE, Kind.ANNOTATION, Kind.UNKNOWN, Kind.STRING} and not token.text.startswith("'"):
        raise InputError(f"{token.text!r} in the expression {text!r} is not supported")
    if token.text in _CHANGES or token.text.startswith(("__builtin", "__asm", "asm", "__surefoot_")):
        if token.text.startswith(("__surefoot_result", "__surefoot_earlier")):
            return
        raise InputError(f"the expression {text!r} has a side effect or uses a reserved name: {token.text}")
    if token.kind is Kind.SIGN and token.text in _FOREIGN:
        raise InputError(f"{text!r} is not one C expression: it contains {token.text}")


def _may_call(tokens: list[Token], index: int, groups: dict[int, int]) -> bool:
    """Return whether the parenthesis at ``index`` may begin the arguments of a call."""
    if index == 0:
        return False
    before = tokens[index - 1]
    if before.kind is Kind.WORD:
        return before.text not in {"sizeof", "_Alignof"}
    if before.text == "]":
        return True
    if before.text != ")":
        return False
    inner = tokens[groups[index - 1] + 1 : index - 1]
    is_cast = any(each.text in _OF_TYPES for each in inner)
    return not is_cast or any(each.text in {"(", ")"} for each in inner)
