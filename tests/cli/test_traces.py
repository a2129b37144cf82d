"""Traces in the terms of the source: names, types, inputs, calls and folded loops, without library
frames.
"""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import surefoot
from cli.in_this_process import surefoot as in_this_process
from surefoot.report.text.report import render
from surefoot.report.text.terminal import Style
from surefoot.report.trace.steps import steps_of

SCHEMA = json.loads((Path(__file__).resolve().parents[2] / "docs" / "report.schema.json").read_text(encoding="utf-8"))


def steps(folder: Path, text: str, **options: Any) -> Any:
    path = folder / "program.c"
    path.write_text("#include <assert.h>\n" + text)
    report = surefoot.check(path, **options)
    verdict = report.verdict
    assert isinstance(verdict, surefoot.Unsafe) and report.program is not None
    found = steps_of(report.program, report.request.checked, verdict.trace, verdict.violated)
    assert found.omitted == 0
    return found.steps


def changes(found: list[dict[str, Any]]) -> list[str]:
    return [f"{each['name']} = {each['value']}" for step in found for each in step["changes"]]


def test_operands_of_an_assertion_are_printed(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text("""#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { int x = __VERIFIER_nondet_int(), y = 7, z = 3;
    if (z > 4) return 1;
    assert(x != 12 || y < 3); }
""")
    report = surefoot.check(path)
    verdict = report.verdict
    assert isinstance(verdict, surefoot.Unsafe) and report.program is not None
    found = steps_of(report.program, report.request.checked, verdict.trace, verdict.violated)
    assert [(each["name"], each["value"]) for each in found.values] == [("x", "12"), ("y", "7")]


def test_heap_objects_are_arrays_of_their_pointee_type(tmp_path: Path) -> None:
    found = steps(
        tmp_path,
        """
#include <stdlib.h>
#include <string.h>
struct pair { int x; char *name; };
int main(void) {
    int *v = malloc(3 * sizeof(int)), *second = v + 1, *single = malloc(sizeof(int));
    struct pair *pairs = malloc(2 * sizeof *pairs);
    char *text = malloc(6);
    void *raw = malloc(8);
    struct pair *late = raw = malloc(16);
    *second = 5;
    *single = 6;
    strcpy(text, "hello");
    pairs[1].x = 4;
    pairs[1].name = text + 2;
    late->x = 9;
    assert(v == 0);
}
""",
        property="assertions",
    )
    shown = changes(found)
    for wanted in (
        "v = &malloc#1",
        "second = &malloc#1[1]",
        "malloc#1[1] = 5",
        "malloc#2 = 6",
        "malloc#3[1].x = 4",
        "malloc#4[4] = 111 'o'",
        "malloc#3[1].name = &malloc#4[2]",
        "malloc#6.x = 9",
    ):
        assert wanted in shown, shown


def test_large_blocks_are_printed_by_their_first_bytes(tmp_path: Path) -> None:
    found = steps(
        tmp_path,
        """
#include <stdlib.h>
#include <string.h>
static unsigned char from[100000];
int main(void) {
    void *p = malloc(100000);
    from[5] = 3;
    memcpy(p, from, 99000);
    memset(from + 1, 2, 99999);
    assert(p == 0);
}
""",
        property="assertions",
    )
    shown = changes(found)
    for wanted in ("malloc#1[5] = 3", "malloc#1 = … and 98992 more", "from[1] = 2", "from = … and 99991 more"):
        assert wanted in shown, shown


def test_results_of_calls_are_printed_where_no_assignment_is(tmp_path: Path) -> None:
    found = steps(
        tmp_path,
        """
static unsigned char grown(int by) { return (unsigned char)(by + 200); }
static int deep(int n) { return n ? 1 + deep(n - 1) : 0; }
static void nothing(void) { }
int main(void) {
    int x = deep(2);
    nothing();
    if (grown(x) == 202)
        assert(0);
}
""",
    )
    assert [each for each in changes(found) if "()" in each] == ["deep() = 0", "deep() = 1", "grown() = 202"]
    assert "x = 2" in changes(found)


def test_values_are_printed_by_type(tmp_path: Path) -> None:
    found = steps(
        tmp_path,
        """
enum state { IDLE, BUSY = 4 };
struct point { int x; unsigned char y; };
int main(void) {
    enum state s = BUSY;
    char c = 'q';
    float f = 0.1f;
    double d = -1e300 * 1e300;
    _Bool b = 3;
    int a[3] = {0};
    a[2] = -5;
    int *p = &a[1];
    struct point q;
    q.y = 200;
    struct point *r = &q;
    assert(*p != 0 || r->y != 200 || s != BUSY || c != 'q' || f < 0 || d > 0 || !b);
}
""",
    )
    shown = changes(found)
    for wanted in (
        "s = BUSY",
        "c = 113 'q'",
        "f = 0.1",
        "d = -infinity",
        "b = true",
        "a[2] = -5",
        "p = &a[1]",
        "q.y = 200",
        "r = &q",
    ):
        assert wanted in shown, f"{wanted} is not among {shown}"


def test_inputs_are_marked_at_their_assignment(tmp_path: Path) -> None:
    found = steps(
        tmp_path,
        """
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (__VERIFIER_nondet_int() == 9)
        assert(x != 11);
}
""",
    )
    inputs = [(each["name"], each["value"]) for step in found for each in step["changes"] if "origin" in each]
    assert inputs == [("x", "11"), ("__VERIFIER_nondet_int()", "9")]


def test_only_changes_are_shown(tmp_path: Path) -> None:
    found = steps(tmp_path, "int g; int main(void) { int x = 1; x = 1; g = 5; g = 5; x = 2;\nassert(x == 1); }\n")
    assert changes(found) == ["x = 1", "g = 5", "x = 2"]


def test_calls_are_indented_and_library_frames_hidden(tmp_path: Path) -> None:
    found = steps(
        tmp_path,
        """#include <string.h>
static int shorten(int n) {
    return n - 1;
}
int main(void) {
    char text[4];
    strcpy(text, "abc");
    int n = shorten((int) strlen(text));
    assert(n == 3);
}
""",
    )
    assert {step["function"] for step in found} == {"main", "shorten"}
    assert {step["function"]: step["depth"] for step in found} == {"main": 0, "shorten": 1}
    assert all(step["file"].endswith("program.c") for step in found)
    assert "n = 3" in changes(found) and "text[3] = 0 '\\0'" in changes(found)


def test_parameters_of_the_function_under_test_are_inputs(tmp_path: Path) -> None:
    found = steps(tmp_path, "void f(int a, unsigned char b) {\n    assert(a + b != 300 || b != 45);\n}\n", function="f")
    assert changes(found) == ["a = 255", "b = 45 '-'"]
    assert {each["origin"] for step in found for each in step["changes"]} == {"input"}


def test_loops_are_folded_in_the_text(tmp_path: Path) -> None:
    found = steps(
        tmp_path,
        """
int main(void) {
    int sum = 0;
    for (int i = 0; i < 40; i++) {
        sum += i;
    }
    assert(sum == 0);
}
""",
    )
    evidence = {
        "kind": "trace",
        "summary": "",
        "violation": {
            "kind": "assertion",
            "description": "assertion",
            "text": "sum == 0",
            "location": None,
            "values": [],
            "expression": "",
        },
        "steps": found,
        "omitted_steps": 0,
    }
    document: Any = {
        "verdict": "unsafe",
        "property": {"name": "assertions", "text": ""},
        "evidence": evidence,
        "caveats": [],
        "warnings": [],
        "engine": "bmc",
        "data_model": "LP64",
        "statistics": {"cpu_seconds": 0.0, "peak_memory_mb": 0.0},
    }
    text = render(document, Style())
    assert "more iterations of the loop at line 5" in text and "sum = 780" in text and "sum = 325" not in text
    assert "sum = 325" in render(document, Style(), full_trace=True)
    assert len(text.splitlines()) < 30


def test_globals_are_printed_like_locals(tmp_path: Path) -> None:
    found = steps(
        tmp_path, "static int g[2][3];\nint main(void) { g[1][2] = 7; int *p = &g[1][0]; assert(p[2] != 7); }\n"
    )
    assert changes(found) == ["g[1][2] = 7", "p = &g[1][0]"]


def test_input_is_distinguished_from_an_equal_value(tmp_path: Path) -> None:
    text = """int __VERIFIER_nondet_int(void); double __VERIFIER_nondet_double(void);
int a[2];
int main(void) {
    if (__VERIFIER_nondet_int() == -3) { a[1] = -3; }
    if (__VERIFIER_nondet_double() == 0.5)
        assert(a[1] != -3);
}
"""
    found = steps(tmp_path, text)
    marked = [(each["name"], each["value"], each.get("origin")) for step in found for each in step["changes"]]
    assert marked == [
        ("a[1]", "-3", None),
        ("__VERIFIER_nondet_int()", "-3", "input"),
        ("__VERIFIER_nondet_double()", "0.5", "input"),
    ]


def test_free_is_shown_and_library_internals_are_not(tmp_path: Path) -> None:
    text = """#include <stdlib.h>
int main(void) {
    char text[] = "12", *p = malloc(4);
    int n = atoi(text);
    free(p);
    assert(n != 12);
}
"""
    found = steps(tmp_path, text)
    assert 6 in [step["line"] for step in found]
    assert {name.partition(" ")[0].partition("[")[0] for name in changes(found)} == {"text", "p", "n"}


def test_accelerated_rounds_are_reported(tmp_path: Path) -> None:
    text = """int main(void) {
    unsigned x = 0, y = 7;
    while (x < 400000000) {
        x++;
        y += 2;
    }
    assert(y != 800000007);
}
"""
    found = steps(tmp_path, text, engine="accelerate")
    (leaping,) = (step for step in found if "accelerated" in step)
    ((line, rounds),) = leaping["accelerated"]
    assert line == 4
    assert changes([leaping]) == ["x = 400000000", "y = 800000007"]
    assert leaping["iterations"] == [[4, 400000001]]
    assert sum("iterations" in step for step in found) + rounds == 400000001


COUNTING = """#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a = 0, b = __VERIFIER_nondet_int(), unused = __VERIFIER_nondet_int();
    while (a < b)
        ++a;
    assert(a == 10);
}
"""


@pytest.mark.parametrize(("engine", "told"), [("cegar", True), ("cegar{integers=true}", True), ("ic3", False)])
def test_relevant_conditions_are_reported_if_the_engine_computes_them(
    engine: str, tmp_path: Path, *, told: bool
) -> None:
    """The run has one value for b and one for an unused variable; it fails because b is not
    positive.
    """
    path = tmp_path / "program.c"
    path.write_text(COUNTING)
    options = "check", path, "--property", "assertions", "--engine", engine, "--first"
    document = json.loads(in_this_process(*options, "--json").stdout)
    jsonschema.validate(document, SCHEMA)
    mattering = [(step["line"], step["matters"]) for step in document["evidence"]["steps"] if "matters" in step]
    assert [(line, [each["text"] for each in matters]) for line, matters in mattering] == [(5, ["b <= 0"])] * told
    lines = [line.strip() for line in in_this_process(*options).stdout.splitlines()]
    assert ("matters: b <= 0" in lines) == told
    if told:
        assert lines.index("matters: b <= 0") == lines.index("5  while (a < b)") + 1


def test_a_run_without_arguments_is_explained(tmp_path: Path) -> None:
    program = tmp_path / "a.c"
    program.write_text("#include <stdio.h>\nint main(int argc, char **argv) { return puts(argv[0]) < 0; }\n")
    text = in_this_process("check", program).stdout
    assert "  inputs: argc = 0\n" in text and "to end such a run: if (argc < 1) return 1;" in text
    program.write_text(
        "#include <stdio.h>\nint main(int argc, char **argv) { if (argc < 1) return 1; return puts(argv[0]) < 0; }\n"
    )
    assert in_this_process("check", program).stdout.startswith("safe")
