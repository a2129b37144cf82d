"""Validation of programs: well-formed ones are accepted, broken ones rejected."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from surefoot.logic import FunctionSymbol, Term, apply, bit_vector, bv, uninterpreted_sort, variable
from surefoot.program.program import Block, Function, Program, Role
from surefoot.program.statements import Assign, Goto
from surefoot.program.text import parse_program
from surefoot.program.validate import validate

GOOD = """
program LP64 entry main
global g: i32 = 3
global unknown_flag: bool
object &a: 8 bytes align 4
  [0] = 1i32
  [4] = 2i32
object &s: 8 bytes align 8 constant
  [0] = &a + 4
function main -> (i32)
  local x: i32
  local y: i32
  local z: i32
  local p: i64
  local b: bool
start:
  x := input "f"
  b := x <s g
  assume b
  check x != 0 else assertion "x"
  p := allocate heap "m" (4) align 4
  memory[p] := x
  y := memory[p]
  copy(p, &a, 4)
  fill(p, 0, 4)
  check_apart(p, 4, &a, 4)
  p := object_size(p)
  free p
  x, b := call f(x)
  call f(y)
  x := call [&main]()
  if b goto left else right
left:
  z := 1
  goto join
right:
  z := 2
  goto join
join:
  return x + z
function f -> (i32, bool)
  parameter n: i32
start:
  if n == 0 goto done else die
die:
  stop "exit"
done:
  return n, false
