"""Which functions belong to the C library and to the compiler's run-time support, by name.

A program is linked with both, so a function of such a name that no file defines is theirs. Unlike a function that just
lacks a body, it has a meaning that we know even where we do not model it: it neither changes the program's globals nor
calls its functions, unless it is given a pointer, and a violation that rests on a value made up for it need not be real.

The names and the shapes of their types are in ``standard_names.txt``, which ``.ci/standard_names.py`` writes. A function
that is declared with another type than the library's is one of the program that is missing.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from surefoot.frontend.llvm.module import FloatType, FunctionType, IntType, PointerType, Type, VoidType


def is_standard(name: str, of: FunctionType) -> bool:
    """Whether ``name``, declared with type ``of``, is a function of the C library or a run-time routine of the compiler."""
    shapes = _names().get(name)
    if shapes is None:
        return False
    declares_no_parameters = of.variadic and not of.parameters
    return not shapes or declares_no_parameters or name.startswith("_") or shape_of(of) in shapes.split("|")


def is_declared_otherwise(name: str, of: FunctionType) -> bool:
    """Whether ``name`` is known and ``of`` is not its type, so that it must be another function."""
    return name in _names() and not is_standard(name, of)


def source_name(name: str) -> str:
    """What a program calls the function that glibc's headers may have renamed: ``sscanf`` for ``__isoc99_sscanf``."""
    return name.removeprefix("__isoc99_").removeprefix("__isoc23_")


def shape_of(of: FunctionType) -> str:
    """The kinds of the result and the parameters, one letter each, and a dot for variable arguments."""
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
    """The shapes of each name, read when the first function without body or model is met."""
    words = Path(__file__).with_name("standard_names.txt").read_text("utf-8").split()
    return {name: shapes for name, _, shapes in (word.partition(":") for word in words)}
