"""Handlers of the functions that `frontend.acsl` inserts for contracts and annotations."""

from typing import Final

from surefoot.base.errors import UnsupportedError
from surefoot.base.spans import Span
from surefoot.frontend.llvm.module import CallInstruction, Global, IntConstant
from surefoot.frontend.lower.constants import signed_value
from surefoot.frontend.lower.function_builder import FunctionBuilder
from surefoot.frontend.lower.library.formats import text_argument
from surefoot.frontend.lower.library.handlers import argument, is_nonzero, size_argument
from surefoot.frontend.lower.library.results import havoc_result
from surefoot.frontend.lower.memory.frame_conditions import FRAME
from surefoot.frontend.lower.memory.havoc import havoc_bytes
from surefoot.program.statements import Assign, CheckKind, CheckMemory, Origin

_ANNOTATION_KINDS: Final = (CheckKind.CONTRACT, CheckKind.INVARIANT_ESTABLISHED, CheckKind.INVARIANT_PRESERVED)
"""Kinds of checks as `frontend.acsl` numbers them."""
ANNOTATIONS: Final = ("__surefoot_contract", FRAME, "__surefoot_require")
"""Functions that carry annotations.

Their strings are no objects of the program, and their variables count as unused.
"""


def check_clause(builder: FunctionBuilder, call: CallInstruction, _name: str) -> None:
    """Emit the check of a clause.

    Arguments: kind, condition, text, and location relative to the call.
    """
    kind, _, _, lines, column = (each.value for each in call.arguments)
    if not all(isinstance(each, IntConstant) for each in (kind, lines, column)) or call.span is None:
        raise UnsupportedError("names that begin with __surefoot_ are reserved: rename the function", call.span)
    line = call.span.line + signed_value(lines)  # type: ignore[arg-type]
    span = Span(call.span.file, line, column.value)  # type: ignore[union-attr]
    text = text_argument(builder, call, 2) or ""
    builder.check(is_nonzero(argument(builder, call, 1)), _ANNOTATION_KINDS[kind.value], text, span)  # type: ignore[union-attr]


def choice(builder: FunctionBuilder, call: CallInstruction, _name: str) -> None:
    """Havoc the value of a quantified variable."""
    havoc_result(builder, call, "any value", Origin.EXTERNAL)


def havoc_memory(builder: FunctionBuilder, call: CallInstruction, _name: str) -> None:
    """Havoc memory by copying a new object of unknown contents to it."""
    target, size = argument(builder, call, 0), size_argument(builder, call, 1)
    havoc_bytes(builder, target, size, call.span)


def assigns(builder: FunctionBuilder, call: CallInstruction, _name: str) -> None:
    """Record that the function under proof has an assigns clause, and a variable in it."""
    builder.scope.frame.is_known = True
    if isinstance(variable := call.arguments[0].value, Global):
        builder.scope.frame.names.add(variable.name)


def assigned_range(builder: FunctionBuilder, call: CallInstruction, _name: str) -> None:
    """Record a memory range of the assigns clause: its number, start and size."""
    number = call.arguments[0].value
    if not isinstance(number, IntConstant):
        raise UnsupportedError("names that begin with __surefoot_ are reserved: rename the function", call.span)
    start, size = builder.scope.frame.assigned_range(number.value, builder.type_sorts.pointer)
    builder.emit(Assign(start, argument(builder, call, 1), call.span))
    builder.emit(Assign(size, size_argument(builder, call, 2), call.span))


def function_returned(builder: FunctionBuilder, call: CallInstruction, _name: str) -> None:
    """Check that no memory allocated by the function under proof is leaked at its return.

    It must be reachable from its result, arguments or global variables.
    """
    builder.emit(CheckMemory(CheckKind.MEMORY_LEAK, call.span))
