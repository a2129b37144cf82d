"""Branches to sanitizer handlers become guards, without remains of the handlers."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from surefoot.frontend.compiler import compile_all
from surefoot.frontend.llvm.guards import with_guards
from surefoot.frontend.llvm.module import (
    GUARDED,
    Alloca,
    Binary,
    ConditionalJump,
    FunctionDefinition,
    GuardInstruction,
    Instruction,
    IntConstant,
    Module,
    Phi,
)
from surefoot.frontend.llvm.reader import read_module
from surefoot.program.program import DataModel
from surefoot.program.statements import CheckKind

Read = Callable[..., Module]
ALWAYS_FAILS = "always"


@pytest.fixture
def read(tmp_path: Path) -> Read:
    def read_text(
        text: str, data_model: DataModel = DataModel.LP64, flags: Sequence[str] = (), sanitizers: Sequence[str] = ()
    ) -> Module:
        path = tmp_path / "t.c"
        path.write_text(text)
        (unit,) = compile_all((path,), data_model, flags, sanitizers=sanitizers)
        return with_guards(read_module(unit.ir_text, "t.c"))

    return read_text


def instructions(definition: FunctionDefinition) -> list[Instruction]:
    return [instruction for block in definition.blocks for instruction in block.instructions]


def guards(module: Module, name: str = "f") -> list[tuple[CheckKind, str]]:
    """Return kinds and texts of the guards that can fail, with a mark if they cannot hold."""
    found = [item for item in instructions(module.functions[name]) if isinstance(item, GuardInstruction)]
    return [
        (guard.kind, guard.text + (f" {ALWAYS_FAILS}" if isinstance(guard.condition, IntConstant) else ""))
        for guard in found
        if not (isinstance(guard.condition, IntConstant) and guard.condition.value)
    ]


SIGNED, SHIFT, BY_ZERO = CheckKind.SIGNED_OVERFLOW, CheckKind.SHIFT, CheckKind.DIVISION_BY_ZERO


@pytest.mark.parametrize("data_model", DataModel)
@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return x + y;", [(SIGNED, "in int addition")]),
        ("l *= y;", [(SIGNED, "in long multiplication")]),
        ("return -x;", [(SIGNED, "in int negation")]),
        ("q--;", [(SIGNED, "in long long subtraction")]),
        ("return c << y;", [(SHIFT, "in int left shift"), (SIGNED, "in int left shift")]),
        ("return u << y;", [(SHIFT, "in unsigned int shift")]),
        ("return x >> y;", [(SHIFT, "in int shift")]),
        ("return 1 << 31;", [(SIGNED, "in int left shift always")]),
        ("return 1 << 32;", [(SHIFT, "in int left shift always")]),
        ("return -1 << 0;", [(SIGNED, "in int left shift always")]),
        ("return 5 / 0;", [(BY_ZERO, "in int division always")]),
        ("return 5u % 0;", [(BY_ZERO, "in unsigned int division always")]),
        (
            "return (-2147483647 - 1) % -1;",
            [(CheckKind.DIVISION_OVERFLOW, "in int division always")],
        ),
        (
            "return (-9223372036854775807LL - 1) / -1 > 0;",
            [(CheckKind.DIVISION_OVERFLOW, "in long long division always")],
        ),
        ("return (int)1e10;", [(CheckKind.CONVERSION, "from double to int always")]),
        ("return sizeof(2147483647 + x);", []),
        ("if (0) return x + 1; return 0;", []),
        ("u += 3; u = -u; u *= u; return u + 1;", []),
        ("c++; c--; --s; return p + x - y != p;", []),
        ("return p - &p[x] > 0;", []),
        ("mylong m = l; return m + 1 > 0;", [(SIGNED, "in mylong addition")]),
        ("return __builtin_add_overflow(x, y, &x);", []),
    ],
)
def test_every_operation_has_its_guards(
    read: Read, data_model: DataModel, body: str, expected: list[tuple[CheckKind, str]]
) -> None:
    parameters = "int x, int y, char c, short s, long l, long long q, unsigned u, int *p"
    module = read(f"typedef long mylong;\nint f({parameters}) {{ {body} return 0; }}\n", data_model)
    assert guards(module) == expected


def test_constant_operands_are_not_folded_by_clang(read: Read) -> None:
    module = read("int f(void) { return 2147483647 + 1 > 0; }")
    assert guards(module) == [(SIGNED, "in int addition")]


@pytest.mark.parametrize("data_model", DataModel)
def test_guarded_blocks_equal_those_without_sanitizers(read: Read, data_model: DataModel) -> None:
    """Clang's own blocks for the same text without anything that has a guard."""
    text = "{0} f({0} x, {0} y) {{ for ({0} i = 0; i < y; i++) x = x > 7 ? x << y : x / y; return y && x + 1; }}"
    signed = read(text.format("long long"), data_model).functions["f"]
    plain = read(text.replace("x / y", "x & y").format("unsigned"), data_model).functions["f"]
    labels = [block.label.rstrip("0123456789") for block in plain.blocks]
    assert [block.label.rstrip("0123456789") for block in signed.blocks] == labels
    own = {block.label for block in signed.blocks}
    for block in signed.blocks:
        for instruction in block.instructions:
            if isinstance(instruction, Phi):
                assert {origin for _, origin in instruction.incoming} <= own
        if isinstance(block.last, ConditionalJump):
            assert {block.last.then, block.last.otherwise} <= own


