"""A sample of the campaign of J programs, and detection of wrong verdicts."""

from dataclasses import replace
from pathlib import Path

import pytest

from differential.j_campaign import Truth, disagreement, truth_of, verdict_on
from differential.j_programs import j_program
from surefoot.certify.verdicts import Safe, Unsafe
from surefoot.frontend.j.bounds import QuantifierForm


@pytest.mark.parametrize("first", range(0, 60, 10))
def test_engines_and_runs_agree(first: int, tmp_path: Path) -> None:
    for seed in range(first, first + 10):
        program = j_program(seed)
        form = list(QuantifierForm)[seed % 3]
        verdict = verdict_on(program, "bmc", form, tmp_path, 50)
        assert disagreement(program, truth_of(program), verdict) is None, f"seed {seed}"


def test_wrong_verdicts_are_detected(tmp_path: Path) -> None:
    for seed, expected in ((38, Safe), (41, Unsafe)):
        program = j_program(seed)
        truth = truth_of(program)
        verdict = verdict_on(program, "bmc", QuantifierForm.AUTO, tmp_path, 50)
        assert isinstance(verdict, expected)
        wrong = Truth(frozenset() if truth.failures else frozenset({"assertion"}), some_end=True)
        assert disagreement(program, wrong, verdict) is not None


def test_semantics_of_a_program_is_that_of_its_text() -> None:
    program = replace(j_program(41), post=None)
    assert {program.outcome(values) for values in program.all_inputs()} <= {
        "ends", "unwanted", "division", "index", "signed overflow", "recursion", "assertion",
    }  # fmt: skip
