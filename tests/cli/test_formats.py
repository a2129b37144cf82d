"""Findings as gcc writes them, exit codes, and the words of reports about memory."""

from pathlib import Path

from cli.in_this_process import surefoot
from surefoot.verify import api

DOUBLE_FREE = """#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int *p = malloc(4);
    free(p);
    if (__VERIFIER_nondet_int() == 3)
        free(p);
}
"""
INDETERMINATE = """extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x;
    if (__VERIFIER_nondet_int() > 4) x = 1;
    return 10 / x;
}
"""
SECOND_ALLOCATION = """#include <stdlib.h>
int main(void) {
    char *p = malloc(4), *q = malloc(8);
    if (p) q[0] = 1;
    free(p);
    free(q);
}
"""


def written(text: str, folder: Path) -> Path:
    program = folder / "program.c"
    program.write_text(text)
    return program


def test_findings_as_gcc_writes_them(tmp_path: Path) -> None:
    program = written(DOUBLE_FREE, tmp_path)
    shown = surefoot("check", program, "--format", "gcc")
    assert shown.returncode == 1
    first, second = shown.stdout.splitlines()
    assert first == (
        f"{program}:7:9: error: double free of the 4 bytes that malloc allocated at {program}:4, freed at {program}:5"
    )
    assert second == f"{program}:7:9: note: inputs: __VERIFIER_nondet_int() = 3"
    safe = surefoot(
        "check",
        written(DOUBLE_FREE.replace("if (__VERIFIER_nondet_int() == 3)\n        free(p);", ""), tmp_path),
        "--format=gcc",
    )
    assert "error:" not in safe.stdout


def test_a_double_free_is_called_one_once(tmp_path: Path) -> None:
    shown = surefoot("check", written(DOUBLE_FREE, tmp_path)).stdout
    assert shown.startswith("unsafe: double free of the 4 bytes")


def test_nothing_checked_has_an_exit_code_of_its_own(tmp_path: Path) -> None:
    assert surefoot("check", written("int main(void) { return 0; }", tmp_path)).returncode == 4
    assert surefoot("check", written("int main(int n, char **a) { return 10 / n; }", tmp_path)).returncode != 4


def test_uninitialised_values_are_indeterminate(tmp_path: Path) -> None:
    shown = surefoot("check", written(INDETERMINATE, tmp_path)).stdout
    assert "where x indeterminate: never written since line 3, here 0" in shown
    assert "(uninitialised)" not in shown


def test_a_failing_allocation_is_reproduced(tmp_path: Path) -> None:
    program = written(SECOND_ALLOCATION, tmp_path)
    shown = surefoot("check", program, "--malloc-may-fail", "--run").stdout
    assert "reproduced: the compiled program makes an invalid memory access (SIGSEGV)" in shown
    assert api.check(program).violations == ()
