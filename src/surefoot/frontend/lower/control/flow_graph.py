"""Control flow graph of an LLVM function: successors, reverse postorder, uses of values."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from surefoot.base.records import dataclass
from surefoot.frontend.llvm.module import (
    Aggregate,
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
    ConstantExpression,
    Declare,
    ExtractElement,
    ExtractValue,
    Fence,
    Freeze,
    FunctionDefinition,
    GetElementPointer,
    GuardInstruction,
    IndirectJump,
    InsertElement,
    InsertValue,
    Instruction,
    Jump,
    LastInstruction,
    LoadInstruction,
    Local,
    Negate,
    Operand,
    Phi,
    ReturnInstruction,
    Select,
    Shuffle,
    StoreInstruction,
    Switch,
    UnmodelledInstruction,
    Unreachable,
)
from surefoot.program.digraphs import reverse_postorder


def operands_of(instruction: Instruction | LastInstruction) -> tuple[Operand, ...]:
    """Return every operand that ``instruction`` reads, including callees and addresses."""
    match instruction:  # most frequent kinds first
        case LoadInstruction(address=address):
            return (address,)
        case StoreInstruction(value=value, address=address) | AtomicUpdate(value=value, address=address):
            return (value, address)
        case Jump():
            return ()
        case Alloca(count=count):
            return () if count is None else (count,)
        case ConditionalJump(condition=condition) | GuardInstruction(condition=condition):
            return (condition,)
        case GetElementPointer(base=base, indices=indices):
            return (base, *indices)
        case Binary(left=left, right=right) | Compare(left=left, right=right) | Shuffle(left=left, right=right):
            return (left, right)
        case Negate(operand=operand) | Cast(operand=operand) | Freeze(operand=operand):
            return (operand,)
        case Select(condition=condition, then=then, otherwise=otherwise):
            return (condition, then, otherwise)
        case Phi(incoming=incoming):
            return tuple(value for value, _ in incoming)
        case CallInstruction(callee=callee, arguments=arguments):
            return (callee, *(argument.value for argument in arguments))
        case AssemblyInstruction(arguments=arguments):
            return tuple(argument.value for argument in arguments)
        case ExtractValue(aggregate=aggregate):
            return (aggregate,)
        case ExtractElement(vector=vector, index=index):
            return (vector, index)
        case InsertElement(vector=vector, value=value, index=index):
            return (vector, value, index)
        case InsertValue(aggregate=aggregate, value=value):
            return (aggregate, value)
        case CompareExchange(address=address, expected=expected, replacement=replacement):
            return (address, expected, replacement)
        case Switch(value=value):
            return (value,)
        case IndirectJump(address=address):
            return (address,)
        case ReturnInstruction(value=returned):
            return () if returned is None else (returned,)
        case Declare() | Fence() | UnmodelledInstruction() | Unreachable():
            return ()


def parts_of(operand: Operand) -> Iterable[Operand]:
    """Return ``operand`` and everything nested in it."""
    if not isinstance(operand, Aggregate | ConstantExpression):
        return (operand,)
    found: list[Operand] = []
    pending: list[Operand] = [operand]
    while pending:
        part = pending.pop()
        found.append(part)
        match part:
            case Aggregate(elements=elements):
                pending.extend(elements)
            case ConstantExpression(operands=operands):
                pending.extend(operands)
            case _:
                pass
    return found


def successors_of(last: LastInstruction) -> tuple[str, ...]:
    """Return the labels of the successors, each once, in order."""
    match last:
        case Jump(target):
            return (target,)
        case ConditionalJump(_, then, otherwise):
            return tuple(dict.fromkeys((then, otherwise)))
        case Switch(_, default, cases):
            return tuple(dict.fromkeys((default, *(label for _, label in cases))))
        case IndirectJump(_, targets):
            return tuple(dict.fromkeys(targets))
        case ReturnInstruction() | Unreachable():
            return ()


@dataclass(frozen=True, slots=True)
class Flow:
    """Blocks of a function that are reachable from its entry.

    ``order`` is a reverse postorder, so a block comes after all blocks that dominate it. A value in
    ``crossing`` is used outside the block that defines it. For the others, ``last_use`` is the
    index of the last instruction of that block that reads it; the number of instructions stands for
    the end of the block.
    """

    blocks: Mapping[str, BasicBlock]
    order: tuple[str, ...]
    crossing: frozenset[str]
    last_use: Mapping[str, int]
    use_count: Mapping[str, int]

    def dominated_by(self, label: str) -> frozenset[str]:
        """Return the blocks that ``label`` dominates, itself included."""
        return dominated(label, self.order[0], self._successors())

    def is_on_cycle(self, label: str) -> bool:
        """Return whether the block ``label`` can be reached from itself."""
        return has_path(label, label, self._successors())

    def _successors(self) -> Mapping[str, Sequence[str]]:
        return {each: successors_of(self.blocks[each].last) for each in self.order}


def dominated(label: str, entry: str, following: Mapping[str, Sequence[str]]) -> frozenset[str]:
    """Return the blocks that ``label`` dominates in the graph ``following``, itself included.

    Ensures: every path from ``entry`` to a returned block contains ``label``.
    """
    others = {entry} - {label}
    pending = list(others)
    while pending:
        for successor in following[pending.pop()]:
            if successor != label and successor not in others:
                others.add(successor)
                pending.append(successor)
    return frozenset(following) - others


def flow_of(definition: FunctionDefinition, ends_run: Callable[[CallInstruction], bool]) -> Flow:
    """Return the control flow of ``definition``; ``ends_run`` marks calls that end their block."""
    blocks = {block.label: _cut(block, ends_run) for block in definition.blocks}
    order = tuple(reverse_postorder(definition.blocks[0].label, lambda label: successors_of(blocks[label].last)))
    home = {parameter.name: "" for parameter in definition.parameters}
    for label in order:
        for instruction in blocks[label].instructions:
            result = getattr(instruction, "result", None)
            if result is not None:
                home[result] = label
    crossing: set[str] = set()
    last_use: dict[str, int] = {}
    use_count: dict[str, int] = {}
    for label, index, name in _uses(blocks, order):
        use_count[name] = use_count.get(name, 0) + 1
        if home.get(name) == label:
            last_use[name] = max(index, last_use.get(name, 0))
        else:
            crossing.add(name)
    return Flow(blocks, order, frozenset(crossing), last_use, use_count)


def _cut(block: BasicBlock, ends_run: Callable[[CallInstruction], bool]) -> BasicBlock:
    for index, instruction in enumerate(block.instructions):
        if isinstance(instruction, CallInstruction) and ends_run(instruction):
            return BasicBlock(block.label, block.instructions[: index + 1], Unreachable(instruction.span))
    return block


def _uses(blocks: Mapping[str, BasicBlock], order: tuple[str, ...]) -> Iterator[tuple[str, int, str]]:
    """Yield block, index and name of each use of a value.

    A phi reads at the end of predecessors.
    """
    for label in order:
        block = blocks[label]
        for index, instruction in enumerate((*block.instructions, block.last)):
            if isinstance(instruction, Phi):
                for value, origin in instruction.incoming:
                    if isinstance(value, Local):
                        yield origin, len(blocks[origin].instructions), value.name
            else:
                for operand in operands_of(instruction):
                    if isinstance(operand, Local):
                        yield label, index, operand.name


def has_path(label: str, start: str, following: Mapping[str, Sequence[str]]) -> bool:
    """Return whether a nonempty path leads from the block ``start`` to the block ``label``."""
    seen: set[str] = set()
    pending = list(following[start])
    while pending:
        each = pending.pop()
        if each == label:
            return True
        if each not in seen:
            seen.add(each)
            pending += following.get(each, ())
    return False
