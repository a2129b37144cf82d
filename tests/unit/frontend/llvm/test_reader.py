"""The reader on pieces of IR: results, refusals and errors."""

import math
import struct

import pytest

from surefoot.base.errors import InputError, UnsupportedError
from surefoot.frontend.llvm.module import (
    Aggregate,
    Alloca,
    ArrayType,
    AssemblyInstruction,
    AtomicUpdate,
    Binary,
    BlockAddress,
    CallInstruction,
    Cast,
    Compare,
    CompareExchange,
    ConditionalJump,
    ConstantExpression,
    ExtractElement,
    ExtractValue,
    Fence,
    FloatConstant,
    FloatType,
    Freeze,
    FunctionType,
    GetElementPointer,
    Global,
    IndirectJump,
    InsertElement,
    InsertValue,
    Instruction,
    IntConstant,
    IntType,
    Jump,
    LastInstruction,
    LoadInstruction,
    Local,
    Negate,
    NullPointer,
    OpaqueType,
    Operand,
    Phi,
    PointerType,
    ReturnInstruction,
    Select,
    Shuffle,
    StoreInstruction,
    StructType,
    Switch,
    UndefinedConstant,
    UnmodelledInstruction,
    Unreachable,
    VectorType,
    VoidType,
    Zero,
)
from surefoot.frontend.llvm.reader import read_module

I1, I8, I32, I64 = IntType(1), IntType(8), IntType(32), IntType(64)
PTR, FLOAT, DOUBLE = PointerType(), FloatType("float"), FloatType("double")
PAIR = StructType((I32, I1), packed=False)


def instruction_of(line: str) -> Instruction:
    ir = f"define void @f() {{\n  {line}\n  ret void\n}}\n"
    (instruction,) = read_module(ir, "t.c").functions["f"].blocks[0].instructions
    return instruction


def last_of(lines: str) -> LastInstruction:
    return read_module(f"define void @f() {{\n  {lines}\n}}\n", "t.c").functions["f"].blocks[0].last


def initial_of(typed: str, types: str = "") -> Operand:
    initial = read_module(f"{types}\n@x = global {typed}, align 4\n", "t.c").globals["x"].initial
    assert initial is not None
    return initial


def local(name: str, of: IntType | FloatType | PointerType | StructType = I32) -> Local:
    return Local(of, name)


