"""Rewrites of bit-vector arithmetic, of slices, of equalities and of comparisons."""

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
    bvadd,
    bvand,
    bvashr,
    bvlshr,
    bvmul,
    bvneg,
    bvnot,
    bvor,
    bvsdiv,
    bvsge,
    bvsgt,
    bvshl,
    bvsle,
    bvslt,
    bvsrem,
    bvsub,
    bvudiv,
    bvuge,
    bvugt,
    bvule,
    bvult,
    bvurem,
    bvxor,
    concat,
    distinct,
    eq,
    extract,
    ite,
    not_,
    or_,
    sign_extend,
    variable,
    zero_extend,
)

P, Q = (variable(name, BOOL) for name in "pq")
X, Y, Z = (variable(name, bit_vector(8)) for name in "xyz")
W = variable("w", bit_vector(32))
BIT = variable("bit", bit_vector(1))


def k(value: int, width: int = 8) -> Term:
    return bv(value, width)


def choice(then: int, otherwise: int, width: int = 8) -> Term:
    return ite(P, bv(then, width), bv(otherwise, width))


FLAG, OTHER_FLAG = choice(1, 0, 1), ite(Q, bv(0, 1), bv(1, 1))

ARITHMETIC: list[tuple[Term, Term]] = [
    (bvadd(X, k(0)), X),
    (bvadd(k(0), X), X),
    (bvadd(X, Y), bvadd(Y, X)),
    (bvadd(bvadd(X, k(1)), k(2)), bvadd(X, k(3))),
    (bvadd(bvadd(X, k(1)), k(255)), X),
    (bvadd(bvadd(X, k(1)), bvadd(Y, k(2))), bvadd(bvadd(X, Y), k(3))),
    (bvadd(X, bvadd(Y, k(2))), bvadd(bvadd(X, Y), k(2))),
    (bvadd(X, bvneg(X)), k(0)),
    (bvadd(bvneg(Y), X), bvsub(X, Y)),
    (bvadd(bvsub(X, Y), Y), X),
    (bvadd(Y, bvsub(X, Y)), X),
    (bvadd(choice(1, 0), k(4)), choice(5, 4)),
    (bvsub(X, X), k(0)),
    (bvsub(X, k(1)), bvadd(X, k(255))),
    (bvsub(k(0), X), bvneg(X)),
    (bvsub(X, bvneg(Y)), bvadd(X, Y)),
    (bvsub(bvadd(X, Y), X), Y),
    (bvsub(bvadd(X, Y), Y), X),
    (bvsub(X, bvadd(X, Y)), bvneg(Y)),
    (bvsub(Y, bvadd(X, Y)), bvneg(X)),
    (bvsub(bvadd(X, k(7)), bvadd(X, k(3))), k(4)),
    (bvsub(bvadd(X, k(7)), Y), bvadd(bvsub(X, Y), k(7))),
    (bvneg(bvneg(X)), X),
    (bvneg(bvsub(X, Y)), bvsub(Y, X)),
    (bvneg(choice(1, 0)), choice(255, 0)),
    (bvnot(bvnot(X)), X),
    (bvnot(choice(1, 0)), choice(254, 255)),
    (bvmul(X, k(0)), k(0)),
    (bvmul(k(1), X), X),
    (bvmul(X, k(255)), bvneg(X)),
    (bvmul(bvmul(X, k(3)), k(5)), bvmul(X, k(15))),
    (bvmul(choice(2, 3), k(5)), choice(10, 15)),
    (bvmul(X, Y), bvmul(Y, X)),
    (bvudiv(X, k(1)), X),
    (bvudiv(X, k(0)), k(255)),
    (bvudiv(X, k(4)), zero_extend(extract(X, 7, 2), 8)),
    (bvurem(X, k(0)), X),
    (bvurem(X, k(1)), k(0)),
    (bvurem(X, k(8)), zero_extend(extract(X, 2, 0), 8)),
    (bvurem(X, X), k(0)),
    (bvurem(k(0), X), k(0)),
    (bvsdiv(X, k(1)), X),
    (bvsdiv(X, k(255)), bvneg(X)),
    (bvsrem(X, k(0)), X),
    (bvsrem(X, k(1)), k(0)),
    (bvsrem(X, k(255)), k(0)),
    (bvsrem(X, X), k(0)),
    (bvsrem(k(0), X), k(0)),
    (bvand(X, X), X),
    (bvand(X, k(0)), k(0)),
    (bvand(k(255), X), X),
    (bvand(X, bvnot(X)), k(0)),
    (bvand(X, k(15)), zero_extend(extract(X, 3, 0), 8)),
    (bvand(bvand(X, k(0x33)), k(0x55)), bvand(X, k(0x11))),
    (bvand(choice(6, 9), k(10)), choice(2, 8)),
    (bvand(FLAG, OTHER_FLAG), ite(and_(P, not_(Q)), bv(1, 1), bv(0, 1))),
    (bvor(FLAG, OTHER_FLAG), ite(or_(P, not_(Q)), bv(1, 1), bv(0, 1))),
    (bvor(X, X), X),
    (bvor(X, k(0)), X),
    (bvor(X, k(255)), k(255)),
    (bvor(bvnot(X), X), k(255)),
    (bvor(bvor(X, k(1)), k(2)), bvor(X, k(3))),
    (bvor(bvshl(zero_extend(X, 16), k(8, 16)), zero_extend(Y, 16)), concat(X, Y)),
    (bvor(zero_extend(Y, 16), bvshl(zero_extend(X, 16), k(8, 16))), concat(X, Y)),
    (bvxor(X, X), k(0)),
    (bvxor(X, k(0)), X),
    (bvxor(X, k(255)), bvnot(X)),
    (bvxor(bvnot(X), X), k(255)),
    (bvxor(bvxor(X, k(1)), k(3)), bvxor(X, k(2))),
    (bvxor(FLAG, bv(1, 1)), choice(0, 1, 1)),
    (bvshl(X, k(0)), X),
    (bvshl(X, k(8)), k(0)),
    (bvshl(X, k(3)), concat(extract(X, 4, 0), bv(0, 3))),
    (bvshl(k(0), X), k(0)),
    (bvlshr(X, k(0)), X),
    (bvlshr(X, k(200)), k(0)),
    (bvlshr(X, k(3)), zero_extend(extract(X, 7, 3), 8)),
    (bvlshr(k(0), X), k(0)),
    (bvashr(X, k(0)), X),
    (bvashr(X, k(3)), sign_extend(extract(X, 7, 3), 8)),
    (bvashr(X, k(200)), sign_extend(extract(X, 7, 7), 8)),
    (bvashr(k(255), X), k(255)),
    (bvashr(k(0), X), k(0)),
]

