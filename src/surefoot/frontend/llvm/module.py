"""Data of LLVM IR, restricted to what clang emits for C (LLVM Language Reference).

Named struct types are resolved, so types of different modules can be compared.
"""

from collections.abc import Mapping
from typing import Final

from surefoot.base.records import dataclass, field
from surefoot.base.spans import Span
from surefoot.program.ctypes import CType
from surefoot.program.statements import CheckKind

# ---- types


LITERAL: Final = ".compoundliteral"
"""The prefix of names of allocas of compound literals."""


@dataclass(frozen=True, slots=True)
class VoidType:
    """``void``."""


@dataclass(frozen=True, slots=True)
class IntType:
    """``iN``."""

    width: int


@dataclass(frozen=True, slots=True)
class FloatType:
    """``half``, ``bfloat``, ``float``, ``double``, ``x86_fp80``, ``fp128``."""

    name: str


@dataclass(frozen=True, slots=True)
class PointerType:
    """``ptr`` (opaque)."""


@dataclass(frozen=True, slots=True)
class ArrayType:
    """``[count x element]``."""

    count: int
    element: "Type"


@dataclass(frozen=True, slots=True)
class VectorType:
    """``<count x element>``."""

    count: int
    element: "Type"


@dataclass(frozen=True, slots=True)
class StructType:
    """``{ ... }`` or ``<{ ... }>``; ``name`` is the LLVM name without the percent sign, or empty."""

    elements: tuple["Type", ...]
    packed: bool
    name: str = ""


@dataclass(frozen=True, slots=True)
class OpaqueType:
    """A named struct without a body."""

    name: str


@dataclass(frozen=True, slots=True)
class FunctionType:
    """``result (parameters, ...)``."""

    result: "Type"
    parameters: tuple["Type", ...]
    variadic: bool


Type = VoidType | IntType | FloatType | PointerType | ArrayType | VectorType | StructType | OpaqueType | FunctionType

# ---- operands


@dataclass(frozen=True, slots=True)
class Local:
    """``%name``: an instruction's result or a parameter."""

    type: Type
    name: str


@dataclass(frozen=True, slots=True)
class Global:
    """``@name``: the address of a global variable or function."""

    type: Type
    name: str


@dataclass(frozen=True, slots=True)
class IntConstant:
    """An integer, stored unsigned (0 <= value < 2^width); ``true`` and ``false`` are i1."""

    type: IntType
    value: int


@dataclass(frozen=True, slots=True)
class FloatConstant:
    """A floating-point number by its IEEE bit pattern (for the formats wider than double, as
    printed).
    """

    type: FloatType
    bits: int


@dataclass(frozen=True, slots=True)
class NullPointer:
    """``null``."""

    type: PointerType


@dataclass(frozen=True, slots=True)
class Zero:
    """``zeroinitializer``."""

    type: Type


@dataclass(frozen=True, slots=True)
class UndefinedConstant:
    """``undef`` or ``poison``."""

    type: Type


@dataclass(frozen=True, slots=True)
class Aggregate:
    """A constant array, vector or struct; ``c"..."`` strings are arrays of i8."""

    type: Type
    elements: tuple["Operand", ...]


@dataclass(frozen=True, slots=True)
class ConstantExpression:
    """``getelementptr (...)``, ``ptrtoint (...)``, ``add (...)`` and the like inside a constant.

    For getelementptr ``source`` is the indexed type; otherwise it is ``None``.
    """

    type: Type
    opcode: str
    operands: tuple["Operand", ...]
    source: Type | None = None


@dataclass(frozen=True, slots=True)
class BlockAddress:
    """``blockaddress(@function, %label)``: a target of computed gotos."""

    type: PointerType
    function: str
    label: str


Operand = (
    Local
    | Global
    | IntConstant
    | FloatConstant
    | NullPointer
    | Zero
    | UndefinedConstant
    | Aggregate
    | ConstantExpression
    | BlockAddress
)

