"""Parsers in ``parsers``: seeded bugs are found on small inputs, and correct versions are proved.

Slow ones are in ``bench/parsers.py``.
"""

import re
from pathlib import Path

import pytest

from surefoot.certify.verdicts import Safe, Unsafe
from surefoot.program.properties import DEFAULT
from surefoot.program.trace import Chosen
from surefoot.verify.pipeline import check
from surefoot.verify.request import Request

FOLDER = Path(__file__).parent / "parsers"
SEEDED = re.compile(r"^// +-DBUG=(\d+) ", re.MULTILINE)
TIME_LIMIT = 240.0
MOST = 1024
"""Greatest size or number of an input that shows a bug."""


@pytest.mark.parametrize(
    ("name", "bug", "function"),
    [
        ("json_character", 1, "skip_character"),
        ("json_space", 1, "skip_space"),
        ("records", 1, "find"),
        ("utf8_count", 1, "decode"),
    ],
)
def test_seeded_bug_is_found_on_a_small_input(name: str, bug: int, function: str) -> None:
    request = Request((FOLDER / f"{name}.c",), DEFAULT, clang_flags=(f"-DBUG={bug}",), time_limit=TIME_LIMIT)
    verdict = check(request).verdict
    assert isinstance(verdict, Unsafe), verdict
    assert verdict.violated.function == function
    inputs = [each.value for each in verdict.trace.choices if isinstance(each, Chosen)]
    assert inputs and all(isinstance(each, int) and each <= MOST for each in inputs), inputs


@pytest.mark.parametrize("name", ["json_character", "json_digits"])
def test_parser_is_proved_for_inputs_of_any_length(name: str) -> None:
    verdict = check(Request((FOLDER / f"{name}.c",), DEFAULT, time_limit=TIME_LIMIT)).verdict
    assert isinstance(verdict, Safe), verdict


def test_every_program_lists_its_seeded_bugs() -> None:
    programs = sorted(FOLDER.glob("*.c"))
    assert len(programs) >= 29
    for path in programs:
        text = path.read_text(encoding="utf-8")
        told = [int(each) for each in SEEDED.findall(text)]
        assert told and told == list(range(1, len(told) + 1)), path.name
        assert set(told) <= {int(each) for each in re.findall(r"BUG [!=]= (\d+)", text)} | {1}, path.name
