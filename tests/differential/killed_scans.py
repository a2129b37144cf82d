"""Scans that are killed at random moments, and continued: the result must be that of a scan that
runs undisturbed. Run as ``python -m differential.killed_scans --kills 20 [DIR]``.
"""

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

CHANGING = frozenset({"seconds", "cached", "stages", "store_fault"})
"""Members of the document that may differ between scans."""
PROGRAM = """\
#include <stdlib.h>
int half(int x) { return x / 2; }
int get(const int *p) { return *p; }
int twice(int x) { return 2 * x; }
int wrong(void) { int a[4] = {0}; return a[half(8)]; }
int sum(int n) { int s = 0; for (int i = 0; i < n && i < 9; i++) s += i; return s; }
char *make(void) { char *p = malloc(3); if (p) p[2] = 0; return p; }
"""


def scan(folder: Path, *options: str) -> "subprocess.Popen[bytes]":
    """Start a scan of ``folder`` in a session of its own."""
    command = [sys.executable, "-m", "surefoot", "scan", ".", "--json=out.json", "--quiet", "--unit-time=20", *options]
    return subprocess.Popen(command, cwd=folder, start_new_session=True, stdout=subprocess.DEVNULL)


def result(folder: Path) -> Any:
    """Return the document that a scan of ``folder`` wrote, without times."""
    return _stable(json.loads((folder / "out.json").read_text()))


def _stable(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _stable(each) for key, each in value.items() if key not in CHANGING}
    return [_stable(each) for each in value] if isinstance(value, list) else value


def kill_after(folder: Path, seconds: float) -> None:
    """Start a scan, and kill its whole session after ``seconds``."""
    started = scan(folder)
    time.sleep(seconds)
    os.killpg(started.pid, signal.SIGKILL)
    started.wait()


def differences(project: Path, kills: int, seed: int) -> list[str]:
    """Kill ``kills`` scans of a copy of ``project``, each followed by a complete scan; return the
    kills after which the result differs from that of a scan without a store.
    """
    chosen = random.Random(seed)
    wrong: list[str] = []
    with TemporaryDirectory() as name:
        folder = Path(name) / "project"
        shutil.copytree(project, folder)
        began = time.monotonic()
        scan(folder, "--no-store").wait()
        length = time.monotonic() - began
        expected = result(folder)
        for number in range(kills):
            shutil.rmtree(folder / ".surefoot", ignore_errors=True)
            moment = chosen.uniform(0, length)
            kill_after(folder, moment)
            scan(folder).wait()
            if result(folder) != expected:
                wrong.append(f"kill {number} after {moment:.2f} s")
    return wrong


def main() -> int:
    """Run the campaign on a folder, or on a small program."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("project", nargs="?", type=Path)
    options = parser.parse_args()
    with TemporaryDirectory() as name:
        project = options.project or Path(name)
        if options.project is None:
            (project / "a.c").write_text(PROGRAM)
        wrong = differences(project, options.kills, options.seed)
    sys.stdout.write(f"{options.kills} kills, {len(wrong)} different results: {', '.join(wrong) or 'none'}\n")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