GUARDED = "guarded"
"""A flag of shifts, not part of LLVM: a `GuardInstruction` before the shift checks its amount."""

# ---- instructions; ``result`` is the name without the percent sign


@dataclass(frozen=True, slots=True)
class Alloca:
    """``%r = alloca type, count``."""

    result: str
    type: Type
    count: Operand | None
    alignment: int
    span: Span | None


@dataclass(frozen=True, slots=True)
class Declare:
    """``#dbg_declare(ptr %name, ...)``: execution reaches the declaration of the C variable at
    alloca ``name``.
    """

    name: str
    span: Span | None


@dataclass(frozen=True, slots=True)
class LoadInstruction:
    """``%r = load type, ptr address, align alignment``."""

    result: str
    type: Type
    address: Operand
    span: Span | None
    is_volatile: bool = False
    alignment: int = 1
    is_atomic: bool = False


@dataclass(frozen=True, slots=True)
class StoreInstruction:
    """``store value, ptr address, align alignment``."""

    value: Operand
    address: Operand
    span: Span | None
    is_volatile: bool = False
    alignment: int = 1


@dataclass(frozen=True, slots=True)
class GetElementPointer:
    """``%r = getelementptr source, ptr base, indices``."""

    result: str
    source: Type
    base: Operand
    indices: tuple[Operand, ...]
    inbounds: bool
    span: Span | None


@dataclass(frozen=True, slots=True)
class Binary:
    """``%r = opcode flags left, right`` (integer and floating-point arithmetic, shifts, bit
    operations).
    """

    result: str
    opcode: str
    flags: frozenset[str]
    left: Operand
    right: Operand
    span: Span | None


@dataclass(frozen=True, slots=True)
class GuardInstruction:
    """A check: unless ``condition`` holds, there is undefined behaviour of ``kind``, described by
    ``text``.

    It is not an LLVM instruction: `guards.with_guards` inserts it for branches to sanitizer
    handlers.
    """

    condition: Operand
    kind: CheckKind
    text: str
    span: Span | None


@dataclass(frozen=True, slots=True)
class Negate:
    """``%r = fneg operand``."""

    result: str
    operand: Operand
    span: Span | None


@dataclass(frozen=True, slots=True)
class Compare:
    """``%r = icmp|fcmp predicate left, right``."""

    result: str
    opcode: str
    predicate: str
    left: Operand
    right: Operand
    span: Span | None


@dataclass(frozen=True, slots=True)
class Cast:
    """``%r = opcode operand to type`` (trunc, zext, sext, fptosi, bitcast, ptrtoint, ...)."""

    result: str
    opcode: str
    operand: Operand
    type: Type
    span: Span | None


@dataclass(frozen=True, slots=True)
class Select:
    """``%r = select condition, then, otherwise``."""

    result: str
    condition: Operand
    then: Operand
    otherwise: Operand
    span: Span | None


