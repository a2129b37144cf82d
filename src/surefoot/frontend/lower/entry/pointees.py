"""Pointee types of C pointers, from debug info, and pointers inside C types."""

from typing import Final

from surefoot.frontend.llvm.debug_info import VARIABLE_ARGUMENTS
from surefoot.frontend.llvm.module import Module, PointeeType
from surefoot.program.ctypes import CArray, CPointer, CRecord, CType, CVoid

_STREAM: Final = "struct _IO_FILE"
_VARIABLE_ARGUMENTS: Final = frozenset({"struct __va_list_tag", VARIABLE_ARGUMENTS})
"""Names of ``va_list`` and of the struct it points to on x86-64."""
_UNKNOWN: Final = PointeeType("void", CVoid(), None, 1)


def pointee_of(ctype: CType, module: Module) -> PointeeType:
    """Return the type that ``ctype`` points to; one of unknown size if debug info lacks it."""
    return module.pointees.get(ctype.key, _UNKNOWN) if isinstance(ctype, CPointer) else _UNKNOWN


def is_stream(pointee: PointeeType) -> bool:
    """Return whether the type is ``FILE`` of the C library, which is opaque to programs."""
    return pointee.name == _STREAM


def is_object(pointee: PointeeType) -> bool:
    """Return whether the pointee is an object to be made: no function or stream."""
    return pointee.signature is None and not is_stream(pointee)


def is_va_list(name: str) -> bool:
    """Return whether ``name`` is ``va_list`` or a part of it."""
    return name in _VARIABLE_ARGUMENTS


def has_pointers(ctype: CType) -> bool:
    """Return whether an object of this type is or contains pointers."""
    match ctype:
        case CPointer():
            return True
        case CArray(element, _):
            return has_pointers(element)
        case CRecord(_, _, members):
            return any(has_pointers(member.ctype) for member in members)
        case _:
            return False


def has_union_of_pointers(ctype: CType) -> bool:
    """Return whether an object of this type is or contains a union with pointers.

    A record with several members is taken as a union if all of them have offset 0.
    """
    match ctype:
        case CArray(element, _):
            return has_union_of_pointers(element)
        case CRecord(_, _, members):
            is_union = len(members) > 1 and not any(member.bit_offset for member in members)
            return (is_union and has_pointers(ctype)) or any(has_union_of_pointers(each.ctype) for each in members)
        case _:
            return False
