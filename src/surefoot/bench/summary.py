"""Summary of results: a table by set with the competition's score, and the changes since an earlier
run.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from statistics import median

from surefoot.base.records import dataclass
from surefoot.bench.results import Row

_HEADINGS = (
    "set",
    "tasks",
    "proofs",
    "alarms",
    "wrong",
    "unknown",
    "unconfirmed",
    "timeout",
    "memory",
    "failed",
    "score",
    "CPU s",
)


@dataclass(slots=True)
class Tally:
    """Counts of rows by outcome."""

    tasks: int = 0
    proofs: int = 0
    alarms: int = 0
    wrong: int = 0
    unknown: int = 0
    unconfirmed: int = 0
    timeout: int = 0
    memory: int = 0
    failed: int = 0
    score: int = 0
    cpu_seconds: float = 0.0

    def add(self, row: Row) -> None:
        """Count ``row``."""
        self.tasks += 1
        self.score += row.score()
        self.cpu_seconds += float(row.cpu_s)
        match row.verdict, row.correct:
            case _, "wrong":
                self.wrong += 1
            case "true", _:
                self.proofs += 1
            case "timeout", _:
                self.timeout += 1
            case "out of memory", _:
                self.memory += 1
            case (("crash" | "error"), _):
                self.failed += 1
            case "unconfirmed", _:
                self.unconfirmed += 1
            case "unknown", _:
                self.unknown += 1
            case _:
                self.alarms += 1

    def cells(self, name: str) -> tuple[str, ...]:
        """Return the row of the table."""
        counts = (
            self.tasks,
            self.proofs,
            self.alarms,
            self.wrong,
            self.unknown,
            self.unconfirmed,
            self.timeout,
            self.memory,
            self.failed,
        )
        return (name, *map(str, counts), str(self.score), f"{self.cpu_seconds:.0f}")


def table(rows: Sequence[Row], groups: Mapping[tuple[str, str], str]) -> Iterator[str]:
    """Yield the lines of the table; ``groups`` are the sets by key."""
    tallies: defaultdict[str, Tally] = defaultdict(Tally)
    total = Tally()
    for row in rows:
        tallies[groups[row.key()]].add(row)
        total.add(row)
    lines = [_HEADINGS, *(tallies[name].cells(name) for name in sorted(tallies)), total.cells("in all")]
    widths = [max(len(line[column]) for line in lines) for column in range(len(_HEADINGS))]
    for number, line in enumerate(lines):
        if number in {1, len(lines) - 1}:
            yield "  ".join("-" * width for width in widths)
        first, *others = line
        yield "  ".join(
            [first.ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True))]
        )


def shares(rows: Sequence[Row]) -> Iterator[str]:
    """Yield the CPU time of the correctly solved tasks, and the part spent on certification."""
    solved = [row for row in rows if row.correct == "correct"]
    if not solved:
        return
    cpu = [float(row.cpu_s) for row in solved]
    certifying = sum(float(row.certify_s) for row in solved)
    running = sum(float(row.runs_s or 0) for row in solved)
    yield (
        f"{len(solved)} solved: CPU median {median(cpu):.2f} s, sum {sum(cpu):.0f} s, "
        f"of which {certifying / sum(cpu):.1%} certifying, concrete runs in it {running / sum(cpu):.1%}"
    )


def changes(old: Sequence[Row], new: Sequence[Row]) -> Iterator[str]:
    """Yield the differences between two runs on the tasks in both."""
    before = {row.key(): row for row in old}
    shared = [(before[row.key()], row) for row in new if row.key() in before]
    differing = [(was, now) for was, now in shared if was.verdict != now.verdict]
    for was, now in differing:
        yield f"{_direction(was, now):<6} {now.yml} {now.property} (expected {now.expected}): {was.verdict} -> {now.verdict}"
    solved = [(was, now) for was, now in shared if was.correct == now.correct == "correct"]
    points = sum(now.score() - was.score() for was, now in shared)
    cpu_before, cpu_now = (sum(float(pair[side].cpu_s) for pair in solved) for side in (0, 1))
    yield (
        f"{len(shared)} tasks in both runs, {len(differing)} verdicts changed, score {points:+d}; "
        f"CPU on the {len(solved)} solved in both: {cpu_before:.1f} s -> {cpu_now:.1f} s"
    )


def _direction(was: Row, now: Row) -> str:
    if now.correct == "wrong":
        return "WRONG"
    return "gained" if now.score() > was.score() else "lost" if now.score() < was.score() else "other"
