"""CPU time of surefoot and CBMC for the programs in ``examples/embedded``: correct versions, and
each seeded bug.

    python bench/embedded.py CBMC [NAME ...] > table.md

CBMC is a command, of version 6, whose default checks are those of ``surefoot check``. It gets a
sufficient bound; surefoot needs none. Both search for the first violation of a buggy version,
and decide all checks of a correct one. Times are CPU seconds, solvers and compilers included;
CBMC's limit is `SECONDS` of these, surefoot's is `SECONDS` of wall time, which is less.
"""

import re
import resource
import statistics
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "examples" / "embedded"
SECONDS = 60
"""How long each may take."""
MOST_CLOCK_SECONDS = 20 * SECONDS
"""When a command is ended that takes no CPU time either."""
ROUNDS = {
    "allocator": 18,
    "base64": 14,
    "crc": 33,
    "filter": 6,
    "message_pool": 21,
    "options": 8,
    "parser": 9,
    "protocol": 15,
    "recursive_gcd": 10,
    "ring_buffer": 14,
    "shell": 13,
    "state_machine": 7,
    "string_builder": 65,
    "timer_list": 6,
}
"""How many rounds of each loop CBMC unrolls."""
FOR_EVER = frozenset({"state_machine"})
"""Programs that never end: with no number of rounds does CBMC prove them."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Verdict of a tool, and its CPU seconds."""

    verdict: str
    seconds: float

    def __str__(self) -> str:
        return f"{self.verdict}, {self.seconds:.1f} s"


def main(arguments: Sequence[str]) -> None:
    """Print a row for each version of each program, and the medians."""
    if not arguments:
        print("embedded programs      beside CBMC: python bench/embedded.py CBMC")
        return
    cbmc, *names = arguments
    print("| program | version | surefoot | CBMC |\n|---|---|---|---|")
    ratios: list[float] = []
    for path in sorted(FOLDER.glob("*.c")):
        if names and path.stem not in names:
            continue
        for bug in range(len(list(_bugs(path))) + 1):
            ours = _surefoot(path, bug)
            theirs = _cbmc(cbmc, path, bug)
            ratios.append(ours.seconds / theirs.seconds)
            print(f"| {path.stem} | {f'bug {bug}' if bug else 'correct'} | {ours} | {theirs} |", flush=True)
    print(f"\nThe median of surefoot's time over CBMC's is {statistics.median(ratios):.2f}")


def _bugs(path: Path) -> Iterator[str]:
    """Return the seeded bugs listed in the head of the file."""
    return (each[1] for each in re.finditer(r"^// +-DBUG=\d+ +(.*)$", path.read_text(encoding="utf-8"), re.MULTILINE))


def _surefoot(path: Path, bug: int) -> Answer:
    command = [sys.executable, "-m", "surefoot", "check", str(path), f"-DBUG={bug}", "--quiet"]
    output, seconds = _run([*command, "--time-limit", str(SECONDS), *(["--first"] if bug else [])])
    return Answer(output.partition(":")[0] or "nothing", seconds)


def _cbmc(cbmc: str, path: Path, bug: int) -> Answer:
    command = [cbmc, str(path), f"-DBUG={bug}", "--unwind", str(ROUNDS[path.stem])]
    command += ["--no-unwinding-assertions"] if path.stem in FOR_EVER or bug else ["--unwinding-assertions"]
    limited = ["prlimit", f"--cpu={SECONDS}", *command, *(["--stop-on-fail"] if bug else [])]
    output, seconds = _run(limited)
    if "VERIFICATION FAILED" in output:
        return Answer("unsafe", seconds)
    if "VERIFICATION SUCCESSFUL" in output:
        return Answer("safe within a bound" if path.stem in FOR_EVER else "safe", seconds)
    return Answer("nothing", seconds)


def _run(command: Sequence[str]) -> tuple[str, float]:
    """Return the output of ``command``, and the CPU seconds that it and its children used."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        output = subprocess.run(command, capture_output=True, text=True, check=False, timeout=MOST_CLOCK_SECONDS).stdout
    except subprocess.TimeoutExpired:
        output = ""
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return output, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main(sys.argv[1:])
