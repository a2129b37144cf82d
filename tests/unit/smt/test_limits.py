"""Limits of solver checks: budget, time, memory and signals."""

import os
import signal
import subprocess
import sys
from types import FrameType

import pytest

from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.logic import Term, bit_vector, bv, bvadd, bvand, bvmul, bvult, eq, variable
from surefoot.smt.contracts import Limits, NoAnswer, Sat, Solver
from surefoot.smt.registry import open_solver


def prime_factors() -> list[Term]:
    """Two factors of 2**61 - 1, which is prime: unsatisfiable, and out of reach for minutes."""
    x, y = variable("x", bit_vector(64)), variable("y", bit_vector(64))
    bounds = [bound for factor in (x, y) for bound in (bvult(bv(1, 64), factor), bvult(factor, bv(1 << 32, 64)))]
    return [eq(bvmul(x, y), bv((1 << 61) - 1, 64)), *bounds]


def with_formulas(solver: Solver) -> Solver:
    for formula in prime_factors():
        solver.add(formula)
    return solver


def test_a_check_ends_with_the_budget(name: str) -> None:
    solver = with_formulas(open_solver(name, Budget.seconds(0.5)))
    assert solver.check() == NoAnswer("time limit")
    assert solver.check() == NoAnswer("time limit")
    solver.close()


def test_each_check_has_its_own_limit(name: str) -> None:
    solver = open_solver(name, Budget.seconds(60), Limits(seconds=0.4))
    with solver.scope():
        assert with_formulas(solver).check() == NoAnswer("time limit")
    assert isinstance(solver.check(), Sat)
    solver.close()


class Interrupted(Exception):
    pass


def interrupt(_signal: int, _frame: FrameType | None) -> None:
    raise Interrupted


def a_signal_soon(number: signal.Signals) -> "subprocess.Popen[bytes]":
    script = f"import os, time; time.sleep(0.3); os.kill(os.getppid(), {number.value})"
    return subprocess.Popen([sys.executable, "-c", script])


@pytest.mark.parametrize("name", ["bitwuzla", "bits"])
def test_a_signal_handler_can_end_a_check(name: str) -> None:
    solver = with_formulas(open_solver(name, Budget.seconds(20)))
    previous = signal.signal(signal.SIGUSR1, interrupt)
    try:
        with a_signal_soon(signal.SIGUSR1), pytest.raises(Interrupted):
            solver.check()
    finally:
        signal.signal(signal.SIGUSR1, previous)


@pytest.mark.parametrize("name", ["bitwuzla", "z3", "bits"])
def test_keyboard_interrupt_can_end_a_check(name: str) -> None:
    solver = with_formulas(open_solver(name, Budget.seconds(20)))
    with a_signal_soon(signal.SIGINT), pytest.raises(KeyboardInterrupt):
        solver.check()


_LIMITED = """
from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.logic import bit_vector, bv, bvadd, bvand, bvmul, bvurem, eq, variable
from surefoot.smt.contracts import Limits
from surefoot.smt.registry import open_solver

solver = open_solver({name!r}, Budget.seconds(10), Limits(memory_mb={megabytes}))
numbers = [variable(f"x{{place}}", bit_vector(256)) for place in range(12)]
total = numbers[0]
for number in numbers[1:]:
    total = bvmul(bvadd(total, number), bvmul(number, total))
solver.add(eq(bvurem(total, numbers[3]), bv(12345678901234567890123, 256)))
print(solver.check())
"""


@pytest.mark.parametrize(("name", "megabytes"), [("bitwuzla", 60), ("z3", 60)])
def test_a_check_ends_with_its_memory(name: str, megabytes: int) -> None:
    script = _LIMITED.format(name=name, megabytes=megabytes)
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        timeout=50,
        env={"PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.stdout.strip() == "NoAnswer(reason='memory limit')"


def test_translation_ends_with_the_budget(name: str) -> None:
    reads: list[int] = []

    def clock() -> float:
        reads.append(0)
        return len(reads)

    solver = open_solver(name, Budget(3.0, clock))
    long = variable("x", bit_vector(32))
    for number in range(20_000):
        long = bvadd(bvand(long, variable(f"y{number % 7}", bit_vector(32))), variable("z", bit_vector(32)))
    with solver.scope():
        solver.add(eq(long, bv(1, 32)))  # takes more reads of the clock than the budget has
        assert solver.check() == NoAnswer("time limit")
    solver.close()
    assert 3 <= len(reads) <= 6


def test_translation_ends_with_cancelled_work(name: str) -> None:
    def cancel() -> None:
        raise OutOfBudget("cancelled")

    solver = open_solver(name, Budget(pause=cancel))
    term = variable("x", bit_vector(32))
    for _ in range(10_000):
        term = bvadd(bvand(term, variable("y", bit_vector(32))), variable("z", bit_vector(32)))
    with pytest.raises(OutOfBudget):
        solver.add(eq(term, bv(1, 32)))
    solver.close()
