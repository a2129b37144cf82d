"""Functions of which less is proved than in an earlier scan."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypedDict

from surefoot.project.document import RegressionEntry, ScanDocument, UnitEntry
from surefoot.project.preconditions import SIZE_CONDITIONS

_PROVED: Final = frozenset({"proved", "proved-under-precondition", "precondition-unchecked"})


class FunctionState(TypedDict):
    """Outcome and preconditions of a function in a scan."""

    function: str
    file: str
    outcome: str
    preconditions: list[str]


def states_of(document: ScanDocument) -> list[FunctionState]:
    """Return outcome and preconditions of each function, for later scans to compare with."""
    return [
        {
            "function": each["function"],
            "file": each["file"],
            "outcome": each["outcome"],
            "preconditions": [known["text"] for known in each["preconditions"]],
        }
        for each in document["units"]
        if each["function"]
    ]


def regressions(document: ScanDocument, earlier: Sequence[Mapping[str, Any]]) -> list[RegressionEntry]:
    """Return the functions that were proved in the scan with the states ``earlier``, and that now have
    a violating run or need a further precondition. Violated functions are not among them.
    """
    before = {
        (each["file"], each["function"]): frozenset(each["preconditions"])
        for each in earlier
        if each["outcome"] in _PROVED
    }
    found: list[RegressionEntry] = []
    for unit in document["units"]:
        known = before.get((unit["file"], unit["function"]))
        if known is not None and (why := _change(unit, known)):
            found.append({"function": unit["function"], "file": unit["file"], "line": unit["line"], "change": why})
    return found


def _change(unit: UnitEntry, before: frozenset[str]) -> str:
    """Return the change of a function that was proved under the conditions ``before``; empty if nothing
    less is proved.
    """
    if unit["outcome"] == "undecided" and unit["violations"]:
        return f"was proved, now a run violates it: {unit['reason'].rpartition('excludes it: ')[2]}"
    if unit["outcome"] not in _PROVED:
        return ""
    new = [each["text"] for each in unit["preconditions"] if each["text"] not in before | SIZE_CONDITIONS]
    return f"needs a new precondition: {'; '.join(new)}" if new else ""
