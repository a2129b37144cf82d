"""Lowering of single instructions: dispatch to the module that handles each kind."""

import re

from surefoot.base.errors import UnsupportedError
from surefoot.base.spans import LIBRARY, Span
from surefoot.frontend.llvm.module import (
    GUARDED,
    Alloca,
    AssemblyInstruction,
    AtomicUpdate,
    Binary,
    CallInstruction,
    Cast,
    Compare,
    CompareExchange,
    Declare,
    ExtractElement,
    ExtractValue,
    Fence,
    Freeze,
    GetElementPointer,
    GuardInstruction,
    InsertElement,
    InsertValue,
    Instruction,
    LoadInstruction,
    Negate,
    Phi,
    Select,
    Shuffle,
    StoreInstruction,
    UnmodelledInstruction,
    VectorType,
)
from surefoot.frontend.lower import arithmetic, vectors
from surefoot.frontend.lower.calls.calls import lower_call
from surefoot.frontend.lower.function_builder import FunctionBuilder
from surefoot.frontend.lower.intrinsic_operations import truncated_remainder
from surefoot.frontend.lower.memory import accesses
from surefoot.frontend.lower.memory.initialisation import lower_declaration
from surefoot.frontend.lower.vectors import lane_type
from surefoot.logic import Term, fp_neg, ite
from surefoot.program.statements import CheckKind

_OPERATIONS = {"add": "addition", "sub": "subtraction", "mul": "multiplication"}
_OPERATOR = re.compile(r"(?:add|sub|mul|inc|dec)\d*")
"""Names that clang gives to results of C operators. Its own address arithmetic has other names."""


def lower_instruction(builder: FunctionBuilder, instruction: Instruction) -> None:
    """Emit the effects of ``instruction`` and bind its result."""
    match instruction:
        case Alloca():
            accesses.lower_alloca(builder, instruction)
        case Declare():
            lower_declaration(builder, instruction)
        case LoadInstruction():
            accesses.lower_load(builder, instruction)
        case StoreInstruction():
            accesses.lower_store(builder, instruction)
        case GetElementPointer():
            accesses.lower_address(builder, instruction)
        case AtomicUpdate():
            accesses.lower_atomic_update(builder, instruction)
        case CompareExchange():
            accesses.lower_compare_exchange(builder, instruction)
        case Binary():
            _lower_binary(builder, instruction)
        case GuardInstruction(condition, kind, text, span):
            builder.check(builder.term(condition, span), kind, text, span)
        case Negate(result, operand, span):
            lane_type(operand.type)
            builder.bind(result, [fp_neg(each) for each in builder.terms(operand, span)], span)
        case Compare(result, opcode, predicate, left, right, span):
            lane_type(left.type)
            pairs = zip(builder.terms(left, span), builder.terms(right, span), strict=True)
            builder.bind(result, [arithmetic.compare(opcode, predicate, one, other) for one, other in pairs], span)
        case Cast():
            _lower_cast(builder, instruction)
        case Select():
            _lower_select(builder, instruction)
        case CallInstruction():
            lower_call(builder, instruction)
        case AssemblyInstruction():
            from surefoot.frontend.lower.assembly.statement import lower_assembly  # few programs have any

            lower_assembly(builder, instruction)
        case ExtractValue(result, aggregate, indices, span):
            before, of = builder.type_sorts.element(aggregate.type, indices)
            builder.bind(result, builder.value(aggregate)[before : before + len(builder.type_sorts.leaves(of))], span)
        case InsertValue(result, aggregate, value, indices, span):
            before, of = builder.type_sorts.element(aggregate.type, indices)
            parts = list(builder.value(aggregate))
            parts[before : before + len(builder.type_sorts.leaves(of))] = builder.value(value)
            builder.bind(result, parts, span)
        case ExtractElement():
            vectors.lower_extract(builder, instruction)
        case InsertElement():
            vectors.lower_insert(builder, instruction)
        case Shuffle(result, left, right, mask, span):
            lanes = (*builder.value(left), *builder.value(right))
            builder.bind(result, [None if number is None else lanes[number] for number in mask], span)
        case Freeze(result, operand, span):
            builder.bind(result, builder.terms(operand, span), span)
        case Phi() | Fence():
            pass
        case UnmodelledInstruction(_, opcode, span):
            raise UnsupportedError(f"{opcode} is not supported", span)


