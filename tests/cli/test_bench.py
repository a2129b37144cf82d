"""``surefoot bench``: a row for every task whatever happens, and a run that goes on where it stopped."""

import csv
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT / "src")}

PROGRAMS = {
    "proof": ("True", "int main(void) { return 0; }"),
    "alarm": ("False", "void reach_error(void); int main(void) { reach_error(); }"),
    "mislabelled": ("True", "void reach_error(void); int main(void) { reach_error(); }"),
    "broken": ("True", "int main(void) { return 0 }"),
    "endless": (
        "True",
        """extern unsigned n(void); void reach_error(void);
        int main(void) {
            unsigned x = 0, y = 0;
            while (n()) { x += y; y += 3 * x + 1; }
            if (x == 2718281828u && y == 3141592653u) reach_error();
        }""",
    ),
}


@pytest.fixture
def tasks(tmp_path: Path) -> Path:
    lines = ["yml,property,expected,set"]
    (tmp_path / "tasks" / "small").mkdir(parents=True)
    for name, (expected, text) in PROGRAMS.items():
        (tmp_path / "tasks" / "small" / f"{name}.c").write_text(text)
        (tmp_path / "tasks" / "small" / f"{name}.yml").write_text(
            f"format_version: '2.0'\ninput_files: {name}.c\noptions: {{language: C, data_model: LP64}}\n"
            "properties:\n  - property_file: unreach-call.prp\n  - property_file: termination.prp\n"
        )
        lines.append(f"small/{name}.yml,unreach-call,{expected},Small")
    lines.append("small/proof.yml,termination,True,Other")
    table = tmp_path / "tasks.csv"
    table.write_text("\n".join(lines) + "\n")
    return table


def bench(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "surefoot", "bench", *map(str, arguments)]
    return subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=False, timeout=55)


def rows(path: Path) -> dict[tuple[str, str], dict[str, str]]:
    with path.open(newline="") as file:
        return {(Path(row["yml"]).stem, row["property"]): row for row in csv.DictReader(file)}


def test_every_task_gets_its_row(tasks: Path, tmp_path: Path) -> None:
    out = tmp_path / "results.csv"
    result = bench(tasks, "--limit", "6", "--memory", "2000", "--jobs", "2", "--out", out)
    assert result.returncode == 0
    found = rows(out)
    assert {name: row["verdict"] for (name, _), row in found.items() if row["property"] == "unreach-call"} == {
        "proof": "true",
        "alarm": "false(unreach-call)",
        "mislabelled": "false(unreach-call)",
        "broken": "error",
        "endless": "timeout",
    }
    assert found["proof", "termination"]["verdict"] == "unknown"
    assert [found[name, "unreach-call"]["correct"] for name in PROGRAMS] == ["correct", "correct", "wrong", "", ""]
    assert "expected ';'" in found["broken", "unreach-call"]["reason"]
    assert float(found["proof", "unreach-call"]["cpu_s"]) > 0 and int(found["proof", "unreach-call"]["rss_mb"]) > 10
    assert "WRONG: small/mislabelled.yml" in result.stderr
    closing = [line.split() for line in result.stdout.splitlines()]
    assert closing[-1][:3] == ["in", "all", "6"] and closing[-1][-2] == str(2 + 1 - 16)

    again = bench(tasks, "--out", out, "--compare", out)
    assert "going on: 6 of 6" in again.stderr
    assert "6 tasks in both runs, 0 verdicts changed, score +0" in again.stdout


def test_an_interrupted_run_goes_on(tasks: Path, tmp_path: Path) -> None:
    out = tmp_path / "results.csv"
    command = [sys.executable, "-m", "surefoot", "bench", str(tasks), "--limit", "20", "--out", str(out)]
    with subprocess.Popen(
        command, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        while not out.exists() or len(out.read_text().splitlines()) < 3:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate(timeout=20)
    assert process.returncode == -signal.SIGINT and "the same command goes on from here" in complaint
    finished = set(rows(out))
    assert 2 <= len(finished) < 6
    before = {key: row for key, row in rows(out).items() if key in finished}
    with out.open("a") as torn:
        torn.write("small/endl")
    bench(tasks, "--limit", "20", "--out", out)
    after = rows(out)
    assert len(after) == 6 and {key: after[key] for key in finished} == before


def test_killing_the_run_ends_its_tasks(tasks: Path, tmp_path: Path) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    command = [sys.executable, "-m", "surefoot", "bench", str(tasks), "--limit", "50", "--out", str(tmp_path / "r.csv")]
    environment = {**ENVIRONMENT, "TMPDIR": str(temporary)}
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        while not list(temporary.iterdir()):
            time.sleep(0.05)
        process.kill()
    deadline = time.monotonic() + 10
    while list(temporary.iterdir()) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert list(temporary.iterdir()) == []


def test_rows_of_another_engine_are_not_mixed(tasks: Path, tmp_path: Path) -> None:
    out = tmp_path / "results.csv"
    common = (tasks, "--sample", "1", "--seed", "3", "--limit", "2", "--out", out)
    assert bench(*common).returncode == 0
    other = bench(*common, "--engine", "bmc{max-bound=3}")
    assert other.returncode == 2 and "--fresh" in other.stderr
    assert bench(*common, "--engine", "bmc{max-bound=3}", "--fresh").returncode == 0
    assert {row["engine"] for row in rows(out).values()} == {"bmc{max-bound=3}"}


def test_mistakes_are_explained(tasks: Path, tmp_path: Path) -> None:
    assert "no such file" in bench(tmp_path / "nowhere.csv", "--out", tmp_path / "r.csv").stderr
    assert "folder does not exist" in bench(tasks, "--out", tmp_path / "nowhere" / "r.csv").stderr
    engine = bench(tasks, "--engine", "nonsense", "--out", tmp_path / "r.csv")
    assert (
        engine.returncode == 2 and "choose from auto, bkind, bmc" in engine.stderr and not (tmp_path / "r.csv").exists()
    )
    (tasks.parent / "tasks" / "small" / "proof.yml").unlink()
    missing = bench(tasks, "--out", tmp_path / "r.csv")
    assert missing.returncode == 2 and "2 of 6 task files are not there" in missing.stderr
