"""Rewrites of the Boolean operators and if-then-else."""

from collections.abc import Callable

import pytest

from surefoot.logic import (
    BOOL,
    FALSE,
    TRUE,
    Op,
    SortError,
    Term,
    and_,
    bit_vector,
    bv,
    eq,
    implies,
    ite,
    not_,
    or_,
    variable,
    xor,
)

P, Q, R = (variable(name, BOOL) for name in "pqr")
X, Y, Z = (variable(name, bit_vector(8)) for name in "xyz")

EQUAL: list[tuple[Term, Term]] = [
    (not_(not_(P)), P),
    (not_(TRUE), FALSE),
    (not_(FALSE), TRUE),
    (and_(), TRUE),
    (or_(), FALSE),
    (and_(P), P),
    (and_(P, TRUE), P),
    (and_(TRUE, P), P),
    (and_(P, FALSE), FALSE),
    (and_(FALSE, P), FALSE),
    (and_(P, P), P),
    (and_(P, not_(P)), FALSE),
    (and_(not_(P), P), FALSE),
    (or_(P, not_(P)), TRUE),
    (or_(P, FALSE), P),
    (or_(P, TRUE), TRUE),
    (and_(P, Q), and_(Q, P)),
    (and_(P, Q, P, TRUE), and_(P, Q)),
    (and_(P, Q, not_(P)), FALSE),
    (and_(not_(P), Q, P), FALSE),
    (and_(P, Q, FALSE), FALSE),
    (or_(P, Q, not_(Q)), TRUE),
    (or_(P, P, P), P),
    (and_(and_(P, Q), P), and_(P, Q)),
    (and_(P, and_(P, Q)), and_(P, Q)),
    (and_(and_(P, Q), not_(P)), FALSE),
    (and_(or_(P, Q), P), P),
    (or_(and_(P, Q), P), P),
    (and_(or_(P, Q), not_(P)), and_(Q, not_(P))),
    (or_(P, and_(not_(P), Q)), or_(P, Q)),
    (or_(and_(P, Q), and_(P, not_(Q))), P),
    (and_(or_(P, Q), or_(not_(Q), P)), P),
    (implies(P, Q), or_(not_(P), Q)),
    (implies(FALSE, P), TRUE),
    (xor(P, Q), not_(eq(P, Q))),
    (xor(P, P), FALSE),
    (xor(P, not_(P)), TRUE),
    (xor(P, TRUE), not_(P)),
    (eq(P, TRUE), P),
    (eq(FALSE, P), not_(P)),
    (eq(not_(P), not_(Q)), eq(P, Q)),
    (eq(not_(P), Q), not_(eq(P, Q))),
    (ite(TRUE, X, Y), X),
    (ite(FALSE, X, Y), Y),
    (ite(P, X, X), X),
    (ite(not_(P), X, Y), ite(P, Y, X)),
    (ite(P, ite(P, X, Y), Z), ite(P, X, Z)),
    (ite(P, X, ite(P, Y, Z)), ite(P, X, Z)),
    (ite(P, ite(P, X, Y), X), X),
    (ite(P, X, ite(Q, X, Y)), ite(or_(P, Q), X, Y)),
    (ite(P, X, ite(Q, Y, X)), ite(or_(P, not_(Q)), X, Y)),
    (ite(P, ite(Q, X, Y), Y), ite(and_(P, Q), X, Y)),
    (ite(P, ite(Q, X, Y), X), ite(and_(P, not_(Q)), Y, X)),
    (ite(P, TRUE, Q), or_(P, Q)),
    (ite(P, FALSE, Q), and_(not_(P), Q)),
    (ite(P, Q, TRUE), or_(not_(P), Q)),
    (ite(P, Q, FALSE), and_(P, Q)),
    (ite(P, P, Q), or_(P, Q)),
    (ite(P, Q, P), and_(P, Q)),
    (ite(P, not_(P), Q), and_(not_(P), Q)),
    (ite(P, Q, not_(P)), or_(not_(P), Q)),
    (ite(P, Q, not_(Q)), eq(P, Q)),
]


@pytest.mark.parametrize(("left", "right"), EQUAL)
def test_rewrites(left: Term, right: Term) -> None:
    assert left is right


def test_irreducible_terms_remain() -> None:
    assert ite(P, Q, R).op is Op.ITE and ite(P, X, Y).args == (P, X, Y)
    assert and_(P, Q, R).args == (P, Q, R)
    wide = or_(*(variable(f"wide{number}", BOOL) for number in range(9)))
    assert and_(wide, wide.args[0]).op is Op.AND
    assert and_(or_(P, Q), or_(Q, R)).op is Op.AND
    assert and_(or_(P, Q, R), or_(P, Q)).op is Op.AND


@pytest.mark.parametrize(
    "build",
    [
        lambda: not_(X),
        lambda: and_(P, X),
        lambda: and_(X, P),
        lambda: or_(P, Q, X),
        lambda: xor(P, X),
        lambda: xor(X, P),
        lambda: implies(X, P),
        lambda: ite(X, P, Q),
        lambda: ite(P, X, bv(1, 9)),
    ],
)
def test_ill_sorted_terms_are_refused(build: Callable[[], Term]) -> None:
    with pytest.raises(SortError):
        build()
