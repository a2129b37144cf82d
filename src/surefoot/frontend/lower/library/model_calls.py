"""Calls of models in C beside library functions that are lowered by name, and the choice
between a model and direct lowering.

Such functions read through pointer arguments: printed strings, written bytes, streams. Models in C
of these functions would need variable arguments, so each string or block is read by a small model
function before the call. After the call, models of streams and files update their state.

Models of functions with formats interpret the format at run time. That is not needed where a
literal format is printed and only the printed strings matter, or where plain numbers are read.
"""

import re
from collections.abc import Container
from typing import Final

from surefoot.base.caveats import Direction
from surefoot.base.records import dataclass
from surefoot.frontend.library import copy_name
from surefoot.frontend.llvm.module import (
    Aggregate,
    CallInstruction,
    Global,
    IntConstant,
    Local,
    Module,
    Operand,
    PointerType,
)
from surefoot.frontend.lower import arithmetic
from surefoot.frontend.lower.function_builder import FunctionBuilder
from surefoot.frontend.lower.library.formats import (
    PRINTED_AT,
    PRINTED_CONVERSION,
    end_of_input,
    format_of,
    is_formatted_input,
    is_simple_input,
    missing_arguments,
    stores_count,
    stream_argument,
)
from surefoot.logic import BOOL, Term, and_, bv, bvmul, bvslt, bvult, distinct, ite
from surefoot.program.properties import Property
from surefoot.program.statements import Call, CheckKind, Origin

READ_STRING: Final = "__surefoot_read_string"
READ_AT_MOST: Final = "__surefoot_read_at_most"
READ_BYTES: Final = "__surefoot_read_bytes"
OPEN_STREAM: Final = "__surefoot_open_stream"
"""Model of the result of the functions in ``STREAM_OPENERS``: null or a stream."""
STREAM_OPENERS: Final = ("fopen", "fopen64", "fdopen", "popen", "tmpfile", "tmpfile64")
OPEN_FILE: Final = "__surefoot_open_descriptor"
"""Model of the result of the functions in ``FILE_OPENERS``: -1 or a file descriptor."""
FILE_OPENERS: Final = ("open", "open64", "creat", "creat64")
EMPTIED: Final = "__surefoot_file_emptied"
"""State update of models: an empty file was opened."""
SCANNED: Final = "__surefoot_scanned"
IS_OWN_OUTPUT: Final = "__surefoot_is_own"
"""State query of models: input may have been written by the program.

It exists if there are such files.
"""
WROTE: Final = "__surefoot_wrote"
WROTE_TO_FILE: Final = "__surefoot_wrote_to_file"
PRINTED: Final = "__surefoot_printed"
FLUSHED: Final = "__surefoot_flushed"
REOPENED: Final = "__surefoot_opened_again"
STATE_UPDATES: Final = (EMPTIED, SCANNED, WROTE, WROTE_TO_FILE, PRINTED, FLUSHED, REOPENED)
"""State updates of models; they are called only where models keep state.

See `surefoot.frontend.linking.library_state`.
"""