def number(value: int, of: IntType = I32) -> IntConstant:
    return IntConstant(of, value)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("%x = alloca i32, align 4", Alloca("x", I32, None, 4, None)),
        ("%x = alloca i8, i64 %n, align 16", Alloca("x", I8, local("n", I64), 16, None)),
        ("%x = alloca i32", Alloca("x", I32, None, 1, None)),
        ("%0 = load i32, ptr %p, align 4", LoadInstruction("0", I32, local("p", PTR), None, alignment=4)),
        (
            "%0 = load volatile i32, ptr @g, align 4",
            LoadInstruction("0", I32, Global(PTR, "g"), None, is_volatile=True, alignment=4),
        ),
        (
            '%0 = load atomic volatile i32, ptr %p syncscope("singlethread") seq_cst, align 4',
            LoadInstruction("0", I32, local("p", PTR), None, is_volatile=True, alignment=4, is_atomic=True),
        ),
        ("%0 = load i8, ptr %p, align 1, !range !4, !noundef !5", LoadInstruction("0", I8, local("p", PTR), None)),
        ("store i32 -1, ptr %p, align 4", StoreInstruction(number(2**32 - 1), local("p", PTR), None, alignment=4)),
        (
            "store atomic i32 %v, ptr %p release, align 4",
            StoreInstruction(local("v"), local("p", PTR), None, alignment=4),
        ),
        (
            "%q = getelementptr inbounds nuw [4 x i32], ptr %p, i64 0, i64 %i",
            GetElementPointer(
                "q", ArrayType(4, I32), local("p", PTR), (number(0, I64), local("i", I64)), inbounds=True, span=None
            ),
        ),
        (
            "%q = getelementptr i8, ptr %p, i32 -1",
            GetElementPointer("q", I8, local("p", PTR), (number(2**32 - 1),), inbounds=False, span=None),
        ),
        ("%s = add nuw nsw i32 %a, 1", Binary("s", "add", frozenset({"nuw", "nsw"}), local("a"), number(1), None)),
        ("%s = or disjoint i32 %a, %b", Binary("s", "or", frozenset({"disjoint"}), local("a"), local("b"), None)),
        ("%s = sdiv exact i32 %a, %b", Binary("s", "sdiv", frozenset({"exact"}), local("a"), local("b"), None)),
        (
            "%s = fadd fast double %a, 1.000000e+00",
            Binary("s", "fadd", frozenset({"fast"}), local("a", DOUBLE), FloatConstant(DOUBLE, 0x3FF << 52), None),
        ),
        ("%s = fneg float %a", Negate("s", local("a", FLOAT), None)),
        ("%c = icmp samesign ult i32 %a, %b", Compare("c", "icmp", "ult", local("a"), local("b"), None)),
        (
            "%c = icmp eq ptr %p, null",
            Compare("c", "icmp", "eq", local("p", PTR), NullPointer(PTR), None),
        ),
        ("%c = fcmp nnan oeq float %a, %b", Compare("c", "fcmp", "oeq", local("a", FLOAT), local("b", FLOAT), None)),
        ("%e = zext nneg i8 %a to i32", Cast("e", "zext", local("a", I8), I32, None)),
        ("%e = trunc nuw nsw i32 %a to i8", Cast("e", "trunc", local("a"), I8, None)),
        ("%e = inttoptr i64 %a to ptr", Cast("e", "inttoptr", local("a", I64), PTR, None)),
        ("%s = select i1 %c, i32 1, i32 %b", Select("s", local("c", I1), number(1), local("b"), None)),
        (
            "%p = phi i1 [ false, %entry ], [ %c, %rhs ]",
            Phi("p", I1, ((number(0, I1), "entry"), (local("c", I1), "rhs")), None),
        ),
        ("%e = extractvalue { i32, i1 } %a, 1", ExtractValue("e", local("a", PAIR), (1,), None)),
        (
            "%e = insertvalue { i32, i1 } poison, i32 7, 0",
            InsertValue("e", UndefinedConstant(PAIR), number(7), (0,), None),
        ),
        ("%e = freeze i32 undef", Freeze("e", UndefinedConstant(I32), None)),
        (
            "%o = atomicrmw volatile add ptr %p, i32 1 seq_cst, align 4",
            AtomicUpdate("o", "add", local("p", PTR), number(1), None),
        ),
        (
            "%o = cmpxchg weak ptr %p, i32 %e, i32 5 seq_cst acquire, align 4",
            CompareExchange("o", local("p", PTR), local("e"), number(5), None),
        ),
        ('fence syncscope("singlethread") seq_cst', Fence(None)),
        ("%v = va_arg ptr %list, i32", UnmodelledInstruction("v", "va_arg", None)),
        (
            "%v = insertelement <4 x float> %a, float %b, i32 1",
            InsertElement("v", Local(VectorType(4, FLOAT), "a"), local("b", FLOAT), number(1), None),
        ),
        (
            "%v = extractelement <4 x float> %a, i64 %i",
            ExtractElement("v", Local(VectorType(4, FLOAT), "a"), local("i", I64), None),
        ),
        (
            "%v = shufflevector <2 x i8> %a, <2 x i8> %b, <2 x i32> <i32 0, i32 3>",
            Shuffle("v", Local(VectorType(2, I8), "a"), Local(VectorType(2, I8), "b"), (0, 3), None),
        ),
    ],
)
def test_instructions(line: str, expected: Instruction) -> None:
    assert instruction_of(line) == expected


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("br label %next, !llvm.loop !104", Jump("next", None)),
        ("br i1 %c, label %a, label %b", ConditionalJump(local("c", I1), "a", "b", None)),
        ('br label %"odd \\22name\\22"', Jump('odd "name"', None)),
        (
            "switch i32 %v, label %d [\n    i32 -1, label %a\n    i32 7, label %b\n  ]",
            Switch(local("v"), "d", ((number(2**32 - 1), "a"), (number(7), "b")), None),
        ),
        ("switch i8 %v, label %d [\n  ]", Switch(local("v", I8), "d", (), None)),
        ("indirectbr ptr %p, [label %a, label %b]", IndirectJump(local("p", PTR), ("a", "b"), None)),
        ("ret void", ReturnInstruction(None, None)),
        ("ret { i32, i1 } zeroinitializer", ReturnInstruction(Zero(PAIR), None)),
        ("unreachable", Unreachable(None)),
    ],
)
def test_terminators(lines: str, expected: LastInstruction) -> None:
    assert last_of(lines) == expected


