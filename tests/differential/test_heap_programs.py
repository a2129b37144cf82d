"""Heap programs: AddressSanitizer against interpreter, model checker and flat memory."""

import re
import shutil
import subprocess
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from corpus.engine_runs import first_claim
from differential.heap_programs import INPUTS, NATIVE, HeapProgram
from surefoot.base.budget import Budget
from surefoot.base.events import ignore
from surefoot.certify.corroborate.flat_unrolling import FlatViolation, check_flat
from surefoot.certify.judge import judge
from surefoot.certify.kernel.finding import Accepted
from surefoot.certify.verdicts import Safe, Unsafe, Verdict
from surefoot.engines.registry import make_engine
from surefoot.evidence.certificates import CompleteUnrolling
from surefoot.evidence.claims import Goal
from surefoot.frontend.loading import load_program
from surefoot.logic import Term, bit_vector
from surefoot.program.program import DataModel
from surefoot.program.properties import MEMORY_SAFETY, violated_property
from surefoot.program.trace import Choice, Chosen
from surefoot.semantics.interpreter import Runs, Violated, ZeroChoices
from surefoot.smt.registry import SolverFactory

SECONDS = 20.0
FLAT_SECONDS = 2.0
"""For the flat view, which has no opinion if it does not finish."""
BOUND = 12
"""More rounds than any loop has: a list has at most as many nodes."""
STEPS = 100_000
Report = tuple[str, int]
"""What is violated, and in which line."""

_FREE = ("attempting double-free", "attempting free on address")
_PLACE = re.compile(r"in (\w+) \S*checked\.c:(\d+)")


@cache
def sanitizer() -> str | None:
    """Return a compiler whose AddressSanitizer links and works."""
    found = shutil.which("gcc")
    if found is None:
        return None
    command = [found, "-fsanitize=address", "-x", "c", "-", "-o", "/dev/null"]
    linked = subprocess.run(command, check=False, input=b"int main(void) { return 0; }", capture_output=True)
    return found if linked.returncode == 0 else None


class GivenInputs(ZeroChoices):
    """The inputs are these, in order."""

    def __init__(self, values: tuple[int, ...]) -> None:
        self._values = iter(values)

    def value(self, target: Term) -> Choice:
        return Chosen(next(self._values)) if target.sort is bit_vector(8) else super().value(target)


def reports_of_interpreter(goal: Goal) -> set[Report]:
    runs = Runs(goal.program, MEMORY_SAFETY)
    found: set[Report] = set()
    for values in product(range(INPUTS), repeat=2):
        outcome = runs.run(GivenInputs(values), STEPS)
        if isinstance(outcome, Violated):
            assert outcome.span is not None
            found.add((violated_property(outcome.kind), outcome.span.line))
    return found


def reports_of_sanitizer(path: Path, compiler: str) -> set[Report]:
    rest = path.with_name("rest.c")
    rest.write_text(NATIVE)
    program = path.with_name("native")
    flags = ["-g", "-O0", "-w", "-DNATIVE", "-fsanitize=address", "-fsanitize-address-use-after-scope"]
    subprocess.run([compiler, *flags, str(path), str(rest), "-o", str(program)], check=True)
    found: set[Report] = set()
    for values in product(range(INPUTS), repeat=2):
        command = [str(program), *map(str, values)]
        text = subprocess.run(command, check=False, capture_output=True, timeout=SECONDS).stderr.decode(
            "utf-8", "replace"
        )
        if "ERROR: LeakSanitizer" in text:
            found.add(("valid-memtrack", 0))
        elif "ERROR: AddressSanitizer" in text:
            kind = "valid-free" if any(words in text for words in _FREE) else "valid-deref"
            place = _PLACE.search(text)
            assert place is not None, text
            found.add((kind, int(place[2])))
    return found


def verdict_on(goal: Goal) -> Verdict:
    budget = Budget.seconds(SECONDS)
    solvers = SolverFactory(budget=budget)
    claim = first_claim(make_engine(f"bmc{{max-bound={BOUND}}}"), goal, solvers, budget, ignore)
    return judge(claim, goal, goal.program.caveats, solvers, budget)


@pytest.mark.parametrize("seed", range(12))
def test_heap_programs_have_equal_verdicts(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "checked.c"
    path.write_text(HeapProgram(seed, careless=0.15 if seed % 2 else 0.0).text())
    goal = Goal(load_program([path], DataModel.LP64, MEMORY_SAFETY).program, MEMORY_SAFETY)
    expected = reports_of_interpreter(goal)
    verdict = verdict_on(goal)
    if expected:
        assert isinstance(verdict, Unsafe), verdict
        assert verdict.violated.span is not None
        assert (violated_property(verdict.violated.kind), verdict.violated.span.line) in expected
    else:
        assert isinstance(verdict, Safe), verdict
    bound = (
        verdict.certificate.bound
        if isinstance(verdict, Safe) and isinstance(verdict.certificate, CompleteUnrolling)
        else 3
    )
    finding = check_flat(goal, bound, SolverFactory(), Budget.seconds(FLAT_SECONDS))
    assert not isinstance(finding, Accepted if expected else FlatViolation), finding


@pytest.mark.skipif(sanitizer() is None, reason="no gcc whose AddressSanitizer links")
@pytest.mark.parametrize("seed", range(12))
def test_sanitizer_reports_the_same_violation(seed: int, tmp_path: Path) -> None:
    """The sanitizer reports no line for leaks, and a stale pointer on the stack can hide one."""
    compiler = sanitizer()
    assert compiler is not None
    path = tmp_path / "checked.c"
    path.write_text(HeapProgram(seed, careless=0.15 if seed % 2 else 0.0).text())
    goal = Goal(load_program([path], DataModel.LP64, MEMORY_SAFETY).program, MEMORY_SAFETY)
    expected, reported = reports_of_interpreter(goal), reports_of_sanitizer(path, compiler)
    leaks = {report for report in expected if report[0] == "valid-memtrack"}
    assert expected - leaks == {report for report in reported if report[1]}
    if ("valid-memtrack", 0) in reported:
        assert leaks