BYTES = [extract(W, 8 * i + 7, 8 * i) for i in range(4)]
SIGNED_BYTES = [extract(sign_extend(X, 32), 8 * i + 7, 8 * i) for i in range(4)]

SLICES: list[tuple[Term, Term]] = [
    (extract(X, 7, 0), X),
    (extract(extract(W, 23, 8), 11, 4), extract(W, 19, 12)),
    (extract(concat(X, Y), 7, 0), Y),
    (extract(concat(X, Y), 15, 8), X),
    (extract(concat(X, Y), 11, 4), concat(extract(X, 3, 0), extract(Y, 7, 4))),
    (extract(zero_extend(X, 32), 7, 0), X),
    (extract(zero_extend(X, 32), 15, 8), k(0)),
    (extract(zero_extend(X, 32), 11, 4), zero_extend(extract(X, 7, 4), 8)),
    (extract(sign_extend(X, 32), 5, 2), extract(X, 5, 2)),
    (extract(sign_extend(X, 32), 15, 4), sign_extend(extract(X, 7, 4), 12)),
    (extract(sign_extend(X, 32), 31, 24), sign_extend(extract(X, 7, 7), 8)),
    (extract(choice(0x12, 0x34), 7, 4), choice(1, 3, 4)),
    (concat(k(1), k(2)), bv(0x102, 16)),
    (concat(k(0), X), zero_extend(X, 16)),
    (concat(zero_extend(BIT, 8), X), zero_extend(concat(BIT, X), 16)),
    (concat(X, zero_extend(BIT, 8)), concat(concat(X, bv(0, 7)), BIT)),
    (concat(concat(X, k(1)), k(2)), concat(X, bv(0x102, 16))),
    (concat(k(1), concat(k(2), X)), concat(bv(0x102, 16), X)),
    (concat(concat(concat(BYTES[3], BYTES[2]), BYTES[1]), BYTES[0]), W),
    (concat(BYTES[3], concat(BYTES[2], concat(BYTES[1], BYTES[0]))), W),
    (concat(concat(BYTES[3], BYTES[2]), concat(BYTES[1], BYTES[0])), W),
    (concat(concat(concat(*SIGNED_BYTES[3:1:-1]), SIGNED_BYTES[1]), SIGNED_BYTES[0]), sign_extend(X, 32)),
    (concat(extract(X, 7, 7), X), sign_extend(X, 9)),
    (zero_extend(X, 8), X),
    (zero_extend(zero_extend(X, 16), 32), zero_extend(X, 32)),
    (zero_extend(choice(1, 0, 1), 32), choice(1, 0, 32)),
    (sign_extend(X, 8), X),
    (sign_extend(sign_extend(X, 16), 32), sign_extend(X, 32)),
    (sign_extend(zero_extend(X, 16), 32), zero_extend(X, 32)),
    (sign_extend(choice(1, 0, 1), 8), choice(255, 0)),
]

