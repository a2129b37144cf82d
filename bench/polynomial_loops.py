"""Results of engines on loops that preserve polynomial equations: safe programs, and mutants that
no engine may call safe.

    python bench/polynomial_loops.py
    python bench/polynomial_loops.py --all --mutants ring
    python bench/polynomial_loops.py ring bmc kind

The first command runs the first program of each family with the engine ring.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from surefoot.certify.verdicts import Safe, Unsafe, Verdict
from surefoot.program.properties import UNREACH_CALL
from surefoot.verify.pipeline import check
from surefoot.verify.request import Request

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from corpus.polynomial_programs import PolynomialProgram, programs

SECONDS = 10.0
"""For each program and each mutant."""


def word(verdict: Verdict) -> str:
    """Return the verdict as a word."""
    match verdict:
        case Safe():
            return "safe"
        case Unsafe():
            return "unsafe"
        case _:
            return "unknown"


def row(program: PolynomialProgram, engines: Sequence[str], file: Path, *, with_mutants: bool) -> list[str]:
    """Return the verdicts of ``engines`` on a program, with seconds, and on its two mutants."""
    cells = []
    mutants = (program.broken, program.cut) if with_mutants else ()
    for engine in engines:
        begun = time.monotonic()
        told = [word(_verdict(program.text, engine, file))]
        told[0] += f" {time.monotonic() - begun:.1f}"
        told += [word(_verdict(text, engine, file)) for text in mutants]
        cells.append(" / ".join(told))
    return cells


def _verdict(text: str, engine: str, file: Path) -> Verdict:
    file.write_text(text)
    request = Request((file,), checked=UNREACH_CALL, engine=engine, time_limit=SECONDS)
    return check(request).verdict


def main() -> int:
    """Print the table and the counts; the exit code is 1 if a mutant was called safe."""
    parser = argparse.ArgumentParser(description="results of engines on loops that preserve polynomial equations")
    parser.add_argument("engines", nargs="*", default=["ring"])
    parser.add_argument("--all", action="store_true", help="all programs of each family")
    parser.add_argument("--mutants", action="store_true", help="also the two mutants of each program")
    options = parser.parse_args()
    chosen = [each for each in programs() if options.all or each.name.endswith("_1")]
    proved = dict.fromkeys(options.engines, 0)
    wrong = dict.fromkeys(options.engines, 0)
    print(f"| program: verdict and seconds / broken / cut off | {' | '.join(options.engines)} |")
    print("|---" * (len(options.engines) + 1) + "|")
    with tempfile.TemporaryDirectory() as folder:
        for program in chosen:
            file = Path(folder, "program.c")
            cells = row(program, options.engines, file, with_mutants=options.mutants)
            print(f"| {program.name} | {' | '.join(cells)} |", flush=True)
            for engine, cell in zip(options.engines, cells, strict=True):
                own, *mutants = cell.split(" / ")
                proved[engine] += own.startswith("safe")
                wrong[engine] += "safe" in mutants
    for engine in options.engines:
        print(f"\n`{engine}`: {proved[engine]} of {len(chosen)} proved, {wrong[engine]} with a mutant called safe")
    return int(any(wrong.values()))


if __name__ == "__main__":
    sys.exit(main())
