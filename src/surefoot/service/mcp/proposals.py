"""Proposed annotations: the file with the annotation, and the patch that would add it."""

import difflib
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from surefoot.base.errors import UsageError
from surefoot.base.records import dataclass
from surefoot.program.properties import ANNOTATIONS
from surefoot.project.contracts_patch import first_line_of_definition
from surefoot.project.document import UnitEntry
from surefoot.report.evidence import member_name

_LOOP: Final = re.compile(r"\b(?:for|while|do)\b")
_CLAUSE: Final = re.compile(r"\s*(?:requires|ensures|assigns)\b")
_ANNOTATED_KINDS: Final = frozenset(map(member_name, ANNOTATIONS))
_IGNORED: Final = "annotations are ignored"
_VACUOUS: Final = "nothing was checked"
_USED: Final = "its contract in the source holds"


@dataclass(frozen=True, slots=True)
class AnnotatedText:
    """A text with a proposed annotation on the lines that it has without it, and the patch that adds it
    on lines of its own.
    """

    text: str
    patch: str


def with_annotation(file: str, text: str, line: int, annotation: str, *, is_loop: bool) -> AnnotatedText:
    """Return ``text`` with an annotation before the loop in ``line``, or before the function whose name
    is there.

    Raises `UsageError` for an annotation that ends its comment, and for a line without a loop.
    """
    if "*/" in annotation or "\\\n" in annotation or "??/" in annotation:
        raise UsageError("expected an annotation without the end of a comment and without spliced lines")
    lines = text.splitlines(keepends=True)
    if not 0 < line <= len(lines):
        raise UsageError(f"expected a line of {file} from 1 to {len(lines)}, not {line}")
    column = 0
    if is_loop:
        found = _LOOP.search(lines[line - 1])
        if found is None:
            raise UsageError(f"{file}:{line} is no line with for, while or do")
        column = found.start()
    else:
        line = first_line_of_definition(lines, line)
    old = lines[line - 1]
    comment = f"/*@ {' '.join(annotation.split())} */"
    changed = [*lines[: line - 1], f"{old[:column]}{comment} {old[column:]}", *lines[line:]]
    indentation = old[: len(old) - len(old.lstrip())]
    end = "\r\n" if old.endswith("\r\n") else "\n"
    added = [*lines[: line - 1], f"{indentation}{comment}{end}", *lines[line - 1 :]]
    if old[:column].strip():
        added = changed
    return AnnotatedText("".join(changed), "".join(difflib.unified_diff(lines, added, f"a/{file}", f"b/{file}")))


def contract_text(contract: str) -> str:
    """Return the clauses of a contract; raises `UsageError` if it has none."""
    if not _CLAUSE.match(contract):
        raise UsageError("expected clauses such as: requires n > 0; ensures \\result >= 0;")
    return contract if contract.rstrip().endswith(";") else f"{contract};"


def invariant_text(formula: str) -> str:
    """Return the clause of a loop invariant."""
    return f"loop invariant {formula.strip().removeprefix('loop invariant').rstrip(' ;')};"


def proposal_status(entry: UnitEntry) -> tuple[str, str]:
    """Return whether the checks of the annotations in a function hold, and the reason.

    ``proved`` means all of them; ``insufficient`` that a contract holds, but does not exclude a
    violation or an undecided check in the function; ``rejected`` that the annotation cannot be read; ``unused`` that
    nothing depends on it; ``vacuous`` that no run of the function reaches a check.
    """
    wrong = next((each for each in entry["assumptions"] if each.startswith(_IGNORED)), "")
    if wrong:
        return "rejected", wrong
    checks = [each for each in entry["results"] if each["kind"] in _ANNOTATED_KINDS]
    statuses = {each["status"] for each in checks}
    has_contract = any(each["text"] == _USED for each in entry["preconditions"])
    if "violated" in statuses:
        return "violated", entry["reason"]
    if entry["reason"].startswith(_VACUOUS):
        return "vacuous", entry["reason"]
    if "undecided" in statuses or (entry["outcome"] == "undecided" and not checks):
        return "undecided", entry["reason"]
    reached = {each["status"] for each in (checks or entry["results"])}
    if reached == {"unreachable"}:
        return "vacuous", "no run reaches a check: the precondition may be unsatisfiable"
    if not checks and not has_contract:
        return "unused", "no check of the function is about the annotation"
    if has_contract and entry["outcome"] in {"violated", "undecided"}:
        return "insufficient", entry["reason"]
    return "proved", ""


def annotation_checks(entries: Sequence[UnitEntry]) -> list[Mapping[str, Any]]:
    """Return the checks of annotations in ``entries``."""
    return [
        {"kind": each["kind"], "text": each["text"], "status": each["status"], "location": each["location"]}
        for entry in entries
        for each in entry["results"]
        if each["kind"] in _ANNOTATED_KINDS
    ]
