"""Campaign: every program of ``tests/programs``, exported as Horn clauses and solved by Z3's solver
of logic HORN.

    PYTHONPATH=src:tests python -m differential.horn_campaign --seconds 5

Its answer and the program's expectation must not contradict each other: ``sat`` is safe. A
program expected to be unknown for undefined behaviour may be either; one whose system
over-approximates the program may be ``unsat`` and safe. It prints a line for each program, then
the number that agree; the exit code is 1 if any contradict.
"""

import argparse
import re
import sys
from collections import Counter
from pathlib import Path

import z3

from surefoot.base.budget import Budget
from surefoot.base.errors import SurefootError
from surefoot.evidence.claims import Goal
from surefoot.evidence.encodings import encode_goal
from surefoot.program.properties import ASSERTIONS, Property
from surefoot.systems.encode.encoding import NotEncodable
from surefoot.systems.formats.horn_writer import write_horn
from surefoot.systems.horn.rules import horn_of
from surefoot.verify.loading import load
from surefoot.verify.request import Request

PROGRAMS = Path(__file__).parent.parent / "programs"
_EXPECTED = re.compile(r"// expect: (safe|unsafe)\b(.*)")


def clauses_of(program: Path, checked: Property = ASSERTIONS) -> str | None:
    """Return the clauses of a program; nothing if it has no finite control system, or one with more
    runs than it has.
    """
    loaded = load(Request((program,), checked))
    found = encode_goal(Goal(loaded.program, checked), Budget.seconds(60))
    if isinstance(found, NotEncodable):
        return None
    return write_horn(horn_of(found.system)) if found.is_exact else None


def z3_answer(text: str, milliseconds: int) -> str:
    """Return the answer of Z3: sat, unsat or unknown."""
    solver = z3.SolverFor("HORN")
    solver.set("timeout", milliseconds)
    try:
        solver.from_string(text)
        return str(solver.check())
    except z3.Z3Exception:
        return "unknown"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--folder", type=Path, default=PROGRAMS)
    options = parser.parse_args()
    counted: Counter[str] = Counter()
    for program in sorted(options.folder.rglob("*.c")):
        expected = _EXPECTED.match(program.read_text().partition("\n")[0])
        is_part = program.name == "main.c"  # a folder with one is a program of several files
        if expected is None or is_part or re.search(r"flags=|property=", expected[2]):
            counted["not asked"] += 1
            continue
        outcome = _outcome(program, expected[1], options.seconds)
        counted[outcome] += 1
        sys.stdout.write(f"{outcome:12} {program.relative_to(options.folder)}\n")
        sys.stdout.flush()
    sys.stdout.write(f"{dict(counted)}\n")
    return 1 if counted["CONTRADICTS"] else 0


def _outcome(program: Path, expected: str, seconds: float) -> str:
    try:
        text = clauses_of(program)
    except SurefootError:
        return "no clauses"
    if text is None:
        return "no clauses"
    answer = z3_answer(text, int(1000 * seconds))
    if answer == "unknown":
        return "unknown"
    return "agrees" if (answer == "sat") == (expected == "safe") else "CONTRADICTS"


if __name__ == "__main__":
    sys.exit(main())