"""


def changed(old: str, new: str) -> Program:
    assert old in GOOD
    return parse_program(GOOD.replace(old, new))


def with_function(name: str, change: Callable[[Function], Function]) -> Program:
    program = parse_program(GOOD)
    return replace(program, functions={**program.functions, name: change(program.functions[name])})


def with_first(statement: Assign) -> Program:
    def change(function: Function) -> Function:
        entry = replace(function.entry, statements=(statement, *function.entry.statements))
        return replace(function, blocks={**function.blocks, entry.label: entry})

    return with_function("main", change)


def symbol(name: str) -> Term:
    program = parse_program(GOOD)
    variables = [*program.functions["main"].locals, *program.functions["f"].parameters]
    return next(found.symbol for found in variables if found.name == name)


def test_well_formed_program_is_accepted() -> None:
    validate(parse_program(GOOD))


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("entry main", "entry nothing", "there is no function 'nothing'"),
        ("global g: i32 = 3", "global g: i32 = g", "g is not declared here"),
        ("global g: i32 = 3", "global g: i32 = (&a)[31:0] + g", "g is not declared here"),
        ("global g: i32 = 3", "global g: i32 = 3i64", "initial value"),
        ("global g: i32 = 3", "global g: i32 = 3 role local", "has role"),
        ("object &a: 8 bytes", "object &a: 7 bytes", "cells reach offset 8 of 7"),
        ("[4] = 2i32", "[3] = 2i32", "cells overlap at offset 3"),
        ("[4] = 2i32", "[4] = true", "cannot be in memory"),
        ("[0] = &a + 4", "[0] = u64(g)", "g is not declared here"),
        ("8 bytes align 4", "8 bytes align 3", "alignment 3 is no power of two"),
        ("8 bytes align 4", "8 bytes align 0", "alignment 0 is no power of two"),
        ("local y: i32", "local y: i32 role global", "has role"),
        ("b := x <s g", "b := x + g", "value"),
        ("b := x <s g", "b := n <s g", "n is not declared here"),
        ("b := x <s g", "n := x", "n is no variable of the function"),
        ("b := x <s g", "&a := 5", "&a is no variable of the function"),
        ("assume b", "assume x", "condition"),
        ("check x != 0", "check x", "condition"),
        ("if b goto", "if x goto", "condition"),
        ("memory[p] := x", "memory[x] := x", "address or size"),
        ("memory[p] := x", "memory[p] := b", "cannot be in memory"),
        ("y := memory[p]", "b := memory[p]", "cannot be in memory"),
        ("y := memory[p]", "y := memory[x]", "address or size"),
        ('p := allocate heap "m" (4)', 'x := allocate heap "m" (4)', "address or size"),
        ('"m" (4)', '"m" (x)', "address or size"),
        ('"m" (4) align 4', '"m" (4) align 6', "alignment 6"),
        ("copy(p, &a, 4)", "copy(x, &a, 4)", "address or size"),
        ("copy(p, &a, 4)", "copy(p, x, 4)", "address or size"),
        ("copy(p, &a, 4)", "copy(p, &a, x)", "address or size"),
        ("fill(p, 0, 4)", "fill(x, 0, 4)", "address or size"),
        ("fill(p, 0, 4)", "fill(p, x, 4)", "byte"),
        ("fill(p, 0, 4)", "fill(p, 0, x)", "address or size"),
        ("check_apart(p, 4, &a, 4)", "check_apart(p, x, &a, 4)", "address or size"),
        ("p := object_size(p)", "x := object_size(p)", "address or size"),
        ("p := object_size(p)", "p := object_size(x)", "address or size"),
        ("free p", "free x", "address or size"),
        ("x, b := call f(x)", "x, y := call f(x)", "targets have sorts"),
        ("x, b := call f(x)", "x := call f(x)", "targets have sorts"),
        ("x, b := call f(x)", "x, x := call f(x)", "a target occurs twice"),
        ("call f(y)", "call f(b)", "arguments have sorts"),
        ("call [&main]()", "call [x]()", "address or size"),
        ("goto left else right", "goto left else nowhere", "there is no block 'nowhere'"),
        ("  z := 2\n  goto join", "  goto nowhere", "there is no block 'nowhere'"),
        ("return x + z", "return b", "results have sorts"),
        ("  z := 1\n", "", "block 'join', Return: z may be read before"),
        ("  z := 2\n", "", "block 'join', Return: z may be read before"),
        ('  x := input "f"\n  b := x', "  b := x", "block 'start', Assign: x may be read before"),
    ],
)
def test_broken_programs_are_rejected(old: str, new: str, why: str) -> None:
    with pytest.raises(AssertionError) as caught:
        validate(changed(old, new))
    assert why in str(caught.value)


ELEMENT = uninterpreted_sort("Element")
TRIP = FunctionSymbol("trip", (bit_vector(32),), bit_vector(32))


@pytest.mark.parametrize(
    ("program", "why"),
    [
        (lambda: with_function("f", lambda f: replace(f, name="g")), "function 'g' is stored as 'f'"),
        (lambda: with_function("f", lambda f: replace(f, blocks={})), "has no blocks"),
        (
            lambda: with_function("f", lambda f: replace(f, blocks={"start": Block("other", (), Goto("start"))})),
            "is labelled 'other'",
        ),
        (lambda: with_function("f", lambda f: replace(f, address=bv(16, 64))), "is no variable symbol"),
        (
            lambda: with_function("f", lambda f: replace(f, address=variable("&f", bit_vector(32)))),
            "an address has sort",
        ),
        (lambda: with_function("f", lambda f: replace(f, address=variable("&a", bit_vector(64)))), "share a symbol"),
        (
            lambda: with_function(
                "f",
                lambda f: replace(f, locals=(replace(f.parameters[0], symbol=symbol("x"), role=Role.LOCAL),)),
            ),
            "share a symbol",
        ),
        (
            lambda: with_function(
                "f",
                lambda f: replace(f, locals=(replace(f.parameters[0], symbol=variable("x", bit_vector(8))),)),
            ),
            "share a symbol",
        ),
        (
            lambda: with_first(Assign(symbol("x"), variable("ghost", bit_vector(32)), None)),
            "ghost is not declared here",
        ),
        (lambda: with_first(Assign(symbol("x"), variable("g", bit_vector(64)), None)), "g is not declared here"),
        (
            lambda: with_function(
                "f", lambda f: replace(f, parameters=(replace(f.parameters[0], symbol=variable("n", ELEMENT)),))
            ),
            "no value of Element",
        ),
        (lambda: with_first(Assign(symbol("x"), apply(TRIP, symbol("x")), None)), "applies an uninterpreted function"),
    ],
)
def test_broken_structures_are_rejected(program: Callable[[], Program], why: str) -> None:
    with pytest.raises(AssertionError) as caught:
        validate(program())
    assert why in str(caught.value)


def test_a_local_of_an_unreachable_block_may_be_unassigned() -> None:
    validate(changed("function f", "dead:\n  y := y + 1\n  goto dead\nfunction f"))


def test_assignment_later_in_a_loop_is_not_definite() -> None:
    text = """
program LP64 entry main
function main
  local i: i32
  local x: i32
start:
  i := 0
  goto loop
loop:
  if i <s 3 goto body else done
body:
  x := i
  i := i + 1
  goto loop
done:
  i := x
  return
"""
    with pytest.raises(AssertionError, match="block 'done', Assign: x may be read"):
        validate(parse_program(text))
