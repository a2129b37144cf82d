"""Control systems of the C programs in the repository."""

from pathlib import Path

from corpus.engine_runs import encoding_of
from surefoot.evidence.claims import Goal
from surefoot.frontend.loading import load_program
from surefoot.program.program import DataModel
from surefoot.program.properties import ASSERTIONS
from surefoot.systems.control.system import ControlSystem

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = tuple(f"examples/{name}.c" for name in ("binary_search", "saturating_sum", "turnstile"))
PROGRAMS = (
    *EXAMPLES,
    "tests/programs/induction/array_of_grades.c",
    "tests/programs/induction/bounded_queue.c",
    "tests/programs/induction/count_in_function.c",
    "tests/programs/induction/decaying_float.c",
    "tests/programs/induction/heap_counter.c",
    "tests/programs/induction/nested_triangle.c",
    "tests/programs/induction/pointer_moves_coins.c",
    "tests/programs/induction/pointer_through_array.c",
    "tests/programs/induction/record_of_account.c",
    "tests/programs/loops/floats_in_memory_safe.c",
    "tests/programs/loops/nested_safe.c",
    "tests/programs/pointers/array_of_pointers_safe.c",
    "tests/programs/pointers/comparison_safe.c",
)
"""Loops, nested and called; floats, arrays, heap, pointers to several objects, addresses that matter."""


def goal_of(name: str) -> Goal:
    """Return the goal that the assertions of a program in the repository hold."""
    program = load_program((ROOT / name,), DataModel.LP64, ASSERTIONS).program
    return Goal(program, ASSERTIONS)


def system_of_program(name: str) -> ControlSystem:
    """Return the control system of a program in the repository."""
    return encoding_of(goal_of(name)).system
