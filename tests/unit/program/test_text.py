"""Program text: round trip, notation, errors and drawings."""

import random
import re
import struct
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.random_programs import ProgramGenerator
from corpus.random_terms import Signature, TermGenerator
from surefoot.base.errors import InputError
from surefoot.base.spans import Span
from surefoot.logic import (
    BOOL,
    FLOAT32,
    FLOAT64,
    Sort,
    Term,
    bit_vector,
    bvadd,
    bvmul,
    fp,
    variable,
    variables_of,
)
from surefoot.program.statements import Assign
from surefoot.program.text import cfg_dot, cfg_text, parse_program, print_program
from surefoot.program.text.term_parser import TermParser
from surefoot.program.text.term_printer import TermPrinter, bindings
from surefoot.program.text.words import Line, written_name, written_span, written_string


def read_back(text: str, sort: Sort | None, symbols: dict[str, Term]) -> Term:
    line = Line(text, 1, "t")
    term = TermParser(line, symbols, {}).term(sort)
    line.finish()
    return term


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_program_text_round_trip(seed: int) -> None:
    program = ProgramGenerator(seed).program()
    text = print_program(program)
    again = parse_program(text)
    assert again == program
    assert list(again.functions) == list(program.functions)
    for name, function in program.functions.items():
        assert list(again.functions[name].blocks) == list(function.blocks)
    assert print_program(again) == text


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 2**32), st.booleans())
def test_term_text_round_trip(seed: int, known: bool) -> None:
    choose = random.Random(seed)
    sorts: list[Sort] = [BOOL, bit_vector(1), bit_vector(5), bit_vector(8), FLOAT32]
    sort = choose.choice(sorts)
    term = TermGenerator(choose, Signature(functions=False, integers=True)).term(sort, 5)
    symbols = {str(symbol.payload): symbol for symbol in variables_of(term)}
    text = TermPrinter({}).text(term, known=known)
    assert read_back(text, sort if known else None, symbols) is term


@given(st.text(), st.text(), st.integers(0, 9), st.integers(0, 9), st.booleans())
def test_name_string_and_span_round_trip(name: str, text: str, number: int, column: int, here: bool) -> None:
    span = Span(text, number, column)
    file = text if here else "demo.c"
    line = Line(f"{written_name(name)} {written_string(text)} {written_span(span, file)}", 1, "t", file)
    assert line.name() == name
    assert line.string() == text
    assert line.finish() == span


@given(st.floats(), st.floats(width=32))
def test_float_round_trip_is_exact(double: float, single: float) -> None:
    wide = fp(struct.unpack("<Q", struct.pack("<d", double))[0], FLOAT64)
    narrow = fp(struct.unpack("<I", struct.pack("<f", single))[0], FLOAT32)
    for term in (wide, narrow):
        assert read_back(TermPrinter({}).text(term, known=False), None, {}) is term


X, Y = variable("x", bit_vector(32)), variable("y", bit_vector(32))
B, F = variable("b", BOOL), variable("f", bit_vector(32))


@pytest.mark.parametrize(
    "text",
    [
        "x + 1",
        "1 - x",
        "x + -1",
        "(x + y) * x",
        "x + y * x",
        "x - (y - x)",
        "x - y - x",
        "x & 1 | y ^ 3",
        "x << 3 >>u 2 >>s 1",
        "x /u 3 + y /s -3 * (x %u 7) %s y",
        "~x",
        "-x",
        "-(f)",
        "!(b && x == y) || x != 3",
        "(b || x <s y) && (b && x <u 3)",
        "x >s 3",
        "x >=u y",
        "x <=s 5",
        "b ? x : y",
        "b ? 1i32 : 0i32",
        "(b ? x : 0) + 1",
        "b ? x : b ? y : 3",
        "x[15:8]",
        "(x + 1)[7:0]",
        "u64(x)[40:9]",
        "s64(x + 1) <s 5",
        "concat(x, 1i8)",
        "fp_from_signed{f64}(RNE, x) +f 1.5f64 *f -0.0f64",
        "fp_to_signed{16}(RTZ, 1e+20f32)",
        "fp_is_nan(f64(0x7ff0000000000000))",
        "fp_is_nan(float{5,8}(0x1ff))",
        "1.5f64 <=f 2.5f64 || 1.0f32 ==f 0.1f32",
        "select(constant_array{array{i32,i8}}(3i8), x)",
    ],
)
def test_notation(text: str) -> None:
    """Text in this notation is read, and printed again unchanged."""
    symbols = {"x": X, "y": Y, "b": B, "f": F}
    term = read_back(text, None, symbols)
    assert TermPrinter({}).text(term, known=False) == text


@pytest.mark.parametrize("text", ["5", "-1", "b ? 1 : 0", "(b ? 1 : 0) + 1", "1 << 3", "~(5)"])
def test_notation_with_sort_from_context(text: str) -> None:
    term = read_back(text, bit_vector(32), {"b": B})
    assert TermPrinter({}).text(term, known=True) == text


@pytest.mark.parametrize(
    "text", ["5", "b ? 1 : 0", "1 == 2", "-(3)", "u64(5)", "b[1:0]", "x + b", "x == 1i8", "1e99f32"]
)
def test_terms_without_a_sort_are_refused(text: str) -> None:
    with pytest.raises(InputError):
        read_back(text, None, {"b": B, "x": X})


