"""Generated programs with several calls of functions that have loops: with one copy of these functions, and with one for each call, verdicts are what happens on all inputs."""

from pathlib import Path

import pytest

from differential.calling_programs import calling_program
from differential.calls_campaign import answer
from surefoot.systems.encode.encoding import Calls


@pytest.mark.parametrize(
    ("seed", "engine"), [(102, "ic3"), (102, "kind"), (104, "kind"), (105, "kind"), (108, "ic3"), (108, "kind")]
)
def test_verdicts_are_right_and_the_same(seed: int, engine: str, tmp_path: Path) -> None:
    calling = calling_program(seed, tmp_path)
    expected = "unsafe" if calling.fails else "safe"
    assert answer(calling, engine, Calls.SHARED, 100).word == expected
    assert answer(calling, engine, Calls.INLINE, 100).word == expected
