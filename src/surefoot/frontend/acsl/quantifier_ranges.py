"""Ranges of quantified variables, read off the guard of the body."""

from collections.abc import Iterator, Sequence

from surefoot.base.records import dataclass
from surefoot.frontend.acsl.source_text import AnnotationError
from surefoot.frontend.acsl.syntax import (
    Comparison,
    Connective,
    Constant,
    Joined,
    Name,
    Predicate,
    Quantified,
    Term,
    names_in,
)

_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


@dataclass(frozen=True, slots=True)
class _Bound:
    term: Term
    is_included: bool


def quantified(is_universal: bool, variables: Sequence[str], body: Predicate, at: int) -> Predicate:  # noqa: FBT001 it is one of two signs
    """Return the quantified ``body``; raises `AnnotationError` unless its guard bounds every
    variable.
    """
    if is_universal:
        if not (isinstance(body, Joined) and body.connective is Connective.IMPLIES):
            raise _without_range(variables[0], at)
        guard, rest = list(_conjuncts(body.left)), body.right
    else:
        guard, rest = list(_conjuncts(body)), Constant(value=True, at=at)
    bounds = [
        (_bound(guard, name, variables[number:], upper=False), _bound(guard, name, variables[number:], upper=True))
        for number, name in enumerate(variables)
    ]
    joined = _joined(guard)
    inner: Predicate = (
        Joined(Connective.IMPLIES, joined, rest, at) if is_universal else Joined(Connective.AND, joined, rest, at)
    )
    for name, (least, most) in reversed(list(zip(variables, bounds, strict=True))):
        if least is None or most is None:
            raise _without_range(name, at)
        inner = Quantified(is_universal, name, least.term, least.is_included, most.term, most.is_included, inner, at)
    return inner


def _without_range(name: str, at: int) -> AnnotationError:
    hint = (
        f"such as \\forall integer {name}; 0 <= {name} < n ==> ..., or \\exists integer {name}; 0 <= {name} < n && ..."
    )
    return AnnotationError(f"the quantified variable {name} has no range", at, hint)


def _conjuncts(predicate: Predicate) -> Iterator[Predicate]:
    if isinstance(predicate, Joined) and predicate.connective is Connective.AND:
        yield from _conjuncts(predicate.left)
        yield from _conjuncts(predicate.right)
    else:
        yield predicate


def _joined(guard: Sequence[Predicate]) -> Predicate:
    joined = guard[0]
    for each in guard[1:]:
        joined = Joined(Connective.AND, joined, each, each.at)
    return joined


def _bound(
    guard: Sequence[Predicate], name: str, unknown: Sequence[str], *, upper: bool, seen: frozenset[str] = frozenset()
) -> _Bound | None:
    """Return a bound of ``name`` without ``unknown`` variables, directly or by transitivity as in
    ``0 <= i <= j < n``.
    """
    signs = {"<", "<="} if upper else {">", ">="}
    transitive: list[tuple[str, bool]] = []
    for each in guard:
        if not isinstance(each, Comparison):
            continue
        if each.left == Name(name, each.left.at):
            sign, other = each.sign, each.right
        elif each.right == Name(name, each.right.at):
            sign, other = _MIRRORED.get(each.sign, ""), each.left
        else:
            continue
        if sign not in signs:
            continue
        if not names_in(other) & set(unknown):
            return _Bound(other, sign in {"<=", ">="})
        if isinstance(other, Name) and other.name not in seen:
            transitive.append((other.name, sign in {"<=", ">="}))
    for other_name, is_included in transitive:
        found = _bound(guard, other_name, unknown, upper=upper, seen=seen | {name})
        if found is not None:
            return _Bound(found.term, found.is_included and is_included)
    return None
