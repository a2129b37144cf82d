"""External functions that pointer arguments of the function under test point to.

Only their types are known.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from surefoot.base.caveats import Direction
from surefoot.base.errors import UnsupportedError
from surefoot.base.records import dataclass
from surefoot.base.spans import Span
from surefoot.frontend.environment import Annotations
from surefoot.frontend.llvm.module import (
    BasicBlock,
    CallInstruction,
    FloatType,
    FunctionDefinition,
    FunctionSignature,
    FunctionType,
    Global,
    IntType,
    Parameter,
    PointerType,
    ReturnInstruction,
    Type,
    VoidType,
    Zero,
)
from surefoot.frontend.lower.control.flow_graph import Flow
from surefoot.frontend.lower.control.reachability import ReachedNames
from surefoot.frontend.lower.scope import ProgramScope
from surefoot.frontend.lower.type_sorts import TypeSorts
from surefoot.program.ctypes import CEnum, CFloat, CInteger, CPointer, CType, CVoid

_FLOATS: Final[Mapping[str, str]] = {
    "float": "float",
    "double": "double",
    "long double": "x86_fp80",
    "__float128": "fp128",
}
_INTEGERS: Final = (8, 16, 32, 64)


def function_type(signature: FunctionSignature) -> FunctionType | None:
    """Return the LLVM function type of ``signature``.

    None is returned for variadic functions, and where an argument or the result is no single
    scalar.
    """
    result = VoidType() if signature.result == CVoid() else _value_type(signature.result)
    parameters = tuple(_value_type(each) for each in signature.parameters)
    known = tuple(each for each in parameters if each is not None)
    if result is None or len(known) < len(parameters) or signature.variadic:
        return None
    return FunctionType(result, known, variadic=False)


def _value_type(ctype: CType) -> Type | None:
    match ctype:
        case CInteger("_Bool", _, _):
            return IntType(1)
        case CInteger(name, width, _) if width in _INTEGERS and "_BitInt" not in name:
            return IntType(width)
        case CEnum(_, width, _, _) if width in _INTEGERS:
            return IntType(width)
        case CFloat(name, _) if name in _FLOATS:
            return FloatType(_FLOATS[name])
        case CPointer():
            return PointerType()
        case _:
            return None


@dataclass(frozen=True, slots=True)
class ClassifiedCallbacks:
    """Callbacks, split into those that may be called and ``others`` that only have an address."""

    called: tuple[str, ...]
    others: tuple[FunctionDefinition, ...]


def classify_callbacks(scope: ProgramScope, reached: ReachedNames, span: Span | None) -> ClassifiedCallbacks:
    """Classify the callbacks of ``scope`` by whether a ``reached`` function may call them.

    A caveat records what calls of them are assumed not to do. Raises `UnsupportedError` for one
    that may be called but has no `function_type`.
    """
    calls = [call for flow in reached.functions.values() for call in _calls_through_pointers(flow)]
    called: list[str] = []
    others: list[FunctionDefinition] = []
    for name, signature in scope.callbacks.items():
        of = function_type(signature)
        if of is not None and any(_fits(call, of, scope.type_sorts) for call in calls):
            if scope.environment.annotations is Annotations.MODULAR:
                text = f"modular proofs of functions with a function pointer argument ({name}) are not supported"
                raise UnsupportedError(text, span)
            called.append(name)
            scope.note(Direction.ASSUMES, f"{name} modifies only objects that its arguments point to", span)
        elif of is None and calls:
            text = f"a pointer to a function with struct or variable arguments ({name}) is not supported as an argument of the function under test"
            raise UnsupportedError(text, span)
        else:
            others.append(_never_called(name, of or FunctionType(VoidType(), (), variadic=False), span))
    return ClassifiedCallbacks(tuple(called), tuple(others))


def _calls_through_pointers(flow: Flow) -> Iterator[CallInstruction]:
    for label in flow.order:
        for each in flow.blocks[label].instructions:
            if isinstance(each, CallInstruction) and not isinstance(each.callee, Global):
                yield each


def _fits(call: CallInstruction, of: FunctionType, type_sorts: TypeSorts) -> bool:
    """Return whether ``call`` may call a function of type ``of``.

    Surplus arguments are ignored; any other mismatch is undefined behaviour.
    """
    wanted = [sort for each in of.parameters for sort in type_sorts.sorts(each)]
    given = [sort for each in call.arguments for sort in type_sorts.sorts(each.value.type)]
    return given[: len(wanted)] == wanted


def _never_called(name: str, of: FunctionType, span: Span | None) -> FunctionDefinition:
    parameters = tuple(Parameter(kind, f"argument{index}", None) for index, kind in enumerate(of.parameters))
    result = None if isinstance(of.result, VoidType) else Zero(of.result)
    body = BasicBlock("entry", (), ReturnInstruction(result, span))
    return FunctionDefinition(
        name, of, parameters, (body,), {}, internal=False, weak=False, span=span, result_ctype=CVoid()
    )
