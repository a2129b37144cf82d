"""Allocas, loads, stores, address computations and atomic updates, with alignment checks."""

from surefoot.base.caveats import Direction
from surefoot.base.errors import UnsupportedError
from surefoot.base.spans import Span
from surefoot.frontend.llvm.module import (
    LITERAL,
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
    VectorType,
)
from surefoot.frontend.lower import arithmetic
from surefoot.frontend.lower.constants import element_address, scalar, signed_value
from surefoot.frontend.lower.function_builder import FunctionBuilder
from surefoot.frontend.lower.memory.array_sizes import assume_array_exists
from surefoot.frontend.lower.memory.devices import access_to
from surefoot.frontend.lower.memory.escape_analysis import may_be_temporary
from surefoot.frontend.lower.memory.initialisation import check_initialised, mark_initialised
from surefoot.frontend.lower.memory.lifetimes import is_allocated_at_markers
from surefoot.frontend.lower.type_sorts import Leaf, is_proper_extended, is_scalar
from surefoot.logic import BOOL, FALSE, TRUE, Term, bv, bvadd, bvmul, bvnot, eq, extract, ite, not_
from surefoot.program.ctypes import CVoid
from surefoot.program.program import Role, Variable
from surefoot.program.statements import Allocate, Assign, Assume, CheckKind, Load, Origin, Storage, Store


def lower_alloca(builder: FunctionBuilder, alloca: Alloca) -> None:
    """Allocate a stack object, unless the alloca was promoted to a variable."""
    if alloca.result in builder.places:
        return
    type_sorts = builder.type_sorts
    known = builder.definition.declared.get(alloca.result)
    span = alloca.span or (known.span if known else None)
    size = bv(type_sorts.layout.size_of(alloca.type), type_sorts.pointer.width)
    if alloca.count is not None:
        count = arithmetic.resize(builder.term(alloca.count, alloca.span), type_sorts.pointer.width, signed=False)
        assume_array_exists(builder, alloca, size, count, span)
        size = bvmul(size, count)
    name = known.name if known else _name_of(alloca)
    address = builder.local(f"&{name}", type_sorts.pointer, Role.TEMPORARY, CVoid(), span).symbol
    if known:
        builder.scope.object_types[str(address.payload)] = known.ctype
    if alloca.count is None:
        builder.objects[address] = alloca.type
    is_variable_length_array = alloca.count is not None and known is not None
    storage = Storage.BLOCK if is_variable_length_array else Storage.STACK
    allocation = Allocate(address, size, storage, zeroed=False, alignment=alloca.alignment, name=name, span=span)
    builder.bind(alloca.result, (address,), span)
    if is_allocated_at_markers(builder, alloca.result, allocation):
        builder.mark_reassigned(address)
        builder.emit(Assign(address, bv(0, type_sorts.pointer.width), span))
    else:
        builder.emit(allocation)
        if alloca.result in builder.vla_addresses:
            builder.assign(builder.vla_addresses[alloca.result], address, span)


def _name_of(alloca: Alloca) -> str:
    """Return the name in reports of an object without a name in C."""
    if alloca.result.startswith(LITERAL):
        return "compound literal"
    if alloca.count is not None:
        return "alloca"
    return "temporary object" if may_be_temporary(alloca.result) else alloca.result


def variable_at(builder: FunctionBuilder, address: Operand) -> Variable | None:
    """Return the promoted variable that ``address`` refers to, or None."""
    match address:
        case Local(_, name):
            return builder.places.get(name)
        case Global(_, name):
            return builder.scope.variables.get(name)
        case _:
            return None


def read(
    builder: FunctionBuilder, name: str, of: Type, address: Operand, span: Span | None, *, is_volatile: bool = False
) -> tuple[Term, ...]:
    """Return the scalars of the value of type ``of`` at ``address``."""
    is_unknown = is_volatile and builder.scope.environment.volatile_is_unknown
    if is_volatile:
        _note_shared_read(builder, span)
    if place := variable_at(builder, address):
        if is_unknown:
            return (builder.unknown(name, place.symbol.sort, Origin.INPUT, place.name, span),)
        return (place.symbol,)
    _require_whole_bytes(of, builder, span)
    size = builder.type_sorts.layout.size_of(of)
    access = access_to(builder, builder.term(address, span), size, span, is_volatile=is_volatile)
    found: list[Term] = []
    for leaf in builder.type_sorts.leaves(of):
        loaded = None if access.is_register is TRUE else _loaded(builder, name, leaf, access.target, span)
        if loaded is not None and access.is_register is FALSE and not is_unknown:
            found.append(loaded)
            continue
        source = access.source if access.is_register is not FALSE else "a volatile object"
        anything = builder.unknown(name, builder.type_sorts.sort(leaf.type), Origin.INPUT, source, span)
        is_anything = TRUE if loaded is None or is_unknown else access.is_register
        found.append(anything if loaded is None else ite(is_anything, anything, loaded))
    return tuple(found)


def _require_whole_bytes(of: Type, builder: FunctionBuilder, span: Span | None) -> None:
    if isinstance(of, VectorType) and builder.type_sorts.layout.bits_of(of.element) % 8:
        raise UnsupportedError("a vector of bits in memory is not supported", span)


def _loaded(builder: FunctionBuilder, name: str, leaf: Leaf, base: Term, span: Span | None) -> Term:
    stored = builder.temporary(name, builder.type_sorts.memory_sort(leaf.type), span)
    builder.emit(Load(stored, _displaced(base, leaf.offset), span))
    if leaf.type == FloatType("x86_fp80"):
        _require_proper(builder, is_proper_extended(stored), span)
    return builder.type_sorts.from_memory(leaf.type, stored)


