"""The graph of a statement's terms."""

from collections.abc import Iterator, Sequence

from surefoot.logic import Term


def subterms(roots: Sequence[Term]) -> Iterator[Term]:
    """Every subterm of ``roots`` once, arguments before the terms that use them."""
    seen: set[Term] = set()
    for root in roots:
        stack = [root]
        while stack:
            term = stack[-1]
            missing = [argument for argument in term.args if argument not in seen]
            if missing:
                stack.extend(reversed(missing))
                continue
            stack.pop()
            if term not in seen:
                seen.add(term)
                yield term
