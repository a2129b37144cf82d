"""Generated programs with repeated calls, with shared and with copied function bodies, against all
inputs.
"""

from pathlib import Path

import pytest

from differential.calling_programs import calling_program
from differential.calls_campaign import answer
from surefoot.systems.encode.encoding import Calls


@pytest.mark.parametrize(
    ("seed", "engine"), [(102, "ic3"), (102, "kind"), (104, "kind"), (105, "kind"), (108, "ic3"), (108, "kind")]
)
def test_verdicts_agree_with_all_runs(seed: int, engine: str, tmp_path: Path) -> None:
    calling = calling_program(seed, tmp_path)
    expected = "unsafe" if calling.fails else "safe"
    assert answer(calling, engine, Calls.SHARED, 100).word == expected
    assert answer(calling, engine, Calls.INLINE, 100).word == expected
