"""What a function without a body may do to the objects it is given."""

from surefoot.frontend.llvm.module import CallInstruction, Global, Module, Operand, PointerType, Type
from surefoot.frontend.lower.contents import ERROR_NUMBER, forget_contents
from surefoot.frontend.lower.frame import Frame
from surefoot.logic import Op, Term, variables_of
from surefoot.program.statements import Origin
from surefoot.spans import Span


def forget_arguments(frame: Frame, call: CallInstruction, name: str, origin: Origin) -> bool:
    """Give unknown contents to every object that ``call`` passes; False when not all of them are known."""
    complete = True
    for argument in call.arguments:
        if isinstance(argument.value.type, PointerType):
            complete &= _forget(frame, argument.value, name, origin, call.span)
    return complete


STREAMS = frozenset({"stdin", "stdout", "stderr"})


def reachable_globals(module: Module) -> tuple[str, ...]:
    """The variables that a function in another file can name and change: neither internal nor constant."""
    return tuple(
        name
        for name, known in module.globals.items()
        if name not in STREAMS and name != ERROR_NUMBER and not (known.internal or known.constant)
    )


def _forget(frame: Frame, pointer: Operand, name: str, origin: Origin, span: Span | None) -> bool:
    module = frame.scope.module
    if isinstance(pointer, Global) and (known := module.globals.get(pointer.name)) and known.constant:
        return True
    address = frame.term(pointer, span)
    if address.op is Op.CONSTANT:
        return True
    mentioned = tuple(variables_of(address))
    of = _object_type(frame, mentioned[0]) if len(mentioned) == 1 else None
    if of is None:
        return False
    if not forget_contents(frame, mentioned[0], of, origin, name, span):
        return False
    return not any(isinstance(leaf.type, PointerType) for leaf in frame.shapes.leaves(of))


def _object_type(frame: Frame, address: Term) -> Type | None:
    """The type of the object that begins at ``address``, if that is known."""
    if of := frame.objects.get(address):
        return of
    name = str(address.payload).removeprefix("&")
    known = frame.scope.module.globals.get(name)
    return known.type if known and address is frame.scope.address(name) else None
