"""BTOR2: operators against plain arithmetic, malformed lines, and features that the writer encodes."""

from collections.abc import Callable

import pytest

from surefoot.base.errors import InputError, UnsupportedError
from surefoot.logic import (
    BOOL,
    FALSE,
    FLOAT32,
    INT,
    TRUE,
    ArrayValue,
    Term,
    Value,
    and_,
    array_sort,
    bit_vector,
    bv,
    bvadd,
    bvmul,
    bvult,
    constant_array,
    eq,
    evaluate,
    fp_is_nan,
    int_constant,
    int_lt,
    not_,
    or_,
    variable,
    variables_of,
)
from surefoot.systems.formats.btor2_reader import read_btor2
from surefoot.systems.formats.btor2_writer import write_btor2
from surefoot.systems.transitions.transition_system import TransitionSystem

WIDTH = 3
SIZE = 1 << WIDTH
NUMBERS = range(SIZE)


def signed(value: int, width: int = WIDTH) -> int:
    return value - (1 << width) if value >> (width - 1) else value


def divided(left: int, right: int) -> int:
    """Truncating division; by zero as SMT-LIB defines it for signed numbers."""
    if right == 0:
        return 1 if left < 0 else -1
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


def remainder(left: int, right: int) -> int:
    return left - divided(left, right) * right if right else left


def rotated(value: int, by: int) -> int:
    by %= WIDTH
    return value << by | value >> (WIDTH - by)


def fits(number: int) -> bool:
    return -(SIZE // 2) <= number < SIZE // 2


UNARY: dict[str, Callable[[int], int]] = {
    "not": lambda a: ~a,
    "inc": lambda a: a + 1,
    "dec": lambda a: a - 1,
    "neg": lambda a: -a,
}
REDUCTIONS: dict[str, Callable[[int], bool]] = {
    "redand": lambda a: a == SIZE - 1,
    "redor": lambda a: a != 0,
    "redxor": lambda a: a.bit_count() % 2 == 1,
}
BINARY: dict[str, Callable[[int, int], int]] = {
    "and": lambda a, b: a & b,
    "nand": lambda a, b: ~(a & b),
    "or": lambda a, b: a | b,
    "nor": lambda a, b: ~(a | b),
    "xor": lambda a, b: a ^ b,
    "xnor": lambda a, b: ~(a ^ b),
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "udiv": lambda a, b: a // b if b else -1,
    "urem": lambda a, b: a % b if b else a,
    "sdiv": lambda a, b: divided(signed(a), signed(b)),
    "srem": lambda a, b: remainder(signed(a), signed(b)),
    "smod": lambda a, b: signed(a) % signed(b) if b else a,
    "sll": lambda a, b: a << b,
    "srl": lambda a, b: a >> b,
    "sra": lambda a, b: signed(a) >> b,
    "rol": rotated,
    "ror": lambda a, b: rotated(a, -b),
}
COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "eq": lambda a, b: a == b,
    "neq": lambda a, b: a != b,
    "ugt": lambda a, b: a > b,
    "ugte": lambda a, b: a >= b,
    "ult": lambda a, b: a < b,
    "ulte": lambda a, b: a <= b,
    "sgt": lambda a, b: signed(a) > signed(b),
    "sgte": lambda a, b: signed(a) >= signed(b),
    "slt": lambda a, b: signed(a) < signed(b),
    "slte": lambda a, b: signed(a) <= signed(b),
    "uaddo": lambda a, b: a + b >= SIZE,
    "saddo": lambda a, b: not fits(signed(a) + signed(b)),
    "usubo": lambda a, b: a < b,
    "ssubo": lambda a, b: not fits(signed(a) - signed(b)),
    "umulo": lambda a, b: a * b >= SIZE,
    "smulo": lambda a, b: not fits(signed(a) * signed(b)),
    "sdivo": lambda a, b: signed(a) == -SIZE // 2 and signed(b) == -1,
}
BITS: dict[str, Callable[[int, int], bool]] = {
    "and": lambda a, b: bool(a and b),
    "nand": lambda a, b: not (a and b),
    "or": lambda a, b: bool(a or b),
    "nor": lambda a, b: not (a or b),
    "xor": lambda a, b: a != b,
    "xnor": lambda a, b: a == b,
    "iff": lambda a, b: a == b,
    "implies": lambda a, b: not a or bool(b),
    "eq": lambda a, b: a == b,
    "neq": lambda a, b: a != b,
    "ult": lambda a, b: a < b,
    "slt": lambda a, b: a > b,
    "add": lambda a, b: (a + b) % 2 == 1,
    "rol": lambda a, _: bool(a),
    "saddo": lambda a, b: bool(a and b),
    "smulo": lambda a, b: bool(a and b),
}
HEADER = f"""\
1 sort bitvec {WIDTH}
2 sort bitvec 1
3 input 1 a
4 input 1 b
5 input 2 p
6 input 2 q
"""


