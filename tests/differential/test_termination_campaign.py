"""A sample of the campaign of random loops and recursive functions, and detection of wrong verdicts."""

from pathlib import Path

import pytest

from differential.termination_campaign import disagreement, verdict_on
from differential.termination_programs import Recursion, random_loops, random_recursion
from surefoot.certify.verdicts import Safe, Unsafe


@pytest.mark.parametrize("seed", range(1, 7))
def test_verdicts_on_loops_agree_with_all_states(seed: int, tmp_path: Path) -> None:
    program = random_loops(seed)
    verdict = verdict_on(program, tmp_path, 60)
    assert disagreement(ends=program.ends(), verdict=verdict) is None, program.text


@pytest.mark.parametrize("seed", range(3))
def test_verdicts_on_recursive_functions_agree_with_all_calls(seed: int, tmp_path: Path) -> None:
    program = random_recursion(seed)
    verdict = verdict_on(program, tmp_path, 60)
    assert disagreement(ends=program.ends(), verdict=verdict) is None, program.text


def test_wrong_verdicts_are_detected(tmp_path: Path) -> None:
    for seed in (1, 2):
        program = random_loops(seed)
        verdict = verdict_on(program, tmp_path, 60)
        assert isinstance(verdict, Safe if program.ends() else Unsafe)
        assert disagreement(ends=not program.ends(), verdict=verdict) is not None


def test_exploration_follows_calls() -> None:
    returns = Recursion("", lambda x, y: iter_calls(x, y, stops=True))
    assert returns.ends()
    assert not Recursion("", lambda x, y: iter_calls(x, y, stops=False)).ends()


def iter_calls(x: int, y: int, *, stops: bool):  # type: ignore[no-untyped-def]  # noqa: ANN201
    """Count x down to 0 and return y there, or go on."""
    if x == 0 and stops:
        return y
    return (yield ((x - 1) & 255, y)) & 255
