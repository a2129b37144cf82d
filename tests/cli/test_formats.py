"""Findings as gcc writes them, exit codes, and the words of reports about memory."""

import re
from pathlib import Path

import pytest

from cli.in_this_process import surefoot
from surefoot.verify import api

DOUBLE_FREE = """#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int *p = malloc(4);
    free(p);
    if (__VERIFIER_nondet_int() == 3)
        free(p);
}
"""
INDETERMINATE = """extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x;
    if (__VERIFIER_nondet_int() > 4) x = 1;
    return 10 / x;
}
"""
SECOND_ALLOCATION = """#include <stdlib.h>
int main(void) {
    char *p = malloc(4), *q = malloc(8);
    if (p) q[0] = 1;
    free(p);
    free(q);
}
"""


def written(text: str, folder: Path) -> Path:
    program = folder / "program.c"
    program.write_text(text)
    return program


def test_findings_as_gcc_writes_them(tmp_path: Path) -> None:
    program = written(DOUBLE_FREE, tmp_path)
    shown = surefoot("check", program, "--format", "gcc")
    assert shown.returncode == 1
    first, second = shown.stdout.splitlines()
    assert first == (
        f"{program}:7:9: error: double free of the 4 bytes that malloc allocated at {program}:4, freed at {program}:5"
    )
    assert second == f"{program}:7:9: note: inputs: __VERIFIER_nondet_int() = 3"
    safe = surefoot(
        "check",
        written(DOUBLE_FREE.replace("if (__VERIFIER_nondet_int() == 3)\n        free(p);", ""), tmp_path),
        "--format=gcc",
    )
    assert "error:" not in safe.stdout


def test_a_double_free_is_called_one_once(tmp_path: Path) -> None:
    shown = surefoot("check", written(DOUBLE_FREE, tmp_path)).stdout
    assert shown.startswith("unsafe: double free of the 4 bytes")


def test_nothing_checked_has_an_exit_code_of_its_own(tmp_path: Path) -> None:
    assert surefoot("check", written("int main(void) { return 0; }", tmp_path)).returncode == 4
    assert surefoot("check", written("int main(int n, char **a) { return 10 / n; }", tmp_path)).returncode != 4


def test_uninitialised_values_are_indeterminate(tmp_path: Path) -> None:
    shown = surefoot("check", written(INDETERMINATE, tmp_path)).stdout
    assert "where x indeterminate: never written since line 3, here 0" in shown
    assert "(uninitialised)" not in shown


def test_a_failing_allocation_is_reproduced(tmp_path: Path) -> None:
    program = written(SECOND_ALLOCATION, tmp_path)
    shown = surefoot("check", program, "--malloc-may-fail", "--run").stdout
    assert "reproduced: the compiled program makes an invalid memory access (SIGSEGV)" in shown
    assert api.check(program).violations == ()


MEMBERS = """#include <stdlib.h>
#include <string.h>
struct row { unsigned char used; int width; int cells[4]; } row;
void last_write(unsigned char start) { row.used = start; row.cells[row.used++] = 1; }
int automatic(void) { struct row r; r.used = 1; return 7 / r.width; }
int allocated(void) { struct row *p = malloc(sizeof *p); int x = 7 / p->width; free(p); return x; }
int counted(void) { struct row r; r.cells[r.used++] = 1; return r.cells[0]; }
int zeroed(void) { struct row *p = calloc(1, sizeof *p); int x = 7 / p->width; free(p); return x; }
int filled(void) { struct row r; memset(&r, 0, sizeof r); return 7 / r.width; }
int copied(void) { struct row r = {0}, s; s = r; return 7 / s.width; }
int given(struct row *p) { return 7 / p->width; }
extern void fill(struct row *);
int external(void) { struct row r; fill(&r); return 7 / r.width; }
"""


@pytest.mark.parametrize(
    ("function", "member", "is_indeterminate"),
    [
        ("automatic", "r.width", True),
        ("allocated", "p->width", True),
        ("zeroed", "p->width", False),
        ("filled", "r.width", False),
        ("copied", "s.width", False),
        ("given", "p->width", False),
        ("external", "r.width", False),
    ],
)
def test_members_without_a_value_are_indeterminate(
    function: str, member: str, is_indeterminate: bool, tmp_path: Path
) -> None:
    shown = surefoot("check", written(MEMBERS, tmp_path), "--function", function, "--property", "division").stdout
    assert shown.startswith("unsafe: division by zero")
    assert f"where {member} indeterminate, here 0" in shown if is_indeterminate else f"where {member} = 0\n" in shown


def test_members_have_the_values_of_their_types(tmp_path: Path) -> None:
    program = written(MEMBERS, tmp_path)
    found = api.check(program, function="last_write").violations[0]
    shown = surefoot("check", program, "--function", "last_write").stdout
    index = re.search(r"where row\.used\+\+ = (-?\d+)", shown)
    offset = re.search(r"at offset (\d+) of 'row'", shown)
    assert found is not None and index is not None and offset is not None
    assert int(offset[1]) == 8 + 4 * int(index[1])
    shown = surefoot("check", program, "--function", "counted", "--first").stdout
    assert "r.used++ indeterminate" in shown


