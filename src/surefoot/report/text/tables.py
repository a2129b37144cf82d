"""Tables, lists and places in texts."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from surefoot.base.text import iterations
from surefoot.report.document import INTERNAL_FACT, CheckTable, CostEntry, FunctionEntry, LocationEntry, LoopStatusEntry
from surefoot.report.limits import LIMITS

_Column = Literal["checks", "proved", "violated", "unreachable", "undecided"]
_COLUMNS: tuple[_Column, ...] = ("checks", "proved", "violated", "unreachable", "undecided")


def check_lines(checks: CheckTable) -> Iterator[str]:
    """Yield one line for each kind of checks, then the undecided checks."""
    rows = checks["kinds"]
    width = max((len(row["description"]) for row in rows), default=0)
    yield f"  {'':<{width}}" + "".join(f"  {title:>{len(title)}}" for title in _COLUMNS)
    for row in rows:
        cells = (f"  {row[title] or '-':>{len(title)}}" for title in _COLUMNS)
        yield f"  {row['description']:<{width}}" + "".join(cells)
    if checks["undecided_reason"]:
        yield from _undecided(checks)


def _undecided(checks: CheckTable) -> Iterator[str]:
    """Yield the reason for undecided checks, and their places."""
    yield f"  undecided: {checks['undecided_reason']}"
    lines = dict.fromkeys(
        f"{each['location']['file']}:{each['location']['line']}"
        for each in checks["results"]
        if each["status"] == "undecided" and each["location"]
    )
    shown = ""
    for place in lines:
        if len(shown) + len(place) > LIMITS.places_columns:
            shown += ", …"
            break
        shown += f"{', ' if shown else ''}{place}"
    if shown:
        yield f"    {shown}"
    yield from _explored(checks)


def _explored(checks: CheckTable) -> Iterator[str]:
    """Yield how far undecided checks were explored."""
    bounds = Counter(each.get("no_violation_within", 0) for each in checks["results"] if each["status"] == "undecided")
    for bound, count in sorted(bounds.items(), reverse=True):
        if bound and iterations(bound) not in (checks["undecided_reason"] or ""):
            which = "" if len(bounds) == 1 else f" for {count} of them"
            yield f"    no violation within {iterations(bound)}{which} (bounded)"


_LOOP_COLUMNS = {
    "ends": ("ends",),
    "may run for ever": ("without-exit", "depends-on-inputs"),
    "never ends": ("never-ends",),
    "undecided": ("undecided",),
}
"""Titles of the table of loops, and the statuses that each column counts."""
_LOOP_TEXTS = {
    "without-exit": "has no exit: may run for ever by design",
    "depends-on-inputs": "may run for ever: some inputs keep it going",
    "never-ends": "never ends",
    "undecided": "not decided whether it ends",
}


def loop_lines(loops: Sequence[LoopStatusEntry], *, in_full: bool) -> Iterator[str]:
    """Yield a table of loops by status, then one line for each loop, those that end last."""
    kinds = {each["kind"] for each in loops}
    title = "loops and recursion" if len(kinds) > 1 else {"loop": "loops", "recursion": "recursion"}[kinds.pop()]
    yield f"  {'':<{len(title)}}" + "".join(f"  {name}" for name in _LOOP_COLUMNS)
    counts = {name: sum(each["status"] in statuses for each in loops) for name, statuses in _LOOP_COLUMNS.items()}
    yield f"  {title}" + "".join(f"  {count or '-':>{len(name)}}" for name, count in counts.items())
    ordered = sorted(loops, key=lambda each: (each["status"] == "ends", each["status"] == "undecided"))
    shown = ordered if in_full else ordered[: LIMITS.loops]
    for each in shown:
        where = place(each["location"]) if each["location"] else each["function"]
        yield f"    {where}: {_loop_text(each)}"
    if len(shown) < len(loops):
        yield f"    … {len(loops) - len(shown)} more, see --full-trace …"


def _loop_text(loop: LoopStatusEntry) -> str:
    what = f"recursion of {loop['function']}: " if loop["kind"] == "recursion" else ""
    if loop["status"] != "ends":
        number = loop["violation"]
        return f"{what}{_LOOP_TEXTS[loop['status']]}{'' if number is None else f', see violation {number + 1}'}"
    note = ", if no signed overflow occurs" if loop["needs_no_overflow"] else ""
    rank = loop["rank"]
    if not rank:
        return f"{what}ends{note}"
    return f"{what}decreases: {rank[0] if len(rank) == 1 else '(' + ', '.join(rank) + ')'}{note}"


def function_lines(functions: Sequence[FunctionEntry]) -> Iterator[str]:
    """Yield one line for each function that was proved on its own."""
    if not functions:
        return
    width = max(len(each["function"]) for each in functions)
    yield ""
    for each in functions:
        several = "s" * (len(each["contracts_used"]) > 1)
        notes = [f"with the contract{several} of {', '.join(each['contracts_used'])}"] if each["contracts_used"] else []
        if each["runs_body_because"]:
            notes.append(f"calls run body because it {each['runs_body_because']}")
        if each["verdict"] != "safe":
            notes.append(each["summary"])
        yield f"  {each['function']:<{width}}  {each['verdict']:<8}  {'; '.join(notes)}".rstrip()


def cost_lines(costs: Sequence[CostEntry], suggestions: Sequence[str]) -> Iterator[str]:
    """Yield the functions that cost most, and what to try next."""
    if not costs:
        return
    yield "  most effort, by unrolled blocks:"
    width = max(len(each["function"]) for each in costs)
    for each in costs:
        notes = [place(each["location"]), f"{each['blocks']} blocks"]
        if each["loops"]:
            notes.append(f"loops at {', '.join(str(loop['line']) for loop in each['loops'])}")
        if each["undecided"]:
            notes.append(f"{each['undecided']} undecided checks")
        yield f"    {each['function']:<{width}}  {', '.join(notes)}"
    yield "  try next:"
    yield from (f"    {each}" for each in suggestions)


def packed(parts: Sequence[str], separator: str = ", ") -> list[str]:
    """Return ``parts`` on lines, several short ones on one line."""
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + len(separator) + len(part) <= LIMITS.columns:
            lines[-1] += f"{separator}{part}"
        else:
            lines.append(part)
    return lines


def facts(texts: Iterable[str]) -> tuple[list[str], str]:
    """Return the distinct facts that are in the words of the source, and the number of others."""
    internal = 0
    shown: dict[str, None] = {}
    for text in texts:
        internal += text == INTERNAL_FACT
        if text not in {INTERNAL_FACT, "true"}:
            shown[text] = None
    note = f"{'and ' if shown else ''}{internal} fact{'s' * (internal > 1)} about internal values" if internal else ""
    return list(shown), note


def conjunct(text: str) -> str:
    """Return a formula as an operand of ``&&``."""
    return f"({text})" if " || " in text else text


def place(location: LocationEntry) -> str:
    """Return a position without its column."""
    return f"{location['file']}:{location['line']}"
