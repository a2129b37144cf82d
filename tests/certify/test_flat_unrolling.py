"""Flat memory on small programs: right twins are accepted, wrong ones contradicted at their line."""

from pathlib import Path

import pytest

from corpus.small_goals import BOUNDED_BY_INPUT, COUNT_TO_NINE, COUNT_TO_TEN, UNBOUNDED, goal_for
from limits import override
from surefoot.base.budget import Budget
from surefoot.certify.corroborate.flat_unrolling import FlatFinding, FlatViolation, check_flat
from surefoot.certify.kernel.finding import Accepted, Unconfirmed
from surefoot.program.statements import CheckKind
from surefoot.semantics.limits import LIMITS
from surefoot.smt.registry import SolverFactory

HEAP = "void *malloc(unsigned long); void free(void *); void *memcpy(void *, const void *, unsigned long); "


def finding(text: str, folder: Path, bound: int = 10) -> FlatFinding:
    return check_flat(goal_for(HEAP + text, folder), bound, SolverFactory(), Budget.seconds(60))


def in_main(body: str) -> str:
    return f"int main(void) {{ {body} }}"


SAFE = {
    "counting": COUNT_TO_TEN,
    "bounded by an input": BOUNDED_BY_INPUT,
    "for ever": in_main("while (1) ;"),
    "ends before the error": in_main("if (__VERIFIER_nondet_int()) { __VERIFIER_assume(0); reach_error(); }"),
    "recursion": "int f(int n) { return n ? 2 + f(n - 1) : 0; } int main(void) { if (f(4) != 8) reach_error(); }",
    "bytes of a word": in_main("unsigned x = 0x01020304; if (((unsigned char *)&x)[3] != 1) reach_error();"),
    "symbolic index": in_main(
        "int a[4] = {0}, b = 3; unsigned i = __VERIFIER_nondet_uint() % 4; a[i] = 5; if (a[i] != 5 || b != 3) reach_error();"
    ),
    "symbolic size": in_main(
        "unsigned n = 1 + __VERIFIER_nondet_uint() % 9; char *p = malloc(n); p[n - 1] = 4; if (p[n - 1] != 4) reach_error();"
    ),
    "symbolic copy": in_main(
        "unsigned n = __VERIFIER_nondet_uint() % 5; char a[4] = {1, 2, 3, 4}, b[4] = {0};"
        "memcpy(b, a, n); if (n > 2 && b[2] != 3) reach_error(); if (b[3] != (n == 4 ? 4 : 0)) reach_error();"
    ),
    "live objects are apart": in_main("int *p = malloc(4), *q = malloc(4); if (p == q) reach_error();"),
    "empty heap objects are apart": in_main("char *p = malloc(0), *q = malloc(0); if (p == q) reach_error();"),
    "function pointers": "int f(void) { return 1; } int g(void) { return 2; }"
    + in_main("int (*h)(void) = __VERIFIER_nondet_int() ? f : g; int x = h(); if (x != 1 && x != 2) reach_error();"),
    "a global's bytes": "short s[3] = {1, 2, 3};" + in_main("if (s[0] + s[1] + s[2] != 6) reach_error();"),
    "a stored float keeps its bits": in_main(
        "union { unsigned bits; float real; } a, b; a.bits = __VERIFIER_nondet_uint(); b.real = a.real;"
        "float c = b.real; b.real = c; if (a.bits != b.bits) reach_error();"
    ),
    "address of an address": in_main(
        "int x = 3, *p = &x; unsigned long a = (unsigned long)p; *(int *)a = 4; if (x != 4) reach_error();"
    ),
    "into another object on purpose": in_main(
        "int a = 1, b = 2; unsigned long d = (unsigned long)&b - (unsigned long)&a; *(int *)((char *)&a + d) = 7; if (b != 7) reach_error();"
    ),
}

WRONG = {
    "counting": (COUNT_TO_NINE, CheckKind.ERROR_CALL),
    "goes on": (UNBOUNDED, None),
    "reads below": (in_main("int a[2] = {0}; return a[__VERIFIER_nondet_uint() % 3];"), CheckKind.INVALID_DEREFERENCE),
    "writes a constant": ("const int c[2] = {1};" + in_main("*(int *)(c + 1) = 2;"), CheckKind.INVALID_DEREFERENCE),
    "null": (in_main("int *p = 0; return *p;"), CheckKind.INVALID_DEREFERENCE),
    "dangling": (
        "int *f(void) { int x = 1; int *p = &x; return p; }" + in_main("return *f();"),
        CheckKind.INVALID_DEREFERENCE,
    ),
    "freed twice": (in_main("int *p = malloc(4); free(p); free(p);"), CheckKind.INVALID_FREE),
    "a place is used again": (
        in_main("int *p = malloc(4); free(p); int *q = malloc(4); if (p == q) reach_error();"),
        CheckKind.ERROR_CALL,
    ),
    "what was there is gone": (
        in_main(
            "int *p = malloc(4); *p = 1; unsigned long a = (unsigned long)p; free(p); int *q = malloc(4);"
            "if ((unsigned long)q == a && *q != 1) reach_error();"
        ),
        CheckKind.ERROR_CALL,
    ),
    "unknown bytes": (in_main("int x; int *p = &x; if (*p == 77) reach_error();"), CheckKind.ERROR_CALL),
    "order of objects": (in_main("int a, b; int *p = &a, *q = &b; if (p < q) reach_error();"), CheckKind.ERROR_CALL),
    "symbolic copy": (
        in_main("unsigned n = __VERIFIER_nondet_uint() % 6; char a[4], b[4]; memcpy(b, a, n);"),
        CheckKind.INVALID_DEREFERENCE,
    ),
    "no function": (in_main("int (*h)(void) = 0; h();"), CheckKind.INVALID_DEREFERENCE),
    "deep recursion": ("int f(int n) { return n ? 2 + f(n - 1) : 0; } int main(void) { f(20); }", None),
}


