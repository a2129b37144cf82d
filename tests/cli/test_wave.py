"""`check --wave`: the failing run as a waveform file, and a message if there is none."""

import io
import subprocess
import sys
from pathlib import Path

import pytest
from vcd.reader import TokenKind, tokenize

PROGRAM = """#include <assert.h>
int main(void) {
    unsigned i = 0;
    while (i < 3) {
        i = i + 1;
    }
    assert(i %s 3);
}
"""


def check(text: str, folder: Path, wave: Path, name: str = "program.c") -> "subprocess.CompletedProcess[str]":
    source = folder / name
    source.write_text(text)
    command = [sys.executable, "-m", "surefoot", "check", str(source), "--wave", str(wave), "-q"]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_failing_run_is_written(tmp_path: Path) -> None:
    wave = tmp_path / "run.vcd"
    result = check(PROGRAM % "<", tmp_path, wave)
    assert (result.returncode, result.stderr) == (1, "")
    text = wave.read_text()
    assert "$var integer 32 $ i $end" in text
    values = [line for line in text.splitlines() if line.startswith("b") and line.endswith(" $")]
    assert values == ["b0 $", "b1 $", "b10 $", "b11 $"]
    assert 'sprogram.c:7 "' in text


def test_truncated_arrays_are_accepted(tmp_path: Path) -> None:
    wave = tmp_path / "run.vcd"
    result = check("int main(void) { int cells[9] = {0}; return 1 / cells[3]; }", tmp_path, wave)
    assert (result.returncode, result.stderr) == (1, "")
    assert "cells[7]" in wave.read_text()


def test_j_run(tmp_path: Path) -> None:
    text = "int a[2]; int i;\n@pre p { i == 1 && a[1] == 3 }\na[i] = 5;\n@post p { a[i] == 3 }\n"
    wave = tmp_path / "run.vcd"
    assert check(text, tmp_path, wave, "program.j").returncode == 1
    lines = wave.read_text().splitlines()
    (signal,) = [line.split()[3] for line in lines if line.endswith(" a[1] $end")]
    assert [line for line in lines if line.startswith("b") and line.endswith(f" {signal}")] == [
        f"b11 {signal}",
        f"b101 {signal}",
    ]
    assert any(line.startswith("sprogram.j:3 ") for line in lines)


MODELS = {
    "model.vmt": """(declare-fun b () Bool)
(declare-fun b1 () Bool)
(declare-fun x () (_ BitVec 8))
(declare-fun x1 () (_ BitVec 8))
(define-fun state0 () Bool (! b :next b1))
(define-fun state1 () (_ BitVec 8) (! x :next x1))
(define-fun start () Bool (! (and (not b) (= x #xfe)) :init true))
(define-fun step () Bool (! (and (= b1 (not b)) (= x1 (bvadd x #x01))) :trans true))
(define-fun holds () Bool (! (not (and b (= x #x01))) :invar-property 0))
""",
    "model.btor2": """1 sort bitvec 8
2 sort bitvec 1
3 constd 1 254
4 state 1 x
5 init 1 4 3
6 one 1
7 add 1 4 6
8 next 1 4 7
9 zero 2
10 state 2 b
11 init 2 10 9
12 not 2 10
13 next 2 10 12
14 eq 2 4 6
15 bad 14
""",
}
"""A counter from 254 to 1, and a bit that changes each time."""


@pytest.mark.parametrize("name", MODELS)
def test_model_run(name: str, tmp_path: Path) -> None:
    wave = tmp_path / "run.vcd"
    assert check(MODELS[name], tmp_path, wave, name).returncode == 1
    widths: dict[str, int] = {}
    names: dict[str, str] = {}
    found: dict[str, list[object]] = {"x": [], "b": [], "clock": []}
    for token in tokenize(io.BytesIO(wave.read_bytes())):
        match token.kind:
            case TokenKind.VAR:
                names[token.var.id_code] = token.var.reference
                widths[token.var.reference] = token.var.size
            case TokenKind.CHANGE_SCALAR:
                found[names[token.scalar_change.id_code]].append(token.scalar_change.value)
            case TokenKind.CHANGE_VECTOR:
                found[names[token.vector_change.id_code]].append(token.vector_change.value)
            case _:
                pass
    assert (widths["x"], widths["b"]) == (8, 1)
    assert found["x"] == [254, 255, 0, 1]
    assert found["b"] == ["0", "1", "0", "1"]


def test_safe_program_has_no_waveform(tmp_path: Path) -> None:
    wave = tmp_path / "run.vcd"
    result = check(PROGRAM % "==", tmp_path, wave)
    assert result.returncode == 0
    assert f"no wave was written to {wave}: the verdict is safe" in result.stderr
    assert not wave.exists()


def test_missing_folder_is_reported_first(tmp_path: Path) -> None:
    result = check(PROGRAM % "<", tmp_path, tmp_path / "missing" / "run.vcd")
    assert result.returncode == 2
    assert "its folder does not exist" in result.stderr