_STRINGS: Final = {
    "puts": (0,), "fputs": (0,), "fputs_unlocked": (0,), "fopen": (0, 1), "fopen64": (0, 1), "freopen": (1,), "freopen64": (1,), "fdopen": (1,), "popen": (0, 1),
    "remove": (0,), "rename": (0, 1), "unlink": (0,), "rmdir": (0,), "mkdir": (0,), "chdir": (0,), "access": (0,), "truncate": (0,),
    "chmod": (0,), "link": (0, 1), "symlink": (0, 1), "open": (0,), "open64": (0,), "creat": (0,), "creat64": (0,),
}  # fmt: skip
"""Positions of arguments that are strings."""
_BLOCKS: Final = {"fwrite": (0, (1, 2)), "fwrite_unlocked": (0, (1, 2))}
"""Position of the argument that is a block of bytes, and of those whose product is its size."""
# fmt: off
_STREAMS: Final = {
    **dict.fromkeys(
        ("fprintf", "__fprintf_chk", "vfprintf", "__vfprintf_chk", "fscanf", "__isoc99_fscanf", "__isoc23_fscanf",
         "fseek", "fseeko", "ftell", "ftello", "rewind", "feof", "ferror", "clearerr", "feof_unlocked", "ferror_unlocked", "fileno", "setbuf", "setbuffer", "setvbuf", "flockfile", "funlockfile"),
        ("__surefoot_use_stream", 0),
    ),
    **dict.fromkeys(
        ("fputs", "fputs_unlocked", "putc", "fputc", "putc_unlocked", "fputc_unlocked"), ("__surefoot_use_stream", 1)
    ),
    **dict.fromkeys(("freopen", "freopen64"), ("__surefoot_use_stream", 2)),
    **dict.fromkeys(("fwrite", "fwrite_unlocked"), ("__surefoot_use_stream", 3)),
    **dict.fromkeys(("fclose", "pclose"), ("__surefoot_close_stream", 0)),
    "fflush": ("__surefoot_flush_stream", 0),
}
# fmt: on
"""Model function that uses a stream, and the position of the stream."""
# fmt: off
UPDATES_AFTER_CALLS: Final = {
    **dict.fromkeys(("printf", "__printf_chk", "vprintf", "__vprintf_chk", "puts", "putchar", "putchar_unlocked"), (PRINTED, None)),
    **dict.fromkeys(("fprintf", "__fprintf_chk", "vfprintf", "__vfprintf_chk"), (WROTE, 0)),
    **dict.fromkeys(("fputs", "fputs_unlocked", "putc", "fputc", "putc_unlocked", "fputc_unlocked"), (WROTE, 1)),
    **dict.fromkeys(("fwrite", "fwrite_unlocked"), (WROTE, 3)),
    **dict.fromkeys(("dprintf", "vdprintf"), (WROTE_TO_FILE, 0)),
    **dict.fromkeys(("freopen", "freopen64"), (REOPENED, 2)),
    "fflush": (FLUSHED, 0),
}
# fmt: on
"""State update after a call, and the position of the stream or file descriptor."""


@dataclass(frozen=True, slots=True)
class ModelRead:
    """Call of the model function ``by`` that reads at ``pointer``.

    Its second argument is the product of ``sizes``.
    """

    by: str
    pointer: Operand
    sizes: tuple[Operand | int, ...] = ()


def reads_of(module: Module, call: CallInstruction, name: str) -> list[ModelRead] | None:
    """Return the reads that ``name``, a function without body, performs in ``call``.

    None is returned if the format is unknown or does not match the arguments. Reads of string
    literals are left out, because they are always valid.
    """
    given = [argument.value for argument in call.arguments]
    found = _texts_and_blocks(module, call, name, given)
    if found is not None and name in _STREAMS and _STREAMS[name][1] < len(given):
        by, position = _STREAMS[name]
        found = [ModelRead(by, given[position]), *found]
    return None if found is None else [each for each in found if each.by == READ_BYTES or _may_point(each.pointer)]


def _texts_and_blocks(module: Module, call: CallInstruction, name: str, given: list[Operand]) -> list[ModelRead] | None:
    if name in _STRINGS:
        return [ModelRead(READ_STRING, given[index]) for index in _STRINGS[name] if index < len(given)]
    if name in _BLOCKS and len(given) > max(_BLOCKS[name][1]):
        pointer, sizes = _BLOCKS[name]
        return [ModelRead(READ_BYTES, given[pointer], tuple(given[index] for index in sizes))]
    if name in PRINTED_AT:
        text = format_of(module, call, PRINTED_AT[name])
        if text is None:
            rest = given[PRINTED_AT[name] :]
            return None if any(_may_point(each) for each in rest) else []
        return _printed(text, given[PRINTED_AT[name] + 1 :])
    return []


def helpers_of(module: Module, call: CallInstruction, name: str) -> list[str]:
    """Return the model functions that are called in place of ``name``, which has no body."""
    reads = reads_of(module, call, name) or ()  # unreachable calls have no model
    helpers = [each.by for each in reads]
    if name in STREAM_OPENERS:
        helpers += (OPEN_STREAM, EMPTIED)
    elif name in FILE_OPENERS:
        helpers += (OPEN_FILE, EMPTIED)
    elif name in UPDATES_AFTER_CALLS:
        helpers.append(UPDATES_AFTER_CALLS[name][0])
    elif is_formatted_input(name):
        helpers.append(SCANNED)
    return helpers


