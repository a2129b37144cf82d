"""Errors in annotations are reported with their position; annotations that the preprocessor removes are ignored."""

from pathlib import Path

import pytest

import surefoot
from surefoot.base.errors import CompileError
from surefoot.certify.verdicts import Safe, Unsafe
from surefoot.frontend.acsl.parser import clauses_of
from surefoot.frontend.acsl.source_text import AnnotationError
from surefoot.frontend.acsl.syntax import Assigns, Clause, Connective, Joined, Old, Quantified, Role, nodes_of
from surefoot.frontend.acsl.tokens import Kind, tokens_of


def test_annotations_are_comments_of_the_source_only() -> None:
    text = (
        'char *s = "//@ a"; //@ one;\n#define M /*@ two; */\n/* //@ no */ // /*@ no */\n/*@null@*/ int x; /*@ three; */'
    )
    assert [each.text for each in tokens_of(text) if each.kind is Kind.ANNOTATION] == ["//@ one;", "/*@ three; */"]


def test_a_backslash_continues_a_line_comment() -> None:
    assert next(each.text for each in tokens_of("//@ a \\\n b;\nint x;")) == "//@ a \\\n b;"


def test_ranges_of_variables_are_transitive() -> None:
    (clause,) = clauses_of(r"//@ ensures \forall integer i, j; 0 <= i <= j < n ==> a[i] <= a[j];", 0)
    assert isinstance(clause, Clause)
    outer = clause.predicate
    assert isinstance(outer, Quantified)
    assert (outer.variable, outer.is_least_included, outer.is_most_included) == ("i", True, False)
    assert isinstance(outer.body, Quantified)


def test_a_chain_is_a_conjunction() -> None:
    (clause,) = clauses_of("/*@ requires named: 0 <= x < 3; */", 0)
    assert isinstance(clause, Clause)
    assert isinstance(clause.predicate, Joined)
    assert clause.text == "0 <= x < 3"


def test_several_clauses_in_one_comment() -> None:
    first, second = clauses_of("/*@ requires x > 0;\n  @ assigns a[0..n-1], *p;\n  @*/", 0)
    assert isinstance(first, Clause)
    assert isinstance(second, Assigns)
    assert [each.text for each in second.locations] == ["a[0..n-1]", "*p"]


def test_behaviors_are_implications() -> None:
    requires, ensures, complete = clauses_of(
        "/*@ behavior b: assumes x > 0; requires y > 0; ensures z > 0; complete behaviors b; */", 0
    )
    assert isinstance(requires, Clause) and isinstance(ensures, Clause) and isinstance(complete, Clause)
    assert (requires.role, ensures.role, complete.role) == (Role.REQUIRES, Role.ENSURES, Role.ENSURES)
    assert isinstance(requires.predicate, Joined) and requires.predicate.connective is Connective.IMPLIES
    assert any(isinstance(each, Old) for each in nodes_of(ensures.predicate))
    assert complete.text == "complete behaviors b"


def test_behaviors_that_assign_less_are_told_apart() -> None:
    own, less = clauses_of(r"/*@ assigns x; behavior b: assigns \nothing; behavior c: assigns x; */", 0)
    assert isinstance(own, Assigns) and isinstance(less, Assigns)
    assert (own.behavior, less.behavior) == ("", "b")


def test_loop_assigns_is_read_and_dropped() -> None:
    (clause,) = clauses_of("/*@ loop assigns i, a[0..n-1]; loop invariant 0 <= i; */", 0)
    assert isinstance(clause, Clause) and clause.role is Role.INVARIANT


