"""Guards for undefined behaviour, from the branches that clang's sanitizers insert.

Only clang has the information that the rules of C need: signedness after promotion, implicit
conversions, and overflow in constant expressions such as ``2147483647 + 1``. Its sanitizers insert
branches:

      %2 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %0, i32 %1)
      %3 = extractvalue { i32, i1 } %2, 0
      %4 = extractvalue { i32, i1 } %2, 1
      %5 = xor i1 %4, true
      br i1 %5, label %cont, label %handler.add_overflow

A branch to a handler is replaced by a `GuardInstruction` on its condition, and its other successor
is merged into the block.
"""

from collections.abc import Iterator, Mapping

from surefoot.base.errors import UnsupportedError
from surefoot.base.records import dataclass, replace
from surefoot.base.spans import Span
from surefoot.frontend.llvm.module import (
    GUARDED,
    Aggregate,
    Alloca,
    BasicBlock,
    Binary,
    CallInstruction,
    Cast,
    ConditionalJump,
    FunctionDefinition,
    Global,
    GlobalDefinition,
    GuardInstruction,
    Instruction,
    IntConstant,
    IntType,
    Jump,
    Local,
    Module,
    Operand,
    Phi,
    StoreInstruction,
    UndefinedConstant,
)
from surefoot.program.statements import CheckKind

_HANDLER = "__ubsan_handle_"
_FINAL = "_abort"
_OVERFLOWS = {
    "add_overflow": "addition",
    "sub_overflow": "subtraction",
    "mul_overflow": "multiplication",
    "negate_overflow": "negation",
}
_SHIFT_RULE = "shift_out_of_bounds"
_DIVISIONS = frozenset({"sdiv", "srem", "udiv", "urem"})
_SHIFTS = frozenset({"shl", "lshr", "ashr"})
_TO_INTEGER = frozenset({"fptosi", "fptoui"})
_FALSE = IntConstant(IntType(1), 0)
_TRUE = IntConstant(IntType(1), 1)


def with_guards(module: Module) -> Module:
    """Replace branches to sanitizer handlers by guards; raises `UnsupportedError` for an unknown
    pattern.
    """
    if not any(name.startswith(_HANDLER) for name in module.declarations):
        return module
    functions = {name: _with_guards(definition, module.globals) for name, definition in module.functions.items()}
    data = _handler_data(module)
    return replace(
        module,
        functions=functions,
        declarations={name: item for name, item in module.declarations.items() if not name.startswith(_HANDLER)},
        globals={name: item for name, item in module.globals.items() if name not in data},
    )


def _with_guards(definition: FunctionDefinition, constants: Mapping[str, GlobalDefinition]) -> FunctionDefinition:
    rewriter = _Rewriter(definition, constants)
    return replace(definition, blocks=rewriter.blocks()) if rewriter.has_handlers else definition


@dataclass(frozen=True, slots=True)
class _Handler:
    """A block that calls a sanitizer handler: the violated rule, its C types and operand values."""

    rule: str
    types: tuple["_SourceType", ...]
    values: tuple[Operand, ...]
    spilled: frozenset[str]
    """The allocas through which wide operands are passed."""


@dataclass(frozen=True, slots=True)
class _SourceType:
    name: str
    is_signed: bool


