"""``surefoot check`` and ``surefoot export`` on VMT and BTOR2 models."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli.in_this_process import surefoot
from surefoot.base.budget import Budget
from surefoot.base.errors import InputError, UsageError
from surefoot.certify.verdicts import Safe, Unsafe
from surefoot.circuits import aiger
from surefoot.engines.aig.abc import Abc
from surefoot.verify import api

ROOT = Path(__file__).resolve().parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
COUNTER = """\
1 sort bitvec 8
2 sort bitvec 1
3 input 2 enable
4 state 1 count
5 zero 1
6 init 1 4 5
7 one 1
8 add 1 4 7
9 ite 1 3 8 4
10 next 1 4 9
11 constd 1 {}
12 ugt 2 4 11
13 bad 12 too_large
14 constd 1 100
15 ugte 2 4 14
16 constraint -15
"""
CYCLE = """\
#include <assert.h>
int main(void) {
    unsigned char i = 0;
    while (1) {
        i = i == 4 ? 0 : i + 1;
        assert(i < BOUND);
    }
}
"""
INTEGERS = """\
(declare-fun x () Int)
(declare-fun x.next () Int)
(define-fun .sv0 () Int (! x :next x.next))
(define-fun .init () Bool (! (= x 0) :init true))
(define-fun .trans () Bool (! (and (< x x.next) (< x.next (+ x 3))) :trans true))
(define-fun .below () Bool (! (not (= x {})) :invar-property 0))
"""


def process(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "surefoot", *map(str, arguments)]
    return subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=False, timeout=50)


def model(folder: Path, text: str, name: str = "counter.btor2") -> Path:
    path = folder / name
    path.write_text(text)
    return path


def test_a_trace_shows_states_and_inputs_of_each_step(tmp_path: Path) -> None:
    path = model(tmp_path, COUNTER.format(1))
    result = process("check", path)
    assert result.returncode == 1
    lines = result.stdout.splitlines()
    assert lines[0] == f"unsafe: assertion too_large ({path}:13)"
    shown = [line.strip() for line in lines]
    start = shown.index("6  6 init 1 4 5")
    assert shown[start + 1 : start + 6] == [
        "count = 0",
        "10  10 next 1 4 9",
        "enable = 1 (input), count = 1",
        "10  10 next 1 4 9",
        "enable = 1 (input), count = 2",
    ]
    assert "  checked: no bad state is reachable (property assertions)" in lines


def test_both_suffixes_of_btor2_are_accepted(tmp_path: Path) -> None:
    texts = {}
    for name in ("counter.btor2", "counter.btor"):
        path = model(tmp_path, COUNTER.format(1), name)
        assert surefoot("check", path).returncode == 1
        exported = surefoot("export", path, "--as", "vmt")
        texts[name] = surefoot("show", path).stdout.replace(name, "") + exported.stdout.replace(name, "")
        assert "too_large" in texts[name]
    assert texts["counter.btor2"] == texts["counter.btor"]


@pytest.mark.parametrize("notation", ["btor2", "vmt"])
def test_numbers_of_thousands_of_digits(tmp_path: Path, notation: str) -> None:
    number = "7" * 6000
    btor2 = (
        f"1 sort bitvec 20000\n2 state 1 s\n3 constd 1 {number}\n4 init 1 2 3\n5 sort bitvec 1\n6 eq 5 2 3\n7 bad 6\n"
    )
    vmt = f"""(declare-fun s () (_ BitVec 20000))(declare-fun s.next () (_ BitVec 20000))
        (define-fun .sv0 () (_ BitVec 20000) (! s :next s.next))
        (define-fun .init () Bool (! (= s (_ bv{number} 20000)) :init true))
        (define-fun .trans () Bool (! (= s.next s) :trans true))
        (define-fun .bad () Bool (! (bvult s (_ bv5 20000)) :invar-property 0))"""
    path = model(tmp_path, {"btor2": btor2, "vmt": vmt}[notation], f"wide.{notation}")
    result = process("check", path)
    assert result.returncode == 1 and f"s = {'7' * 50}… (6000 characters)" in result.stdout
    assert f'"value": "{number}"' in process("check", path, "--json").stdout
    assert isinstance(api.check(path).verdict, Unsafe)
    exported = process("export", path, "--as", "btor2")
    assert exported.returncode == 0 and process("check", model(tmp_path, exported.stdout)).returncode == 1


def test_proof_prints_its_invariants(tmp_path: Path) -> None:
    by_two = COUNTER.replace("7 one 1", "7 constd 1 2").replace("ugt ", "eq ")
    path = model(tmp_path, by_two.format(7))
    result = surefoot("check", path)
    assert result.returncode == 0
    assert f"  always at {path}:10:\n    (count & 1) == 0\n" in result.stdout


def test_arrays_in_a_trace(tmp_path: Path) -> None:
    text = """1 sort bitvec 4
