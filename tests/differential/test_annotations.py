"""Arithmetic in annotations against mathematical integers of Python."""

import random
from pathlib import Path

import surefoot
from surefoot.certify.verdicts import Safe, Unsafe

_VALUES = {
    "a": ("int", -(2**31)),
    "b": ("unsigned", 2**32 - 1),
    "c": ("long long", 2**63 - 1),
    "d": ("unsigned char", 200),
    "e": ("short", -7),
}
_EXPRESSIONS = 40


def _generated(source: random.Random, depth: int) -> tuple[str, int]:
    """Return an expression and its value."""
    if depth == 0:
        name = source.choice([*_VALUES, ""])
        number = source.choice((0, 1, 3, 2**31, 2**64))
        return (name, _VALUES[name][1]) if name else (str(number), number)
    left, one = _generated(source, depth - 1)
    right, other = _generated(source, depth - 1)
    match source.choice("+-*/%&~"):
        case "/" if other:
            return f"({left} / {right})", _towards_zero(one, other)
        case "%" if other:
            return f"({left} % {right})", one - other * _towards_zero(one, other)
        case "+":
            return f"({left} + {right})", one + other
        case "*":
            return f"({left} * {right})", one * other
        case "&":
            return f"({left} & {right})", one & other
        case "~":
            return f"(~{left})", ~one
        case _:
            return f"({left} - {right})", one - other


def _towards_zero(one: int, other: int) -> int:
    return abs(one) // abs(other) * (1 if (one < 0) == (other < 0) else -1)


def _program(folder: Path, seed: int, wrong: int | None) -> Path:
    source = random.Random(seed)
    lines = ["int main(void) {"]
    lines += (f"    {ctype} {name} = {_literal(value)};" for name, (ctype, value) in _VALUES.items())
    for number in range(_EXPRESSIONS):
        text, value = _generated(source, source.randint(1, 3))
        lines.append(f"    //@ assert {text} == {value + (number == wrong)};")
    path = folder / f"program{wrong}.c"
    path.write_text("\n".join([*lines, "    return 0;", "}", ""]))
    return path


def _literal(value: int) -> str:
    return f"({value + 1} - 1)" if value < 0 else f"{value}u" if value < 2**32 else f"{value}ll"


def test_values_agree_with_python(tmp_path: Path) -> None:
    seed = 12
    assert isinstance(surefoot.check(_program(tmp_path, seed, None)).verdict, Safe)


def test_other_values_are_violations(tmp_path: Path) -> None:
    for wrong in (0, 17, _EXPRESSIONS - 1):
        verdict = surefoot.check(_program(tmp_path, 12, wrong), first=True).verdict
        assert isinstance(verdict, Unsafe)
        assert verdict.violated.span is not None
        assert verdict.violated.span.line == 2 + len(_VALUES) + wrong
