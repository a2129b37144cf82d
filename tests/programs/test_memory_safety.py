"""Programs in ``memory``: equal verdicts of all engines, and violations that name their object."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from programs.expectations import described, expectation_of, programs_under
from surefoot.certify.verdicts import Unsafe
from surefoot.report.evidence import violation_evidence
from surefoot.report.text.runs import violation_summary
from surefoot.verify.pipeline import check

ROOT = Path(__file__).parent / "memory"
PROGRAMS = programs_under(ROOT)
TIME_LIMIT = 20.0
NEEDS_INDUCTION = ("lost_in_an_endless_loop_safe", "freed_in_a_loop_safe", "made_in_every_round_safe")
SUMMARY_PREFIXES = {
    "constant_object": "write to constant object: ",
    "constant_literal": "write to constant object: ",
    "null_function": "invalid memory access: ",
    "free_of_interior": "invalid free: ",
    "free_of_local": "invalid free: ",
    "lost_at_return": "memory leak: ",
    "lost_by_realloc": "memory leak: ",
    "lost_by_second_realloc": "memory leak: ",
    "left_though_reached": "memory not freed at program end: ",
}
"""What reports state before the text of a violation; other texts need nothing."""


@pytest.mark.parametrize(
    ("path", "engine"),
    [
        pytest.param(path, engine, id=f"{path.stem}-{engine}")
        for path in PROGRAMS
        for engine in ("bmc", "kind")
        if engine == "kind" or path.stem not in NEEDS_INDUCTION
    ],
)
def test_verdict(path: Path, engine: str) -> None:
    expectation = expectation_of(path, TIME_LIMIT)
    verdict = check(replace(expectation.request, engine=engine)).verdict
    names_property = len(expectation.verdict.split()) > 2
    assert described(verdict, with_property=names_property) == expectation.verdict, verdict


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("null_read", "null pointer dereference in read of 4 bytes"),
        ("after_free", "use after free in write of 4 bytes at offset 0 of the 4 bytes that malloc allocated at FILE:4, freed at FILE:6"),
        ("after_return", "use after return in read of 4 bytes at offset 0 of 'x' (4 bytes, declared at FILE:3), whose lifetime ended when address returned at FILE:4"),
        ("after_block", "use after scope in read of 4 bytes at offset 0 of 'x' (4 bytes, declared at FILE:5), whose scope ended at FILE:7"),
        ("beyond_the_end", "out-of-bounds write of 4 bytes at offset 16 of 'a' (16 bytes, declared at FILE:3)"),
        ("before_the_start", "out-of-bounds write of 4 bytes at offset -4 of the 8 bytes that malloc allocated at FILE:4"),
        ("last_byte_is_outside", "out-of-bounds write of 4 bytes at offset 4 of the 7 bytes that malloc allocated at FILE:4"),
        ("constant_object", "write of 4 bytes to 'x' (4 bytes, declared at FILE:2), which is constant"),
        ("constant_literal", 'write of 1 byte to the string literal "abc" (4 bytes), which is constant'),
        ("alloca_after_return", "use after return in read of 4 bytes at offset 0 of the 4 bytes that alloca allocated at FILE:4, whose lifetime ended when place returned at FILE:6"),
        ("strcpy_beyond", "out-of-bounds write of 1 byte at offset 4 of 'a' (4 bytes, declared at FILE:4)"),
        ("null_function", "call through a null pointer"),
        ("free_twice", "double free of the 4 bytes that malloc allocated at FILE:4, freed at FILE:5"),
        ("free_of_interior", "free at offset 4 of the 8 bytes that malloc allocated at FILE:4"),
        ("free_of_local", "free of 'x' (4 bytes, declared at FILE:4), which is not on the heap"),
        ("lost_at_return", "the 4 bytes that malloc allocated at FILE:4 are unreachable"),
        ("lost_by_realloc", "the 8 bytes that realloc allocated at FILE:5 are unreachable"),
        ("lost_by_second_realloc", "the 16 bytes that realloc allocated at FILE:6 are unreachable"),
        ("left_though_reached", "the 4 bytes that malloc allocated at FILE:5 are not freed"),
    ],
)  # fmt: skip
def test_violation_names_the_object(name: str, text: str) -> None:
    path = ROOT / f"{name}_unsafe.c"
    verdict = check(expectation_of(path, TIME_LIMIT).request).verdict
    assert isinstance(verdict, Unsafe)
    assert re.sub(re.escape(str(path)), "FILE", verdict.violated.text) == text
    summary = violation_summary(violation_evidence(verdict)["violation"])
    assert re.sub(re.escape(str(path)), "FILE", summary) == SUMMARY_PREFIXES.get(name, "") + text
