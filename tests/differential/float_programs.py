"""Random programs that compute with floats, and what they compute natively on all of their inputs.

An input is one of a few hundred consecutive floats, near a place where something happens: zero, subnormal numbers, one, the greatest number. So the least and the greatest result are known
exactly, and an assertion can be put right at them.
"""

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from differential.native import output_of
from surefoot.base.records import dataclass
from surefoot.logic import FLOAT32, FLOAT64, FloatSort

SORTS: Final[Mapping[str, FloatSort]] = {"float": FLOAT32, "double": FLOAT64}
FLOATS_OF_ONE_INPUT, FLOATS_OF_TWO_INPUTS = 600, 30
PRELUDE: Final = """extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#include <math.h>
"""
HARNESS: Final = """#include <stdint.h>
#include <stdio.h>
#include <string.h>
{prelude}
{result} computed({parameters}) {{
{body}
  return r;
}}
int main(void) {{
  double low = INFINITY, high = -INFINITY;
  long nans = 0, count = 0;
  {loops} {{
    {reads}
    if ({assumed}) {{
      double r = computed({arguments});
      count++;
      if (isnan(r)) nans++;
      low = r < low ? r : low;
      high = r > high ? r : high;
    }}
  }}
  printf("%a %a %ld %ld", low, high, nans, count);
  return 0;
}}
"""


@dataclass(frozen=True, slots=True)
class Input:
    """The floats of a type from one bit pattern to another, both of the same sign, and as numbers in C."""

    name: str
    type: str
    first: int
    last: int
    low: str
    high: str


@dataclass(frozen=True, slots=True)
class FloatProgram:
    """A program without its assertion: ``body`` computes ``r`` of the type ``result``."""

    inputs: tuple[Input, ...]
    body: str
    result: str

    def text(self, condition: str) -> str:
        """Return the program that asserts ``condition``."""
        reads = "\n".join(
            f"  {each.type} {each.name} = __VERIFIER_nondet_{each.type}();\n  __VERIFIER_assume({_is_inside(each)});"
            for each in self.inputs
        )
        return (
            f"{PRELUDE}int main(void) {{\n{reads}\n{self.body}\n  if (!({condition})) reach_error();\n  return 0;\n}}\n"
        )


@dataclass(frozen=True, slots=True)
class Results:
    """Results of a program: numbers from ``low`` to ``high``, none if ``low > high``, and NaN."""

    low: float
    high: float
    has_nan: bool


def float_program(seed: int) -> FloatProgram:
    """Return the program with this number."""
    generator = random.Random(seed)
    count = generator.choice([1, 1, 2])
    inputs = tuple(_input(generator, f"x{number}", count) for number in range(count))
    known: dict[str, list[str]] = {type_: [each.name for each in inputs if each.type == type_] for type_ in SORTS}
    lines = []
    for number in range(generator.randint(1, 3)):
        type_ = generator.choice(list(SORTS))
        name = f"t{number}"
        lines.append(f"  {type_} {name} = {_expression(generator, known, type_, 2)};")
        known[type_].append(name)
        if generator.random() < 0.25:
            change = f"{name} * {_constant(generator, type_)} + {_expression(generator, known, type_, 1)}"
            lines.append(f"  for (int k = 0; k < {generator.randint(1, 3)}; k++) {name} = {change};")
    result = generator.choice(list(SORTS))
    lines.append(f"  {result} r = {_expression(generator, known, result, 2)};")
    return FloatProgram(inputs, "\n".join(lines), result)


