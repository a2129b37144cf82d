"""Witnesses written by hand in the style of other tools, right and wrong ones."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from surefoot.witnesses.validation import validate

PROGRAM = """\
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
void log(int x) { }
int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = 0;
    while (y < 3) {
        y++;
        if (x == 7) y += 2;
        log(y);
    }
    switch (x) {
    case 7: y--; break;
    default: break;
    }
    if (y == 2 || x == 12) reach_error();
    return 0;
}
"""


def place(line: int, column: int = 0) -> dict[str, Any]:
    return {"file_name": "./p.c", "line": line, **({"column": column} if column else {})}


def point(kind: str, line: int, column: int = 0, value: object = None, action: str = "follow") -> dict[str, Any]:
    waypoint: dict[str, Any] = {"type": kind, "action": action, "location": place(line, column)}
    if value is not None:
        waypoint["constraint"] = {"value": value}
    return {"waypoint": waypoint}


TARGET = [point("target", 16)]


def answer(folder: Path, entry_type: str, content: object) -> str:
    """Return the answer on a witness for `PROGRAM`."""
    (folder / "p.c").write_text(PROGRAM)
    task = {
        "input_files": ["./p.c"],
        "input_file_hashes": {"./p.c": hashlib.sha256(PROGRAM.encode()).hexdigest()},
        "specification": "CHECK( init(main()), LTL(G ! call(reach_error())) )",
        "data_model": "ILP32",
        "language": "C",
    }
    metadata = {
        "format_version": "2.1",
        "uuid": "0",
        "creation_time": "2026-01-31T12:00:00+01:00",
        "producer": {"name": "hand", "version": "1"},
        "task": task,
    }
    (folder / "w.yml").write_text(json.dumps([{"entry_type": entry_type, "metadata": metadata, "content": content}]))
    found = validate(folder / "w.yml", folder / "p.c", time_limit=20)
    return found.answer


@pytest.mark.parametrize(
    ("segments", "expected"),
    [
        ([TARGET], "confirmed"),
        ([[point("assumption", 6, 5, "x == 12")], TARGET], "confirmed"),
        ([[point("assumption", 6, 5, "x == 7")], TARGET], "confirmed"),
        ([[point("assumption", 6, 5, "x == 8")], TARGET], "not confirmed"),
        ([[point("branching", 9, 9, value=True)], TARGET], "confirmed"),
        ([[point("branching", 9, 9, "true")], [point("branching", 9, 9, "true")], TARGET], "not confirmed"),
        ([[point("branching", 9, 9, "false")], [point("assumption", 8, 9, "y == 2")], TARGET], "confirmed"),
        ([[point("branching", 12, 5, 7)], TARGET], "confirmed"),
        ([[point("branching", 12, 5, 8)], TARGET], "not confirmed"),
        ([[point("branching", 7, 5, "false")], TARGET], "confirmed"),
        ([[point("function_enter", 10, 14)], [point("function_return", 10, 14)], TARGET], "confirmed"),
        ([*[[point("function_enter", 10, 14)]] * 3, TARGET], "confirmed"),
        ([*[[point("function_enter", 10, 14)]] * 4, TARGET], "not confirmed"),
        ([[point("function_return", 5, 35, "\\result == 12")], TARGET], "confirmed"),
        ([[point("function_return", 5, 35, "\\result < -3")], TARGET], "not confirmed"),
        ([[point("assumption", 8, 9, "y == 1", "avoid"), *TARGET]], "confirmed"),
        ([[point("assumption", 8, 9, "y == 1", "avoid"), point("assumption", 12, 5, "x == 12")], TARGET], "not confirmed"),
        ([[point("assumption", 10, 9, "y == 1", "avoid"), point("assumption", 12, 5, "1")], TARGET], "confirmed"),
    ],
)  # fmt: skip
def test_violation_sequences(tmp_path: Path, segments: list[list[object]], expected: str) -> None:
    content = [{"segment": segment} for segment in segments]
    assert answer(tmp_path, "violation_sequence", content) == expected


@pytest.mark.parametrize(
    ("line", "column", "kind", "value"),
    [
        (7, 5, "loop_invariant", "y <= 3"),
        (8, 9, "location_invariant", "y < 3 && x == x"),
    ],
)
def test_an_unsafe_program_has_no_correctness_witness(
    tmp_path: Path, line: int, column: int, kind: str, value: str
) -> None:
    invariant = {"type": kind, "location": place(line, column), "value": value, "format": "c_expression"}
    assert answer(tmp_path, "invariant_set", [{"invariant": invariant}]) == "refuted"
