"""Functions that are lowered by name when the program does not define them.

Everything that can be written in C is modelled in `surefoot.frontend.library` instead; these
functions need statements of their own.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from surefoot.base.caveats import Lean
from surefoot.base.errors import UnsupportedError
from surefoot.base.spans import Span
from surefoot.frontend.library.standard import is_standard, source_name
from surefoot.frontend.linking.constructors import destructors
from surefoot.frontend.llvm.module import (
    CallInstruction,
    FunctionDefinition,
    FunctionType,
    Global,
    IntConstant,
    PointerType,
)
from surefoot.frontend.lower.calls.unknown_functions import havoc_arguments
from surefoot.frontend.lower.control.non_local_jumps import JUMP, SET
from surefoot.frontend.lower.function_builder import FunctionBuilder
from surefoot.frontend.lower.library.formats import text_argument
from surefoot.frontend.lower.library.opened_files import opened_by
from surefoot.frontend.lower.library.reading import (
    EMPTIED,
    FILE_OPENERS,
    OPEN_FILE,
    OPEN_STREAM,
    STREAM_OPENERS,
    call_helper,
)
from surefoot.frontend.lower.memory.devices import require_no_register
from surefoot.frontend.lower.memory.frame_conditions import FRAME
from surefoot.frontend.lower.memory.unknown_contents import havoc_error_number, set_error_number
from surefoot.frontend.lower.scope import ProgramScope
from surefoot.frontend.lower.values import arithmetic
from surefoot.frontend.lower.values.constants import signed_value
from surefoot.logic import (
    BOOL,
    FALSE,
    TRUE,
    BitVecSort,
    FloatSort,
    Op,
    Term,
    and_,
    bit_vector,
    bv,
    bvadd,
    bvmul,
    bvsle,
    bvslt,
    bvule,
    bvult,
    distinct,
    eq,
    extract,
    fp_is_zero,
    ite,
    not_,
    or_,
    variables_of,
    zero_extend,
)
from surefoot.logic.transformations.bounds import largest
from surefoot.program.properties import Property
from surefoot.program.statements import (
    Allocate,
    Assign,
    Assume,
    Call,
    CheckApart,
    CheckKind,
    CheckMemory,
    Copy,
    Fill,
    Free,
    ObjectSize,
    Origin,
    Storage,
)

Handler = Callable[[FunctionBuilder, CallInstruction, str], None]


def handler_of(name: str, declared: FunctionType | None) -> Handler | None:
    """Return the handler for calls of ``name``, or None.

    A name that programs use for functions of their own counts only if it is declared as in the
    library.
    """
    if handler := _HANDLERS.get(name):
        is_own = name in _COMMON_NAMES and declared is not None and not is_standard(name, declared)
        return None if is_own else handler
    if name.startswith(("__VERIFIER_nondet_", "nondet_", "__CPROVER_nondet_")) or name == "nondet":
        return _input
    if name.startswith("__surefoot_unknown_"):
        return _unknown
    if name.startswith("__surefoot_made_up_"):
        return _unmodelled
    if name.startswith("__surefoot_choice_"):
        return _choice
    return None


def is_handled_assertion(definition: FunctionDefinition, property: Property) -> bool:
    """Return whether the program defines a failure handler of ``assert`` that is checked.

    Any call of the handler is a violation then.
    """
    parameters = definition.type.parameters
    asked_for = CheckKind.ASSERTION in property.violations
    return (
        asked_for
        and definition.name in _ASSERTION_HANDLERS
        and bool(parameters)
        and isinstance(parameters[0], PointerType)
    )


def fail_assertion(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    """Emit the violation of an assertion."""
    text = text_argument(builder, call, _ASSERTION_HANDLERS[name])
    builder.fail(CheckKind.ASSERTION, text or f"call of {name}", call.span)


def ends_run(name: str) -> bool:
    """Return whether the known function ``name`` never returns."""
    return name in _NORETURN


def result(builder: FunctionBuilder, call: CallInstruction, value: Term) -> None:
    """Bind ``value`` as the result of ``call``, in the width that the caller declared."""
    if call.result is None:
        return
    sorts = builder.type_sorts.sorts(call.type.result)
    if len(sorts) != 1:
        raise UnsupportedError("the result of this library function has another type than usual", call.span)
    if value.sort is not sorts[0]:
        width = 1 if sorts[0] is BOOL else getattr(sorts[0], "width", 0)
        value = arithmetic.resize(value, width, signed=False)
    builder.bind(call.result, (value,), call.span)


def argument(builder: FunctionBuilder, call: CallInstruction, index: int) -> Term:
    """Return argument number ``index`` of ``call``."""
    if index >= len(call.arguments):
        raise UnsupportedError("a library function is called with too few arguments", call.span)
    return builder.term(call.arguments[index].value, call.span)


def size_argument(builder: FunctionBuilder, call: CallInstruction, index: int) -> Term:
    """Return an argument of type ``size_t``, also where the caller declared another type."""
    return arithmetic.resize(argument(builder, call, index), builder.type_sorts.pointer.width, signed=False)


def is_nonzero(term: Term) -> Term:
    """Return the truth value of a C condition."""
    if isinstance(term.sort, FloatSort):
        return not_(fp_is_zero(term))
    return term if term.sort is BOOL else distinct(term, bv(0, arithmetic.width_of(term)))


# ---- unknown values


def _havoc_result(builder: FunctionBuilder, call: CallInstruction, name: str, origin: Origin) -> None:
    values = [
        builder.unknown(call.result or "unused", sort, origin, name, call.span)
        for sort in builder.type_sorts.sorts(call.type.result)
    ]
    if name.endswith("_bool") and values[0].sort is not BOOL:
        builder.emit(Assume(bvule(values[0], bv(1, arithmetic.width_of(values[0]))), call.span))
    if call.result is not None:
        builder.bind(call.result, values, call.span)


def _input(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    if not havoc_arguments(builder, call, name, Origin.INPUT):
        text = f"what {name} writes through its pointer arguments is not modelled"
        builder.scope.note(Lean.DROPS_BEHAVIOUR, text, call.span)
    _havoc_result(builder, call, name, Origin.INPUT)


def _unknown(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    if call.result is not None:
        _havoc_result(builder, call, name, Origin.EXTERNAL)


def _unknown_with_error_number(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    havoc_error_number(builder, name, call.span)
    _unknown(builder, call, name)


def _havoc_error_number(builder: FunctionBuilder, call: CallInstruction, _name: str) -> None:
    """Let the caller, a model, set ``errno``; the argument tells whether it fails."""
    failed = is_nonzero(argument(builder, call, 0))
    havoc_error_number(builder, builder.name_in_source, call.span, failed=failed)


def _set_error_number(builder: FunctionBuilder, call: CallInstruction, _name: str) -> None:
    set_error_number(builder, argument(builder, call, 0), call.span)


def _unmodelled(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    """Havoc the result of a library function or of a part of its model.

    Runs that depend on it may be infeasible.
    """
    source = name
    if name.startswith("__surefoot_"):
        source = builder.name_in_source
    else:
        havoc_error_number(builder, name, call.span)
    if call.result is not None:
        _havoc_result(builder, call, source, Origin.UNMODELLED)


def _unmodelled_from_here(builder: FunctionBuilder, call: CallInstruction, _name: str) -> None:
    """Mark the run as possibly infeasible from here on: the model omits behaviour."""
    builder.mark_unmodelled(builder.name_in_source, call.span)


def _open_stream(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    fails = builder.unknown("fails", BOOL, Origin.EXTERNAL, f"failure of {name}", call.span)
    havoc_error_number(builder, name, call.span, failed=fails)
    stream = builder.temporary(call.result or "stream", builder.type_sorts.pointer, call.span)
    opened = opened_by(builder.scope.module, call, name)
    file = argument(builder, call, 0) if name == "fdopen" else bv(2**32 - (2 if opened.is_at_start else 3), 32)
    call_helper(builder, call, OPEN_STREAM, ite(fails, bv(1, 32), bv(0, 32)), file, result=stream)
    if opened.is_empty:
        call_helper(builder, call, EMPTIED)
    result(builder, call, stream)


def _open_file(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    fails = builder.unknown("fails", BOOL, Origin.EXTERNAL, f"failure of {name}", call.span)
    havoc_error_number(builder, name, call.span, failed=fails)
    file = builder.temporary(call.result or "file", bit_vector(32), call.span)
    call_helper(builder, call, OPEN_FILE, ite(fails, bv(1, 32), bv(0, 32)), result=file)
    if opened_by(builder.scope.module, call, name).is_empty:
        call_helper(builder, call, EMPTIED)
    result(builder, call, file)


def _reopen_stream(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    """Return the stream that is passed, or null."""
    fails = builder.unknown("fails", BOOL, Origin.EXTERNAL, f"failure of {name}", call.span)
    havoc_error_number(builder, name, call.span, failed=fails)
    result(builder, call, ite(fails, bv(0, builder.type_sorts.pointer.width), argument(builder, call, 2)))


def _buffering(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    """Havoc the result; add a caveat if the program passes a buffer, which output overwrites."""
    if argument(builder, call, 1).op is not Op.CONSTANT:
        text = f"{name} keeps the buffer that it is given, and what is written to it is not modelled"
        builder.scope.note(Lean.DROPS_BEHAVIOUR, text, call.span)
        builder.mark_unmodelled(name, call.span)
    _unknown_with_error_number(builder, call, name)


def _restricted(
    holds: Callable[[FunctionBuilder, CallInstruction, Term], Term], *, sets_error_number: bool = True
) -> Handler:
    """Return a handler whose result is any value that satisfies ``holds``.

    A negative result is a failure, which sets ``errno``.
    """

    def handler(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
        sorts = builder.type_sorts.sorts(call.type.result)
        failed = FALSE
        if call.result is not None:
            if len(sorts) != 1 or not isinstance(sorts[0], BitVecSort):
                raise UnsupportedError("the result of this library function has another type than usual", call.span)
            value = builder.unknown(call.result, sorts[0], Origin.EXTERNAL, name, call.span)
            builder.emit(Assume(holds(builder, call, value), call.span))
            builder.bind(call.result, (value,), call.span)
            failed = bvslt(value, _number(0, value))
        if sets_error_number:
            havoc_error_number(builder, name, call.span, failed=failed)

    return handler


def _at_least(least: int) -> Handler:
    """Return a handler with any result from ``least`` on; -1 is a failure.

    Functions that cannot fail leave ``errno`` unchanged.
    """
    return _restricted(lambda _frame, _call, value: bvsle(_number(least, value), value), sets_error_number=least < 0)


def _or_failure(success: Callable[[FunctionBuilder, CallInstruction], Term]) -> Handler:
    """Return a handler whose result is ``success`` or -1."""

    def handler(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
        fails = FALSE
        if call.result is not None:
            fails = builder.unknown("fails", BOOL, Origin.EXTERNAL, f"failure of {name}", call.span)
            result(builder, call, ite(fails, bv(2**32 - 1, 32), success(builder, call)))
        havoc_error_number(builder, name, call.span, failed=fails)

    return handler


def _yes_or_no(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    answer = builder.unknown("answer", BOOL, Origin.EXTERNAL, name, call.span)
    havoc_error_number(builder, name, call.span, failed=not_(answer))
    result(builder, call, ite(answer, bv(1, 32), bv(0, 32)))


def _byte_of_first(builder: FunctionBuilder, call: CallInstruction) -> Term:
    return arithmetic.resize(arithmetic.resize(argument(builder, call, 0), 8, signed=False), 32, signed=False)


def _at_most(position: int, *, sets_error_number: bool = True) -> Handler:
    """Return a handler with any result from 0 up to the argument at ``position``."""

    def holds(builder: FunctionBuilder, call: CallInstruction, value: Term) -> Term:
        most = arithmetic.resize(argument(builder, call, position), arithmetic.width_of(value), signed=False)
        return bvule(value, most)

    return _restricted(holds, sets_error_number=sets_error_number)


def _written_elements(builder: FunctionBuilder, call: CallInstruction, value: Term) -> Term:
    """Return ``value <= count``, and ``value == 0`` for empty elements: results of ``fwrite``."""
    size, most = (
        arithmetic.resize(argument(builder, call, index), arithmetic.width_of(value), signed=False) for index in (1, 2)
    )
    none = _number(0, value)
    return or_(eq(value, none), and_(bvule(value, most), distinct(size, none)))


def _number(number: int, like: Term) -> Term:
    width = arithmetic.width_of(like)
    return bv(number % 2**width, width)


def _zero(builder: FunctionBuilder, call: CallInstruction, _name: str) -> None:
    result(builder, call, bv(0, 32))


def _nothing(_frame: FunctionBuilder, _call: CallInstruction, _name: str) -> None:
    """Emit nothing: no effect and no result."""


# ---- ends of the run, assertions, assumptions


_RUN_AT_EXIT: Final = "__surefoot_run_at_exit"
_RUN_AT_QUICK_EXIT: Final = "__surefoot_run_at_quick_exit"
CALLED_AT_EXIT: Final = {"atexit": _RUN_AT_EXIT, "at_quick_exit": _RUN_AT_QUICK_EXIT}
"""Model function that calls the handlers registered with each function.