EQUALITIES: list[tuple[Term, Term]] = [
    (eq(X, X), TRUE),
    (eq(X, Y), eq(Y, X)),
    (eq(k(1), X), eq(X, k(1))),
    (eq(k(1), k(2)), FALSE),
    (eq(bvadd(X, k(3)), k(1)), eq(X, k(254))),
    (eq(bvadd(X, k(3)), bvadd(Y, k(1))), eq(X, bvadd(Y, k(254)))),
    (eq(bvadd(Y, k(1)), bvadd(X, k(3))), eq(X, bvadd(Y, k(254)))),
    (eq(bvadd(X, k(3)), Y), eq(X, bvadd(Y, k(253)))),
    (eq(Y, bvadd(X, k(3))), eq(X, bvadd(Y, k(253)))),
    (eq(bvsub(X, Y), k(0)), eq(X, Y)),
    (eq(bvsub(X, Y), k(3)), eq(X, bvadd(Y, k(3)))),
    (eq(bvadd(X, k(3)), bvadd(X, k(1))), FALSE),
    (eq(bvadd(X, k(3)), X), FALSE),
    (eq(bvadd(X, Y), X), eq(Y, k(0))),
    (eq(Y, bvadd(X, Y)), eq(X, k(0))),
    (eq(bvadd(X, Y), bvadd(Y, Z)), eq(X, Z)),
    (eq(bvnot(X), k(1)), eq(X, k(254))),
    (eq(bvneg(X), k(1)), eq(X, k(255))),
    (eq(bvnot(X), bvnot(Y)), eq(X, Y)),
    (eq(bvneg(X), bvneg(Y)), eq(X, Y)),
    (eq(bvxor(X, k(5)), k(6)), eq(X, k(3))),
    (eq(zero_extend(X, 32), bv(5, 32)), eq(X, k(5))),
    (eq(zero_extend(X, 32), bv(256, 32)), FALSE),
    (eq(sign_extend(X, 16), bv(0xFF80, 16)), eq(X, k(128))),
    (eq(sign_extend(X, 16), bv(0x0080, 16)), FALSE),
    (eq(sign_extend(X, 16), bv(0x007F, 16)), eq(X, k(127))),
    (eq(zero_extend(X, 32), zero_extend(Y, 32)), eq(X, Y)),
    (eq(sign_extend(X, 32), sign_extend(Y, 32)), eq(X, Y)),
    (eq(concat(X, k(1)), bv(0x301, 16)), eq(X, k(3))),
    (eq(concat(X, k(1)), bv(0x302, 16)), FALSE),
    (eq(concat(X, Y), concat(Z, Y)), eq(X, Z)),
    (eq(concat(X, Y), concat(X, Z)), eq(Y, Z)),
    (eq(concat(k(1), Y), concat(k(2), X)), FALSE),
    (eq(choice(1, 0), k(0)), not_(P)),
    (eq(choice(1, 0), k(1)), P),
    (eq(choice(1, 0), k(2)), FALSE),
    (eq(zero_extend(choice(1, 0, 1), 32), bv(0, 32)), not_(P)),
    (eq(ite(P, k(1), X), k(1)), or_(P, eq(X, k(1)))),
    (eq(ite(P, k(1), X), k(2)), and_(not_(P), eq(X, k(2)))),
    (eq(ite(P, X, k(1)), k(2)), and_(P, eq(X, k(2)))),
    (eq(ite(P, X, k(1)), k(1)), or_(not_(P), eq(X, k(1)))),
    (eq(ite(P, X, Y), X), or_(P, eq(X, Y))),
    (eq(Y, ite(P, X, Y)), or_(not_(P), eq(X, Y))),
    (distinct(), TRUE),
    (distinct(X), TRUE),
    (distinct(k(1), k(2), k(3)), TRUE),
    (distinct(X, Y, X), FALSE),
    (distinct(X, Y), not_(eq(X, Y))),
]

