"""Terms are hash-consed, and print in bounded length."""

import pytest

from surefoot.logic import (
    BOOL,
    FALSE,
    FLOAT16,
    INT,
    TRUE,
    ArrayValue,
    FunctionSymbol,
    RoundingMode,
    SortError,
    Term,
    and_,
    apply,
    array_sort,
    bit_vector,
    bool_constant,
    bv,
    bvadd,
    bvmul,
    bvult,
    constant,
    evaluate,
    extract,
    fp,
    int_constant,
    rounding,
    uninterpreted_sort,
    variable,
    zero_extend,
)

X = variable("x", bit_vector(8))
Y = variable("y", bit_vector(8))


def test_equal_terms_are_one_object() -> None:
    assert variable("x", bit_vector(8)) is X
    assert variable("x", bit_vector(9)) is not X
    assert bvult(X, Y) is bvult(X, Y)
    assert bv(1, 8) is constant(1, bit_vector(8)) and bv(1, 8) is not bv(1, 9)
    assert constant(1, INT) is int_constant(1) and int_constant(1) is not bv(1, 8)
    assert constant(value=True, sort=BOOL) is TRUE is bool_constant(value=True)
    assert bool_constant(value=False) is FALSE


def test_ids_follow_creation() -> None:
    first = variable("created first", INT)
    second = variable("created second", INT)
    assert first.id < second.id


def test_numbers_wrap_around() -> None:
    assert bv(-1, 8).payload == 255
    assert bv(256, 8).payload == 0


def test_constants_of_other_sorts() -> None:
    assert fp(0x7C01, FLOAT16).payload == 0x7E00
    assert rounding(RoundingMode.RTZ) is constant(RoundingMode.RTZ, rounding(RoundingMode.RTZ).sort)
    with pytest.raises(SortError):
        fp(1 << 16, FLOAT16)
    with pytest.raises(SortError):
        constant(256, bit_vector(8))


def test_constant_arrays_are_built_of_stores() -> None:
    value = ArrayValue(0, {3: 1, 2: 9})
    term = constant(value, array_sort(bit_vector(8), bit_vector(8)))
    assert evaluate(term, {}) == value
    assert term is constant(ArrayValue(0, {2: 9, 3: 1}), term.sort)


@pytest.mark.parametrize(
    ("term", "text"),
    [
        (TRUE, "true"),
        (FALSE, "false"),
        (bvadd(X, bv(3, 8)), "(bvadd x 3:8)"),
        (extract(X, 3, 1), "(extract[3:1] x)"),
        (zero_extend(X, 16), "(zero_extend[16] x)"),
        (rounding(RoundingMode.RTZ), "RTZ"),
        (int_constant(-4), "-4"),
        (fp(0x3C00, FLOAT16), "Float(5, 11)#3c00"),
        (constant(2, uninterpreted_sort("S")), "S#2"),
        (apply(FunctionSymbol("f", (X.sort,), INT), X), "(f x)"),
    ],
)
def test_terms_print_as_expressions(term: Term, text: str) -> None:
    assert repr(term) == text


def test_printing_is_bounded() -> None:
    term = X
    for _ in range(1000):
        term = bvmul(bvadd(term, Y), term)
    assert "..." in repr(term) and len(repr(term)) < 500
    assert len(repr(and_(*(variable(f"conjunct{number}", BOOL) for number in range(1000))))) < 500