def operation(line: str, sort: int) -> Term:
    """Return the node of ``line``, which has number 10 and the sort of line ``sort``."""
    system = read_btor2(f"{HEADER}{line}\n20 state {sort} s\n21 next {sort} 20 10\n", "model").system
    return next(iter(system.next.values()))


def value(term: Term, **inputs: Value) -> int:
    found = evaluate(term, {each: inputs[str(each.payload)] for each in variables_of(term)})
    assert isinstance(found, int)
    return found


@pytest.mark.parametrize("name", BINARY)
def test_binary_operators(name: str) -> None:
    term = operation(f"10 {name} 1 3 4", 1)
    for a in NUMBERS:
        for b in NUMBERS:
            assert value(term, a=a, b=b) == BINARY[name](a, b) % SIZE, (a, b)


@pytest.mark.parametrize("name", COMPARISONS)
def test_comparisons_and_overflows(name: str) -> None:
    term = operation(f"10 {name} 2 3 4", 2)
    for a in NUMBERS:
        for b in NUMBERS:
            assert value(term, a=a, b=b) == COMPARISONS[name](a, b), (a, b)


@pytest.mark.parametrize("name", BITS)
def test_operators_on_bits(name: str) -> None:
    term = operation(f"10 {name} 2 5 6", 2)
    for p in (0, 1):
        for q in (0, 1):
            assert value(term, p=p, q=q) == BITS[name](p, q), (p, q)


def test_unary_operators_and_negative_operands() -> None:
    for a in NUMBERS:
        for name, expected in UNARY.items():
            assert value(operation(f"10 {name} 1 3", 1), a=a) == expected(a) % SIZE
        for name, reduced in REDUCTIONS.items():
            assert value(operation(f"10 {name} 2 3", 2), a=a) == reduced(a)
        assert value(operation("10 add 1 -3 3", 1), a=a) == SIZE - 1
    assert [value(operation("10 and 2 -5 -6", 2), p=p, q=q) for p in (0, 1) for q in (0, 1)] == [1, 0, 0, 0]


def test_parts_extensions_and_choice() -> None:
    for a in NUMBERS:
        assert value(operation("9 sort bitvec 2\n10 slice 9 3 2 1", 9), a=a) == a >> 1
        assert value(operation("9 sort bitvec 5\n10 uext 9 3 2", 9), a=a) == a
        assert value(operation("9 sort bitvec 5\n10 sext 9 3 2", 9), a=a) == signed(a) % 32
        assert value(operation("10 uext 1 3 0", 1), a=a) == a
        for b in NUMBERS:
            assert value(operation("9 sort bitvec 6\n10 concat 9 3 4", 9), a=a, b=b) == a * SIZE + b
            assert [value(operation("10 ite 1 5 3 4", 1), a=a, b=b, p=p) for p in (1, 0)] == [a, b]
    assert [value(operation("10 ite 2 5 6 -6", 2), p=p, q=1) for p in (1, 0)] == [1, 0]


def test_constants() -> None:
    lines = ("const 1 101", "constd 1 5", "constd 1 -3", "consth 1 5")
    assert [value(operation(f"10 {line}", 1)) for line in lines] == [5, 5, 5, 5]
    assert [value(operation(f"10 {name} 1", 1)) for name in ("zero", "one", "ones")] == [0, 1, 7]


