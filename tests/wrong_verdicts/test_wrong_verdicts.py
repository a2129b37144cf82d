"""Regression tests for every wrong verdict ever given."""

import re
from pathlib import Path

import pytest

from programs.expectations import described, expectation_of, programs_under

ROOT = Path(__file__).parent
PROGRAMS = programs_under(ROOT)
TIME_LIMIT = 20.0


def test_programs_are_found() -> None:
    assert PROGRAMS


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: str(path.relative_to(ROOT)))
def test_verdict_is_right(path: Path) -> None:
    expectation = expectation_of(path, TIME_LIMIT)
    verdict = expectation.found()
    assert described(verdict) == expectation.verdict, verdict


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: str(path.relative_to(ROOT)))
def test_mistake_is_dated_and_described(path: Path) -> None:
    second = path.read_text(encoding="utf-8").splitlines()[1]
    assert re.fullmatch(r"(//|;) \d{4}-\d{2}-\d{2}: \w.+", second), second
