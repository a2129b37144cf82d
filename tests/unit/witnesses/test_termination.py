"""Witnesses of termination: those that surefoot writes are confirmed, wrong ones are not."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
import yaml

import surefoot
from surefoot.base.errors import InputError
from surefoot.witnesses.linter import read_witness
from surefoot.witnesses.validation import validate
from surefoot.witnesses.writing import witness_text

INPUTS = "extern int __VERIFIER_nondet_int(void);\nextern unsigned __VERIFIER_nondet_uint(void);\n"
ENDING = {
    "lexicographic": """int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint(), i = 0, j = 0;
    while (i < n) if (j < m) j++; else { j = 0; i++; }
}""",
    "difference": """int main(void) {
    unsigned char n = __VERIFIER_nondet_uint(), i = 0;
    while (i < n) if (__VERIFIER_nondet_int()) i++; else n--;
}""",
    "nested": """int main(void) {
    unsigned char n = __VERIFIER_nondet_uint(), s = 0;
    for (int i = 0; i < n; i++)
        for (int j = i; j != 0; j--) s++;
}""",
    "no_loop": "int main(void) { return 0; }",
}
ENDLESS = {
    "after_inputs": """int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x < 5 || x > 8) return 0;
    while (y > 3) {
        if (x == 7) y = __VERIFIER_nondet_int();
        else y--;
    }
}""",
    "without_condition": "int main(void) { unsigned i = 0; for (;;) { i ^= 1; if (i > 7) break; } }",
    "do": "int main(void) { unsigned char i = 3; do { i += 2; } while (i); }",
    "jump": "int main(void) { unsigned i = __VERIFIER_nondet_uint(); again: if (i != 4) { i ^= 1; goto again; } }",
    "recursion": "int f(unsigned n) { return n ? f(n ^ 1) : 0; }\nint main(void) { return f(3); }",
    "nested": """int main(void) {
    unsigned i = 0;
    while (i < 3) { for (unsigned j = 0; j < 2; j++) i ^= j; }
}""",
}


def written(folder: Path, text: str) -> tuple[Path, Path]:
    """Return the files of the program and of its witness."""
    file, witness = folder / "p.c", folder / "w.yml"
    file.write_text(INPUTS + text)
    found = witness_text(surefoot.check(file, property="termination", time_limit=30))
    assert found.text is not None, found.reason
    witness.write_text(found.text)
    return file, witness


@pytest.mark.parametrize("name", ENDING)
def test_transition_invariants_are_confirmed(name: str, tmp_path: Path) -> None:
    file, witness = written(tmp_path, ENDING[name])
    content = yaml.safe_load(witness.read_text())[0]["content"]
    kinds = [each["invariant"]["type"] for each in content]
    expected = {"lexicographic": 1, "difference": 1, "nested": 2, "no_loop": 0}
    assert kinds.count("loop_transition_invariant") == expected[name]
    found = validate(witness, file, time_limit=30)
    assert found.answer == "confirmed", found.reason


@pytest.mark.parametrize("name", ENDLESS)
def test_cycles_are_confirmed(name: str, tmp_path: Path) -> None:
    file, witness = written(tmp_path, ENDLESS[name])
    read = read_witness(witness)
    assert read.metadata.version == "2.1"
    found = validate(witness, file, time_limit=30)
    assert found.answer == "confirmed", found.reason


PROGRAM = """\
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    int i = 0;
    while (i < 10) {
        if (x == 5) continue;
        i++;
    }
    return 0;
}
"""
SAFE_PROGRAM = PROGRAM.replace("x == 5", "x == 5 && i < 0 ")


def answer(folder: Path, text: str, content: object, *, version: str = "2.1") -> str:
    """Return the answer on a witness for ``text``."""
    (folder / "p.c").write_text(text)
    task = {
        "input_files": ["p.c"],
        "input_file_hashes": {"p.c": hashlib.sha256(text.encode()).hexdigest()},
        "specification": "CHECK( init(main()), LTL(F end) )",
        "data_model": "LP64",
        "language": "C",
    }
    metadata = {
        "format_version": version,
        "uuid": "0",
        "creation_time": "2026-01-31T12:00:00Z",
        "producer": {"name": "hand", "version": "1"},
        "task": task,
    }
    is_violation = isinstance(content, list) and content and "segment" in content[0]
    kind = "violation_sequence" if is_violation else "invariant_set"
    (folder / "w.yml").write_text(json.dumps([{"entry_type": kind, "metadata": metadata, "content": content}]))
    return validate(folder / "w.yml", folder / "p.c", time_limit=20).answer


def segment(kind: str, line: int, column: int, value: object = None, action: str = "cycle") -> dict[str, Any]:
    location = {"file_name": "p.c", "line": line, "column": column}
    waypoint: dict[str, Any] = {"type": kind, "action": action, "location": location, "thread_id": 0}
    if value is not None:
        waypoint["constraint"] = {"value": value}
    return {"segment": [{"waypoint": waypoint}]}


INPUT = segment("function_return", 3, 35, "\\result == 5", "follow")


@pytest.mark.parametrize(
    ("segments", "expected"),
    [
        ([INPUT, segment("branching", 5, 5, "true")], "confirmed"),
        ([segment("branching", 6, 9, "true")], "confirmed"),
        ([segment("branching", 6, 9, "true"), segment("assumption", 6, 9, "i == 0")], "confirmed"),
        ([segment("recurrence_condition", 5, 5, "i < 10 && x == 5")], "confirmed"),
        ([segment("assumption", 4, 5, "x == 5", "follow"), segment("assumption", 6, 9, "i >= 0")], "confirmed"),
        ([INPUT, segment("branching", 6, 9, "false")], "not confirmed"),
        ([segment("assumption", 6, 9, "i > 0")], "not confirmed"),
        ([segment("assumption", 4, 5, "x != 5", "follow"), segment("branching", 5, 5, "true")], "not confirmed"),
        ([segment("branching", 5, 5, "true"), segment("assumption", 7, 9, "1")], "not confirmed"),
    ],
)
def test_cycles_by_hand(segments: list[object], expected: str, tmp_path: Path) -> None:
    assert answer(tmp_path, PROGRAM, segments, version="2.2") == expected


@pytest.mark.parametrize(
    ("segments", "version", "message"),
    [
        ([segment("branching", 5, 5, "true")], "2.0", "no action cycle"),
        ([segment("branching", 5, 5, "true"), INPUT], "2.1", "the last ones"),
        ([INPUT], "2.1", "the last waypoint"),
        ([segment("branching", 5, 5, "true"), segment("target", 9, 5)], "2.1", "no target"),
    ],
)
def test_malformed_cycles_are_refused(segments: list[object], version: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=message):
        answer(tmp_path, PROGRAM, segments, version=version)


@pytest.mark.parametrize(
    ("kind", "line", "value", "expected"),
    [
        ("loop_transition_invariant", 5, "\\at(i, AnyPrev) < i", "confirmed"),
        (
            "loop_transition_invariant",
            5,
            "((long long)\\at(i, LastPrev)) + 1 == i && \\at(x, AnyPrev) == x",
            "confirmed",
        ),
        ("loop_transition_invariant", 5, "\\at(i, AnyPrev) > i", "refuted"),
        ("loop_transition_invariant", 5, "\\at(i, AnyPrev) + 1 == i", "refuted"),
        ("location_transition_invariant", 7, "\\at(i, AnyPrev) < i", "confirmed"),
        ("loop_invariant", 5, "i <= 10", "confirmed"),
        ("loop_invariant", 5, "i < 10", "refuted"),
    ],
)
def test_transition_invariants_by_hand(kind: str, line: int, value: str, expected: str, tmp_path: Path) -> None:
    location = {"file_name": "p.c", "line": line}
    invariant = {"type": kind, "location": location, "value": value, "format": "ext_c_expression"}
    assert answer(tmp_path, SAFE_PROGRAM, [{"invariant": invariant}]) == expected


def test_a_program_that_does_not_end_has_no_correctness_witness(tmp_path: Path) -> None:
    assert answer(tmp_path, PROGRAM, []) == "refuted"


@pytest.mark.parametrize("value", ["\\at(i, Pre) < i", "\\at(i) < i", "\\at(i, AnyPrev < i", "\\at(i++, AnyPrev) < i"])
def test_malformed_earlier_values_are_refused(value: str, tmp_path: Path) -> None:
    invariant = {
        "type": "loop_transition_invariant",
        "location": {"file_name": "p.c", "line": 5},
        "value": value,
        "format": "ext_c_expression",
    }
    with pytest.raises(InputError):
        answer(tmp_path, SAFE_PROGRAM, [{"invariant": invariant}])


def test_an_inner_loop_that_is_entered_again_has_its_own_earlier_values(tmp_path: Path) -> None:
    text = "int main(void) {\n int i = 0;\n while (i < 3) {\n  int j = i;\n  while (j > 0)\n   j--;\n  i++;\n }\n}\n"
    invariant = {
        "type": "loop_transition_invariant",
        "location": {"file_name": "p.c", "line": 5},
        "value": "\\at(j, AnyPrev) > j",
        "format": "ext_c_expression",
    }
    assert answer(tmp_path, text, [{"invariant": invariant}]) == "confirmed"
