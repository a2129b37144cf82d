"""Every C file under this folder gets exactly the verdict that its first line expects."""

from pathlib import Path

import pytest

from programs.expectations import described, expectation_of, programs_under, verdict_on

ROOT = Path(__file__).parent
PROGRAMS = programs_under(ROOT)
TIME_LIMIT = 20.0


def test_programs_are_found() -> None:
    assert len(PROGRAMS) > 400


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: str(path.relative_to(ROOT)))
def test_verdict(path: Path) -> None:
    expectation = expectation_of(path, TIME_LIMIT)
    verdict = verdict_on(expectation.request)
    assert described(verdict) == expectation.verdict, verdict
