"""Witnesses that surefoot writes are confirmed; tampered ones are not."""

from pathlib import Path
from typing import Any

import pytest
import yaml

import surefoot
from surefoot.base.errors import InputError
from surefoot.witnesses.linter import read_witness
from surefoot.witnesses.validation import validate
from surefoot.witnesses.writing import witness_text
from unit.witnesses.programs import SAFE, UNSAFE, text_of


def written(folder: Path, name: str) -> tuple[Path, Path]:
    """Return the files of the program and of its witness."""
    file, witness = folder / f"{name}.c", folder / f"{name}.yml"
    file.write_text(text_of(name))
    property, _ = {**SAFE, **UNSAFE}[name]
    report = surefoot.check(file, property=property, time_limit=30, first=True)
    found = witness_text(report)
    assert found.text is not None, found.reason
    witness.write_text(found.text)
    return file, witness


@pytest.mark.parametrize("name", [*SAFE, *UNSAFE])
def test_written_witnesses_are_confirmed(tmp_path: Path, name: str) -> None:
    file, witness = written(tmp_path, name)
    kind = yaml.safe_load(witness.read_text())[0]["entry_type"]
    assert kind == ("invariant_set" if name in SAFE else "violation_sequence")
    if name in {"double", "input_in_condition"}:
        assert yaml.safe_load(witness.read_text())[0]["content"]
    found = validate(witness, file, time_limit=30)
    assert found.answer == "confirmed", found.reason


@pytest.fixture(scope="module")
def safe(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return written(tmp_path_factory.mktemp("safe"), "double")


@pytest.fixture(scope="module")
def unsafe(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return written(tmp_path_factory.mktemp("unsafe"), "sum")


def tampered(witness: Path, path: tuple[str | int, ...], value: object) -> Path:
    """Return a copy of the witness with another value at ``path``."""
    document = yaml.safe_load(witness.read_text())
    inner: Any = document
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    changed = witness.with_name("tampered.yml")
    changed.write_text(yaml.safe_dump(document))
    return changed


INVARIANT = (0, "content", 0, "invariant")
TARGET = (0, "content", -1, "segment", 0, "waypoint")
FIRST = (0, "content", 0, "segment", 0, "waypoint")


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ((0, "metadata", "format_version"), 2.0, "a string is expected"),
        ((0, "metadata", "format_version"), "1.0", "expected 2.0 or 2.1 or 2.2"),
        ((0, "metadata", "creation_time"), "yesterday", "a time in the form"),
        ((0, "metadata", "task", "data_model"), "LP32", "expected ILP32 or LP64"),
        ((0, "metadata", "task", "specification"), "nothing bad", "no list of CHECK"),
        ((0, "metadata", "comment"), "x", "comment is no field"),
        ((*INVARIANT, "location", "line"), "10", "a number from 1"),
        ((*INVARIANT, "location", "line"), 11, "there is no for or while or do there"),
        ((*INVARIANT, "location", "file_name"), "other.c", "is not the input file"),
        ((*INVARIANT, "type"), "invariant", "expected loop_invariant"),
        ((*INVARIANT, "value"), "unknown > 0", "does not compile at its place"),
        ((*INVARIANT, "value"), "i = 3", "side effect"),
        ((*INVARIANT, "value"), "i++ < 3", "side effect"),
        ((*INVARIANT, "value"), "1); i = 0; (1", "not one C expression|side effect|unbalanced"),
    ],
)
def test_malformed_correctness_witnesses_are_refused(
    safe: tuple[Path, Path], path: tuple[str | int, ...], value: object, message: str
) -> None:
    file, witness = safe
    with pytest.raises(InputError, match=message):
        validate(tampered(witness, path, value), file, time_limit=30)


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ((*TARGET, "type"), "function_enter", "the last waypoint, and no other"),
        ((*TARGET, "action"), "avoid", "a list of waypoints to avoid"),
        ((*TARGET, "constraint"), {"value": "1"}, "has no constraint"),
        ((*TARGET, "location", "line"), 500, "the program has"),
        ((*FIRST, "location", "column"), 1, r"there is no \) there"),
        ((*FIRST, "constraint", "format"), "c_expression", "expected acsl_expression"),
        ((*FIRST, "type"), "target", "has no constraint"),
    ],
)
def test_malformed_violation_witnesses_are_refused(
    unsafe: tuple[Path, Path], path: tuple[str | int, ...], value: object, message: str
) -> None:
    file, witness = unsafe
    with pytest.raises(InputError, match=message):
        validate(tampered(witness, path, value), file, time_limit=30)


def test_a_witness_of_another_version_of_the_program_is_refused(safe: tuple[Path, Path], tmp_path: Path) -> None:
    file, witness = safe
    changed = tmp_path / file.name
    changed.write_text(file.read_text() + "\n")
    with pytest.raises(InputError, match="SHA-256 hashes differ"):
        validate(witness, changed)


def test_wrong_invariants_are_refuted(safe: tuple[Path, Path]) -> None:
    file, witness = safe
    found = validate(tampered(witness, (*INVARIANT, "value"), "i < n"), file, time_limit=30)
    assert found.answer == "refuted"
    assert "loop invariant i < n does not hold" in found.reason


def test_invariants_of_an_unsafe_program_are_refuted(safe: tuple[Path, Path], unsafe: tuple[Path, Path]) -> None:
    _, witness = safe
    document = yaml.safe_load(witness.read_text())
    file, other = unsafe
    document[0]["metadata"]["task"] = yaml.safe_load(other.read_text())[0]["metadata"]["task"]
    document[0]["content"] = []
    forged = other.with_name("forged.yml")
    forged.write_text(yaml.safe_dump(document))
    found = validate(forged, file, time_limit=30)
    assert found.answer == "refuted"
    assert "call of reach_error" in found.reason


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ((0, "content", 3, "segment", 0, "waypoint", "constraint", "value"), "\\result == 300"),
        ((*FIRST, "constraint", "value"), "\\result == 999"),
        ((*TARGET, "location"), {"file_name": "sum.c", "line": 14, "column": 5}),
    ],
)
def test_wrong_violation_witnesses_are_not_confirmed(
    unsafe: tuple[Path, Path], path: tuple[str | int, ...], value: object
) -> None:
    file, witness = unsafe
    found = validate(tampered(witness, path, value), file, time_limit=30)
    assert found.answer == "not confirmed"
    assert "no run passes the waypoints" in found.reason


@pytest.mark.parametrize("value", ["10 / (i - i) == 0", "*(int *)0 == 3", "*(&s + n) == *(&s + n)"])
def test_undefined_invariants_are_not_confirmed(safe: tuple[Path, Path], value: str) -> None:
    file, witness = safe
    assert validate(tampered(witness, (*INVARIANT, "value"), value), file, time_limit=5).answer != "confirmed"


def test_calls_in_invariants_are_not_supported(safe: tuple[Path, Path]) -> None:
    file, witness = safe
    for value in ("__VERIFIER_nondet_int() == 0", "(abort)() == 0"):
        found = validate(tampered(witness, (*INVARIANT, "value"), value), file, time_limit=30)
        assert found.answer == "not confirmed" and "calls in expressions" in found.reason


def test_files_that_are_no_witnesses_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "w.yml"
    for text in ("a: [", "[]", "3", "- 3", "- {entry_type: invariant_set}"):
        file.write_text(text)
        with pytest.raises(InputError, match=r"w\.yml"):
            read_witness(file)
