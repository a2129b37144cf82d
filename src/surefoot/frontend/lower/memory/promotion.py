"""Promotion of scalar allocas and globals to variables.

Their address is used only in loads and stores of their type.
"""

from collections.abc import Iterable

from surefoot.frontend.llvm.module import (
    Alloca,
    CallInstruction,
    Global,
    GlobalDefinition,
    Instruction,
    IntConstant,
    LastInstruction,
    LoadInstruction,
    Local,
    Operand,
    StoreInstruction,
    Type,
)
from surefoot.frontend.lower.control.flow_graph import Flow, operands_of, parts_of
from surefoot.frontend.lower.memory.escape_analysis import LIFETIME
from surefoot.frontend.lower.memory.frame_conditions import FRAME
from surefoot.frontend.lower.type_sorts import is_scalar


def promotable_allocas(flow: Flow) -> dict[str, Alloca]:
    """Return the promotable allocas of the entry block, by name."""
    candidates = {
        instruction.result: instruction
        for instruction in flow.blocks[flow.order[0]].instructions
        if isinstance(instruction, Alloca) and is_scalar(instruction.type) and _is_single(instruction.count)
    }
    types = {name: alloca.type for name, alloca in candidates.items()}
    for label in flow.order:
        block = flow.blocks[label]
        for instruction in (*block.instructions, block.last):
            for name in _escaping(instruction, types, Local):
                candidates.pop(name, None)
    return candidates


def promotable_globals(
    candidates: dict[str, GlobalDefinition], flows: Iterable[Flow], initialisers: Iterable[Operand]
) -> dict[str, GlobalDefinition]:
    """Return the promotable globals among ``candidates``.

    Neither ``flows`` nor ``initialisers`` let the address of one escape. Constants that are written
    are excluded.
    """
    kept = {name: definition for name, definition in candidates.items() if is_scalar(definition.type)}
    types = {name: definition.type for name, definition in kept.items()}
    for flow in flows:
        for label in flow.order:
            block = flow.blocks[label]
            for instruction in (*block.instructions, block.last):
                for name in _escaping(instruction, types, Global):
                    kept.pop(name, None)
                if isinstance(instruction, StoreInstruction) and isinstance(instruction.address, Global):
                    name = instruction.address.name
                    if name in kept and kept[name].constant:
                        del kept[name]
    for initialiser in initialisers:
        for part in parts_of(initialiser):
            if isinstance(part, Global):
                kept.pop(part.name, None)
    return kept


def _escaping(
    instruction: Instruction | LastInstruction, types: dict[str, Type], kind: type[Local] | type[Global]
) -> Iterable[str]:
    """Yield the names in ``types`` that ``instruction`` does not just load or store."""
    match instruction:
        case LoadInstruction(type=accessed, address=Local() | Global() as address) if isinstance(address, kind):
            exposed: tuple[Operand, ...] = ()
            if types.get(address.name, accessed) != accessed:
                yield address.name
        case StoreInstruction(value=value, address=Local() | Global() as address) if isinstance(address, kind):
            exposed = (value,)
            if types.get(address.name, value.type) != value.type:
                yield address.name
        case CallInstruction(callee=Global(_, called)) if called.startswith(LIFETIME) or called == FRAME:
            exposed = ()
        case _:
            exposed = operands_of(instruction)
    for operand in exposed:
        for part in parts_of(operand):
            if isinstance(part, kind) and part.name in types:
                yield part.name


def _is_single(count: Operand | None) -> bool:
    return count is None or (isinstance(count, IntConstant) and count.value == 1)
