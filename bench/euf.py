r"""Tables of engines on folders of tasks: solved tasks, cost, refinements of `euf`, and proofs of
the first engine beyond those of others.

    python bench/euf.py --engines euf 'euf{terms=composed}' ic3 kind --limit 30 \
        --rows rows.jsonl tasks/locks tasks/ssh-simplified > table.md

A folder has task files of the competition; their property ``unreach-call`` is checked, one
process at a time. The limit is CPU time, so that results do not depend on the load of the
machine. CPU times are those of whole processes; the share of the solvers is relative to engine
and judge. With ``--one-location`` the systems have a program counter instead of locations.

The result of each engine on each task is appended to the file ``--rows``; present results are
not recomputed, so that a table can be made in pieces: ``--within`` limits the seconds after
which no further task is started.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

PROPERTY = "unreach-call"
HEADER = (
    "| folder | engine | proofs | alarms | wrong | open | CPU in all | CPU of solved | in solvers | refinements | lemmas | operators |",
    "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
)
COMPARISON = (
    "| engine | beside | both prove | of these it is faster on | only it proves | only the other proves |",
    "|---|---|--:|--:|---|---|",
)


@dataclass(frozen=True)
class Row:
    """Result of an engine on a task, with CPU seconds of the whole process, of engine and judge,
    and of solvers.
    """

    folder: str
    task: str
    engine: str
    limit: float
    expected: bool
    verdict: str = "timeout"
    cpu: float = 0.0
    deciding: float = 0.0
    solving: float = 0.0
    refinements: int = 0
    lemmas: int = 0
    concretised: int = 0

    @property
    def question(self) -> tuple[str, str, str, float]:
        """Engine and task of the row."""
        return self.folder, self.task, self.engine, self.limit

    @property
    def is_solved(self) -> bool:
        """Whether the verdict is the expected one."""
        return self.verdict == ("safe" if self.expected else "unsafe")

    @property
    def is_proof(self) -> bool:
        """Whether the property was proved as expected."""
        return self.expected and self.is_solved

    @property
    def is_wrong(self) -> bool:
        """Whether the verdict is the opposite of the expected one."""
        return self.verdict == ("unsafe" if self.expected else "safe")


def judged(task: str, engine: str, limit: float) -> None:
    """Check one task in this process, and print a document with what came out."""
    resource.setrlimit(resource.RLIMIT_CPU, (round(limit), round(limit) + 1))
    import surefoot
    from surefoot.base.events import EngineCounted, ProgressEvent

    totals: dict[str, float] = {}

    def watch(event: ProgressEvent) -> None:
        if isinstance(event, EngineCounted):
            totals.update(event.counts)

    checked = None if task.endswith(".vmt") else PROPERTY
    report = surefoot.check(task, property=checked, engine=engine, time_limit=4 * limit, on_event=watch)
    stages = report.statistics.stages
    document = {
        "verdict": type(report.verdict).__name__.lower(),
        "deciding": sum(used for stage, used in stages.items() if stage == "certify" or stage.startswith("engine")),
        "solving": report.statistics.queries.solving_seconds,
        "refinements": totals.get("refinements", 0),
        "lemmas": totals.get("lemmas", 0),
        "concretised": totals.get("concrete operators", 0),
    }
    print(json.dumps(document))


def with_one_location(task: Path, folder: Path) -> Path:
    """Return the system of ``task`` as a model with a program counter, in ``folder``."""
    model = folder / f"{task.stem}.vmt"
    command = [sys.executable, "-m", "surefoot", "export", str(task), "--property", PROPERTY]
    subprocess.run([*command, "--as", "vmt", "-o", str(model)], check=True, capture_output=True)
    return model


def answered(question: Row, task: Path) -> Row:
    """Return ``question`` with the result of a separate process on ``task``."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    limit = question.limit
    command = [sys.executable, __file__, "--one", str(task), "--engines", question.engine, "--limit", str(limit)]
    try:
        said = subprocess.run(command, capture_output=True, text=True, check=True, timeout=4 * limit + 10).stdout
        document = json.loads(said.splitlines()[-1])
    except (subprocess.SubprocessError, IndexError):
        document = {}
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return replace(question, cpu=used, **document)