@dataclass(frozen=True, slots=True)
class Phi:
    """``%r = phi [value, %label], ...``."""

    result: str
    type: Type
    incoming: tuple[tuple[Operand, str], ...]
    span: Span | None


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of a call with its attributes.

    ``byval`` is the type of an argument passed by value in memory, ``alignment`` that of the
    pointee, ``holds_result`` (``sret``) marks the pointer to the result, and ``element``
    (``elementtype``) is the type of the object that an operand of inline assembly is.
    """

    value: Operand
    byval: Type | None
    alignment: int = 1
    holds_result: bool = False
    element: Type | None = None


@dataclass(frozen=True, slots=True)
class CallInstruction:
    """``%r = call type callee(arguments)``."""

    result: str | None
    type: FunctionType
    callee: Operand
    arguments: tuple[Argument, ...]
    noreturn: bool
    span: Span | None


@dataclass(frozen=True, slots=True)
class AssemblyInstruction:
    """``%r = call type asm "template", "constraints"(arguments)``.

    The result is a struct if there are several. ``asm goto`` has ``labels`` labels: its last result
    is the number of the label it jumps to, counted from 1, or 0 if it jumps to none.
    """

    result: str | None
    type: Type
    template: str
    constraints: str
    arguments: tuple[Argument, ...]
    labels: int
    span: Span | None


@dataclass(frozen=True, slots=True)
class ExtractValue:
    """``%r = extractvalue aggregate, indices``."""

    result: str
    aggregate: Operand
    indices: tuple[int, ...]
    span: Span | None


@dataclass(frozen=True, slots=True)
class InsertValue:
    """``%r = insertvalue aggregate, value, indices``."""

    result: str
    aggregate: Operand
    value: Operand
    indices: tuple[int, ...]
    span: Span | None


@dataclass(frozen=True, slots=True)
class Freeze:
    """``%r = freeze operand``."""

    result: str
    operand: Operand
    span: Span | None


@dataclass(frozen=True, slots=True)
class AtomicUpdate:
    """``%r = atomicrmw operation ptr address, value``: the old value."""

    result: str
    operation: str
    address: Operand
    value: Operand
    span: Span | None


@dataclass(frozen=True, slots=True)
class CompareExchange:
    """``%r = cmpxchg ptr address, expected, replacement``: the struct {old value, i1 success}."""

    result: str
    address: Operand
    expected: Operand
    replacement: Operand
    span: Span | None


@dataclass(frozen=True, slots=True)
class Fence:
    """``fence``: no effect in a sequential program."""

    span: Span | None


@dataclass(frozen=True, slots=True)
class ExtractElement:
    """``%r = extractelement vector, index``."""

    result: str
    vector: Operand
    index: Operand
    span: Span | None


@dataclass(frozen=True, slots=True)
class InsertElement:
    """``%r = insertelement vector, value, index``."""

    result: str
    vector: Operand
    value: Operand
    index: Operand
    span: Span | None


@dataclass(frozen=True, slots=True)
class Shuffle:
    """``%r = shufflevector left, right, mask``: indices into ``left`` followed by ``right``; None
    is any value.
    """

    result: str
    left: Operand
    right: Operand
    mask: tuple[int | None, ...]
    span: Span | None


@dataclass(frozen=True, slots=True)
class UnmodelledInstruction:
    """An instruction that clang emits for C but that is not modelled, such as ``va_arg``, by its
    opcode.
    """

    result: str | None
    opcode: str
    span: Span | None


@dataclass(frozen=True, slots=True)
class Jump:
    """``br label %target``."""

    target: str
    span: Span | None


@dataclass(frozen=True, slots=True)
class ConditionalJump:
    """``br i1 condition, label %then, label %otherwise``."""

    condition: Operand
    then: str
    otherwise: str
    span: Span | None


@dataclass(frozen=True, slots=True)
class Switch:
    """``switch value, label %default [...]``."""

    value: Operand
    default: str
    cases: tuple[tuple[IntConstant, str], ...]
    span: Span | None


@dataclass(frozen=True, slots=True)
class IndirectJump:
    """``indirectbr ptr address, [labels]`` (computed goto)."""

    address: Operand
    targets: tuple[str, ...]
    span: Span | None


@dataclass(frozen=True, slots=True)
class ReturnInstruction:
    """``ret value`` or ``ret void``."""

    value: Operand | None
    span: Span | None


@dataclass(frozen=True, slots=True)
class Unreachable:
    """``unreachable``."""

    span: Span | None


Instruction = (
    Alloca
    | Declare
    | LoadInstruction
    | StoreInstruction
    | GetElementPointer
    | Binary
    | GuardInstruction
    | Negate
    | Compare
    | Cast
    | Select
    | Phi
    | CallInstruction
    | AssemblyInstruction
    | ExtractValue
    | InsertValue
    | Freeze
    | AtomicUpdate
    | CompareExchange
    | Fence
    | ExtractElement
    | InsertElement
    | Shuffle
    | UnmodelledInstruction
)
LastInstruction = Jump | ConditionalJump | Switch | IndirectJump | ReturnInstruction | Unreachable

# ---- modules


@dataclass(frozen=True, slots=True)
class BasicBlock:
    """A basic block: label, instructions and terminator ``last``.

    ``scopes`` are the nested C blocks, outermost first, around each instruction and the terminator,
    None without debug info. They are recorded only for functions with jumps into blocks, and not
    updated by later passes.
    """

    label: str
    instructions: tuple[Instruction, ...]
    last: LastInstruction
    scopes: tuple[tuple[str, ...] | None, ...] = ()


@dataclass(frozen=True, slots=True)
class DebugVariable:
    """A C variable in debug info: declared name, type and position.

    ``blocks`` are the nested blocks around its declaration, outermost first; empty for the
    outermost block of the function.
    """

    name: str
    ctype: CType
    span: Span | None
    is_parameter: bool
    blocks: tuple[str, ...] = ()
    is_restrict: bool = False


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a function definition or declaration."""

    type: Type
    name: str
    byval: Type | None
    alignment: int = 1


