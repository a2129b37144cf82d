"""``surefoot bench``: one row for each task, and continuation of interrupted runs."""

import csv
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import surefoot
from cli.in_this_process import surefoot as surefoot_in_process
from surefoot.base.errors import EnvironmentFault
from surefoot.bench.results import ResultFile, Row, read_rows
from surefoot.cli.arguments import parse
from surefoot.cli.bench import run

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


def test_each_task_has_a_row(tasks: Path, tmp_path: Path) -> None:
    out = tmp_path / "results.csv"
    result = bench(tasks, "--limit", "6", "--memory", "2000", "--jobs", "2", "--out", out)
    assert result.returncode == 1  # an answer is wrong
    found = rows(out)
    assert {name: row["verdict"] for (name, _), row in found.items() if row["property"] == "unreach-call"} == {
        "proof": "true",
        "alarm": "false(unreach-call)",
        "mislabelled": "false(unreach-call)",
        "broken": "error",
        "endless": "timeout",
    }
    assert found["proof", "termination"]["verdict"] == "true"
    assert [found[name, "unreach-call"]["correct"] for name in PROGRAMS] == ["correct", "correct", "wrong", "", ""]
    assert "expected ';'" in found["broken", "unreach-call"]["reason"]
    assert float(found["proof", "unreach-call"]["cpu_s"]) > 0 and int(found["proof", "unreach-call"]["rss_mb"]) > 10
    assert "WRONG: small/mislabelled.yml" in result.stderr
    closing = [line.split() for line in result.stdout.splitlines()]
    assert closing[-2][:3] == ["in", "all", "6"] and closing[-2][-2] == str(2 + 2 + 1 - 16)
    assert closing[-1][:2] == ["3", "solved:"]

    again = bench(tasks, "--limit", "6", "--memory", "2000", "--out", out, "--compare", out)
    assert again.returncode == 1
    assert "resuming: 6 of 6" in again.stderr
    assert "6 tasks in both runs, 0 verdicts changed, score +0" in again.stdout


