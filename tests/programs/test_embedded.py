"""Seeded bugs in ``examples/embedded`` are the first violations found; slow ones are in
``bench/embedded.py``.
"""

import re
from pathlib import Path

import pytest

from surefoot.certify.verdicts import Unsafe
from surefoot.program.properties import DEFAULT
from surefoot.verify.pipeline import check
from surefoot.verify.request import Request

FOLDER = Path(__file__).parents[2] / "examples" / "embedded"
SEEDED = re.compile(r"^// +-DBUG=(\d+) ", re.MULTILINE)
TIME_LIMIT = 120.0


@pytest.mark.parametrize(
    ("name", "bug", "functions"),
    [
        ("base64", 1, {"decode", "any_text"}),
        ("base64", 2, {"there_and_back"}),
        ("recursive_gcd", 2, {"reduced", "main"}),
    ],
)
def test_seeded_bug_is_found(name: str, bug: int, functions: set[str]) -> None:
    request = Request((FOLDER / f"{name}.c",), DEFAULT, clang_flags=(f"-DBUG={bug}",), time_limit=TIME_LIMIT)
    verdict = check(request).verdict
    assert isinstance(verdict, Unsafe), verdict
    assert verdict.violated.function in functions


def test_every_program_lists_its_seeded_bugs() -> None:
    programs = sorted(FOLDER.glob("*.c"))
    assert len(programs) == 14
    for path in programs:
        text = path.read_text(encoding="utf-8")
        told = [int(each) for each in SEEDED.findall(text)]
        assert told == list(range(1, len(told) + 1)) and len(told) >= 2, path.name
        assert set(told) <= {int(each) for each in re.findall(r"BUG [!=]= (\d+)", text)}, path.name
