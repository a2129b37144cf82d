"""Verdicts and CPU time of `surefoot check --modular` for annotated algorithms on arrays.

    python bench/contracts.py [--seconds S] all|NAME ... > table.md

The functions are textbook algorithms (find, copy, partition, lower bound, ...) with contracts and loop
invariants as collections of verified algorithms write them. S is the limit of wall time for each
(30 by default); times are CPU seconds, solvers and compilers included.
"""

import argparse
import resource
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

FOLDER = Path(__file__).parent.resolve() / "contracts"


def main(arguments: Sequence[str]) -> None:
    """Print a row for each function."""
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*")
    parser.add_argument("--seconds", type=float, default=30.0)
    options = parser.parse_args(arguments)
    if not options.names:
        print("contracts              all|NAME ...: python bench/contracts.py all")
        return
    print("| function | verdict | CPU |\n|---|---|--:|")
    for path in sorted(FOLDER.glob("*.c")):
        if options.names == ["all"] or path.stem in options.names:
            verdict, seconds = _checked(path, options.seconds)
            print(f"| {path.stem} | {verdict} | {seconds:.1f} s |", flush=True)


def _checked(path: Path, seconds: float) -> tuple[str, float]:
    """Return the verdict on the functions of `path`, and the CPU seconds it took."""
    command = [sys.executable, "-m", "surefoot", "check", str(path), "--modular", "--jobs", "1", "-q"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([*command, "--time-limit", str(seconds)], capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return done.stdout.partition(":")[0] or f"exit code {done.returncode}", spent


if __name__ == "__main__":
    main(sys.argv[1:])
