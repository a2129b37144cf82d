"""Argument strings allocated one by one: the rewritten program has the same runs."""

import pytest

from surefoot.program.limits import LIMITS
from surefoot.program.passes.argument_strings import SingleStrings
from surefoot.program.properties import ASSERTIONS, MEMORY_SAFETY
from surefoot.program.statements import MakeStrings
from surefoot.program.text import parse_program, print_program
from surefoot.program.trace import Chosen, Placed, Trace
from surefoot.program.validate import validate
from surefoot.semantics.interpreter import Finished, TraceChoices, run
from surefoot.semantics.symbolic.loops import loop_heads

FEW, MORE = LIMITS.unrolled_strings, LIMITS.strings_per_iteration

SUM = """program LP64 entry main
function main
  local n: i64
  local i: i64
  local v: i64
  local s: i64
  local length: i17
  local string: i64
  local c: i8
  local sum: i8
start:
  n := input "n"
  v := strings "argv" (n) length, string
  i := 0
  sum := 0
  goto head
head:
  s := memory[v + i * 8]
  if s == 0 goto done else body
body:
  c := memory[s]
  sum := sum * 3 + c
  i := i + 1
  goto head
done:
  check i == n else assertion "as many as there are"
  check sum == 0 else assertion "sum"
  stop "end"
"""


def trace_of(count: int, shift: int) -> Trace:
    strings = [
        each
        for number in range(count)
        for each in (Chosen((number + shift) % 4), Placed(None, {0: (number * 7 + shift) % 256}))
    ]
    return Trace({}, {}, (Chosen(count), Placed(None, {}), *strings))


def expected(count: int, shift: int) -> int:
    total = 0
    for number in range(count):
        first = (number * 7 + shift) % 256 if (number + shift) % 4 else 0
        total = (total * 3 + first) % 256
    return total


@pytest.mark.parametrize("count", [0, 1, FEW - 1, FEW, FEW + 1, FEW + MORE, FEW + MORE + 1, 40])
def test_rewritten_program_has_the_same_runs(count: int) -> None:
    program = parse_program(SUM)
    validate(program)
    other = SingleStrings().run(program)
    validate(other)
    assert len(loop_heads(other.functions["main"])) == len(loop_heads(program.functions["main"])) + 1
    for shift in range(4):
        ends = {
            isinstance(run(each, MEMORY_SAFETY, TraceChoices(trace_of(count, shift)), max_steps=None), Finished)
            for each in (program, other)
        }
        assert ends == {True}
        for each in (program, other):
            said = run(each, ASSERTIONS, TraceChoices(trace_of(count, shift)), max_steps=None)
            assert isinstance(said, Finished) == (expected(count, shift) == 0)


def test_program_without_strings_is_unchanged() -> None:
    program = parse_program('program LP64 entry main\nfunction main\nstart:\n  stop "end"\n')
    assert SingleStrings().run(program) is program


def test_statement_text_round_trip() -> None:
    program = parse_program(SUM)
    assert parse_program(print_program(program)) == program
    made = [each for each in program.functions["main"].blocks["start"].statements if isinstance(each, MakeStrings)]
    assert [each.name for each in made] == ["argv"]
