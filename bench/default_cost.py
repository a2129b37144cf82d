"""Cost of the default checks: CPU seconds with them against assertions alone, on the same programs.

Programs: those given as arguments (files, or folders with C files), else the examples and a
sample of the tests' programs. The ratio is that of programs decided in both cases.
"""

import json
import statistics
import subprocess
import sys
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[1]
SAMPLE = 40
LIMIT = "10s"


def main() -> None:
    """Print one line, or one for each program if they are named."""
    named = [Path(argument) for argument in sys.argv[1:]]
    files = [file for path in named for file in (sorted(path.rglob("*.c")) if path.is_dir() else [path])]
    ratios: list[float] = []
    for file in files or _sample():
        before, after = _run(file, "assertions"), _run(file, "default")
        if named:
            print(f"{file}: assertions {before[0]} {before[1]:.2f} s, default {after[0]} {after[1]:.2f} s")
        if "unknown" not in (before[0], after[0]):
            ratios.append(after[1] / before[1])
    quartiles = statistics.quantiles(ratios, n=4)
    print(
        f"cost of the default    {len(ratios)} programs decided by both: {quartiles[1]:.2f} times the CPU in the median, "
        f"{quartiles[0]:.2f} to {quartiles[2]:.2f} for the middle half"
    )


def _sample() -> list[Path]:
    programs = [
        path for path in sorted((ROOT / "tests" / "programs").rglob("*.c")) if "several_files" not in path.parts
    ]
    return [*sorted((ROOT / "examples").glob("*.c")), *Random(1).sample(programs, SAMPLE)]  # noqa: S311 - not for secrets


def _run(file: Path, property: str) -> tuple[str, float]:
    """Return the verdict and the CPU seconds."""
    command = [sys.executable, "-m", "surefoot", "check", str(file), "--property", property, "--time-limit", LIMIT]
    done = subprocess.run([*command, "--json"], capture_output=True, text=True, check=False)
    document = json.loads(done.stdout)
    return document["verdict"], document["statistics"].get("cpu_seconds", 0.0)


if __name__ == "__main__":
    main()
