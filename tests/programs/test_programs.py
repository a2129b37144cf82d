"""Verdicts of all C files of this folder and outcomes of their concrete runs, as expected by their
first lines.
"""

from pathlib import Path

import pytest

from programs.expectations import described, expectation_of, programs_under
from surefoot.program.program import Program
from surefoot.program.properties import Property
from surefoot.program.text import parse_program, print_program
from surefoot.program.validate import validate
from surefoot.semantics.interpreter import Blocked, BoundReached, Finished, Outcome, RandomChoices, Runs, ZeroChoices
from surefoot.verify.pipeline import check

ROOT = Path(__file__).parent
PROGRAMS = programs_under(ROOT)
TIME_LIMIT = 60.0
MAX_STEPS = 50_000


def test_programs_are_found() -> None:
    assert len(PROGRAMS) > 400


def outcomes(program: Program, checked: Property) -> list[Outcome]:
    """Return the outcomes of a few runs, which share generated code."""
    runs = Runs(program, checked)
    return [runs.run(choices, MAX_STEPS) for choices in (ZeroChoices(), RandomChoices(1), RandomChoices(2))]


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: str(path.relative_to(ROOT)))
def test_verdict(path: Path) -> None:
    expectation = expectation_of(path, TIME_LIMIT)
    report = check(expectation.request)
    names_property = len(expectation.verdict.split()) > 2
    assert described(report.verdict, with_property=names_property) == expectation.verdict, report.verdict
    if report.program is None:
        return
    validate(report.program)
    assert parse_program(print_program(report.program)) == report.program
    ends = outcomes(report.program, expectation.request.checked)
    if expectation.verdict == "safe":
        assert all(isinstance(each, Finished | Blocked | BoundReached) for each in ends), ends
