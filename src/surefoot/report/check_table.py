"""The table of checks: one line for each kind, and what is known about them."""

from collections.abc import Iterator

from surefoot.report.schema import Document

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
