"""The driver in ``examples/driver``: its correct version is proved, and every seeded bug is found."""

from pathlib import Path

import pytest

from surefoot.certify.verdicts import Safe, Unsafe
from surefoot.evidence.assumptions import Assumption
from surefoot.program.properties import UNREACH_CALL
from surefoot.verify.pipeline import check
from surefoot.verify.request import Report, Request

FOLDER = Path(__file__).parents[2] / "examples" / "driver"


def report_on(bug: int) -> Report:
    files = tuple(sorted(FOLDER.glob("*.c")))
    flags = (f"-DBUG={bug}",) if bug else ()
    return check(Request(files, UNREACH_CALL, clang_flags=flags, engine="track", time_limit=120.0))


def test_driver_keeps_the_rules_of_its_kernel() -> None:
    verdict = report_on(0).verdict
    assert isinstance(verdict, Safe), verdict
    assert verdict.assumptions == (Assumption.WRITES, Assumption.OPERATIONS)


@pytest.mark.parametrize("bug", [1, 2, 3, 4, 5])
def test_every_seeded_bug_is_found(bug: int) -> None:
    assert isinstance(report_on(bug).verdict, Unsafe)
