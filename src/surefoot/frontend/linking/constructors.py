"""Functions with ``__attribute__((constructor))`` or ``__attribute__((destructor))``, which run
before and after ``main``.
"""

from typing import Final

from surefoot.base.errors import UnsupportedError
from surefoot.frontend.llvm.module import Aggregate, FunctionDefinition, Global, IntConstant, Module

CONSTRUCTORS: Final = "llvm.global_ctors"
DESTRUCTORS: Final = "llvm.global_dtors"
LISTS: Final = (CONSTRUCTORS, DESTRUCTORS)
"""The globals in which LLVM lists them; linking concatenates the lists of all files."""


def constructors(module: Module) -> list[str]:
    """Return the functions that run before ``main``, by ascending priority and then in the order of
    their definitions.
    """
    return [name for _, name in _by_priority(module, CONSTRUCTORS)]


def destructors(module: Module) -> list[str]:
    """Return the functions that run after ``main`` and ``atexit`` handlers, in the opposite order."""
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
                raise AssertionError("an entry is a priority and a function")
    return found


def _require_no_parameters(body: FunctionDefinition) -> None:
    if body.parameters:
        text = "a constructor or destructor with parameters is not supported; declare it with (void)"
        raise UnsupportedError(text, body.span)
