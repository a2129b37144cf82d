"""A table of what the configurations of the engine ufo take on tasks: claims, not verdicts, for nothing is certified here.

python bench/ufo_configurations.py --seconds 20 TASK.yml ... > table.md

Time is CPU time of the search, without that of clang and of making the control system.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from surefoot.budget import Budget
from surefoot.engines.ufo.configuration import Choices, Configuration, RouteKind, Source
from surefoot.engines.ufo.search import Effort, Proved, Search
from surefoot.errors import OutOfBudget, SurefootError
from surefoot.evidence.claims import Goal
from surefoot.pipeline import Request, load
from surefoot.solvers.registry import SolverFactory
from surefoot.systems.control.runs import Run
from surefoot.systems.control.system import ControlSystem
from surefoot.systems.cutpoints.regions import NoFiniteShape
from surefoot.tasks import resolve, supported

HEADER = (
    "| configuration | proofs | violations | wrong | open | CPU in all | refinements of solved | CPU of exploring | CPU of refining |",
    "|---|--:|--:|--:|--:|--:|--:|--:|--:|",
)


def system_of(task_file: Path) -> tuple[ControlSystem, bool | None]:
    """The control system of a task, and whether it is expected to be safe."""
    task = resolve([task_file], None, None)
    checked = supported(task)
    loaded = load(Request(task.files, checked, task.data_model, task.specification.entry, ()))
    expected = "expected_verdict: true" in task_file.read_text(encoding="utf-8")
    return Goal(loaded.program, checked).translation(Budget()).system, expected


def searched(system: ControlSystem, choices: Choices, seconds: float) -> tuple[bool | None, Effort, float]:
    """Whether the system is safe, if that was found out, and what it took."""
    started = time.thread_time()
    budget = Budget(started + seconds, time.thread_time)
    solvers = SolverFactory(budget=budget)
    with closing(Search(system, choices, lambda error: error.is_violation, solvers, budget)) as search:
        verdict: bool | None = None
        try:
            result = search.result(lambda _: None)
            verdict = True if isinstance(result, Proved) else False if isinstance(result, Run) else None
        except OutOfBudget:
            pass
        return verdict, search.effort, time.thread_time() - started


def main(arguments: Sequence[str]) -> None:
    """Print the table; single results go to stderr."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--configurations", nargs="+", default=[each.value for each in Configuration])
    parser.add_argument("--route", default=RouteKind.OBLIGATIONS.value)
    parser.add_argument("--interpolants", default=Source.CUBES.value)
    parser.add_argument("tasks", nargs="*", type=Path)
    options = parser.parse_args(arguments)
    if not options.tasks:
        print("configurations of ufo  on tasks: python bench/ufo_configurations.py TASK.yml ...")
        return
    systems: dict[str, tuple[ControlSystem, bool | None]] = {}
    for path in options.tasks:
        try:
            systems[path.stem] = system_of(path)
        except (NoFiniteShape, SurefootError) as refused:
            print(path.stem, refused, file=sys.stderr)
    for text in HEADER:
        print(text)
    for name in options.configurations:
        choices = Choices(Configuration(name), RouteKind(options.route), Source(options.interpolants))
        proofs = violations = wrong = refinements = 0
        used = exploring = refining = 0.0
        for task, (system, expected) in systems.items():
            verdict, effort, seconds = searched(system, choices, options.seconds)
            print(f"{name} {task} {verdict} {effort.refinements} {seconds:.1f}", file=sys.stderr, flush=True)
            wrong += verdict is not None and verdict is not expected
            proofs += verdict is True
            violations += verdict is False
            refinements += effort.refinements if verdict is not None else 0
            used += seconds
            exploring += effort.exploring_seconds
            refining += effort.refining_seconds
        numbers = (
            proofs,
            violations,
            wrong,
            len(systems) - proofs - violations,
            f"{used:.0f} s",
            refinements,
            f"{exploring:.0f} s",
            f"{refining:.0f} s",
        )
        print(f"| {name} | {' | '.join(map(str, numbers))} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