COMPARISONS: list[tuple[Term, Term]] = [
    (bvult(X, X), FALSE),
    (bvule(X, X), TRUE),
    (bvult(k(1), k(2)), TRUE),
    (bvslt(k(255), k(0)), TRUE),
    (bvult(X, k(0)), FALSE),
    (bvult(X, k(1)), eq(X, k(0))),
    (bvult(X, k(255)), not_(eq(X, k(255)))),
    (bvult(k(255), X), FALSE),
    (bvult(k(254), X), eq(X, k(255))),
    (bvult(k(0), X), not_(eq(X, k(0)))),
    (bvslt(X, k(128)), FALSE),
    (bvslt(X, k(129)), eq(X, k(128))),
    (bvslt(X, k(127)), not_(eq(X, k(127)))),
    (bvslt(k(127), X), FALSE),
    (bvslt(k(126), X), eq(X, k(127))),
    (bvslt(k(128), X), not_(eq(X, k(128)))),
    (bvule(X, Y), not_(bvult(Y, X))),
    (bvugt(X, Y), bvult(Y, X)),
    (bvuge(X, Y), not_(bvult(X, Y))),
    (bvsle(X, Y), not_(bvslt(Y, X))),
    (bvsgt(X, Y), bvslt(Y, X)),
    (bvsge(X, Y), not_(bvslt(X, Y))),
    (bvult(zero_extend(X, 32), zero_extend(Y, 32)), bvult(X, Y)),
    (bvslt(zero_extend(X, 32), zero_extend(Y, 32)), bvult(X, Y)),
    (bvslt(sign_extend(X, 32), sign_extend(Y, 32)), bvslt(X, Y)),
    (bvult(sign_extend(X, 32), sign_extend(Y, 32)), bvult(X, Y)),
    (bvult(zero_extend(X, 32), bv(256, 32)), TRUE),
    (bvult(zero_extend(X, 32), bv(7, 32)), bvult(X, k(7))),
    (bvult(bv(7, 32), zero_extend(X, 32)), bvult(k(7), X)),
    (bvult(bv(255, 32), zero_extend(X, 32)), FALSE),
    (bvslt(zero_extend(X, 32), bv(-5, 32)), FALSE),
    (bvslt(bv(-5, 32), zero_extend(X, 32)), TRUE),
    (bvslt(zero_extend(X, 32), bv(100, 32)), bvult(X, k(100))),
    (bvslt(sign_extend(X, 32), bv(100, 32)), bvslt(X, k(100))),
    (bvslt(sign_extend(X, 32), bv(128, 32)), TRUE),
    (bvslt(sign_extend(X, 32), bv(-128, 32)), FALSE),
    (bvslt(bv(-129, 32), sign_extend(X, 32)), TRUE),
    (bvslt(bv(127, 32), sign_extend(X, 32)), FALSE),
    (bvslt(bv(-100, 32), sign_extend(X, 32)), bvslt(k(-100), X)),
    (bvult(choice(3, 9), k(5)), P),
    (bvult(k(5), choice(3, 9)), not_(P)),
    (bvslt(ite(P, k(3), X), k(5)), or_(P, bvslt(X, k(5)))),
    (bvslt(k(5), ite(P, X, k(3))), and_(P, bvslt(k(5), X))),
]


