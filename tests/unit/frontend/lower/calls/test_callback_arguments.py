"""LLVM types of functions that are known by their C type only: equal to those of clang."""

from pathlib import Path

import pytest

from surefoot.frontend.compiler import compile_c
from surefoot.frontend.llvm.module import FunctionType, Module
from surefoot.frontend.llvm.reader import read_module
from surefoot.frontend.lower.calls.callback_arguments import function_type
from surefoot.program.ctypes import CPointer
from surefoot.program.program import DataModel

TYPES = """
enum color { RED, GREEN };
struct pair { int left, right; };
typedef long number;
typedef int vector __attribute__((vector_size(16)));
"""
KNOWN = (
    ("void", "void"),
    ("int", "int, unsigned char, short, long long"),
    ("_Bool", "_Bool, const _Bool"),
    ("const char *", "void *, int[3], struct pair *, int (*)(int)"),
    ("double", "float, double, long double, __float128"),
    ("enum color", "enum color, number, signed char"),
)
UNKNOWN = (
    ("struct pair", "void"),
    ("void", "struct pair"),
    ("int", "int, ..."),
    ("vector", "void"),
    ("double _Complex", "int"),
    ("_BitInt(37)", "_BitInt(7)"),
)


def read(result: str, parameters: str, data_model: DataModel, folder: Path) -> Module:
    path = folder / "t.c"
    pointer = f"typedef {result} (*pointer_type)({parameters});\npointer_type pointer;\n"
    function = f"extern {result} function({parameters});\nvoid *use(void) {{ return (void *)function; }}\n"
    path.write_text(TYPES + pointer + function)
    return read_module(compile_c(path, data_model).ir_text, "t.c")


def type_of_target(module: Module) -> FunctionType | None:
    declared = module.globals["pointer"].declared
    assert declared is not None
    assert isinstance(declared.ctype, CPointer)
    signature = module.pointees[declared.ctype.key].signature
    assert signature is not None
    return function_type(signature)


@pytest.mark.parametrize("data_model", DataModel)
@pytest.mark.parametrize(("result", "parameters"), KNOWN)
def test_function_type_equals_that_of_clang(
    result: str, parameters: str, data_model: DataModel, tmp_path: Path
) -> None:
    module = read(result, parameters, data_model, tmp_path)
    assert type_of_target(module) == module.declarations["function"].type


@pytest.mark.parametrize(("result", "parameters"), UNKNOWN)
def test_no_function_type_for_arguments_passed_in_parts(result: str, parameters: str, tmp_path: Path) -> None:
    assert type_of_target(read(result, parameters, DataModel.LP64, tmp_path)) is None
