"""Real programs in the validator, the text form and the interpreter, against what their first line expects."""

from pathlib import Path

import pytest

from programs.expectations import expectation_of, programs_under
from surefoot.errors import UnsupportedError
from surefoot.frontend import load_program
from surefoot.program import Program, Property, validate
from surefoot.program.interpreter import Blocked, BoundReached, Finished, RandomChoices, ZeroChoices, run
from surefoot.program.text import parse_program, print_program

ROOT = Path(__file__).parent.parent / "programs"
SHARDS = 16
MAX_STEPS = 50_000


def loaded(path: Path) -> tuple[str, Program, Property] | None:
    """What is expected of the program, and the program, unless it is refused."""
    expectation = expectation_of(path, 1.0)
    request = expectation.request
    try:
        found = load_program(
            request.files,
            request.data_model,
            request.checked,
            entry=request.entry,
            flags=request.clang_flags,
            environment=request.environment,
        )
    except UnsupportedError:
        return None
    return expectation.verdict, found.program, request.checked


@pytest.mark.parametrize("shard", range(SHARDS))
def test_programs_are_well_formed_readable_and_run_as_expected(shard: int) -> None:
    for path in programs_under(ROOT)[shard::SHARDS]:
        found = loaded(path)
        if found is None:
            continue
        verdict, program, checked = found
        validate(program)
        assert parse_program(print_program(program)) == program, path
        for choices in (ZeroChoices(), RandomChoices(1), RandomChoices(2)):
            outcome = run(program, checked, choices, max_steps=MAX_STEPS)
            if verdict == "safe":
                assert isinstance(outcome, Finished | Blocked | BoundReached), (path, outcome)
