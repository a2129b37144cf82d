"""CPU time of the default check without and with the row for loops and recursive functions.

    python bench/loop_rows.py FILE.c [FILE.c ...] > table.md

Loops are decided last, in a stage of its own, so that one run has both times.
"""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

SECONDS = 30
"""Time limit of a check."""


@dataclass(frozen=True, slots=True)
class Cost:
    """CPU seconds of a check, those of its loops among them, and how many loops have each status."""

    seconds: float
    loops: float
    statuses: str

    @property
    def share(self) -> float:
        """The part of the time that the loops took."""
        return self.loops / self.seconds


def main(arguments: Sequence[str]) -> None:
    """Print a row for each file, and the sum."""
    if not arguments:
        print("loops                  cost in default checks: python bench/loop_rows.py FILE.c ...")
        return
    print("| program | without | with | share | loops |\n|---|--:|--:|--:|---|")
    costs: list[Cost] = []
    for path in arguments:
        cost = cost_of(path)
        costs.append(cost)
        print(_row(f"`{path}`", cost), flush=True)
    print(_row("all", Cost(sum(each.seconds for each in costs), sum(each.loops for each in costs), "")))


def cost_of(path: str) -> Cost:
    """Return the cost of the loops in the default check of a file."""
    command = [sys.executable, "-m", "surefoot", "check", path, "--json", "--jobs", "1", "--time-limit", str(SECONDS)]
    output = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    document = json.loads(output)
    statistics = document["statistics"]
    counts = Counter(each["status"] for each in document.get("loops", ()))
    statuses = ", ".join(f"{number} {status}" for status, number in sorted(counts.items()))
    return Cost(statistics["cpu_seconds"], statistics["stages"].get("loops", 0.0), statuses or "none")


def _row(name: str, cost: Cost) -> str:
    without = cost.seconds - cost.loops
    return f"| {name} | {without:.2f} | {cost.seconds:.2f} | {cost.share:.0%} | {cost.statuses} |"


if __name__ == "__main__":
    main(sys.argv[1:])
