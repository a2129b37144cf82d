"""Table of the cost of configurations of the engine cegar on loops; claims are not certified.

    python bench/cegar_configurations.py --seconds 6
    python bench/cegar_configurations.py --seconds 6 --tasks tasks.csv --folders loops

The first command runs built-in loops, each safe and failing, the second tasks with unreach-call.

Time is CPU time of the search, without that of clang and of encoding.
"""

import argparse
import csv
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget, SurefootError
from surefoot.base.records import dataclass
from surefoot.engines.cegar.configuration import CegarConfiguration, PredicateSearchChoices, PredicateSource
from surefoot.engines.cegar.search import PredicateSearch
from surefoot.engines.ic3.search import Inductive
from surefoot.evidence.claims import Goal
from surefoot.evidence.encodings import control_system_of
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.runs import Run
from surefoot.systems.control.system import ControlSystem
from surefoot.verify.loading import load
from surefoot.verify.request import Request
from surefoot.verify.tasks import resolve, supported

HEADER = (
    "| configuration | proofs | violations | wrong | open | CPU in all | predicates | refinements | mined | followed | last frame |",
    "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
)


@dataclass(frozen=True, slots=True)
class Subject:
    """A control system, and whether it is safe."""

    name: str
    system: ControlSystem
    is_safe: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """Result of a search and its cost."""

    is_safe: bool | None
    seconds: float
    predicates: int
    refinements: int
    mined: int
    followed: int
    last: int


def subject(path: Path, name: str, *, is_safe: bool) -> Subject:
    """Return the subject in a file."""
    task = resolve([path], "unreach-call", None)
    checked = supported(task)
    loaded = load(Request(task.files, checked, task.data_model, task.specification.entry, ()))
    return Subject(name, control_system_of(Goal(loaded.program, checked)), is_safe)


def own_subjects() -> Iterator[Subject]:
    """Yield the loops of the tests' corpus."""
    sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
    from corpus.invariant_loops import INVARIANT_LOOPS

    with TemporaryDirectory() as folder:
        path = Path(folder) / "loop.c"
        for name, loop in INVARIANT_LOOPS.items():
            for text, is_safe in ((loop.safe, True), (loop.unsafe, False)):
                path.write_text(text, encoding="utf-8")
                yield subject(path, f"{name}, {'safe' if is_safe else 'failing'}", is_safe=is_safe)


def task_subjects(table: Path, folders: Sequence[str]) -> Iterator[Subject]:
    """Yield those of the tasks in ``table`` that are in ``folders``."""
    with table.open(encoding="utf-8") as lines:
        for row in csv.DictReader(lines):
            if row["property"] == "unreach-call" and row["yml"].partition("/")[0] in folders:
                path = table.parent / "tasks" / row["yml"]
                try:
                    yield subject(path, row["yml"], is_safe=row["expected"] == "True")
                except SurefootError as refused:
                    print(row["yml"], refused, file=sys.stderr)


def searched(
    system: ControlSystem, configuration: CegarConfiguration, source: PredicateSource, seconds: float
) -> Outcome:
    """Return the result of the search on ``system``."""
    started = time.thread_time()
    budget = Budget(started + seconds, time.thread_time)
    solvers = SolverFactory(budget=budget)
    with closing(
        PredicateSearch(system, {}, PredicateSearchChoices(configuration, source), solvers, budget, lambda _: None)
    ) as search:
        is_safe: bool | None = None
        try:
            result = search.result(lambda error: error.is_violation)
            is_safe = True if isinstance(result, Inductive) else False if isinstance(result, Run) else None
        except OutOfBudget:
            pass
        tally = search.tally
        numbers = len(search.predicates), tally.refinements, tally.mined, tally.followed, search.last
        return Outcome(is_safe, time.thread_time() - started, *numbers)


def row(configuration: CegarConfiguration, subjects: Sequence[Subject], outcomes: Sequence[Outcome]) -> str:
    """Return a line of the table; predicates and so on are averages over what was solved."""
    solved = [each for each in outcomes if each.is_safe is not None]
    wrong = sum(
        each.is_safe is not None and each.is_safe != of.is_safe for each, of in zip(outcomes, subjects, strict=True)
    )
    averages = [
        f"{sum(numbers) / max(1, len(solved)):.1f}"
        for numbers in zip(
            *((each.predicates, each.refinements, each.mined, each.followed, each.last) for each in solved), strict=True
        )
    ]
    cells = (
        sum(each.is_safe is True for each in outcomes),
        sum(each.is_safe is False for each in outcomes),
        wrong,
        len(outcomes) - len(solved),
        f"{sum(each.seconds for each in outcomes):.0f} s",
        *averages,
    )
    return f"| {configuration.value} | {' | '.join(map(str, cells))} |"


def main(arguments: Sequence[str]) -> None:
    """Print the table; single results go to stderr."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument("--configurations", nargs="+", default=[each.value for each in CegarConfiguration])
    parser.add_argument("--interpolants", default=PredicateSource.CUBES.value)
    parser.add_argument("--tasks", type=Path)
    parser.add_argument("--folders", nargs="+", default=["loops"])
    parser.add_argument("--safe-only", action="store_true")
    options = parser.parse_args(arguments)
    found = own_subjects() if options.tasks is None else task_subjects(options.tasks, options.folders)
    subjects = [each for each in found if each.is_safe or not options.safe_only]
    for text in HEADER:
        print(text)
    for name in options.configurations:
        outcomes: list[Outcome] = []
        for each in subjects:
            outcome = searched(
                each.system, CegarConfiguration(name), PredicateSource(options.interpolants), options.seconds
            )
            print(f"{name} | {each.name} | {outcome.is_safe} | {outcome.seconds:.1f}", file=sys.stderr, flush=True)
            outcomes.append(outcome)
        print(row(CegarConfiguration(name), subjects, outcomes), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
