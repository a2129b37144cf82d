"""What engines make of loops that keep polynomial equations: safe programs, and mutants that no engine may call safe.

PYTHONPATH=src:tests python bench/polynomial_loops.py ring bmc kind > table.md
"""

import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from corpus.polynomial_programs import PolynomialProgram, programs
from surefoot.certify.verdicts import Safe, Unsafe, Verdict
from surefoot.pipeline import Request, check
from surefoot.program.properties import UNREACH_CALL

SECONDS = 10.0
"""For each program and each mutant."""


def word(verdict: Verdict) -> str:
    """The verdict as a word."""
    match verdict:
        case Safe():
            return "safe"
        case Unsafe():
            return "unsafe"
        case _:
            return "unknown"


def row(program: PolynomialProgram, engines: Sequence[str], file: Path) -> list[str]:
    """The verdicts of ``engines`` on a program, with seconds, and on its two mutants."""
    cells = []
    for engine in engines:
        begun = time.monotonic()
        told = [word(_verdict(program.text, engine, file))]
        told[0] += f" {time.monotonic() - begun:.1f}"
        told += [word(_verdict(text, engine, file)) for text in (program.broken, program.cut)]
        cells.append(" / ".join(told))
    return cells


def _verdict(text: str, engine: str, file: Path) -> Verdict:
    file.write_text(text)
    request = Request((file,), checked=UNREACH_CALL, engine=engine, time_limit=SECONDS)
    return check(request).verdict


def main(engines: Sequence[str]) -> int:
    """Print the table and the counts; the exit code tells whether a mutant was called safe."""
    proved = dict.fromkeys(engines, 0)
    wrong = dict.fromkeys(engines, 0)
    print(f"| program: verdict and seconds / broken / cut off | {' | '.join(engines)} |")
    print("|---" * (len(engines) + 1) + "|")
    total = 0
    with tempfile.TemporaryDirectory() as folder:
        for program in programs():
            total += 1
            cells = row(program, engines, Path(folder, "program.c"))
            print(f"| {program.name} | {' | '.join(cells)} |", flush=True)
            for engine, cell in zip(engines, cells, strict=True):
                own, *mutants = cell.split(" / ")
                proved[engine] += own.startswith("safe")
                wrong[engine] += "safe" in mutants
    for engine in engines:
        print(f"\n`{engine}`: {proved[engine]} of {total} proved, {wrong[engine]} with a mutant called safe")
    return int(any(wrong.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or ["ring"]))
