"""``surefoot check --witness`` and ``surefoot validate`` on the command line."""

from pathlib import Path

import pytest

from cli.in_this_process import surefoot

PROGRAM = """\
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    if (__VERIFIER_nondet_int() == 5) { reach_error(); }
    return 0;
}
"""


@pytest.mark.parametrize("is_safe", [True, False])
def test_the_exit_code_is_the_answer(tmp_path: Path, is_safe: bool) -> None:
    file, witness = tmp_path / "p.c", tmp_path / "p.yml"
    file.write_text(PROGRAM.replace("== 5", "== 5 && 0") if is_safe else PROGRAM)
    checked = surefoot("check", file, "--property", "unreach-call", "--witness", witness, "-q")
    assert checked.returncode == (0 if is_safe else 1)
    found = surefoot("validate", witness, file, "--time-limit", "20")
    assert found.returncode == 0 and found.stdout.startswith("confirmed: ")
    if not is_safe:
        witness.write_text(witness.read_text().replace("== 5", "== 6"))
        found = surefoot("validate", witness, file, "--time-limit", "20")
        assert found.returncode == 3 and found.stdout.startswith("not confirmed: ")
    file.write_text(PROGRAM + "\n")
    found = surefoot("validate", witness, file)
    assert found.returncode == 2 and "SHA-256" in found.stderr


def test_a_missing_witness_has_a_reason(tmp_path: Path) -> None:
    file, witness = tmp_path / "p.c", tmp_path / "p.yml"
    file.write_text("int main(void) { return 0; }\nint f(int x) { return x + 1; }\n")
    found = surefoot("check", file, "--function", "f", "--property", "no-overflow", "--witness", witness)
    assert found.returncode == 1 and not witness.exists()
    assert "no witness was written" in found.stderr
    assert "witnesses are about runs from main, not from f" in found.stdout
    found = surefoot("check", file, "--witness", tmp_path / "missing" / "p.yml")
    assert found.returncode == 2 and "its folder does not exist" in found.stderr


def test_a_witness_that_cannot_be_written_has_a_reason(tmp_path: Path) -> None:
    program, witness = tmp_path / "a.c", tmp_path / "a.yml"
    program.write_text("int main(void) { int a[2] = {0, 1}; return a[1] - 1; }\n")
    ended = surefoot("check", program, "-q", "--witness", witness)
    reason = "the competition has no specification for some check of the property; name another one"
    assert ended.stdout.startswith("safe")
    assert ended.stderr == f"surefoot: no witness was written to {witness}: {reason}\n"
