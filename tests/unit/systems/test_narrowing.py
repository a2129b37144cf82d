"""Assumptions that show in values: these are other terms then, and the same numbers in every run that is left."""

from itertools import product
from pathlib import Path

import pytest

from surefoot import api
from surefoot.certify.verdicts import Safe, Unsafe
from surefoot.logic import (
    Evaluator,
    Op,
    Term,
    bit_vector,
    bv,
    bvsle,
    bvslt,
    bvudiv,
    bvule,
    bvult,
    not_,
    variable,
    zero_extend,
)
from surefoot.systems.guards import everywhere
from surefoot.systems.narrowing import _bounded, narrowed_quotient

x, y = variable("x", bit_vector(4)), variable("y", bit_vector(4))


def number(value: int) -> Term:
    return bv(value % 16, 4)


@pytest.mark.parametrize(
    ("conditions", "most"),
    [
        ([bvult(x, number(5))], 4),
        ([bvule(x, number(5))], 5),
        ([bvsle(number(0), x), bvslt(x, number(3))], 2),
        ([bvslt(x, number(3)), bvslt(number(-1), x)], 2),
        ([bvslt(x, number(3))], None),
        ([bvslt(number(2), x)], None),
        ([not_(bvult(x, number(5)))], None),
        ([bvsle(number(-2), x), bvslt(x, number(3))], None),
    ],
)
def test_bounds_are_those_of_the_runs_that_are_left(conditions: list[Term], most: int | None) -> None:
    guard = everywhere()
    for condition in conditions:
        guard = guard.assume(condition)
    found = dict(_bounded(guard))
    assert found == ({} if most is None else {x: most})
    for value in range(16):
        if found and Evaluator({x: value}.__getitem__).value(guard.term):
            assert value <= found[x]


def test_a_quotient_is_as_small_as_its_operands_where_the_divisor_is_not_zero() -> None:
    wide = bvudiv(zero_extend(x, 32), zero_extend(y, 32))
    guard = everywhere().assume(bvult(number(0), y))
    narrow = narrowed_quotient(guard, wide)
    assert narrow.op is Op.ZERO_EXTEND and narrowed_quotient(everywhere(), wide) is wide
    for values in product(range(16), repeat=2):
        evaluator = Evaluator(dict(zip((x, y), values, strict=True)).__getitem__)
        expected = values[0] // values[1] if values[1] else 2**32 - 1
        assert evaluator.value(wide) == expected
        assert not values[1] or evaluator.value(narrow) == expected


@pytest.mark.parametrize(("claim", "expected"), [("r < 7 && q <= 19", Safe), ("r < 7 && q <= 18", Unsafe)])
def test_programs_that_divide_small_numbers(claim: str, expected: type, tmp_path: Path) -> None:
    path = tmp_path / "small.c"
    path.write_text(
        "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nextern void __VERIFIER_assume(int);\n"
        "int main(void) {\n int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();\n"
        " __VERIFIER_assume(a >= 0); __VERIFIER_assume(a < 40 && b > 1 && b < 8);\n"
        f" int q = a / b, r = a % b;\n assert(q * b + r == a);\n assert({claim});\n return 0;\n}}\n"
    )
    assert isinstance(api.check(path, engine="bmc", time_limit=60).verdict, expected)
