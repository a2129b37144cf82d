"""Alarms that depend on havocked library results are rejected with the name of the function."""

from pathlib import Path

import pytest

import surefoot
from surefoot.certify.verdicts import Unknown, Unsafe, Verdict

PROGRAM = """#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <wchar.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
static int numbers[4] = {1, 2, 3, 4};
static double kept;
static int doubled(int n) { return 2 * n; }
static int same(int n) { return n; }
static void keep(double d) { kept = d; }
static int (*const sameness)(int) = same;
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 4) return 0;
"""
"""A body is put at its end, in line 18."""


def verdict(body: str, folder: Path) -> Verdict:
    path = folder / "havocked.c"
    path.write_text(f"{PROGRAM}{body}\nreturn 0;\n}}\n")
    return surefoot.check(path, engine="bmc", time_limit=60).verdict


@pytest.mark.parametrize(
    "body",
    [
        "double d = sin(0.5); return numbers[n] + (d > 5);",
        "keep(sin(0.5)); return numbers[n];",
        "double d[2] = {sin(0.5), 1}; return numbers[n] + (d[0] > 5);",
        "int w = same(wcwidth(65)); return numbers[n] ^ w;",
    ],
)
def test_alarm_independent_of_havocked_results_stands(tmp_path: Path, body: str) -> None:
    found = verdict(body, tmp_path)
    assert isinstance(found, Unsafe) and found.violated.span is not None and found.violated.span.line == 18, found


@pytest.mark.parametrize(
    ("body", "function"),
    [
        ("return numbers[n & wcwidth(65)];", "wcwidth"),
        ("return numbers[doubled(wcwidth(65))];", "wcwidth"),
        ("return numbers[sameness(wcwidth(65))];", "wcwidth"),
        ("keep(j0(0.5)); if (kept > 0) return numbers[n];", "j0"),
        ("double d = j0(0.5); int above = 0; if (d > 0) above = 1; return numbers[n + above];", "j0"),
        ("int w = wcwidth(65); __VERIFIER_assume(w == 1); return numbers[n];", "wcwidth"),
        ("int places[2] = {wcwidth(65), 0}; int at = places[0]; return numbers[at];", "wcwidth"),
        ("int sign; lgamma_r(n + 0.5, &sign); if (sign > 0) return numbers[n];", "lgamma_r"),
        ("free(malloc(wcwidth(65) & 1)); return numbers[n];", "wcwidth"),
        ('static char text[] = "X=1"; putenv(text); return numbers[n];', "putenv"),
    ],
)
def test_alarm_that_may_depend_on_havocked_results_is_rejected(tmp_path: Path, body: str, function: str) -> None:
    found = verdict(body, tmp_path)
    assert (
        isinstance(found, Unknown) and f"depends on a havocked result of {function}: it has no model" in found.detail
    ), found


@pytest.mark.parametrize(
    ("body", "function"),
    [
        ("time_t t = 0; struct tm *l = localtime(&t); return numbers[l->tm_hour & 7];", "localtime"),
        ('char text[9]; return numbers[snprintf(text, 9, "%g", 0.1) & 7];', "snprintf"),
        ('char text[9]; time_t t = 0; return numbers[strftime(text, 9, "%H", gmtime(&t)) & 7];', "strftime"),
    ],
)
def test_reason_names_the_called_function(tmp_path: Path, body: str, function: str) -> None:
    found = verdict(body, tmp_path)
    told = f"depends on a havocked result of {function}: its model does not determine it"
    assert isinstance(found, Unknown) and told in found.detail, found
