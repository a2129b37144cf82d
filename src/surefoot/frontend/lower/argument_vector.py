"""Entries of the argument vector that a program uses."""

from collections.abc import Iterator, Mapping

from surefoot.frontend.llvm.module import (
    CallInstruction,
    Cast,
    FunctionDefinition,
    GetElementPointer,
    Global,
    Instruction,
    IntConstant,
    LastInstruction,
    LoadInstruction,
    Local,
    Operand,
    PointerType,
    StoreInstruction,
)
from surefoot.frontend.lower.control.flow_graph import operands_of

_FIRST_NEGATIVE = 1 << 31
"""Smallest constant index that is negative as a signed number: constants are unsigned."""


def entries_used(
    main: FunctionDefinition, functions: Mapping[str, FunctionDefinition], vector: str, count: str | None
) -> frozenset[int] | None:
    """Return the indices at which the array that parameter ``vector`` points to is used.

    None is returned if they are unknown. They are known if the pointer is only kept in variables of
    its own and passed on to ``functions``, and all indices are constants, or the parameter
    ``count`` in ``main``, whose entry is null.
    """
    indices: set[int] = set()
    ends = set() if count is None else _copies_of(main, count)
    vectors = [(main, vector)]
    seen: set[tuple[str, str]] = set()
    while vectors:
        definition, vector = vectors.pop()
        if (definition.name, vector) in seen:
            continue
        seen.add((definition.name, vector))
        for user in _users(definition, vector):
            match user:
                case StoreInstruction(Local(_, stored), Local(_, home)) if stored == vector and home != vector:
                    loaded = _only_loaded(definition, home)
                    if loaded is None:
                        return None
                    vectors.extend((definition, name) for name in loaded)
                case LoadInstruction():
                    indices.add(0)
                case StoreInstruction(_, Local(_, target)) if target == vector:
                    indices.add(0)
                case GetElementPointer(entry, PointerType(), indices=(IntConstant(_, index),)):
                    if not _is_only_dereferenced(definition, entry):
                        return None
                    if index < _FIRST_NEGATIVE:
                        indices.add(index)
                case GetElementPointer(entry, PointerType(), indices=(Local(_, index),)):
                    if definition is not main or index not in ends or not _is_only_dereferenced(definition, entry):
                        return None
                case CallInstruction(callee=Global(_, called)) if body := functions.get(called):
                    if len(user.arguments) > len(body.parameters):
                        return None
                    passed = zip(body.parameters, user.arguments, strict=False)
                    vectors.extend((body, to.name) for to, given in passed if _is_local(given.value, vector))
                case _:
                    return None
    return frozenset(indices)


def _copies_of(definition: FunctionDefinition, name: str) -> set[str]:
    """Return the values that always equal parameter ``name``, of any width."""
    copies = {name}
    for user in _users(definition, name):
        match user:
            case StoreInstruction(Local(_, stored), Local(_, home)) if stored == name:
                copies.update(_only_loaded(definition, home) or ())
            case _:
                pass
    widened = [user for copy in copies for user in _users(definition, copy) if isinstance(user, Cast)]
    return copies | {cast.result for cast in widened if cast.opcode == "sext"}


def _only_loaded(definition: FunctionDefinition, home: str) -> list[str] | None:
    """Return the values loaded from ``home``, or None if its address has other uses."""
    loaded: list[str] = []
    for user in _users(definition, home):
        match user:
            case LoadInstruction(result=result):
                loaded.append(result)
            case StoreInstruction(Local(), Local(_, target)) if target == home:
                if len([each for each in _users(definition, home) if isinstance(each, StoreInstruction)]) > 1:
                    return None
            case _:
                return None
    return loaded


def _is_only_dereferenced(definition: FunctionDefinition, entry: str) -> bool:
    return all(
        isinstance(user, LoadInstruction)
        or (isinstance(user, StoreInstruction) and user.address == Local(PointerType(), entry) != user.value)
        for user in _users(definition, entry)
    )


def _is_local(operand: Operand, name: str) -> bool:
    return isinstance(operand, Local) and operand.name == name


def _users(definition: FunctionDefinition, name: str) -> Iterator[Instruction | LastInstruction]:
    for block in definition.blocks:
        for instruction in (*block.instructions, block.last):
            if any(isinstance(operand, Local) and operand.name == name for operand in operands_of(instruction)):
                yield instruction
