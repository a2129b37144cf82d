"""``--path``: runs that follow the decisions of a report, and no others, get to its place."""

import json
from pathlib import Path
from typing import Any

import pytest

from cli.in_this_process import surefoot

Step = tuple[int, int, str]
TRUE, FALSE = "Taking true branch", "Taking false branch"
ENTERED, LEFT = "Loop condition is true.  Entering loop body", "Loop condition is false. Execution continues on line 9"
AGAIN, DONE = "Loop condition is true. Execution continues on line 3", "Loop condition is false.  Exiting loop"

BRANCHES = """int f(int a, int b) {
  int d = 1;
  if (a)
    d = 0;
  if (b
      && a != 5) // )
    return 8 / d;
  return 0; }
"""
LOOP = """int f(int n) {
  int d = 0;
  for (int i = 0; i < n; i++)
    d++;
  return 8 / d; }
"""
DO = """int f(int n) {
  int d = 0;
  do { d++;
    n--;
  } while (n > 0);
  return 8 / (d - 2); }
"""
CALLS = """static int h(int x) {
  if (x) return 0;
  return 1; }
int f(int a, int b) {
  int d = h(a);
  int e = h(b);
  return 8 / (d + 2 * e - 1); }
"""
MACRO = """#define REQUIRE(x) do { if (!(x)) return 0; } while (0)
#define TWICE(x) do { if (x) d++; if (x > 1) d++; } while (0)
int f(int a) {
  int d = -2;
  REQUIRE(a);
  TWICE(a);
  return 8 / d; }
"""
ITERATIONS = """int f(int a, int b) {
  int d = 0;
  for (int i = 0; i < 2; i++) {
    if ((i ? b : a) == 7)
      d++;
  }
  return 8 / d; }
"""
RECURSIVE = """static int g(int n, int *d) {
  if (n > 0) { g(n - 1, d); return 1; }
  *d = 0;
  return 2; }
int f(int n) {
  int d = 1;
  g(n, &d);
  return 8 / d; }
"""


MACRO_CALLS = """static int h(int x) { if (x) return 1; return 0; }
#define BOTH(e) (h(a) * 2 + (e))
int f(int a, int b) {
  int d = BOTH(h(b)) - 1;
  return 8 / d; }
"""


def verdict(folder: Path, text: str, place: tuple[int, int], *steps: Step) -> str:
    """Return the verdict on divisions at ``place`` by runs that follow ``steps``."""
    (folder / "a.c").write_text(text)

    def location(line: int, column: int, note: str = "") -> dict[str, Any]:
        region = {"startLine": line, "startColumn": column}
        return {"physicalLocation": {"artifactLocation": {"uri": "a.c"}, "region": region}, "message": {"text": note}}

    flow = {"threadFlows": [{"locations": [{"location": location(*each)} for each in steps]}]}
    result = {
        "ruleId": "core.DivideZero",
        "message": {"text": "Division by zero"},
        "locations": [location(*place)],
        "codeFlows": [flow],
    }
    log = {"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "clang"}}, "results": [result]}]}
    (folder / "in.sarif").write_text(json.dumps(log))
    ended = surefoot(
        "check", "a.c", "--function", "f", "--path", "in.sarif:1", "--property", "division", "--quiet", cwd=folder
    )
    return ended.stdout.partition(":")[0]


@pytest.mark.parametrize(
    ("text", "place", "steps", "expected"),
    [
        (BRANCHES, (7, 14), [(3, 3, TRUE), (5, 3, TRUE)], "unsafe"),
        (BRANCHES, (7, 14), [(3, 3, FALSE), (5, 3, TRUE)], "safe"),
        (BRANCHES, (7, 14), [(3, 3, TRUE), (5, 3, FALSE)], "safe"),
        (BRANCHES, (7, 14), [(5, 3, TRUE)], "unsafe"),
        (LOOP, (5, 12), [(3, 3, LEFT)], "unsafe"),
        (LOOP, (5, 12), [(3, 3, ENTERED), (3, 3, LEFT)], "safe"),
        (LOOP, (5, 12), [(3, 3, ENTERED), (3, 3, ENTERED), (3, 3, LEFT)], "safe"),
        (DO, (6, 12), [(3, 3, AGAIN), (3, 3, DONE)], "unsafe"),
        (DO, (6, 12), [(3, 3, DONE)], "safe"),
        (DO, (6, 12), [(3, 3, AGAIN), (3, 3, AGAIN), (3, 3, DONE)], "safe"),
        (CALLS, (7, 12), [(5, 11, "Calling 'h'"), (2, 3, FALSE), (6, 11, "Calling 'h'"), (2, 3, TRUE)], "unsafe"),
        (CALLS, (7, 12), [(5, 11, "Calling 'h'"), (2, 3, TRUE), (6, 11, "Calling 'h'"), (2, 3, FALSE)], "safe"),
        (CALLS, (7, 12), [(6, 11, "Calling 'h'"), (2, 3, TRUE)], "unsafe"),
        (CALLS, (7, 12), [(6, 11, "Calling 'h'"), (2, 3, FALSE)], "safe"),
        (MACRO, (7, 12), [(5, 3, FALSE), (6, 3, TRUE), (6, 3, TRUE)], "unsafe"),
        (MACRO, (7, 12), [(5, 3, TRUE)], "unsafe"),
        (
            MACRO_CALLS,
            (5, 12),
            [(4, 11, "Calling 'h'"), (1, 23, FALSE), (4, 11, "Calling 'h'"), (1, 23, TRUE)],
            "unsafe",
        ),
        (ITERATIONS, (7, 12), [(3, 3, ENTERED), (4, 5, FALSE), (3, 3, ENTERED), (4, 5, FALSE), (3, 3, LEFT)], "unsafe"),
        (ITERATIONS, (7, 12), [(3, 3, ENTERED), (4, 5, FALSE), (3, 3, ENTERED), (4, 5, TRUE), (3, 3, LEFT)], "safe"),
        (RECURSIVE, (8, 12), [(7, 3, "Calling 'g'"), (2, 3, FALSE)], "unsafe"),
        (RECURSIVE, (8, 12), [(7, 3, "Calling 'g'"), (2, 3, TRUE), (2, 3, FALSE)], "unsafe"),
    ],
)
def test_only_runs_on_the_path_count(
    text: str, place: tuple[int, int], steps: list[Step], expected: str, tmp_path: Path
) -> None:
    assert verdict(tmp_path, text, place, *steps) == expected


def test_results_that_do_not_exist_are_refused(tmp_path: Path) -> None:
    verdict(tmp_path, LOOP, (5, 12))
    for place in ("in.sarif:2", "in.sarif:0", "in.sarif", "other.sarif:1"):
        ended = surefoot("check", "a.c", "--function", "f", "--path", place, cwd=tmp_path)
        assert ended.returncode == 2