@pytest.mark.parametrize(("left", "right"), ARITHMETIC + SLICES + EQUALITIES + COMPARISONS)
def test_rewrites(left: Term, right: Term) -> None:
    assert left is right


STAYS: list[tuple[Term, Op]] = [
    (bvudiv(X, Y), Op.BVUDIV),
    (bvudiv(k(0), X), Op.BVUDIV),
    (bvudiv(X, X), Op.BVUDIV),
    (bvsdiv(X, X), Op.BVSDIV),
    (bvsdiv(X, k(0)), Op.BVSDIV),
    (bvsdiv(X, k(2)), Op.BVSDIV),
    (bvurem(X, k(3)), Op.BVUREM),
    (bvsrem(X, k(2)), Op.BVSREM),
    (bvshl(X, Y), Op.BVSHL),
    (bvlshr(X, Y), Op.BVLSHR),
    (bvashr(X, Y), Op.BVASHR),
    (bvor(concat(X, Y), zero_extend(BIT, 16)), Op.BVOR),
    (bvor(concat(X, bv(0, 4)), zero_extend(Y, 12)), Op.BVOR),
    (eq(concat(X, Y), bv(1, 16)), Op.EQ),
    (eq(bvmul(X, Y), k(1)), Op.EQ),
    (eq(bvadd(X, Y), k(1)), Op.EQ),
    (eq(bvxor(X, Y), k(1)), Op.EQ),
    (eq(bvadd(X, Y), bvmul(X, Y)), Op.EQ),
    (eq(ite(P, X, Y), k(1)), Op.EQ),
    (bvult(sign_extend(X, 32), bv(5, 32)), Op.BVULT),
    (bvult(ite(P, X, Y), k(5)), Op.BVULT),
    (bvult(k(5), ite(P, X, Y)), Op.BVULT),
    (bvult(zero_extend(X, 32), zero_extend(BIT, 32)), Op.BVULT),
    (eq(zero_extend(X, 32), zero_extend(BIT, 32)), Op.EQ),
]


@pytest.mark.parametrize(("term", "op"), STAYS)
def test_expressions_without_identity_remain(term: Term, op: Op) -> None:
    assert term.op is op


def test_long_chains_of_choices_do_not_exhaust_the_stack() -> None:
    chain = X
    for number in range(5000):
        chain = bvadd(ite(variable(f"step{number}", BOOL), k(number % 7), chain), k(1))
    for build in (eq, bvult, bvslt):
        assert build(chain, k(100)).sort is BOOL
        assert build(k(100), chain).sort is BOOL


def test_long_concatenations_do_not_exhaust_the_stack() -> None:
    right = left = variable("byte", bit_vector(8))
    for number in range(3000):
        byte = variable(f"byte{number}", bit_vector(8))
        right, left = concat(byte, right), concat(left, byte)
    for term in (left, right):
        assert extract(term, term.sort.width - 2, 1).sort.width == term.sort.width - 2


BINARY = [bvadd, bvsub, bvmul, bvudiv, bvurem, bvsdiv, bvsrem, bvand, bvor, bvxor, bvshl, bvlshr, bvashr, bvult, bvslt]


@pytest.mark.parametrize("build", [*BINARY, eq], ids=lambda build: build.__name__)
def test_operands_of_different_sorts_are_refused(build: Callable[[Term, Term], Term]) -> None:
    with pytest.raises(SortError):
        build(X, W)
    with pytest.raises(SortError):
        build(X, P)


@pytest.mark.parametrize(
    "build",
    [
        lambda: bvadd(P, Q),
        lambda: bvudiv(P, Q),
        lambda: bvult(P, Q),
        lambda: bvnot(P),
        lambda: bvneg(P),
        lambda: concat(X, P),
        lambda: concat(P, X),
        lambda: extract(X, 8, 0),
        lambda: extract(X, 2, 3),
        lambda: extract(X, 2, -1),
        lambda: extract(P, 0, 0),
        lambda: zero_extend(X, 7),
        lambda: zero_extend(P, 7),
        lambda: sign_extend(X, 7),
        lambda: sign_extend(P, 7),
    ],
)
def test_ill_sorted_terms_are_refused(build: Callable[[], Term]) -> None:
    with pytest.raises(SortError):
        build()