def test_spilled_handler_arguments_are_removed(read: Read) -> None:
    module = read("long long f(long long x, double d) { return x * x + (int)d; }", DataModel.ILP32)
    allocas = {item.result for item in instructions(module.functions["f"]) if isinstance(item, Alloca)}
    assert allocas == {"x.addr", "d.addr"}
    assert not [name for name in (*module.declarations, *module.globals) if "ubsan" in name or name.isdigit()]


def test_a_guarded_shift_is_marked(read: Read) -> None:
    module = read("int f(int x, int y) { return x << y; }")
    assert [
        (item.opcode, GUARDED in item.flags)
        for item in instructions(module.functions["f"])
        if isinstance(item, Binary) and item.opcode in {"shl", "lshr"}
    ] == [("lshr", True), ("shl", True)]


def test_wide_integers_have_guards(read: Read) -> None:
    module = read("__int128 f(__int128 x) { return x * x / (__int128)0 + (((__int128)1 << 126) / 0); }")
    assert guards(module) == [
        (SIGNED, "in __int128 multiplication"),
        (BY_ZERO, "in __int128 division always"),
        (SIGNED, "in __int128 addition"),
    ]


def test_wrapping_operations_have_no_guard(read: Read) -> None:
    text = "int f(int x, int y) { return x + y; }"
    assert guards(read(text, flags=["-fwrapv"])) == []
    assert guards(read(text, flags=["-fno-strict-overflow"])) == []
    assert guards(read(text, flags=["-fwrapv", "-fno-wrapv"])) == [(SIGNED, "in int addition")]


def test_nsw_flags_remain_without_sanitizers(read: Read) -> None:
    attribute = '__attribute__((no_sanitize("undefined")))'
    module = read(f"{attribute} int f(int x) {{ return x + 1; }} int g(int x) {{ return x + 1; }}")
    assert guards(module) == []
    assert [item.flags for item in instructions(module.functions["f"]) if isinstance(item, Binary)] == [{"nsw"}]


def test_defined_operations_have_guards_on_demand(read: Read) -> None:
    text = "int f(int x, unsigned u, char c) { u = u + 1; c = x; c = (char)x; x = u; return -u; }"
    unsigned, lost = CheckKind.UNSIGNED_OVERFLOW, CheckKind.LOST_VALUE
    assert guards(read(text, sanitizers=["unsigned-integer-overflow", "implicit-conversion"])) == [
        (unsigned, "in unsigned int addition"),
        (lost, "from int to char"),
        (lost, "from unsigned int to int"),
        (unsigned, "in unsigned int negation"),
        (lost, "from unsigned int to int"),
    ]
    assert guards(read(text)) == []
