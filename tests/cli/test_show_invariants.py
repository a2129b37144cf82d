"""``--show-invariants``: loop invariants in C, for every verdict."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = json.loads((ROOT / "docs" / "report.schema.json").read_text(encoding="utf-8"))
HEAD = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n"
COUNTER = (
    HEAD
    + """int main(void) {
    int i = 0;
    while (i < 100)
        i++;
    if (i %s) reach_error();
}
"""
)
CALLS = (
    HEAD
    + """unsigned char level;
struct { int first; unsigned second; } pair;
static void fill(int limit) {
    for (int i = 0; i < limit; i++)
        if (level < 9) level++;
}
int main(void) {
    unsigned char *p = &level;
    fill(5);
    while (__VERIFIER_nondet_int()) if (pair.second < 4) { pair.second++; *p = 3; }
    fill(7);
    float x = 0;
    while (x < 2.0f) x += 0.5f;
    if (level > 9) reach_error();
}
"""
)


def surefoot(folder: Path, *arguments: str) -> str:
    return subprocess.run(
        [sys.executable, "-m", "surefoot", "check", "program.c", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=False,
        timeout=50,
    ).stdout


def shown(folder: Path, text: str, *arguments: str) -> list[str]:
    """Return the section of the report."""
    (folder / "program.c").write_text(text)
    return surefoot(folder, "--show-invariants", *arguments).partition("\nloop invariants\n")[2].splitlines()


@pytest.mark.parametrize(
    ("condition", "engine"),
    [("!= 100", "auto"), ("== 100", "auto"), ("!= 100", "bmc{max-bound=3}")],
    ids=["safe", "unsafe", "unknown"],
)
def test_counter(condition: str, engine: str, tmp_path: Path) -> None:
    assert shown(tmp_path, COUNTER % condition, "--engine", engine) == ["  program.c:4 (main)  i >= 0 && i <= 100"]


def test_calls_members_and_floats(tmp_path: Path) -> None:
    assert shown(tmp_path, CALLS, "--engine", "bmc{max-bound=1}") == [
        "  program.c:5 (fill, called at program.c:10)",
        "      limit == 5 && i >= 0 && i <= 5 && i == (int8_t)level && level <= 5",
        "  program.c:11 (main)  pair.second <= 4 && (int8_t)level >= 2 && (level & 1) == 1 && level <= 5",
        "  program.c:5 (fill, called at program.c:12)",
        "      limit == 7 && i >= 0 && i <= 7 && level <= 9 && pair.second <= 4 && (int8_t)level >= 3 &&",
        "      i + 5 >= (int8_t)level",
        "  program.c:14 (main)  x >= 0.0 && x <= 2.5 && level <= 9 && pair.second <= 4 && (int8_t)level >= 3",
    ]


def test_a_float_that_may_be_nan(tmp_path: Path) -> None:
    text = (
        HEAD
        + "extern float __VERIFIER_nondet_float(void);\nint main(void) { float x = 1; while (__VERIFIER_nondet_int()) {"
    )
    text += " float y = __VERIFIER_nondet_float(); if (!(y < 1.0f) && !(y > 8.0f)) x = y; } if (x > 9) reach_error(); }"
    assert shown(tmp_path, text) == ["  program.c:3 (main)  ((isnan(x)) || (x >= 1.0)) && ((isnan(x)) || (x <= 8.0))"]


def test_variables_of_equal_name_are_distinguished(tmp_path: Path) -> None:
    text = (
        HEAD
        + """static int count(int n) { int i = 0; while (i < n) i++; return i; }
int main(void) { int i = 0; while (i < 2 && __VERIFIER_nondet_int()) i++; i = 2 - i; return count(5) + i; }
"""
    )
    assert shown(tmp_path, text) == [
        "  program.c:3 (main)  i >= 0 && i <= 2",
        "  program.c:2 (count, called at program.c:3)",
        "      n == 5 && main::i >= 0 && main::i <= 2 && count::i >= 0 && count::i <= 5",
    ]


def test_members_calls_and_targets_are_in_the_words_of_the_source(tmp_path: Path) -> None:
    engine = ("--engine", "bmc{max-bound=1}")
    objects = """extern int in(void);
