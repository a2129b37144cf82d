"""Path programs: they refute paths that no run takes, whatever loops, calls and memory beside the path do."""

import json
from pathlib import Path
from typing import Any

import pytest

from cli.in_this_process import surefoot

Step = tuple[int, int, str]
TRUE, FALSE = "Taking true branch", "Taking false branch"
LEFT = "Loop condition is false. Execution continues on line 5"

LOOP = """extern int unknown(int *);
int f(int *a, int n, unsigned m) {
  int d = 1;
  if (m & 4) d = 0;
  for (int i = 0; i < n; i++) a[i] = unknown(a);
  if ((m ^ 4) & 4) return 8 / d;
  return 8 / (d + 1); }
"""
CALLS = """static int h(int x) {
  if (x) return 0;
  return 1; }
int f(int a, int b) {
  int d = h(a);
  int e = h(b);
  return 8 / (d + 2 * e - 1); }
"""
GLOBALS = """extern void unknown(void);
static int hidden;
int seen;
void set(void) { hidden = 0; }
int f(int *p, int n) {
  hidden = 1; seen = 1; CHANGE;
  if (hidden) n++;
  if (seen == 0) return n / seen;
  return 0; }
"""
LOCAL = """extern void keep(int *); extern void unknown(void);
int f(int n) {
  int d[2]; KEEP;
  d[1] = 1; unknown();
  if (d[1] == 0) return n / d[1];
  return 0; }
"""
RECURSIVE = """static int g(int n) {
  if (n > 0)
    return g(n - 1) + 1;
  return 0; }
int f(int n) {
  int d = g(n);
  return 8 / d; }
"""
STRINGS = """unsigned long strlen(const char *);
int f(int n) {
  const char *s = "ab", *end = s + strlen(s);
  while (s != end)
    s++;
  return 8 / n; }
"""
COPIED = """extern void *memcpy(void *, const void *, unsigned long);
struct s { int state, others[40]; };
int f(struct s *c, struct s *d) {
  struct s own;
  c->state = 1; own.state = 1;
  memcpy(c, d, sizeof *d);
  if (c->state == 0 || own.state == 0)
    return 10 / c->state;
  return 0; }
"""
VOLATILE = """extern void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
static volatile int flag; static int count;
static int less(const void *a, const void *b) { return count++; }
int f(int *p, int n) {
  flag = 1; count = 0; qsort(p, 9, 4, less);
  if (flag == WHAT) n++;
  if (count == 7) return n / (flag - WHAT);
  return 0; }
"""
AGAIN = "Loop condition is true.  Entering loop body"
INSIDE = [(5, 11, "Calling 'h'"), (2, 3, FALSE), (5, 11, "Returning from 'h'")]


