"""Share of CPU time inside solvers on programs dominated by loops."""

import tempfile
import time
from pathlib import Path

from surefoot.program.properties import UNREACH_CALL
from surefoot.verify.pipeline import check
from surefoot.verify.request import Request

HEADER = """
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
"""
PROGRAMS = {
    "constant trip count": """
int a[5000];
int main(void) {
  for (int i = 0; i < 5000; i++) a[i] = i;
  for (int i = 0; i < 5000; i++) if (a[i] != i) reach_error();
}""",
    "sums of inputs": """
int main(void) {
  unsigned s = 0, n = 0;
  for (int i = 0; i < 20; i++) { unsigned x = __VERIFIER_nondet_uint() % 16; s += x; if (x > 7) n++; }
  if (n * 8 > s) reach_error();
}""",
    "bubble sort": """
int main(void) {
  unsigned char a[6];
  for (int i = 0; i < 6; i++) a[i] = __VERIFIER_nondet_uint();
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 5; j++) if (a[j] > a[j + 1]) { unsigned char t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }
  for (int i = 0; i < 5; i++) if (a[i] > a[i + 1]) reach_error();
}""",
    "state machine": """
int main(void) {
  unsigned s = 0;
  for (int i = 0; i < 60; i++) {
    unsigned x = __VERIFIER_nondet_uint();
    if (s == 0 && x == 3) s = 1; else if (s == 1 && x == 5) s = 2; else if (s == 2 && x > 9) s = 3; else if (x == 7) s = 0;
    if (s > 3) reach_error();
  }
}""",
}


def main() -> None:
    """Print verdict, CPU time and the solvers' share."""
    for name, text in PROGRAMS.items():
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "program.c"
            path.write_text(HEADER + text)
            begun = time.process_time()
            report = check(Request((path,), UNREACH_CALL, engine="bmc", time_limit=60))
            spent = time.process_time() - begun
        solving = report.statistics.queries.solving_seconds
        print(
            f"loops, {name}: {type(report.verdict).__name__.lower()}, {spent:.2f} s CPU, {solving / spent:.0%} in solvers"
        )


if __name__ == "__main__":
    main()
