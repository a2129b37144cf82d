"""Ablations of the engine `euf`, on generated programs.

    python bench/euf_ablations.py --seconds 20 arrays refinements cegar paths > tables.md

    arrays         array theory in all queries, or lemmas about arrays where a path needs them; with
lemmas and propagations of Bitwuzla's array procedure
    refinements    number of refinements for properties of control
    cegar          comparison with IC3 over predicates on the same systems, on control and on
arithmetic
    paths          feasibility of paths: with hints (the abstract state of each step) or without,
with values substituted or as equations

Times are CPU seconds of the search, without those of clang, of encoding and of the judge. Single
results are written to standard error.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.base.events import EngineCounted, ProgressEvent
from surefoot.base.records import dataclass
from surefoot.discharge.system_solver import SystemSolver
from surefoot.engines.board import Board
from surefoot.engines.euf import refinement
from surefoot.engines.euf.refinement import steps_as_formulas
from surefoot.engines.ic3.domain import Cube
from surefoot.engines.ic3.paths import conditions_along, run_along
from surefoot.engines.registry import make_engine
from surefoot.engines.runner import Runner
from surefoot.engines.views import Views
from surefoot.evidence.claims import ClaimsSafe, ClaimsUnsafe, Goal
from surefoot.smt.adapters.bitwuzla import BitwuzlaLibrary
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.runs import Run
from surefoot.systems.control.system import ControlSystem, Edge
from surefoot.verify.loading import load
from surefoot.verify.request import Request
from surefoot.verify.tasks import resolve, supported

DECLARED = "extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);\n"


def locks(number: int) -> str:
    """Return a program with locks that are taken and released, and irrelevant data."""
    each = range(number)
    take = " ".join(f"int wants{n} = __VERIFIER_nondet_int(); if (wants{n}) lock{n} = 1;" for n in each)
    give = " ".join(f"if (wants{n}) {{ if (lock{n} != 1) reach_error(); lock{n} = 0; }}" for n in each)
    free = " ".join(f"lock{n} = 0;" for n in each)
    return f"""int main(void) {{
    unsigned d = __VERIFIER_nondet_uint();
    int {", ".join(f"lock{n}" for n in each)};
    while (__VERIFIER_nondet_int()) {{ {free} {take} d = d * 3 + d / 7; {give} }}
}}"""


def protocol(states: int, *, failing: bool = False) -> str:
    """Return a protocol that goes through its states, back to some of them, and counts data on the
    way; the last but one sets a flag that the last one needs.
    """
    cases = [
        f"case {each}: if (__VERIFIER_nondet_int()) state = {each + 1}; else if (x > {each}) state = {max(0, each - 2)};"
        f" x = x * {each + 2} + {each}; {'ready = 1;' if each == states - 2 else ''} break;"
        for each in range(states - 1)
    ]
    flag = "ready = 0;" if failing else ""
    return f"""int main(void) {{
    unsigned x = __VERIFIER_nondet_uint();
    int state = 0, ready = 0;
    while (1) switch (state) {{
    {" ".join(cases)}
    default: {flag} if (!ready) reach_error(); state = 0; ready = 0; }}
}}"""


def buffered(states: int) -> str:
    """Return a protocol whose states write into buffers and branch on their content; the property
    is about its states.
    """
    cases = [
        f"case {each}: in[i % SIZE] = x; out[(i + {each}) % SIZE] = in[x % SIZE] + {each};"
        f" if (out[i % SIZE] > {each}) state = {each + 1}; else if (__VERIFIER_nondet_int()) state = 0;"
        f" i = i + 1; x = in[i % SIZE]; {'ready = 1;' if each == states - 2 else ''} break;"
        for each in range(states - 1)
    ]
    return f"""enum {{ SIZE = 65536 }};
