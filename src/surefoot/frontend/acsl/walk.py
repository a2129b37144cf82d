"""What a predicate or term is made of."""

from collections.abc import Iterator

from surefoot.frontend.acsl.syntax import Name, Old, Predicate, Quantified, Result, Term
from surefoot.records import fields


def parts_of(node: Term | Predicate) -> Iterator[Term | Predicate]:
    """The terms and predicates right below ``node``."""
    for each in fields(node):
        part = getattr(node, each.name)
        if isinstance(part, Term | Predicate):
            yield part


def nodes_of(node: Term | Predicate) -> Iterator[Term | Predicate]:
    """``node`` and all that is below it."""
    pending = [node]
    while pending:
        here = pending.pop()
        yield here
        pending.extend(parts_of(here))


def names_in(node: Term | Predicate) -> set[str]:
    """The variables that ``node`` mentions, also those that it binds."""
    return {each.name for each in nodes_of(node) if isinstance(each, Name)}


def bound_in(node: Term | Predicate) -> set[str]:
    """The variables that quantifiers in ``node`` bind."""
    return {each.variable for each in nodes_of(node) if isinstance(each, Quantified)}


def mentions_call(node: Term | Predicate) -> Old | Result | None:
    """Something in ``node`` that only makes sense where a function has ended."""
    return next((each for each in nodes_of(node) if isinstance(each, Old | Result)), None)
