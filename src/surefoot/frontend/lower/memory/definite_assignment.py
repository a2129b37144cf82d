"""Definite assignment: variables that may be read before they are assigned."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from surefoot.base.enums import Enum
from surefoot.base.records import dataclass
from surefoot.frontend.llvm.module import BasicBlock, Declare, LoadInstruction, Local, StoreInstruction
from surefoot.frontend.lower.control.flow_graph import Flow, successors_of


@dataclass(frozen=True, slots=True)
class Unassigned:
    """Variables to havoc: at their declaration, and at the entry of the function."""

    at_declaration: tuple[str, ...]
    at_entry: tuple[str, ...]


class _Access(Enum):
    READ = "read"
    ASSIGNMENT = "assignment"
    DECLARATION = "declaration"


def find_unassigned(
    flow: Flow, variables: Sequence[str], assigned_at_entry: Collection[str], parameters: Collection[str]
) -> Unassigned:
    """Return where to havoc the allocas ``variables``.

    Ensures: every path to a load of a variable havocs or assigns it first. A declaration leaves its
    variable without a value, also when a loop passes it again. ``parameters`` are declared after
    they got their values. A variable whose declaration a jump bypasses is havocked at the entry.
    """
    undeclared, names = frozenset(parameters), frozenset(variables)
    accesses = {
        label: [
            (access, name)
            for access, name in _accesses(flow.blocks[label])
            if name in names and not (access is _Access.DECLARATION and name in undeclared)
        ]
        for label in flow.order
    }
    at_declaration = _read_unassigned(flow, variables, assigned_at_entry, accesses, frozenset())
    if not at_declaration:  # the second analysis would be the first one again
        return Unassigned((), ())
    at_entry = _read_unassigned(flow, variables, assigned_at_entry, accesses, frozenset(at_declaration))
    return Unassigned(at_declaration, at_entry)


def _read_unassigned(
    flow: Flow,
    variables: Sequence[str],
    assigned_at_entry: Collection[str],
    named_accesses: Mapping[str, Sequence[tuple[_Access, str]]],
    assigned_by_declaration: frozenset[str],
) -> tuple[str, ...]:
    """Return the variables that some path loads before it stores to them.

    Forward must-analysis over sets represented as bit masks: a block starts with the variables that
    are assigned at the end of all its predecessors; assignments add to the set, declarations remove
    from it.
    """
    bit = {name: 1 << index for index, name in enumerate(variables)}
    everything = (1 << len(bit)) - 1
    accesses = {
        label: [(_effect(access, name, assigned_by_declaration), bit[name]) for access, name in named_accesses[label]]
        for label in flow.order
    }
    assigned = dict.fromkeys(flow.order, everything)
    assigned[flow.order[0]] = sum(bit[name] for name in assigned_at_entry)
    early = 0
    changed = True
    while changed:
        changed = False
        early = 0
        for label in flow.order:
            leaving, read = _through(accesses[label], assigned[label])
            early |= read
            for successor in successors_of(flow.blocks[label].last):
                if assigned[successor] & ~leaving:
                    assigned[successor] &= leaving
                    changed = True
    return tuple(name for name in variables if early & bit[name])


def _through(accesses: Sequence[tuple[_Access, int]], assigned: int) -> tuple[int, int]:
    """Return the variables assigned after ``accesses``, and those that they read unassigned."""
    early = 0
    for access, mask in accesses:
        match access:
            case _Access.READ:
                early |= mask & ~assigned
            case _Access.ASSIGNMENT:
                assigned |= mask
            case _Access.DECLARATION:
                assigned &= ~mask
    return assigned, early


def _effect(access: _Access, name: str, assigned_by_declaration: frozenset[str]) -> _Access:
    is_assigned = access is _Access.DECLARATION and name in assigned_by_declaration
    return _Access.ASSIGNMENT if is_assigned else access


def _accesses(block: BasicBlock) -> Iterator[tuple[_Access, str]]:
    for instruction in block.instructions:
        match instruction:
            case LoadInstruction(address=Local(_, name)):
                yield _Access.READ, name
            case StoreInstruction(address=Local(_, name)):
                yield _Access.ASSIGNMENT, name
            case Declare(name=name):
                yield _Access.DECLARATION, name
            case _:
                pass
