"""Value sets of terms."""

from surefoot.logic import (
    Term,
    bit_vector,
    bv,
    bvadd,
    bvand,
    bvmul,
    bvsdiv,
    bvslt,
    bvsrem,
    bvult,
    bvurem,
    eq,
    ite,
    not_,
    variable,
    zero_extend,
)
from surefoot.logic.sorts import BOOL
from surefoot.semantics.limits import LIMITS
from surefoot.semantics.memory.value_sets import ValueSets

WIDE = bit_vector(64)
UNKNOWN = variable("x", WIDE)


def choice(name: str, first: Term, second: Term) -> Term:
    return ite(variable(name, BOOL), first, second)


def test_choices_among_constants_are_followed_through_sums_and_products() -> None:
    index = choice("a", bv(1, 64), choice("b", bv(2, 64), bv(5, 64)))
    assert ValueSets().values(bvadd(bvmul(index, bv(4, 64)), bv(3, 64))) == frozenset({7, 11, 23})


def test_a_sum_wraps_around() -> None:
    assert ValueSets().values(bvadd(choice("a", bv(1, 64), bv(2, 64)), bv(2**64 - 2, 64))) == frozenset({2**64 - 1, 0})


def test_signed_quotients_and_remainders_are_those_of_c() -> None:
    number = choice("a", bv(-7, 64), bv(7, 64))
    assert ValueSets().values(bvsdiv(number, bv(2, 64))) == frozenset({2**64 - 3, 3})
    assert ValueSets().values(bvsrem(number, bv(2, 64))) == frozenset({2**64 - 1, 1})


def test_value_sets_decide_comparisons() -> None:
    sets = ValueSets()
    few = bvadd(choice("a", bv(1, 64), bv(2, 64)), choice("b", bv(2, 64), bv(-4, 64)))  # 3, 4, -3, -2
    assert sets.truth(bvult(few, bv(3, 64))) is False
    assert sets.truth(not_(bvult(few, bv(3, 64)))) is True
    assert sets.truth(bvslt(few, bv(5, 64))) is True
    assert sets.truth(bvult(few, bv(5, 64))) is None
    assert sets.truth(eq(few, bv(5, 64))) is False
    assert sets.truth(eq(few, UNKNOWN)) is None
    assert sets.truth(variable("b", BOOL)) is None


def test_masks_and_remainders_have_few_values() -> None:
    assert ValueSets().values(bvand(UNKNOWN, bv(7, 64))) == frozenset(range(8))
    assert ValueSets().values(bvurem(UNKNOWN, bv(10, 64))) == frozenset(range(10))
    assert ValueSets().values(zero_extend(variable("n", bit_vector(3)), 64)) == frozenset(range(8))


def test_unknown_terms_have_no_value_set() -> None:
    sets = ValueSets()
    assert sets.values(UNKNOWN) is None
    assert sets.values(choice("a", UNKNOWN, bv(1, 64))) is None
    assert sets.values(bvurem(UNKNOWN, bv(LIMITS.value_set_size + 1, 64))) is None