@dataclass(frozen=True, slots=True)
class UninitialisedReuse:
    """A variable that may still hold its value from an earlier execution of its block; or a
    temporary, if ``may_be_temporary``.
    """

    name: str
    span: Span | None
    may_be_temporary: bool


@dataclass(frozen=True, slots=True)
class FunctionDefinition:
    """``define``.

    ``declared`` maps allocas and parameters to C variables, ``undeclared`` other allocas to the
    nested blocks around all uses.
    """

    name: str
    type: FunctionType
    parameters: tuple[Parameter, ...]
    blocks: tuple[BasicBlock, ...]
    declared: Mapping[str, DebugVariable]
    internal: bool
    weak: bool
    span: Span | None
    result_ctype: CType
    """The C type of the result, as declared."""
    undeclared: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    uninitialised_reuses: tuple[UninitialisedReuse, ...] = ()
    """The variables of this function that may be reused uninitialised."""


@dataclass(frozen=True, slots=True)
class FunctionDeclaration:
    """``declare``."""

    name: str
    type: FunctionType
    noreturn: bool
    weak: bool
    """True if the function may be undefined, with address null."""


@dataclass(frozen=True, slots=True)
class GlobalDefinition:
    """``@name = ...``; ``initial`` is None for an external declaration."""

    name: str
    type: Type
    initial: Operand | None
    constant: bool
    internal: bool
    weak: bool
    alignment: int
    declared: DebugVariable | None

    @property
    def is_of_library(self) -> bool:
        """True if the global belongs to a library model."""
        return self.declared is not None and self.declared.span is not None and self.declared.span.is_library


@dataclass(frozen=True, slots=True)
class Alias:
    """``@name = alias ..., ptr @target``."""

    name: str
    target: Operand


@dataclass(frozen=True, slots=True)
class FunctionSignature:
    """The C types of a function's result and parameters."""

    result: CType
    parameters: tuple[CType, ...]
    variadic: bool
    """True if it is variadic or has no prototype."""


@dataclass(frozen=True, slots=True)
class PointeeType:
    """A pointee type in debug info; ``size`` and ``alignment`` are in bytes.

    ``size`` is None for incomplete types (``void``, functions, declared structs) and
    variable-length arrays.
    """

    name: str
    ctype: CType
    size: int | None
    alignment: int
    signature: FunctionSignature | None = None
    """The signature if the type is a function type."""


@dataclass(frozen=True, slots=True)
class Module:
    """One translation unit."""

    name: str
    data_layout: str
    functions: Mapping[str, FunctionDefinition]
    declarations: Mapping[str, FunctionDeclaration]
    globals: Mapping[str, GlobalDefinition]
    aliases: Mapping[str, Alias]
    assembly: tuple[str, ...] = ()
    """Lines of file-scope assembly."""
    pointees: Mapping[str, PointeeType] = field(default_factory=dict)
    """The pointee types of variables, by the key in `CPointer`."""
    inputs: tuple[str, ...] = ()
    """The files that the compiler read, where that was recorded."""
