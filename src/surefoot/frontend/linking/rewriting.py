"""Copies of LLVM IR with other globals or other calls."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, TypeVar, cast

from surefoot.base.records import fields, is_dataclass, replace
from surefoot.frontend.llvm.module import (
    ArrayType,
    BlockAddress,
    CallInstruction,
    FloatType,
    FunctionDefinition,
    FunctionType,
    Global,
    IntType,
    OpaqueType,
    Operand,
    PointerType,
    StructType,
    VectorType,
    VoidType,
)

_TYPES: Final = (VoidType, IntType, FloatType, PointerType, ArrayType, VectorType, StructType, OpaqueType, FunctionType)

_Node = TypeVar("_Node")


def calls_in(function: FunctionDefinition) -> Iterator[CallInstruction]:
    """Yield the calls in ``function``, in order."""
    for block in function.blocks:
        yield from (each for each in block.instructions if isinstance(each, CallInstruction))


def with_calls(
    function: FunctionDefinition, changed: Callable[[CallInstruction], CallInstruction]
) -> FunctionDefinition:
    """Return ``function`` with every call replaced by the result of ``changed`` for it."""
    blocks = [
        replace(
            block,
            instructions=tuple(
                changed(each) if isinstance(each, CallInstruction) else each for each in block.instructions
            ),
        )
        for block in function.blocks
    ]
    return replace(function, blocks=tuple(blocks))


def rewritten(node: _Node, targets: Mapping[str, Operand]) -> _Node:
    """Return ``node`` with every use of a global in ``targets`` replaced."""
    return cast("_Node", _rewrite(node, targets))


def _rewrite(node: object, targets: Mapping[str, Operand]) -> object:
    if isinstance(node, Global):
        return targets.get(node.name, node)
    if isinstance(node, BlockAddress):
        function = targets.get(node.function)
        return replace(node, function=function.name) if isinstance(function, Global) else node
    if isinstance(node, tuple):
        parts = [_rewrite(part, targets) for part in node]
        return tuple(parts) if any(new is not old for new, old in zip(parts, node, strict=True)) else node
    if not is_dataclass(node) or isinstance(node, (type, *_TYPES)):
        return node
    changed = {}
    for each in fields(node):
        old = getattr(node, each.name)
        if (new := _rewrite(old, targets)) is not old:
            changed[each.name] = new
    return replace(node, **changed) if changed else node
