"""Variables of blocks that may still have what an earlier run through their block left there, although C makes them anew: something jumps past their declaration.

A variable lives from where its block is entered, not from its declaration, and has no value until the declaration is passed or something is stored. Clang emits nothing where a block is
entered, and nothing for a declaration that no run passes, so debug info has to tell: a run enters a block between an instruction outside of it and one inside, or where it jumps
back to what may be the start of the block. Where that is not certain, the block counts as entered.
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
    StaleVariable,
    StoreInstruction,
)
from surefoot.frontend.lower.control.flow_graph import may_come_to, operands_of, parts_of, successors_of
from surefoot.frontend.lower.memory.escape_analysis import is_name_in_c, is_plain_access, may_be_temporary
from surefoot.frontend.lower.memory.lifetimes import has_markers_for_temporaries
from surefoot.frontend.lower.values.type_sorts import is_scalar

_Scope = tuple[str, ...]
_FROM_REGISTERS: Final = "vaarg.in_reg"
"""How clang calls the blocks in which it reads arguments from registers."""


def with_stale_variables(module: Module) -> Module:
    """The module with the variables that may be stale in each function.  Requires  its blocks are as they were read, without markers of lifetimes."""
    functions = {name: _with_stale(definition) for name, definition in module.functions.items()}
    return replace(module, functions=functions)


def has_ambiguous_names(module: Module) -> bool:
    """Whether it takes markers of lifetimes to tell what may be stale from what clang made up."""
    return any(each.may_be_temporary for definition in module.functions.values() for each in definition.stale)


def with_stale_variables_of(marked: Module, module: Module) -> Module:
    """The module ``marked``, which has markers of lifetimes, with what may be stale in ``module``, which is the same without.

    Clang has markers for what it makes up, and none for a variable that no run declares. So where all that may have been made up has markers, it was.
    """
    functions = {
        name: replace(
            definition,
            stale=tuple(
                each
                for each in module.functions[name].stale
                if not (each.may_be_temporary and has_markers_for_temporaries(definition))
            ),
        )
        if name in module.functions
        else definition
        for name, definition in marked.functions.items()
    }
    return replace(marked, functions=functions)


def _with_stale(definition: FunctionDefinition) -> FunctionDefinition:
    if not definition.blocks or not definition.blocks[0].scopes:
        return definition
    variables = _variables_of_blocks(definition)
    if not variables:
        return definition
    found = _Entries(definition.blocks, variables).used_without_declaration()
    return replace(definition, stale=tuple(_described(definition, alloca) for alloca in found))


def _described(definition: FunctionDefinition, alloca: Alloca) -> StaleVariable:
    known = definition.declared.get(alloca.result)
    if known:
        return StaleVariable(known.name, known.span, may_be_temporary=False)
    used = (
        each.span
        for block in definition.blocks
        for each in block.instructions
        if any(isinstance(part, Local) and part.name == alloca.result for part in operands_of(each))
    )
    is_ambiguous = may_be_temporary(alloca.result) and not is_scalar(alloca.type)
    return StaleVariable(alloca.result, next(used, None), is_ambiguous)


def _variables_of_blocks(definition: FunctionDefinition) -> dict[Alloca, _Scope]:
    """The allocas of C variables in nested blocks, each with the blocks around it; for those without a record, the innermost that can be its own."""
    found: dict[Alloca, _Scope] = {}
    of_va_arg = _made_up_for_arguments(definition)
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


def _made_up_for_arguments(definition: FunctionDefinition) -> frozenset[str]:
    """What clang makes up for ``va_arg`` of a struct that comes in registers: nothing of C is in the block where it is put together, and each run through it does so."""
    return frozenset(
        part.name
        for block in definition.blocks
        if block.label.startswith(_FROM_REGISTERS)
        for instruction in block.instructions
        for operand in operands_of(instruction)
        for part in parts_of(operand)
        if isinstance(part, Local)
    ).difference(definition.declared)


class _Entries:
    """Where the blocks of ``variables`` are entered; sets of variables are bit masks."""

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
        self._never_lent = self._only_accessed()
        """The variables that are only read and assigned."""
        self._begun_before: dict[str, int] = {}
        """By label, the variables in whose blocks something comes earlier: clang's order is that of the C text."""
        begun = 0
        for block in blocks:
            self._begun_before[block.label] = begun
            for around in block.scopes:
                begun |= self._inside_of(around or ())

    def used_without_declaration(self) -> list[Alloca]:
        """The variables that a run may use again, but has not declared since it entered their block.

        Those that are only read and assigned may be assigned instead. Forward must-analysis: a block begins with the variables that were declared or assigned at the end of all its
        predecessors, without those whose block is entered there.
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
        """Whether a run may come to the block ``label`` when it has used the variable ``name`` in an earlier block."""
        homes = [
            block.label for block in self._blocks if any(name in self._mentioned(each) for each in block.instructions)
        ]
        return any(may_come_to(label, home, self._following) for home in homes)

    def _through(self, block: BasicBlock, ready: int) -> tuple[int, int]:
        """What is declared or assigned after ``block``, and what it uses before."""
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
        """The variables that ``instruction`` mentions, and whether they are ready afterwards."""
        match instruction:
            case Declare(name=name):
                if name in self._bits:
                    yield name, True
                return
            case _:
                pass
        for name in self._mentioned(instruction):
            match instruction:
                case StoreInstruction() if name in self._never_lent:
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
        """The variables whose block a run may enter when it goes from ``source`` to ``target``."""
        inside = self._inside_of(self._scopes[target][0])
        entered = inside & ~self._inside_of(self._scopes[source.label][1])
        if self._index[target] <= self._index[source.label]:
            entered |= inside & ~self._begun_before[target]
        return entered

    def _inside_of(self, scope: _Scope) -> int:
        """The variables whose block ``scope`` is in or is."""
        known = self._inside.get(scope)
        if known is None:
            prefixes = (scope[:length] for length in range(1, len(scope) + 1))
            known = self._inside[scope] = sum(self._variables_in.get(prefix, 0) for prefix in prefixes)
        return known


def _scopes_at_ends(
    blocks: Sequence[BasicBlock], following: Mapping[str, Sequence[str]]
) -> dict[str, tuple[_Scope, _Scope]]:
    """By label, where a run enters and where it leaves a block of instructions.

    Debug info is silent about what clang adds, which is no other place: at the end of a block it is where the block was before, and a block of nothing else is where all runs come from.
    """
    told = {block.label: [scope for scope in block.scopes if scope is not None] for block in blocks}
    found = {label: (scopes[0], scopes[-1]) for label, scopes in told.items() if scopes}
    silent: dict[str, list[str]] = {label: [] for label, scopes in told.items() if not scopes}
    for label, targets in following.items():
        for target in targets:
            if target in silent:
                silent[target].append(label)
    changed = True
    while changed:
        changed = False
        for label, sources in silent.items():
            before = [found[each][1] for each in sources if each in found]
            scope = _common(before) if before else None
            if scope is not None and found.get(label) != (scope, scope):
                found[label] = (scope, scope)
                changed = True
    return {label: found.get(label, ((), ())) for label in told}


def _common(scopes: Sequence[_Scope]) -> _Scope:
    """The blocks around all of ``scopes``."""
    shortest, longest = min(scopes), max(scopes)
    length = next((index for index, each in enumerate(shortest) if each != longest[index]), len(shortest))
    return shortest[:length]