def call_helper(
    builder: FunctionBuilder, call: CallInstruction, helper: str, *arguments: Term, result: Term | None = None
) -> None:
    """Call a model function in place of ``call`` or a part of it, if it is linked."""
    name = helper_for(builder.scope.module, call, helper)
    if name in builder.scope.module.functions:
        builder.save_values_over_call(call.span)
        builder.emit(Call(() if result is None else (result,), name, arguments, call.span))


def helper_for(module: Module, call: CallInstruction, helper: str) -> str:
    """Return the copy of ``helper`` for ``call``, or ``helper`` if there is none."""
    copied = helper if call.span is None else copy_name(helper, call.span)
    return copied if copied in module.functions else helper


def emit_reads(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    """Emit the reads of ``name``, a function without body, through its arguments."""
    reads = reads_of(builder.scope.module, call, name)
    if reads is None and CheckKind.INVALID_DEREFERENCE in builder.scope.property.violations:
        text = f"reads of {name} are not checked: its format is not a string literal that matches the arguments"
        builder.scope.note(Direction.DROPS_BEHAVIOUR, text, call.span)
    for each in reads or ():
        arguments = [builder.term(each.pointer, call.span)]
        if each.sizes:
            size = bv(1, builder.type_sorts.pointer.width)
            for part in each.sizes:
                size = bvmul(size, _size(builder, part, call))
            arguments.append(size)
        builder.save_values_over_call(call.span)
        builder.emit(Call((), helper_for(builder.scope.module, call, each.by), tuple(arguments), call.span))


def _printed(text: str, given: list[Operand]) -> list[ModelRead] | None:
    """Return the reads of strings that a format prints.

    None is returned for unknown conversions and for missing arguments.
    """
    if "%" in re.sub(PRINTED_CONVERSION, "", text):
        return None
    reads: list[ModelRead] = []
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
        reads.append(ModelRead(READ_STRING, value) if limit is None else ModelRead(READ_AT_MOST, value, (limit,)))
    return reads


def _may_point(operand: Operand) -> bool:
    """Return whether ``operand`` is a pointer to something other than a literal."""
    is_literal = isinstance(operand, Global) and operand.name.startswith(".str")
    return isinstance(operand.type, PointerType) and not is_literal


def _size(builder: FunctionBuilder, size: Operand | int, call: CallInstruction) -> Term:
    width = builder.type_sorts.pointer.width
    if isinstance(size, int):
        return bv(size, width)
    if isinstance(size, IntConstant):
        return bv(size.value % 2**width, width)
    return arithmetic.resize(builder.term(size, call.span), width, signed=True)


def record_output(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    """Emit the state update for a call of ``name`` and its failure."""
    if name not in UPDATES_AFTER_CALLS:
        return
    helper, position = UPDATES_AFTER_CALLS[name]
    given = [] if position is None else [builder.term(call.arguments[position].value, call.span)]
    if helper in (PRINTED, WROTE, FLUSHED):
        given.append(_as_int(_failed(builder, call, name)))
    call_helper(builder, call, helper, *given)


def record_input(builder: FunctionBuilder, call: CallInstruction, name: str, count: Term) -> None:
    """Emit the state update for a simple format that assigned ``count`` values."""
    position = stream_argument(name)
    null = bv(0, builder.type_sorts.pointer.width)
    stream = null if position is None else builder.term(call.arguments[position].value, call.span)
    end = end_of_input(builder.scope.module, call, name)
    is_short = bvslt(count, bv(end.assigned, 32))
    may_meet_end = bv(1, 32) if end.may_meet_end else _as_int(is_short)
    call_helper(builder, call, SCANNED, stream, count, bv(int(end.reads_input), 32), may_meet_end)


def _failed(builder: FunctionBuilder, call: CallInstruction, name: str) -> Term:
    """Return whether ``call`` failed, which may be unknown."""
    if call.result is None:
        return builder.unknown("fails", BOOL, Origin.EXTERNAL, f"failure of {name}", call.span)
    returned = builder.term(Local(call.type.result, call.result), call.span)
    width = arithmetic.width_of(returned)
    if not name.startswith("fwrite"):
        return bvslt(returned, bv(0, width))
    size, count = (
        arithmetic.resize(builder.term(call.arguments[index].value, call.span), width, signed=False) for index in (1, 2)
    )
    return and_(bvult(returned, count), distinct(size, bv(0, width)))


def _as_int(condition: Term) -> Term:
    return ite(condition, bv(1, 32), bv(0, 32))


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
