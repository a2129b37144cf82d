"""Results of single engines: one row for each task and engine, in the format of ``surefoot bench``,
for ``bench/engine_table.py``.

    python bench/engines_alone.py tasks.csv FOLDER --seconds 5 --engines bmc kind ufo

The command writes FOLDER/bmc.csv, FOLDER/kind.csv and so on. ``--only ldv- ntdrivers`` restricts it to
tasks whose path begins so. With ``+shared`` after the name of an engine, functions have one copy for
all their calls (``--calls shared``): ``euf+shared`` is EUFORIA's encoding "Wait".

The limit is CPU time of the command and its children, so that results do not depend on the load
of the machine. An interrupted run is continued.
"""

import argparse
import csv
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

COLUMNS = ("yml", "property", "expected", "verdict", "correct", "cpu_s", "engine")
PROPERTY = "unreach-call"
VERDICTS = {"safe": "true", "unsafe": "false"}
MOST_WALL_CLOCK = 20
"""How many times the limit a run may take on the clock on the wall."""
LOOK_EVERY = 0.05
"""How often its CPU time is looked at, in seconds."""
MOST_MEMORY_MB = 6000


def answer(task: Path, engine: str, seconds: float) -> tuple[str, float]:
    """Return the verdict of ``engine`` on ``task``, and its CPU seconds."""
    name, _, calls = engine.partition("+")
    command = [sys.executable, "-m", "surefoot", "check", str(task), "--property", PROPERTY, "--engine", name]
    command += ["--calls", calls] if calls else []
    command += [
        "--first",
        "--quiet",
        "--memory-limit",
        str(MOST_MEMORY_MB),
        "--time-limit",
        f"{MOST_WALL_CLOCK * seconds}s",
    ]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        while process.poll() is None and tree_seconds(process.pid) <= seconds:
            time.sleep(LOOK_EVERY)
        is_late = process.poll() is None
        process.terminate()
        said, _ = process.communicate()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    verdict = VERDICTS.get(said.partition(":")[0].strip(), "unknown")
    return "timeout" if is_late or used > seconds else verdict, used


def tree_seconds(process: int) -> float:
    """Return the CPU seconds that a process and its descendants have used."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        children = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="utf-8").split()
    except OSError:  # it has ended
        return 0.0
    own = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    return own + sum(tree_seconds(int(child)) for child in children)


def rows(
    tasks: Path, engine: str, seconds: float, known: frozenset[str], only: tuple[str, ...]
) -> Iterator[dict[str, str]]:
    """Yield a row for each task that is not ``known`` and whose path begins with one of ``only``."""
    with tasks.open(newline="", encoding="utf-8") as lines:
        for task in csv.DictReader(lines):
            if task["property"] != PROPERTY or task["yml"] in known or not task["yml"].startswith(only):
                continue
            verdict, used = answer(tasks.parent / "tasks" / task["yml"], engine, seconds)
            is_decided = verdict in VERDICTS.values()
            correct = "" if not is_decided else "correct" if verdict == task["expected"].lower() else "wrong"
            cells = (task["yml"], PROPERTY, task["expected"], verdict, correct, f"{used:.2f}", engine)
            yield dict(zip(COLUMNS, cells, strict=True))


def main(arguments: Sequence[str]) -> None:
    """Write the rows."""
    if not arguments:
        print("engines alone          python bench/engines_alone.py TASKS.csv FOLDER --engines ...")
        return
    parser = argparse.ArgumentParser()
    parser.add_argument("tasks", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--engines", nargs="+", required=True)
    parser.add_argument("--only", nargs="+", default=[""])
    options = parser.parse_args(arguments)
    options.folder.mkdir(exist_ok=True)
    for engine in options.engines:
        file = options.folder / f"{engine}.csv"
        known: frozenset[str] = frozenset()
        if file.exists():
            with file.open(newline="", encoding="utf-8") as lines:
                known = frozenset(row["yml"] for row in csv.DictReader(lines))
        with file.open("a", newline="", encoding="utf-8") as lines:
            table = csv.DictWriter(lines, COLUMNS)
            if not known:
                table.writeheader()
            for row in rows(options.tasks, engine, options.seconds, known, tuple(options.only)):
                table.writerow(row)
                lines.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
