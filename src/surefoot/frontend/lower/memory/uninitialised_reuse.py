"""Variables that may keep a value from an earlier execution of their block.

C makes the variables of a block anew whenever it is entered. Their values are indeterminate until
the declaration is passed or something is stored; a jump can bypass the declaration. Clang emits
nothing where a block is entered, and nothing for an unreachable declaration, so entries are
inferred from debug info: a run enters a block between an instruction outside of it and one inside,
or where it jumps back to what may be the start of the block. In doubt the block counts as entered.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from surefoot.base.records import replace
from surefoot.frontend.llvm.module import (
    Alloca,
    BasicBlock,
    Declare,
    FunctionDefinition,
    Instruction,
    LastInstruction,
    Local,
    Module,
    StoreInstruction,
    UninitialisedReuse,
)
from surefoot.frontend.lower.control.flow_graph import has_path, operands_of, parts_of, successors_of
from surefoot.frontend.lower.memory.escape_analysis import is_name_in_c, is_plain_access, may_be_temporary
from surefoot.frontend.lower.memory.lifetimes import has_markers_for_temporaries
from surefoot.frontend.lower.type_sorts import is_scalar

_Scope = tuple[str, ...]
_FROM_REGISTERS: Final = "vaarg.in_reg"
"""Label prefix of the blocks in which clang reads variable arguments from registers."""


def with_uninitialised_reuses(module: Module) -> Module:
    """Return the module with the variables of each function that may keep an old value.

    Requires: the blocks are as they were read, without lifetime markers.
    """
    functions = {name: _with_reuses(definition) for name, definition in module.functions.items()}
    return replace(module, functions=functions)


def has_ambiguous_reuses(module: Module) -> bool:
    """Return whether lifetime markers are needed to distinguish such variables from temporaries."""
    return any(
        each.may_be_temporary for definition in module.functions.values() for each in definition.uninitialised_reuses
    )


def with_reuses_of(marked: Module, module: Module) -> Module:
    """Return ``marked``, the module with lifetime markers, with the variables found in ``module``.

    Clang emits markers for temporaries and none for a variable whose declaration is unreachable.
    Ambiguous allocas of functions whose ambiguous allocas all have markers are temporaries.
    """
    functions = {
        name: replace(
            definition,
            uninitialised_reuses=tuple(
                each
                for each in module.functions[name].uninitialised_reuses
                if not (each.may_be_temporary and has_markers_for_temporaries(definition))
            ),
        )
        if name in module.functions
        else definition
        for name, definition in marked.functions.items()
    }
    return replace(marked, functions=functions)


def _with_reuses(definition: FunctionDefinition) -> FunctionDefinition:
    if not definition.blocks or not definition.blocks[0].scopes:
        return definition
    variables = _variables_of_blocks(definition)
    if not variables:
        return definition
    found = _BlockEntries(definition.blocks, variables).used_before_declaration()
    return replace(definition, uninitialised_reuses=tuple(_reuse(definition, alloca) for alloca in found))


def _reuse(definition: FunctionDefinition, alloca: Alloca) -> UninitialisedReuse:
    known = definition.declared.get(alloca.result)
    if known:
        return UninitialisedReuse(known.name, known.span, may_be_temporary=False)
    used = (
        each.span
        for block in definition.blocks
        for each in block.instructions
        if any(isinstance(part, Local) and part.name == alloca.result for part in operands_of(each))
    )
    is_ambiguous = may_be_temporary(alloca.result) and not is_scalar(alloca.type)
    return UninitialisedReuse(alloca.result, next(used, None), is_ambiguous)


def _variables_of_blocks(definition: FunctionDefinition) -> dict[Alloca, _Scope]:
    """Return the allocas of C variables in nested blocks, each with its enclosing blocks.

    For one without debug record, that is the innermost block that can contain it.
    """
    found: dict[Alloca, _Scope] = {}
    of_va_arg = _temporaries_of_va_arg(definition)
    for block in definition.blocks:
        for alloca in block.instructions:
            if not isinstance(alloca, Alloca) or alloca.count is not None or alloca.result in of_va_arg:
                continue
            known = definition.declared.get(alloca.result)
            if known is not None:
                scope = known.blocks
            else:
                scope = definition.undeclared.get(alloca.result, ()) if is_name_in_c(alloca.result) else ()
            if scope:
                found[alloca] = scope
    return found


def _temporaries_of_va_arg(definition: FunctionDefinition) -> frozenset[str]:
    """Return the allocas that clang makes for ``va_arg`` of a struct passed in registers.

    No C code is in the block that assembles the struct, and each run through it assigns all of it.
    """
    return frozenset(
        part.name
        for block in definition.blocks
        if block.label.startswith(_FROM_REGISTERS)
        for instruction in block.instructions
        for operand in operands_of(instruction)
        for part in parts_of(operand)
        if isinstance(part, Local)
    ).difference(definition.declared)


class _BlockEntries:
    """Entries to the blocks of ``variables``; sets of variables are bit masks."""

    def __init__(self, blocks: Sequence[BasicBlock], variables: Mapping[Alloca, _Scope]) -> None:
        self._blocks = blocks
        self._allocas = {alloca.result: alloca for alloca in variables}
        self._bits = {name: 1 << index for index, name in enumerate(self._allocas)}
        self._variables_in: dict[_Scope, int] = {}
        for alloca, scope in variables.items():
            self._variables_in[scope] = self._variables_in.get(scope, 0) | self._bits[alloca.result]
        self._inside: dict[_Scope, int] = {}
        self._index = {block.label: index for index, block in enumerate(blocks)}
        self._following = {block.label: successors_of(block.last) for block in blocks}
        self._scopes = _scopes_at_ends(blocks, self._following)
        self._only_accessed_variables = self._only_accessed()
        """Variables whose address is used only in loads and stores."""
        self._started_before: dict[str, int] = {}
        """Variables of blocks that begin earlier, by label; clang's order is that of the C text."""
        begun = 0
        for block in blocks:
            self._started_before[block.label] = begun
            for around in block.scopes:
                begun |= self._inside_of(around or ())

    def used_before_declaration(self) -> list[Alloca]:
        """Return the variables that may be used before the declaration in an entered block.

        Forward must-analysis: a block starts with the variables that were declared or assigned at
        the end of all its predecessors, without those whose block is entered on the edge.
        Assignments count for variables that are only loaded and stored.
        """
        ready = {block.label: sum(self._bits.values()) for block in self._blocks}
        ready[self._blocks[0].label] = 0
        early: dict[str, int] = {}
        changed = True
        while changed:
            changed = False
            for block in self._blocks:
                leaving, early[block.label] = self._through(block, ready[block.label])
                for label in self._following[block.label]:
                    arriving = leaving & ~self._entered_by_jump(block, label)
                    if ready[label] & ~arriving:
                        ready[label] &= arriving
                        changed = True
        return [
            self._allocas[name]
            for name, bit in self._bits.items()
            if any(mask & bit and self._may_follow_use(label, name) for label, mask in early.items())
        ]

    def _may_follow_use(self, label: str, name: str) -> bool:
        """Return whether block ``label`` is reachable from a use of variable ``name``."""
        homes = [
            block.label for block in self._blocks if any(name in self._mentioned(each) for each in block.instructions)
        ]
        return any(has_path(label, home, self._following) for home in homes)

    def _through(self, block: BasicBlock, ready: int) -> tuple[int, int]:
        """Return the variables ready after ``block``, and those it uses before."""
        early = 0
        before, _ = self._scopes[block.label]
        for instruction, scope in zip((*block.instructions, block.last), block.scopes, strict=True):
            if scope is not None:
                ready &= ~(self._inside_of(scope) & ~self._inside_of(before))
                before = scope
            for name, is_ready in self._accesses(instruction):
                if is_ready:
                    ready |= self._bits[name]
                else:
                    early |= self._bits[name] & ~ready
        return ready, early

    def _accesses(self, instruction: Instruction | LastInstruction) -> Iterator[tuple[str, bool]]:
        """Yield the variables in ``instruction``, and whether they are ready afterwards."""
        match instruction:
            case Declare(name=name):
                if name in self._bits:
                    yield name, True
                return
            case _:
                pass
        for name in self._mentioned(instruction):
            match instruction:
                case StoreInstruction() if name in self._only_accessed_variables:
                    yield name, True
                case _:
                    yield name, False

    def _mentioned(self, instruction: Instruction | LastInstruction) -> Iterator[str]:
        for operand in operands_of(instruction):
            for part in parts_of(operand):
                if isinstance(part, Local) and part.name in self._bits:
                    yield part.name

    def _only_accessed(self) -> frozenset[str]:
        lent = {
            name
            for block in self._blocks
            for instruction in (*block.instructions, block.last)
            for name in self._mentioned(instruction)
            if not is_plain_access(instruction, name)
        }
        return frozenset(self._bits) - lent

    def _entered_by_jump(self, source: BasicBlock, target: str) -> int:
        """Return the variables whose block the edge from ``source`` to ``target`` may enter."""
        inside = self._inside_of(self._scopes[target][0])
        entered = inside & ~self._inside_of(self._scopes[source.label][1])
        if self._index[target] <= self._index[source.label]:
            entered |= inside & ~self._started_before[target]
        return entered

    def _inside_of(self, scope: _Scope) -> int:
        """Return the variables of ``scope`` and of its enclosing blocks."""
        known = self._inside.get(scope)
        if known is None:
            prefixes = (scope[:length] for length in range(1, len(scope) + 1))
            known = self._inside[scope] = sum(self._variables_in.get(prefix, 0) for prefix in prefixes)
        return known


