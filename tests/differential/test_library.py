"""Library models against the library of this machine, call by call."""

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from differential.library_misuse import MISUSES
from differential.library_rows import EXACT, GROUPS, HEADERS, HELPERS, SEARCHED
from surefoot.certify.verdicts import Safe
from surefoot.frontend.linking import model_copies
from surefoot.frontend.loading import load_program
from surefoot.frontend.native import build_executable
from surefoot.logic import Sort, Value
from surefoot.program.program import DataModel
from surefoot.program.properties import DEFAULT
from surefoot.report.checks import check_table
from surefoot.semantics.interpreter import Finished, RandomChoices, Runs, Undefined, Violated
from surefoot.verify import api

NATIVE = '#include <stdio.h>\nstatic void see(long long v) { printf("%lld\\n", v); }\n'
SEEDS = 40
"""How often a call is run until it comes to its end: choices outside of the range of a result end the run before."""


def _calls(rows: Sequence[str]) -> str:
    return HELPERS + "".join(f"static void call{i}(void) {{ {row}; }}\n" for i, row in enumerate(rows))


def _observed(rows: Sequence[str], folder: Path) -> list[list[int]]:
    """Return the observable results of each call with the native library."""
    source, program = folder / "native.c", folder / "native"
    main = "".join(f'call{i}(); puts("-");\n' for i in range(len(rows)))
    source.write_text(f"{HEADERS}{NATIVE}{_calls(rows)}int main(void) {{\n{main}return 0;\n}}\n")
    build_executable([source], program, DataModel.LP64)
    ran = subprocess.run([program], stdin=subprocess.DEVNULL, capture_output=True, check=True, timeout=60, text=True)
    return [[int(line) for line in part.split()] for part in ran.stdout.split("-\n")[:-1]]


def _expecting(rows: Sequence[str], observed: Sequence[Sequence[int]], folder: Path) -> Path:
    """Return a program that does one of the calls and asserts that everything it sees is as observed."""
    numbers = ", ".join(f"{value}ull" if value >= 0 else f"-{-value}ull" for values in observed for value in values)
    starts = [sum(map(len, observed[:i])) for i in range(len(rows))]
    cases = "".join(f"case {i}: at = {start}; call{i}(); break;\n" for i, start in enumerate(starts))
    see = (
        f"static const long long expected[] = {{ {numbers} }};\nstatic int at;\nextern int row;\n"
        "static void see(long long v) { assert(v == expected[at]); at++; }\n"
    )
    path = folder / "modelled.c"
    path.write_text(f"{HEADERS}{see}{_calls(rows)}int main(void) {{\nswitch (row) {{\n{cases}}}\nreturn 0;\n}}\n")
    return path


class OfRow(RandomChoices):
    """Any choices for the call number ``row``."""

    def __init__(self, seed: int, row: int) -> None:
        super().__init__(seed)
        self._row = row

    def global_value(self, symbol: str, sort: Sort) -> Value:
        """Return the row as the value of the symbol."""
        return self._row if symbol == "row" else super().global_value(symbol, sort)


def test_there_are_enough_calls() -> None:
    assert sum(map(len, GROUPS.values())) >= 220 and len(MISUSES) >= 40


@pytest.fixture
def _one_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use one copy of a model for all of the thousands of calls; copies differ in locations only."""
    monkeypatch.setattr(model_copies, "with_model_copies", lambda module, _property: module)


@pytest.mark.usefixtures("_one_copy")
@pytest.mark.parametrize("group", [each for each in GROUPS if each not in SEARCHED])
def test_models_agree_with_the_native_library(tmp_path: Path, group: str) -> None:
    rows = GROUPS[group]
    program = load_program([_expecting(rows, _observed(rows, tmp_path), tmp_path)], DataModel.LP64, DEFAULT).program
    runs = Runs(program, DEFAULT)
    for number, row in enumerate(rows):
        finished = 0
        for seed in range(SEEDS):
            outcome = runs.run(OfRow(seed, number), 20_000)
            assert not isinstance(outcome, Violated | Undefined), (row, outcome)
            finished += isinstance(outcome, Finished)
            if finished == 3:
                break
        assert finished > 0, row


@pytest.mark.usefixtures("_one_copy")
@pytest.mark.parametrize("group", EXACT)
def test_exact_results_are_proved(tmp_path: Path, group: str) -> None:
    rows = GROUPS[group][:: 1 if group in SEARCHED else 3]
    modelled = _expecting(rows, _observed(rows, tmp_path), tmp_path)
    assert isinstance(api.check(modelled, engine="bmc", time_limit=600).verdict, Safe)


MISUSING = """#define _GNU_SOURCE
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(int argc, char **argv) {
volatile int n = 0, zero = 0;
switch (argc - 1) {
"""


PARTS = 4


def _misusing(folder: Path, misuses: Sequence[tuple[str, str]]) -> tuple[Path, dict[int, int]]:
    """Return a program that executes the call whose index is the number of its arguments, and the
    indices by line.
    """
    calls = [call for pair in misuses for call in pair]
    cases = "".join(f"case {number}: {{ {call} break; }}\n" for number, call in enumerate(calls))
    path = folder / "misuse.c"
    path.write_text(f"{MISUSING}{cases}}}\nreturn n & 0;\n}}\n")
    first = MISUSING.count("\n") + 1
    return path, {first + number: number for number in range(len(calls))}


@pytest.mark.parametrize("part", range(PARTS))
def test_misuse_is_reported_at_the_line_of_the_call(tmp_path: Path, part: int) -> None:
    path, lines = _misusing(tmp_path, MISUSES[part::PARTS])
    report = api.check(path, engine="bmc", time_limit=600)
    results = check_table(report.checks, "", report.program)["results"]
    violated = {each["location"]["line"] for each in results if each["location"] and each["status"] == "violated"}
    assert violated == {line for line, number in lines.items() if number % 2 == 0}


@pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc with its sanitizers on this machine")
def test_sanitizers_report_misuse_only(tmp_path: Path) -> None:
    path, lines = _misusing(tmp_path, MISUSES)
    program = tmp_path / "misuse"
    flags = ("-w", "-O0", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
    gcc = shutil.which("gcc")
    assert gcc is not None
    subprocess.run([gcc, *flags, path, "-o", program], check=True, timeout=120)
    quickly = {f"{name}_OPTIONS": "symbolize=0" for name in ("ASAN", "UBSAN")}  # that they complain is enough
    for number in lines.values():
        command = [str(program), *["x"] * number]
        ran = subprocess.run(command, env=quickly, capture_output=True, check=False, timeout=60)
        assert (ran.returncode != 0) == (number % 2 == 0), (MISUSES[number // 2], ran.stderr)
