"""Recorded queries again, by every solver from scratch: `python bench/recorded_queries.py FOLDER...` after `surefoot check --record FOLDER`.

For each folder and solver: answers, CPU seconds for translating and solving, and for how many queries it was the fastest. Two different answers end it.
"""

import sys
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from surefoot.base.budget import Budget
from surefoot.logic import Term
from surefoot.logic.smtlib import parse_script
from surefoot.smt.contracts import Limits, NoAnswer, Use
from surefoot.smt.registry import SOLVERS, open_solver

SECONDS = 2.0
MOST_QUERIES = 25


def main() -> None:
    """Print a row for each folder, and one for all."""
    if len(sys.argv) < 2:
        print("recorded_queries: needs folders that `surefoot check --record` wrote")
        return
    names = list(SOLVERS)
    total = {name: [0, 0.0, 0] for name in names}
    queries = 0
    print("| task | queries |", *(f"{name} solved, s, fastest |" for name in names))
    print("|---|---|" + "---|" * len(names))
    for folder in map(Path, sys.argv[1:]):
        files = sorted(folder.glob("*.smt2"))
        files = files[:: max(1, len(files) // MOST_QUERIES)]
        rows = {name: [0, 0.0, 0] for name in names}
        for file in files:
            formulas = parse_script(file.read_text(encoding="utf-8")).assertions
            measured = {name: _measured(name, formulas) for name in names}
            answers = {answer for answer, _ in measured.values() if answer}
            if len(answers) > 1:
                sys.exit(f"{file}: {measured}")
            best = min(seconds for answer, seconds in measured.values() if answer or not answers)
            for name, (answer, seconds) in measured.items():
                rows[name][0] += bool(answer)
                rows[name][1] += seconds
                rows[name][2] += bool(answer) and seconds <= best
        queries += len(files)
        for name in names:
            total[name] = [a + b for a, b in zip(total[name], rows[name], strict=True)]
        _print(folder.name, len(files), rows)
    _print("all", queries, total)


def _measured(name: str, formulas: Sequence[Term]) -> tuple[str, float]:
    """Return the answer, empty if there is none, and the CPU seconds that it took."""
    begun = time.process_time()
    with closing(open_solver(name, Budget.seconds(SECONDS), Limits(seconds=SECONDS), Use.ONE_SHOT)) as solver:
        for formula in formulas:
            solver.add(formula)
        answer = solver.check()
    return "" if isinstance(answer, NoAnswer) else type(answer).__name__, time.process_time() - begun


def _print(label: str, queries: int, rows: dict[str, list[float]]) -> None:
    cells = (f"{row[0]:.0f}, {row[1]:.2f}, {row[2]:.0f} |" for row in rows.values())
    print(f"| {label} | {queries} |", *cells, flush=True)


if __name__ == "__main__":
    main()
