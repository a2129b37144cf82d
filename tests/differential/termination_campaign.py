"""Campaign: termination of generated loops and recursive functions, against an exploration of all their states.

``safe`` for a program with an infinite run and ``unsafe`` for one without are disagreements: they are printed with
the program, and the exit code is 1.

    PYTHONPATH=src:tests python -m differential.termination_campaign --from 0 --to 1000
    PYTHONPATH=src:tests python -m differential.termination_campaign --recursive --from 0 --to 300
"""

import argparse
import sys
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from differential.termination_programs import Loops, Recursion, random_loops, random_recursion
from surefoot.certify.verdicts import Safe, Unsafe, Verdict
from surefoot.program.properties import TERMINATION
from surefoot.verify.pipeline import check
from surefoot.verify.request import Request


def verdict_on(program: Loops | Recursion, folder: Path, seconds: float) -> Verdict:
    """The verdict on the termination of ``program``."""
    path = folder / "program.c"
    path.write_text(program.text, encoding="utf-8")
    return check(Request((path,), TERMINATION, time_limit=seconds)).verdict


def disagreement(*, ends: bool, verdict: Verdict) -> str | None:
    """The reason why ``verdict`` is wrong; ``None`` if it is not."""
    match verdict:
        case Safe() if not ends:
            return "safe, but a cycle of states is reachable"
        case Unsafe() if ends:
            return "unsafe, but all runs end"
        case _:
            return None


def _tell(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main(arguments: list[str] | None = None) -> int:
    """Run the campaign; see the module."""
    parser = argparse.ArgumentParser(description="compare verdicts on termination with all states")
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("--to", dest="end", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--recursive", action="store_true")
    options = parser.parse_args(arguments)
    counts: Counter[str] = Counter()
    wrong = 0
    with TemporaryDirectory(prefix="termination-campaign-") as name:
        for seed in range(options.first, options.end):
            program = random_recursion(seed) if options.recursive else random_loops(seed)
            ends = program.ends()
            begun = time.process_time()
            verdict = verdict_on(program, Path(name), options.seconds)
            spent = time.process_time() - begun
            counts[f"{'ends' if ends else 'does not end'}: {type(verdict).__name__}"] += 1
            if reason := disagreement(ends=ends, verdict=verdict):
                wrong += 1
                _tell(f"WRONG seed {seed}: {reason}\n{program.text}")
            elif not isinstance(verdict, Safe | Unsafe):
                kind = "ends" if ends else "does not end"
                _tell(f"undecided seed {seed}, {kind}, {spent:.1f} s: {verdict.detail}\n{program.text}")
    _tell(f"{options.end - options.first} programs, {wrong} disagreements, {dict(sorted(counts.items()))}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
