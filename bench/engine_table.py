"""A table that compares engines, from the rows that ``surefoot bench --engine ENGINE --out ENGINE.csv`` wrote for each.

python bench/engine_table.py bmc.csv kind.csv ... > table.md
"""

import csv
import statistics
import sys
from collections.abc import Sequence
from pathlib import Path

HEADER = (
    "| engine | proofs | alarms | wrong | unknown | out of time | CPU in all | median CPU of solved |",
    "|---|--:|--:|--:|--:|--:|--:|--:|",
)
OUT_OF_TIME = {"timeout", "out of memory"}


def line(rows: Sequence[dict[str, str]]) -> str:
    """One engine's line."""
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


def main(files: Sequence[str]) -> None:
    """Print the table."""
    for text in HEADER:
        print(text)
    for file in files:
        with Path(file).open(newline="", encoding="utf-8") as table:
            print(line(list(csv.DictReader(table))))


if __name__ == "__main__":
    main(sys.argv[1:])