def test_shared_terms_are_printed_once() -> None:
    term = X
    for _ in range(100):
        term = bvmul(bvadd(term, Y), bvadd(term, X))
    named = bindings([term])
    printer = TermPrinter(named)
    total = sum(len(text) for _, text in printer.definitions()) + len(printer.text(term, known=True))
    assert total < 10_000


def test_deep_term_round_trip() -> None:
    term = X
    for _ in range(3_000):
        term = bvadd(bvmul(term, Y), X)
    program = parse_program("program LP64 entry f\nglobal x: i32\nglobal y: i32\nfunction f\ns:\n  return")
    function = program.functions["f"]
    block = replace(function.entry, statements=(Assign(X, term, None),))
    deep = replace(program, functions={"f": replace(function, blocks={"s": block})})
    assert parse_program(print_program(deep)) == deep


TOUR = """\
program LP64 entry main in "a.c"
caveat adds_behaviour "libc" "time is unknown"                  @ lib/b.h:7:3
type int = signed 32
type `int[3]` = array 3 int
global count: i32 = 0 is int count                              @ 1:5
object &table: 12 bytes align 4 is `int[3]` table               @ 2:5
  [4] = 7i32
object &.str: 6 bytes align 1 constant
  [0] = "hi\\n\\u00e9"
  [5] = 1i8
allocated p is `int[3]`

function main -> (i32)                                          @ 4:5
  local i: i32 is int i                                         @ 5:9
  temporary p: i64
start:
  i := input "__VERIFIER_nondet_int"                            @ 5:13
  assume i >s 0 && i <s 100                                     @ 6:5
  p := allocate heap "malloc" (u64(i)) align 16
  memory[p + 4] := i
  i := call next(i + 1)                                         @ 7:9
  check i <=s 100 else assertion "i <= 100"                     @ 8:5
  if i == 0 goto start else end
end:
  return i

function next -> (i32)
  parameter n: i32 is int n
start:
  count := count + 1
  return n
"""


def test_the_text_of_a_program() -> None:
    assert print_program(parse_program(TOUR)) == TOUR


def test_comments_and_layout_are_ignored() -> None:
    loose = TOUR.replace("\n", "\n\n# said aside\n").replace("  ", " \t ")
    assert parse_program(loose) == parse_program(TOUR)


@pytest.mark.parametrize(
    ("old", "new", "place", "why"),
    [
        ("program LP64", "program LP65", "t:1:1", "choose from ILP32, LP64"),
        ('program LP64 entry main in "a.c"', "function main", "t:1:1", "expected 'program'"),
        ("array 3 int", "array 3 long", "t:4:1", "type 'long' is not defined"),
        ("count: i32 = 0", "count: i0 = 0", "t:5:15", "expected a sort"),
        ("global count", "global i", "t:14:1", "i is declared twice"),
        ("[4] = 7i32", "[4] = 7", "t:7:1", "sort of 7 is not clear"),
        ("i >s 0", "i >s", "t:18:15", "expected"),
        ("i >s 0", "i >s ghost", "t:18:1", "ghost is not declared"),
        ("i >s 0", "i >s p", "t:18:1", "BitVec"),
        ("i >s 0", "i § 0", "t:18:11", "cannot read"),
        ("p + 4", "p + 4i32", "t:20:1", "BitVec"),
        ("call next(i + 1)", "call nxt(i + 1)", "t:21:1", "'nxt' is not defined"),
        ("call next(i + 1)", "call next()", "t:21:1", "expected 1 arguments, found 0"),
        ("else assertion", "else astonishment", "t:22:1", "choose from error_call, assertion"),
        ("u64(i)", "u16(i)", "t:19:1", ""),
        ("u64(i)", "concat(i)", "t:19:1", "number of arguments"),
        ("  return n\n", "", "t:29:1", "has no end"),
        ("  return n\n", "  return n n\n", "t:31:12", "end of the line"),
        ("end:", "start:", "t:24:1", "there twice"),
    ],
)
def test_errors_contain_the_location(old: str, new: str, place: str, why: str) -> None:
    assert old in TOUR
    with pytest.raises(InputError) as caught:
        parse_program(TOUR.replace(old, new, 1), "t")
    assert str(caught.value).startswith(place)
    assert why in str(caught.value)


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing"])
def test_empty_text_is_rejected(text: str) -> None:
    with pytest.raises(InputError, match="the text is empty"):
        parse_program(text)


def test_cfg_as_text() -> None:
    assert cfg_text(parse_program(TOUR)) == (
        "function main: 2 blocks\n"
        "  start  -> start, end  (6 statements, a.c:5-8, calls next)\n"
        "  end    return  (0 statements)\n"
        "function next: 1 block\n"
        "  start  return  (1 statement)\n"
    )


def test_cfg_for_graphviz() -> None:
    dot = cfg_dot(parse_program(TOUR))
    assert dot.startswith("digraph program {\n") and dot.endswith("}\n")
    assert 'b0_0 -> b0_0 [label="yes"];' in dot
    assert 'b0_0 -> b0_1 [label="no"];' in dot
    assert '\\"i <= 100\\"' in dot
    assert dot.count("subgraph") == 2


@pytest.mark.parametrize("seed", range(20))
def test_quotes_in_graphviz_labels_are_closed(seed: int) -> None:
    for line in cfg_dot(ProgramGenerator(seed).program()).splitlines():
        unescaped = re.sub(r"\\.", "", line)
        assert unescaped.count('"') % 2 == 0
