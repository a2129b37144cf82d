"""Expansion of user-defined predicates in annotations."""

import pytest

from surefoot.frontend.acsl.parser import clauses_of
from surefoot.frontend.acsl.predicates import defines_predicates, expanded, with_definitions
from surefoot.frontend.acsl.source_text import AnnotationError
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
    "text", ["predicate p = x;", "predicate p(n) = n > 0;", "predicate p(int n) = n > 0", "predicate ;"]
)
def test_malformed_definitions_are_refused(text: str) -> None:
    assert defines_predicates(f"//@ {text}")
    with pytest.raises(AnnotationError):
        with_definitions(f"//@ {text}", 0, {})


def test_the_clause_keeps_the_text_of_the_source() -> None:
    known = with_definitions(DEFINED, 0, {})
    (clause,) = clauses_of("//@ requires below(x, 3) && y;", 100, known)
    assert clause.text == "below(x, 3) && y"  # type: ignore[union-attr]
