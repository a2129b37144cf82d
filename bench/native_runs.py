"""Violations in a list of tasks that the compiled program confirms (``--run``), and the reasons for
the others.

    python bench/native_runs.py TASKS.csv [PROPERTY ...] > table.md
"""

import csv
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

PROPERTIES = ("valid-memsafety", "no-overflow")
LIMIT = "60s"


def main(arguments: Sequence[str]) -> None:
    """Print a line for each task that has a violation, and the share of confirmed ones among those that were found."""
    if not arguments:
        print("native runs            of violations: python bench/native_runs.py TASKS.csv")
        return
    print("| task | verdict | confirmed | what the compiled program does |\n|---|---|---|---|")
    found = confirmed = 0
    for task, property in _tasks(Path(arguments[0]), tuple(arguments[1:]) or PROPERTIES):
        document = _checked(task, property)
        told = document["evidence"].get("native_run") or {}
        is_found = document["verdict"] == "unsafe"
        found += is_found
        confirmed += bool(told.get("reproduced"))
        detail = "; depends on ".join([told.get("detail", "was not run"), *told.get("depends_on", ())])
        answer = "" if not is_found else "yes" if told.get("reproduced") else "no"
        print(f"| {task.stem} | {document['competition_verdict']} | {answer} | {detail} |", flush=True)
    print(f"\n{confirmed} of {found} violations are confirmed")


def _tasks(table: Path, properties: Sequence[str]) -> Iterator[tuple[Path, str]]:
    with table.open(newline="", encoding="utf-8") as lines:
        for row in csv.DictReader(lines):
            if row["expected"] == "False" and row["property"] in properties:
                yield table.parent / "tasks" / row["yml"], row["property"]


def _checked(task: Path, property: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "surefoot", "check", str(task), "--property", property, "--run"]
    done = subprocess.run([*command, "--time-limit", LIMIT, "--json"], capture_output=True, text=True, check=False)
    document: dict[str, Any] = json.loads(done.stdout)
    return document


if __name__ == "__main__":
    main(sys.argv[1:])
