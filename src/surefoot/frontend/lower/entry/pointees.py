"""What C pointer types lead to, as debug info has it, and where pointers are in C types."""

from typing import Final

from surefoot.frontend.llvm.debug_info import VARIABLE_ARGUMENTS
from surefoot.frontend.llvm.module import Module, PointeeType
from surefoot.program.ctypes import CArray, CPointer, CRecord, CType, CVoid

_STREAM: Final = "struct _IO_FILE"
_VARIABLE_ARGUMENTS: Final = frozenset({"struct __va_list_tag", VARIABLE_ARGUMENTS})
"""What a ``va_list`` points to on x86-64, and what it is itself."""
_UNKNOWN: Final = PointeeType("void", CVoid(), None, 1)


def pointee_of(ctype: CType, module: Module) -> PointeeType:
    """What pointer type ``ctype`` points to; something of unknown size if debug info does not say."""
    return module.pointees.get(ctype.key, _UNKNOWN) if isinstance(ctype, CPointer) else _UNKNOWN


def is_stream(pointee: PointeeType) -> bool:
    """Whether it is what ``FILE`` means in the headers of the C library: nothing that programs look into."""
    return pointee.name == _STREAM


def leads_on(pointee: PointeeType) -> bool:
    """Whether it is an object that has to be made: no function, and no stream."""
    return pointee.signature is None and not is_stream(pointee)


def is_list_of_arguments(name: str) -> bool:
    """Whether a type of this name is a ``va_list``, or what one is made of."""
    return name in _VARIABLE_ARGUMENTS


def has_pointers(ctype: CType) -> bool:
    """Whether an object of this type is or holds pointers."""
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
    """Whether an object of this type is or holds a union of several members that has pointers: all that shows a union is that everything is at its start."""
    match ctype:
        case CArray(element, _):
            return has_union_of_pointers(element)
        case CRecord(_, _, members):
            is_union = len(members) > 1 and not any(member.bit_offset for member in members)
            return (is_union and has_pointers(ctype)) or any(has_union_of_pointers(each.ctype) for each in members)
        case _:
            return False
