"""Verdicts and CPU time of surefoot for the parsers in ``tests/programs/parsers``: correct versions,
and each seeded bug.

    python bench/parsers.py [--seconds S] [--only correct|bugs] all|NAME ... > table.md

A correct version that is not proved within S seconds (60 by default) is checked for inputs of 8
bytes at most. A seeded bug has S / 2 seconds. Times are CPU seconds, solvers and compilers included;
limits are seconds of wall time.
"""

import argparse
import re
import resource
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent.parent.resolve() / "tests" / "programs" / "parsers"
SEEDED = re.compile(r"^// +-DBUG=(\d+) ", re.MULTILINE)
_BOUNDED = re.compile(r"no violation within .*")
BYTES = 8
"""Size of the inputs for which programs are checked that are not proved for all."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Verdict, CPU seconds, and the rest of the first line of the report."""

    verdict: str
    seconds: float
    detail: str


def main(arguments: Sequence[str]) -> None:
    """Print a row for each version of each program."""
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--only", choices=["correct", "bugs"])
    options = parser.parse_args(arguments)
    if not options.names:
        print("parsers                all|NAME ...: python bench/parsers.py all")
        return
    print("| program | version | verdict | CPU | detail |\n|---|---|---|--:|---|")
    for path in sorted(FOLDER.glob("*.c")):
        if options.names != ["all"] and path.stem not in options.names:
            continue
        if options.only != "bugs":
            answer = _check(path, [], options.seconds)
            _print(path, "correct", answer)
            if answer.verdict != "safe":
                _print(path, f"{BYTES} bytes", _check(path, [f"-DLIMIT={BYTES}"], options.seconds))
        if options.only != "correct":
            for bug in SEEDED.findall(path.read_text(encoding="utf-8")):
                _print(path, f"bug {bug}", _check(path, [f"-DBUG={bug}"], options.seconds / 2))


def _print(path: Path, version: str, answer: Answer) -> None:
    print(f"| {path.stem} | {version} | {answer.verdict} | {answer.seconds:.1f} s | {answer.detail} |", flush=True)


def _check(path: Path, flags: Sequence[str], seconds: float) -> Answer:
    """Return the answer of the default check with ``flags`` for clang."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "surefoot", "check", path.name, *flags, "--time-limit", str(seconds)]
    output = subprocess.run(command, capture_output=True, text=True, check=False, cwd=path.parent).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    verdict, _, detail = output.partition("\n")[0].partition(": ")
    bounded = _BOUNDED.search(output) if verdict != "safe" else None
    return Answer(verdict, used, f"{detail}; {bounded[0]}" if bounded and verdict != "unsafe" else detail)


if __name__ == "__main__":
    main(sys.argv[1:])