def test_interrupted_run_is_continued(tasks: Path, tmp_path: Path) -> None:
    out = tmp_path / "results.csv"
    command = [sys.executable, "-m", "surefoot", "bench", str(tasks), "--limit", "2", "--out", str(out)]
    with subprocess.Popen(
        command, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        while not out.exists() or len(out.read_text().splitlines()) < 3:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate(timeout=20)
    assert process.returncode == -signal.SIGINT and "run the same command to resume" in complaint
    finished = set(rows(out))
    assert 2 <= len(finished) < 6
    before = {key: row for key, row in rows(out).items() if key in finished}
    with out.open("a") as torn:
        torn.write("small/endl")
    bench(tasks, "--limit", "2", "--out", out)
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


@pytest.mark.parametrize(
    ("options", "word"),
    [
        (["--limit", "3"], "limit_s 2"),
        (["--limit", "2", "--memory", "3000"], "memory_mb 4000"),
        (["--limit", "2", "--engine", "bmc"], "engine auto"),
    ],
)
def test_rows_of_other_settings_are_not_mixed(tasks: Path, tmp_path: Path, options: list[str], word: str) -> None:
    out = tmp_path / "results.csv"
    assert bench(tasks, "--property", "termination", "--limit", "2", "--out", out).returncode == 0
    before = out.read_text()
    other = bench(tasks, "--out", out, *options)
    assert other.returncode == 2 and f"{out} holds results with {word}; add --fresh" in other.stderr
    assert out.read_text() == before
    out.write_text(before.replace(surefoot.__version__, "0.0.9"))
    older = bench(tasks, "--limit", "2", "--out", out)
    assert older.returncode == 2 and "version 0.0.9" in older.stderr


def test_table_is_printed_when_rows_cannot_be_written(
    tasks: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(_file: ResultFile, _row: Row) -> None:
        raise EnvironmentFault("cannot write r.csv: No space left on device")

    monkeypatch.setattr(ResultFile, "append", full)
    options = parse(
        ["bench", str(tasks), "--property", "termination", "--limit", "2", "--out", str(tmp_path / "r.csv")]
    )
    with pytest.raises(EnvironmentFault, match="No space left"):
        run(options)
    assert ["in", "all", "1"] in [line.split()[:3] for line in capsys.readouterr().out.splitlines()]


def test_rows_of_another_engine_are_not_mixed(tasks: Path, tmp_path: Path) -> None:
    out = tmp_path / "results.csv"
    common = (tasks, "--sample", "1", "--seed", "3", "--limit", "2", "--out", out)
    assert bench(*common).returncode == 0
    other = bench(*common, "--engine", "bmc{max-bound=3}")
    assert other.returncode == 2 and "--fresh" in other.stderr
    assert bench(*common, "--engine", "bmc{max-bound=3}", "--fresh").returncode == 0
    assert {row["engine"] for row in rows(out).values()} == {"bmc{max-bound=3}"}


def test_usage_errors_are_explained(tasks: Path, tmp_path: Path) -> None:
    assert "no such file" in bench(tmp_path / "nowhere.csv", "--out", tmp_path / "r.csv").stderr
    assert "folder does not exist" in bench(tasks, "--out", tmp_path / "nowhere" / "r.csv").stderr
    assert "it is no regular file" in bench(tasks, "--out", "/dev/zero").stderr
    engine = bench(tasks, "--engine", "nonsense", "--out", tmp_path / "r.csv")
    assert (
        engine.returncode == 2
        and "choose from auto, accelerate, aig, bkind, bmc" in engine.stderr
        and not (tmp_path / "r.csv").exists()
    )
    (tasks.parent / "tasks" / "small" / "proof.yml").unlink()
    missing = bench(tasks, "--out", tmp_path / "r.csv")
    assert missing.returncode == 2 and "2 of 6 task files do not exist" in missing.stderr


def test_shards_are_merged(tasks: Path, tmp_path: Path) -> None:
    common = ["--limit", "2", "--engine", "bmc{max-bound=2}", "--property", "unreach-call"]
    parts = [tmp_path / f"part{number}.csv" for number in (1, 2)]
    for number, part in enumerate(parts, 1):
        assert bench(tasks, *common, "--shard", f"{number}/2", "--out", part).returncode in {0, 1}
    assert [len(read_rows(part)) for part in parts] == [3, 2]
    out = tmp_path / "all.csv"
    merged = surefoot_in_process("bench", tasks, *common, "--merge", *parts, "--out", out)
    assert merged.returncode == 1  # one task is mislabelled
    assert sorted(each.yml for each in read_rows(out)) == sorted(f"small/{name}.yml" for name in PROGRAMS)
    twice = surefoot_in_process("bench", tasks, *common, "--merge", *parts, parts[0], "--out", out)
    assert twice.returncode == 1 and len(read_rows(out)) == len(PROGRAMS)
    lacking = surefoot_in_process("bench", tasks, *common, "--merge", parts[1], "--out", out)
    assert lacking.returncode in {1, 3} and "3 of 5 tasks have no row" in lacking.stderr
    changed = parts[0].read_text().replace(",true,", ",false,", 1)
    (tmp_path / "other.csv").write_text(changed)
    other = surefoot_in_process("bench", tasks, *common, "--merge", *parts, tmp_path / "other.csv", "--out", out)
    assert other.returncode == 2 and "have different results of small/" in other.stderr
    (tmp_path / "other.csv").write_text(parts[1].read_text().replace("max-bound=2", "max-bound=3"))
    other = surefoot_in_process("bench", tasks, *common, "--merge", parts[0], tmp_path / "other.csv", "--out", out)
    assert other.returncode == 2 and "different engine" in other.stderr
    assert surefoot_in_process("bench", tasks, "--shard", "3/2", "--out", out).returncode == 2