@pytest.mark.parametrize(
    ("annotation", "at", "message"),
    [
        ("//@ assrt x;", 4, "unknown clause"),
        ("//@ requires x", 14, "expected ';'"),
        ("//@ requires 0 < x > 1;", 19, "one direction"),
        (r"//@ requires \forall integer i; i < 3 ==> a[i];", 13, "no range"),
        (r"//@ requires \forall int i; 0 <= i < 3 ==> a[i];", 21, "quantifier over int"),
        ("//@ requires f(x);", 14, "function calls"),
        ("/*@ loop variant n for less; */", 19, "not supported"),
        ("/*@ disjoint behaviors c; */", 4, "no behavior c"),
        ("/*@ behavior b: assigns x; */", 16, "does not list"),
        ("//@ requires a & b == c;", 15, "comparison beside"),
        ("//@", 0, "without a clause"),
        ("//@ requires " + "(" * 300 + "x" + ")" * 300 + ";", None, "nested too deeply"),
        ("//@ requires x + (0..3) == y;", None, "unexpected range"),
    ],
)
def test_malformed(annotation: str, at: int | None, message: str) -> None:
    with pytest.raises(AnnotationError, match=message) as raised:
        clauses_of(annotation, 0)
    assert at is None or raised.value.at == at


@pytest.mark.parametrize(
    ("program", "line", "column", "message"),
    [
        ("//@ requires y > 0;\nint main2(int x) { return x; }\nint main(void) { return 0; }", 1, 14, "undeclared"),
        ("#define M(x) x /*@ assert x; */\nint main(void) { return M(0); }", 1, 16, "directive"),
        ("int main(void) {\n  //@ loop invariant 1 == 1;\n  return 0; }", 2, 3, "no loop"),
        (
            "int main(void) { int i = 0;\n  //@ loop invariant i < 9;\n  while (i < 3) i++;\n  return 0; }",
            2,
            3,
            "braces",
        ),
        ("struct s { int x; } v;\nint main(void) {\n //@ assert v == v;\n return 0; }", 3, 13, "struct"),
        ("//@ ensures \\result > 0;\nvoid f(int x) { }\nint main(void) { return 0; }", 1, 13, "result is not defined"),
        (
            "//@ ensures 1 == 1;\nint f(int x, ...) { return x; }\nint main(void) { return 0; }",
            2,
            5,
            "variadic",
        ),
    ],
)
def test_errors_have_positions(tmp_path: Path, program: str, line: int, column: int, message: str) -> None:
    source = tmp_path / "program.c"
    source.write_text(f"{program}\n")
    with pytest.raises(CompileError, match=message) as raised:
        surefoot.check(source)
    (first, *_) = raised.value.diagnostics()
    assert first.span is not None
    assert (first.span.line, first.span.column) == (line, column)
    assert first.shown[1].index("^") == column + 1


def test_annotations_removed_by_the_preprocessor_are_ignored(tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_text(
        "#if 0\n//@ nonsense\n//@ requires y;\nint f(int x);\n#endif\nint main(void) {\n//@ assert 1 == 1;\nreturn 0; }\n"
    )
    assert isinstance(surefoot.check(source).verdict, Safe)


def test_contracts_removed_by_the_preprocessor_are_ignored(tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    contract = "//@ ensures \\result == 1;"
    body = "int f(void) { return 0; }"
    source.write_text(
        f"#if 0\n{contract}\nint f(void);\n#endif\n{body}\nint main(void) {{\n//@ assert 1 == 1;\nreturn f(); }}\n"
    )
    assert isinstance(surefoot.check(source).verdict, Safe)
    source.write_text(
        f"#if 1\n{contract}\nint f(void);\n#endif\n{body}\nint main(void) {{\n//@ assert 1 == 1;\nreturn f(); }}\n"
    )
    assert isinstance(surefoot.check(source).verdict, Unsafe)


def test_off_and_other_properties(tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_text("int main(void) {\n//@ assert 1 == 2;\nreturn 0; }\n")
    assert isinstance(surefoot.check(source).verdict, Unsafe)
    report = surefoot.check(source, property="unreach-call")
    assert isinstance(report.verdict, Safe)
    assert any("annotations are not checked" in warning for warning in report.warnings)
