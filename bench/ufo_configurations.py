"""Table of the cost of configurations of the engine ufo on tasks with unreach-call; claims are not
certified.

    python bench/ufo_configurations.py --seconds 20 TASK.yml ... > table.md

Time is CPU time of the search, without that of clang and of encoding.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget, SurefootError
from surefoot.base.records import dataclass
from surefoot.engines.ufo.configuration import InterpolantSource, RouteKind, SearchChoices, UfoConfiguration
from surefoot.engines.ufo.search import GraphSearch, Proved, SearchTally
from surefoot.evidence.claims import Goal
from surefoot.evidence.encodings import control_system_of
from surefoot.smt.interpolation.cubes import CubeInterpolator
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.runs import Run
from surefoot.systems.control.system import ControlSystem
from surefoot.verify.loading import load
from surefoot.verify.request import Request
from surefoot.verify.tasks import resolve, supported

HEADER = (
    "| configuration | proofs | violations | wrong | open | CPU in all | refinements of solved | CPU of exploring | CPU of refining | interpolants of libraries | wrong ones |",
    "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
)


def system_of(task_file: Path) -> tuple[ControlSystem, bool | None]:
    """Return the control system of a task, and whether it is expected to be safe."""
    task = resolve([task_file], "unreach-call", None)
    checked = supported(task)
    loaded = load(Request(task.files, checked, task.data_model, task.specification.entry, ()))
    text = task_file.read_text(encoding="utf-8").partition("unreach-call")[2]
    expected = text.partition("expected_verdict:")[2].split()[0] == "true"
    return control_system_of(Goal(loaded.program, checked)), expected


@dataclass(frozen=True, slots=True)
class Outcome:
    """Result of a search and its cost."""

    is_safe: bool | None
    tally: SearchTally
    seconds: float
    given: int
    """How many interpolants libraries gave, and how many of them were wrong."""
    wrong: int


def searched(system: ControlSystem, choices: SearchChoices, seconds: float) -> Outcome:
    """Return the result of the search on ``system``."""
    started = time.thread_time()
    budget = Budget(started + seconds, time.thread_time)
    solvers = SolverFactory(budget=budget)
    with closing(GraphSearch(system, choices, lambda error: error.is_violation, solvers, budget)) as search:
        verdict: bool | None = None
        try:
            result = search.result(lambda _: None)
            verdict = True if isinstance(result, Proved) else False if isinstance(result, Run) else None
        except OutOfBudget:
            pass
        accepted = sum(number for way, number in search.ledger.accepted.items() if way != CubeInterpolator.name)
        wrong = len(search.ledger.wrong)
        return Outcome(verdict, search.tally, time.thread_time() - started, accepted + wrong, wrong)


def main(arguments: Sequence[str]) -> None:
    """Print the table; single results go to stderr."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--configurations", nargs="+", default=[each.value for each in UfoConfiguration])
    parser.add_argument("--route", default=RouteKind.OBLIGATIONS.value)
    parser.add_argument("--interpolants", default=InterpolantSource.CUBES.value)
    parser.add_argument("tasks", nargs="*", type=Path)
    options = parser.parse_args(arguments)
    if not options.tasks:
        print("configurations of ufo  on tasks: python bench/ufo_configurations.py TASK.yml ...")
        return
    systems: dict[str, tuple[ControlSystem, bool | None]] = {}
    for path in options.tasks:
        try:
            systems[path.stem] = system_of(path)
        except SurefootError as refused:
            print(path.stem, refused, file=sys.stderr)
    for text in HEADER:
        print(text)
    for name in options.configurations:
        choices = SearchChoices(
            UfoConfiguration(name), RouteKind(options.route), InterpolantSource(options.interpolants)
        )
        outcomes: list[tuple[Outcome, bool | None]] = []
        for task, (system, expected) in systems.items():
            found = searched(system, choices, options.seconds)
            numbers = f"{found.is_safe} {found.tally.refinements} {found.seconds:.1f}"
            print(f"{name} {task} {numbers}", file=sys.stderr, flush=True)
            outcomes.append((found, expected))
        results = [found for found, _ in outcomes]
        solved = [each for each in results if each.is_safe is not None]
        cells = (
            sum(each.is_safe is True for each in results),
            sum(each.is_safe is False for each in results),
            sum(found.is_safe is not None and found.is_safe is not expected for found, expected in outcomes),
            len(results) - len(solved),
            f"{sum(each.seconds for each in results):.0f} s",
            sum(each.tally.refinements for each in solved),
            f"{sum(each.tally.exploring_seconds for each in results):.0f} s",
            f"{sum(each.tally.refining_seconds for each in results):.0f} s",
            sum(each.given for each in results),
            sum(each.wrong for each in results),
        )
        print(f"| {name} | {' | '.join(map(str, cells))} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
