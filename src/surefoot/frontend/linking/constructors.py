"""Which functions run before ``main`` and after it because their definitions say so: constructors and destructors."""

from typing import Final

from surefoot.base.errors import UnsupportedError
from surefoot.frontend.llvm.module import Aggregate, FunctionDefinition, Global, IntConstant, Module

CONSTRUCTORS: Final = "llvm.global_ctors"
DESTRUCTORS: Final = "llvm.global_dtors"
LISTS: Final = (CONSTRUCTORS, DESTRUCTORS)
"""Where clang lists them. What several files list is one list."""


def constructors(module: Module) -> list[str]:
    """The functions that run before ``main``: by rising priorities, those of one priority in the order of their definitions."""
    return [name for _, name in _by_priority(module, CONSTRUCTORS)]


def destructors(module: Module) -> list[str]:
    """The functions that run after everything else, in the opposite order."""
    return [name for _, name in reversed(_by_priority(module, DESTRUCTORS))]


def _by_priority(module: Module, where: str) -> list[tuple[int, str]]:
    return sorted(_listed(module, where), key=lambda each: each[0])


def _listed(module: Module, where: str) -> list[tuple[int, str]]:
    known = module.globals.get(where)
    if known is None or not isinstance(known.initial, Aggregate):
        return []
    found: list[tuple[int, str]] = []
    for entry in known.initial.elements:
        match entry:
            case Aggregate(_, (IntConstant(_, priority), Global(_, name), *_)) if body := module.functions.get(name):
                _require_no_parameters(body)
                found.append((priority, name))
            case _:
                raise AssertionError("clang lists priorities and functions")
    return found


def _require_no_parameters(body: FunctionDefinition) -> None:
    if body.parameters:
        text = "a function that runs before or after main (constructor, destructor) and has parameters is not supported"
        raise UnsupportedError(text, body.span)
