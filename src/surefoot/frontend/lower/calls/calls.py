"""Calls: direct, through pointers, of known library functions, of functions without a body."""

from collections.abc import Sequence

from surefoot.base.caveats import Direction, Dropped
from surefoot.base.records import replace
from surefoot.base.spans import Span
from surefoot.frontend.library.standard import is_standard, source_name
from surefoot.frontend.llvm.module import (
    Argument,
    CallInstruction,
    FunctionDefinition,
    FunctionType,
    Global,
    Operand,
    PointerType,
    Type,
)
from surefoot.frontend.lower.calls.intrinsics import lower_intrinsic
from surefoot.frontend.lower.calls.unknown_functions import (
    havoc_arguments,
    havoc_rest_of_objects,
    note_effects,
    note_external_effects,
    passed_function,
    writes_only_to_arguments,
)
from surefoot.frontend.lower.calls.variable_arguments import lay_out_variable_arguments, reads_variable_arguments
from surefoot.frontend.lower.function_builder import FunctionBuilder
from surefoot.frontend.lower.library.formats import (
    is_simple_input,
    lower_formatted_input,
    missing_arguments,
    note_handlers,
    note_locale,
    note_stored_count,
)
from surefoot.frontend.lower.library.known_functions import handler_of
from surefoot.frontend.lower.library.model_calls import (
    emit_reads,
    has_missing_arguments,
    needs_no_model,
    record_input,
    record_output,
)
from surefoot.frontend.lower.library.termination import fail_assertion, is_handled_assertion
from surefoot.frontend.lower.memory.havoc import havoc_error_number, havoc_whole_error_number
from surefoot.logic import FALSE, Sort, Term
from surefoot.program.statements import Call, CheckKind, EndLifetime, Origin


def lower_call(builder: FunctionBuilder, call: CallInstruction) -> None:
    """Emit the effects of ``call``; this may end the current block."""
    if call.result is not None and call.result not in builder.flow.use_count:
        call = replace(call, result=None)
    match call.callee:
        case Global(_, name):
            _lower_named_call(builder, call, name)
        case callee:
            _lower_call_through(builder, call, callee)