unsigned in[SIZE], out[SIZE];
int main(void) {{
    unsigned x = __VERIFIER_nondet_uint(), i = 0;
    int state = 0, ready = 0;
    while (1) switch (state) {{
    {" ".join(cases)}
    default: if (!ready) reach_error(); state = 0; ready = 0; }}
}}"""


def ring(number: int, *, failing: bool = False) -> str:
    """Return a program with processes that pass a token in any order and count the passes."""
    moves = [
        f"case {each}: if (has == {each}) {{ if (token != sent) reach_error(); token = token + 1; sent = sent + 1; has = {(each + 1) % number};"
        f" pc{each} = 1; }} else if (pc{each} == 1) pc{each} = {2 if failing and each == number - 1 else 0};"
        f" {f'else if (pc{each} == 2) token = token + 1;' if failing and each == number - 1 else ''} break;"
        for each in range(number)
    ]
    counters = ", ".join(f"pc{each} = 0" for each in range(number))
    return f"""int main(void) {{
    unsigned token = __VERIFIER_nondet_uint(), sent = token;
    int has = 0, {counters};
    while (1) switch (__VERIFIER_nondet_uint() % {number}u) {{ {" ".join(moves)} default: break; }}
}}"""


def counting(step: int, bound: int) -> str:
    """Return a program with counters that stay below a bound."""
    return f"""int main(void) {{
    unsigned i = 0, n = __VERIFIER_nondet_uint() % {bound}u;
    while (i < n) {{ if (i >= {bound}u) reach_error(); i += {step}; }}
}}"""


def difference(step: int) -> str:
    """Two numbers go up together."""
    return f"""int main(void) {{
    unsigned x = 0, y = {step};
    while (__VERIFIER_nondet_int()) {{ x += {step}; y += {step}; if (y - x != {step}u) reach_error(); }}
}}"""


CONTROL = {
    **{f"{number} locks": locks(number) for number in (4, 8, 12)},
    **{f"protocol of {number}": protocol(number) for number in (6, 12, 18)},
    **{f"ring of {number}": ring(number) for number in (3, 5, 7)},
}
ARITHMETIC = {
    **{f"steps of {step} below {bound}": counting(step, bound) for step, bound in ((1, 50), (3, 100), (7, 1000))},
    **{f"difference of {step}": difference(step) for step in (1, 5, 12)},
}
ARRAYS = {f"buffers, {number} states": buffered(number) for number in (3, 4, 6, 8)}
FAILING = {
    **{f"failing protocol of {number}": protocol(number, failing=True) for number in (6, 12)},
    **{f"failing ring of {number}": ring(number, failing=True) for number in (3, 5)},
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """Result of a search and its cost."""

    said: str
    seconds: float
    solving: float
    queries: int
    refinements: int
    lemmas: int
    concretised: int
    array_lemmas: int
    array_propagations: int


def goal_of(text: str) -> Goal:
    """Return the question of a program."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "program.c"
        path.write_text(DECLARED + text, encoding="utf-8")
        task = resolve([path], "unreach-call", None)
        checked = supported(task)
        loaded = load(Request(task.files, checked, task.data_model, task.specification.entry, ()))
    return Goal(loaded.program, checked)


@contextmanager
def counted_arrays() -> Iterator[Counter[str]]:
    """Count the steps of Bitwuzla's array procedure in all solvers that are closed meanwhile."""
    counts: Counter[str] = Counter()
    close = BitwuzlaLibrary.close

    def counting_close(library: BitwuzlaLibrary) -> None:
        known = library._solver.statistics()
        for key in ("solver::engine::lemmas::array", "solver::array::propagations"):
            counts[key] += int(known[key])
        close(library)

    BitwuzlaLibrary.close = counting_close  # type: ignore[assignment, method-assign]
    try:
        yield counts
    finally:
        BitwuzlaLibrary.close = close  # type: ignore[method-assign]


def searched(name: str, text: str, engine: str, seconds: float) -> Outcome:
    """Return the result of ``engine`` on a program."""
    goal = goal_of(text)
    views = Views(goal)
    views.system(goal.ignored, Budget())
    totals: dict[str, float] = {}

    def watch(event: ProgressEvent) -> None:
        if isinstance(event, EngineCounted):
            totals.update(event.counts)

    started = time.thread_time()
    budget = Budget(started + seconds, time.thread_time)
    solvers = SolverFactory(budget=budget)
    said = "open"
    with counted_arrays() as counts:
        try:
            claim = next(Runner(solvers, watch, Board(), views).claims(make_engine(engine), goal, budget))
            said = "safe" if isinstance(claim, ClaimsSafe) else "unsafe" if isinstance(claim, ClaimsUnsafe) else said
        except OutOfBudget:
            pass
    outcome = Outcome(
        said,
        time.thread_time() - started,
        solvers.statistics.solving_seconds,
        solvers.statistics.checks,
        int(totals.get("refinements", 0)),
        int(totals.get("lemmas", 0)),
        int(totals.get("concrete operators", 0)),
        counts["solver::engine::lemmas::array"],
        counts["solver::array::propagations"],
    )
    print(engine, name, outcome, file=sys.stderr, flush=True)
    return outcome


def line(*cells: object) -> None:
    """Print a line of a table."""
    print(f"| {' | '.join(str(each) for each in cells)} |", flush=True)