def verdict(folder: Path, text: str, line: int, steps: list[Step], *defects: str) -> str:
    """Return the verdict on the path program of ``steps`` to ``line``."""
    (folder / "a.c").write_text(text)
    entry = next(at for at, each in enumerate(text.split("\n"), 1) if each.startswith("int f("))

    def location(line: int, column: int, note: str = "") -> dict[str, Any]:
        region = {"startLine": line, "startColumn": column}
        return {"physicalLocation": {"artifactLocation": {"uri": "a.c"}, "region": region}, "message": {"text": note}}

    notes = [(entry, 1, "[debug] analyzing from f"), *steps]
    flow = {"threadFlows": [{"locations": [{"location": location(*each)} for each in notes]}]}
    result = {
        "ruleId": "core.DivideZero",
        "message": {"text": "Division by zero"},
        "locations": [location(line, 1)],
        "codeFlows": [flow],
    }
    log = {"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "clang"}}, "results": [result]}]}
    (folder / "in.sarif").write_text(json.dumps(log))
    place = ":".join(["in.sarif:1", *defects])
    ended = surefoot(
        "check", "a.c", "--function", "f", "--path-program", place, "--property", "unreach-call", "-q", cwd=folder
    )
    return ended.stdout.partition(":")[0]


@pytest.mark.parametrize(
    ("text", "line", "steps", "defects", "expected"),
    [
        (LOOP, 6, [(4, 3, TRUE), (5, 3, LEFT), (6, 3, TRUE)], [], "safe"),
        (LOOP, 6, [(4, 3, FALSE), (5, 3, LEFT), (6, 3, TRUE)], [], "unsafe"),
        (LOOP, 6, [(4, 3, FALSE), (5, 3, LEFT), (6, 3, TRUE)], ["division-by-zero"], "safe"),
        (LOOP, 6, [(4, 3, TRUE)], ["division-by-zero"], "safe"),
        (LOOP, 6, [(5, 3, LEFT)], [], "unsafe"),
        (CALLS, 7, INSIDE, ["division-by-zero"], "unsafe"),
        (CALLS, 7, [*INSIDE, (6, 11, "Calling 'h'"), (2, 3, TRUE), (6, 11, "Returning from 'h'")], [], "unsafe"),
        (
            CALLS,
            7,
            [*INSIDE, (6, 11, "Calling 'h'"), (2, 3, FALSE), (6, 11, "Returning from 'h'")],
            ["division-by-zero"],
            "safe",
        ),
        (GLOBALS.replace("CHANGE", "n++"), 8, [(7, 3, TRUE), (8, 3, TRUE)], [], "safe"),
        (GLOBALS.replace("CHANGE", "unknown()"), 8, [(7, 3, TRUE), (8, 3, TRUE)], [], "unsafe"),
        (GLOBALS.replace("CHANGE", "*p = 0"), 8, [(7, 3, TRUE), (8, 3, TRUE)], [], "unsafe"),
        (GLOBALS.replace("CHANGE", "*p = 0"), 8, [(7, 3, FALSE)], [], "safe"),
        (GLOBALS.replace("CHANGE", "unknown()"), 8, [(7, 3, FALSE), (8, 3, TRUE)], [], "unsafe"),
        (LOCAL.replace("KEEP", "n++"), 5, [(5, 3, TRUE)], [], "safe"),
        (LOCAL.replace("KEEP", "keep(d)"), 5, [(5, 3, TRUE)], [], "unsafe"),
        (
            RECURSIVE,
            7,
            [
                (6, 11, "Calling 'g'"),
                (2, 3, TRUE),
                (3, 12, "Calling 'g'"),
                (2, 3, FALSE),
                (3, 12, "Returning from 'g'"),
                (6, 11, "Returning from 'g'"),
            ],
            ["division-by-zero"],
            "safe",
        ),
        (
            RECURSIVE,
            7,
            [(6, 11, "Calling 'g'"), (2, 3, FALSE), (6, 11, "Returning from 'g'")],
            ["division-by-zero"],
            "unsafe",
        ),
        (COPIED, 8, [(7, 3, TRUE)], ["division-by-zero"], "unsafe"),
        (VOLATILE.replace("WHAT", "0"), 7, [(6, 3, TRUE), (7, 3, TRUE)], [], "unsafe"),
        (VOLATILE.replace("WHAT", "0"), 7, [(6, 3, FALSE), (7, 3, TRUE)], ["division-by-zero"], "unsafe"),
        (STRINGS, 6, [(4, 3, AGAIN), (4, 3, AGAIN), (4, 3, LEFT)], [], "unsafe"),
        (STRINGS, 6, [(4, 3, AGAIN), (4, 3, AGAIN), (4, 3, AGAIN), (4, 3, LEFT)], [], "safe"),
        (STRINGS, 6, [(4, 3, AGAIN), (4, 3, LEFT)], [], "safe"),
    ],
)
def test_only_runs_on_the_path_get_to_the_place(
    text: str, line: int, steps: list[Step], defects: list[str], expected: str, tmp_path: Path
) -> None:
    assert verdict(tmp_path, text, line, steps, *defects) == expected


def test_a_path_that_is_not_found_decides_nothing(tmp_path: Path) -> None:
    assert verdict(tmp_path, RECURSIVE, 7, [(6, 11, "Calling 'g'"), (2, 3, FALSE)]) == "unknown"
    assert verdict(tmp_path, RECURSIVE, 5, []) == "unknown"
