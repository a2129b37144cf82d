"""Handlers that end runs or divert them: exits, assertions, assumptions, ``setjmp`` and
``longjmp``.
"""

from collections.abc import Iterator
from typing import Final

from surefoot.base.caveats import Direction
from surefoot.base.spans import Span
from surefoot.frontend.linking.constructors import destructors
from surefoot.frontend.llvm.module import CallInstruction, FunctionDefinition, PointerType
from surefoot.frontend.lower.control.non_local_jumps import JUMP, SET
from surefoot.frontend.lower.function_builder import FunctionBuilder
from surefoot.frontend.lower.library.formats import text_argument
from surefoot.frontend.lower.library.handlers import Handler, argument, is_nonzero, result
from surefoot.frontend.lower.library.results import at_least
from surefoot.frontend.lower.scope import ProgramScope
from surefoot.logic import TRUE, bit_vector
from surefoot.program.properties import Property
from surefoot.program.statements import Assume, Call, CheckKind

_RUN_AT_EXIT: Final = "__surefoot_run_at_exit"
_RUN_AT_QUICK_EXIT: Final = "__surefoot_run_at_quick_exit"
CALLED_AT_EXIT: Final = {"atexit": _RUN_AT_EXIT, "at_quick_exit": _RUN_AT_QUICK_EXIT}
"""Model function that calls the handlers registered with each function.

It exists only if the program registers handlers.
"""
ASSERTION_HANDLERS: Final = {
    "__assert_fail": 0, "__assert": 0, "_assert": 0, "__assert_rtn": 3, "__assert_func": 3, "_wassert": 0, "__assert_perror_fail": 1,
}  # fmt: skip
"""Failure handlers of ``assert`` on several systems, with the position of the assertion's text."""
ASSERTION_FUNCTIONS: Final = ("assert", "__VERIFIER_assert", "__CPROVER_assert", "__ESBMC_assert", *ASSERTION_HANDLERS)
"""Functions whose calls state assertions."""


def calls_at_exit(scope: ProgramScope, span: Span | None) -> Iterator[Call]:
    """Yield the calls at normal termination: handlers of ``atexit``, then destructors."""
    if _RUN_AT_EXIT in scope.module.functions:
        yield Call((), _RUN_AT_EXIT, (), span)
    if not scope.environment.all_globals_arbitrary:
        for name in destructors(scope.module):
            yield Call((), name, (), span)


def stop(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    """End the run."""
    builder.stop(f"call of {name}", call.span)


def exit_program(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    """Run the handlers of ``atexit`` and the destructors, then end the run."""
    for each in calls_at_exit(builder.scope, call.span):
        builder.emit(each)
    builder.stop(f"call of {name}", call.span)


def start_timer(builder: FunctionBuilder, call: CallInstruction, _name: str) -> None:
    """Record that the signal of a timer, which ends the run unless it is handled, does not arrive."""
    _ignore_timer(builder, builder.name_in_source, call.span)


def alarm(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    """Bind any number of seconds from 0 on; see `start_timer`."""
    _ignore_timer(builder, name, call.span)
    at_least(0)(builder, call, name)


def _ignore_timer(builder: FunctionBuilder, name: str, span: Span | None) -> None:
    text = f"the signal of {name} does not arrive; it would end the run"
    builder.scope.note_once(Direction.ASSUMES, text, span)


def quick_exit(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    """Run the handlers of ``at_quick_exit``, then end the run."""
    if _RUN_AT_QUICK_EXIT in builder.scope.module.functions:
        builder.emit(Call((), _RUN_AT_QUICK_EXIT, (), call.span))
    builder.stop(f"call of {name}", call.span)


def is_handled_assertion(definition: FunctionDefinition, property: Property) -> bool:
    """Return whether the program defines a failure handler of ``assert`` that is checked.

    Any call of the handler is a violation then.
    """
    parameters = definition.type.parameters
    is_checked = CheckKind.ASSERTION in property.violations
    return (
        is_checked
        and definition.name in ASSERTION_HANDLERS
        and bool(parameters)
        and isinstance(parameters[0], PointerType)
    )


def fail_assertion(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    """Emit the violation of an assertion."""
    text = text_argument(builder, call, ASSERTION_HANDLERS[name])
    builder.fail(CheckKind.ASSERTION, text or f"call of {name}", call.span)


def failed_assertion(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    """Report a failed assertion and end the run."""
    fail_assertion(builder, call, name)
    builder.stop(f"call of {name}", call.span)


def assume(builder: FunctionBuilder, call: CallInstruction, _name: str) -> None:
    """Assume that the argument is not zero."""
    condition = is_nonzero(argument(builder, call, 0))
    if condition is not TRUE:
        builder.emit(Assume(condition, call.span))


def assertion(kind: CheckKind) -> Handler:
    """Return a handler that checks that the first argument is not zero."""

    def handler(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
        text = text_argument(builder, call, 1) if len(call.arguments) > 1 else None
        builder.check(is_nonzero(argument(builder, call, 0)), kind, text or f"{name} fails", call.span)

    return handler


def set_jump(builder: FunctionBuilder, call: CallInstruction, _name: str) -> None:
    """Call `SET`, which returns once per jump to this place."""
    place = argument(builder, call, 0)
    builder.save_values_over_call(call.span)
    returned = builder.temporary(call.result or "setjmp", bit_vector(32), call.span)
    builder.mark_reassigned(returned)
    builder.emit(Call((returned,), SET, (place,), call.span))
    result(builder, call, returned)


def jump(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    """Call `JUMP`, which does not return."""
    builder.emit(Call((), JUMP, (argument(builder, call, 0), argument(builder, call, 1)), call.span))
    builder.stop(f"call of {name}", call.span)
