"""The models of the C library and the library of this machine do the same, call by call."""

import subprocess
from pathlib import Path

import pytest

from differential.library_rows import GROUPS, HEADERS, HELPERS
from surefoot.frontend import load_program
from surefoot.frontend.native import build_executable
from surefoot.program.interpreter import Finished, RandomChoices, run
from surefoot.program.program import DataModel
from surefoot.program.properties import property_named

NATIVE = '#include <stdio.h>\nstatic void see(long long v) { printf("%lld\\n", v); }\n'


def _body(rows: list[str]) -> str:
    calls = "".join(f"static void call{i}(void) {{ {row}; }}\n" for i, row in enumerate(rows))
    main = "".join(f"    call{i}();\n" for i in range(len(rows)))
    return f"{HELPERS}{calls}int main(void) {{\n{main}    return 0;\n}}\n"


def _observed(rows: list[str], folder: Path) -> list[int]:
    """What the real library lets the program see."""
    source, program = folder / "native.c", folder / "native"
    source.write_text(HEADERS + NATIVE + _body(rows))
    build_executable([source], program, DataModel.LP64)
    output = subprocess.run([program], stdin=subprocess.DEVNULL, capture_output=True, check=True).stdout
    return [int(line) for line in output.split()]


def _expecting(rows: list[str], observed: list[int]) -> str:
    numbers = ", ".join(f"{value}ull" if value >= 0 else f"-{-value}ull" for value in observed)
    see = (
        f"static const long long expected[] = {{ {numbers} }};\nstatic int at;\n"
        "static void see(long long v) { assert(v == expected[at]); at++; }\n"
    )
    return HEADERS + see + _body(rows)


@pytest.mark.parametrize("group", GROUPS)
def test_models_do_what_the_library_does(tmp_path: Path, group: str) -> None:
    rows = GROUPS[group]
    source = tmp_path / "modelled.c"
    for number, row in enumerate(rows):
        source.write_text(_expecting([row], _observed([row], tmp_path)))
        program = load_program([source], DataModel.LP64, property_named("default")).program
        outcomes = [run(program, property_named("default"), RandomChoices(seed), max_steps=100_000) for seed in range(3)]
        print(number, row, outcomes)
