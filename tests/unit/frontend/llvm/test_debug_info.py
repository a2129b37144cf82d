"""Names, types and positions of C variables, from C that is compiled on the fly."""

from collections.abc import Callable
from pathlib import Path

import pytest

from surefoot.base.spans import Span
from surefoot.frontend.compiler import compile_c
from surefoot.frontend.llvm.module import DebugVariable, Declare, Module, StoreInstruction
from surefoot.frontend.llvm.reader import read_module
from surefoot.program.ctypes import CArray, CEnum, CFloat, CInteger, CMember, CPointer, CRecord, CType, CVoid
from surefoot.program.program import DataModel

Read = Callable[[str], Module]
INT = CInteger("int", 32, signed=True)
CHAR = CInteger("char", 8, signed=True)


@pytest.fixture
def read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Read:
    """Compile C as ``t.c`` in the current folder and read the IR."""
    monkeypatch.chdir(tmp_path)

    def compile_and_read(text: str) -> Module:
        Path("t.c").write_text(text)
        return read_module(compile_c(Path("t.c"), DataModel.LP64).ir_text, "t.c")

    return compile_and_read


def variable(module: Module, name: str) -> DebugVariable:
    declared = module.globals[name].declared
    assert declared is not None
    return declared


@pytest.mark.parametrize(
    ("declaration", "expected"),
    [
        ("int x", INT),
        ("unsigned long x", CInteger("unsigned long", 64, signed=False)),
        ("_Bool x", CInteger("_Bool", 8, signed=False)),
        ("char x", CHAR),
        ("unsigned char x", CInteger("unsigned char", 8, signed=False)),
        ("const volatile short x", CInteger("short", 16, signed=True)),
        ("_Atomic int x", INT),
        ("float x", CFloat("float", 32)),
        ("long double x", CFloat("long double", 128)),
        ("typedef unsigned size; typedef size length; length x", CInteger("unsigned int", 32, signed=False)),
        ("int x[3][4]", CArray(CArray(INT, 4), 3)),
        ("const char *x", CPointer("char", 64)),
        ("int **x", CPointer("int *", 64)),
        ("void *x", CPointer("void", 64)),
        ("struct unknown *x", CPointer("struct unknown", 64)),
        ("int (*x)(char, const int *)", CPointer("int (char, int *)", 64)),
        ("void (*x)(void)", CPointer("void (void)", 64)),
        ("int (*x)(int, ...)", CPointer("int (int, ...)", 64)),
        ("int (*(*x)(int))(void)", CPointer("int (*)(void) (int)", 64)),
        ("int (*x)[3]", CPointer("int[3]", 64)),
        (
            "enum level { LOW = -1, HIGH = 7 } x",
            CEnum("enum level", 32, signed=True, enumerators=(("LOW", -1), ("HIGH", 7))),
        ),
        ("typedef enum { A, B } letter; letter x", CEnum("letter", 32, signed=False, enumerators=(("A", 0), ("B", 1)))),
        (
            "enum big { BIG = 4294967295u } x",
            CEnum("enum big", 32, signed=False, enumerators=(("BIG", 4294967295),)),
        ),
        (
            "struct bits { unsigned a : 3; int b : 5; char c; } x",
            CRecord(
                "struct bits",
                4,
                (
                    CMember("a", CInteger("unsigned int", 32, signed=False), 0, 3),
                    CMember("b", INT, 3, 5),
                    CMember("c", CHAR, 8, 8),
                ),
            ),
        ),
        (
            "typedef union { int i; float f; } either; either x",
            CRecord("either", 4, (CMember("i", INT, 0, 32), CMember("f", CFloat("float", 32), 0, 32))),
        ),
        (
            "typedef struct node { struct node *next; } node; node x",
            CRecord("struct node", 8, (CMember("next", CPointer("struct node", 64), 0, 64),)),
        ),
        (
            "struct outer { struct { int i; }; } x",
            CRecord(
                "struct outer", 4, (CMember("", CRecord("struct <anonymous>", 4, (CMember("i", INT, 0, 32),)), 0, 32),)
            ),
        ),
    ],
)
def test_types_are_those_of_the_declaration(declaration: str, expected: CType, read: Read) -> None:
    assert variable(read(declaration + ";\n"), "x").ctype == expected


