"""Attachment of annotations to the function, loop or statement that follows.

It works on unpreprocessed tokens: braces and keywords in macros are not found.
"""

from collections.abc import Sequence
from typing import Final

from surefoot.base.records import dataclass
from surefoot.frontend.acsl.source_text import AnnotationError
from surefoot.frontend.acsl.tokens import Kind, Token

_OPENING: Final = {"(": ")", "[": "]", "{": "}"}
_DECORATIONS: Final = frozenset({
    "__attribute__", "__attribute", "__asm__", "__asm", "asm", "_Alignas", "__declspec", "__typeof__", "typeof", "__extension__",
})  # fmt: skip
_CONTRACT_HINT: Final = (
    "write the contract directly before a declaration or definition of a function with named parameters"
)


@dataclass(frozen=True, slots=True)
class FunctionSite:
    """A declared or defined function; ``body`` is the position of its opening brace, None for a
    declaration.
    """

    name: str
    header: tuple[Token, ...]
    name_token: Token
    parameters: tuple[str, ...]
    is_void: bool
    body: int | None

    def header_text(self, name: str) -> str:
        """Return the header on one line with the function renamed to ``name``."""
        return " ".join(name if each is self.name_token else _on_one_line(each.text) for each in self.header)


@dataclass(frozen=True, slots=True)
class LoopSite:
    """A loop, and the positions for code that runs at the loop head.

    ``before`` is in front of the condition, or of the body of a ``do``; ``after`` is behind the
    condition; ``end`` is behind the loop.
    """

    before: int
    after: int
    is_do: bool
    has_condition: bool
    end: int


def function_after(tokens: Sequence[Token], index: int, at: int) -> FunctionSite:
    """Return the function that begins with token ``index``; ``at`` is the position of its contract."""
    header: list[Token] = []
    opened: int | None = None
    position = index
    while position < len(tokens):
        token = tokens[position]
        if token.kind is Kind.DIRECTIVE:
            raise AnnotationError("preprocessor directive between a contract and its function", at, _CONTRACT_HINT)
        if token.text in {"{", ";", "="} or token.kind is Kind.ANNOTATION:
            break
        end = matching(tokens, position) if token.text in _OPENING else position
        is_call_like = token.text == "(" and header and header[-1].kind is Kind.WORD
        if opened is None and is_call_like and header[-1].text not in _DECORATIONS:
            opened = len(header)
        header.extend(tokens[position : end + 1])
        position = end + 1
    ending = tokens[position].text if position < len(tokens) else ""
    if opened is None or opened < 2 or ending not in {"{", ";"}:
        raise AnnotationError("no function follows this contract", at, _CONTRACT_HINT)
    name_token = header[opened - 1]
    closed = matching(header, opened)
    _refuse_words_after(header, closed)
    specifiers = header[: opened - 1]
    is_void = any(each.text == "void" for each in specifiers) and not any(each.text == "*" for each in specifiers)
    parameters = _parameters(header[opened + 1 : closed], name_token)
    body = tokens[position].start if ending == "{" else None
    return FunctionSite(name_token.text, tuple(header), name_token, parameters, is_void, body)


def _refuse_words_after(header: Sequence[Token], closed: int) -> None:
    position = closed + 1
    while position < len(header):
        if header[position].text not in _DECORATIONS:
            text = "a contract of a function with this declarator is not supported"
            raise AnnotationError(text, header[position].start, "use a typedef for the result type")
        position += 1
        if position < len(header) and header[position].text == "(":
            position = matching(header, position) + 1


def _parameters(tokens: Sequence[Token], of: Token) -> tuple[str, ...]:
    if [each.text for each in tokens] in ([], ["void"]):
        return ()
    groups: list[list[Token]] = [[]]
    depth = 0
    for token in tokens:
        depth += (token.text in _OPENING) - (token.text in _OPENING.values())
        if token.text == "," and depth == 0:
            groups.append([])
        else:
            groups[-1].append(token)
    return tuple(_parameter(group, of) for group in groups)


