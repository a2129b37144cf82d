"""Layout against LLVM's own answers, on types that C programs produce."""

import llvmlite.binding as llvm
import pytest

from surefoot.base.errors import UnsupportedError
from surefoot.frontend.llvm.data_layout import DataLayout
from surefoot.frontend.llvm.module import FunctionType, OpaqueType, StructType, VoidType
from surefoot.frontend.llvm.reader import read_module

I386 = "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128"
X86_64 = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
TYPES = [
    *("i1", "i7", "i8", "i16", "i24", "i32", "i37", "i64", "i65", "i128", "i200"),
    *("half", "bfloat", "float", "double", "x86_fp80", "fp128", "ptr"),
    *("[3 x i16]", "[0 x i64]", "[2 x [5 x x86_fp80]]", "[4 x { i8, double }]"),
    *("<4 x float>", "<3 x i32>", "<2 x i64>", "<8 x i1>"),
    *("{}", "{ i8, i64 }", "{ i8, double, i8 }", "<{ i8, i64, i16 }>", "{ i8, <{ i8, i32 }>, ptr, i1 }"),
    *("{ i64, [3 x i8] }", "{ i32, [0 x i64] }", "{ x86_fp80, i8, fp128 }", "{ i8, { i8, { i16, i128 } } }"),
]


@pytest.mark.parametrize("data_layout", [I386, X86_64], ids=["i386", "x86_64"])
@pytest.mark.parametrize("text", TYPES)
def test_sizes_alignments_and_offsets_are_those_of_llvm(text: str, data_layout: str) -> None:
    ir = f'target datalayout = "{data_layout}"\n\n@x = external global {text}\n@after = external global {{ i8, {text} }}\n'
    target_data = llvm.create_target_data(data_layout)
    parsed = llvm.parse_assembly(ir)
    theirs, wrapped = (parsed.get_global_variable(name).global_value_type for name in ("x", "after"))
    globals_ = read_module(ir, "t.c").globals
    ours, ours_wrapped = globals_["x"].type, globals_["after"].type
    layout = DataLayout(data_layout)

    assert layout.size_of(ours) == target_data.get_abi_size(theirs)
    assert layout.alignment_of(ours) == target_data.get_abi_alignment(theirs)
    assert isinstance(ours_wrapped, StructType)
    assert layout.field_offset(ours_wrapped, 1) == target_data.get_element_offset(wrapped, 1)
    if isinstance(ours, StructType):
        offsets = [target_data.get_element_offset(theirs, index) for index in range(len(ours.elements))]
        assert layout.field_offsets(ours) == (*offsets, layout.size_of(ours))


def test_pointer_width_follows_the_data_model() -> None:
    assert (DataLayout(I386).pointer_width, DataLayout(X86_64).pointer_width) == (32, 64)


@pytest.mark.parametrize("unsized", [VoidType(), OpaqueType("struct.s"), FunctionType(VoidType(), (), variadic=False)])
def test_types_without_a_size_are_refused(unsized: VoidType | OpaqueType | FunctionType) -> None:
    with pytest.raises(UnsupportedError):
        DataLayout(X86_64).size_of(unsized)


def test_big_endian_targets_are_refused() -> None:
    with pytest.raises(UnsupportedError, match="big-endian"):
        DataLayout("E-m:e-i64:64")