class TestCalls:
    def call(self, line: str) -> CallInstruction:
        instruction = instruction_of(line)
        assert isinstance(instruction, CallInstruction)
        return instruction

    def test_variadic_callee_shows_its_type(self) -> None:
        call = self.call("%r = call i32 (ptr, ...) @printf(ptr noundef @.str, i32 noundef 4)")
        assert call.type == FunctionType(I32, (PTR,), variadic=True)
        assert (call.result, call.callee) == ("r", Global(PTR, "printf"))
        assert [argument.value for argument in call.arguments] == [Global(PTR, ".str"), number(4)]

    def test_type_of_another_callee_follows_from_the_arguments(self) -> None:
        call = self.call("tail call fastcc void %f(i32 signext %a, double 0.000000e+00)")
        assert call.type == FunctionType(VoidType(), (I32, DOUBLE), variadic=False)
        assert (call.result, call.callee) == (None, local("f", PTR))

    def test_byval_carries_its_type_and_sret_does_not(self) -> None:
        call = self.call(
            "call void @f(ptr dead_on_unwind writable sret({ i32, i1 }) align 4 %r, "
            "ptr noundef byval({ i32, i1 }) align 4 %a, i32 range(i32 0, 5) %n)"
        )
        assert [argument.byval for argument in call.arguments] == [None, PAIR, None]

    def test_assembly_has_a_template_and_constraints(self) -> None:
        line = '%r = call i32 asm "mov $1, $0\\0A ; , !dbg !3", "=r,*m"(ptr elementtype(i8) %p) #2, !srcloc !9'
        assembly = instruction_of(line)
        assert isinstance(assembly, AssemblyInstruction)
        assert (assembly.template, assembly.constraints) == ("mov $1, $0\n ; , !dbg !3", "=r,*m")
        assert assembly.arguments[0].element == I8

    def test_assembly_with_labels_ends_in_a_switch(self) -> None:
        callbr = 'callbr void asm "", "=r,!i,!i"()\n          to label %next [label %a, label %b], !srcloc !9'
        ir = f"define void @f() {{\n  %r = {callbr.replace('void', 'i32')}\nnext:\n  ret void\na:\n  ret void\nb:\n  ret void\n}}\n"
        block = read_module(ir, "t.c").functions["f"].blocks[0]
        assembly, result, jump = block.instructions
        assert isinstance(assembly, AssemblyInstruction) and assembly.labels == 2
        assert isinstance(result, ExtractValue) and result.result == "r" and result.indices == (0,)
        assert isinstance(jump, ExtractValue) and jump.indices == (1,)
        cases = ((number(1), "a"), (number(2), "b"))
        assert block.last == Switch(local(jump.result), "next", cases, None)

    def test_attributes_and_bundles_after_the_arguments(self) -> None:
        call = self.call('call void @llvm.assume(i1 true) nounwind "key"="a, b" [ "align"(ptr %p, i64 8) ]')
        assert not call.noreturn

    def test_noreturn_is_found_in_attribute_groups(self) -> None:
        ir = (
            "define void @f() {\n  call void @stop() #1\n  call void @go() #0\n  unreachable\n}\n"
            "declare void @stop() #1\n\ndeclare void @go() #0\n"
            'attributes #0 = { nounwind "text"="has noreturn inside" }\nattributes #1 = { cold noreturn }\n'
        )
        module = read_module(ir, "t.c")
        calls = module.functions["f"].blocks[0].instructions
        assert [isinstance(call, CallInstruction) and call.noreturn for call in calls] == [True, False]
        assert (module.declarations["stop"].noreturn, module.declarations["go"].noreturn) == (True, False)

    def test_intrinsic_with_metadata_is_refused_by_name(self) -> None:
        line = '%r = call i64 @llvm.read_register.i64(metadata !"esp")'
        assert instruction_of(line) == UnmodelledInstruction("r", "call of llvm.read_register.i64", None)

    def test_arithmetic_for_other_rounding_modes_is_refused(self) -> None:
        line = '%r = call double @llvm.experimental.constrained.sqrt.f64(double %x, metadata !"round.upward")'
        assert instruction_of(line) == UnmodelledInstruction(
            "r", "call of llvm.experimental.constrained.sqrt.f64", None
        )

    def test_constrained_intrinsics_are_instructions(self) -> None:
        strict = 'metadata !"round.dynamic", metadata !"fpexcept.strict")'
        ordered = 'metadata !"olt", metadata !"fpexcept.strict")'
        of = "call double @llvm.experimental.constrained"
        for constrained, ordinary in [
            (f"{of}.fadd.f64(double %x, double %y, {strict}", "fadd double %x, %y"),
            (f"{of}.sitofp.f64.i32(i32 %x, {strict}", "sitofp i32 %x to double"),
            (f"{of}.rint.f64(double %x, {strict}", "call double @llvm.rint.f64(double %x)"),
            (
                f"call i1 @llvm.experimental.constrained.fcmps.f64(double %x, double %y, {ordered}",
                "fcmp olt double %x, %y",
            ),
        ]:
            assert instruction_of(f"%r = {constrained}") == instruction_of(f"%r = {ordinary}")


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("i32 7", number(7)),
        ("i8 -1", number(255, I8)),
        ("i1 true", number(1, I1)),
        ("i128 -170141183460469231731687303715884105728", IntConstant(IntType(128), 1 << 127)),
        ("ptr null", NullPointer(PTR)),
        ("[2 x i32] zeroinitializer", Zero(ArrayType(2, I32))),
        ('[5 x i8] c"a\\0A\\22\\\\\\FF"', Aggregate(ArrayType(5, I8), tuple(number(c, I8) for c in b'a\n"\\\xff'))),
        ("[2 x i8] [i8 1, i8 undef]", Aggregate(ArrayType(2, I8), (number(1, I8), UndefinedConstant(I8)))),
        ("<{ i8, i32 }> <{ i8 1, i32 2 }>", Aggregate(StructType((I8, I32), packed=True), (number(1, I8), number(2)))),
        ("<2 x i8> <i8 1, i8 2>", Aggregate(VectorType(2, I8), (number(1, I8), number(2, I8)))),
        ("<2 x i8> splat (i8 9)", Aggregate(VectorType(2, I8), (number(9, I8),) * 2)),
        ('ptr @"odd name"', Global(PTR, "odd name")),
        ("ptr blockaddress(@f, %here)", BlockAddress(PTR, "f", "here")),
        (
            "ptr getelementptr inbounds nuw inrange(-16, 16) (i8, ptr @g, i64 4)",
            ConstantExpression(PTR, "getelementptr", (Global(PTR, "g"), number(4, I64)), I8),
        ),
        (
            "i64 sub nsw (i64 ptrtoint (ptr @g to i64), i64 3)",
            ConstantExpression(
                I64, "sub", (ConstantExpression(I64, "ptrtoint", (Global(PTR, "g"),)), number(3, I64)), None
            ),
        ),
    ],
)
def test_constants(typed: str, expected: Operand) -> None:
    assert initial_of(typed) == expected


