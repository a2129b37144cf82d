"""Output for J programs."""

from pathlib import Path

import pytest

from surefoot.circuits import aiger
from surefoot.cli.main import main

SEARCH = """int search(int[] a, int d) {
  for (int i = 0; i < MAXSIZE; i++) {
    if (a[i] == d) { return i; }
  }
  return %s;
  @post p { rv == -1 ? (forall (i [0 .. MAXSIZE - 1]) { a[i] != d }) : a[rv] == d }
}
"""


@pytest.fixture
def search(tmp_path: Path) -> Path:
    path = tmp_path / "search.j"
    path.write_text(SEARCH % "-1")
    return path


def test_bounds_are_in_the_report(search: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(search), "--bits", "4", "--elements", "2"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("safe: every run ends within 2 iterations")
    assert "assumed: an int has 4 bits, from -8 to 7 (--bits)" in said
    assert "assumed: arrays without a size have 2 elements (--elements)" in said


def test_run_is_printed_in_the_syntax_of_the_source(search: Path, capsys: pytest.CaptureFixture[str]) -> None:
    search.write_text(SEARCH % "0")
    wave = search.with_suffix(".vcd")
    assert main(["check", str(search), "--bits", "3", "--elements", "2", "--wave", str(wave)]) == 1
    said = capsys.readouterr().out
    assert "unsafe: assertion postcondition p" in said
    assert "rv = 0" in said and "a[0] = " in said and "if (a[i] == d) { return i; }" in said
    assert "$var" in wave.read_text() and "a[0]" in wave.read_text()


def test_certificates(search: Path, capsys: pytest.CaptureFixture[str]) -> None:
    proof = search.with_suffix(".proof")
    bounds = ["--bits", "4", "--elements", "2"]
    assert main(["check", str(search), "--certificate", str(proof), "-q", *bounds]) == 0
    assert main(["certify", str(search), str(proof), "-q", *bounds]) == 0
    search.write_text(SEARCH % "0")
    assert main(["certify", str(search), str(proof), "-q", *bounds]) in (2, 3)
    capsys.readouterr()


def test_show(search: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bounds = ["--bits", "3", "--elements", "2"]
    assert main(["show", str(search), "--as", "olp", *bounds]) == 0
    said = capsys.readouterr().out
    assert "while (notdone) {" in said and "@dotogether {" in said
    assert 'pc = step1 ? "search:2"' in said
    assert main(["show", str(search), "--as", "aig", *bounds]) == 0
    text = capsys.readouterr().out
    circuit = aiger.read(text.encode())
    assert f"{len(circuit.latches)} latches" in text
    names = [*(each.name for each in circuit.latches), *(each.name for each in circuit.inputs)]
    assert len(set(names)) == len(names) and "" not in names
    assert [name for name in names if name.startswith("i[")] == ["i[0]", "i[1]", "i[2]"]
    assert [name for name in names if name.startswith("pc[")] == ["pc[0]", "pc[1]"]
    assert text.split("\nc\n")[1].splitlines()[1:] == ["pc = 0: entry", f"pc = 1: search:2 ({search}:2:3)"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["search.j", "--bits", "many"], "--bits: expected a number, not 'many'"),
        (["search.j", "--bits", "1"], "--bits must be a number from 2 to 64, not 1"),
        (["search.j", "--function", "serch"], "function serch is not defined; did you mean search?"),
        (["search.j", "--data-model", "ILP32"], "use --bits for the width of int"),
        (["search.j", "search.j"], "a J program must be the only input file"),
        (["search.j", "-DN=3"], "apply to C programs"),
        (["other.c", "--bits", "4"], "apply to J programs"),
    ],
)
def test_usage_errors(
    arguments: list[str],
    message: str,
    search: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(search.parent)
    Path("other.c").write_text("int main(void) { return 0; }")
    assert main(["check", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_errors_have_a_caret(search: Path, capsys: pytest.CaptureFixture[str]) -> None:
    search.write_text("int x;\nx = y;\n")
    assert main(["check", str(search)]) == 2
    assert capsys.readouterr().err.splitlines()[1:] == ["  x = y;", "      ^"]