def _require_proper(builder: FunctionBuilder, is_proper: Term, span: Span | None) -> None:
    """Check that a ``long double`` in memory is a valid one.

    It is assumed instead where runs start with objects of arbitrary contents.
    """
    if builder.scope.starts_with_objects:
        builder.scope.note(Direction.ASSUMES, "every long double read from memory has a valid representation", None)
        builder.emit(Assume(is_proper, span))
    else:
        builder.check(is_proper, CheckKind.CONVERSION, "invalid long double", span)


def write(
    builder: FunctionBuilder,
    of: Type,
    address: Operand,
    value: tuple[Term, ...],
    span: Span | None,
    *,
    is_volatile: bool = False,
) -> None:
    """Store the scalars ``value`` of type ``of`` at ``address``."""
    if place := variable_at(builder, address):
        builder.assign(place.symbol, value[0], span)
        return
    _require_whole_bytes(of, builder, span)
    size = builder.type_sorts.layout.size_of(of)
    access = access_to(builder, builder.term(address, span), size, span, is_volatile=is_volatile)
    if access.is_register is TRUE:
        return
    for leaf, part in zip(builder.type_sorts.leaves(of), value, strict=True):
        target = _displaced(access.target, leaf.offset)
        builder.emit(Store(target, builder.type_sorts.to_memory(leaf.type, part), span))


def _note_shared_read(builder: FunctionBuilder, span: Span | None) -> None:
    """Record the read of a volatile or atomic object, which others may write to."""
    if span is not None:
        builder.scope.shared_reads.add((builder.definition.name, span))


def lower_load(builder: FunctionBuilder, load: LoadInstruction) -> None:
    """Bind the loaded value."""
    if variable_at(builder, load.address) is None:
        check_alignment(builder, load.address, load.alignment, load.span)
    if builder.flow.use_count.get(load.result):  # ``(void)x`` is no use of x
        check_initialised(builder, load.address, load.span)
    if load.is_atomic:
        _note_shared_read(builder, load.span)
    value = read(builder, load.result, load.type, load.address, load.span, is_volatile=load.is_volatile)
    builder.bind(load.result, value, load.span)


def lower_store(builder: FunctionBuilder, store: StoreInstruction) -> None:
    """Assign a variable or write to memory. An undefined value is stored as a havocked one."""
    if variable_at(builder, store.address) is None:
        check_alignment(builder, store.address, store.alignment, store.span)
    value = builder.terms(store.value, store.span)
    mark_initialised(builder, store.address, store.span)
    write(builder, store.value.type, store.address, value, store.span, is_volatile=store.is_volatile)


def lower_address(builder: FunctionBuilder, pointer: GetElementPointer) -> None:
    """Bind the address of an element."""
    indices = [
        signed_value(index) if isinstance(index, IntConstant) else builder.term(index, pointer.span)
        for index in pointer.indices
    ]
    base = builder.term(pointer.base, pointer.span)
    builder.bind(pointer.result, (element_address(builder.type_sorts, pointer.source, base, indices),), pointer.span)


def lower_atomic_update(builder: FunctionBuilder, update: AtomicUpdate) -> None:
    """Read, compute and write. Programs are sequential, so this is atomic."""
    _note_shared_read(builder, update.span)
    of = update.value.type
    (old,) = read(builder, update.result, of, update.address, update.span)
    operand = builder.term(update.value, update.span)
    builder.bind(update.result, (old,), update.span)
    write(builder, of, update.address, (_updated(update, old, operand, builder.scope.rounding_mode()),), update.span)


def lower_compare_exchange(builder: FunctionBuilder, exchange: CompareExchange) -> None:
    """Store the replacement if the old value is the expected one; never fail spuriously."""
    of = exchange.expected.type
    if not is_scalar(of):
        raise UnsupportedError("an atomic exchange of this type is not supported", exchange.span)
    _note_shared_read(builder, exchange.span)
    (old,) = read(builder, exchange.result, of, exchange.address, exchange.span)
    succeeds = eq(old, builder.term(exchange.expected, exchange.span))
    new = ite(succeeds, builder.term(exchange.replacement, exchange.span), old)
    builder.bind(exchange.result, (old, succeeds), exchange.span)
    write(builder, of, exchange.address, (new,), exchange.span)


def _updated(update: AtomicUpdate, old: Term, operand: Term, mode: Term | None) -> Term:
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
            return arithmetic.binary(update.operation, old, operand, mode)
        case operation:
            raise UnsupportedError(f"atomic operation {operation} is not supported", update.span)


def _displaced(base: Term, offset: int) -> Term:
    return bvadd(base, bv(offset, arithmetic.width_of(base))) if offset else base


def check_alignment(builder: FunctionBuilder, address: Operand, alignment: int, span: Span | None) -> None:
    """Check that ``address`` is a multiple of ``alignment``, if the property includes alignment.

    Requires: ``address`` is no promoted variable.
    """
    if alignment == 1 or CheckKind.MISALIGNED not in builder.scope.property.violations:
        return
    bits = alignment.bit_length() - 1
    low = extract(builder.term(address, span), bits - 1, 0)
    builder.check(eq(low, bv(0, bits)), CheckKind.MISALIGNED, f"address is not a multiple of {alignment}", span)
