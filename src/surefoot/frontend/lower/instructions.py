"""One instruction at a time: which part of lowering deals with it."""

import re

from surefoot.errors import UnsupportedError
from surefoot.frontend.llvm.module import (
    GUARDED,
    Alloca,
    AtomicUpdate,
    Binary,
    CallInstruction,
    Cast,
    Compare,
    CompareExchange,
    Declare,
    ExtractValue,
    Fence,
    Freeze,
    GetElementPointer,
    Guard,
    InsertValue,
    Instruction,
    LoadInstruction,
    Negate,
    Phi,
    Select,
    StoreInstruction,
    UnmodelledInstruction,
)
from surefoot.frontend.lower import arithmetic, memory_ops
from surefoot.frontend.lower.calls import lower_call
from surefoot.frontend.lower.constants import scalar
from surefoot.frontend.lower.declarations import lower_declaration
from surefoot.frontend.lower.function_builder import FunctionBuilder
from surefoot.logic import fp_neg, ite
from surefoot.program.statements import CheckKind

_OPERATIONS = {"add": "addition", "sub": "subtraction", "mul": "multiplication"}
_OPERATOR = re.compile(r"(?:add|sub|mul|inc|dec)\d*")
"""What clang calls the results of operators in C; those of its own computing of addresses have other names."""


def lower_instruction(builder: FunctionBuilder, instruction: Instruction) -> None:
    """Emit what ``instruction`` does and bind its result."""
    match instruction:
        case Alloca():
            memory_ops.lower_alloca(builder, instruction)
        case Declare():
            lower_declaration(builder, instruction)
        case LoadInstruction():
            memory_ops.lower_load(builder, instruction)
        case StoreInstruction():
            memory_ops.lower_store(builder, instruction)
        case GetElementPointer():
            memory_ops.lower_address(builder, instruction)
        case AtomicUpdate():
            memory_ops.lower_atomic_update(builder, instruction)
        case CompareExchange():
            memory_ops.lower_compare_exchange(builder, instruction)
        case Binary():
            _lower_binary(builder, instruction)
        case Guard(condition, kind, text, span):
            builder.check(builder.term(condition, span), kind, text, span)
        case Negate(result, operand, span):
            scalar(operand.type)
            builder.bind(result, (fp_neg(builder.term(operand, span)),), span)
        case Compare(result, opcode, predicate, left, right, span):
            scalar(left.type)
            compared = arithmetic.compare(opcode, predicate, builder.term(left, span), builder.term(right, span))
            builder.bind(result, (compared,), span)
        case Cast():
            _lower_cast(builder, instruction)
        case Select():
            _lower_select(builder, instruction)
        case CallInstruction():
            lower_call(builder, instruction)
        case ExtractValue(result, aggregate, indices, span):
            before, of = builder.type_sorts.element(aggregate.type, indices)
            builder.bind(result, builder.value(aggregate)[before : before + len(builder.type_sorts.leaves(of))], span)
        case InsertValue(result, aggregate, value, indices, span):
            before, of = builder.type_sorts.element(aggregate.type, indices)
            parts = list(builder.value(aggregate))
            parts[before : before + len(builder.type_sorts.leaves(of))] = builder.value(value)
            builder.bind(result, parts, span)
        case Freeze(result, operand, span):
            builder.bind(result, builder.terms(operand, span), span)
        case Phi() | Fence():
            pass
        case UnmodelledInstruction(_, opcode, span):
            raise UnsupportedError(f"{opcode} is not supported", span)


def _lower_binary(builder: FunctionBuilder, instruction: Binary) -> None:
    opcode, span = instruction.opcode, instruction.span
    scalar(instruction.left.type)
    left, right = builder.term(instruction.left, span), builder.term(instruction.right, span)
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
        case "frem":
            raise UnsupportedError("the floating-point remainder (fmod) is not supported", span)
        case _:
            pass
    value = arithmetic.binary(opcode, left, right)
    builder.check_not_nan(value, (left, right), span)
    builder.bind(instruction.result, (value,), span)


def _lower_cast(builder: FunctionBuilder, instruction: Cast) -> None:
    opcode, span = instruction.opcode, instruction.span
    source, target = scalar(instruction.operand.type), scalar(instruction.type)
    value = builder.term(instruction.operand, span)
    if opcode in {"fptosi", "fptoui"}:
        defined = arithmetic.conversion_is_defined(opcode, value, builder.type_sorts.layout.bits_of(target))
        builder.check(defined, CheckKind.CONVERSION, "", span)
    builder.bind(instruction.result, (arithmetic.cast(opcode, value, source, target, builder.type_sorts),), span)


def _lower_select(builder: FunctionBuilder, instruction: Select) -> None:
    scalar(instruction.condition.type)
    condition = builder.term(instruction.condition, instruction.span)
    then = builder.terms(instruction.then, instruction.span)
    otherwise = builder.terms(instruction.otherwise, instruction.span)
    chosen = [ite(condition, yes, no) for yes, no in zip(then, otherwise, strict=True)]
    builder.bind(instruction.result, chosen, instruction.span)
