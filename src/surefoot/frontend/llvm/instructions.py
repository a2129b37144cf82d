"""Instructions of LLVM IR, one method for each opcode."""

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet

from surefoot.base.errors import UnsupportedError
from surefoot.base.records import replace
from surefoot.base.spans import Span
from surefoot.frontend.llvm.attributes import AttributeReader, skip_calling_convention
from surefoot.frontend.llvm.constrained import unconstrained
from surefoot.frontend.llvm.cursor import END, Cursor, UnreadableError, unescape
from surefoot.frontend.llvm.module import (
    Aggregate,
    Alloca,
    Argument,
    AssemblyInstruction,
    AtomicUpdate,
    Binary,
    CallInstruction,
    Cast,
    Compare,
    CompareExchange,
    ConditionalJump,
    ExtractElement,
    ExtractValue,
    Fence,
    Freeze,
    FunctionType,
    GetElementPointer,
    Global,
    IndirectJump,
    InsertElement,
    InsertValue,
    Instruction,
    IntConstant,
    IntType,
    Jump,
    LastInstruction,
    LoadInstruction,
    Local,
    Negate,
    Operand,
    Phi,
    ReturnInstruction,
    Select,
    Shuffle,
    StoreInstruction,
    StructType,
    Switch,
    Type,
    UndefinedConstant,
    UnmodelledInstruction,
    Unreachable,
    VectorType,
    VoidType,
    Zero,
)
from surefoot.frontend.llvm.operands import OperandReader
from surefoot.frontend.llvm.types import POINTER, TypeReader

# fmt: off
_BINARY = (
    "add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr", "and", "or", "xor", "fadd", "fsub",
    "fmul", "fdiv", "frem",
)
_CASTS = (
    "trunc", "zext", "sext", "fptrunc", "fpext", "fptoui", "fptosi", "uitofp", "sitofp", "ptrtoint", "ptrtoaddr",
    "inttoptr", "bitcast", "addrspacecast",
)
_REFUSED = frozenset({"va_arg"})
_REFUSED_ENDS = {
    "invoke": "a call that may throw",
    "resume": "the propagation of an exception",
}
_FLAGS = frozenset({
    "nsw", "nuw", "exact", "disjoint", "nneg", "samesign", "nnan", "ninf", "nsz", "arcp", "contract", "afn",
    "reassoc", "fast",
})
# fmt: on
_ELEMENT_POINTER_FLAGS = frozenset({"inbounds", "nuw", "nusw"})
_ORDERINGS = frozenset({"unordered", "monotonic", "acquire", "release", "acq_rel", "seq_cst"})
_NO_FLAGS: frozenset[str] = frozenset()

AnyInstruction = Instruction | LastInstruction


