"""A table of engines on folders of tasks: what they solve, what it costs, and how often `euf` refines.

python bench/euf.py --engines euf 'euf{terms=composed}' ic3 kind --limit 30 tasks/locks tasks/ssh-simplified > table.md

A folder has task files of the competition; their property ``unreach-call`` is checked, one process at a time. CPU times are those of whole processes, but the share of the solvers is that of what engine and judge use.
With ``--one-location`` the systems have a program counter in the place of locations. What each engine said about each task goes to standard error.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

PROPERTY = "unreach-call"
HEADER = (
    "| folder | engine | proofs | alarms | wrong | CPU in all | CPU of solved | in solvers | refinements | lemmas | operators |",
    "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
)


@dataclass(frozen=True)
class Row:
    """What an engine said about a task; CPU seconds are those of the whole process, and of these those of engine and judge, and of solvers."""

    task: str
    expected: bool
    verdict: str = "timeout"
    cpu: float = 0.0
    deciding: float = 0.0
    solving: float = 0.0
    refinements: int = 0
    lemmas: int = 0
    concretised: int = 0

    @property
    def is_solved(self) -> bool:
        """Whether the verdict is the expected one."""
        return self.verdict == ("safe" if self.expected else "unsafe")

    @property
    def is_wrong(self) -> bool:
        """Whether the verdict is the other one."""
        return self.verdict == ("unsafe" if self.expected else "safe")


def judged(task: str, engine: str, limit: float) -> None:
    """Check one task in this process, and print a document with what came out."""
    import surefoot
    from surefoot.events import Event, Refined

    seen: list[Refined] = []

    def watch(event: Event) -> None:
        if isinstance(event, Refined):
            seen.append(event)

    checked = None if task.endswith(".vmt") else PROPERTY
    report = surefoot.check(task, property=checked, engine=engine, time_limit=limit, on_event=watch)
    stages = report.statistics.stages
    document = {
        "verdict": type(report.verdict).__name__.lower(),
        "deciding": sum(used for stage, used in stages.items() if stage == "certify" or stage.startswith("engine")),
        "solving": report.statistics.queries.solving_seconds,
        "refinements": len(seen),
        "lemmas": sum(each.lemmas for each in seen),
        "concretised": sum(each.concretised for each in seen),
    }
    print(json.dumps(document))


def with_one_location(task: Path, folder: Path) -> Path:
    """The system of ``task`` as a model with a program counter, in ``folder``."""
    model = folder / f"{task.stem}.vmt"
    command = [sys.executable, "-m", "surefoot", "export", str(task), "--property", PROPERTY]
    subprocess.run([*command, "--as", "vmt", "-o", str(model)], check=True, capture_output=True)
    return model


def row_for(task: Path, engine: str, limit: float, *, expected: bool) -> Row:
    """Check ``task`` in a process of its own."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, __file__, "--one", str(task), "--engines", engine, "--limit", str(limit)]
    try:
        said = subprocess.run(command, capture_output=True, text=True, check=True, timeout=limit + 10).stdout
        document = json.loads(said.splitlines()[-1])
    except (subprocess.SubprocessError, IndexError):
        document = {}
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Row(task.stem, expected, cpu=used, **document)


def tasks_in(folder: Path) -> Iterator[tuple[Path, bool]]:
    """The tasks of ``folder`` with the property, and whether it holds."""
    import yaml

    for path in sorted(folder.glob("*.yml")):
        listed = yaml.safe_load(path.read_text(encoding="utf-8"))["properties"]
        for each in listed:
            if each["property_file"].endswith(f"{PROPERTY}.prp") and "expected_verdict" in each:
                yield path, bool(each["expected_verdict"])


def line(folder: str, engine: str, rows: Sequence[Row]) -> str:
    """One engine's line about one folder."""
    solved = [row for row in rows if row.is_solved]
    deciding = sum(row.deciding for row in solved)
    cells = (
        sum(row.expected for row in solved),
        sum(not row.expected for row in solved),
        sum(row.is_wrong for row in rows),
        f"{sum(row.cpu for row in rows):.1f} s",
        f"{sum(row.cpu for row in solved):.1f} s",
        f"{sum(row.solving for row in solved) / deciding:.0%}" if deciding else "",
        sum(row.refinements for row in solved),
        sum(row.lemmas for row in solved),
        sum(row.concretised for row in solved),
    )
    return f"| {folder} | `{engine}` | {' | '.join(str(cell) for cell in cells)} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="compare engines on folders of tasks")
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--engines", nargs="+", default=["euf", "ic3", "kind"])
    parser.add_argument("--limit", type=float, default=30.0)
    parser.add_argument("--one-location", action="store_true")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.one:
        judged(chosen.one, chosen.engines[0], chosen.limit)
        return
    for text in HEADER:
        print(text)
    with tempfile.TemporaryDirectory() as models:
        for folder in chosen.folders:
            tasks = list(tasks_in(folder))
            if chosen.one_location:
                tasks = [(with_one_location(task, Path(models)), expected) for task, expected in tasks]
            for engine in chosen.engines:
                rows = []
                for task, expected in tasks:
                    rows.append(row_for(task, engine, chosen.limit, expected=expected))
                    print(engine, rows[-1], file=sys.stderr, flush=True)
                print(line(folder.name, engine, rows), flush=True)


if __name__ == "__main__":
    main()