It exists only if the program registers handlers.
"""


def calls_at_exit(scope: ProgramScope, span: Span | None) -> Iterator[Call]:
    """Yield the calls at normal termination: handlers of ``atexit``, then destructors."""
    if _RUN_AT_EXIT in scope.module.functions:
        yield Call((), _RUN_AT_EXIT, (), span)
    if not scope.environment.all_globals_arbitrary:
        for name in destructors(scope.module):
            yield Call((), name, (), span)


def _stop(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    builder.stop(f"call of {name}", call.span)


def _exit(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    for each in calls_at_exit(builder.scope, call.span):
        builder.emit(each)
    builder.stop(f"call of {name}", call.span)


def _quick_exit(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    if _RUN_AT_QUICK_EXIT in builder.scope.module.functions:
        builder.emit(Call((), _RUN_AT_QUICK_EXIT, (), call.span))
    builder.stop(f"call of {name}", call.span)


def _failed_assertion(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    fail_assertion(builder, call, name)
    builder.stop(f"call of {name}", call.span)


def _assume(builder: FunctionBuilder, call: CallInstruction, _name: str) -> None:
    condition = is_nonzero(argument(builder, call, 0))
    if condition is not TRUE:
        builder.emit(Assume(condition, call.span))


def _assertion(kind: CheckKind) -> Handler:
    def handler(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
        text = text_argument(builder, call, 1) if len(call.arguments) > 1 else None
        builder.check(is_nonzero(argument(builder, call, 0)), kind, text or f"{name} fails", call.span)

    return handler


# ---- contracts


_ANNOTATION_KINDS: Final = (CheckKind.CONTRACT, CheckKind.INVARIANT_ESTABLISHED, CheckKind.INVARIANT_PRESERVED)
"""Kinds of checks as `frontend.acsl` numbers them."""


ANNOTATIONS: Final = ("__surefoot_contract", FRAME, "__surefoot_require")
"""Functions that carry annotations.