def native_results(program: FloatProgram, folder: Path) -> Results:
    """Return the native results for all inputs."""
    source = folder / "all_inputs.c"
    bits = {"float": "uint32_t", "double": "uint64_t"}
    loops = " ".join(
        f"for (uint64_t i{number} = {each.first}u; i{number} <= {each.last}u; i{number}++)"
        for number, each in enumerate(program.inputs)
    )
    reads = " ".join(
        f"{bits[each.type]} b{number} = i{number}; {each.type} {each.name}; memcpy(&{each.name}, &b{number}, sizeof b{number});"
        for number, each in enumerate(program.inputs)
    )
    text = HARNESS.format(
        prelude=PRELUDE,
        result=program.result,
        parameters=", ".join(f"{each.type} {each.name}" for each in program.inputs),
        arguments=", ".join(each.name for each in program.inputs),
        assumed=" && ".join(_is_inside(each) for each in program.inputs),
        body=program.body,
        loops=loops,
        reads=reads,
    )
    source.write_text(text)
    output = output_of([source], folder, "-frounding-math", "-Wl,--no-as-needed", "-lm")
    assert output is not None, "the program ends"
    low, high, nans, count = output.split()
    assert int(count) > 0, "there are inputs"
    return Results(float.fromhex(low), float.fromhex(high), int(nans) > 0)


def _is_inside(each: Input) -> str:
    return f"{each.name} >= {each.low} && {each.name} <= {each.high}"


def _input(generator: random.Random, name: str, count: int) -> Input:
    type_ = generator.choice(list(SORTS))
    sort = SORTS[type_]
    step = 1 << (sort.significand - 1)
    infinity = ((1 << sort.exponent) - 1) * step
    one = ((1 << (sort.exponent - 1)) - 1) * step
    floats = FLOATS_OF_ONE_INPUT if count == 1 else FLOATS_OF_TWO_INPUTS
    place = generator.choice(
        [1, step, one, one, one + step, infinity - 1, generator.randint(one - 3 * step, one + 3 * step)]
    )
    first = max(1, min(place - generator.randrange(floats), infinity - floats))
    last = first + floats - 1
    if generator.random() < 0.5:
        return Input(name, type_, first, last, _number(first, type_), _number(last, type_))
    sign = 1 << (sort.bits - 1)
    return Input(name, type_, sign + first, sign + last, f"-{_number(last, type_)}", f"-{_number(first, type_)}")


def _number(bits: int, type_: str) -> str:
    """Return a positive number that is not zero, as C spells it."""
    sort = SORTS[type_]
    exponent, fraction = divmod(bits, 1 << (sort.significand - 1))
    bias = (1 << (sort.exponent - 1)) - 1 + sort.significand - 1
    whole = fraction if exponent == 0 else fraction + (1 << (sort.significand - 1))
    return f"0x{whole:x}p{max(exponent, 1) - bias}{'f' if type_ == 'float' else ''}"


def _constant(generator: random.Random, type_: str) -> str:
    value = generator.choice([0.5, 0.1, -1.0, 3.0, 1e-38, 1e30, round(generator.uniform(-4, 4), 2)])
    return f"{value!r}{'f' if type_ == 'float' else ''}"


def _expression(generator: random.Random, known: dict[str, list[str]], type_: str, depth: int) -> str:
    other = "double" if type_ == "float" else "float"
    if depth == 0:
        leaves = [*known[type_], *(f"({type_}){name}" for name in known[other])]
        return generator.choice(leaves) if generator.random() < 0.75 else _constant(generator, type_)
    left, right, third = (_expression(generator, known, type_, depth - 1) for _ in range(3))
    suffix = "f" if type_ == "float" else ""
    return generator.choice(
        [
            f"({left} + {right})",
            f"({left} - {right})",
            f"({left} * {right})",
            f"({left} * {left})",
            f"({left} * {right})",
            f"({left} / {right})",
            f"sqrt{suffix}({left})",
            f"fabs{suffix}({left})",
            f"fmin{suffix}({left}, {right})",
            f"fmax{suffix}({left}, {right})",
            f"({left} < {right} ? {third} : {left})",
            f"({left} == {right} || isnan({third}) ? {third} : -({left}))",
            f"({type_}){_expression(generator, known, other, depth - 1)}",
        ]
    )