2 sort array 1 1
3 zero 1
4 state 2 memory
5 init 2 4 3
6 input 1 at
7 input 1 data
8 write 2 4 6 7
9 next 2 4 8
10 ones 1
11 read 1 4 10
12 sort bitvec 1
13 constd 1 9
14 eq 12 11 13
15 bad 14
"""
    result = surefoot("check", model(tmp_path, text, "memory.btor"))
    assert result.returncode == 1
    assert "memory = {else 0}" in result.stdout and "memory = {[15] = 9, else 0}" in result.stdout


@pytest.mark.parametrize(("number", "verdict"), [("(- 1)", Safe), ("7", Unsafe)])
def test_integers_and_relations(tmp_path: Path, number: str, verdict: type) -> None:
    path = model(tmp_path, INTEGERS.format(number), "integers.vmt")
    assert isinstance(api.check(path, solver="z3", engine="kind").verdict, verdict)
    report = api.check(path, engine="kind")
    assert isinstance(report.verdict, verdict)
    assert report.warnings == ("bitwuzla does not decide integers: z3 is used instead",)


def test_options_for_programs_do_not_apply(tmp_path: Path) -> None:
    path = model(tmp_path, COUNTER.format(1))
    for options, message in (
        ({"property": "unreach-call"}, "remove --property"),
        ({"data_model": "ILP32"}, "remove --data-model"),
        ({"clang_flags": ["-DX=1"]}, "apply to C programs, not to a model"),
        ({"function": "f"}, "apply to C programs, not to a model"),
    ):
        with pytest.raises(UsageError, match=message):
            api.check(path, **options)
    with pytest.raises(UsageError, match="a model must be the only input file, but 2 files were named"):
        api.check(path, path)
    assert "not reproduced: a model is not a C program" in surefoot("check", path, "--run").stdout


def test_errors_in_models(tmp_path: Path) -> None:
    path = model(tmp_path, "1 sort bitvec 8\n2 state 1\n3 add 1 2 4\n")
    for command in (("check", path), ("export", path, "--as", "vmt")):
        result = surefoot(*command)
        assert result.returncode == 2 and result.stderr == f"surefoot: {path}:3: 4 is no node\n"
    with pytest.raises(InputError, match="nothing to check"):
        api.check(model(tmp_path, "1 sort bitvec 8\n2 state 1\n"))


def test_export_to_a_file_and_from_one_format_to_the_other(tmp_path: Path) -> None:
    source = tmp_path / "loop.c"
    source.write_text(
        "extern void reach_error(void); int main(void) { int i = 0; while (i < 3) i++; if (i > 3) reach_error(); }"
    )
    btor2, vmt = tmp_path / "loop.btor2", tmp_path / "loop.vmt"
    assert surefoot("export", source, "--as", "btor2", "-o", btor2).returncode == 0
    lines = btor2.read_text().splitlines()
    assert (
        lines[0]
        == f"; from {source}, LP64: no assertion fails, no invalid memory access, invalid free or leak, no operation overflows or is undefined"
    )
    assert lines[1:3] == ["; pc = 0: entry", f"; pc = 1: loop main:1 ({source}:1:60)"]
    result = surefoot("export", btor2, "--as", "vmt", "-o", vmt)
    assert result.returncode == 0 and ":invar-property 1" in vmt.read_text()
    assert surefoot("check", vmt).returncode == 0


def test_unexportable_models_are_explained(tmp_path: Path) -> None:
    source = tmp_path / "recursive.c"
    source.write_text("int f(int n) { return n ? f(n - 1) : 0; } int main(void) { return f(3); }")
    result = surefoot("export", source, "--as", "vmt")
    assert result.returncode == 2
    assert result.stderr == f"surefoot: {source}: no finite control system: the program is recursive\n"
    missing = surefoot("export", model(tmp_path, COUNTER.format(1)), "--as", "vmt", "-o", tmp_path / "no" / "file")
    assert missing.returncode == 2 and "cannot write" in missing.stderr


def test_traces_show_temporaries(tmp_path: Path) -> None:
    path = tmp_path / "sum.vmt"
    path.write_text("""(declare-fun x () Int) (declare-fun x.next () Int) (declare-fun t () Int)
(define-fun sx () Int (! x :next x.next))
(define-fun i () Bool (! (= x 0) :init true))
(define-fun s () Bool (! (and (= t (+ x 5)) (= x.next t)) :trans true))
(define-fun p () Bool (! (< x 15) :invar-property 0))
""")
    result = surefoot("check", path)
    assert result.returncode == 1
    assert [shown for shown in ("t = 5", "t = 10", "t = 15") if shown in result.stdout] == ["t = 5", "t = 10", "t = 15"]


def test_abc_reads_and_decides_exported_circuits(tmp_path: Path) -> None:
    """The binary file has the same circuit as the text, and ABC finds the violation of one twin only."""
    for bound, status in ((5, 1), (4, 0)):
        source = tmp_path / f"cycle{bound}.c"
        source.write_text(CYCLE.replace("BOUND", str(bound)))
        target = tmp_path / f"cycle{bound}.aig"
        assert surefoot("export", source, "--property", "assertions", "--as", "aiger", "-o", target).returncode == 0
        circuit = aiger.read(target.read_bytes())
        text = surefoot("show", source, "--property", "assertions", "--as", "aig").stdout
        assert aiger.write(circuit, binary=False) == aiger.write(aiger.read(text.encode()), binary=False)
        printed = Abc(tmp_path).run_script(f"read_aiger {target.name}; pdr; print_status", 10, Budget())
        assert f"Status = {status}" in printed


def test_binary_circuits_need_a_file(tmp_path: Path) -> None:
    source = tmp_path / "count.c"
    source.write_text(CYCLE.replace("BOUND", "5"))
    result = surefoot("export", source, "--as", "aiger")
    assert (result.returncode, result.stdout) == (2, "") and "-o" in result.stderr
