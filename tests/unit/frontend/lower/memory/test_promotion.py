"""Promotion of C objects to variables: names, and where values are havocked."""

import pytest

from corpus.lowered import Load, all_statements, lines
from surefoot.base.caveats import Direction
from surefoot.program.ctypes import CInteger
from surefoot.program.program import DataModel, Program, Role
from surefoot.program.statements import Allocate, Havoc, Origin


def test_scalars_keep_their_c_names_types_and_roles(load: Load) -> None:
    program = load("int main(void) { return 0; } long twice(short n) { long r = n; return r + r; }", entry="twice")
    twice = program.functions["twice"]
    (n,) = twice.parameters
    (r,) = (variable for variable in twice.locals if variable.role is Role.LOCAL)
    assert (str(n.symbol.payload), n.name, n.role) == ("twice::n", "n", Role.PARAMETER)
    assert n.ctype == CInteger("short", 16, signed=True)
    assert (str(r.symbol.payload), r.name, r.ctype) == ("twice::r", "r", CInteger("long", 64, signed=True))
    assert r.span is not None and r.span.line == 1


def test_inner_scopes_get_symbols_of_their_own(load: Load) -> None:
    program = load("int main(void) { int x = 1; { unsigned x = 2; x++; } return x; }")
    assert lines(program, "main") == [
        "main::retval := 0",
        "main::x := 1",
        "main::x.2 := 2",
        "main::x.2 := main::x.2 + 1",
        "return main::x",
    ]


def test_a_variable_whose_address_is_taken_is_an_object(load: Load) -> None:
    program = load("int f(int *p) { return *p; } int main(void) { int x = 1; return f(&x); }")
    assert lines(program, "main") == [
        'main::&x := allocate stack "x" (4) align 4',
        "main::retval := 0",
        "memory[main::&x] := 1i32",
        "main::%call := call f(main::&x)",
        "return main::%call",
    ]
    assert program.object_types["main::&x"] == CInteger("int", 32, signed=True)


def test_globals_are_variables_unless_their_address_is_used(load: Load) -> None:
    program = load("int a = 3; int b = 4; int *p = &b; double unused; int main(void) { return a + *p; }")
    assert {known.variable.name for known in program.global_variables} == {"a", "p"}
    assert [item.name for item in program.global_objects] == ["b"]
    assert [(cell.offset, cell.value.payload) for cell in program.global_objects[0].cells or ()] == [(0, 4)]


def test_a_global_accessed_as_another_type_is_an_object(load: Load) -> None:
    program = load("union { float f; int i; } u; int main(void) { u.f = 1; return u.i; }")
    assert [item.name for item in program.global_objects] == ["u"]


def test_static_locals_are_globals_with_their_c_name(load: Load) -> None:
    program = load("int next(void) { static int n = 7; return n++; } int main(void) { return next(); }")
    (known,) = program.global_variables
    assert known.variable.name == "n" and known.initial is not None and known.initial.payload == 7


def test_strings_have_a_cell_for_each_byte_that_is_not_zero(load: Load) -> None:
    program = load('char text[6] = "hi\\0x"; int main(void) { return text[1]; }')
    (text,) = program.global_objects
    assert [(cell.offset, cell.value.payload) for cell in text.cells or ()] == [(0, 104), (1, 105), (3, 120)]
    assert (text.size, text.constant) == (6, False)


def test_unknown_only_where_a_path_reads_before_assigning(load: Load) -> None:
    text = """
    int f(int c) { int x, y; if (c) x = 1; y = 2; return x + y; }
    int main(void) { return f(1); }
    """
    havocs = [item for item in all_statements(load(text).functions["f"]) if isinstance(item, Havoc)]
    assert [(item.origin, item.source) for item in havocs] == [(Origin.UNINITIALISED, "x")]


def test_a_declaration_in_a_loop_makes_its_variable_unknown_again(load: Load) -> None:
    text = "int main(void) { int t = 0; while (t < 9) { int x; if (t) x = 1; t += x; } return t; }"
    blocks = load(text).functions["main"].blocks
    (where,) = [label for label, block in blocks.items() if any(isinstance(item, Havoc) for item in block.statements)]
    assert where == "while.body"


def test_a_jump_past_a_declaration_finds_an_unknown_value(load: Load) -> None:
    text = "int main(int argc, char **argv) { if (argc) goto end; int x; x = 1; end: return x; }"
    main = load(text).functions["main"]
    assert [item.source for item in main.entry.statements if isinstance(item, Havoc)] == ["x"]


def test_a_struct_passed_by_value_is_copied_by_the_callee(load: Load) -> None:
    text = """
    struct big { int a[10]; };
    int f(struct big b) { b.a[0] = 1; return b.a[1]; }
    int main(void) { struct big b = {0}; return f(b); }
    """
    assert lines(load(text), "f")[:3] == [
        'f::&b := allocate stack "b" (40) align 8',
        "copy(f::&b, f::%b, 40)",
        "memory[f::&b] := 1i32",
    ]


def test_pointers_have_the_width_of_the_data_model(load: Load) -> None:
    text = "int main(void) { int a[2]; int *p = a; return p != 0; }"
    for model, width in ((DataModel.ILP32, 32), (DataModel.LP64, 64)):
        main = load(text, data_model=model).functions["main"]
        (allocated,) = [item for item in all_statements(main) if isinstance(item, Allocate)]
        assert str(allocated.target.sort) == f"BitVec({width})"


def test_variable_length_arrays_are_allocated_where_they_are_declared(load: Load) -> None:
    text = "int main(int argc, char **argv) { int s = 0; while (s < argc) { int v[argc]; v[0] = 2; s += v[0]; } return s; }"
    blocks = load(text).functions["main"].blocks
    assert any(isinstance(item, Allocate) for item in blocks["while.body"].statements)


def havocked(program: Program) -> list[str]:
    return [item.source for item in all_statements(program.functions["main"]) if isinstance(item, Havoc)]


@pytest.mark.parametrize(
    ("declaration", "unknown"),
    [("int x", 1), ("int x = 1", 0), ("int x[2] = {0}", 0), ("struct { int a, b; } x", 2), ("char x[3]", 3)],
)
def test_an_object_declared_in_a_loop_is_unknown_again(load: Load, declaration: str, unknown: int) -> None:
    text = f"void use(void *p) {{ }} int main(void) {{ for (int i = 0; i < 3; i++) {{ {declaration}; use(&x); }} return 0; }}"
    assert havocked(load(text)) == ["x"] * unknown


def test_object_declared_outside_of_loops_is_unchanged(load: Load) -> None:
    text = "void use(void *p) { } int main(void) { int x; for (int i = 0; i < 3; i++) use(&x); return 0; }"
    assert havocked(load(text)) == []


def test_object_too_large_to_havoc_is_a_caveat(load: Load) -> None:
    text = "void use(void *p) { } int main(void) { for (;;) { int x[9000]; use(x); } }"
    assert [caveat.direction for caveat in load(text).caveats] == [Direction.DROPS_BEHAVIOUR]


def test_every_statement_has_a_place(load: Load) -> None:
    program = load("int main(int argc, char **argv) { int x = argc && argv; if (x) return 1; return x ? argc : 2; }")
    assert all(item.span for item in all_statements(program.functions["main"]))
