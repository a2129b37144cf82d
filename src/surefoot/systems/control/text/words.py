"""Atoms of the text form: strings, numbers, members of enumerations and source positions."""

import re
from enum import Enum
from typing import TypeVar

from surefoot.base.spans import Span
from surefoot.logic.smtlib import Atom, Expression, Group, problem

_Member = TypeVar("_Member", bound=Enum)
_LARGEST_NUMBER = 18
"""Decimal digits of the longest number."""


def quoted(text: str) -> str:
    """Return ``text`` as an SMT-LIB string."""
    return '"' + text.replace('"', '""') + '"'


def read_string(expression: Expression) -> str:
    """Return the text of a string; the inverse of `quoted`."""
    if isinstance(expression, Atom):
        return expression.text.replace('""', '"')
    raise problem(expression.line, "expected a string")


def read_number(expression: Expression) -> int:
    """Return a number, which may be signed."""
    if isinstance(expression, Atom) and re.fullmatch(rf"-?[0-9]{{1,{_LARGEST_NUMBER}}}", expression.text):
        return int(expression.text)
    raise problem(expression.line, "expected a number")


def word_of(member: Enum) -> str:
    """Return a member of an enumeration as a word."""
    return member.name.lower().replace("_", "-")


def read_member(expression: Expression, kind: type[_Member]) -> _Member:
    """Return the member of ``kind`` that a word denotes; the inverse of `word_of`."""
    for member in kind:
        if isinstance(expression, Atom) and expression.text == word_of(member):
            return member
    known = ", ".join(word_of(member) for member in kind)
    raise problem(expression.line, f"expected one of {known}")


def span_text(span: Span | None) -> str:
    """Return a source position, or ``(span)`` for none."""
    return "(span)" if span is None else f"(span {quoted(span.file)} {span.line} {span.column})"


def read_span(expression: Expression) -> Span | None:
    """Return a position; the inverse of `span_text`."""
    match expression:
        case Group(_, [Atom("span")]):
            return None
        case Group(_, [Atom("span"), file, line, column]):
            return Span(read_string(file), read_number(line), read_number(column))
        case _:
            raise problem(expression.line, "expected (span file line column) or (span)")
