"""Checks precede operations with undefined results."""

import pytest

from corpus.lowered import Load, all_statements
from surefoot.program.program import Program
from surefoot.program.properties import ASSERTIONS
from surefoot.program.statements import Check, CheckKind
from surefoot.program.text import print_statement
from surefoot.semantics.interpreter import Finished, Undefined, ZeroChoices, run


def checks(program: Program, function: str = "f") -> list[tuple[CheckKind, str]]:
    return [
        (item.kind, print_statement(item).removeprefix("check ").partition(" else ")[0])
        for item in all_statements(program.functions[function])
        if isinstance(item, Check)
    ]


def of(signature: str, expression: str) -> str:
    return f"{signature} {{ return {expression}; }} int main(void) {{ return f(1, 2); }}"


def test_unsigned_division_needs_a_divisor(load: Load) -> None:
    assert checks(load(of("unsigned f(unsigned a, unsigned b)", "a / b"))) == [
        (CheckKind.DIVISION_BY_ZERO, "f::b != 0")
    ]


def test_signed_division_must_not_overflow_either(load: Load) -> None:
    assert checks(load(of("int f(int a, int b)", "a % b"))) == [
        (CheckKind.DIVISION_BY_ZERO, "f::b != 0"),
        (CheckKind.DIVISION_OVERFLOW, "!(f::a == 2147483648 && f::b == -1)"),
    ]


@pytest.mark.parametrize("expression", ["a / 3", "a & b", "a >> 31", "(unsigned)a << 4"])
def test_trivial_checks_are_omitted(load: Load, expression: str) -> None:
    assert checks(load(of("int f(int a, int b)", expression))) == []


def test_shift_amounts_are_checked(load: Load) -> None:
    assert checks(load(of("long f(long a, int b)", "a << b"))) == [
        (CheckKind.SHIFT, "f::b <=u 63"),
        (CheckKind.SIGNED_OVERFLOW, "f::a >>u 63 - u64(f::b) == 0"),
    ]


@pytest.mark.parametrize(
    ("expression", "condition"),
    [
        ("a + 1", "f::a != 2147483647"),
        ("a + -3", "f::a >=s 2147483651"),
        ("5 - a", "f::a >=s 2147483654"),
        ("-a", "f::a != 2147483648"),
        ("a * 3", "f::a >=s 3579139414 && f::a <=s 715827882"),
        ("-1 * a", "f::a != 2147483648"),
        ("a * 0 ", None),
        (
            "a * b - (unsigned)a",
            "s64(f::a) * s64(f::b) >=s 18446744071562067968 && s64(f::a) * s64(f::b) <=s 2147483647",
        ),
    ],
)
def test_signed_overflow_is_checked_by_ranges(load: Load, expression: str, condition: str | None) -> None:
    expected = [] if condition is None else [(CheckKind.SIGNED_OVERFLOW, condition)]
    assert checks(load(of("int f(int a, int b)", expression))) == expected


@pytest.mark.parametrize(
    ("signature", "inside", "outside"),
    [
        ("int f(double a, int b)", ["2147483647.5", "-2147483648.5"], ["2147483648.0", "-2147483649.0", "0.0/0"]),
        ("int f(float a, int b)", ["2147483520.0f", "-2147483648.0f"], ["2147483648.0f", "-2147483904.0f"]),
        ("unsigned char f(double a, int b)", ["255.9", "-0.9"], ["256.0", "-1.0"]),
        ("unsigned long f(double a, int b)", ["-0.5", "9.3e18"], ["-1.0", "18446744073709551616.0"]),
    ],
)
def test_conversions_are_checked_exactly(load: Load, signature: str, inside: list[str], outside: list[str]) -> None:
    for value in inside + outside:
        text = f"{signature} {{ return a; }} int main(void) {{ f({value}, 0); return 0; }}"
        program = load(text)
        outcome = run(program, ASSERTIONS, ZeroChoices(), max_steps=100)
        assert isinstance(outcome, Finished if value in inside else Undefined), value


def test_unreachable_points_are_checked_and_noreturn_calls_are_not(load: Load) -> None:
    text = """
    _Noreturn void stop(void) { for (;;) ; }
    int f(int a, int b) { if (a) __builtin_unreachable(); if (b) stop(); return 0; }
    int main(void) { return f(0, 0); }
    """
    assert checks(load(text)) == [(CheckKind.UNREACHABLE, "false")]