@pytest.mark.parametrize(
    ("typed", "bits"),
    [
        ("double 3.500000e+00", 0x400C000000000000),
        ("double -0.000000e+00", 1 << 63),
        ("double 0x7FF8000000000001", 0x7FF8000000000001),
        ("float 1.000000e+00", 0x3F800000),
        ("float 0x3FB99999A0000000", 0x3DCCCCCD),
        ("float 0x36A0000000000000", 1),
        ("float 0x7FF0000000000000", 0x7F800000),
        ("float 0xFFF8246800000000", 0xFFC12340),
        ("float 0x7FF4000000000000", 0x7FA00000),
        ("half 0xH3E00", 0x3E00),
        ("bfloat 0xR3FC0", 0x3FC0),
        ("x86_fp80 0xK4000C8F5C28F5C28F800", 0x4000C8F5C28F5C28F800),
        ("fp128 0xL00000000000000013FFF800000000000", 0x3FFF8000000000000000000000000001),
    ],
)
def test_floating_point_constants_keep_their_bits(typed: str, bits: int) -> None:
    constant = initial_of(typed)
    assert isinstance(constant, FloatConstant)
    assert constant.bits == bits


def test_a_float_constant_is_the_float_it_denotes() -> None:
    constant = initial_of("float 0x400921FB60000000")
    assert isinstance(constant, FloatConstant)
    assert math.isclose(struct.unpack(">f", constant.bits.to_bytes(4, "big"))[0], math.pi, rel_tol=1e-7)


def test_named_types_are_resolved_independent_of_order() -> None:
    types = (
        '%struct.outer = type { i32, %"struct.in ner", [2 x %struct.none] }\n%"struct.in ner" = type <{ i8, ptr }>\n'
    )
    inner = StructType((I8, PTR), packed=True, name="struct.in ner")
    outer = StructType((I32, inner, ArrayType(2, OpaqueType("struct.none"))), packed=False, name="struct.outer")
    assert initial_of("%struct.outer zeroinitializer", types + "%struct.none = type opaque\n") == Zero(outer)


