"""The reader against LLVM's own parser (llvmlite): same functions, blocks, instructions, operands and sizes."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from itertools import count
from pathlib import Path

import llvmlite.binding as llvm
import pytest

from surefoot.frontend.compiler import compile_all
from surefoot.frontend.llvm.data_layout import DataLayout
from surefoot.frontend.llvm.module import (
    Alloca,
    AssemblyInstruction,
    AtomicUpdate,
    BasicBlock,
    Binary,
    CallInstruction,
    Cast,
    Compare,
    CompareExchange,
    ConditionalJump,
    Declare,
    ExtractElement,
    ExtractValue,
    Fence,
    Freeze,
    GetElementPointer,
    Global,
    IndirectJump,
    InsertElement,
    InsertValue,
    Instruction,
    Jump,
    LastInstruction,
    LoadInstruction,
    Local,
    Module,
    Negate,
    OpaqueType,
    Phi,
    ReturnInstruction,
    Select,
    Shuffle,
    StoreInstruction,
    Switch,
    UnmodelledInstruction,
    Unreachable,
)
from surefoot.frontend.llvm.reader import read_module
from surefoot.program.program import DataModel

SOURCES = sorted((Path(__file__).parent / "sources").glob("*.c"))
OPCODES: dict[type[Instruction | LastInstruction], str] = {
    Alloca: "alloca",
    AssemblyInstruction: "call",
    AtomicUpdate: "atomicrmw",
    CallInstruction: "call",
    CompareExchange: "cmpxchg",
    ConditionalJump: "br",
    ExtractElement: "extractelement",
    ExtractValue: "extractvalue",
    Fence: "fence",
    Freeze: "freeze",
    GetElementPointer: "getelementptr",
    IndirectJump: "indirectbr",
    InsertElement: "insertelement",
    InsertValue: "insertvalue",
    Jump: "br",
    LoadInstruction: "load",
    Negate: "fneg",
    Phi: "phi",
    ReturnInstruction: "ret",
    Select: "select",
    Shuffle: "shufflevector",
    StoreInstruction: "store",
    Switch: "switch",
    Unreachable: "unreachable",
}


def executed(block: BasicBlock) -> list[Instruction | LastInstruction]:
    """Return the instructions without debug records, which LLVM does not count."""
    return [*(item for item in block.instructions if not isinstance(item, Declare)), block.last]


def opcode(instruction: Instruction | LastInstruction) -> str:
    if isinstance(instruction, Binary | Cast | Compare | UnmodelledInstruction):
        return instruction.opcode
    return OPCODES[type(instruction)]


def values_used(item: object) -> Iterator[str]:
    """Yield the names of values that an instruction refers to, each as often as it does."""
    if isinstance(item, Local | Global):
        yield item.name
    elif isinstance(item, tuple):
        for part in item:
            yield from values_used(part)
    elif hasattr(item, "value") and hasattr(item, "byval"):
        yield from values_used(item.value)


def named(name: str) -> str:
    """Return the name as LLVM's API gives it: numbered values have none."""
    return "" if name.isdigit() else name


def targets(instruction: Instruction | LastInstruction) -> list[str]:
    match instruction:
        case Jump(target):
            return [target]
        case ConditionalJump(_, then, otherwise):
            return [then, otherwise]
        case Switch(_, default, cases):
            return [default, *(label for _, label in cases)]
        case IndirectJump(_, labels):
            return list(labels)
        case _:
            return []


def used_by(instruction: Instruction | LastInstruction) -> Counter[str]:
    names: Counter[str] = Counter()
    for part in fields(instruction):
        names.update(values_used(getattr(instruction, part.name)))
    names.update(targets(instruction))
    return Counter({name: times for name, times in names.items() if not name.isdigit()})


def used_by_llvm(instruction: llvm.ValueRef) -> Counter[str]:
    return Counter(operand.name for operand in instruction.operands if operand.name)


@pytest.fixture(scope="module", params=list(DataModel), ids=lambda model: model.name)
def units(request: pytest.FixtureRequest) -> dict[str, tuple[Module, llvm.ModuleRef]]:
    compiled = compile_all(SOURCES, request.param)
    return {
        path.stem: (read_module(unit.ir_text, str(path)), llvm.parse_assembly(unit.ir_text))
        for path, unit in zip(SOURCES, compiled, strict=True)
    }


@pytest.mark.parametrize("stem", [path.stem for path in SOURCES])
def test_functions_blocks_and_instructions_agree(stem: str, units: dict[str, tuple[Module, llvm.ModuleRef]]) -> None:
    ours, theirs = units[stem]
    defined = {function.name: function for function in theirs.functions if not function.is_declaration}
    assert list(ours.functions) == list(defined)
    assert set(ours.declarations) == {function.name for function in theirs.functions if function.is_declaration}
    for name, function in ours.functions.items():
        blocks = list(defined[name].blocks)
        assert [named(block.label) for block in function.blocks] == [block.name for block in blocks]
        assert [named(parameter.name) for parameter in function.parameters] == [
            argument.name for argument in defined[name].arguments
        ]
        for mine, block in zip(function.blocks, blocks, strict=True):
            assert_same_block(mine, block)


def assert_same_block(ours: BasicBlock, theirs: llvm.ValueRef) -> None:
    mine = executed(ours)
    listed = list(theirs.instructions)
    assert [opcode(instruction) for instruction in mine] == [instruction.opcode for instruction in listed]
    for instruction, other in zip(mine, listed, strict=True):
        result = getattr(instruction, "result", None) or ""
        assert other.name == named(result)
        if not isinstance(instruction, UnmodelledInstruction):
            assert used_by(instruction) == used_by_llvm(other), str(other)


@pytest.mark.parametrize("stem", [path.stem for path in SOURCES])
def test_globals_agree_in_name_size_and_linkage(stem: str, units: dict[str, tuple[Module, llvm.ModuleRef]]) -> None:
    ours, theirs = units[stem]
    layout = DataLayout(ours.data_layout)
    target_data = llvm.create_target_data(ours.data_layout)
    numbers = count()
    others = {variable.name or str(next(numbers)): variable for variable in theirs.global_variables}
    assert list(ours.globals) == list(others)
    for name, variable in ours.globals.items():
        other = others[name]
        assert (variable.initial is None) == other.is_declaration
        assert variable.constant == ("constant" in re.findall(r" (global|constant) ", str(other))[:1])
        assert variable.internal == (other.linkage in (llvm.Linkage.internal, llvm.Linkage.private))
        if not isinstance(variable.type, OpaqueType):
            assert layout.size_of(variable.type) == target_data.get_abi_size(other.global_value_type)


def test_the_programs_use_every_instruction_that_c_can_produce(
    units: dict[str, tuple[Module, llvm.ModuleRef]],
) -> None:
    seen = {
        opcode(instruction)
        for ours, _ in units.values()
        for function in ours.functions.values()
        for block in function.blocks
        for instruction in executed(block)
    }
    never_at_this_level = {"freeze", "insertvalue"}
    assert set(OPCODES.values()) - never_at_this_level <= seen
