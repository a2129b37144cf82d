"""The table of checks: one line for each kind, and what is known about them."""

from collections.abc import Iterator, Sequence
from typing import Any

from surefoot.report.document import Document

_COLUMNS = (
    ("checks", "checks"),
    ("proved", "proved"),
    ("violated", "violated"),
    ("unreachable", "unreachable"),
    ("undecided", "not decided"),
)
_WIDEST_PLACES = 90


def table(checks: Document) -> Iterator[str]:
    """Lines that fit a terminal."""
    rows = checks["kinds"]
    width = max((len(row["description"]) for row in rows), default=0)
    yield f"  {'':<{width}}" + "".join(f"  {title:>{len(title)}}" for _, title in _COLUMNS)
    for row in rows:
        cells = (f"  {row[name] or '-':>{len(title)}}" for name, title in _COLUMNS)
        yield f"  {row['description']:<{width}}" + "".join(cells)
    if checks["undecided_reason"]:
        yield from _undecided(checks)


def _undecided(checks: Document) -> Iterator[str]:
    """Why some checks are not decided, and where they are."""
    yield f"  not decided: {checks['undecided_reason']}"
    lines = dict.fromkeys(
        f"{each['location']['file']}:{each['location']['line']}"
        for each in checks["results"]
        if each["status"] == "undecided" and each["location"]
    )
    shown = ""
    for place in lines:
        if len(shown) + len(place) > _WIDEST_PLACES:
            shown += ", …"
            break
        shown += f"{', ' if shown else ''}{place}"
    if shown:
        yield f"    {shown}"


def parts_table(functions: Sequence[dict[str, Any]]) -> Iterator[str]:
    """One line a function, if there are any."""
    if not functions:
        return
    width = max(len(each["function"]) for each in functions)
    yield ""
    for each in functions:
        several = "s" * (len(each["contracts_used"]) > 1)
        told = [f"with the contract{several} of {', '.join(each['contracts_used'])}"] if each["contracts_used"] else []
        if each["runs_body_because"]:
            told.append(f"its calls run its body: it {each['runs_body_because']}")
        if each["verdict"] != "safe":
            told.append(each["summary"])
        yield f"  {each['function']:<{width}}  {each['verdict']:<8}  {'; '.join(told)}".rstrip()