def _parameter(tokens: Sequence[Token], of: Token) -> str:
    """Return the name of a parameter: the last word outside of brackets, or the one after the star
    in ``(*name)``.
    """
    name, words, position = None, 0, 0
    while position < len(tokens):
        token = tokens[position]
        if token.text == "...":
            raise AnnotationError(f"a contract of the variadic function {of.text} is not supported", of.start)
        if token.text in _DECORATIONS or token.text == "[":
            position += token.text != "["
            position = matching(tokens, position) + 1 if position < len(tokens) else position
            continue
        if token.text == "(":
            inner = [each for each in tokens[position : matching(tokens, position)] if each.kind is Kind.WORD]
            return inner[0].text if inner else _unnamed(of)
        if token.kind is Kind.WORD:
            name, words = token.text, words + 1
        elif token.text == "*":
            words, name = words + 1, None
        position += 1
    return name if name is not None and words > 1 else _unnamed(of)


def _unnamed(of: Token) -> str:
    raise AnnotationError(
        f"a parameter of {of.text} has no name", of.start, "name all parameters of a function with a contract"
    )


def definitions_of(tokens: Sequence[Token], name: str) -> list[Token]:
    """Return the tokens that name function ``name``, one for each of its definitions."""
    found: list[Token] = []
    for index, token in enumerate(tokens[:-1]):
        if token.text == name and tokens[index + 1].text == "(" and token.kind is Kind.WORD and index:
            end = _skip_decorations(tokens, matching(tokens, index + 1) + 1)
            before = tokens[index - 1]
            is_declarator = (
                before.kind is Kind.WORD and before.text not in {"return", "else", "do"}
            ) or before.text == "*"
            if is_declarator and end < len(tokens) and tokens[end].text == "{":
                found.append(token)
    return found


def _skip_decorations(tokens: Sequence[Token], position: int) -> int:
    while position < len(tokens) and tokens[position].text in _DECORATIONS:
        position += 1
        if position < len(tokens) and tokens[position].text == "(":
            position = matching(tokens, position) + 1
    return position


def loop_after(tokens: Sequence[Token], index: int, at: int, *, needs_braces: bool = True) -> LoopSite:
    """Return the loop that begins with token ``index``; ``at`` is the position of its annotation.

    Unless the body of ``for`` and ``while`` ``needs_braces``, the end of a body without them is that
    of the loop's header.
    """
    if index >= len(tokens) or tokens[index].text not in {"for", "while", "do"} or index + 1 >= len(tokens):
        raise AnnotationError("no loop follows this loop invariant", at, "write it directly before for, while or do")
    opened = index + 1
    if tokens[index].text == "do":
        brace = _brace(tokens, opened, at)
        test = brace + 1
        if [each.text for each in tokens[test : test + 2]] != ["while", "("]:
            raise AnnotationError("expected while after the body of do", tokens[index].start)
        end = matching(tokens, test + 1) + 1
        if end >= len(tokens) or tokens[end].text != ";":
            raise AnnotationError("expected ; after do and while", tokens[index].start)
        return LoopSite(tokens[opened].end, tokens[opened].end, True, True, tokens[end].end)  # noqa: FBT003
    if tokens[opened].text != "(":
        raise AnnotationError(f"expected ( after {tokens[index].text}", tokens[index].start)
    closed = matching(tokens, opened)
    has_braces = tokens[closed + 1 : closed + 2] and tokens[closed + 1].text == "{"
    end = tokens[_brace(tokens, closed + 1, at) if needs_braces or has_braces else closed].end
    if tokens[index].text == "while":
        return LoopSite(tokens[opened].end, tokens[closed].start, False, True, end)  # noqa: FBT003
    first, second = _semicolons(tokens, opened, closed, at)
    return LoopSite(first.end, second.start, False, bool(_between(tokens, first, second)), end)  # noqa: FBT003


def _semicolons(tokens: Sequence[Token], opened: int, closed: int, at: int) -> tuple[Token, Token]:
    found: list[Token] = []
    position = opened + 1
    while position < closed:
        if tokens[position].text in _OPENING:
            position = matching(tokens, position)
        elif tokens[position].text == ";":
            found.append(tokens[position])
        position += 1
    if len(found) != 2:
        raise AnnotationError(
            "the header of this for loop cannot be parsed", at, "write its three parts out, without macros"
        )
    return found[0], found[1]


def _between(tokens: Sequence[Token], first: Token, second: Token) -> list[Token]:
    return [each for each in tokens if first.end <= each.start < second.start]