def _lower_named_call(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    if name in builder.scope.property.error_functions:
        builder.fail(CheckKind.ERROR_CALL, f"call of {name}", call.span)
        builder.stop(f"call of {name}", call.span)
        return
    if name.startswith("llvm."):
        lower_intrinsic(builder, call, name)
        return
    body = builder.scope.body(name)
    note_locale(builder, call, name)
    note_handlers(builder, call, name)
    if has_missing_arguments(builder.scope.module, call, name):
        _fail_missing_arguments(builder, call, name)
    elif body and is_handled_assertion(body, builder.scope.property):
        fail_assertion(builder, call, name)
    elif body and not needs_no_model(builder.scope.module, builder.scope.property, call, name, builder.flow.use_count):
        _lower_call_of(builder, call, body)
    elif handler := handler_of(name, _declared_type(builder, call, name)):
        note_stored_count(builder, call, name)
        emit_reads(builder, call, name)
        handler(builder, call, name)
        record_output(builder, call, name)
    elif is_simple_input(builder.scope.module, call, name):
        emit_reads(builder, call, name)
        record_input(builder, call, name, lower_formatted_input(builder, call, name))
    else:
        _lower_unknown_call(builder, call, name)


def _fail_missing_arguments(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    """Emit a failing check: too few arguments for the format (C11, 7.21.6.1 §2)."""
    missing = missing_arguments(builder.scope.module, call, name)
    text = f"too few arguments for the format of {source_name(name)}: {missing} missing"
    builder.check(FALSE, CheckKind.INVALID_DEREFERENCE, text, call.span)
    if call.result is not None:
        results = _unknown_results(builder, call.result, call.type.result, Origin.UNINITIALISED, name, call.span)
        builder.bind(call.result, results, call.span)


def _lower_call_of(builder: FunctionBuilder, call: CallInstruction, body: FunctionDefinition) -> None:
    """Emit a call of a function of the program. Surplus arguments are dropped."""
    arguments: list[Term] = []
    for index, parameter in enumerate(body.parameters):
        sorts = builder.type_sorts.sorts(parameter.type)
        if index < len(call.arguments):
            given = builder.terms(call.arguments[index].value, call.span)
            arguments.extend(_fitted(builder, given, sorts, f"argument {index + 1} of {body.name}", call.span))
        else:
            arguments.extend(
                builder.unknown(
                    parameter.name, sort, Origin.UNINITIALISED, f"missing argument of {body.name}", call.span
                )
                for sort in sorts
            )
    results = builder.type_sorts.sorts(body.type.result)
    variable = call.arguments[len(body.parameters) :] if reads_variable_arguments(body) else None
    targets = _call(builder, call, body.name, tuple(arguments), results, variable)
    if call.result is None:
        return
    wanted = builder.type_sorts.sorts(call.type.result)
    if wanted and not results:
        targets = _unknown_results(builder, call.result, call.type.result, Origin.UNINITIALISED, body.name, call.span)
    builder.bind(call.result, _fitted(builder, targets, wanted, f"the result of {body.name}", call.span), call.span)


def _lower_call_through(builder: FunctionBuilder, call: CallInstruction, callee: Operand) -> None:
    address = builder.term(callee, call.span)
    named, variable = call.arguments, None
    if call.type.variadic and call.type.parameters:
        count = len(call.type.parameters)
        named, variable = named[:count], named[count:]
    arguments = tuple(term for argument in named for term in builder.terms(argument.value, call.span))
    targets = _call(builder, call, address, arguments, builder.type_sorts.sorts(call.type.result), variable)
    if call.result is not None:
        builder.bind(call.result, targets, call.span)


def _call(
    builder: FunctionBuilder,
    call: CallInstruction,
    callee: str | Term,
    arguments: tuple[Term, ...],
    results: tuple[Sort, ...],
    variable: Sequence[Argument] | None,
) -> tuple[Term, ...]:
    """Emit a call and return its results.

    ``variable`` are the variable arguments, or None if the callee does not read them.
    """
    builder.save_values_over_call(call.span)
    name = call.result
    targets = () if name is None else tuple(builder.temporary(name, sort, call.span) for sort in results)
    if variable is None:
        builder.emit(Call(targets, callee, arguments, call.span))
        return targets
    area = lay_out_variable_arguments(builder, variable, callee if isinstance(callee, str) else "a function", call.span)
    builder.emit(Call(targets, callee, (*arguments, area), call.span))
    builder.emit(EndLifetime(area, call.span))
    return targets


def _lower_unknown_call(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    """Emit a call of a function without body and model.

    The result and the objects that arguments point to are havocked.
    """
    is_library = is_standard(name, _declared_type(builder, call, name))
    origin = Origin.UNMODELLED if is_library else Origin.EXTERNAL
    name = source_name(name)
    if not is_library:
        note_external_effects(builder, call, name)
    lacks = "no model" if is_library else "no body"
    passed = passed_function(builder, call, name) if is_library else None
    if havoc_arguments(builder, call, name, origin):
        text = f"{name} has {lacks}: its result and the objects passed to it are arbitrary"
        builder.scope.note(Direction.ADDS_BEHAVIOUR, text, call.span)
    elif is_library and passed is None and writes_only_to_arguments(name):
        havoc_rest_of_objects(builder, call)
        builder.mark_unmodelled(name, call.span)
        text = f"{name} has {lacks}: it writes only to the objects that its arguments point to"
        builder.scope.note(Direction.ASSUMES, text, call.span)
    else:
        text = f"{name} has {lacks}: writes through its pointer arguments are not modelled"
        builder.scope.note(Direction.DROPS_BEHAVIOUR, text, call.span, Dropped.MEMORY)
        if is_library:
            builder.mark_unmodelled(name, call.span)
    if passed is not None:
        text = f"{name} has no model: its calls of {passed} are not modelled"
        builder.scope.note(Direction.DROPS_BEHAVIOUR, text, call.span)
    if is_library:
        note_effects(builder, call, name)
        _note_accesses(builder, call, name)
    if is_library:
        havoc_error_number(builder, name, call.span, origin=origin)
    else:
        havoc_whole_error_number(builder, name, call.span)
    if call.noreturn:
        builder.stop(f"{name} does not return", call.span)
    elif call.result is not None:
        results = _unknown_results(builder, call.result, call.type.result, origin, name, call.span)
        builder.bind(call.result, results, call.span)


def _note_accesses(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    """Add a caveat: accesses inside a library function without model are assumed to be valid."""
    is_asked_for = CheckKind.INVALID_DEREFERENCE in builder.scope.property.violations
    if is_asked_for and any(isinstance(given.value.type, PointerType) for given in call.arguments):
        text = f"{name} has no model: its own memory accesses are valid"
        builder.scope.note(Direction.ASSUMES, text, call.span)


def _declared_type(builder: FunctionBuilder, call: CallInstruction, name: str) -> FunctionType:
    declaration = builder.scope.module.declarations.get(name)
    return declaration.type if declaration else call.type


def _unknown_results(
    builder: FunctionBuilder, name: str, of: Type, origin: Origin, source: str, span: Span | None
) -> tuple[Term, ...]:
    return tuple(builder.unknown(name, sort, origin, source, span) for sort in builder.type_sorts.sorts(of))


def _fitted(
    builder: FunctionBuilder, given: tuple[Term, ...], sorts: tuple[Sort, ...], what: str, span: Span | None
) -> tuple[Term, ...]:
    """Return ``given`` if it has the sorts ``sorts``.

    A call through an incompatible type is undefined (C11, 6.5.2.2 §9), so what the callee finds in
    place of an argument of another width depends on registers and stack.
    """
    if [term.sort for term in given] == list(sorts):
        return given
    builder.check(FALSE, CheckKind.UNREACHABLE, f"{what} has another type than in the definition of the function", span)
    return tuple(builder.unknown("", sort, Origin.UNINITIALISED, what, span) for sort in sorts)
