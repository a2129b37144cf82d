"""Growth of the default engine's time with the number of rounds of a loop: CPU seconds for sizes
from 10 to 1000, at most 60 s each.
"""

import resource
import subprocess
import sys
import tempfile
from pathlib import Path

SIZES = (10, 30, 100, 300, 1000)
LIMIT = 60

ARRAY_SUM = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {{
    int a[{size}], sum = 0;
    for (int i = 0; i < {size}; i++) a[i] = __VERIFIER_nondet_int() & 7;
    for (int i = 0; i < {size}; i++) sum += a[i];
    if (sum > 7 * {size}) reach_error();
    return 0;
}}
"""
MIXED_ROUNDS = """extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {{
    unsigned y = 1, odd = 1;
    for (unsigned i = 0; i < {size}; i++) {{
        unsigned x = __VERIFIER_nondet_uint();
        if (x & 1) {{ y = y * 3 + i; odd ^= i & 1; }} else y ^= x;
    }}
    if ((y & 1) != odd) reach_error();
    return 0;
}}
"""


def main() -> None:
    """Print one line for each program."""
    for name, text in (("array sum", ARRAY_SUM), ("mixed rounds", MIXED_ROUNDS)):
        cells = [f"{size}: {_seconds(text.format(size=size))}" for size in SIZES]
        print(f"growth of {name:<13} {'  '.join(cells)}")


def _seconds(text: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "program.c"
        source.write_text(text, encoding="utf-8")
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = [sys.executable, "-m", "surefoot", "check", str(source), "--property", "unreach-call", "--quiet"]
        command += ["--time-limit", str(LIMIT)]
        said = subprocess.run(command, capture_output=True, text=True, check=False).stdout
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return f"{used:.2f} s" if said.startswith("safe") else "-"


if __name__ == "__main__":
    main()
