"""``--run``: the compiled program fails on the inputs of the trace, and only on those."""

from dataclasses import replace
from pathlib import Path

import pytest

from corpus import small_goals
from corpus.engine_runs import first_claim
from corpus.small_goals import goal_for
from surefoot.base.budget import Budget
from surefoot.base.events import ignore
from surefoot.certify.corroborate.native_run import run_natively
from surefoot.certify.judge import judge
from surefoot.certify.verdicts import Unsafe
from surefoot.engines.bmc import Bmc
from surefoot.evidence.claims import ClaimsUnsafe
from surefoot.program.properties import DEFAULT, MEMORY_SAFETY
from surefoot.program.statements import CheckKind
from surefoot.program.trace import Chosen
from surefoot.smt.registry import SolverFactory

FLOATS = """float __VERIFIER_nondet_float(void); double __VERIFIER_nondet_double(void);
int main(void) { float f = __VERIFIER_nondet_float(); double d = __VERIFIER_nondet_double();
    if (f == 0.1f && d > 3.0 && d < 3.5) reach_error(); }"""
ASSERTED = """
void __assert_fail(const char *, const char *, unsigned, const char *);
int main(void) { if (__VERIFIER_nondet_int() == 77) __assert_fail("x", "f", 1, "main"); }"""


UNREPRODUCED = {
    "uninitialised variables (x)": "int main(void) { int x, y; y = 1; if (x == 12345 && y) reach_error(); }",
    "uninitialised memory (malloc)": """void *malloc(unsigned long);
        int main(void) { int *p = malloc(8), q[2]; q[1] = 0; if (p[1] == 12345) reach_error(); }""",
    "uninitialised memory (a)": "int main(void) { int a[3]; int *p = a; if (p[1] == 12345) reach_error(); }",
    "where objects lie in memory": "int main(void) { int x; if (((long)&x & 0xff0) == 0x120) reach_error(); }",
    "the arguments of the program": """int main(int argc, char **argv) {
        int x = __VERIFIER_nondet_int(); if (argc == 0 && x == 5) reach_error(); }""",
    "the environment": "int getchar(void); int main(void) { if (getchar() == 'x') reach_error(); }",
}


@pytest.mark.parametrize(("reason", "text"), UNREPRODUCED.items())
def test_inputs_without_native_equivalent_are_reported(reason: str, text: str, tmp_path: Path) -> None:
    goal = goal_for(text, tmp_path)
    claim = first_claim(Bmc(), goal, SolverFactory(), Budget.seconds(30), ignore)
    assert isinstance(claim, ClaimsUnsafe)
    found = run_natively(goal, claim.trace, [tmp_path / "program.c"], ())
    assert not found.reproduced and not found.disagrees and found.depends_on == (reason,), found


def test_unexplained_difference_disagrees(tmp_path: Path) -> None:
    text = "int main(void) { int x = __VERIFIER_nondet_int(), y; y = 3; if (x == 5 && y == 3) reach_error(); }"
    goal = goal_for(text, tmp_path)
    claim = first_claim(Bmc(), goal, SolverFactory(), Budget.seconds(30), ignore)
    assert isinstance(claim, ClaimsUnsafe)
    other = tmp_path / "other.c"
    other.write_text((tmp_path / "program.c").read_text().replace("x == 5", "x == 6"))
    found = run_natively(goal, claim.trace, [other], ())
    assert (found.reproduced, found.disagrees, found.depends_on) == (False, True, ())
    assert run_natively(goal, claim.trace, [tmp_path / "program.c"], ()).reproduced


@pytest.mark.parametrize("text", [small_goals.TWO_INPUTS, small_goals.COUNT_TO_NINE, FLOATS, ASSERTED])
def test_compiled_program_fails_on_the_inputs_of_the_trace(text: str, tmp_path: Path) -> None:
    goal = goal_for(text, tmp_path)
    claim = first_claim(Bmc(), goal, SolverFactory(), Budget.seconds(30), ignore)
    assert isinstance(claim, ClaimsUnsafe)
    files = [tmp_path / "program.c"]
    found = run_natively(goal, claim.trace, files, ())
    assert found.reproduced, found
    if claim.trace.choices:
        zeros = replace(claim.trace, choices=tuple(Chosen(0) for _ in claim.trace.choices))
        assert not run_natively(goal, zeros, files, ()).reproduced


def test_uncalled_functions_need_no_definition(tmp_path: Path) -> None:
    text = """int main(void) { int x = __VERIFIER_nondet_int(); if (x == 7) reach_error();
        char __VERIFIER_nondet_char(void); double __VERIFIER_nondet_double(void);
        return __VERIFIER_nondet_char() + (int)__VERIFIER_nondet_double(); }"""
    goal = goal_for(text, tmp_path)
    claim = first_claim(Bmc(), goal, SolverFactory(), Budget.seconds(30), ignore)
    assert isinstance(claim, ClaimsUnsafe)
    assert run_natively(goal, claim.trace, [tmp_path / "program.c"], ()).reproduced