def _scopes_at_ends(
    blocks: Sequence[BasicBlock], following: Mapping[str, Sequence[str]]
) -> dict[str, tuple[_Scope, _Scope]]:
    """Return, by label, the scopes at the start and at the end of each basic block.

    Instructions that clang adds have no scope. At the end of a basic block the last known scope
    holds; a basic block of such instructions only has the innermost scope common to its
    predecessors.
    """
    known = {block.label: [scope for scope in block.scopes if scope is not None] for block in blocks}
    found = {label: (scopes[0], scopes[-1]) for label, scopes in known.items() if scopes}
    unknown: dict[str, list[str]] = {label: [] for label, scopes in known.items() if not scopes}
    for label, targets in following.items():
        for target in targets:
            if target in unknown:
                unknown[target].append(label)
    changed = True
    while changed:
        changed = False
        for label, sources in unknown.items():
            before = [found[each][1] for each in sources if each in found]
            scope = _common(before) if before else None
            if scope is not None and found.get(label) != (scope, scope):
                found[label] = (scope, scope)
                changed = True
    return {label: found.get(label, ((), ())) for label in known}


def _common(scopes: Sequence[_Scope]) -> _Scope:
    """Return the innermost scope that encloses all of ``scopes``."""
    shortest, longest = min(scopes), max(scopes)
    length = next((index for index, each in enumerate(shortest) if each != longest[index]), len(shortest))
    return shortest[:length]
