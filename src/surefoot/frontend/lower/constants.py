"""Constant operands as terms: numbers, addresses, constant expressions, initialisers."""

from collections.abc import Iterator, Sequence

from surefoot.base.errors import UnsupportedError, invariant
from surefoot.frontend.llvm.data_layout import FLOAT_BITS
from surefoot.frontend.llvm.module import (
    Aggregate,
    ArrayType,
    BlockAddress,
    ConstantExpression,
    FloatConstant,
    FloatType,
    Global,
    IntConstant,
    IntType,
    Local,
    NullPointer,
    Operand,
    PointerType,
    StructType,
    Type,
    UndefinedConstant,
    VectorType,
    Zero,
)
from surefoot.frontend.lower import arithmetic
from surefoot.frontend.lower.scope import ProgramScope
from surefoot.frontend.lower.type_sorts import FLOAT_SORTS, ScalarType, TypeSorts
from surefoot.logic import FALSE, TRUE, Term, bool_constant, bv, bvadd, bvmul, fp_from_ieee_bv, fp_is_nan
from surefoot.program.program import InitialCell

Scalars = tuple[Term | None, ...]
"""Scalars of an SSA value in order; ``None`` for undefined ones (undef, poison)."""


def constant_value(scope: ProgramScope, operand: Operand) -> Scalars:
    """Return the scalars of an operand that is not a `Local`."""
    type_sorts = scope.type_sorts
    match operand:
        case IntConstant(IntType(1), value):
            return (bool_constant(value == 1),)
        case IntConstant(IntType(width), value):
            return (bv(value, width),)
        case FloatConstant(kind, bits):
            return (_float_constant(kind, bits),)
        case NullPointer():
            return (bv(0, type_sorts.pointer.width),)
        case Zero(of):
            return tuple(_zero(type_sorts, leaf.type) for leaf in type_sorts.leaves(of))
        case UndefinedConstant(of):
            return (None,) * len(type_sorts.leaves(of))
        case Global(_, name):
            return (scope.address(name),)
        case Aggregate(_, elements):
            return tuple(part for element in elements for part in constant_value(scope, element))
        case ConstantExpression():
            return (_expression(scope, operand),)
        case BlockAddress(_, function, label):
            return (label_address(scope, function, label),)
        case Local(_, name):
            raise AssertionError(f"%{name} is no constant")


def initial_cells(scope: ProgramScope, operand: Operand, offset: int = 0) -> Iterator[InitialCell]:
    """Yield the non-zero scalars of an initialiser, each at its byte offset."""
    type_sorts = scope.type_sorts
    match operand:
        case Zero() | NullPointer() | UndefinedConstant():
            return
        case Aggregate(StructType() as struct, elements):
            for index, element in enumerate(elements):
                yield from initial_cells(scope, element, offset + type_sorts.layout.field_offset(struct, index))
        case Aggregate(ArrayType(_, element_type), elements):
            size = type_sorts.layout.size_of(element_type)
            for index, element in enumerate(elements):
                yield from initial_cells(scope, element, offset + index * size)
        case Aggregate(VectorType() as vector, elements):
            for leaf, element in zip(type_sorts.leaves(vector), elements, strict=True):
                yield from initial_cells(scope, element, offset + leaf.offset)
        case IntConstant(_, 0) | FloatConstant(_, 0):
            return
        case FloatConstant(kind, bits) if fp_is_nan(_float_constant(kind, bits)) is TRUE:
            yield InitialCell(offset, bv(bits, FLOAT_BITS[kind.name]))
        case _:
            (value,) = constant_value(scope, operand)
            invariant(value is not None, "a scalar constant has a value")
            if value is not None:
                yield InitialCell(offset, type_sorts.to_memory(scalar(operand.type), value))


def scalar(of: Type) -> ScalarType:
    """Return ``of`` as a scalar type; raise `UnsupportedError` for anything else."""
    match of:
        case IntType() | FloatType() | PointerType():
            return of
        case _:
            raise UnsupportedError("a vector or aggregate is not supported here")


def element_address(type_sorts: TypeSorts, source: Type, base: Term, indices: Sequence[Term | int]) -> Term:
    """Return the address that ``getelementptr`` computes.

    An ``int`` index is a constant, which fields of structs need.
    """
    width = type_sorts.pointer.width
    offset = 0
    address = base
    current = source
    for position, index in enumerate(indices):
        if position > 0:
            match current:
                case StructType() as struct:
                    invariant(isinstance(index, int), "a struct is indexed by a constant")
                    field = index if isinstance(index, int) else 0
                    offset += type_sorts.layout.field_offset(struct, field)
                    current = struct.elements[field]
                    continue
                case ArrayType(_, element):
                    current = element
                case _:
                    raise UnsupportedError("an address computation through this type is not supported")
        size = type_sorts.layout.size_of(current)
        if isinstance(index, int):
            offset += index * size
        else:
            scaled = bvmul(arithmetic.to_pointer_width(index, width), bv(size % 2**width, width))
            address = bvadd(address, scaled)
    return bvadd(address, bv(offset % 2**width, width))


def signed_value(constant: IntConstant) -> int:
    """Return the signed value of a constant index."""
    width = constant.type.width
    return constant.value - 2**width if constant.value >> (width - 1) else constant.value


def label_address(scope: ProgramScope, function: str, label: str) -> Term:
    """Return the address of a block: a unique number at the top of the address space.

    No object lies there.
    """
    width = scope.type_sorts.pointer.width
    number = scope.labels.setdefault((function, label), len(scope.labels))
    return bv(2**width - 1 - 16 * number, width)


def _expression(scope: ProgramScope, expression: ConstantExpression) -> Term:
    operands = expression.operands
    if expression.opcode == "getelementptr" and expression.source is not None:
        indices = [
            signed_value(index) if isinstance(index, IntConstant) else _single(scope, index) for index in operands[1:]
        ]
        return element_address(scope.type_sorts, expression.source, _single(scope, operands[0]), indices)
    terms = [_single(scope, operand) for operand in operands]
    if len(terms) == 1:
        source, target = scalar(operands[0].type), scalar(expression.type)
        return arithmetic.cast(expression.opcode, terms[0], source, target, scope.type_sorts)
    return arithmetic.binary(expression.opcode, terms[0], terms[1])


def _single(scope: ProgramScope, operand: Operand) -> Term:
    value = constant_value(scope, operand)
    if len(value) != 1 or value[0] is None:
        raise UnsupportedError("a constant expression over an aggregate or undefined value is not supported")
    return value[0]


def _zero(type_sorts: TypeSorts, of: ScalarType) -> Term:
    match of:
        case IntType(1):
            return FALSE
        case IntType(width):
            return bv(0, width)
        case PointerType():
            return bv(0, type_sorts.pointer.width)
        case FloatType():
            return _float_constant(of, 0)


def _float_constant(kind: FloatType, bits: int) -> Term:
    if kind.name not in FLOAT_SORTS:
        raise UnsupportedError(f"floating-point type {kind.name} is not supported")
    if kind.name == "x86_fp80":
        bits = (bits >> 64) << 63 | bits & (2**63 - 1)
    sort = FLOAT_SORTS[kind.name]
    return fp_from_ieee_bv(bv(bits, sort.bits), sort)
