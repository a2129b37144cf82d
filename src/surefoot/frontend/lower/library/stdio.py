"""Handlers of <stdio.h> and <fcntl.h>: opening streams and files, buffers, written elements."""

from surefoot.base.caveats import Direction
from surefoot.frontend.llvm.module import CallInstruction
from surefoot.frontend.lower import arithmetic
from surefoot.frontend.lower.function_builder import FunctionBuilder
from surefoot.frontend.lower.library.handlers import argument, number_like, result
from surefoot.frontend.lower.library.model_calls import EMPTIED, OPEN_FILE, OPEN_STREAM, call_helper
from surefoot.frontend.lower.library.opened_files import opened_by
from surefoot.frontend.lower.library.results import unknown_with_error_number
from surefoot.frontend.lower.memory.havoc import havoc_error_number
from surefoot.logic import BOOL, Op, Term, and_, bit_vector, bv, bvule, distinct, eq, ite, or_
from surefoot.program.statements import Origin


def open_stream(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    """Open a stream or fail, with the model of streams."""
    fails = builder.unknown("fails", BOOL, Origin.EXTERNAL, f"failure of {name}", call.span)
    havoc_error_number(builder, name, call.span, failed=fails)
    stream = builder.temporary(call.result or "stream", builder.type_sorts.pointer, call.span)
    opened = opened_by(builder.scope.module, call, name)
    file = argument(builder, call, 0) if name == "fdopen" else bv(2**32 - (2 if opened.is_at_start else 3), 32)
    call_helper(builder, call, OPEN_STREAM, ite(fails, bv(1, 32), bv(0, 32)), file, result=stream)
    if opened.is_empty:
        call_helper(builder, call, EMPTIED)
    result(builder, call, stream)


def open_file(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    """Open a file descriptor or fail, with the model of files."""
    fails = builder.unknown("fails", BOOL, Origin.EXTERNAL, f"failure of {name}", call.span)
    havoc_error_number(builder, name, call.span, failed=fails)
    file = builder.temporary(call.result or "file", bit_vector(32), call.span)
    call_helper(builder, call, OPEN_FILE, ite(fails, bv(1, 32), bv(0, 32)), result=file)
    if opened_by(builder.scope.module, call, name).is_empty:
        call_helper(builder, call, EMPTIED)
    result(builder, call, file)


def reopen_stream(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    """Return the stream that is passed, or null."""
    fails = builder.unknown("fails", BOOL, Origin.EXTERNAL, f"failure of {name}", call.span)
    havoc_error_number(builder, name, call.span, failed=fails)
    result(builder, call, ite(fails, bv(0, builder.type_sorts.pointer.width), argument(builder, call, 2)))


def set_buffer(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    """Havoc the result; add a caveat if the program passes a buffer, which output overwrites."""
    if argument(builder, call, 1).op is not Op.CONSTANT:
        text = f"{name}: writes of the C library to the passed buffer are not modelled"
        builder.scope.note(Direction.DROPS_BEHAVIOUR, text, call.span)
        builder.mark_unmodelled(name, call.span)
    unknown_with_error_number(builder, call, name)


def byte_of_first(builder: FunctionBuilder, call: CallInstruction) -> Term:
    """Return the first argument converted to ``unsigned char`` and then to ``int``."""
    return arithmetic.resize(arithmetic.resize(argument(builder, call, 0), 8, signed=False), 32, signed=False)


def written_elements(builder: FunctionBuilder, call: CallInstruction, value: Term) -> Term:
    """Return ``value <= count``, and ``value == 0`` for empty elements: results of ``fwrite``."""
    size, most = (
        arithmetic.resize(argument(builder, call, index), arithmetic.width_of(value), signed=False) for index in (1, 2)
    )
    none = number_like(0, value)
    return or_(eq(value, none), and_(bvule(value, most), distinct(size, none)))