class _Rewriter:
    """Rewriter of one function to blocks without branches to handlers."""

    def __init__(self, definition: FunctionDefinition, constants: Mapping[str, GlobalDefinition]) -> None:
        self._blocks = {block.label: block for block in definition.blocks}
        self._handlers = {
            block.label: _handler(block, call, constants)
            for block in definition.blocks
            if (call := _handler_call(block)) is not None
        }
        self._merged_into: dict[str, str] = {}
        """The merged blocks, each with the block that it is merged into."""

    @property
    def has_handlers(self) -> bool:
        return bool(self._handlers)

    def blocks(self) -> tuple[BasicBlock, ...]:
        """Return the blocks in order.

        Requires: a block precedes those that are merged into it, as clang prints them.
        """
        joined = [
            self._joined(block)
            for label, block in self._blocks.items()
            if label not in self._handlers and label not in self._merged_into
        ]
        spilled = frozenset[str]().union(*(handler.spilled for handler in self._handlers.values()))
        return tuple(replace(block, instructions=tuple(self._without_spills(block, spilled))) for block in joined)

    def _without_spills(self, block: BasicBlock, spilled: frozenset[str]) -> Iterator[Instruction]:
        for instruction in block.instructions:
            match instruction:
                case Alloca(result) if result in spilled:
                    pass
                case Binary(flags=flags) if (
                    "nsw" in flags
                ):  # clang proved that it cannot overflow: otherwise there is a guard
                    yield replace(instruction, flags=flags - {"nsw"})
                case Phi(incoming=incoming):
                    origins = tuple((value, self._merged_into.get(origin, origin)) for value, origin in incoming)
                    yield replace(instruction, incoming=origins)
                case _:
                    yield instruction

    def _joined(self, block: BasicBlock) -> BasicBlock:
        instructions, last = list(block.instructions), block.last
        while isinstance(last, ConditionalJump):
            if (handler := self._handlers.get(last.otherwise)) is not None:
                following = self._merged(last.then, block.label)
                guards = _guards(handler, last.condition, following, last.span)
                is_shift = handler.rule == _SHIFT_RULE
            elif (base := self._left_shift(last)) is not None:
                following = self._merged(base.following, block.label)
                self._merged(last.then, block.label)
                self._merged(last.otherwise, block.label)
                guards = _left_shift_guards(base, last)
                is_shift = True
            else:
                break
            instructions += guards
            instructions += _guarded(following) if is_shift else following.instructions
            last = following.last
        return BasicBlock(block.label, tuple(instructions), last)

    def _merged(self, label: str, into: str) -> BasicBlock:
        if label in self._merged_into:
            raise UnsupportedError("unknown pattern of a sanitizer check", self._blocks[label].last.span)
        self._merged_into[label] = into
        return self._blocks[label]

    def _left_shift(self, jump: ConditionalJump) -> "_LeftShift | None":
        """Match the two checks of a signed left shift: if the amount is in range, the value is
        checked.

          br i1 %valid, label %check, label %joint
        check:
          ...
          br label %joint
        joint:
          %4 = phi i1 [ true, %before ], [ %fits, %check ]
          %5 = and i1 %valid, %4
          br i1 %5, label %cont, label %handler.shift_out_of_bounds
        """
        check, joint = self._blocks[jump.then], self._blocks[jump.otherwise]
        match joint.last:
            case ConditionalJump(_, following, otherwise) if otherwise in self._handlers:
                pass
            case _:
                return None
        handler = self._handlers[otherwise]
        match joint.instructions, check.last:
            case (Phi(incoming=incoming), Binary(opcode="and")), Jump(target) if (
                target == joint.label and handler.rule == _SHIFT_RULE
            ):
                fits = next(value for value, origin in incoming if origin == check.label)
                return _LeftShift(handler, fits, check.instructions, following)
            case _:
                return None


@dataclass(frozen=True, slots=True)
class _LeftShift:
    handler: _Handler
    fits: Operand
    computation: tuple[Instruction, ...]
    """The instructions that compute ``fits``."""
    following: str


def _left_shift_guards(shift: _LeftShift, jump: ConditionalJump) -> Iterator[Instruction]:
    of = shift.handler.types[0]
    yield GuardInstruction(jump.condition, CheckKind.SHIFT, f"in {of.name} left shift", jump.span)
    if not isinstance(shift.fits, UndefinedConstant):
        for instruction in shift.computation:
            yield _marked(instruction)
        yield GuardInstruction(shift.fits, CheckKind.SIGNED_OVERFLOW, f"in {of.name} left shift", jump.span)


def _guards(handler: _Handler, condition: Operand, following: BasicBlock, span: Span | None) -> Iterator[Instruction]:
    """Yield the guards of the handler's rule; none if lowering of the operation that follows has
    the same check.
    """
    operation = following.instructions[0] if following.instructions else None
    of = handler.types[0]
    if handler.rule in _OVERFLOWS:
        kind = CheckKind.SIGNED_OVERFLOW if of.is_signed else CheckKind.UNSIGNED_OVERFLOW
        yield GuardInstruction(condition, kind, f"in {of.name} {_OVERFLOWS[handler.rule]}", span)
    elif handler.rule == "divrem_overflow":
        if not (isinstance(operation, Binary) and operation.opcode in _DIVISIONS) and condition == _FALSE:
            divisor = handler.values[1]
            is_zero = isinstance(divisor, IntConstant) and divisor.value == 0
            kind = CheckKind.DIVISION_BY_ZERO if is_zero else CheckKind.DIVISION_OVERFLOW
            yield GuardInstruction(condition, kind, f"in {of.name} division", span)
    elif handler.rule == _SHIFT_RULE:
        yield GuardInstruction(condition, CheckKind.SHIFT, f"in {of.name} shift", span)
    elif handler.rule == "float_cast_overflow":
        if not (isinstance(operation, Cast) and operation.opcode in _TO_INTEGER):
            yield GuardInstruction(condition, CheckKind.CONVERSION, _conversion(handler), span)
    elif handler.rule == "implicit_conversion":
        yield GuardInstruction(condition, CheckKind.LOST_VALUE, _conversion(handler), span)
    elif handler.rule == "out_of_bounds":
        if condition != _TRUE:
            yield GuardInstruction(condition, CheckKind.ARRAY_INDEX, f"of {of.name}", span)
    else:
        raise UnsupportedError(f"the sanitizer check {handler.rule} is not supported", span)


