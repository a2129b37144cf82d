"""Expansion of user-defined predicates in annotations."""

import pytest

from surefoot.frontend.acsl.annotated import annotated_file
from surefoot.frontend.acsl.parser import clauses_of
from surefoot.frontend.acsl.predicates import defines_predicates, expanded, with_definitions
from surefoot.frontend.acsl.source_text import AnnotationError, SourceText
from surefoot.frontend.acsl.tokens import annotation_tokens, blanked

DEFINED = r"""/*@ predicate below(int i, int n) = i < n;
    predicate all_below(int *a, int n, int most) = \forall integer k; 0 <= k < n ==> below(a[k], most);
    predicate full(struct ring *r) = r->n == n; */"""


def text_of(comment: str) -> str:
    known = with_definitions(DEFINED, 0, {})
    tokens = expanded(annotation_tokens(blanked(comment), 0), known)
    return " ".join(each.text for each in tokens if each.kind != "end")


@pytest.mark.parametrize(
    ("comment", "expected"),
    [
        ("//@ assert below(x, 3);", "assert ( x < 3 ) ;"),
        ("//@ assert below(x + 1, y) && z;", "assert ( ( x + 1 ) < y ) && z ;"),
        ("//@ assert !full(p->r);", "assert ! ( ( p -> r ) -> n == n ) ;"),
        ("//@ assert below == 2;", "assert below == 2 ;"),
        (
            "//@ assert all_below(b, m, 9);",
            r"assert ( \forall integer k ; 0 <= k < m ==> ( ( b [ k ] ) < 9 ) ) ;",
        ),
    ],
)
def test_applications_are_replaced(comment: str, expected: str) -> None:
    """Members keep their names, also where a parameter has the same one."""
    assert text_of(comment) == expected


@pytest.mark.parametrize(
    ("comment", "message"),
    [
        ("//@ assert below(x);", "below has 2 parameters"),
        ("//@ assert all_below(a, k, 1);", "binds k, which the argument mentions"),
        ("//@ assert below(x, 3;", r"expected '\)'"),
    ],
)
def test_wrong_applications_are_refused(comment: str, message: str) -> None:
    with pytest.raises(AnnotationError, match=message):
        text_of(comment)


@pytest.mark.parametrize(
    "text",
    [
        "predicate p = x;",
        "predicate p(n) = n > 0;",
        "predicate p(int n) = n > 0",
        "predicate ;",
        "predicate p(real x) = x > 0;",
        "predicate p(int a[n]) = a[0] > 0;",
        r"predicate p(int x) = \exists integer x; 0 <= x < 2;",
    ],
)
def test_malformed_definitions_are_refused(text: str) -> None:
    assert defines_predicates(f"//@ {text}")
    with pytest.raises(AnnotationError):
        with_definitions(f"//@ {text}", 0, {})


def test_the_clause_keeps_the_text_of_the_source() -> None:
    known = with_definitions(DEFINED, 0, {})
    (clause,) = clauses_of("//@ requires below(x, 3) && y;", 100, known)
    assert clause.text == "below(x, 3) && y"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("function", "is_refused"),
    [
        ("int f(int x, int n) { //@ assert p(x);\n return n; }", True),
        ("int f(int x) { int n = 4; //@ assert p(x);\n return x; }", True),
        ("int f(int x) { int a[2] = {1, 2}, *n; //@ assert p(x);\n return x; }", True),
        ("int f(int x) { //@ loop invariant p(x);\n for (int i = 0, n = 2; i < n; i++) { } return x; }", True),
        ("int f(int x) { int (*n)(int); //@ assert p(x);\n return x; }", True),
        ("int f(int x) { enum { n, m }; //@ assert p(x);\n return x; }", True),
        ("//@ requires p(x);\nint f(int x, int n) { return x; }", True),
        ("int f(int x) { n = x * n; //@ assert p(x);\n return g(x, n) + s.n; } int g(int n) { return n; }", False),
        ("//@ requires p(x);\nint f(int x) { return n; }", False),
    ],
)
def test_names_of_globals_are_not_captured(function: str, *, is_refused: bool) -> None:
    source = SourceText("a.c", f"int n;\n//@ predicate p(int x) = x == n;\n{function}\n")
    problems = annotated_file(source, 0).problems
    assert [each.error.args for each in problems if "mentions n" in str(each.error)] != [] or not is_refused
    assert problems == [] or is_refused
