"""Witnesses of a sample of tasks: how many solved tasks have one, and how many of them are confirmed
by ``surefoot validate`` from the witness and the program alone.

    python bench/witnesses.py tasks.csv --sample 60 --seed 36 --seconds 90

The limit is CPU time of each command, so that results do not depend on the load of the machine.
Without arguments nothing is measured.
"""

import argparse
import resource
import subprocess
import sys
from collections import Counter
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from surefoot.base.errors import InputError
from surefoot.bench.selection import Pair, select
from surefoot.verify.tasks import resolve
from surefoot.witnesses.linter import read_witness

MOST_WALL_CLOCK = 20
"""How many times the limit a command may take on the clock on the wall."""
SOLVED = (0, 1)


def surefoot(arguments: list[str], seconds: int) -> subprocess.CompletedProcess[str]:
    """Run a command of surefoot with a limit on its CPU time."""
    command = [sys.executable, "-m", "surefoot", *arguments, "--time-limit", f"{MOST_WALL_CLOCK * seconds}s"]
    limit = partial(resource.setrlimit, resource.RLIMIT_CPU, (seconds, seconds))
    return subprocess.run(command, capture_output=True, text=True, check=False, preexec_fn=limit)


def outcome(pair: Pair, folder: Path, seconds: int) -> tuple[str, str]:
    """Return what becomes of the witness of a task, in one word, and the reason."""
    witness = folder / "witness.yml"
    witness.unlink(missing_ok=True)
    arguments = ["check", str(pair.path), "--property", pair.property, "--witness", str(witness), "--jobs", "1", "-q"]
    checked = surefoot(arguments, seconds)
    if checked.returncode not in SOLVED:
        return "unsolved", ""
    if not witness.exists():
        return "without witness", checked.stderr.strip()
    try:
        read_witness(witness)
    except InputError as error:
        return "malformed", error.message
    (file,) = resolve([pair.path], pair.property).files
    validated = surefoot(["validate", str(witness), str(file)], seconds)
    return ("confirmed" if not validated.returncode else "not confirmed"), validated.stdout.strip()


def main() -> None:
    """Print a line for each witness that is not confirmed, and the totals."""
    parser = argparse.ArgumentParser()
    parser.add_argument("tasks", nargs="?", type=Path)
    parser.add_argument("--sample", type=int, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=int, default=90)
    options = parser.parse_args()
    if options.tasks is None:
        print("witnesses: name a table of tasks")
        return
    counts: Counter[str] = Counter()
    with TemporaryDirectory() as name:
        for pair in select(options.tasks, None, options.sample, options.seed):
            found, reason = outcome(pair, Path(name), options.seconds)
            counts[found] += 1
            if found not in {"confirmed", "unsolved"}:
                print(f"{found}: {pair.yml} {pair.property}: {reason}", flush=True)
    print(", ".join(f"{count} {found}" for found, count in counts.most_common()))


if __name__ == "__main__":
    main()