def test_length_is_not_shown_beside_a_whole_string(tmp_path: Path) -> None:
    text = "#include <string.h>\nint main(int n, char **v) { return n == 2 && strlen(v[1]) == 5 ? 1 / (n - 2) : 0; }"
    shown = surefoot("check", written(text, tmp_path)).stdout
    assert "unsafe: division by zero" in shown and "length of argv[1]" not in shown


def test_undecided_checks_of_a_place_are_one_warning(tmp_path: Path) -> None:
    text = (
        "int main(int n, char **v) { for (int i = 1; i < n; i++) if (v[i][0] + v[i][1] > 7) return v[i][2]; return 0; }"
    )
    shown = surefoot("check", written(text, tmp_path), "--bounded", "1", "--format", "gcc").stdout.splitlines()
    assert len(shown) == len(set(shown)) and any("not decided: invalid memory access" in line for line in shown)
    assert "invalid-dereference" not in "".join(shown)


def test_messages_state_the_next_command(tmp_path: Path) -> None:
    program = written('#include "missing.h"\nint twice(int x) { return 2 * x; }\n', tmp_path)
    assert "'missing.h' file not found; name its folder with -I" in surefoot("check", program).stderr
    (tmp_path / "missing.h").touch()
    assert "name one of these with --function: twice" in surefoot("check", program).stderr
    assert f"to check this file: surefoot check {program}" in surefoot(program).stderr
    assert "--xyz (see surefoot check --help)" in surefoot("check", program, "--xyz").stderr
    assert "--bogus; did you mean --bounded? (see" in surefoot("check", program, "--bogus").stderr


def test_violations_of_scans_have_a_place(tmp_path: Path) -> None:
    written("int f(void) {\n    struct { int x; } s;\n    return 1 / s.x;\n}\n", tmp_path)
    shown = surefoot("scan", "--no-store", cwd=tmp_path).stdout
    assert "violated: division by zero (program.c:3)\n  in 1 / s.x where s.x indeterminate, here 0" in shown
    assert "\n1 function: 1 violated" in shown


UNWRITTEN = """#include <stdlib.h>
#include <string.h>
#include <assert.h>
extern int in(void);
extern void fill(int *p);
int main(void) {
    int a[4], b[4], c[2];
    a[0] = 1;
    fill(b);
    memset(c, 0, sizeof c);
    c[0] = in();
    int *h = malloc(8);
    if (!h) return 0;
    int n = in();
    if (n < 0 || n > 3) return 0;
    assert(a[n] != 7);
    assert(h[1] != 9);
    assert(b[1] != 7);
    assert(c[0] != 7);
    free(h);
    return 0;
}
"""


def test_unwritten_cells_are_indeterminate(tmp_path: Path) -> None:
    (tmp_path / "cells.c").write_text(UNWRITTEN)
    shown = surefoot("check", "cells.c", cwd=tmp_path).stdout.splitlines()
    assert [line.strip() for line in shown if line.startswith("    where")] == [
        "where a[n] indeterminate, here 7",
        "where h[1] indeterminate, here 9",
        "where b[1] = 7",
        "where c[0] = 7",
    ]


def test_compile_errors_appear_once(tmp_path: Path) -> None:
    (tmp_path / "wrong.h").write_text("typedef unknown number;\n")
    (tmp_path / "a.c").write_text('#include "wrong.h"\n#include "wrong.h"\nint main(void) { return later; }\n')
    (tmp_path / "b.c").write_text('#include "wrong.h"\nint other(void) { return 0; }\n')
    checked = surefoot("check", "a.c", "b.c", cwd=tmp_path)
    assert [line for line in checked.stderr.splitlines() if not line.startswith(" ")] == [
        "surefoot: ./wrong.h:1:9: unknown type name 'unknown'",
        "a.c:3:25: use of undeclared identifier 'later'",
    ]
    found = surefoot("scan", "--quiet", "--sarif=out.sarif", cwd=tmp_path)
    assert found.stdout.splitlines()[0].split(maxsplit=1) == [
        "./wrong.h:1",
        "not-compiled: unknown type name 'unknown' (in 2 files)",
    ]
    assert (tmp_path / "out.sarif").read_text().count("unknown type name") == 1


def test_trivial_calls_are_folded(tmp_path: Path) -> None:
    text = """extern int in(void);
static int low(int x) {
    return x & 7;
}
static int part(int a, int b) {
    return a / b;
}
int main(void) {
    int n = in();
    if (low(n) == 5)
        return part(1, n & 2);
    return 0;
}
"""
    folded = surefoot("check", written(text, tmp_path)).stdout
    value = re.search(r"n = (-?\d+) \(external\)", folded)
    assert value is not None
    assert folded.partition("(external)\n")[2].partition("  violated")[0].splitlines() == [
        "    10  if (low(n) == 5)",
        f"       2  low(x = {value[1]}) returns 5",
        "    11  return part(1, n & 2);",
        "       5  static int part(int a, int b) {",
        "              a = 1, b = 0",
        "       6  return a / b;",
    ]
    assert "static int low(int x) {" in surefoot("check", written(text, tmp_path), "--full-trace").stdout


def test_a_file_with_the_name_of_a_command_hides_no_command(tmp_path: Path) -> None:
    written("int main(int n, char **a) { return 10 / n; }", tmp_path)
    (tmp_path / "check").touch()
    assert surefoot("check", "program.c", "--first", cwd=tmp_path).returncode == 1