Their strings are no objects of the program, and their variables count as unused.
"""


def _contract(builder: FunctionBuilder, call: CallInstruction, _name: str) -> None:
    """Emit the check of a clause.

    Arguments: kind, condition, text, and location relative to the call.
    """
    kind, _, _, lines, column = (each.value for each in call.arguments)
    if not all(isinstance(each, IntConstant) for each in (kind, lines, column)) or call.span is None:
        raise UnsupportedError("a name of surefoot's own is used in the program", call.span)
    line = call.span.line + signed_value(lines)  # type: ignore[arg-type]
    span = Span(call.span.file, line, column.value)  # type: ignore[union-attr]
    text = text_argument(builder, call, 2) or ""
    builder.check(is_nonzero(argument(builder, call, 1)), _ANNOTATION_KINDS[kind.value], text, span)  # type: ignore[union-attr]


def _choice(builder: FunctionBuilder, call: CallInstruction, _name: str) -> None:
    """Havoc the value of a quantified variable."""
    _havoc_result(builder, call, "any value", Origin.EXTERNAL)


def _forget(builder: FunctionBuilder, call: CallInstruction, _name: str) -> None:
    """Havoc memory by copying a new object of unknown contents to it."""
    target, size = argument(builder, call, 0), size_argument(builder, call, 1)
    unknown = builder.temporary("forgotten", builder.type_sorts.pointer, call.span)
    builder.emit(Allocate(unknown, size, Storage.STACK, zeroed=False, alignment=1, name="forgotten", span=call.span))
    copy_bytes(builder, target, unknown, size, call.span)


def _frame(builder: FunctionBuilder, call: CallInstruction, _name: str) -> None:
    """Record that the function under proof has an assigns clause, and a variable in it."""
    builder.scope.frame.is_known = True
    if isinstance(variable := call.arguments[0].value, Global):
        builder.scope.frame.names.add(variable.name)


def _assigned(builder: FunctionBuilder, call: CallInstruction, _name: str) -> None:
    """Record a memory range of the assigns clause: its number, start and size."""
    number = call.arguments[0].value
    if not isinstance(number, IntConstant):
        raise UnsupportedError("a name of surefoot's own is used in the program", call.span)
    start, size = builder.scope.frame.stretch(number.value, builder.type_sorts.pointer)
    builder.emit(Assign(start, argument(builder, call, 1), call.span))
    builder.emit(Assign(size, size_argument(builder, call, 2), call.span))


def _returned(builder: FunctionBuilder, call: CallInstruction, _name: str) -> None:
    """Check that no memory allocated by the function under proof is leaked at its return.

    It must be reachable from its result, arguments or global variables.
    """
    builder.emit(CheckMemory(CheckKind.MEMORY_LEAK, call.span))


# ---- memory


_ALLOCATE: Final = "__surefoot_allocate"
"""Allocation that never fails, called by models."""
_OUT_OF_MEMORY: Final = 12
"""The error number ENOMEM."""


def _allocate(
    builder: FunctionBuilder, call: CallInstruction, name: str, size: Term, alignment: int, too_large: Term = FALSE
) -> None:
    """Allocate ``size`` bytes.

    Where ``too_large`` holds, the result is null and ``errno`` is ENOMEM.
    """
    pointer = builder.type_sorts.pointer
    address = builder.temporary(call.result or name, pointer, call.span)
    may_fail = builder.scope.environment.malloc_may_fail and name != _ALLOCATE
    name = builder.name_in_source if name == _ALLOCATE else name
    zeroed = name in {"calloc", "kzalloc"}
    size = ite(too_large, bv(0, pointer.width), size)  # there is no room for what a product became that does not fit
    builder.emit(Allocate(address, size, Storage.HEAP, zeroed=zeroed, alignment=alignment, name=name, span=call.span))
    if may_fail or too_large is not FALSE:
        fails = too_large
        if may_fail:
            fails = or_(fails, builder.unknown("fails", BOOL, Origin.EXTERNAL, f"failure of {name}", call.span))
        null = bv(0, pointer.width)
        set_error_number(builder, bv(_OUT_OF_MEMORY, 32), call.span, failed=fails)
        builder.emit(Free(ite(fails, address, null), call.span))  # it was never there
        result(builder, call, ite(fails, null, address))
    else:
        result(builder, call, address)


def _allocation(*size_at: int) -> Handler:
    """Return a handler that allocates the product of the arguments at ``size_at`` in bytes."""

    def handler(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
        width = builder.type_sorts.pointer.width
        size, too_large = bv(1, width), FALSE
        for index in size_at:
            factor = size_argument(builder, call, index)
            too_large = or_(too_large, _is_too_large(size, factor))
            size = bvmul(size, factor)
        too_large = FALSE if name == _ALLOCATE else too_large
        _allocate(builder, call, name, size, alignment=width // 4, too_large=too_large)

    return handler


def _is_too_large(left: Term, right: Term) -> Term:
    """Return whether the product of two sizes exceeds PTRDIFF_MAX."""
    width = left.sort.width
    for factor, other in ((left, right), (right, left)):
        if factor.op is Op.CONSTANT:
            if factor.payload == 1:
                return FALSE if largest(other) >> (width - 1) == 0 else bvslt(other, bv(0, width))
            most = ((1 << (width - 1)) - 1) // max(1, factor.payload)
            return FALSE if largest(other) <= most else bvult(bv(most, width), other)
    product = bvmul(zero_extend(left, 2 * width), zero_extend(right, 2 * width))
    return not_(eq(extract(product, 2 * width - 1, width - 1), bv(0, width + 1)))


def _aligned_allocation(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    alignment = call.arguments[0].value if call.arguments else None
    if not isinstance(alignment, IntConstant):
        raise UnsupportedError(f"{name} with an alignment that is not constant is not supported", call.span)
    size = size_argument(builder, call, 1)
    too_large = _is_too_large(bv(1, size.sort.width), size)
    _allocate(builder, call, name, size, alignment=alignment.value, too_large=too_large)


def _free(builder: FunctionBuilder, call: CallInstruction, _name: str) -> None:
    builder.emit(Free(argument(builder, call, 0), call.span))


def _copy(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    target, source, size = argument(builder, call, 0), argument(builder, call, 1), size_argument(builder, call, 2)
    if name != _COPY_OF_MODELS:
        require_not_null(builder, call, name, size, target, source)
    copy_bytes(builder, target, source, size, call.span, is_apart=name in _APART)
    result(builder, call, target)


def _fill(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    target, size = argument(builder, call, 0), size_argument(builder, call, 2)
    require_not_null(builder, call, name, size, target)
    fill_bytes(builder, target, argument(builder, call, 1), size, call.span)
    result(builder, call, target)


def require_not_null(builder: FunctionBuilder, call: CallInstruction, name: str, size: Term, *pointers: Term) -> None:
    """Check that no pointer passed to a library function is null if ``size`` is 0 (C11, 7.1.4 §1).

    If ``size`` is positive, the access itself is checked.
    """
    null = bv(0, builder.type_sorts.pointer.width)
    holds = or_(distinct(size, null), and_(*(distinct(each, null) for each in pointers)))
    source = builder.name_in_source if name.startswith("__surefoot_") else source_name(name)
    builder.check(holds, CheckKind.INVALID_DEREFERENCE, f"null pointer given to {source}", call.span)


def copy_bytes(
    builder: FunctionBuilder, target: Term, source: Term, size: Term, span: Span | None, *, is_apart: bool = False
) -> None:
    """Emit ``memmove``, or ``memcpy`` if ``is_apart``: the blocks must not overlap."""
    require_no_register(builder, target, size, span)
    require_no_register(builder, source, size, span)
    builder.emit(Copy(target, source, size, span, is_apart))


def fill_bytes(builder: FunctionBuilder, target: Term, byte: Term, size: Term, span: Span | None) -> None:
    """Emit ``memset``."""
    require_no_register(builder, target, size, span)
    builder.emit(Fill(target, arithmetic.resize(byte, 8, signed=False), size, span))


def _object_size(builder: FunctionBuilder, call: CallInstruction, _name: str) -> None:
    size = builder.temporary(call.result or "size", builder.type_sorts.pointer, call.span)
    builder.emit(ObjectSize(size, argument(builder, call, 0), call.span))
    result(builder, call, size)


def _writable_size(builder: FunctionBuilder, call: CallInstruction, _name: str) -> None:
    """Bind the size of the object at the address; 0 for an object that is constant."""
    size = builder.temporary(call.result or "size", builder.type_sorts.pointer, call.span)
    address = argument(builder, call, 0)
    builder.emit(ObjectSize(size, address, call.span))
    width = builder.type_sorts.pointer.width
    constants = [
        (builder.scope.address(name), builder.type_sorts.layout.size_of(known.type))
        for name in builder.scope.globals
        if (known := builder.scope.module.globals[name]).constant
    ]
    mentioned = set(variables_of(address))
    others = mentioned - {base for base, _ in constants}
    is_known = all(each in builder.objects or str(each.payload).startswith("&") for each in mentioned)
    if mentioned and is_known:
        constants = [] if others == mentioned else constants
    inside = [and_(bvule(base, address), bvult(address, bvadd(base, bv(of, width)))) for base, of in constants]
    result(builder, call, ite(or_(*inside), bv(0, width), size) if inside else size)


# ---- preconditions of library functions


def _require(builder: FunctionBuilder, call: CallInstruction, _name: str) -> None:
    """Check a precondition that a model has for its caller; the second argument is the message."""
    text = text_argument(builder, call, 1) or ""
    builder.check(is_nonzero(argument(builder, call, 0)), CheckKind.INVALID_DEREFERENCE, text, call.span)


def _require_apart(builder: FunctionBuilder, call: CallInstruction, _name: str) -> None:
    """Check that two blocks, each an address and a size, do not overlap."""
    left, right = argument(builder, call, 0), argument(builder, call, 2)
    sizes = size_argument(builder, call, 1), size_argument(builder, call, 3)
    builder.emit(CheckApart(left, sizes[0], right, sizes[1], call.span))


# ---- jumps


def _set_jump(builder: FunctionBuilder, call: CallInstruction, _name: str) -> None:
    place = argument(builder, call, 0)
    builder.save_values_over_call(call.span)
    returned = builder.temporary(call.result or "setjmp", bit_vector(32), call.span)
    builder.mark_reassigned(returned)
    builder.emit(Call((returned,), SET, (place,), call.span))
    result(builder, call, returned)


def _jump(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    builder.emit(Call((), JUMP, (argument(builder, call, 0), argument(builder, call, 1)), call.span))
    builder.stop(f"call of {name}", call.span)


# ---- refusals


def _unsupported(what: str) -> Handler:
    def handler(_frame: FunctionBuilder, call: CallInstruction, name: str) -> None:
        raise UnsupportedError(f"{what} ({name}) is not supported", call.span)

    return handler


def _table(*groups: tuple[Handler, str]) -> Mapping[str, Handler]:
    return {name: handler for handler, names in groups for name in names.split()}


_ASSERTION_HANDLERS: Final = {
    "__assert_fail": 0, "__assert": 0, "_assert": 0, "__assert_rtn": 3, "__assert_func": 3, "_wassert": 0, "__assert_perror_fail": 1,
}  # fmt: skip
"""Failure handlers of ``assert`` on several systems, with the position of the assertion's text."""
ASSERTION_FUNCTIONS: Final = ("assert", "__VERIFIER_assert", "__CPROVER_assert", "__ESBMC_assert", *_ASSERTION_HANDLERS)
"""Functions whose calls state assertions."""
_NORETURN: Final = _table(
    (_exit, "exit"),
    (_quick_exit, "quick_exit"),
    (_stop, "abort _exit _Exit pthread_exit thrd_exit"),
    (_failed_assertion, " ".join(_ASSERTION_HANDLERS)),
    (_jump, "longjmp _longjmp siglongjmp __longjmp_chk"),
)
_COPY_OF_MODELS: Final = "__surefoot_copy"
"""Copy function of models; its pointers are known to be non-null."""
_APART: Final = ("memcpy", "__memcpy_chk", "__surefoot_copy_apart")
"""Functions that copy between blocks that must not overlap."""
_HANDLERS: Final = {
    **_NORETURN,
    **_table(
        (_assume, "__VERIFIER_assume __CPROVER_assume __ESBMC_assume __surefoot_assume"),
        (_assertion(CheckKind.ERROR_CALL), "__VERIFIER_assert"),
        (_assertion(CheckKind.ASSERTION), "assert __CPROVER_assert __ESBMC_assert"),
        (_allocation(0), f"malloc valloc kmalloc kzalloc {_ALLOCATE}"),
        (_allocation(0, 1), "calloc"),
        (_aligned_allocation, "aligned_alloc memalign"),
        (_free, "free cfree kfree"),
        (_copy, f"memmove __memmove_chk {_COPY_OF_MODELS} {' '.join(_APART)}"),
        (_fill, "memset __memset_chk __surefoot_fill"),
        (_object_size, "__surefoot_object_size"),
        (_writable_size, "__surefoot_writable_size"),
        (_require, "__surefoot_require"),
        (_require_apart, "__surefoot_require_apart"),
        (_contract, "__surefoot_contract"),
        (_forget, "__surefoot_forget"),
        (_frame, FRAME),
        (_assigned, "__surefoot_assigned"),
        (_returned, "__surefoot_returned"),
        (_havoc_error_number, "__surefoot_forget_error_number"),
        (_set_error_number, "__surefoot_set_error_number"),
        (_unmodelled_from_here, "__surefoot_made_up_from_here"),
        (
            _unknown,
            "sched_yield flockfile funlockfile",
        ),
        (_unknown_with_error_number, "pclose syslog openlog closelog tzset sync"),
        (_open_stream, " ".join(STREAM_OPENERS)),
        (_open_file, " ".join(FILE_OPENERS)),
        (_reopen_stream, "freopen freopen64"),
        (_buffering, "setbuf setbuffer setvbuf"),
        (
            _unmodelled,
            "printf fprintf dprintf __printf_chk __fprintf_chk vprintf vfprintf vdprintf __vprintf_chk __vfprintf_chk",
        ),
        (_at_least(-1), "puts fputs fputs_unlocked"),
        (_at_least(1), "getppid getpgrp"),
        (_at_least(0), "alarm"),
        (
            _or_failure(lambda _frame, _call: bv(0, 32)),
            "fclose fflush usleep remove rename unlink rmdir mkdir chdir fsync access truncate ftruncate chmod link symlink",
        ),
        (_or_failure(_byte_of_first), "putchar putc fputc putchar_unlocked putc_unlocked fputc_unlocked"),
        (_yes_or_no, "isatty"),
        (_restricted(_written_elements), "fwrite fwrite_unlocked"),
        (_at_most(0, sets_error_number=False), "sleep"),
        (
            _zero,
            (
                "pthread_mutex_lock pthread_mutex_unlock pthread_mutex_init pthread_mutex_destroy pthread_mutexattr_init "
                "pthread_mutexattr_settype pthread_mutexattr_destroy pthread_attr_init pthread_attr_destroy fegetround"
            ),
        ),
        (_nothing, "__VERIFIER_atomic_begin __VERIFIER_atomic_end"),
        (_set_jump, "setjmp _setjmp __sigsetjmp sigsetjmp"),
        (_unsupported("thread"), "pthread_create thrd_create clone"),
        (_unsupported("process"), "fork vfork"),
        (_unsupported("rounding mode"), "fesetround fesetenv feupdateenv"),
    ),
}
_COMMON_NAMES: Final = frozenset({
    "open", "creat", "dup", "close", "remove", "rename", "unlink", "link", "symlink", "access", "truncate", "chmod", "chdir", "mkdir", "rmdir",
    "alarm", "sync", "rewind", "popen", "pclose", "tmpfile", "fileno", "umask", "isatty", "lseek", "fsync",
})  # fmt: skip
"""Library functions whose names programs also use for functions of their own."""