_ROUNDED = frozenset({"fadd", "fsub", "fmul", "fdiv", "fptrunc", "sitofp", "uitofp"})
"""Operations whose results depend on the rounding mode."""
_SINGLE_OPERATIONS = f"{LIBRARY}/math.c"
"""File whose models round once, as the functions do."""


def rounding_mode(builder: FunctionBuilder, opcode: str, span: Span | None) -> Term | None:
    """Return the number of the rounding mode of an operation, or None if programs cannot set it."""
    mode = builder.scope.rounding_mode() if opcode in _ROUNDED else None
    declared = builder.definition.span
    if mode is not None and declared is not None and declared.is_library and declared.file != _SINGLE_OPERATIONS:
        raise UnsupportedError(
            f"{builder.name_in_source} is not supported in programs that set the rounding mode: its model computes "
            "with floating-point numbers that are rounded to the nearest",
            span,
        )
    return mode


def _lower_binary(builder: FunctionBuilder, instruction: Binary) -> None:
    span = instruction.span
    lane_type(instruction.left.type)
    lanes = zip(builder.terms(instruction.left, span), builder.terms(instruction.right, span), strict=True)
    builder.bind(instruction.result, [_binary(builder, instruction, left, right) for left, right in lanes], span)


def _binary(builder: FunctionBuilder, instruction: Binary, left: Term, right: Term) -> Term:
    opcode, span = instruction.opcode, instruction.span
    match opcode:
        case "udiv" | "sdiv" | "urem" | "srem":
            builder.check(arithmetic.divisor_is_not_zero(right), CheckKind.DIVISION_BY_ZERO, "", span)
            if opcode in {"sdiv", "srem"}:
                fits = arithmetic.quotient_fits(left, right)
                builder.check(fits, CheckKind.DIVISION_OVERFLOW, "", span)
        case "shl" | "lshr" | "ashr" if GUARDED not in instruction.flags:
            builder.check(arithmetic.shift_is_defined(right), CheckKind.SHIFT, "", span)
        case "add" | "sub" | "mul" if "nsw" in instruction.flags and _OPERATOR.fullmatch(instruction.result):
            fits = arithmetic.does_not_overflow(opcode, left, right, signed=True)
            builder.check(fits, CheckKind.SIGNED_OVERFLOW, f"in {_OPERATIONS[opcode]}", span)
        case _:
            pass
    value = (
        truncated_remainder(left, right)
        if opcode == "frem"
        else arithmetic.binary(opcode, left, right, rounding_mode(builder, opcode, span))
    )
    builder.check_float_result(value, (left, right), span, right if opcode == "fdiv" else None)
    return value


def _lower_cast(builder: FunctionBuilder, instruction: Cast) -> None:
    opcode, span = instruction.opcode, instruction.span
    source, target = lane_type(instruction.operand.type), lane_type(instruction.type)
    values = builder.terms(instruction.operand, span)
    if opcode in {"fptosi", "fptoui"}:
        for value in values:
            defined = arithmetic.conversion_is_defined(opcode, value, builder.type_sorts.layout.bits_of(target))
            builder.check(defined, CheckKind.CONVERSION, "", span)
    if opcode == "bitcast" and VectorType in (type(instruction.operand.type), type(instruction.type)):
        cast = vectors.reinterpreted(values, source, target, builder.type_sorts)
    else:
        mode = rounding_mode(builder, opcode, span)
        cast = [arithmetic.cast(opcode, value, source, target, builder.type_sorts, mode) for value in values]
    for value, converted in zip(values, cast, strict=False):
        if opcode in {"fptrunc", "sitofp", "uitofp"}:
            builder.check_float_result(converted, (value,), span)
    builder.bind(instruction.result, cast, span)


def _lower_select(builder: FunctionBuilder, instruction: Select) -> None:
    lane_type(instruction.condition.type)
    conditions = builder.terms(instruction.condition, instruction.span)
    then = builder.terms(instruction.then, instruction.span)
    otherwise = builder.terms(instruction.otherwise, instruction.span)
    if not isinstance(instruction.condition.type, VectorType):
        conditions *= len(then)
    chosen = [ite(condition, yes, no) for condition, yes, no in zip(conditions, then, otherwise, strict=True)]
    builder.bind(instruction.result, chosen, instruction.span)
