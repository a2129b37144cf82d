"""Formulas in C have the value of the formulas: precedence, signedness and width."""

import pytest

from surefoot.logic import (
    Term,
    bit_vector,
    bv,
    bvadd,
    bvand,
    bvmul,
    bvneg,
    bvsle,
    bvsub,
    bvule,
    eq,
    extract,
    not_,
    sign_extend,
    variable,
)
from surefoot.program.ctypes import CInteger
from surefoot.program.program import Role, Variable
from surefoot.report.c.expressions import c_expression


def named(name: str, width: int, *, signed: bool) -> tuple[Term, Variable]:
    symbol = variable(name, bit_vector(width))
    return symbol, Variable(symbol, name, CInteger(name, width, signed), Role.LOCAL, None)


DECLARED = [
    *(named(name, 32, signed=True) for name in "xyz"),
    named("u", 32, signed=False),
    named("c", 8, signed=True),
    named("d", 8, signed=True),
    named("wide", 64, signed=False),
]
NAMES = dict(DECLARED)
X, Y, Z, U, C, D, WIDE = (symbol for symbol, _ in DECLARED)


SUM = "c + d" if bvadd(C, D).args == (C, D) else "d + c"
"""Arguments are in the order in which they were made, which another test may have done."""


@pytest.mark.parametrize(
    ("formula", "text"),
    [
        (eq(bvmul(Z, bvadd(X, Y)), bv(7, 32)), "z * (x + y) == 7"),
        (not_(eq(bvand(X, Y), Z)), "(x & y) != z"),
        (eq(extract(bvadd(X, Y), 0, 0), bv(1, 1)), "((x + y) & 1) == 1"),
        (not_(eq(extract(X, 5, 5), bv(1, 1))), "(x >> 5 & 1) != 1"),
        (eq(extract(bvadd(X, Y), 7, 4), bv(9, 4)), "((x + y) >> 4 & 15) == 9"),
        (bvsle(extract(WIDE, 31, 0), X), "x >= (signed)wide"),
        (bvsle(extract(WIDE, 19, 4), bv(3, 16)), "(int16_t)(wide >> 4) <= 3"),
        (bvsle(bv(0, 64), WIDE), "(int64_t)wide >= 0"),
        (bvsle(bv(0, 32), U), "(signed)u >= 0"),
        (bvule(X, bv(6, 32)), "(unsigned)x <= 6"),
        (eq(bvadd(C, D), bv(1, 8)), f"(int8_t)({SUM}) == 1"),
        (bvsle(bvsub(C, D), bv(3, 8)), "(int8_t)(c - d) <= 3"),
        (eq(bvneg(bvadd(X, Y)), Z), "-(x + y) == z"),
        (eq(bvsub(X, bvsub(Y, Z)), bv(4, 32)), "x == (y - z) + 4"),
        (eq(bvmul(Z, bvsub(X, Y)), bv(7, 32)), "z * (x - y) == 7"),
        (eq(bvneg(C), D), "bvneg(c) == d"),
        (
            bvsle(bvadd(sign_extend(X, 34), sign_extend(bvneg(sign_extend(Y, 33)), 34)), bv(4, 34)),
            "(int34_t)x - (int34_t)y <= 4",
        ),
    ],
)
def test_printed_expression_has_the_value_of_the_formula(formula: Term, text: str) -> None:
    sides = {text, " == ".join(reversed(text.split(" == "))), " != ".join(reversed(text.split(" != ")))}
    assert c_expression(formula, NAMES) in sides


def test_words_have_the_sign_that_is_asked_for() -> None:
    assert c_expression(bvsub(C, D), NAMES, is_signed=False) == "(uint8_t)((uint8_t)c - (uint8_t)d)"
    assert c_expression(bvsub(X, Y), NAMES, is_signed=True) == "x - y"
