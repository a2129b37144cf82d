"""Timers: that their signals do not arrive is an assumption of every verdict."""

import pytest

from corpus.lowered import Load
from surefoot.base.caveats import Direction, with_direction


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("alarm", "#include <unistd.h>\nint main(void) { return alarm(1) > 5; }"),
        (
            "setitimer",
            "#include <sys/time.h>\nint main(void) { struct itimerval v = {{1, 0}, {1, 0}}; return setitimer(ITIMER_REAL, &v, 0); }",
        ),
    ],
)
def test_ignored_signals_are_assumptions(load: Load, name: str, text: str) -> None:
    (assumed,) = with_direction(load(text).caveats, Direction.ASSUMES)
    assert assumed.text == f"the signal of {name} does not arrive; it would end the run"
