"""State updates of stream models after calls that are lowered by name."""

from surefoot.frontend.llvm.module import CallInstruction, Local
from surefoot.frontend.lower.function_builder import FunctionBuilder
from surefoot.frontend.lower.library.formats import end_of_input, stream_argument
from surefoot.frontend.lower.library.reading import FLUSHED, PRINTED, SCANNED, UPDATES_AFTER_CALLS, WROTE, call_helper
from surefoot.frontend.lower.values import arithmetic
from surefoot.logic import BOOL, Term, and_, bv, bvslt, bvult, distinct, ite
from surefoot.program.statements import Origin


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
    told = builder.term(Local(call.type.result, call.result), call.span)
    width = arithmetic.width_of(told)
    if not name.startswith("fwrite"):
        return bvslt(told, bv(0, width))
    size, count = (
        arithmetic.resize(builder.term(call.arguments[index].value, call.span), width, signed=False) for index in (1, 2)
    )
    return and_(bvult(told, count), distinct(size, bv(0, width)))


def _as_int(condition: Term) -> Term:
    return ite(condition, bv(1, 32), bv(0, 32))