def _conversion(handler: _Handler) -> str:
    source, target = handler.types
    return f"from {source.name} to {target.name}"


def _guarded(following: BasicBlock) -> tuple[Instruction, ...]:
    """Return the instructions after a shift guard, with a shift in front marked as guarded."""
    return (*map(_marked, following.instructions[:1]), *following.instructions[1:])


def _marked(instruction: Instruction) -> Instruction:
    match instruction:
        case Binary(opcode=opcode, flags=flags) if opcode in _SHIFTS:
            return replace(instruction, flags=flags | {GUARDED})
        case _:
            return instruction


# ---- arguments of handlers


def _handler_call(block: BasicBlock) -> CallInstruction | None:
    match block.instructions[-1:]:
        case (CallInstruction(callee=Global(name=name)) as call,) if name.startswith(_HANDLER):
            return call
        case _:
            return None


def _handler(block: BasicBlock, call: CallInstruction, constants: Mapping[str, GlobalDefinition]) -> _Handler:
    if not isinstance(call.callee, Global):
        raise UnsupportedError("unknown pattern of a sanitizer check", call.span)
    data, *values = (argument.value for argument in call.arguments)
    stored = {
        store.address.name: store.value
        for store in block.instructions
        if isinstance(store, StoreInstruction) and isinstance(store.address, Local)
    }
    casts = {cast.result: cast.operand for cast in block.instructions if isinstance(cast, Cast)}
    return _Handler(
        rule=call.callee.name.removeprefix(_HANDLER).removesuffix(_FINAL),
        types=tuple(_source_types(data, constants)),
        values=tuple(_unspilled(value, casts, stored) for value in values),
        spilled=frozenset(stored),
    )


def _unspilled(value: Operand, casts: Mapping[str, Operand], stored: Mapping[str, Operand]) -> Operand:
    """Return the operand value before it was cast or stored to be passed to the handler."""
    while isinstance(value, Local):
        if value.name in casts:
            value = casts[value.name]
        elif value.name in stored:
            value = stored[value.name]
        else:
            break
    return value


def _source_types(data: Operand, constants: Mapping[str, GlobalDefinition]) -> Iterator[_SourceType]:
    """Yield the C types in the handler's data ``{location, type...}``."""
    for part in _elements(data, constants):
        match _elements(part, constants):
            case (IntConstant(), IntConstant(value=about), Aggregate(elements=letters)):
                text = bytes(letter.value for letter in letters if isinstance(letter, IntConstant))
                yield _SourceType(_type_name(text.partition(b"\0")[0].decode("utf-8", "replace")), bool(about & 1))
            case _:
                pass


def _type_name(text: str) -> str:
    """Return ``'mylong' (aka 'long')`` as ``mylong``."""
    return text[1:].partition("'")[0] if text.startswith("'") else text


def _elements(operand: Operand, constants: Mapping[str, GlobalDefinition]) -> tuple[Operand, ...]:
    """Return the elements of the constant that ``operand`` points to."""
    if isinstance(operand, Global) and operand.name in constants:
        initial = constants[operand.name].initial
        if isinstance(initial, Aggregate):
            return initial.elements
    return ()


def _handler_data(module: Module) -> frozenset[str]:
    """Return the globals that only handlers read; the file name is not included, since ``assert``
    may use it.
    """
    pending = [
        argument.value
        for definition in module.functions.values()
        for block in definition.blocks
        if (call := _handler_call(block)) is not None
        for argument in call.arguments[:1]
    ]
    found: set[str] = set()
    while pending:
        match pending.pop():
            case Global(name=name) as pointer if name not in found:
                found.add(name)
                pending.extend(_elements(pointer, module.globals))
            case _:
                pass
    return frozenset(found)
