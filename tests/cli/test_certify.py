"""``surefoot check --certificate`` and ``surefoot certify`` on the command line."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli.in_this_process import surefoot
from surefoot.systems.control.text import parse_system

ROOT = Path(__file__).resolve().parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
TURNSTILE = ROOT / "examples" / "turnstile.c"
COUNTER = """\
1 sort bitvec 8
2 sort bitvec 1
4 state 1 count
5 zero 1
6 init 1 4 5
7 constd 1 2
8 add 1 4 7
10 next 1 4 8
11 constd 1 {}
12 eq 2 4 11
13 bad 12 reached
"""


def process(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "surefoot", *map(str, arguments)]
    return subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=False, timeout=50)


@pytest.fixture(scope="module")
def proof(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("proofs") / "turnstile.proof"
    assert process("check", TURNSTILE, "--certificate", path, "--time-limit", "40").returncode == 0
    return path


def test_refutations_are_checked() -> None:
    """With ``--certify refutation``, clauses are refuted and every step is checked."""
    result = surefoot("check", TURNSTILE, "--certify", "refutation", "--engine", "kind", "--time-limit", "40")
    assert result.returncode == 0
    assert "confirmed by checked bits" in result.stdout.splitlines()[0]
    result = surefoot("check", TURNSTILE, "--certify", "refutation", "--solver", "bits")
    assert result.returncode == 2 and "needs another --solver" in result.stderr
    result = surefoot("check", TURNSTILE, "--solver", "checked bits")
    assert result.returncode == 2 and "only confirms" in result.stderr


def test_certificate_is_written_and_checked(proof: Path) -> None:
    text = proof.read_text()
    assert text.startswith(f'(certificate 1\n  (file "{TURNSTILE}")\n')
    assert '(at "main:12"\n' in text and "  ; coins == state + people\n" in text
    result = process("certify", TURNSTILE, proof)
    assert (result.returncode, result.stderr) == (0, "")
    headline = result.stdout.splitlines()[0]
    assert headline.startswith("safe: the property is ")
    assert " (found by others, checked by bits, confirmed by bitwuzla" in headline
    assert "    coins == state + people\n" in result.stdout


def test_rejection_states_the_failed_obligation(proof: Path, tmp_path: Path) -> None:
    changed = tmp_path / "changed.proof"
    changed.write_text(proof.read_text().replace("(bvadd |main::state| |main::people|)", "|main::people|"))
    result = surefoot("certify", TURNSTILE, changed, "--quiet")
    assert result.returncode == 3
    assert result.stdout == (
        "unknown: the certificate does not hold: the edge main:12 -> main:12 violates `coins == people` "
        "(bits found a case); run surefoot check to search for another proof\n"
    )


def test_certificate_of_another_program_is_an_input_error(proof: Path) -> None:
    result = surefoot("certify", ROOT / "examples" / "saturating_sum.c", proof)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == (
        f"surefoot: {proof}: SMT-LIB, line 9: the program has no location main:12; there are: main:10\n"
    )


def test_options_determine_the_program(tmp_path: Path) -> None:
    source, proof = tmp_path / "f.c", tmp_path / "f.proof"
    source.write_text(
        "#include <assert.h>\nvoid f(void) { unsigned i = 0; for (;;) { if (i < N) i++; assert(i <= 5); } }\n"
    )
    options = ("--function", "f", "--data-model", "ILP32", "--property", "assertions")
    assert surefoot("check", source, *options, "-DN=5", "--certificate", proof, "--time-limit", "40").returncode == 0
    assert surefoot("certify", source, *options, "-DN=5", proof, "--time-limit", "40").returncode == 0
    assert surefoot("certify", source, *options, proof, "-DN=6", "--time-limit", "40").returncode == 3


def test_certify_report_is_json(proof: Path) -> None:
    result = surefoot("certify", TURNSTILE, proof, "--json")
    report = json.loads(result.stdout)
    assert (report["verdict"], report["engine"], report["evidence"]["kind"]) == ("safe", "certificate", "certificate")
    assert {each["name"] for each in report["evidence"]["certificate"]["invariants"]} == {"main:12"}


def test_an_unsafe_program_has_no_certificate(tmp_path: Path) -> None:
    path = tmp_path / "none.proof"
    result = surefoot("check", ROOT / "examples" / "binary_search.c", "--certificate", path, "--quiet")
    assert result.returncode == 1
    assert result.stderr == f"surefoot: no certificate was written to {path}: the verdict is unsafe\n"
    assert not path.exists()


def test_unwritable_certificate_does_not_affect_the_verdict(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    result = surefoot("check", ROOT / "examples" / "saturating_sum.c", "--certificate", tmp_path / "folder", "--quiet")
    assert result.returncode == 0
    assert result.stdout.startswith("safe: ")
    assert result.stderr == f"surefoot: cannot write {tmp_path / 'folder'}: it is a folder\n"
    missing = surefoot("check", ROOT / "examples" / "saturating_sum.c", "--certificate", tmp_path / "no" / "file")
    assert (missing.returncode, missing.stdout) == (2, "")
    assert "its folder does not exist" in missing.stderr


def test_models_have_certificates(tmp_path: Path) -> None:
    safe, unsafe, proof = tmp_path / "safe.btor2", tmp_path / "unsafe.btor2", tmp_path / "proof"
    safe.write_text(COUNTER.format(7))
    unsafe.write_text(COUNTER.format(8))
    assert surefoot("check", safe, "--certificate", proof, "--time-limit", "40").returncode == 0
    assert '(at "step"\n' in proof.read_text()
    assert surefoot("certify", safe, proof).returncode == 0
    result = surefoot("certify", unsafe, proof, "--quiet")
    assert result.returncode == 3
    assert f"step 1 from step fails assertion reached ({unsafe}:11)" in result.stdout


@pytest.mark.parametrize("name", ["turnstile.c", "traffic_light.btor2"])
def test_systems_are_exported(name: str) -> None:
    result = process("export", ROOT / "examples" / name, "--as", "system")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith(f"; from {ROOT / 'examples' / name}, LP64: ")
    system = parse_system(result.stdout)
    assert system.names == ({"turnstile.c": "main:12", "traffic_light.btor2": "step"}[name],)
    assert len(system.error_edges) == 1


def test_programs_without_a_finite_shape_are_not_exported(tmp_path: Path) -> None:
    source = tmp_path / "recursive.c"
    source.write_text("int f(int n) { return n <= 0 ? 0 : f(n - 1); }\nint main(void) { return f(3); }\n")
    result = surefoot("export", source, "--as", "system")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith(f"surefoot: {source}: no finite control system: ")


def test_proofs_with_shared_bodies(tmp_path: Path) -> None:
    program, proof = tmp_path / "calls.c", tmp_path / "calls.proof"
    program.write_text(
        "extern void reach_error(void);\nint i;\nvoid loop(void) { do i += 3; while (i < 5); if (i > 6) reach_error(); }\n"
        "int main(void) { i = 0; loop(); i = 0; loop(); return 0; }\n"
    )
    asked = (program, "--property", "unreach-call")
    checked = surefoot("check", *asked, "--engine", "euf", "--calls", "wait", "--certificate", proof)
    assert checked.returncode == 0
    assert '(calls "shared")' in proof.read_text()
    assert surefoot("certify", *asked, proof).returncode == 0
    exported = surefoot("export", *asked, "--as", "system", "--calls", "wait")
    assert [each.name for each in parse_system(exported.stdout).locations] == ["entry", "loop called", "loop:3"]
    inlined = surefoot("export", *asked, "--as", "system")
    assert len(parse_system(inlined.stdout).locations) == 3