class InstructionReader:
    """Reader of instructions of one module."""

    def __init__(self, types: TypeReader, operands: OperandReader, attributes: AttributeReader) -> None:
        self._types = types
        self._operands = operands
        self._attributes = attributes
        self._by_opcode: Mapping[str, Callable[[Cursor, str, str, Span | None], AnyInstruction]] = {
            "alloca": self._alloca,
            "load": self._load,
            "getelementptr": self._element_pointer,
            "fneg": self._negate,
            "icmp": self._compare,
            "fcmp": self._compare,
            "select": self._select,
            "phi": self._phi,
            "extractvalue": self._extract_value,
            "insertvalue": self._insert_value,
            "extractelement": self._extract_element,
            "insertelement": self._insert_element,
            "shufflevector": self._shuffle,
            "freeze": self._freeze,
            "atomicrmw": self._atomic_update,
            "cmpxchg": self._compare_exchange,
            **dict.fromkeys(_BINARY, self._binary),
            **dict.fromkeys(_CASTS, self._cast),
        }
        self._without_result: Mapping[str, Callable[[Cursor, Span | None], AnyInstruction]] = {
            "store": self._store,
            "fence": lambda _, span: Fence(span),
            "br": self._jump,
            "switch": self._switch,
            "indirectbr": self._indirect_jump,
            "ret": self._return,
            "unreachable": lambda _, span: Unreachable(span),
        }

    def read(self, text: str, span: Span | None) -> AnyInstruction:
        """Read the instruction in ``text`` (without its ``!dbg``), which must be consumed
        completely.
        """
        cursor = Cursor(text)
        result: str | None = None
        opcode = cursor.take()
        if opcode[0] == "%":
            cursor.position = 0
            result = cursor.name("%")
            cursor.expect("=")
            opcode = cursor.take()
        instruction = self._dispatch(cursor, result, opcode, span)
        if cursor.tokens[cursor.position] != END:
            _skip_trailer(cursor)
        return instruction

    def _dispatch(self, cursor: Cursor, result: str | None, opcode: str, span: Span | None) -> AnyInstruction:
        if result is not None and (with_result := self._by_opcode.get(opcode)):
            return with_result(cursor, opcode, result, span)
        if result is None and (without_result := self._without_result.get(opcode)):
            return without_result(cursor, span)
        if opcode in ("tail", "musttail", "notail"):
            opcode = cursor.take()
        if opcode == "call":
            return self._call(cursor, result, span)
        if opcode in _REFUSED:
            cursor.position = len(cursor.tokens) - 1
            return UnmodelledInstruction(result, opcode, span)
        if opcode in _REFUSED_ENDS:
            raise UnsupportedError(f"{_REFUSED_ENDS[opcode]} is not supported", span)
        raise UnreadableError(f"unknown instruction '{opcode}'")

    # ---- memory

    def _alloca(self, cursor: Cursor, _: str, result: str, span: Span | None) -> Alloca:
        if cursor.accept("inalloca"):
            raise UnsupportedError("arguments passed with 'inalloca' are not supported", span)
        of = self._types.read(cursor)
        count: Operand | None = None
        alignment = 1
        while cursor.accept(","):
            if cursor.accept("align"):
                alignment = cursor.number()
            elif cursor.peek() == "addrspace":
                raise UnsupportedError("variables in other address spaces are not supported", span)
            elif cursor.peek()[0] == "!":
                cursor.position -= 1
                break
            else:
                count = self._operands.typed(cursor)
        return Alloca(result, of, count, alignment, span)

    def _load(self, cursor: Cursor, _: str, result: str, span: Span | None) -> LoadInstruction:
        words = _take_words(cursor, "atomic", "volatile")
        of = self._types.read(cursor)
        cursor.expect(",")
        address = self._operands.typed(cursor)
        alignment = _skip_trailer(cursor)
        return LoadInstruction(result, of, address, span, "volatile" in words, alignment, "atomic" in words)

    def _store(self, cursor: Cursor, span: Span | None) -> StoreInstruction:
        is_volatile = "volatile" in _take_words(cursor, "atomic", "volatile")
        value = self._operands.typed(cursor)
        cursor.expect(",")
        return StoreInstruction(value, self._operands.typed(cursor), span, is_volatile, _skip_trailer(cursor))

    def _element_pointer(self, cursor: Cursor, _: str, result: str, span: Span | None) -> GetElementPointer:
        inbounds = False
        while (word := cursor.peek()) in _ELEMENT_POINTER_FLAGS:
            inbounds = inbounds or word == "inbounds"
            cursor.position += 1
        source = self._types.read(cursor)
        cursor.expect(",")
        base = self._operands.typed(cursor)
        indices: list[Operand] = []
        while _accept_operand_comma(cursor):
            indices.append(self._operands.typed(cursor))
        return GetElementPointer(result, source, base, tuple(indices), inbounds, span)

    def _atomic_update(self, cursor: Cursor, _: str, result: str, span: Span | None) -> AtomicUpdate:
        _skip_words(cursor, "volatile")
        operation = cursor.take()
        address = self._operands.typed(cursor)
        cursor.expect(",")
        return AtomicUpdate(result, operation, address, self._operands.typed(cursor), span)

    def _compare_exchange(self, cursor: Cursor, _: str, result: str, span: Span | None) -> CompareExchange:
        _skip_words(cursor, "weak", "volatile")
        address = self._operands.typed(cursor)
        cursor.expect(",")
        expected = self._operands.typed(cursor)
        cursor.expect(",")
        return CompareExchange(result, address, expected, self._operands.typed(cursor), span)

    # ---- values

    def _binary(self, cursor: Cursor, opcode: str, result: str, span: Span | None) -> Binary:
        flags = _flags(cursor)
        of = self._types.read(cursor)
        left = self._operands.of_type(of, cursor)
        cursor.expect(",")
        return Binary(result, opcode, flags, left, self._operands.of_type(of, cursor), span)

    def _negate(self, cursor: Cursor, _: str, result: str, span: Span | None) -> Negate:
        _flags(cursor)
        return Negate(result, self._operands.typed(cursor), span)

    def _compare(self, cursor: Cursor, opcode: str, result: str, span: Span | None) -> Compare:
        _flags(cursor)
        predicate = cursor.take()
        of = self._types.read(cursor)
        left = self._operands.of_type(of, cursor)
        cursor.expect(",")
        return Compare(result, opcode, predicate, left, self._operands.of_type(of, cursor), span)

    def _cast(self, cursor: Cursor, opcode: str, result: str, span: Span | None) -> Cast:
        _flags(cursor)
        operand = self._operands.typed(cursor)
        cursor.expect("to")
        return Cast(result, opcode, operand, self._types.read(cursor), span)

    def _select(self, cursor: Cursor, _: str, result: str, span: Span | None) -> Select:
        _flags(cursor)
        condition = self._operands.typed(cursor)
        cursor.expect(",")
        then = self._operands.typed(cursor)
        cursor.expect(",")
        return Select(result, condition, then, self._operands.typed(cursor), span)

    def _phi(self, cursor: Cursor, _: str, result: str, span: Span | None) -> Phi:
        _flags(cursor)
        of = self._types.read(cursor)
        incoming: list[tuple[Operand, str]] = []
        while True:
            cursor.expect("[")
            value = self._operands.of_type(of, cursor)
            cursor.expect(",")
            incoming.append((value, cursor.name("%")))
            cursor.expect("]")
            if not _accept_operand_comma(cursor):
                return Phi(result, of, tuple(incoming), span)

    def _extract_value(self, cursor: Cursor, _: str, result: str, span: Span | None) -> ExtractValue:
        return ExtractValue(result, self._operands.typed(cursor), _path(cursor), span)

    def _insert_value(self, cursor: Cursor, _: str, result: str, span: Span | None) -> InsertValue:
        aggregate = self._operands.typed(cursor)
        cursor.expect(",")
        value = self._operands.typed(cursor)
        return InsertValue(result, aggregate, value, _path(cursor), span)

    def _extract_element(self, cursor: Cursor, _: str, result: str, span: Span | None) -> ExtractElement:
        vector = self._operands.typed(cursor)
        cursor.expect(",")
        return ExtractElement(result, vector, self._operands.typed(cursor), span)

    def _insert_element(self, cursor: Cursor, _: str, result: str, span: Span | None) -> InsertElement:
        vector = self._operands.typed(cursor)
        cursor.expect(",")
        value = self._operands.typed(cursor)
        cursor.expect(",")
        return InsertElement(result, vector, value, self._operands.typed(cursor), span)

    def _shuffle(self, cursor: Cursor, _: str, result: str, span: Span | None) -> Shuffle:
        left = self._operands.typed(cursor)
        cursor.expect(",")
        right = self._operands.typed(cursor)
        cursor.expect(",")
        return Shuffle(result, left, right, _mask(self._operands.typed(cursor)), span)

    def _freeze(self, cursor: Cursor, _: str, result: str, span: Span | None) -> Freeze:
        return Freeze(result, self._operands.typed(cursor), span)

    # ---- calls

    def _call(self, cursor: Cursor, result: str | None, span: Span | None) -> Instruction:
        of = self._called_type(cursor)
        if cursor.accept("asm"):
            assembly = self._assembly(cursor, result, of, span)
            cursor.position = len(cursor.tokens) - 1
            return assembly
        callee = self._operands.of_type(POINTER, cursor)
        arguments, metadata = self._arguments(cursor)
        noreturn = self._attributes.noreturn(cursor)
        cursor.position = len(cursor.tokens) - 1
        if metadata:
            name = callee.name if isinstance(callee, Global) else "a function"
            found = unconstrained(result or "", name, arguments, metadata, of, span)
            return found or UnmodelledInstruction(result, f"call of {name}", span)
        called = of if isinstance(of, FunctionType) else _deduced_type(of, arguments)
        return CallInstruction(result, called, callee, arguments, noreturn, span)

    def _called_type(self, cursor: Cursor) -> Type:
        """Read what is before a callee; return its type, or that of its result."""
        _flags(cursor)
        skip_calling_convention(cursor)
        self._attributes.of_value(cursor)
        return self._types.read(cursor)

    def _assembly(
        self, cursor: Cursor, result: str | None, of: Type, span: Span | None
    ) -> AssemblyInstruction | Fence | UnmodelledInstruction:
        """Read inline assembly after ``asm``; an empty one without outputs is a barrier for the
        compiler only.
        """
        if "inteldialect" in _take_words(cursor, "sideeffect", "alignstack", "inteldialect", "unwind"):
            return UnmodelledInstruction(result, "inline assembly in Intel's syntax", span)
        template = unescape(cursor.take()[1:-1])
        cursor.expect(",")
        constraints = unescape(cursor.take()[1:-1])
        arguments, metadata = self._arguments(cursor)
        if metadata:
            raise UnreadableError("metadata as an operand of inline assembly")
        if not template and "=" not in constraints:
            return Fence(span)
        return AssemblyInstruction(result, of, template, constraints, arguments, 0, span)

    def read_assembly_with_labels(self, text: str, span: Span | None) -> tuple[list[Instruction], AnyInstruction]:
        """Read ``callbr ... asm ... to label %next [labels]`` as inline assembly whose last result
        is the number of the label it jumps to, and a switch on that number, the terminator.
        """
        cursor = Cursor(text)
        result: str | None = None
        if cursor.peek()[0] == "%":
            result = cursor.name("%")
            cursor.expect("=")
        cursor.expect("callbr")
        of = self._called_type(cursor)
        cursor.expect("asm")
        assembly = self._assembly(cursor, result, of, span)
        while cursor.peek() != "to":
            cursor.take()
        cursor.take()
        following = cursor.label()
        cursor.expect("[")
        labels: list[str] = []
        while not cursor.accept("]"):
            labels.append(cursor.label())
            if cursor.peek() != "]":
                cursor.expect(",")
        if not isinstance(assembly, AssemblyInstruction):
            return [assembly], Jump(following, span)
        number = IntType(32)
        whole = StructType((number,) if isinstance(of, VoidType) else (of, number), packed=False)
        name, jump = f"{following}.assembly", f"{following}.jump"
        parts: list[Instruction] = [replace(assembly, result=name, type=whole, labels=len(labels))]
        if result is not None:
            parts.append(ExtractValue(result, Local(whole, name), (0,), span))
        parts.append(ExtractValue(jump, Local(whole, name), (len(whole.elements) - 1,), span))
        cases = tuple((IntConstant(number, index), label) for index, label in enumerate(labels, 1))
        return parts, Switch(Local(number, jump), following, cases, span)

    def _arguments(self, cursor: Cursor) -> tuple[tuple[Argument, ...], tuple[str, ...]]:
        """Read the arguments in parentheses: values, then the texts of metadata."""
        arguments: list[Argument] = []
        metadata: list[str] = []
        cursor.expect("(")
        while not cursor.accept(")"):
            if cursor.accept("metadata"):
                metadata.append(cursor.take().strip('!"'))
            else:
                of = self._types.read(cursor)
                given = self._attributes.of_value(cursor)
                value = self._operands.of_type(of, cursor)
                arguments.append(Argument(value, given.byval, given.alignment, given.holds_result, given.element))
            if cursor.peek() != ")":
                cursor.expect(",")
        return tuple(arguments), tuple(metadata)

    # ---- ends of blocks

    def _jump(self, cursor: Cursor, span: Span | None) -> Jump | ConditionalJump:
        if cursor.peek() == "label":
            return Jump(cursor.label(), span)
        condition = self._operands.typed(cursor)
        cursor.expect(",")
        then = cursor.label()
        cursor.expect(",")
        return ConditionalJump(condition, then, cursor.label(), span)

    def _switch(self, cursor: Cursor, span: Span | None) -> Switch:
        value = self._operands.typed(cursor)
        cursor.expect(",")
        default = cursor.label()
        cursor.expect("[")
        cases: list[tuple[IntConstant, str]] = []
        while not cursor.accept("]"):
            case = self._operands.typed(cursor)
            if not isinstance(case, IntConstant):
                raise UnreadableError("a case of a switch is not an integer")
            cursor.expect(",")
            cases.append((case, cursor.label()))
        return Switch(value, default, tuple(cases), span)

    def _indirect_jump(self, cursor: Cursor, span: Span | None) -> IndirectJump:
        address = self._operands.typed(cursor)
        cursor.expect(",")
        cursor.expect("[")
        targets: list[str] = []
        while not cursor.accept("]"):
            targets.append(cursor.label())
            if cursor.peek() != "]":
                cursor.expect(",")
        return IndirectJump(address, tuple(targets), span)

    def _return(self, cursor: Cursor, span: Span | None) -> ReturnInstruction:
        if cursor.accept("void"):
            return ReturnInstruction(None, span)
        return ReturnInstruction(self._operands.typed(cursor), span)


