"""Every C file under this folder gets exactly the verdict that its first line expects."""

from pathlib import Path

import pytest

from programs.expectations import described, expectation_of, programs_under
from surefoot.pipeline import check

ROOT = Path(__file__).parent
PROGRAMS = programs_under(ROOT)
TIME_LIMIT = 60.0


def test_programs_are_found() -> None:
    assert len(PROGRAMS) > 400


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: str(path.relative_to(ROOT)))
def test_verdict(path: Path) -> None:
    expectation = expectation_of(path, TIME_LIMIT)
    verdict = check(expectation.request).verdict
    names_property = len(expectation.verdict.split()) > 2
    assert described(verdict, with_property=names_property) == expectation.verdict, verdict
