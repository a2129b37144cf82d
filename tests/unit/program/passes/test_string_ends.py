"""Ghosts for the ends of strings: assignments, values in runs, lifetimes."""

from pathlib import Path

from corpus.lowered import all_statements, loader
from surefoot.logic import Term, variables_of
from surefoot.program.limits import LIMITS
from surefoot.program.passes.string_ends import StringEnds
from surefoot.program.program import Program, Role
from surefoot.program.properties import ASSERTIONS
from surefoot.program.statements import Assign
from surefoot.program.text import parse_program, print_program
from surefoot.program.validate import validate
from surefoot.semantics.interpreter import Finished, ZeroChoices, run


def _marked(folder: Path, text: str) -> Program:
    found = StringEnds().run(loader(folder)(text))
    validate(found)
    return found


def _ends(program: Program) -> list[Term]:
    return [each.variable.symbol for each in program.global_variables if each.variable.role is Role.GHOST]


def _assignments(program: Program, function: str) -> list[Assign]:
    ends = _ends(program)
    statements = all_statements(program.functions[function])
    return [each for each in statements if isinstance(each, Assign) and each.target in ends]


def test_each_written_zero_has_a_variable(tmp_path: Path) -> None:
    program = _marked(tmp_path, "char a[9]; int b[9]; int main(void) { a[3] = 0; a[4] = 'x'; b[2] = 0; a[5] = 0; }")
    first, second = _assignments(program, "main")
    assert [each.target for each in (first, second)] == _ends(program)
    addresses = [str(each.value) for each in (first, second)]
    assert "3:64" in addresses[0] and "5:64" in addresses[1]


def test_read_byte_may_be_a_zero(tmp_path: Path) -> None:
    text = "char a[9], b[9]; int main(void) { int i = 0; while ((a[i] = b[i]) != 0) i++; b[i] = a[2]; }"
    (copied,) = _assignments(_marked(tmp_path, text), "main")
    assert copied.target in variables_of(copied.value)  # unchanged unless the character is zero


def test_only_assignments_to_ghosts_read_ghosts(tmp_path: Path) -> None:
    text = '#include <string.h>\nchar a[9]; int main(void) { strcpy(a, "text"); return a[4]; }'
    plain = loader(tmp_path)(text)
    program = StringEnds().run(plain)
    ends = frozenset(_ends(program))
    assert ends
    without = {
        name: [each for each in all_statements(function) if not (isinstance(each, Assign) and each.target in ends)]
        for name, function in program.functions.items()
    }
    assert without == {name: all_statements(function) for name, function in plain.functions.items()}
    assert isinstance(run(program, ASSERTIONS, ZeroChoices(), max_steps=None), Finished)


def test_text_of_a_function_ends_with_its_call(tmp_path: Path) -> None:
    text = """
        static void end(char *s) { s[2] = 0; }
        static int own(void) { char text[9]; end(text); return text[2]; }
        static int other(char *s) { int number = 0; int *p = &number; end(s); return *p; }
        char a[9];
        int main(void) { return own() + other(a); }"""
    program = _marked(tmp_path, text)
    (set_to_null,) = _assignments(program, "own")
    assert str(set_to_null.value) == "0:64"
    assert not _assignments(program, "other")


def test_program_with_too_many_texts_is_unchanged(tmp_path: Path) -> None:
    writes = "".join(f"a[{number}] = 0;" for number in range(LIMITS.string_ends + 1))
    program = loader(tmp_path)(f"char a[99]; int main(void) {{ {writes} }}")
    assert StringEnds().run(program) is program


def test_printed_program_contains_ghosts(tmp_path: Path) -> None:
    program = _marked(tmp_path, "char a[9]; int main(void) { a[3] = 0; }")
    assert parse_program(print_program(program)) == program
