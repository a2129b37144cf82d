"""Functions of the C library and of the compiler's run-time support, by name.

A program is linked with both, so a function of such a name that no file defines belongs to them.
Its meaning is known even where it is not modelled: it changes no globals of the program and calls
none of its functions unless it is passed a pointer, and a violation that depends on its havocked
result need not be feasible.

Names and type shapes are in ``standard_names.txt``, which ``.ci/standard_names.py`` writes. A
function declared with another type is a missing function of the program.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from surefoot.frontend.llvm.module import FloatType, FunctionType, IntType, PointerType, Type, VoidType

OWN_SUFFIX = ".own"
"""Suffix of the names of functions that are declared with other widths than the library's."""


def is_standard(name: str, of: FunctionType) -> bool:
    """Return whether ``name`` of type ``of`` belongs to the C library or compiler run time."""
    shapes = _names().get(name)
    if shapes is None:
        return False
    declares_no_parameters = of.variadic and not of.parameters
    return not shapes or declares_no_parameters or name.startswith("_") or shape_of(of) in shapes.split("|")


def is_declared_otherwise(name: str, of: FunctionType) -> bool:
    """Return whether ``name`` is a library name but ``of`` is not the library's type."""
    return name in _names() and not is_standard(name, of)


def source_name(name: str) -> str:
    """Return the name in source code of a function that glibc's headers or linking may have renamed.

    Example: ``sscanf`` for ``__isoc99_sscanf``.
    """
    return name.removesuffix(OWN_SUFFIX).removeprefix("__isoc99_").removeprefix("__isoc23_")


def shape_of(of: FunctionType) -> str:
    """Return the kinds of result and parameters, a letter each, and a dot if variadic."""
    return "".join(map(_kind, (of.result, *of.parameters))) + "." * of.variadic


def _kind(of: Type) -> str:
    match of:
        case VoidType():
            return "v"
        case PointerType():
            return "p"
        case IntType():
            return "i"
        case FloatType():
            return "f"
        case _:
            return "s"


@cache
def _names() -> Mapping[str, str]:
    """Return the shapes of each name. They are read on first use."""
    words = Path(__file__).with_name("standard_names.txt").read_text("utf-8").split()
    return {name: shapes for name, _, shapes in (word.partition(":") for word in words)}
