"""A table that compares engines, and the tasks that only one of them solves, from the rows that ``surefoot bench --engine ENGINE --out ENGINE.csv`` or ``bench/engines_alone.py`` wrote for each.

python bench/engine_table.py bmc.csv kind.csv ... > table.md
"""

import csv
import statistics
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

HEADER = (
    "| engine | proofs | alarms | wrong | unknown | out of time | CPU in all | median CPU of solved |",
    "|---|--:|--:|--:|--:|--:|--:|--:|",
)
OUT_OF_TIME = {"timeout", "out of memory"}


def line(rows: Sequence[dict[str, str]]) -> str:
    """Return one engine's line."""
    solved = [row for row in rows if row["correct"] == "correct"]
    late = sum(row["verdict"] in OUT_OF_TIME for row in rows)
    numbers = (
        sum(row["verdict"] == "true" for row in solved),
        sum(row["verdict"].startswith("false") for row in solved),
        sum(row["correct"] == "wrong" for row in rows),
        len(rows) - len(solved) - late,
        late,
        f"{sum(float(row['cpu_s']) for row in rows):.0f} s",
        f"{statistics.median(float(row['cpu_s']) for row in solved):.2f} s" if solved else "",
    )
    return f"| `{rows[0]['engine']}` | {' | '.join(str(number) for number in numbers)} |"


def solved_alone(tables: Sequence[Sequence[dict[str, str]]]) -> Iterator[str]:
    """For each engine the tasks that it solves and no other does."""
    solved = {rows[0]["engine"]: {row["yml"] for row in rows if row["correct"] == "correct"} for rows in tables}
    times = Counter(task for tasks in solved.values() for task in tasks)
    yield f"Solved by at least one engine: {len(times)}. By one alone:"
    yield ""
    for engine, tasks in solved.items():
        names = sorted(Path(task).stem for task in tasks if times[task] == 1)
        yield f"* `{engine}`, {len(names)}{': ' if names else ''}{', '.join(f'`{name}`' for name in names)}"


def main(files: Sequence[str]) -> None:
    """Print the table, then the tasks that only one engine solves."""
    tables = []
    for file in files:
        with Path(file).open(newline="", encoding="utf-8") as table:
            tables.append(list(csv.DictReader(table)))
    for text in (*HEADER, *map(line, tables), "", *solved_alone(tables)):
        print(text)


if __name__ == "__main__":
    main(sys.argv[1:])
