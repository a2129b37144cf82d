"""Choice between the C model of a library function and direct lowering.

Models of functions with formats interpret the format at run time. That is not needed where a
literal format is printed and only the printed strings matter, or where plain numbers are read.
"""

from collections.abc import Container
from typing import Final

from surefoot.frontend.llvm.module import Aggregate, CallInstruction, IntConstant, Module
from surefoot.frontend.lower.library.formats import (
    PRINTED_AT,
    format_of,
    is_simple_input,
    missing_arguments,
    stores_count,
)
from surefoot.frontend.lower.library.model_calls import IS_OWN_OUTPUT, reads_of
from surefoot.program.properties import Property
from surefoot.program.statements import CheckKind

_PRINTING: Final = frozenset({"printf", "fprintf", "dprintf", "__printf_chk", "__fprintf_chk"})
_PRINTING_LISTS: Final = frozenset({"vprintf", "vfprintf", "vdprintf", "__vprintf_chk", "__vfprintf_chk"})


def needs_no_model(module: Module, property: Property, call: CallInstruction, name: str, used: Container[str]) -> bool:
    """Return whether direct lowering covers the effects of ``call`` that matter for ``property``.

    ``used`` are the values that the calling function uses. A function ``name`` that the program
    defines is called.
    """
    if _is_defined_by_program(module, name):
        return False
    is_simple = is_simple_input(module, call, name) and IS_OWN_OUTPUT not in module.functions
    if is_simple or missing_arguments(module, call, name):
        return True
    if name not in _PRINTING | _PRINTING_LISTS or call.result in used:
        return False
    checks_memory = CheckKind.INVALID_DEREFERENCE in property.violations
    if name in _PRINTING_LISTS:
        return not checks_memory and not _has_literal_with_count(module)
    text = format_of(module, call, PRINTED_AT[name])
    if text is None:
        return not checks_memory
    return not stores_count(text) and reads_of(module, call, name) is not None


def has_missing_arguments(module: Module, call: CallInstruction, name: str) -> bool:
    """Return whether ``call`` has too few arguments for the literal format it passes."""
    return not _is_defined_by_program(module, name) and missing_arguments(module, call, name) > 0


def _is_defined_by_program(module: Module, name: str) -> bool:
    """Return whether the program defines ``name`` itself."""
    known = module.functions.get(name)
    return known is not None and not (known.span is not None and known.span.is_library)


def _has_literal_with_count(module: Module) -> bool:
    """Return whether some constant array contains ``%n`` and may be a format."""
    for known in module.globals.values():
        if isinstance(known.initial, Aggregate):
            values = [each.value & 0xFF for each in known.initial.elements if isinstance(each, IntConstant)]
            if stores_count(bytes(values).decode("latin-1")):
                return True
    return False
