"""Errors in J programs: position, caret and hint."""

from pathlib import Path

import pytest

from surefoot.base.errors import CompileError, InputError, UnsupportedError, UsageError
from surefoot.frontend.j.bounds import Bounds
from surefoot.frontend.j.program import load_j
from surefoot.program.properties import DEFAULT_OF_J


@pytest.mark.parametrize(
    ("text", "place", "message", "hint"),
    [
        ("int x;\nx = ;", "2:5", "expected an expression, not ';'", ""),
        ("int x;\nx == 1;", "2:3", "expected '=' after the target", ""),
        ("int x;\ny = 1;", "2:1", "y is not declared", ""),
        ("int total;\ntotl = 1;", "2:1", "totl is not declared", "did you mean total?"),
        ("int x;\nx = true;", "2:5", "expected int, found bool", "b ? 1 : 0"),
        ("int x;\nif (x) { }", "2:5", "expected bool, found int", "x != 0"),
        (f"int x;\nx = {1 << 63};", "2:5", f"{1 << 63} does not fit into an int of 64 bits, the widest supported", ""),
        (f"int x;\nx = -{(1 << 63) + 1};", "2:5", f"-{(1 << 63) + 1} does not fit into an int of 64 bits", ""),
        ("const int MORE = MAXINT + 1;\nint x;\nx = MORE;", "3:5", "does not fit into an int of 64 bits", ""),
        ("int a[3];\na = 1;", "2:1", "a is an array of 3 elements", "a[i]"),
        ("int a[3];\na[1][2] = 1;", "2:1", "a is an array of 3 elements", "a[i]"),
        ("int x;\nx[1] = 1;", "2:1", "x is not an array", ""),
        ("int a[2][2][2];", "1:5", "arrays have one or two dimensions", ""),
        ("int n;\nint a[n];", "2:7", "expected a constant expression", ""),
        ("int a[0];", "1:7", "the size of array a is 0", "positive"),
        ("break;", "1:1", "break outside of a loop", ""),
        ("return 1;", "1:1", "return outside of a function", ""),
        ("int f() { return 1; }\nint x;\nx = f(2);", "3:5", "f takes 0 arguments, not 1", ""),
        ("int f(int n) { if (n > 0) { return 1; } }", "1:5", "end of f without a return", ""),
        ("int x;\nx = g(1);", "2:5", "function g is not defined", ""),
        ("int x;\n@pre p { x > 0 (x < 3) }", "2:16", "expected '}' after the formula", "put &&"),
        ("int x;\n@require p { x > 0 }", "2:1", "unknown specification @require", "@pre NAME"),
        ("int x;\n@pre p { old(x) > 0 }", "2:10", "old() is allowed in @post and @invariant only", "save the value"),
        ("int x;\n@invariant p { x > 0 }", "2:1", "@invariant outside of a loop", "between the head and the body"),
        (
            "int x;\nwhile (x > 0) @invariant { old(x) > 0 } { }",
            "2:28",
            "needs a loop inside a function",
            "in a variable",
        ),
        ("int f() { while (true) @invariant { rv > 0 } { return 1; } }", "1:37", "rv is defined in @post only", ""),
        ("int f() { rv = 1; return 1; }", "1:11", "rv cannot be assigned", "return"),
        ("int x;\n@post p { rv == x }", "2:11", "rv outside of a function", ""),
        ("int x;\nx = 1 & 2;", "2:7", "J has no operator &", "&&"),
        ("int x;\nx = 0x10;", "2:5", "0x10 is not a number", "decimal"),
        ("int x;\nx = 1; /* open", "2:8", "unterminated comment", ""),
        ("while (true) {", "1:14", "unmatched '{'", ""),
        ("bool b;\nb = 1 < 2 < 3;", "2:11", "comparisons do not chain", "a <= b && b <= c"),
        ("int x; int x;", "1:12", "redeclaration of x, which is declared in line 1", ""),
        ("int forall;", "1:5", "expected the name of a variable", "a keyword"),
        ("bool b;\nb = forall (i) { true };", "2:16", "expected the range", "0 .. n - 1"),
        ("void f(int[] a, int[] b) { a[0] = 1; }\nint c[];\nf(c, c);", "3:1", "an array is passed twice", ""),
        ("int f() { return 1; }\nint x;\nx = f;", "3:5", "f is a function", "call it"),
    ],
)
def test_errors(text: str, place: str, message: str, hint: str, tmp_path: Path) -> None:
    path = tmp_path / "program.j"
    path.write_text(text)
    with pytest.raises(CompileError) as caught:
        load_j(path, DEFAULT_OF_J, bounds=Bounds(bits=4))
    (diagnostic,) = caught.value.diagnostics()
    assert str(diagnostic.span) == f"{path}:{place}"
    assert message in diagnostic.message
    source, caret, *rest = diagnostic.shown
    line, column = map(int, place.split(":"))
    assert source == f"  {text.splitlines()[line - 1]}"
    assert caret == " " * (column + 1) + "^"
    assert hint in " ".join(rest)


def test_deep_nesting_is_refused_without_a_crash(tmp_path: Path) -> None:
    path = tmp_path / "program.j"
    path.write_text("int x; x = " + "(" * 5000 + "1" + ")" * 5000 + ";")
    with pytest.raises(CompileError, match="nested too deeply"):
        load_j(path, DEFAULT_OF_J)


def test_arrays_are_not_passed_to_functions_that_access_them_by_name(tmp_path: Path) -> None:
    path = tmp_path / "program.j"
    path.write_text("int a[2];\nvoid f(int[] b) { b[0] = a[0]; }\nf(a);")
    with pytest.raises(UnsupportedError, match="by reference"):
        load_j(path, DEFAULT_OF_J, bounds=Bounds(elements=2))


@pytest.mark.parametrize("bounds", [Bounds(bits=1), Bounds(bits=65), Bounds(elements=0), Bounds(depth=0)])
def test_bounds_are_limited(bounds: Bounds, tmp_path: Path) -> None:
    path = tmp_path / "program.j"
    path.write_text("int x; x = 1;")
    with pytest.raises(UsageError, match="must be a number from"):
        load_j(path, DEFAULT_OF_J, bounds=bounds)


def test_entry_function(tmp_path: Path) -> None:
    path = tmp_path / "program.j"
    path.write_text("int f() { return 1; } int g() { return 2; }")
    with pytest.raises(InputError, match="choose the entry function with --function: f, g"):
        load_j(path, DEFAULT_OF_J)
    with pytest.raises(InputError, match="function ff is not defined; did you mean f"):
        load_j(path, DEFAULT_OF_J, "ff")
    assert "f" in load_j(path, DEFAULT_OF_J, "f").functions