def _deduced_type(result: Type, arguments: tuple[Argument, ...]) -> FunctionType:
    """Return the type of a callee that is not variadic, from the result and the arguments of the
    call.
    """
    return FunctionType(result, tuple(argument.value.type for argument in arguments), variadic=False)


def _accept_operand_comma(cursor: Cursor) -> bool:
    """Consume a comma before another operand; leave one before metadata."""
    if cursor.peek() != "," or cursor.tokens[cursor.position + 1][0] == "!":
        return False
    cursor.position += 1
    return True


def _flags(cursor: Cursor) -> frozenset[str]:
    if cursor.peek() not in _FLAGS:
        return _NO_FLAGS
    flags: list[str] = []
    while cursor.peek() in _FLAGS:
        flags.append(cursor.take())
    return frozenset(flags)


def _path(cursor: Cursor) -> tuple[int, ...]:
    path: list[int] = []
    while _accept_operand_comma(cursor):
        path.append(cursor.number())
    return tuple(path)


def _skip_words(cursor: Cursor, *words: str) -> None:
    while cursor.peek() in words:
        cursor.position += 1


def _take_words(cursor: Cursor, *words: str) -> AbstractSet[str]:
    """Consume and return the next tokens as long as they are in ``words``."""
    if cursor.peek() not in words:
        return _NO_FLAGS
    taken = set()
    while (word := cursor.peek()) in words:
        taken.add(word)
        cursor.position += 1
    return taken


def _skip_trailer(cursor: Cursor) -> int:
    """Skip memory orderings, alignment and metadata after the operands; return the alignment, else
    1.
    """
    alignment = 1
    while (word := cursor.peek()) != END:
        if word in _ORDERINGS or word == ",":
            cursor.take()
        elif word == "align":
            cursor.take()
            alignment = cursor.number()
        elif word == "syncscope":
            cursor.take()
            cursor.skip_group()
        elif word[0] == "!":
            cursor.position = len(cursor.tokens) - 1
        else:
            raise UnreadableError(f"unexpected '{word}'")
    return alignment


def _mask(operand: Operand) -> tuple[int | None, ...]:
    """Return the element numbers that a shuffle selects."""
    match operand:
        case Aggregate(_, elements):
            return tuple(each.value if isinstance(each, IntConstant) else None for each in elements)
        case Zero(VectorType(count)):
            return (0,) * count
        case UndefinedConstant(VectorType(count)):
            return (None,) * count
        case _:
            raise UnreadableError("a mask of a shuffle is a constant vector")
