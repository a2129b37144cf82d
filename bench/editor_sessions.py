"""Sessions of an editor with the language server on a generated project.

    python bench/editor_sessions.py --files 50 --edits 500

Prints wall-clock seconds from opening a file to its first diagnostics (without and with state of an
earlier session), CPU seconds of these sessions, milliseconds from a keystroke to the end of the check
that it cancels, and megabytes of server, service and worker after a tenth of the edits and after all.
"""
# ruff: noqa: ASYNC110 - states of other processes are polled

import argparse
import asyncio
import os
import resource
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from service.language_client import Editor, editing

_CHECKED_EDITS = 100
"""Number of edits after which all results are waited for."""
_HARD = """
unsigned hard(unsigned a, unsigned b, unsigned c) {
    unsigned x = a * b * c, y = (a + 1) * (b + 3) * (c + 5);
    for (unsigned i = 0; i < 64; i++) { x = x * y + i; y = y * x + a; }
    return 100 / (x * y - 77);
}
"""
_MODULE = """#include "common.h"
static int table[LIMIT];
static int clamp(int x, int low, int high) {{ return x < low ? low : x > high ? high : x; }}
int step{0}(int x) {{ return clamp(x, 0, LIMIT - 1) + {0}; }}
int sum{0}(void) {{ int s = 0; for (int k = 0; k < LIMIT; k++) s += clamp(table[k], -9, 9); return s; }}
void fill{0}(int value) {{ for (int k = 0; k < LIMIT; k++) table[k] = clamp(value, 0, 9) + k; }}
int get{0}(int k) {{ if (k < 0 || k >= LIMIT) return -1; return table[k]; }}
int next{0}(int x) {{ return step{1}(clamp(x, 0, 9)); }}
int bug{0}(void) {{ int b[4] = {{0}}; return b[clamp(table[0], 4, 4)]; }}
"""


def write_project(folder: Path, files: int) -> None:
    """Write C files that call each other in a ring."""
    steps = "".join(f"int step{number}(int x);\n" for number in range(files))
    (folder / "common.h").write_text(f"#include <stdint.h>\n#include <string.h>\n#define LIMIT 16\n{steps}")
    for number in range(files):
        (folder / f"module{number}.c").write_text(_MODULE.format(number, (number + 1) % files))
    (folder / "hard.c").write_text(_HARD)


def descendants(process: int) -> Iterator[int]:
    """Yield the descendants of a process."""
    with suppress(OSError):
        for thread in Path(f"/proc/{process}/task").iterdir():
            for child in map(int, (thread / "children").read_text().split()):
                yield child
                yield from descendants(child)


def megabytes(processes: list[int]) -> float:
    """Return the resident memory of processes."""
    pages = 0
    for each in processes:
        with suppress(OSError):
            pages += int(Path(f"/proc/{each}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


async def first_diagnostics(folder: Path) -> float:
    """Return the seconds from opening a file to its first diagnostics; waits for all results."""
    async with editing(folder, "--jobs", "1") as editor:
        await asyncio.sleep(1)  # a user opens a file after the editor has started
        began = time.monotonic()
        editor.open("module0.c")
        await editor.until("module0.c", lambda known: bool(known.diagnostics))
        seconds = time.monotonic() - began
        await editor.lenses("module0.c")
    return seconds


async def cancellation(editor: Editor, version: int) -> float:
    """Return the milliseconds from an edit to the end of the check of the former text."""
    while not any("checking" in each for each in await editor.lenses("hard.c", settled=False)):
        await asyncio.sleep(0.05)
    await asyncio.sleep(0.5)
    running = set(descendants(os.getpid()))
    began = time.monotonic()
    editor.type("hard.c", version, 0, 0, " ")
    while running <= set(descendants(os.getpid())):
        await asyncio.sleep(0.005)
    return 1000 * (time.monotonic() - began)


async def edits(editor: Editor, number: int) -> tuple[float, float]:
    """Edit a file; return the megabytes after a tenth of the edits and after all."""
    editor.open("module1.c")
    await editor.lenses("module1.c")
    early = 0.0
    for version in range(2, number + 2):
        is_undone = version % 2
        editor.type("module1.c", version, 3, 0, "" if is_undone else "/**/", deleted=4 if is_undone else 0)
        await asyncio.sleep(0.02)
        if version % _CHECKED_EDITS == 0 or version - 2 == number // 10:
            await editor.lenses("module1.c")
        if version - 2 == number // 10:
            early = megabytes(list(descendants(os.getpid())))
    await editor.lenses("module1.c")
    return early, megabytes(list(descendants(os.getpid())))


async def main() -> None:
    """Measure, and print a line for each question."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--files", type=int, default=5)
    parser.add_argument("--edits", type=int, default=20)
    options = parser.parse_args()
    with TemporaryDirectory() as name:
        folder = Path(name)
        write_project(folder, options.files)
        for state in ("without", "with"):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            seconds = await first_diagnostics(folder)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            print(f"first diagnostics {state} state: {seconds:.2f} s (CPU of the session: {used:.2f} s)", flush=True)
        async with editing(folder, "--jobs", "1", "--unit-time", "60") as editor:
            editor.open("hard.c")
            found = [await cancellation(editor, version) for version in range(2, 7)]
            print(f"cancellation: {', '.join(f'{each:.0f}' for each in found)} ms", flush=True)
        async with editing(folder, "--jobs", "1") as editor:
            early, late = await edits(editor, options.edits)
            print(f"memory after {options.edits // 10} edits: {early:.0f} MB, after {options.edits}: {late:.0f} MB")


asyncio.run(main())
