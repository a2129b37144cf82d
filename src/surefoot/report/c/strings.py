"""Characters that were written one after the other, shown as the string that they are."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

ReportedChange = dict[str, Any]

SHORTEST = 3
"""Fewer characters than this are shown one by one."""
_CELL = re.compile(r"(.*)\[(\d+)\]\Z", re.DOTALL)
_CHARACTER = re.compile(r"-?\d+ '(.*)'\Z", re.DOTALL)


def with_strings(changes: Sequence[ReportedChange]) -> Iterator[ReportedChange]:
    """``changes`` in order, with runs of characters in consecutive elements of an array as one change."""
    waiting: list[ReportedChange] = []
    for change in changes:
        if waiting and not _follows(change, waiting[-1]):
            yield from _joined(waiting)
            waiting = []
        if _CHARACTER.match(change["value"]) and _CELL.match(change["name"]):
            waiting.append(change)
        else:
            yield change
    yield from _joined(waiting)


def _follows(change: ReportedChange, before: ReportedChange) -> bool:
    """Whether ``change`` is the character after ``before``."""
    here, there = _CELL.match(change["name"]), _CELL.match(before["name"])
    return (
        here is not None
        and there is not None
        and _CHARACTER.match(change["value"]) is not None
        and (here[1], int(here[2])) == (there[1], int(there[2]) + 1)
        and change.get("origin") == before.get("origin")
    )


def _joined(cells: Sequence[ReportedChange]) -> list[ReportedChange]:
    if len(cells) < SHORTEST:
        return list(cells)
    first, last = (_CELL.match(cell["name"]) for cell in (cells[0], cells[-1]))
    characters = [found[1] for cell in cells if (found := _CHARACTER.match(cell["value"]))]
    text = "".join('\\"' if each == '"' else "'" if each == "\\'" else each for each in characters)
    if first is None or last is None:
        return list(cells)
    is_whole = first[2] == "0" and text.find("\\0") == len(text) - 2
    name = first[1] if is_whole else f"{first[1]}[{first[2]}..{last[2]}]"
    return [{**cells[0], "name": name, "value": f'"{text.removesuffix(chr(92) + "0") if is_whole else text}"'}]
