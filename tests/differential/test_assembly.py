"""Idioms of inline assembly compute the same natively and in the interpreter.

`assembly_idioms.c` prints a hash for each idiom natively; then it is loaded with these hashes, as EXPECTED.
"""

import subprocess
from pathlib import Path

import pytest

from surefoot.base.budget import Budget
from surefoot.frontend.compiler import toolchain
from surefoot.frontend.loading import load_program
from surefoot.program.program import DataModel
from surefoot.program.properties import ASSERTIONS
from surefoot.semantics.interpreter import Finished, Violated, ZeroChoices, run

IDIOMS = Path(__file__).with_name("assembly_idioms.c")
TARGETS = {DataModel.LP64: "x86_64-linux-none", DataModel.ILP32: "x86-linux-none"}
FLAGS = ("-O0", "-w", "-nostdlib", "-static", "-fno-sanitize=all", "-fno-stack-protector", "-DNATIVE")


def native_hashes(data_model: DataModel, count: int) -> list[str]:
    """Return the hash of each idiom over ``count`` pairs of operands."""
    with toolchain(Budget()) as tools:
        binary = tools.folder / "idioms"
        command = ["cc", "-target", TARGETS[data_model], *FLAGS, f"-DCOUNT={count}", "-o", str(binary), str(IDIOMS)]
        assert tools.run(command).status == 0
        return subprocess.run([binary], capture_output=True, check=True, text=True, timeout=20).stdout.split()


@pytest.mark.parametrize(("data_model", "count"), [(DataModel.LP64, 60), (DataModel.ILP32, 30)])
def test_interpreter_agrees_with_processor(data_model: DataModel, count: int) -> None:
    hashes = native_hashes(data_model, count)
    assert len(hashes) > 80
    for wrong, ending in ((None, Finished), (len(hashes) - 1, Violated)):
        expected = [f"0x{each}ull{'^1' * (row == wrong)}" for row, each in enumerate(hashes)]
        flags = ["-w", f"-DCOUNT={count}", f"-DEXPECTED={','.join(expected)}"]
        program = load_program([IDIOMS], data_model, ASSERTIONS, flags=flags).program
        assert program.caveats == ()
        assert isinstance(run(program, ASSERTIONS, ZeroChoices(), max_steps=20_000_000), ending)
