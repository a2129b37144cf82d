"""Sizes and alignments of C types: what debug info gives is what the compiler computes."""

from pathlib import Path

import pytest

from surefoot.frontend.compiler import compile_c
from surefoot.frontend.llvm.module import ArrayType, Module, PointeeType
from surefoot.frontend.llvm.reader import read_module
from surefoot.program.ctypes import CPointer
from surefoot.program.program import DataModel

COMPLETE = {
    "character": "typedef char T;",
    "truth value": "typedef _Bool T;",
    "long": "typedef long T;",
    "long long": "typedef long long T;",
    "double": "typedef double T;",
    "long double": "typedef long double T;",
    "quadruple precision": "typedef __float128 T;",
    "complex": "typedef double _Complex T;",
    "complex float": "typedef float _Complex T;",
    "short bit-precise": "typedef _BitInt(37) T;",
    "long bit-precise": "typedef _BitInt(128) T;",
    "pointer": "typedef const char *T;",
    "pointer to function": "typedef int (*T)(int);",
    "enumeration": "typedef enum { FIRST, SECOND } T;",
    "packed enumeration": "typedef enum __attribute__((packed)) { FIRST, SECOND } T;",
    "array": "typedef short T[3][5];",
    "array without elements": "typedef int T[0];",
    "qualified": "struct s { char c; double d; }; typedef const volatile struct s T;",
    "vector": "typedef short T __attribute__((vector_size(16)));",
    "vector of three": "typedef int T __attribute__((ext_vector_type(3)));",
    "struct": "typedef struct { char c; long double l; short s; } T;",
    "struct without members": "typedef struct {} T;",
    "packed struct": "typedef struct __attribute__((packed)) { char c; int i; } T;",
    "half-packed struct": "#pragma pack(2)\ntypedef struct { short s; int i; long l; } T;",
    "aligned member": "typedef struct { char c; _Alignas(32) int i; } T;",
    "aligned struct": "typedef struct __attribute__((aligned(64))) { char c; } T;",
    "packed and aligned": "typedef struct __attribute__((packed, aligned(4))) { char c; double d; } T;",
    "aligned name": "typedef int T __attribute__((aligned(16)));",
    "bit-fields": "typedef struct { unsigned a : 3; unsigned long long b : 33; char c; } T;",
    "packed bit-fields": "typedef struct __attribute__((packed)) { unsigned a : 3; unsigned b : 13; char c; } T;",
    "flexible array": "typedef struct { int n; double rest[]; } T;",
    "union": "typedef union { char c[9]; int i; } T;",
    "inner struct": "typedef struct { char c; struct { char a; union { short s; char b[3]; }; } in[3]; } T;",
    "atomic": "typedef _Atomic int T;",
    "atomic struct": "struct s { char c[3]; }; typedef _Atomic struct s T;",
    "large atomic struct": "struct s { char c[17]; }; typedef _Atomic struct s T;",
}
INCOMPLETE = {
    "void": "typedef void T;",
    "declared struct": "typedef struct unknown T;",
    "function": "typedef int T(int);",
    "array of unknown length": "typedef int T[];",
}


def read(text: str, data_model: DataModel, folder: Path) -> Module:
    path = folder / "t.c"
    path.write_text(text)
    return read_module(compile_c(path, data_model).ir_text, "t.c")


def target_of(module: Module, name: str) -> PointeeType:
    declared = module.globals[name].declared
    assert declared is not None
    assert isinstance(declared.ctype, CPointer)
    return module.pointees[declared.ctype.key]


def count(module: Module, name: str) -> int:
    of = module.globals[name].type
    assert isinstance(of, ArrayType)
    return of.count


@pytest.mark.parametrize("data_model", DataModel)
@pytest.mark.parametrize("declaration", COMPLETE.values(), ids=COMPLETE)
def test_size_and_alignment_are_those_of_the_compiler(declaration: str, data_model: DataModel, tmp_path: Path) -> None:
    module = read(
        f"{declaration}\nT *pointer; char size[sizeof(T)]; char alignment[_Alignof(T)];\n", data_model, tmp_path
    )
    pointee = target_of(module, "pointer")
    assert (pointee.size, pointee.alignment) == (count(module, "size"), count(module, "alignment"))


@pytest.mark.parametrize("declaration", INCOMPLETE.values(), ids=INCOMPLETE)
def test_incomplete_type_has_no_size(declaration: str, tmp_path: Path) -> None:
    module = read(f"{declaration}\nT *pointer;\n", DataModel.LP64, tmp_path)
    assert target_of(module, "pointer").size is None


def test_wide_integer(tmp_path: Path) -> None:
    pointee = target_of(read("__int128 *pointer;", DataModel.LP64, tmp_path), "pointer")
    assert (pointee.size, pointee.alignment) == (16, 16)


def test_anonymous_structs_are_distinguished(tmp_path: Path) -> None:
    text = "struct { char c; } *small; struct { long n[4]; } *large; typedef int number; const number *i; int *j;"
    module = read(text, DataModel.LP64, tmp_path)
    assert target_of(module, "small").size == 1
    assert target_of(module, "large").size == 32
    assert target_of(module, "i") is target_of(module, "j")