def tasks_in(folder: Path) -> Iterator[tuple[Path, bool]]:
    """Yield the tasks of ``folder`` with the property, and whether it holds."""
    import yaml

    for path in sorted(folder.glob("*.yml")):
        listed = yaml.safe_load(path.read_text(encoding="utf-8"))["properties"]
        for each in listed:
            if each["property_file"].endswith(f"{PROPERTY}.prp") and "expected_verdict" in each:
                yield path, bool(each["expected_verdict"])


def line(folder: str, engine: str, rows: Sequence[Row]) -> str:
    """Return one engine's line about one folder."""
    solved = [row for row in rows if row.is_solved]
    deciding = sum(row.deciding for row in solved)
    cells = (
        sum(row.is_proof for row in solved),
        sum(not row.expected for row in solved),
        sum(row.is_wrong for row in rows),
        len(rows) - len(solved) - sum(row.is_wrong for row in rows),
        f"{sum(row.cpu for row in rows):.1f} s",
        f"{sum(row.cpu for row in solved):.1f} s",
        f"{sum(row.solving for row in solved) / deciding:.0%}" if deciding else "",
        sum(row.refinements for row in solved),
        sum(row.lemmas for row in solved),
        sum(row.concretised for row in solved),
    )
    return f"| {folder} | `{engine}` | {' | '.join(str(cell) for cell in cells)} |"


def compared(engine: str, other: str, rows: Sequence[Row]) -> str:
    """Return the proofs of ``engine`` beyond those of ``other``, on tasks with results of both."""
    own = {(row.folder, row.task): row for row in rows if row.engine == engine}
    theirs = {(row.folder, row.task): row for row in rows if row.engine == other}
    asked = [task for task in own if task in theirs]
    both = [task for task in asked if own[task].is_proof and theirs[task].is_proof]
    faster = sum(own[task].cpu < theirs[task].cpu for task in both)
    only = [task for task in asked if own[task].is_proof and not theirs[task].is_proof]
    lost = [task for task in asked if theirs[task].is_proof and not own[task].is_proof]
    named = (", ".join(name for _, name in tasks) or "none" for tasks in (only, lost))
    return f"| `{engine}` | `{other}` | {len(both)} | {faster} | {' | '.join(named)} |"


def rows_in(file: Path | None) -> dict[tuple[str, str, str, float], Row]:
    """Return the earlier results."""
    if file is None or not file.exists():
        return {}
    rows = (Row(**json.loads(text)) for text in file.read_text(encoding="utf-8").splitlines())
    return {row.question: row for row in rows}


def print_tables(rows: Sequence[Row], folders: Sequence[str], engines: Sequence[str]) -> None:
    """Print a line for each folder and engine, and how the first engine compares with the others."""
    print("\n".join(HEADER))
    for folder in (*folders, *(["all"] if len(folders) > 1 else [])):
        for engine in engines:
            own = [row for row in rows if row.engine == engine and folder in {row.folder, "all"}]
            print(line(folder, engine, own))
    if len(engines) > 1:
        print("\n".join(("", *COMPARISON)))
        for engine in engines[1:]:
            print(compared(engines[0], engine, rows))


def main() -> None:
    """Compute missing results, and print the tables."""
    parser = argparse.ArgumentParser(description="compare engines on folders of tasks")
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--engines", nargs="+", default=["euf", "ic3", "kind"])
    parser.add_argument("--limit", type=float, default=30.0)
    parser.add_argument("--rows", type=Path)
    parser.add_argument("--within", type=float, default=float("inf"))
    parser.add_argument("--every", type=int, default=1, help="run every N-th task of a folder only")
    parser.add_argument("--one-location", action="store_true")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.one:
        judged(chosen.one, chosen.engines[0], chosen.limit)
        return
    end = time.monotonic() + chosen.within
    known = rows_in(chosen.rows)
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as models:
        for folder in chosen.folders:
            for task, expected in list(tasks_in(folder))[:: chosen.every]:
                for engine in chosen.engines:
                    row = Row(folder.name, task.stem, engine, chosen.limit, expected)
                    if row.question in known:
                        rows.append(known[row.question])
                    elif time.monotonic() < end:
                        asked = with_one_location(task, Path(models)) if chosen.one_location else task
                        rows.append(answered(row, asked))
                        if chosen.rows is not None:
                            with chosen.rows.open("a", encoding="utf-8") as file:
                                file.write(json.dumps(asdict(rows[-1])) + "\n")
    print_tables(rows, [folder.name for folder in chosen.folders], chosen.engines)


if __name__ == "__main__":
    main()