@pytest.mark.parametrize("name", SAFE)
def test_safe_programs_are_accepted(name: str, tmp_path: Path) -> None:
    assert isinstance(finding(SAFE[name], tmp_path), Accepted)


@pytest.mark.parametrize("name", WRONG)
def test_violations_are_found(name: str, tmp_path: Path) -> None:
    text, kind = WRONG[name]
    found = finding(text, tmp_path)
    assert isinstance(found, FlatViolation)
    assert found.kind is kind


def test_contradiction_states_its_line(tmp_path: Path) -> None:
    found = finding("\n\nint main(void) {\n  reach_error();\n}", tmp_path)
    assert isinstance(found, FlatViolation)
    assert found.span is not None
    assert (found.span.line, found.function) == (4, "main")


def test_bits_of_a_new_nan_are_unconstrained(tmp_path: Path) -> None:
    text = in_main(
        "union { unsigned bits; float real; } a; float zero = 0; a.real = zero / zero; if (a.bits == 0x7fc00001) reach_error();"
    )
    assert finding(text, tmp_path) == Unconfirmed("a run fails only with certain bits of a NaN")


def test_run_without_nan_fails_beside_runs_with_nan(tmp_path: Path) -> None:
    text = in_main(
        "float zero = 0, x = __VERIFIER_nondet_uint() % 4; volatile float y = x / zero; if (y > 0 && x > 1) reach_error();"
    )
    assert isinstance(finding(text, tmp_path), FlatViolation)


def test_havocked_nan_is_quiet(tmp_path: Path) -> None:
    text = in_main(
        "union { unsigned bits; float real; } a; float zero = 0; a.real = zero / zero;"
        "if ((a.bits & 0x7fc00000) != 0x7fc00000) reach_error();"
    )
    assert isinstance(finding(text, tmp_path), Accepted)


def test_negation_changes_only_the_sign_of_a_nan(tmp_path: Path) -> None:
    text = in_main(
        "union { unsigned bits; float real; } a, b; a.bits = __VERIFIER_nondet_uint(); b.real = -a.real;"
        "if ((a.bits ^ b.bits) != 0x80000000) reach_error();"
    )
    assert isinstance(finding(text, tmp_path), Accepted)


@pytest.mark.parametrize("limits", [{"flat_statements": 5}, {"flat_objects": 1}, {"flat_lookups": 2}], ids=str)
def test_too_large_program_is_undecided(limits: dict[str, int], tmp_path: Path) -> None:
    with override(LIMITS, **limits):
        assert isinstance(finding(SAFE["symbolic copy"], tmp_path), Unconfirmed)


def test_zero_time_is_undecided(tmp_path: Path) -> None:
    goal = goal_for(HEAP + SAFE["symbolic copy"], tmp_path)
    assert isinstance(check_flat(goal, 10, SolverFactory(), Budget.seconds(0)), Unconfirmed)


def test_sign_of_a_nan_is_read_from_its_bits(tmp_path: Path) -> None:
    text = in_main(
        "union { unsigned bits; float real; } a; a.bits = __VERIFIER_nondet_uint(); __VERIFIER_assume(a.bits == 0xffc00000);"
        "float x = a.real;"
        "union { unsigned bits; float real; } b; b.real = x; if (!(b.bits >> 31)) reach_error();"
    )
    assert isinstance(finding(text, tmp_path), Accepted)


def test_equal_operations_make_equal_nans(tmp_path: Path) -> None:
    text = in_main(
        "union { unsigned bits; float real; } a, b; float zero = 0; float x = zero / zero;"
        "a.real = x; b.real = x; if (a.bits != b.bits) reach_error();"
    )
    assert isinstance(finding(text, tmp_path), Accepted)


def test_objects_that_do_not_fit_are_undecided(tmp_path: Path) -> None:
    largest = "malloc((1ul << 63) - 1)"
    text = in_main(f"char *p = {largest}, *q = {largest}, *r = {largest}; if (p && q && r) reach_error();")
    assert isinstance(finding(text, tmp_path), Unconfirmed)
