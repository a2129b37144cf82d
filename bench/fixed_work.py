"""CPU seconds in Python and in solvers for the same work: engines run to given bounds and numbers
of queries, so that runs of different versions are comparable.

The clock of all budgets is the number of answered queries, `QUERIES_A_SECOND` of them to a second,
so that no result depends on the speed of the machine; times of the calling thread, which few
searches measure, are not replaced. The work on one program is a process of its own.
"""

import gc
import multiprocessing
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.base.events import ignore
from surefoot.engines.registry import make_engine
from surefoot.engines.runner import runner_for
from surefoot.evidence.claims import Goal
from surefoot.frontend.loading import load_program
from surefoot.program.program import DataModel
from surefoot.program.properties import DEFAULT
from surefoot.smt.registry import SolverFactory
from surefoot.smt.statistics import QueryStatistics

EMBEDDED = Path(__file__).resolve().parents[1] / "examples" / "embedded"
QUERIES_A_SECOND = 25
WORK: dict[str, tuple[tuple[str, int], ...]] = {
    "allocator": (("bmc{max-bound=8}", 30), ("probe{runs=60,seconds=100}", 0)),
    "base64": (("bmc{max-bound=10}", 60), ("probe{runs=60,seconds=100}", 0)),
    "crc": (("bmc{max-bound=6}", 1000), ("kind{max-k=1,search=off}", 60)),
    "filter": (("kind{max-k=1,search=off}", 60), ("ic3", 60)),
    "message_pool": (("bmc{max-bound=12}", 60), ("kind{max-k=1,search=off}", 60)),
    "options": (("bmc{max-bound=4}", 40),),
    "parser": (("bmc{max-bound=5}", 1000), ("kind{max-k=1,search=off}", 40)),
    "protocol": (("bmc{max-bound=5}", 1000), ("ic3", 60)),
    "shell": (("bmc{max-bound=4}", 1000),),
    "string_builder": (("bmc{max-bound=3}", 1000), ("probe{runs=40,seconds=100}", 0)),
}
"""Engines and numbers of queries by program; 0 means any number."""


@dataclass(frozen=True)
class Cost:
    """CPU seconds and queries of some work."""

    loading: float
    searching: float
    in_solvers: float
    queries: int

    @property
    def in_python(self) -> float:
        """CPU seconds outside of solvers."""
        return self.loading + self.searching - self.in_solvers


def cost_of(name: str) -> Cost:
    """Return the cost of the work on the program ``name``; to be called in a process of its own."""
    gc.disable()
    begun = time.process_time()
    goal = Goal(load_program((EMBEDDED / f"{name}.c",), DataModel.LP64, DEFAULT).program, DEFAULT)
    loaded = time.process_time()
    statistics = QueryStatistics()
    for spec, queries in WORK[name]:
        _search(goal, spec, queries, statistics)
    return Cost(loaded - begun, time.process_time() - loaded, statistics.solving_seconds, statistics.checks)


def _search(goal: Goal, spec: str, queries: int, statistics: QueryStatistics) -> None:
    """Run an engine until it is done or has made ``queries``."""
    first = statistics.checks
    end = queries / QUERIES_A_SECOND if queries else None
    budget = Budget(end, clock=lambda: (statistics.checks - first) / QUERIES_A_SECOND)
    solvers = SolverFactory(budget=budget, statistics=statistics)
    try:
        for _ in runner_for(goal, solvers, ignore).claims(make_engine(spec), goal, budget):
            pass
    except OutOfBudget:
        pass


def main() -> None:
    """Print one line for each program, and their sum."""
    names = sys.argv[1:] or list(WORK)
    costs = []
    for name in names:
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            costs.append(pool.apply(cost_of, (name,)))
        if sys.argv[1:]:
            _print(name, costs[-1])
    _print("fixed work", Cost(*(sum(getattr(each, field) for each in costs) for field in Cost.__dataclass_fields__)))


def _print(name: str, cost: Cost) -> None:
    print(
        f"{name}: {cost.in_python:.2f} s CPU in Python ({cost.loading:.2f} s to load), "
        f"{cost.in_solvers:.2f} s in solvers, {cost.queries} queries"
    )


if __name__ == "__main__":
    main()
