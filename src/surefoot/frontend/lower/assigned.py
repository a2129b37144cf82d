"""Definite assignment: which variables may be read before they were given a value."""

from collections.abc import Mapping, Sequence

from surefoot.frontend.llvm.module import LoadInstruction, Local, StoreInstruction
from surefoot.frontend.lower.flow import Flow, successors_of


def read_before_assigned(flow: Flow, variables: Sequence[str], assigned_at_entry: Sequence[str]) -> tuple[str, ...]:
    """The allocas among ``variables`` that some path from the entry loads before it stores to them.

    Forward must-analysis over sets kept as bit masks: assigned(entry) = ``assigned_at_entry``, and assigned(block)
    is the intersection of what the predecessors leave assigned.
    """
    bit = {name: 1 << index for index, name in enumerate(variables)}
    everything = (1 << len(bit)) - 1
    assigned = dict.fromkeys(flow.order, everything)
    assigned[flow.order[0]] = _mask(bit, assigned_at_entry)
    stored = {label: _stored_in(flow, label, bit) for label in flow.order}
    changed = True
    while changed:
        changed = False
        for label in flow.order:
            leaving = assigned[label] | stored[label]
            for successor in successors_of(flow.blocks[label].last):
                if assigned[successor] & ~leaving:
                    assigned[successor] &= leaving
                    changed = True
    early = 0
    for label in flow.order:
        early |= _read_early(flow, label, bit, assigned[label])
    return tuple(name for name in variables if early & bit[name])


def _mask(bit: Mapping[str, int], names: Sequence[str]) -> int:
    mask = 0
    for name in names:
        mask |= bit[name]
    return mask


def _stored_in(flow: Flow, label: str, bit: Mapping[str, int]) -> int:
    mask = 0
    for instruction in flow.blocks[label].instructions:
        if isinstance(instruction, StoreInstruction) and isinstance(instruction.address, Local):
            mask |= bit.get(instruction.address.name, 0)
    return mask


def _read_early(flow: Flow, label: str, bit: Mapping[str, int], assigned: int) -> int:
    early = 0
    for instruction in flow.blocks[label].instructions:
        match instruction:
            case LoadInstruction(address=Local(_, name)):
                early |= bit.get(name, 0) & ~assigned
            case StoreInstruction(address=Local(_, name)):
                assigned |= bit.get(name, 0)
            case _:
                pass
    return early
