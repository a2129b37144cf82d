"""Programs without inputs compute the same number natively and in the interpreter.

Each program in ``native/`` hands a number to `finish`. The native run prints it; then the program is loaded with that
number, and with another one, as EXPECTED: the first must end well and the second must fail.
"""

import subprocess
from pathlib import Path

import pytest

from surefoot.frontend.loading import load_program
from surefoot.frontend.native import build_executable
from surefoot.program.program import DataModel
from surefoot.program.properties import ASSERTIONS
from surefoot.program.validate import validate
from surefoot.semantics.interpreter import Finished, Violated, ZeroChoices, run

PROGRAMS = sorted((Path(__file__).parent / "native").glob("*.c"))


@pytest.mark.parametrize("source", PROGRAMS, ids=lambda path: path.stem)
def test_interpreter_agrees_with_native_run(source: Path, tmp_path: Path) -> None:
    executable = tmp_path / "native"
    build_executable([source], executable, DataModel.LP64)
    printed = subprocess.run([executable], capture_output=True, check=True, timeout=20).stdout.decode()
    for expected, ending in ((int(printed), Finished), (int(printed) ^ 1, Violated)):
        program = load_program([source], DataModel.LP64, ASSERTIONS, flags=[f"-DEXPECTED={expected}ull"]).program
        validate(program)
        assert program.caveats == ()
        assert isinstance(run(program, ASSERTIONS, ZeroChoices(), max_steps=2_000_000), ending)


def test_programs_are_found() -> None:
    assert len(PROGRAMS) >= 10
