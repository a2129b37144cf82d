"""Solutions of Horn clauses and derivations of false as text."""

from collections.abc import Iterator, Sequence

from surefoot.report.document import Document

MOST_STEPS = 60
"""How many steps of a derivation are shown, unless all are asked for; the first third is kept, and the end."""
MOST_COLUMN = 40
"""How far to the right the reasons of steps are, if what is derived is not longer."""
MOST_CHARACTERS = 120
"""Longer values and formulas are cut, unless all is asked for."""


def solution_text(relations: Sequence[Document], *, in_full: bool) -> Iterator[str]:
    """A solution, a relation a line."""
    if relations:
        yield "  a solution:"
    for each in relations:
        head = f"{each['relation']}({', '.join(each['parameters'])})" if each["parameters"] else each["relation"]
        yield f"    {head}: {_cut(each['text'], in_full=in_full)}"


def derivation_text(steps: Sequence[Document], *, in_full: bool) -> Iterator[str]:
    """A derivation, a step a line."""
    width = len(str(len(steps)))
    shown = min(MOST_COLUMN, max((len(each["derives"]) for each in steps), default=0))
    omitted = 0 if in_full else max(0, len(steps) - MOST_STEPS)
    yield "  a derivation of false:"
    for number, each in enumerate(steps, 1):
        if omitted and number == MOST_STEPS // 3 + 1:
            yield f"    … {omitted} steps; --full-trace shows them …"
        if omitted and MOST_STEPS // 3 < number <= MOST_STEPS // 3 + omitted:
            continue
        premises = f" from {', '.join(map(str, each['from']))}" if each["from"] else ""
        yield f"    {number:>{width}}  {_cut(each['derives'], in_full=in_full):<{shown}}  line {each['location']['line']}{premises}"


def _cut(text: str, *, in_full: bool) -> str:
    return text if in_full or len(text) <= MOST_CHARACTERS else f"{text[:MOST_CHARACTERS]}…"
