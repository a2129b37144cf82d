"""Programs of csmith: native result against interpreter and bounded model checker."""

import shutil
import subprocess
from pathlib import Path

import pytest

from differential.native import output_of
from surefoot.certify.verdicts import Safe, Unsafe
from surefoot.frontend.loading import load_program
from surefoot.program.program import DataModel
from surefoot.program.properties import UNREACH_CALL
from surefoot.semantics.interpreter import Finished, Violated, ZeroChoices, run
from surefoot.verify.pipeline import check
from surefoot.verify.request import Request

RUNTIME = Path(__file__).parent / "csmith_runtime"
CSMITH = shutil.which("csmith")
HEADERS = next(
    (path for path in (Path("/usr/include/csmith"), Path("/usr/include/csmith-2.3.0")) if path.is_dir()), None
)
SMALL = [
    "--max-funcs",
    "3",
    "--max-block-depth",
    "2",
    "--max-block-size",
    "3",
    "--max-expr-complexity",
    "4",
    "--max-array-dim",
    "2",
    "--max-array-len-per-dim",
    "4",
    "--max-struct-fields",
    "5",
    "--no-argc",
    "--no-volatiles",
    "--concise",
]
STEPS = 300_000

pytestmark = pytest.mark.skipif(
    CSMITH is None or HEADERS is None, reason="csmith or its headers are not installed (Debian package csmith)"
)


def generated(seed: int, folder: Path) -> Path:
    """Return the program that csmith makes from ``seed``."""
    path = folder / "csmith.c"
    command = [str(CSMITH), "--seed", str(seed), *SMALL, "--output", str(path)]
    subprocess.run(command, cwd=folder, check=True, timeout=60)
    return path


def flags(*definitions: str) -> tuple[str, ...]:
    """Return options for the compiler: surefoot's runtime before that of csmith, and
    ``definitions``.
    """
    return (f"-I{RUNTIME}", f"-I{HEADERS}", "-w", *(f"-D{definition}" for definition in definitions))


def native_result(path: Path, folder: Path) -> str:
    """Return the checksum that the machine computes."""
    printed = output_of([path], folder, *flags(), seconds=5)
    if printed is None:
        pytest.skip("the generated program runs for ever")
    return printed.strip()


@pytest.mark.parametrize("seed", range(1, 26))
def test_interpreter_agrees_with_native_run(seed: int, tmp_path: Path) -> None:
    path = generated(seed, tmp_path)
    result = native_result(path, tmp_path)
    for definition, expected in ((f"MUST_EQUAL={result}u", Finished), (f"MUST_DIFFER_FROM={result}u", Violated)):
        program = load_program([path], DataModel.LP64, UNREACH_CALL, flags=flags(definition)).program
        outcome = run(program, UNREACH_CALL, ZeroChoices(), max_steps=STEPS)
        assert isinstance(outcome, expected), outcome


@pytest.mark.parametrize("seed", range(107, 115))
def test_model_checker_agrees_with_native_run(seed: int, tmp_path: Path) -> None:
    path = generated(seed, tmp_path)
    result = native_result(path, tmp_path)
    for definition, expected in ((f"MUST_EQUAL={result}u", Safe), (f"MUST_DIFFER_FROM={result}u", Unsafe)):
        request = Request((path,), UNREACH_CALL, clang_flags=flags(definition), time_limit=40, check_models=True)
        verdict = check(request).verdict
        assert isinstance(verdict, expected), verdict
