"""For each program in examples/j, the largest number of elements for which an engine proves it within a limit.

    python bench/j_programs.py --seconds 60 --engines aig bmc [--programs array_search ...] [--sizes 3 7 15]
    python bench/j_programs.py --seconds 300 --engines kind --with-invariants

Ints have two bits more than the number of elements needs. The limit is CPU time of the command and its children.
"""

import argparse
import resource
import subprocess
import sys
import time
from pathlib import Path

from engines_alone import LOOK_EVERY, tree_seconds

EXAMPLES = Path(__file__).parent.parent / "examples" / "j"
WITH_INVARIANTS = EXAMPLES / "invariants"
SIZES = (3, 7, 15, 31, 63, 127, 255, 511)
EXIT_SAFE = 0


def cpu_of(program: Path, engine: str, size: int, seconds: float) -> float | None:
    """Return the CPU seconds of a proof; ``None`` if there is none within ``seconds``."""
    bits = size.bit_length() + 2
    command = [sys.executable, "-m", "surefoot", "check", str(program), "--engine", engine, "--first", "-q"]
    command += ["--bits", str(bits), "--elements", str(size)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with subprocess.Popen([*command, "--time-limit", f"{seconds * 20}s"], stdout=subprocess.DEVNULL) as process:
        while process.poll() is None and tree_seconds(process.pid) <= seconds:
            time.sleep(LOOK_EVERY)
        process.terminate()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return used if process.returncode == EXIT_SAFE and used <= seconds else None


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--engines", nargs="+", default=["aig", "bmc"])
    parser.add_argument("--programs", nargs="*", default=[])
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--with-invariants", action="store_true", help="the programs in examples/j/invariants")
    options = parser.parse_args()
    folder = WITH_INVARIANTS if options.with_invariants else EXAMPLES
    for program in sorted(folder.glob("*.j")):
        if options.programs and program.stem not in options.programs:
            continue
        for engine in options.engines:
            found = []
            for size in options.sizes:
                seconds = cpu_of(program, engine, size, options.seconds)
                if seconds is None:
                    break
                found.append(f"{size}: {seconds:.1f} s")
            print(f"{program.stem:18} {engine:5} {', '.join(found) or 'none'}", flush=True)


if __name__ == "__main__":
    main()
