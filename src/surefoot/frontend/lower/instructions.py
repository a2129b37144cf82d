"""One instruction at a time: which part of lowering deals with it."""

from surefoot.errors import UnsupportedError
from surefoot.frontend.llvm.module import (
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
    InsertValue,
    Instruction,
    LoadInstruction,
    Negate,
    Phi,
    Refused,
    Select,
    StoreInstruction,
)
from surefoot.frontend.lower import arithmetic, memory_ops
from surefoot.frontend.lower.calls import lower_call
from surefoot.frontend.lower.constants import scalar
from surefoot.frontend.lower.declarations import lower_declaration
from surefoot.frontend.lower.frame import Frame
from surefoot.logic import fp_neg, ite
from surefoot.program.statements import CheckKind

_OPERATIONS = {"add": "addition", "sub": "subtraction", "mul": "multiplication"}


def lower_instruction(frame: Frame, instruction: Instruction) -> None:
    """Emit what ``instruction`` does and bind its result."""
    match instruction:
        case Alloca():
            memory_ops.lower_alloca(frame, instruction)
        case Declare():
            lower_declaration(frame, instruction)
        case LoadInstruction():
            memory_ops.lower_load(frame, instruction)
        case StoreInstruction():
            memory_ops.lower_store(frame, instruction)
        case GetElementPointer():
            memory_ops.lower_address(frame, instruction)
        case AtomicUpdate():
            memory_ops.lower_atomic_update(frame, instruction)
        case CompareExchange():
            memory_ops.lower_compare_exchange(frame, instruction)
        case Binary():
            _lower_binary(frame, instruction)
        case Negate(result, operand, span):
            scalar(operand.type)
            frame.bind(result, (fp_neg(frame.term(operand, span)),), span)
        case Compare(result, opcode, predicate, left, right, span):
            scalar(left.type)
            compared = arithmetic.compare(opcode, predicate, frame.term(left, span), frame.term(right, span))
            frame.bind(result, (compared,), span)
        case Cast():
            _lower_cast(frame, instruction)
        case Select():
            _lower_select(frame, instruction)
        case CallInstruction():
            lower_call(frame, instruction)
        case ExtractValue(result, aggregate, indices, span):
            before, of = frame.shapes.element(aggregate.type, indices)
            frame.bind(result, frame.value(aggregate)[before : before + len(frame.shapes.leaves(of))], span)
        case InsertValue(result, aggregate, value, indices, span):
            before, of = frame.shapes.element(aggregate.type, indices)
            parts = list(frame.value(aggregate))
            parts[before : before + len(frame.shapes.leaves(of))] = frame.value(value)
            frame.bind(result, parts, span)
        case Freeze(result, operand, span):
            frame.bind(result, frame.terms(operand, span), span)
        case Phi() | Fence():
            pass
        case Refused(_, opcode, span):
            raise UnsupportedError(f"{opcode} is not supported", span)


def _lower_binary(frame: Frame, instruction: Binary) -> None:
    opcode, span = instruction.opcode, instruction.span
    scalar(instruction.left.type)
    left, right = frame.term(instruction.left, span), frame.term(instruction.right, span)
    match opcode:
        case "udiv" | "sdiv" | "urem" | "srem":
            text = "division by zero" if opcode in {"udiv", "urem"} else "division by zero or overflow in division"
            frame.check(arithmetic.division_is_defined(opcode, left, right), CheckKind.DIVISION, text, span)
        case "shl" | "lshr" | "ashr":
            frame.check(arithmetic.shift_is_defined(right), CheckKind.SHIFT, "", span)
        case "add" | "sub" | "mul" if "nsw" in instruction.flags:
            if CheckKind.SIGNED_OVERFLOW in frame.scope.property.violations:
                fits = arithmetic.does_not_overflow(opcode, left, right, signed=True)
                frame.check(fits, CheckKind.SIGNED_OVERFLOW, f"signed {_OPERATIONS[opcode]}", span)
        case "frem":
            raise UnsupportedError("the floating-point remainder (fmod) is not supported", span)
        case _:
            pass
    frame.bind(instruction.result, (arithmetic.binary(opcode, left, right),), span)


def _lower_cast(frame: Frame, instruction: Cast) -> None:
    opcode, span = instruction.opcode, instruction.span
    source, target = scalar(instruction.operand.type), scalar(instruction.type)
    value = frame.term(instruction.operand, span)
    if opcode in {"fptosi", "fptoui"}:
        defined = arithmetic.conversion_is_defined(opcode, value, frame.shapes.layout.bits_of(target))
        frame.check(defined, CheckKind.CONVERSION, "", span)
    frame.bind(instruction.result, (arithmetic.cast(opcode, value, source, target, frame.shapes),), span)


def _lower_select(frame: Frame, instruction: Select) -> None:
    scalar(instruction.condition.type)
    condition = frame.term(instruction.condition, instruction.span)
    then = frame.terms(instruction.then, instruction.span)
    otherwise = frame.terms(instruction.otherwise, instruction.span)
    chosen = [ite(condition, yes, no) for yes, no in zip(then, otherwise, strict=True)]
    frame.bind(instruction.result, chosen, instruction.span)