def header(*names: str) -> None:
    """Print the head of a table with two columns of text."""
    line(*names)
    line(*("---" if number < 2 else "--:" for number in range(len(names))))


def table_arrays(seconds: float) -> None:
    """Array theory in all queries, or learnt."""
    header(
        "program",
        "engine",
        "says",
        "CPU",
        "in solvers",
        "queries",
        "array lemmas",
        "array propagations",
        "refinements",
        "lemmas",
    )
    for name, text in ARRAYS.items():
        for engine in ("euf", "euf{arrays=yes}"):
            found = searched(name, text, engine, seconds)
            times = f"{found.seconds:.1f} s", f"{found.solving:.1f} s"
            line(
                name,
                f"`{engine}`",
                found.said,
                *times,
                found.queries,
                found.array_lemmas,
                found.array_propagations,
                found.refinements,
                found.lemmas,
            )


def table_refinements(seconds: float) -> None:
    """Print the numbers of refinements for properties of control."""
    header("program", "says", "CPU", "refinements", "lemmas", "operators with their meaning")
    for name, text in CONTROL.items():
        found = searched(name, text, "euf", seconds)
        line(name, found.said, f"{found.seconds:.1f} s", found.refinements, found.lemmas, found.concretised)


def table_cegar(seconds: float) -> None:
    """Beside predicates, on the same systems."""
    header("program", "kind", "`euf`", "refinements", "`cegar`", "refinements")
    for kind, programs in (("control", CONTROL), ("arithmetic", ARITHMETIC)):
        for name, text in programs.items():
            cells: list[object] = []
            for engine in ("euf", "cegar"):
                found = searched(name, text, engine, seconds)
                cells += [f"{found.said}, {found.seconds:.1f} s", found.refinements]
            line(name, kind, *cells)


@dataclass(frozen=True, slots=True)
class CheckedPath:
    """A path that refinement checked, and whether it is feasible."""

    system: ControlSystem
    edges: Sequence[Edge]
    hints: Sequence[Cube]
    is_run: bool

    def seconds(self, *, hinted: bool, as_equations: bool) -> float:
        """Return the seconds of a solver for the query."""
        hints = self.hints if hinted else [()] * len(self.edges)
        if as_equations:
            formulas = steps_as_formulas(self.system, self.edges, hints)
        else:
            formulas, _ = conditions_along(self.system, self.edges, hints)
        with closing(SystemSolver(self.system, SolverFactory().new())) as solver:
            started = time.thread_time()
            solver.check(formulas)
            return time.thread_time() - started


WAYS = {
    "hints, values": (True, False),
    "hints, equations": (True, True),
    "values": (False, False),
    "equations": (False, True),
}


def table_paths(seconds: float) -> None:
    """Print the cost of four feasibility queries for all paths of the last stage of refinement."""
    header("program", "paths (of these, runs)", *WAYS)
    for name, text in {**CONTROL, **FAILING}.items():
        paths = checked_paths(name, text, seconds)
        times = (
            sum(path.seconds(hinted=hinted, as_equations=as_equations) for path in paths)
            for hinted, as_equations in WAYS.values()
        )
        if paths:
            line(
                name,
                f"{len(paths)} ({sum(path.is_run for path in paths)})",
                *(f"{1000 * each:.0f} ms" for each in times),
            )


def checked_paths(name: str, text: str, seconds: float) -> list[CheckedPath]:
    """Return the paths whose feasibility refinement checks, beyond those that cubes or steps
    refute.
    """
    found: list[CheckedPath] = []
    usual = run_along

    def noted(
        system: ControlSystem, edges: Sequence[Edge], solvers: SolverFactory, hints: Sequence[Cube] = ()
    ) -> Run | None:
        run = usual(system, edges, solvers, hints)
        if hints:
            found.append(CheckedPath(system, edges, hints, is_run=run is not None))
        return run

    refinement.run_along = noted  # type: ignore[attr-defined]
    try:
        searched(name, text, "euf{paths=3}", seconds)
    finally:
        refinement.run_along = usual  # type: ignore[attr-defined]
    return found


TABLES = {"arrays": table_arrays, "refinements": table_refinements, "cegar": table_cegar, "paths": table_paths}


def main() -> None:
    """Print the requested tables."""
    parser = argparse.ArgumentParser(description="ablations of the engine euf")
    parser.add_argument("tables", nargs="+", choices=TABLES)
    parser.add_argument("--seconds", type=float, default=20.0)
    chosen = parser.parse_args()
    for name in chosen.tables:
        print(f"\n### {name}\n")
        TABLES[name](chosen.seconds)


if __name__ == "__main__":
    main()
