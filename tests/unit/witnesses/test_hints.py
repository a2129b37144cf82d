"""Hints: right ones are used, wrong ones change no verdict."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from surefoot.base.errors import InputError, UsageError
from surefoot.certify.verdicts import Safe, Unsafe
from surefoot.program.properties import DEFAULT, TERMINATION, UNREACH_CALL, Property
from surefoot.verify.request import Report, Request
from surefoot.witnesses.hints import check_with_hints

PROGRAM = """\
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 1000;
    unsigned i = 0, s = 0;
    while (i < n) {
        i++;
        s += 2;
    }
    if (s LIMIT) reach_error();
    return 0;
}
"""
SAFE, UNSAFE = PROGRAM.replace("LIMIT", "!= 2 * n"), PROGRAM.replace("LIMIT", "== 6")


def invariant(line: int, value: str, kind: str = "loop_invariant") -> dict[str, Any]:
    location = {"file_name": "./p.c", "line": line}
    return {"invariant": {"type": kind, "location": location, "value": value, "format": "c_expression"}}


def checked(folder: Path, text: str, *invariants: dict[str, Any], property: Property = UNREACH_CALL) -> Report:
    """Return the report on ``text`` with hints that were written for another program."""
    (folder / "p.c").write_text(text)
    task = {
        "input_files": ["./p.c"],
        "input_file_hashes": {"./p.c": hashlib.sha256(b"earlier version").hexdigest()},
        "specification": "CHECK( init(main()), LTL(G ! call(reach_error())) )",
        "data_model": "ILP32",
        "language": "C",
    }
    metadata = {
        "format_version": "2.0",
        "uuid": "0",
        "creation_time": "2026-01-01T00:00:00Z",
        "producer": {"name": "another tool", "version": "1"},
        "task": task,
    }
    witness = folder / "w.yml"
    witness.write_text(json.dumps([{"entry_type": "invariant_set", "metadata": metadata, "content": [*invariants]}]))
    request = Request((folder / "p.c",), property, stop_at_first=property is not DEFAULT, time_limit=60)
    return check_with_hints(request, witness)


def test_right_hints_are_used(tmp_path: Path) -> None:
    report = checked(tmp_path, SAFE, invariant(6, "s == 2 * i && i <= n"))
    assert isinstance(report.verdict, Safe)
    assert any("1 of 1 invariants" in each for each in report.warnings)


@pytest.mark.parametrize("property", [UNREACH_CALL, DEFAULT])
@pytest.mark.parametrize("wrong", ["i > n", "s <= 2", "0"])
def test_wrong_hints_are_dropped(tmp_path: Path, wrong: str, property: Property) -> None:
    report = checked(tmp_path, SAFE, invariant(6, "s == 2 * i && i <= n"), invariant(6, wrong), property=property)
    assert isinstance(report.verdict, Safe)
    assert f"hint at line 6 does not hold: {wrong}" in report.warnings


@pytest.mark.parametrize("hint", ["s <= 2000", "s != 6", "0"])
def test_no_hint_hides_a_violation(tmp_path: Path, hint: str) -> None:
    report = checked(tmp_path, UNSAFE, invariant(6, hint), invariant(10, hint, "location_invariant"))
    assert isinstance(report.verdict, Unsafe)
    assert report.verdict.violated.span is not None
    assert (report.verdict.violated.span.line, report.verdict.violated.span.column) == (10, 17)


def test_undefined_behaviour_of_a_hint_is_none_of_the_program(tmp_path: Path) -> None:
    overflowing = invariant(6, "(int)n * 2147483647 >= 0")
    report = checked(tmp_path, SAFE, overflowing, invariant(6, "s == 2 * i && i <= n"), property=DEFAULT)
    assert isinstance(report.verdict, Safe)
    assert any("does not hold: (int)n * 2147483647 >= 0" in each for each in report.warnings)


@pytest.mark.parametrize("hint", ["*(int *)0 == 1", "n / 0 == n", "(1 << n) > 0", "2147483647 + (int)n > 0"])
def test_runs_do_not_end_at_undefined_behaviour_of_a_hint(tmp_path: Path, hint: str) -> None:
    for number in (6, 10):
        kind = "loop_invariant" if number == 6 else "location_invariant"
        assert isinstance(checked(tmp_path, UNSAFE, invariant(number, hint, kind)).verdict, Unsafe)


def test_hints_that_do_not_fit_are_left_out(tmp_path: Path) -> None:
    report = checked(
        tmp_path, SAFE, invariant(6, "s == 2 * gone"), invariant(3, "1"), invariant(6, "s == 2 * i && i <= n")
    )
    assert isinstance(report.verdict, Safe)
    assert "hint at line 6 does not fit the program: s == 2 * gone" in report.warnings


def test_what_has_no_hints_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="not about termination"):
        checked(tmp_path, SAFE, property=TERMINATION)
    with pytest.raises(UsageError, match="annotations of its own"):
        checked(tmp_path, f"{SAFE}/*@ requires 1; */\n")
    (tmp_path / "no.yml").write_text("[]")
    with pytest.raises(InputError):
        check_with_hints(Request((tmp_path / "p.c",), UNREACH_CALL), tmp_path / "no.yml")
