"""Function pointers in arguments of the function under test that are assumed to be allocators.

The functions that they point to are wrappers of functions of the C library.
"""

from collections.abc import Mapping
from typing import Final

from surefoot.base.records import replace
from surefoot.frontend.llvm.module import (
    BasicBlock,
    FunctionDeclaration,
    FunctionDefinition,
    FunctionType,
    IntType,
    Local,
    Module,
    Parameter,
    PointerType,
    ReturnInstruction,
    Type,
    VoidType,
)
from surefoot.frontend.lower.control.reachability import call_by_name
from surefoot.program.ctypes import CVoid

ALLOCATORS: Final = ("malloc", "calloc", "realloc", "free")
"""The functions of the C library that an argument may be assumed to behave like."""


def with_allocators(module: Module, allocators: Mapping[str, str], pointer_width: int) -> Module:
    """Return ``module`` with a function ``*path`` for each pointer ``path`` of ``allocators``, which
    calls the function of the library that it is mapped to.
    """
    functions, declarations = dict(module.functions), dict(module.declarations)
    for path, name in allocators.items():
        of = _type(name, pointer_width)
        if name not in functions:
            declarations.setdefault(name, FunctionDeclaration(name, of, noreturn=False, weak=False))
        call = call_by_name(name, of)
        returned = None if call.result is None else Local(of.result, call.result)
        functions[f"*{path}"] = FunctionDefinition(
            f"*{path}",
            of,
            tuple(Parameter(kind, f"argument{index}", None) for index, kind in enumerate(of.parameters)),
            (BasicBlock("entry", (call,), ReturnInstruction(returned, None)),),
            {},
            internal=False,
            weak=False,
            span=None,
            result_ctype=CVoid(),
        )
    return replace(module, functions=functions, declarations=declarations)


def _type(name: str, pointer_width: int) -> FunctionType:
    size, pointer = IntType(pointer_width), PointerType()
    types: dict[str, tuple[Type, tuple[Type, ...]]] = {
        "malloc": (pointer, (size,)),
        "calloc": (pointer, (size, size)),
        "realloc": (pointer, (pointer, size)),
        "free": (VoidType(), (pointer,)),
    }
    result, parameters = types[name]
    return FunctionType(result, parameters, variadic=False)