def test_arrays() -> None:
    text = f"""{HEADER}
7 sort array 1 1
8 constd 1 6
9 state 7 memory
10 init 7 9 8
11 write 7 9 3 4
12 next 7 9 11
13 read 1 9 3
14 eq 2 13 4
15 ite 7 5 11 9
16 neq 2 15 9
17 bad 14 same
18 bad 16 changed
"""
    system = read_btor2(text, "model").system
    (memory,) = system.states
    sort = array_sort(bit_vector(WIDTH), bit_vector(WIDTH))
    assert system.initial is eq(memory, constant_array(sort, bv(6, WIDTH)))
    given: dict[str, Value] = {"memory": ArrayValue(6, {1: 2}), "a": 1, "b": 3, "p": 1}
    after = evaluate(system.next[memory], {each: given[str(each.payload)] for each in (memory, *system.inputs[:2])})
    assert after == ArrayValue(6, {1: 3})
    assert not value(system.bad["same"], **given) and value(system.bad["changed"], **given)
    assert not value(system.bad["changed"], **{**given, "b": 2})


def test_names_comments_and_locations() -> None:
    text = """; a comment
1 sort bitvec 1

2 state 1 ; no name
3 state 1 x
4 input 1 x ; the name is taken
5 init 1 3 2
6 next 1 3 4
7 constraint -2
8 output 3
9 bad 3
10 bad 2 worse
"""
    model = read_btor2(text, "m.btor2")
    system = model.system
    assert [str(each) for each in (*system.states, *system.inputs)] == ["state2", "x", "x~2"]
    assert system.next.keys() == {system.states[1]} and list(system.bad) == ["bad0", "worse"]
    assert value(system.constraint, state2=0) and not value(system.constraint, state2=1)
    assert [str(each) for each in model.bad_spans.values()] == ["m.btor2:11", "m.btor2:12"]
    assert (model.initial_span.line, model.step_span.line) == (7, 8)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("x sort bitvec 1", "m.btor2:7: expected a number, not x"),
        ("3 input 1", "m.btor2:7: 3 is used twice"),
        ("-7 input 1", "m.btor2:7: expected a positive number"),
        ("7", "m.btor2:7: expected a number and what it stands for"),
        ("7 sort bitvec 0", "m.btor2:7: expected `sort bitvec WIDTH`"),
        ("7 sort float 3", "m.btor2:7: expected `sort bitvec WIDTH`"),
        ("7 input", "m.btor2:7: expected `input SORT`"),
        ("7 input 9", "m.btor2:7: 9 is no sort"),
        ("7 add 1 3", "m.btor2:7: expected 2 operands of add"),
        ("7 add 1 3 9", "m.btor2:7: 9 is no node"),
        ("7 add 1 3 5", "m.btor2:7: add: "),
        ("7 add 2 3 4", "m.btor2:7: expected BitVec(1), not BitVec(3)"),
        ("7 frobnicate 1 3 4", "m.btor2:7: unknown operator frobnicate"),
        ("7 implies 2 3 4", "m.btor2:7: implies: "),
        ("7 slice 1 3 5 0", "m.btor2:7: slice: "),
        ("7 const 1 102", "m.btor2:7: expected digits of base 2, not 102"),
        ("7 constd 1 8", "m.btor2:7: 8 does not fit into 3 bits"),
        (f"7 constd 1 {'7' * 6000}", f"m.btor2:7: {'7' * 37}... does not fit into 3 bits"),
        ("7 constd 1 1_0", "m.btor2:7: expected digits of base 10, not 1_0"),
        ("7 const 1 -1", "m.btor2:7: expected digits of base 2, not -1"),
        (f"{'7' * 6000} input 1", "m.btor2:7: expected a number of at most 18 digits, not 777"),
        (f"7 sort bitvec {'7' * 6000}", "m.btor2:7: expected a number of at most 18 digits, not 777"),
        ("7 sort bitvec 1048577", "m.btor2:7: bit-vectors of more than 1048576 bits are not supported"),
        ("7 uext 1 3 99999999999", "m.btor2:7: bit-vectors of more than 1048576 bits are not supported"),
        ("7 init 1 3 4", "m.btor2:7: 3 is no state"),
        ("7 bad 3", "m.btor2:7: expected BitVec(1), not BitVec(3)"),
        ("7 state 1\n8 init 1 7 3", "m.btor2:8: an initial value depends on an input"),
        ("7 state 1\n8 next 1 7 5", "m.btor2:8: expected BitVec(3), not BitVec(1)"),
        ("7 state 1\n8 next 1 7 3\n9 next 1 7 3", "m.btor2:9: 7 has two next lines"),
    ],
)
def test_wrong_lines(line: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_btor2(HEADER + line + "\n", "m.btor2")
    assert str(caught.value).startswith(message)


def test_justice_becomes_a_bad_state() -> None:
    model = read_btor2(HEADER + "7 justice 1 5\n8 fair 5\n", "m.btor2")
    assert model.bad_spans["justice0"].line == 7
    with pytest.raises(InputError, match=r"m.btor2:7: expected `justice COUNT NODE ...`"):
        read_btor2(HEADER + "7 justice 2 5\n", "m.btor2")


X, Y = variable("x", bit_vector(4)), variable("y", bit_vector(4))
FLAG = variable("is on", BOOL)
MEMORY = array_sort(bit_vector(4), bit_vector(8))


def a_system(states: tuple[Term, ...], initial: Term, bad: Term = FALSE, **next_values: Term) -> TransitionSystem:
    following = {state: next_values.get(str(state.payload), state) for state in states}
    return TransitionSystem(states, (), initial, following, TRUE, {"bad thing": bad})


def test_nonconstant_initial_states_constrain_the_first_step() -> None:
    text = write_btor2(a_system((X, Y), and_(eq(X, bv(3, 4)), bvult(X, Y))))
    again = read_btor2(text, "model").system
    x, y, initialised = again.states
    assert str(initialised) == "initialised"
    assert again.initial_values() == ({x: bv(3, 4), initialised: bv(0, 1)}, TRUE)
    assert value(again.next[initialised]) == 1
    holds = [value(again.constraint, x=3, y=y_value, initialised=on) for y_value in (2, 4) for on in (0, 1)]
    assert holds == [False, True, True, True]
    assert y not in again.initial_values()[0]


def test_booleans_are_bits_and_names_are_single_words() -> None:
    text = write_btor2(a_system((FLAG,), not_(FLAG), FLAG, **{"is on": or_(FLAG, eq(FLAG, FALSE))}))
    again = read_btor2(text, "model").system
    (flag,) = again.states
    assert (str(flag), flag.sort, list(again.bad)) == ("is_on", bit_vector(1), ["bad_thing"])
    assert again.initial is eq(flag, bv(0, 1)) and value(again.bad["bad_thing"], is_on=1)


def test_constant_array_is_a_constant_state() -> None:
    memory = variable("memory", MEMORY)
    zeros = constant_array(MEMORY, bv(7, 8))
    again = read_btor2(write_btor2(a_system((memory,), eq(memory, zeros), memory=zeros)), "model").system
    again_memory, array = again.states
    assert again.next == {again_memory: array, array: array}
    assert again.initial_values() == ({again_memory: zeros, array: zeros}, TRUE)


def test_unsupported_systems_are_refused() -> None:
    number, float_, memory = variable("n", INT), variable("f", FLOAT32), variable("memory", MEMORY)
    everywhere = constant_array(MEMORY, variable("byte", bit_vector(8)))
    cases = (
        a_system((number,), int_lt(int_constant(0), number)),
        a_system((float_,), fp_is_nan(float_)),
        a_system((memory, variable("byte", bit_vector(8))), eq(memory, everywhere)),
    )
    for case in cases:
        with pytest.raises(UnsupportedError, match=r"BTOR2 cannot express .*; VMT can"):
            write_btor2(case)


def test_deep_terms_are_written_once_a_node() -> None:
    term = X
    for _ in range(5000):
        term = bvmul(bvadd(term, Y), term)
    text = write_btor2(a_system((X, Y), TRUE, x=term))
    assert text.count("\n") < 16000
    assert write_btor2(read_btor2(text, "model").system) == text
