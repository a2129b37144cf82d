"""Allocas, loads, stores, address computations and atomic updates."""

from surefoot.errors import UnsupportedError
from surefoot.frontend.llvm.module import (
    Alloca,
    AtomicUpdate,
    CompareExchange,
    FloatType,
    GetElementPointer,
    Global,
    IntConstant,
    LoadInstruction,
    Local,
    Operand,
    StoreInstruction,
    Type,
)
from surefoot.frontend.lower import arithmetic
from surefoot.frontend.lower.constants import element_address, scalar, signed_value
from surefoot.frontend.lower.frame import Frame
from surefoot.frontend.lower.shapes import is_proper_extended, is_scalar
from surefoot.logic import BOOL, Term, bv, bvadd, bvmul, bvnot, eq, ite, not_
from surefoot.program.ctypes import CVoid
from surefoot.program.program import Role, Variable
from surefoot.program.statements import Allocate, CheckKind, Load, Storage, Store
from surefoot.spans import Span


def lower_alloca(frame: Frame, alloca: Alloca) -> None:
    """A new stack object, unless the alloca became a variable."""
    if alloca.result in frame.places:
        return
    shapes = frame.shapes
    size = bv(shapes.layout.size_of(alloca.type), shapes.pointer.width)
    if alloca.count is not None:
        count = arithmetic.resize(frame.term(alloca.count, alloca.span), shapes.pointer.width, signed=False)
        size = bvmul(size, count)
    known = frame.definition.declared.get(alloca.result)
    name = known.name if known else alloca.result
    span = alloca.span or (known.span if known else None)
    address = frame.local(f"&{name}", shapes.pointer, Role.TEMPORARY, CVoid(), span).symbol
    if known:
        frame.scope.object_types[str(address.payload)] = known.ctype
    if alloca.count is None:
        frame.objects[address] = alloca.type
    is_variable_length_array = alloca.count is not None and known is not None
    storage = Storage.BLOCK if is_variable_length_array else Storage.STACK
    frame.emit(Allocate(address, size, storage, zeroed=False, alignment=alloca.alignment, name=name, span=span))
    frame.bind(alloca.result, (address,), span)


def variable_at(frame: Frame, address: Operand) -> Variable | None:
    """The variable that ``address`` stands for, if it is one outside memory."""
    match address:
        case Local(_, name):
            return frame.places.get(name)
        case Global(_, name):
            return frame.scope.variables.get(name)
        case _:
            return None


def read(frame: Frame, name: str, of: Type, address: Operand, span: Span | None) -> tuple[Term, ...]:
    """The scalars of the value of type ``of`` at ``address``."""
    if place := variable_at(frame, address):
        return (place.symbol,)
    base = frame.term(address, span)
    loaded: list[Term] = []
    for leaf in frame.shapes.leaves(of):
        stored = frame.temporary(name, frame.shapes.memory_sort(leaf.type), span)
        frame.emit(Load(stored, _displaced(base, leaf.offset), span))
        if leaf.type == FloatType("x86_fp80"):
            frame.check(is_proper_extended(stored), CheckKind.CONVERSION, "invalid long double", span)
        loaded.append(frame.shapes.from_memory(leaf.type, stored))
    return tuple(loaded)


def write(frame: Frame, of: Type, address: Operand, value: tuple[Term, ...], span: Span | None) -> None:
    """Put the scalars ``value`` of type ``of`` at ``address``."""
    if place := variable_at(frame, address):
        frame.assign(place.symbol, value[0], span)
        return
    base = frame.term(address, span)
    for leaf, part in zip(frame.shapes.leaves(of), value, strict=True):
        frame.emit(Store(_displaced(base, leaf.offset), frame.shapes.to_memory(leaf.type, part), span))


def lower_load(frame: Frame, load: LoadInstruction) -> None:
    """Bind the loaded value."""
    frame.bind(load.result, read(frame, load.result, load.type, load.address, load.span), load.span)


def lower_store(frame: Frame, store: StoreInstruction) -> None:
    """Assign a variable or write to memory; storing an undefined value leaves the place unknown."""
    value = frame.terms(store.value, store.span)
    write(frame, store.value.type, store.address, value, store.span)


def lower_address(frame: Frame, pointer: GetElementPointer) -> None:
    """Bind the address of an element."""
    indices = [
        signed_value(index) if isinstance(index, IntConstant) else frame.term(index, pointer.span)
        for index in pointer.indices
    ]
    base = frame.term(pointer.base, pointer.span)
    frame.bind(pointer.result, (element_address(frame.shapes, pointer.source, base, indices),), pointer.span)


def lower_atomic_update(frame: Frame, update: AtomicUpdate) -> None:
    """Read, compute, write; nothing comes between in a sequential program."""
    of = update.value.type
    (old,) = read(frame, update.result, of, update.address, update.span)
    operand = frame.term(update.value, update.span)
    frame.bind(update.result, (old,), update.span)
    write(frame, of, update.address, (_updated(update, old, operand),), update.span)


def lower_compare_exchange(frame: Frame, exchange: CompareExchange) -> None:
    """Write the replacement if the old value is the expected one; never fails spuriously."""
    of = exchange.expected.type
    if not is_scalar(of):
        raise UnsupportedError("an atomic exchange of this type is not supported", exchange.span)
    (old,) = read(frame, exchange.result, of, exchange.address, exchange.span)
    succeeds = eq(old, frame.term(exchange.expected, exchange.span))
    new = ite(succeeds, frame.term(exchange.replacement, exchange.span), old)
    frame.bind(exchange.result, (old, succeeds), exchange.span)
    write(frame, of, exchange.address, (new,), exchange.span)


def _updated(update: AtomicUpdate, old: Term, operand: Term) -> Term:
    match update.operation:
        case "xchg":
            return operand
        case "nand":
            both = arithmetic.binary("and", old, operand)
            return not_(both) if both.sort is BOOL else bvnot(both)
        case "max" | "min" | "umax" | "umin":
            order = {"max": "sgt", "min": "slt", "umax": "ugt", "umin": "ult"}[update.operation]
            return ite(arithmetic.compare("icmp", order, old, operand), old, operand)
        case "add" | "sub" | "and" | "or" | "xor" | "fadd" | "fsub":
            scalar(update.value.type)
            return arithmetic.binary(update.operation, old, operand)
        case operation:
            raise UnsupportedError(f"atomic operation {operation} is not supported", update.span)


def _displaced(base: Term, offset: int) -> Term:
    return bvadd(base, bv(offset, arithmetic.width_of(base))) if offset else base
