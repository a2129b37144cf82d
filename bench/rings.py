"""Growth of the time of IC3 and of the default engine with the number of tasks of a scheduler: CPU
seconds, at most 60 s each.

Tasks are state machines that a scheduler runs in sequence, in any order of the ready ones; they
pass a number round a ring, or synchronise with each other. All programs are safe.
"""

import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

SIZES = (3, 5, 7, 9)
LIMIT = 60

HEAD = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
"""


def ring(size: int) -> str:
    """Return a program in which every task increments the token and makes the next one ready; the
    first one checks the sum.
    """
    lines = [HEAD, "int token, sent;"]
    lines += [f"int state{n} = {2 if n else 0}, place{n} = {1 if n else 0};" for n in range(size)]
    lines += ["void task0(void) {", f"    if (place0 == 1 && token != sent + {size - 1}) reach_error();"]
    lines += ["    token = sent = __VERIFIER_nondet_int() & 1023;", "    place0 = 1; state0 = 2; state1 = 0;", "}"]
    for n in range(1, size):
        lines += [
            f"void task{n}(void) {{",
            f"    if (place{n} == 1) {{ token = token + 1; state{(n + 1) % size} = 0; }}",
        ]
        lines += [f"    state{n} = 2;", "}"]
    lines += ["int main(void) {", "    while (1) {"]
    lines += [
        f"        if (state{n} == 0 && __VERIFIER_nondet_int()) {{ state{n} = 1; task{n}(); }}" for n in range(size)
    ]
    return "\n".join([*lines, "    }", "}", ""])


def relay(size: int) -> str:
    """Return every task goes on when the one before is ahead of it; so no two neighbours are ever
    two places apart.
    """
    lines = [HEAD, *(f"int place{n};" for n in range(size)), "int main(void) {", "    while (1) {"]
    lines += ["        if (__VERIFIER_nondet_int() && place0 == place1) place0 = (place0 + 1) % 4;"]
    for n in range(1, size):
        follows = f"place{n} != place{n - 1}"
        waits = f" && place{n} == place{n + 1}" if n + 1 < size else ""
        lines += [f"        if (__VERIFIER_nondet_int() && {follows}{waits}) place{n} = (place{n} + 1) % 4;"]
    lines += [
        f"        if (place{n - 1} != place{n} && place{n - 1} != (place{n} + 1) % 4) reach_error();"
        for n in range(1, size)
    ]
    return "\n".join([*lines, "    }", "}", ""])


def main() -> None:
    """Print a line for each program and engine."""
    programs: dict[str, Callable[[int], str]] = {"ring": ring, "relay": relay}
    for name, program in programs.items():
        for engine in ("ic3", "auto"):
            cells = [f"{size}: {_seconds(program(size), engine)}" for size in SIZES]
            print(f"{name:<6} {engine:<5} {'  '.join(cells)}", flush=True)


def _seconds(text: str, engine: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "program.c"
        source.write_text(text, encoding="utf-8")
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = [sys.executable, "-m", "surefoot", "check", str(source), "--property", "unreach-call", "--quiet"]
        command += ["--engine", engine, "--time-limit", str(LIMIT)]
        said = subprocess.run(command, capture_output=True, text=True, check=False).stdout
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return f"{used:.2f} s" if said.startswith("safe") else said[:7].strip()


if __name__ == "__main__":
    main()