def test_length_of_a_variable_array_is_unknown(read: Read) -> None:
    module = read("int f(int n) { int a[n]; return a[0]; }\n")
    assert module.functions["f"].declared["vla"].ctype == CArray(INT, None)


def test_variables_have_names_positions_and_roles(read: Read) -> None:
    module = read("int f(int n) {\n    static int calls;\n    int twice = 2 * n;\n    return twice + calls;\n}\n")
    function = module.functions["f"]
    assert function.declared == {
        "n.addr": DebugVariable("n", INT, Span("t.c", 1, 11), is_parameter=True),
        "twice": DebugVariable("twice", INT, Span("t.c", 3, 9), is_parameter=False),
    }
    assert variable(module, "f.calls") == DebugVariable("calls", INT, Span("t.c", 2), is_parameter=False)
    assert (function.span, function.result_ctype) == (Span("t.c", 1), INT)


def test_result_of_a_void_function(read: Read) -> None:
    assert read("void f(void) { }\n").functions["f"].result_ctype == CVoid()


def test_declarations_keep_their_position(read: Read) -> None:
    module = read("int f(void) {\n    int x = 1;\n    { int y = x; x = y; }\n    return x;\n}\n")
    passed = [item.name for item in module.functions["f"].blocks[0].instructions if isinstance(item, Declare)]
    assert passed == ["x", "y"]


def test_instructions_have_positions_unless_compiler_generated(read: Read) -> None:
    module = read("int g;\nint main(void) {\n    int x;\n    x =\n        g + 1;\n    return x;\n}\n")
    instructions = [item for block in module.functions["main"].blocks for item in block.instructions]
    stores = [item for item in instructions if isinstance(item, StoreInstruction)]
    assert [store.span for store in stores] == [None, Span("t.c", 4, 7)]


def test_line_markers_name_the_original_file(read: Read) -> None:
    module = read('# 41 "src/original.c"\nint f(int x) {\n# 7 "include/part.h"\n  return x; }\n')
    function = module.functions["f"]
    assert function.span == Span("src/original.c", 41)
    assert function.blocks[0].last.span == Span("include/part.h", 7, 3)


def test_files_are_named_as_they_were_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "sub"
    folder.mkdir()
    (folder / "a.c").write_text('#include "a.h"\nint main(void) { return f(); }\n')
    (folder / "a.h").write_text("static int f(void) { return 1; }\n")
    for given in (Path("sub/a.c"), folder / "a.c", Path("sub/../sub/a.c")):
        functions = read_module(compile_c(given, DataModel.ILP32).ir_text, str(given)).functions
        assert functions["main"].span == Span(str(given), 2)
        assert functions["f"].span == Span(str(given.with_name("a.h")), 1)


def test_names_with_quotes_and_backslashes(read: Read) -> None:
    module = read('# 1 "odd \\"name\\" \\\\ é.c"\nint x;\n')
    assert variable(module, "x").span == Span('odd "name" \\ é.c', 1)


def test_string_literals_are_not_variables(read: Read) -> None:
    module = read('const char *text = "abc";\n')
    assert module.globals[".str"].declared is None


def test_debug_records_as_calls_are_equivalent(tmp_path: Path) -> None:
    source = tmp_path / "t.c"
    source.write_text("int f(int n) { int x = n; return x; }\n")
    text = compile_c(source, DataModel.LP64).ir_text
    as_calls = "".join(
        line.replace("    #dbg_declare(ptr ", "  call void @llvm.dbg.declare(metadata ptr ")
        .replace(", !DIExpression(), !", ", metadata !DIExpression()), !dbg !")
        .removesuffix(")\n")
        .replace(", !", ", metadata !", 1)
        + "\n"
        if "#dbg_declare" in line
        else line
        for line in text.splitlines(keepends=True)
    )
    assert "@llvm.dbg.declare(metadata ptr %x, metadata !" in as_calls
    assert read_module(as_calls, "t.c").functions["f"].declared == read_module(text, "t.c").functions["f"].declared