struct ring { unsigned size, head; };
int main(void) {
    int a[4] = {0}, b = 0, c = 1;
    struct ring ring = {8, 0};
    int *p = &a[0], *q = &c;
    while (in()) {
        if (in()) p = &b;
        if (in()) q = &a[2];
        ring.head = (ring.head + 1) % ring.size;
        if (*p > 7 || *q > 7) return 1;
        *p = in() % 8;
    }
    return ring.head > 7;
}
"""
    assert shown(tmp_path, objects, *engine) == [
        "  program.c:7 (main)",
        "      b >= -7 && b <= 7 && ring.head <= 7 && a[0] >= -7 && a[0] <= 7",
        "      and 2 facts about internal values",
    ]
    calls = """extern int in(void);
static int most(int n) { int k = 0; for (int i = 0; i < n; i++) k = i; return k; }
static int sum(int a, int b) { return a + b; }
int main(void) { while (in()) sum(most(3), most(5)); }
"""
    assert shown(tmp_path, calls, *engine) == [
        "  program.c:4 (main)",
        "      no invariant was found",
        "  program.c:2 (most, called at program.c:4)",
        "      n == 3 && k >= 0 && k <= 2 && i >= 0 && i <= 3 && i >= k && k + 1 >= i",
        "  program.c:2 (most, called at program.c:4)",
        "      n == 5 && k >= 0 && k <= 4 && i >= 0 && i <= 5 && (most(3) at line 4) == 2 && i >= k && k + 1 >= i",
    ]
    argument = """struct ring { unsigned size, head; };
void turn(struct ring *ring, unsigned n) {
    if (!ring) return;
    ring->head = 0;
    for (unsigned i = 0; i < n; i++) ring->head = (ring->head + 1) % 8;
}
"""
    assert shown(tmp_path, argument, *engine, "--function", "turn") == [
        "  program.c:5 (turn)",
        "      ring->head <= 7 && i >= ring->head && n >= i",
        "      and 3 facts about internal values",
    ]


def test_invariants_as_json(tmp_path: Path) -> None:
    (tmp_path / "program.c").write_text(COUNTER % "!= 100")
    document: dict[str, Any] = json.loads(surefoot(tmp_path, "--show-invariants", "--json"))
    jsonschema.validate(document, SCHEMA)
    (loop,) = document["loop_invariants"]["loops"]
    assert loop["function"] == "main" and loop["location"]["line"] == 4 and loop["calls"] == []
    assert [each["text"] for each in loop["invariants"]] == ["i >= 0", "i <= 100"]
    assert "loop_invariants" not in json.loads(surefoot(tmp_path, "--json"))


def test_reason_for_missing_invariants(tmp_path: Path) -> None:
    recursive = "static int f(int n) { return n > 0 ? f(n - 1) : 0; } int main(void) { return f(3); }"
    assert shown(tmp_path, recursive) == ["  none: the program is recursive"]
    assert shown(tmp_path, "int main(void) { return 0; }") == ["  none: there are no loops"]


def test_loops_without_invariants_or_with_constants_only(tmp_path: Path) -> None:
    text = HEAD + "int main(void) { int n = 3; while (n < 9) if (__VERIFIER_nondet_int()) break; }"
    assert shown(tmp_path, text) == ["  program.c:2 (main)  n == 3"]
    text = HEAD + "int main(void) { while (__VERIFIER_nondet_int()); }"
    assert shown(tmp_path, text) == ["  program.c:2 (main)", "      no invariant was found"]


ANNOTATED_PROGRAM = r"""
/*@ requires \valid(start) && 0 <= *start <= 9;
    assigns \nothing;
    ensures \result >= \old(*start); */
static int from(const int *start, unsigned steps) {
    int i = *start;
    //@ loop invariant \at(*start, Pre) <= i <= 1000;
    while (steps-- > 0 && i < 1000) {
        i++;
    }
    return i;
}
"""


def test_invariants_of_modular_proofs_are_about_the_source(tmp_path: Path) -> None:
    """Contracts add functions and variables that the source does not have."""
    (tmp_path / "program.c").write_text(ANNOTATED_PROGRAM)
    output = surefoot(tmp_path, "--modular", "--engine", "kind")
    lines = [line for line in output.splitlines() if line.startswith("    ")]
    assert output.startswith("safe") and any("about internal values" in line for line in lines), output
    assert not any(mark in line for line in lines for mark in ("@", "&*", "__surefoot", "watched")), output
