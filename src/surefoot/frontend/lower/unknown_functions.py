"""What a function without a body may do to the objects it is given."""

from surefoot.frontend.llvm.module import CallInstruction, Global, Operand, PointerType, Type
from surefoot.frontend.lower.frame import Frame
from surefoot.logic import Op, Term, bv, bvadd, variables_of
from surefoot.program.statements import Havoc, Origin, Store
from surefoot.spans import Span

MOST_SCALARS = 256
"""Objects with more scalars than this are not overwritten one by one."""


def forget_arguments(frame: Frame, call: CallInstruction, name: str) -> bool:
    """Give unknown contents to every object that ``call`` passes; False when not all of them are known."""
    complete = True
    for argument in call.arguments:
        if isinstance(argument.value.type, PointerType):
            complete &= _forget(frame, argument.value, name, call.span)
    return complete


def _forget(frame: Frame, pointer: Operand, name: str, span: Span | None) -> bool:
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
    leaves = frame.shapes.leaves(of)
    if len(leaves) > MOST_SCALARS or any(isinstance(leaf.type, PointerType) for leaf in leaves):
        return False
    base = mentioned[0]
    for leaf in leaves:
        fresh = frame.temporary("written", frame.shapes.memory_sort(leaf.type), span)
        frame.emit(Havoc(fresh, Origin.EXTERNAL, name, span))
        frame.emit(Store(bvadd(base, bv(leaf.offset, frame.shapes.pointer.width)), fresh, span))
    return True


def _object_type(frame: Frame, address: Term) -> Type | None:
    """The type of the object that begins at ``address``, if that is known."""
    if of := frame.objects.get(address):
        return of
    name = str(address.payload).removeprefix("&")
    known = frame.scope.module.globals.get(name)
    return known.type if known and address is frame.scope.address(name) else None