def test_globals_keep_linkage_alignment_and_constness() -> None:
    ir = (
        "@a = external dso_local thread_local(localexec) global i32, align 4\n"
        '@b = internal unnamed_addr constant i8 1, section "s, t", comdat, align 16\n'
        "@c = weak hidden global [0 x i32] zeroinitializer\n"
        "@d = extern_weak global i32\n@e = common global i32 0, align 8\n"
        "@f = weak alias i32 (i32), ptr @g\n"
    )
    module = read_module(ir, "t.c")
    summary = {
        name: (item.initial is None, item.constant, item.internal, item.weak, item.alignment)
        for name, item in module.globals.items()
    }
    assert summary == {
        "a": (True, False, False, False, 4),
        "b": (False, True, True, False, 16),
        "c": (False, False, False, True, 1),
        "d": (True, False, False, True, 1),
        "e": (False, False, False, True, 8),
    }
    assert module.aliases["f"].target == Global(PTR, "g")


def test_unnamed_parameters_and_blocks_are_numbered_as_llvm_does() -> None:
    ir = "define i32 @f(i32 %0, ptr %p, i32 %1) {\n  br label %3\n\n3:    ; preds = %2\n  ret i32 %0\n}\n"
    function = read_module(ir, "t.c").functions["f"]
    assert [parameter.name for parameter in function.parameters] == ["0", "p", "1"]
    assert [block.label for block in function.blocks] == ["2", "3"]


def test_quoted_names_of_functions_and_labels() -> None:
    ir = 'define internal void @"\\C3\\BCber"() {\n"a b":  ; No predecessors!\n  ret void\n}\n'
    function = read_module(ir, "t.c").functions["über"]
    assert (function.internal, function.blocks[0].label) == (True, "a b")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("%x = frobnicate i32 %a", "unknown instruction 'frobnicate'"),
        ("%x = add i32 %a", "expected ','"),
        ("%x = add i32 %a, %b, %c", "unexpected '%c'"),
        ("%x = add int %a, %b", "'int' is not a type"),
        ("store i32 %a, ptr %p, aling 4", "unexpected 'aling'"),
        ("%x = load i32, ptr", "unexpected end of line"),
        ("%x = fadd double %a, 0xZZ", "'0xZZ' is not a floating-point number"),
        ("%x = add i32 %a, icmp (i32 1)", "'icmp' is not an operand"),
    ],
)
def test_an_unreadable_line_is_an_internal_error(line: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        instruction_of(line)
    assert not isinstance(caught.value, UnsupportedError)
    assert "internal error" in str(caught.value) and message in str(caught.value) and line in str(caught.value)


@pytest.mark.parametrize(
    "ir",
    [
        "define void @f() {\n  ret void\n  ret void\n}\n",
        "define void @f() {\n  fence seq_cst\n}\n",
        "define void @f() {\n}\n",
        "define void @f() {\nentry\n  ret void\n}\n",
        "@x = global i32\n",
        "@x = global i32 0 align 4\n",
        "gibberish\n",
        "declare void f()\n",
        "define void @f( {\n  ret void\n}\n",
    ],
)
def test_malformed_module_is_an_error(ir: str) -> None:
    with pytest.raises(InputError, match="internal error"):
        read_module(ir, "t.c")


def test_assembly_outside_of_functions_is_kept() -> None:
    assert read_module('module asm ".globl x"\nmodule asm "x:"\n', "t.c").assembly == (".globl x", "x:")


def test_declarations_with_metadata_parameters_are_dropped() -> None:
    text = "declare double @llvm.experimental.constrained.fdiv.f64(double, double, metadata, metadata)\n"
    assert read_module(text, "t.c").declarations == {}


@pytest.mark.parametrize(
    ("ir", "message"),
    [
        ("@x = ifunc i32 (), ptr @choose\n", "ifunc"),
        ("@x = addrspace(4) global i32 0\n", "address space"),
        ("define void @f() {\n  %x = load i32, ptr addrspace(3) %p\n  ret void\n}\n", "address space"),
        ("define void @f() {\n  call void @g(ptr inalloca(i32) %p)\n  ret void\n}\n", "inalloca"),
        ("@x = global " + "[1 x " * 2000 + "i8" + "]" * 2000 + " zeroinitializer\n", "nested too deeply"),
    ],
)
def test_unrepresentable_ir_is_refused(ir: str, message: str) -> None:
    with pytest.raises(UnsupportedError, match=message):
        read_module(ir, "t.c")


def test_a_long_line_is_cut_in_the_message() -> None:
    with pytest.raises(InputError) as caught:
        read_module("@x = global [9999 x i32] [" + "i32 1, " * 9998 + "i32 oops]\n", "t.c")
    assert len(str(caught.value)) < 400
