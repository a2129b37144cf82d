"""Linking of several files."""

import pytest

from corpus.lowered import Load
from surefoot.base.errors import InputError
from surefoot.program.program import Program
from surefoot.program.properties import ASSERTIONS
from surefoot.semantics.interpreter import Finished, ZeroChoices, run


def finishes(program: Program) -> bool:
    return isinstance(run(program, ASSERTIONS, ZeroChoices(), max_steps=10_000), Finished)


PRELUDE = "void reach_error(void); static void check(int c) { if (!c) reach_error(); }\n"


def test_internal_symbols_of_two_files_are_apart(load: Load) -> None:
    one = (
        PRELUDE
        + "static int n = 1; static int get(void) { return n; } int other(void); int main(void) { check(get() == 1); check(other() == 2); return 0; }"
    )
    two = "static int n = 2; static int get(void) { return n; } int other(void) { return get(); }"
    program = load(one, two)
    assert finishes(program)
    names = [name for name in program.functions if name.startswith("get")]
    assert len(names) == 2 and all(name.partition("@")[0] == "get" for name in names)
    assert [known.variable.name for known in program.global_variables] == ["n", "n"]


def test_an_internal_symbol_gives_way_to_an_external_one(load: Load) -> None:
    one = (
        PRELUDE
        + "static int f(void) { return 1; } int g(void); int main(void) { check(f() == 1 && g() == 2); return 0; }"
    )
    assert finishes(load(one, "int f(void) { return 2; } int g(void) { return f(); }"))


def test_strings_of_different_files_are_apart(load: Load) -> None:
    one = (
        PRELUDE
        + "const char *f(void); int main(void) { const char *s = \"one\"; check(s[0] == 'o' && f()[0] == 't'); return 0; }"
    )
    assert finishes(load(one, 'const char *f(void) { return "two"; }'))


def test_definition_overrides_declaration_in_either_order(load: Load) -> None:
    use = (
        PRELUDE
        + "extern int a[]; extern struct s { int x, y; } b; int main(void) { check(a[2] == 3 && b.y == 5); return 0; }"
    )
    definition = "int a[3] = {1, 2, 3}; struct s { int x, y; } b = {4, 5};"
    for texts in ((use, definition), (definition, use)):
        program = load(*texts)
        assert finishes(program)
        assert program.caveats == ()
        assert {item.name: item.size for item in program.global_objects} == {"a": 12, "b": 8}


def test_strong_definition_overrides_weak_one_in_either_order(load: Load) -> None:
    weak = "__attribute__((weak)) int f(void) { return 1; } __attribute__((weak)) int v = 1;"
    strong = PRELUDE + "int f(void) { return 2; } int v = 2; int main(void) { check(f() == 2 && v == 2); return 0; }"
    assert finishes(load(weak, strong))
    assert finishes(load(strong, weak))


def test_two_strong_definitions_are_an_error_that_names_both_files(load: Load) -> None:
    with pytest.raises(InputError, match=r"multiple definition of 'f': in .*a\.c and in .*b\.c"):
        load("int f(void) { return 0; } int main(void) { return 0; }", "int f(void) { return 1; }")
    with pytest.raises(InputError, match=r"multiple definition of 'g': in .*a\.c and in .*b\.c"):
        load("int g = 1; int main(void) { return 0; }", "int g = 2;")


def test_common_symbols_are_one(load: Load) -> None:
    one = PRELUDE + "int n; void f(void); int main(void) { n = 1; f(); check(n == 2); return 0; }"
    assert finishes(load(one, "int n; void f(void) { n++; }", flags=["-fcommon"]))


def test_an_alias_is_its_target(load: Load) -> None:
    one = PRELUDE + "int f(void); int main(void) { check(f() == 7); return 0; }"
    assert finishes(load(one, 'int real(void) { return 7; } int f(void) __attribute__((alias("real")));'))


def test_definition_in_the_program_overrides_the_model(load: Load) -> None:
    text = (
        PRELUDE
        + """
    unsigned long strlen(const char *s) { return 99; }
    char *strcat(char *, const char *);
    int main(void) { char b[200] = ""; b[99] = 0; strcat(b, "x"); check(b[99] == 'x'); return 0; }
    """
    )
    assert finishes(load(text, flags=["-fno-builtin"]))