def _brace(tokens: Sequence[Token], position: int, at: int) -> int:
    """Return the index of the closing brace of the body that begins with token ``position``."""
    if position >= len(tokens) or tokens[position].text != "{":
        raise AnnotationError("the body of a loop with an invariant must be in braces", at, "write { and } around it")
    return matching(tokens, position)


def matching(tokens: Sequence[Token], position: int) -> int:
    """Return the index of the token that closes the bracket at token ``position``."""
    if position >= len(tokens) or tokens[position].text not in _OPENING:
        at = tokens[min(position, len(tokens) - 1)].start if tokens else 0
        raise AnnotationError("the code after an annotation cannot be parsed", at)
    opened: list[str] = []
    for index in range(position, len(tokens)):
        text = tokens[index].text
        if text in _OPENING and tokens[index].kind is Kind.SIGN:
            opened.append(_OPENING[text])
        elif opened and text == opened[-1] and tokens[index].kind is Kind.SIGN:
            opened.pop()
            if not opened:
                return index
    raise AnnotationError(f"unmatched '{tokens[position].text}'", tokens[position].start)


def enclosing_body(tokens: Sequence[Token], index: int) -> int | None:
    """Return the position after the opening brace of the function body that contains token
    ``index``.
    """
    depth, begin = 0, None
    for position in range(index):
        token = tokens[position]
        if token.kind is not Kind.SIGN:
            continue
        if token.text == "{":
            if depth == 0:
                before = tokens[position - 1].text if position else ""
                begin = token.end if before == ")" else None
            depth += 1
        elif token.text == "}":
            depth = max(0, depth - 1)
    return begin if depth else None


_BEFORE_EXPRESSIONS = frozenset({"return", "sizeof", "case", "goto", "else", "do", "alignof", "_Alignof"})


def may_declare(tokens: Sequence[Token], index: int, name: str) -> bool:
    """Return whether the function whose body contains token ``index`` may declare ``name``, as a
    parameter or anywhere in its body.
    """
    depth, begin, found = 0, 0, False
    parentheses: list[bool] = []
    for position, token in enumerate(tokens):
        text = token.text
        if text == "(":
            parentheses.append(position > 0 and tokens[position - 1].text == "for")
        elif text == ")" and parentheses:
            parentheses.pop()
        elif text == "{":
            depth += 1
        elif text == "}":
            depth = max(0, depth - 1)
        elif text == name and position:
            is_argument = depth > 0 and bool(parentheses) and not parentheses[-1]
            found |= _declares(tokens, position, is_argument=is_argument)
        if depth == 0 and text in {";", "}"}:
            if begin <= index <= position:
                return found
            begin, found = position + 1, False
    return found


def _declares(tokens: Sequence[Token], position: int, *, is_argument: bool) -> bool:
    """Return whether a declarator may begin or end with the name at ``position``."""
    before, behind = tokens[position - 1], tokens[position + 1].text if position + 1 < len(tokens) else ""
    if before.kind is Kind.WORD:
        return before.text not in _BEFORE_EXPRESSIONS
    if before.text == "*" and behind == ")":
        return position + 2 < len(tokens) and tokens[position + 2].text in {"(", "["}
    if before.text == "{":
        return "enum" in {each.text for each in tokens[max(0, position - 3) : position - 1]}
    if is_argument or behind not in {"=", ";", ",", "[", ":", "}", ")"}:
        return False
    if before.text != "*":
        return before.text in {",", ")", "}"}
    begin = position - 1
    while begin > 0 and (tokens[begin].kind is Kind.WORD or tokens[begin].text == "*"):
        begin -= 1
    return tokens[begin].text in {";", "{", "}", "(", ",", ")"}


def begins_statement(tokens: Sequence[Token], index: int) -> bool:
    """Return whether a statement may begin at token ``index``: one has just ended or a block has
    begun.
    """
    for position in range(index - 1, -1, -1):
        if tokens[position].kind not in {Kind.ANNOTATION, Kind.DIRECTIVE}:
            return tokens[position].text in {";", "{", "}", ":"}
    return False


def _on_one_line(text: str) -> str:
    return " ".join(text.split()) if "\n" in text else text
