"""What library functions read through the pointers they are given: strings that are printed, bytes that are written out.

Models in C would need variable arguments, so each such string or block is read by a small function of the library before the call.
"""

import re
from typing import Final

from surefoot.caveats import Lean
from surefoot.frontend.library import copied_name
from surefoot.frontend.llvm.module import CallInstruction, Global, IntConstant, Module, Operand, PointerType
from surefoot.frontend.lower import arithmetic
from surefoot.frontend.lower.formats import PRINTED_AT, PRINTED_CONVERSION, format_of
from surefoot.frontend.lower.function_builder import FunctionBuilder
from surefoot.logic import Term, bv, bvmul
from surefoot.program.statements import Call, CheckKind
from surefoot.records import dataclass

READ_STRING: Final = "__surefoot_read_string"
READ_AT_MOST: Final = "__surefoot_read_at_most"
READ_BYTES: Final = "__surefoot_read_bytes"
READERS: Final = (READ_STRING, READ_AT_MOST, READ_BYTES)

_STRINGS: Final = {
    "puts": (0,), "fputs": (0,), "fputs_unlocked": (0,), "fopen": (0, 1), "freopen": (0, 1), "fdopen": (1,), "popen": (0, 1),
    "remove": (0,), "rename": (0, 1), "unlink": (0,), "rmdir": (0,), "mkdir": (0,), "chdir": (0,), "access": (0,), "truncate": (0,),
    "chmod": (0,), "link": (0, 1), "symlink": (0, 1), "open": (0,), "open64": (0,), "creat": (0,),
}  # fmt: skip
"""The arguments that are strings."""
_BLOCKS: Final = {"fwrite": (0, (1, 2)), "fwrite_unlocked": (0, (1, 2)), "write": (1, (2,)), "pwrite": (1, (2,))}
"""The argument that is a block of bytes, and those whose product is its size."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A call of the reader ``by``: the pointer, and what its other argument is the product of."""

    by: str
    pointer: Operand
    sizes: tuple[Operand | int, ...] = ()


def readings_of(module: Module, call: CallInstruction, name: str) -> list[Reading] | None:
    """What ``name``, a function without body, reads in ``call``; None if the format that tells is not known or does not fit.

    String literals are not mentioned: they can always be read.
    """
    given = [argument.value for argument in call.arguments]
    if name in _STRINGS:
        found = [Reading(READ_STRING, given[index]) for index in _STRINGS[name] if index < len(given)]
    elif name in _BLOCKS and len(given) > max(_BLOCKS[name][1]):
        pointer, sizes = _BLOCKS[name]
        found = [Reading(READ_BYTES, given[pointer], tuple(given[index] for index in sizes))]
    elif name in PRINTED_AT:
        text = format_of(module, call, PRINTED_AT[name])
        if text is None:
            rest = given[PRINTED_AT[name] :]
            return None if any(_may_point(each) for each in rest) else []
        printed = _printed(text, given[PRINTED_AT[name] + 1 :])
        if printed is None:
            return None
        found = printed
    else:
        found = []
    return [each for each in found if _may_point(each.pointer)]


def reader_of(module: Module, call: CallInstruction, reading: Reading) -> str:
    """The function that reads: the copy for ``call``, if there is one."""
    copied = reading.by if call.span is None else copied_name(reading.by, call.span)
    return copied if copied in module.functions else reading.by


def emit_readings(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    """Read what ``name``, a function without body, reads through its arguments."""
    readings = readings_of(builder.scope.module, call, name)
    if readings is None and CheckKind.INVALID_DEREFERENCE in builder.scope.property.violations:
        text = f"what {name} reads is not known: its format is no string literal that fits the other arguments"
        builder.scope.note(Lean.DROPS_BEHAVIOUR, text, call.span)
    for each in readings or ():
        arguments = [builder.term(each.pointer, call.span)]
        if each.sizes:
            size = bv(1, builder.type_sorts.pointer.width)
            for part in each.sizes:
                size = bvmul(size, _size(builder, part, call))
            arguments.append(size)
        builder.save_values_over_call(call.span)
        builder.emit(Call((), reader_of(builder.scope.module, call, each), tuple(arguments), call.span))


def _printed(text: str, given: list[Operand]) -> list[Reading] | None:
    """The strings that a format prints; None if it has conversions of other kinds, or for what is not given."""
    if "%" in re.sub(PRINTED_CONVERSION, "", text):
        return None
    readings: list[Reading] = []
    rest = list(reversed(given))
    for width, precision, _, letter in re.findall(PRINTED_CONVERSION, text):
        if letter == "%":
            continue
        if (width == "*") + (precision == ".*") + (letter != "m") > len(rest):
            return None
        if width == "*":
            rest.pop()
        limit = rest.pop() if precision == ".*" else int(precision[1:] or 0) if precision else None
        value = rest.pop() if letter != "m" else None
        if letter != "s":
            continue
        if value is None or not isinstance(value.type, PointerType):
            return None
        readings.append(Reading(READ_STRING, value) if limit is None else Reading(READ_AT_MOST, value, (limit,)))
    return readings


def _may_point(operand: Operand) -> bool:
    """Whether ``operand`` is a pointer to something other than a literal."""
    is_literal = isinstance(operand, Global) and operand.name.startswith(".str")
    return isinstance(operand.type, PointerType) and not is_literal


def _size(builder: FunctionBuilder, size: Operand | int, call: CallInstruction) -> Term:
    width = builder.type_sorts.pointer.width
    if isinstance(size, int):
        return bv(size, width)
    if isinstance(size, IntConstant):
        return bv(size.value % 2**width, width)
    return arithmetic.resize(builder.term(size, call.span), width, signed=True)
