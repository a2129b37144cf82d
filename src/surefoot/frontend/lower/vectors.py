"""Vectors: a value is the tuple of its lanes. Most instructions work lane by lane."""

from collections.abc import Sequence

from surefoot.base.errors import UnsupportedError
from surefoot.frontend.llvm.module import ExtractElement, InsertElement, IntType, Type, VectorType
from surefoot.frontend.lower import arithmetic
from surefoot.frontend.lower.constants import scalar
from surefoot.frontend.lower.function_builder import FunctionBuilder
from surefoot.frontend.lower.type_sorts import ScalarType, TypeSorts
from surefoot.logic import FALSE, TRUE, Op, Term, bv, bvult, concat, eq, extract, ite
from surefoot.program.statements import CheckKind


def lane_type(of: Type) -> ScalarType:
    """Return the lane type of a vector, or the type of a scalar, which has one lane.

    Raises `UnsupportedError` for other types.
    """
    return scalar(of.element if isinstance(of, VectorType) else of)


def lower_extract(builder: FunctionBuilder, instruction: ExtractElement) -> None:
    """Bind the lane at the index."""
    lanes, span = builder.terms(instruction.vector, instruction.span), instruction.span
    index = _index(builder, instruction, len(lanes))
    value = lanes[-1]
    for number in reversed(range(len(lanes) - 1)):
        value = ite(_is(index, number), lanes[number], value)
    builder.bind(instruction.result, (value,), span)


def lower_insert(builder: FunctionBuilder, instruction: InsertElement) -> None:
    """Bind the vector with the lane at the index replaced."""
    value, span = builder.term(instruction.value, instruction.span), instruction.span
    lanes = list(builder.value(instruction.vector))
    index = _index(builder, instruction, len(lanes))
    if any(lane is None and _is(index, number).op is not Op.CONSTANT for number, lane in enumerate(lanes)):
        lanes = list(builder.terms(instruction.vector, span))
    for number, lane in enumerate(lanes):
        is_here = _is(index, number)
        if is_here is TRUE or (lane is not None and is_here is not FALSE):
            lanes[number] = value if lane is None else ite(is_here, value, lane)
    builder.bind(instruction.result, lanes, span)


def reinterpreted(values: Sequence[Term], source: ScalarType, target: ScalarType, type_sorts: TypeSorts) -> list[Term]:
    """Return the bits as lanes of type ``target``; the first lane has the lowest bits."""
    old, new = type_sorts.layout.bits_of(source), type_sorts.layout.bits_of(target)
    if old % 8 or new % 8:
        raise UnsupportedError("reinterpreting a vector of bits is not supported")
    whole: Term | None = None
    for value in values:
        bits = arithmetic.cast("bitcast", value, source, IntType(old), type_sorts)
        whole = bits if whole is None else concat(bits, whole)
    if whole is None:
        return []
    parts = (extract(whole, start + new - 1, start) for start in range(0, old * len(values), new))
    return [arithmetic.cast("bitcast", part, IntType(new), target, type_sorts) for part in parts]


def _index(builder: FunctionBuilder, instruction: ExtractElement | InsertElement, count: int) -> Term:
    index = builder.term(instruction.index, instruction.span)
    width = arithmetic.width_of(index)
    text = "vector index out of bounds"
    builder.check(bvult(index, bv(count, width)), CheckKind.UNREACHABLE, text, instruction.span)
    return index


def _is(index: Term, number: int) -> Term:
    return eq(index, bv(number, arithmetic.width_of(index)))
