"""Terminals, pipes, disks and signals: verdict and exit code do not depend on them."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
SAFE, UNSAFE, USAGE, UNKNOWN = range(4)
PROGRAM = """
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 42) // COMMENT
        reach_error();
    return 0;
}
"""
ENDLESS = """
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
    for (unsigned x = 1;; x += 2 * __VERIFIER_nondet_uint())
        if (x == 42)
            reach_error();
}
"""
ESCAPES = "\x1b[2J\x1b]0;title\x07 \x9b31m \u202e"


@pytest.fixture
def unsafe(tmp_path: Path) -> Path:
    path = tmp_path / "program.c"
    path.write_text(PROGRAM, encoding="utf-8")
    return path


def surefoot(
    *arguments: str | Path, cwd: Path | None = None, environment: Mapping[str, str] = ENVIRONMENT
) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "surefoot", *map(str, arguments)]
    return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, check=False, timeout=50)


def shell(command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["/bin/sh", "-c", command], env=ENVIRONMENT, capture_output=True, text=True, check=False)


def visible(output: bytes) -> bool:
    """Return whether every line consists of characters that a terminal shows."""
    return all(line.isprintable() for line in output.decode("utf-8").split("\n"))


@pytest.mark.parametrize("redirection", ["| true", "> /dev/full", ">&-"])
@pytest.mark.parametrize("report", ["", "--json"], ids=["text", "json"])
def test_closed_output_leaves_the_exit_code(unsafe: Path, tmp_path: Path, redirection: str, report: str) -> None:
    ended = tmp_path / "code"
    command = f"( {sys.executable} -m surefoot check {unsafe} {report}; echo $? > {ended} ) {redirection}"
    result = shell(command)
    assert ended.read_text() == f"{UNSAFE}\n"
    assert result.stderr == (
        "surefoot: cannot write the output: No space left on device\n" if "full" in redirection else ""
    )


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        ("/dev/full", "No space left on device"),
        ("/proc/report.json", "No such file"),
        ("kept.json", "read-only"),
        ("x" * 300, "File name too long"),
    ],
)
def test_unwritable_report_does_not_affect_the_verdict(unsafe: Path, tmp_path: Path, target: str, reason: str) -> None:
    kept = tmp_path / "kept.json"
    kept.write_text("kept")
    kept.chmod(0o444)
    result = surefoot("check", unsafe, "--quiet", f"--json={target}", cwd=tmp_path)
    assert result.returncode == UNSAFE and result.stdout.startswith(b"unsafe: ")
    assert result.stderr.decode().startswith(f"surefoot: cannot write {target}: ") and reason in result.stderr.decode()
    assert kept.read_text() == "kept" and sorted(tmp_path.iterdir()) == [kept, unsafe]


def test_help_into_a_closed_pipe_is_no_defect() -> None:
    for redirection in ("| true", ">&-"):
        result = shell(f"( {sys.executable} -m surefoot --help; echo $? >&2 ) {redirection}")
        assert result.stderr == "0\n"
    full = shell(f"{sys.executable} -m surefoot check --help > /dev/full")
    assert (full.returncode, full.stderr) == (0, "surefoot: cannot write the output: No space left on device\n")


def test_unwritable_queries_do_not_affect_the_verdict(unsafe: Path) -> None:
    result = surefoot("check", unsafe, "--engine", "bmc", "--record", "/proc/queries")
    assert result.returncode == UNSAFE and b"warning: cannot record a query in /proc/queries" in result.stdout


def test_export_is_written_atomically(unsafe: Path, tmp_path: Path) -> None:
    missing = surefoot("export", unsafe, "--as", "vmt", "-o", "/proc/system.vmt")
    assert missing.returncode == USAGE and b"cannot write /proc/system.vmt" in missing.stderr
    unwritten = tmp_path / "system.btor2"
    refused = surefoot("export", tmp_path / "none.c", "--as", "btor2", "-o", unwritten)
    assert refused.returncode == USAGE and not unwritten.exists()
    assert shell(f"{sys.executable} -m surefoot export {unsafe} --as vmt > /dev/full").returncode == UNKNOWN


@pytest.mark.parametrize(
    "encoding", [{"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}]
)
def test_unencodable_characters_are_escaped(unsafe: Path, encoding: dict[str, str]) -> None:
    unsafe.write_text(PROGRAM.replace("COMMENT", "größer"), encoding="utf-8")
    environment = {**ENVIRONMENT, **encoding}
    result = surefoot("check", unsafe, environment=environment)
    assert result.returncode == UNSAFE and rb"// gr\xf6\xdfer" in result.stdout
    document = json.loads(surefoot("check", unsafe, "--json", environment=environment).stdout)
    assert any("größer" in step["source"] for step in document["evidence"]["steps"])


def test_control_characters_of_a_source_are_escaped(unsafe: Path) -> None:
    unsafe.write_text(PROGRAM.replace("COMMENT", ESCAPES), encoding="utf-8")
    result = surefoot("check", unsafe)
    assert result.returncode == UNSAFE and visible(result.stdout)
    assert rb"// \x1b[2J\x1b]0;title\x07 \x9b31m \u202e" in result.stdout
    unsafe.write_text(f'int main(void) {{ return "{ESCAPES}" }}\n', encoding="utf-8")
    broken = surefoot("check", unsafe)
    assert broken.returncode == USAGE and visible(broken.stderr)


@pytest.mark.parametrize(
    "command",
    ["show", "show --as cfg", "show --as cfg --dot", "show --as formula", "export --as vmt", "export --as btor2"],
)
def test_no_command_prints_control_characters(tmp_path: Path, command: str) -> None:
    path = tmp_path / "\x1b[35mname.c"
    path.write_text(
        f'#include <assert.h>\nint n(void);\nint main(void) {{ assert(n() == 3 && "{ESCAPES}"); }}\n', encoding="utf-8"
    )
    result = surefoot(*command.split(), path)
    assert result.returncode == SAFE and visible(result.stdout)


@pytest.mark.parametrize("name", ["/dev/zero", "pipe.c", "."])
def test_line_marker_may_name_no_file(unsafe: Path, tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / "pipe.c")
    unsafe.write_text(f'#line 1 "{name}"' + PROGRAM)
    result = surefoot("check", unsafe, "--time-limit", "20", cwd=tmp_path)
    assert result.returncode == UNSAFE and result.stdout.startswith(f"unsafe: call of reach_error ({name}:6)".encode())


@pytest.mark.parametrize("name", ["new\nline.c", "\x1b[31mred.c", "tab\tulator.c"])
def test_file_name_cannot_forge_report_lines(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text(PROGRAM)
    result = surefoot("check", path, "--quiet")
    assert result.returncode == UNSAFE and visible(result.stdout) and result.stdout.count(b"\n") == 1
    assert visible(surefoot("check", path.with_name(f"no{name}")).stderr)


def test_file_name_that_is_not_utf8(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/\xff.c"
    Path(os.fsdecode(path)).write_text(PROGRAM)
    assert surefoot("check", os.fsdecode(path), "--quiet").stdout.endswith(b"\\udcff.c:7)\n")
    report = tmp_path / "report.json"
    assert surefoot("check", os.fsdecode(path), f"--json={report}").returncode == UNSAFE
    assert json.loads(report.read_text(encoding="utf-8"))["files"] == [os.fsdecode(path)]


@pytest.mark.parametrize("delay", [0.0, 0.02, 0.05, 0.1, 0.2])
def test_early_interrupt_leaves_no_traceback(tmp_path: Path, delay: float) -> None:
    """During the import of surefoot's modules; earlier interrupts reach Python's own start-up."""
    endless = tmp_path / "endless.c"
    endless.write_text(ENDLESS, encoding="utf-8")
    command = [sys.executable, "-X", "importtime", "-m", "surefoot", "check", str(endless), "--engine", "bmc"]
    with subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        while not process.stderr.readline().rstrip().endswith(b" surefoot.cli"):
            pass
        time.sleep(delay)
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate(timeout=20)
    assert process.returncode == -signal.SIGINT and b"Traceback" not in complaint


def test_ignored_signals_stay_ignored(unsafe: Path) -> None:
    """``nohup`` and background commands of shells ignore signals."""
    command = f"trap '' INT HUP; exec {sys.executable} -m surefoot check {unsafe} --quiet"
    with subprocess.Popen(["/bin/sh", "-c", command], env=ENVIRONMENT, stdout=subprocess.PIPE) as process:
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGHUP)
        output, _ = process.communicate(timeout=20)
    assert process.returncode == UNSAFE and output.startswith(b"unsafe: ")
