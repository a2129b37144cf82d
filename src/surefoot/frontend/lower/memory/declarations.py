"""Effects of a declaration: the variable or object has an indeterminate value from there on."""

from surefoot.base.caveats import Lean
from surefoot.frontend.llvm.module import CallInstruction, Declare, Global, IntConstant, Local, StoreInstruction, Type
from surefoot.frontend.lower.control.flow_graph import Flow, operands_of, successors_of
from surefoot.frontend.lower.function_builder import FunctionBuilder
from surefoot.frontend.lower.memory.initialisation_checks import mark_uninitialised
from surefoot.frontend.lower.memory.unknown_contents import havoc_contents
from surefoot.program.statements import Havoc, Origin


def lower_declaration(builder: FunctionBuilder, declare: Declare) -> None:
    """Havoc the declared variable or object where a path may read its old value.

    Clang allocates an object once, but a loop passes its declaration repeatedly. Variables are
    havocked as definite assignment requires (`FunctionBuilder.havocked_at_declaration`). Objects in memory are
    havocked if the declaration lies on a cycle and no initialiser follows at once, unless they are
    allocated at lifetime markers.
    """
    if place := builder.places.get(declare.name):
        if declare.name in builder.havocked_at_declaration:
            builder.save_values_over((place.symbol,), declare.span)
            builder.emit(Havoc(place.symbol, Origin.UNINITIALISED, place.name, place.span))
            mark_uninitialised(builder, declare.name, declare.span)
        return
    label = builder.current_label
    if declare.name in builder.recycled:
        return
    if declare.name not in builder.definition.declared or not _is_on_cycle(builder.flow, label):
        return
    known = builder.definition.declared[declare.name]
    (address,) = builder.value_of(declare.name) or (None,)
    of = None if address is None or known.is_parameter else builder.objects.get(address)
    if address is None or of is None or _is_initialised_at_once(builder, declare.name, of):
        return
    if not havoc_contents(builder, address, of, Origin.UNINITIALISED, known.name, declare.span):
        text = f"{known.name} keeps its old contents when its declaration is passed again"
        builder.scope.note(Lean.DROPS_BEHAVIOUR, text, declare.span)


def _is_on_cycle(flow: Flow, label: str) -> bool:
    seen: set[str] = set()
    pending = [*successors_of(flow.blocks[label].last)]
    while pending:
        following = pending.pop()
        if following == label:
            return True
        if following not in seen:
            seen.add(following)
            pending.extend(successors_of(flow.blocks[following].last))
    return False


def _is_initialised_at_once(builder: FunctionBuilder, name: str, of: Type) -> bool:
    """Return whether the next use of the object in its block overwrites all of it."""
    size = builder.type_sorts.layout.size_of(of)
    for instruction in builder.flow.blocks[builder.current_label].instructions[builder.position + 1 :]:
        if not any(isinstance(operand, Local) and operand.name == name for operand in operands_of(instruction)):
            continue
        match instruction:
            case StoreInstruction(value, Local(_, target)):
                return target == name and value.type == of
            case CallInstruction(callee=Global(_, called), arguments=(first, _, third, *_)):
                is_whole = isinstance(third.value, IntConstant) and third.value.value >= size
                is_target = isinstance(first.value, Local) and first.value.name == name
                return called.startswith(("llvm.memcpy.", "llvm.memset.")) and is_target and is_whole
            case _:
                return False
    return False
