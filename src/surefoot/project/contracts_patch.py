"""Inferred preconditions as a patch that adds ACSL contracts to the sources."""

import difflib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from surefoot.base.records import dataclass
from surefoot.base.text import printable
from surefoot.project.document import PreconditionEntry, ScanDocument, UnitEntry

_WRITTEN: Final = frozenset({"proved-under-precondition", "precondition-unchecked"})
_BEFORE_DECLARATION: Final = re.compile(r"\s*$|\s*#|.*[;{}]\s*$|.*\*/\s*$|\s*//")
"""A line that cannot be the first part of a function definition."""


@dataclass(frozen=True, slots=True)
class ContractsPatch:
    """A unified diff, the number of functions with a new contract, and those whose preconditions
    ACSL does not express.
    """

    text: str
    written: int
    omitted: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class InsertedLines:
    """Text to insert before a line."""

    line: int
    text: str


def contracts_patch(document: ScanDocument) -> ContractsPatch:
    """Return the patch for the functions that are proved under inferred preconditions."""
    by_file: dict[str, list[UnitEntry]] = {}
    omitted: list[str] = []
    for unit in document["units"]:
        if unit["outcome"] not in _WRITTEN or not unit["preconditions"]:
            continue
        if all(each["acsl"] for each in unit["preconditions"]):
            by_file.setdefault(unit["file"], []).append(unit)
        else:
            omitted.append(unit["function"])
    parts = [_of_file(file, units) for file, units in sorted(by_file.items())]
    return ContractsPatch("".join(parts), sum(map(len, by_file.values())), tuple(omitted))


def _of_file(file: str, units: Sequence[UnitEntry]) -> str:
    lines = Path(file).read_text("utf-8", "surrogateescape").splitlines(keepends=True)
    added = {first_line_of_definition(lines, unit["line"]): unit["preconditions"] for unit in units}
    changed = [part for number, line in enumerate(lines, 1) for part in (*_contract(added.get(number), line), line)]
    difference = difflib.unified_diff(lines, changed, f"a/{printable(file)}", f"b/{printable(file)}")
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in difference)


def contract_lines(
    lines: Sequence[str], name_line: int, preconditions: Sequence[PreconditionEntry]
) -> InsertedLines | None:
    """Return the contract of the function whose name is in ``name_line``; None if ACSL does not
    express it.
    """
    if not preconditions or not all(each["acsl"] for each in preconditions) or not 0 < name_line <= len(lines):
        return None
    first = first_line_of_definition(lines, name_line)
    return InsertedLines(first, "".join(_contract(preconditions, lines[first - 1])))


def _contract(preconditions: Sequence[PreconditionEntry] | None, line: str) -> list[str]:
    """Return the lines of the contract before ``line``."""
    if preconditions is None:
        return []
    indentation = line[: len(line) - len(line.lstrip())]
    end = "\r\n" if line.endswith("\r\n") else "\n"
    clauses = [f"requires {each['acsl']};" for each in preconditions]
    first, *rest = clauses
    texts = [f"/*@ {first}", *(f"    {each}" for each in rest)]
    texts[-1] += " */"
    return [f"{indentation}{text}{end}" for text in texts]


def first_line_of_definition(lines: Sequence[str], name_line: int) -> int:
    """Return the line where the function definition starts whose name is in ``name_line``."""
    number = name_line
    while number > 1 and not _BEFORE_DECLARATION.match(lines[number - 2].rstrip("\r\n")):
        number -= 1
    return number
