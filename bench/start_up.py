"""CPU time of the smallest uses of surefoot, all processes included."""

import compileall
import resource
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
USES = {
    "surefoot --help": ("--help",),
    "surefoot check (safe)": ("check", str(ROOT / "examples" / "saturating_sum.c")),
    "surefoot check (unsafe)": ("check", str(ROOT / "examples" / "binary_search.c")),
}
RUNS = 5


def cpu_seconds(arguments: tuple[str, ...]) -> float:
    """Return the CPU time of one run and its children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "surefoot", *arguments], capture_output=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Print the best of a few runs for each use."""
    compileall.compile_dir(ROOT / "src", quiet=2)
    for name, arguments in USES.items():
        print(f"{name}: {min(cpu_seconds(arguments) for _ in range(RUNS)):.2f} s CPU")


if __name__ == "__main__":
    main()