NOTICED = {
    CheckKind.SIGNED_OVERFLOW: "int x = __VERIFIER_nondet_int(); return x - 5;",
    CheckKind.DIVISION_BY_ZERO: "return 7 / (__VERIFIER_nondet_int() & 3);",
    CheckKind.DIVISION_OVERFLOW: "int x = __VERIFIER_nondet_int(); if (x == 0) x = 1; return (-2147483647 - 1) / x;",
    CheckKind.SHIFT: "return 1u << (__VERIFIER_nondet_int() & 63);",
    CheckKind.INVALID_DEREFERENCE: "char *p = malloc(7); p[__VERIFIER_nondet_int() & 7] = 1; free(p); return 0;",
    CheckKind.INVALID_FREE: "char *p = malloc(7), *q = __VERIFIER_nondet_int() ? p : 0; free(p); free(q); return 0;",
    CheckKind.MEMORY_LEAK: "char *p = malloc(7); if (__VERIFIER_nondet_int() != 9) free(p); return 0;",
}


@pytest.mark.parametrize(("kind", "statements"), NOTICED.items(), ids=[kind.name.lower() for kind in NOTICED])
def test_compiled_program_reports_violations(kind: CheckKind, statements: str, tmp_path: Path) -> None:
    goal = goal_for(
        f"void *malloc(unsigned long); void free(void *); int main(void) {{ {statements} }}", tmp_path, DEFAULT
    )
    claim = first_claim(Bmc(), goal, SolverFactory(), Budget.seconds(30), ignore)
    assert isinstance(claim, ClaimsUnsafe)
    verdict = judge(claim, goal, (), SolverFactory(), Budget())
    assert isinstance(verdict, Unsafe) and verdict.violated.kind is kind
    found = run_natively(goal, claim.trace, [tmp_path / "program.c"], ())
    assert found.reproduced, found


@pytest.mark.parametrize(
    "use",
    [
        "p[8] = 1;",
        "free(p); p[0] = 1;",
        "*(char *)0 = 1;",
        "char a[4]; a[p ? 4 : 0] = 1;",
        "p = __builtin_alloca(8); put(p + 8);",
        "p = alloca(8); put(p + 8);",
    ],
)
def test_compiled_program_reports_invalid_accesses(use: str, tmp_path: Path) -> None:
    declared = (
        "void *malloc(unsigned long); void free(void *); void *alloca(unsigned long); void put(char *p) { *p = 1; }"
    )
    text = f"{declared} int main(void) {{ char *p = malloc(8); {use} }}"
    goal = goal_for(text, tmp_path, MEMORY_SAFETY)
    claim = first_claim(Bmc(), goal, SolverFactory(), Budget.seconds(30), ignore)
    assert isinstance(claim, ClaimsUnsafe)
    assert run_natively(goal, claim.trace, [tmp_path / "program.c"], ()).reproduced


def test_undetectable_violations_are_reported(tmp_path: Path) -> None:
    goal = goal_for(
        "int at(int *a, int i) { return a[i]; } int main(void) { int a[2] = {0}; return at(a, __VERIFIER_nondet_int() & 3); }",
        tmp_path,
        MEMORY_SAFETY,
    )
    claim = first_claim(Bmc(), goal, SolverFactory(), Budget.seconds(30), ignore)
    assert isinstance(claim, ClaimsUnsafe)
    found = run_natively(goal, claim.trace, [tmp_path / "program.c"], ())
    assert not found.reproduced and not found.disagrees and "are not all detected" in found.detail


@pytest.mark.parametrize("condition", ["argc == 17", "argc == 3 && argv[2][0] == 'a' && argv[0][0] == 'b'"])
def test_arguments_are_supplied(condition: str, tmp_path: Path) -> None:
    goal = goal_for(f"int main(int argc, char **argv) {{ if ({condition}) reach_error(); }}", tmp_path)
    claim = first_claim(Bmc(), goal, SolverFactory(), Budget.seconds(30), ignore)
    assert isinstance(claim, ClaimsUnsafe)
    assert run_natively(goal, claim.trace, [tmp_path / "program.c"], ()).reproduced


def test_invalid_access_that_depends_on_arguments_is_reported(tmp_path: Path) -> None:
    text = "int main(int argc, char **argv) { int *p = 0; return argc == 0 ? *p : 0; }"
    goal = goal_for(text, tmp_path, MEMORY_SAFETY)
    claim = first_claim(Bmc(), goal, SolverFactory(), Budget.seconds(30), ignore)
    assert isinstance(claim, ClaimsUnsafe)
    found = run_natively(goal, claim.trace, [tmp_path / "program.c"], ())
    assert not found.reproduced and "the arguments of the program" in found.depends_on
