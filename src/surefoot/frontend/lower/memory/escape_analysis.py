"""Escape analysis: objects whose address may be used after their block ended.

The analysis is flow-insensitive. An address is followed through values and promoted variables. It
escapes where it is stored in memory or in a variable of an enclosing block, passed to a function
that lets it escape, or converted to a number that something depends on, because the address can be
rebuilt from that.

If an address escapes, objects whose address is compared with others are included as well: an object
may be allocated where one that has ended was.
"""

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Final

from surefoot.base.records import dataclass
from surefoot.base.spans import Span
from surefoot.frontend.library.standard import is_standard
from surefoot.frontend.llvm.module import (
    LITERAL,
    Alloca,
    AssemblyInstruction,
    AtomicUpdate,
    Binary,
    CallInstruction,
    Compare,
    CompareExchange,
    DebugVariable,
    Declare,
    FunctionDefinition,
    GetElementPointer,
    Global,
    Instruction,
    LastInstruction,
    LoadInstruction,
    Local,
    Module,
    NullPointer,
    Operand,
    PointerType,
    ReturnInstruction,
    StoreInstruction,
    Switch,
)
from surefoot.frontend.lower.control.flow_graph import dominated, has_path, operands_of, parts_of, successors_of
from surefoot.frontend.lower.library.known_functions import handler_of

LIFETIME: Final = ("llvm.lifetime.start.", "llvm.lifetime.end.")
"""Prefixes of LLVM's lifetime markers."""
_SUBSTATEMENTS: Final = ("do.body", "while.cond", "while.body", "sw.bb", "sw.default")
"""Label prefixes of C substatements that are blocks of their own (C11, 6.8.5 §5).

Without braces, debug info has a block only around each ``if`` and ``for``.
"""


@dataclass(frozen=True, slots=True)
class _Escape:
    """Escape of an address that a function is passed: to memory, or as its result."""

    escapes: bool
    is_returned: bool


_STAYS: Final = _Escape(escapes=False, is_returned=False)
_IS_RETURNED: Final = _Escape(escapes=False, is_returned=True)
_ESCAPES: Final = _Escape(escapes=True, is_returned=True)

EscapingObjects = Mapping[str, frozenset[str]]
"""Allocas of the escaping objects, by function."""


def escaping_objects(module: Module) -> EscapingObjects:
    """Return the objects of blocks in ``module`` whose address may be used after they ended."""
    bodies = {name: _Body(definition) for name, definition in module.functions.items() if definition.blocks}
    origins = {name: body.origins() for name, body in bodies.items()}
    if not any(origins.values()):
        return {}
    found = _escaping_objects(module, bodies, origins, are_compared=False)
    return _escaping_objects(module, bodies, origins, are_compared=True) if found else found


def _escaping_objects(
    module: Module,
    bodies: "Mapping[str, _Body]",
    origins: Mapping[str, Mapping[str, tuple[str, ...] | None]],
    *,
    are_compared: bool,
) -> EscapingObjects:
    """Return the objects of ``origins`` whose address escapes.

    If ``are_compared``, comparisons with other addresses count as escapes.
    """
    escapes: dict[tuple[str, int], _Escape] = {}
    changed = True
    while changed:  # least fixpoint
        changed = False
        for name, body in bodies.items():
            for index, parameter in enumerate(body.definition.parameters):
                escape = body.escape(parameter.name, None, module, escapes, are_compared=are_compared)
                if escapes.get((name, index), _STAYS) != escape:
                    escapes[name, index] = escape
                    changed = True
    found = {
        name: frozenset(
            origin
            for origin, blocks in origins[name].items()
            if body.escape(origin, blocks, module, escapes, are_compared=are_compared).escapes
        )
        for name, body in bodies.items()
    }
    return {name: objects for name, objects in found.items() if objects}


class _Body:
    """Function with an index from values to the instructions that use them."""

    def __init__(self, definition: FunctionDefinition) -> None:
        self.definition = definition
        self._uses: dict[str, list[Instruction | LastInstruction]] = {}
        self._allocas: dict[str, Alloca] = {}
        for block in definition.blocks:
            for instruction in (*block.instructions, block.last):
                if isinstance(instruction, Alloca):
                    self._allocas[instruction.result] = instruction
                for name in dict.fromkeys(_locals_in(operands_of(instruction))):
                    self._uses.setdefault(name, []).append(instruction)
        self._arrays = _reallocated_arrays(definition)
        self._plain = {
            name for name in self._allocas if all(is_plain_access(use, name) for use in self._uses.get(name, ()))
        }

    def origins(self) -> dict[str, tuple[str, ...] | None]:
        """Return the allocas of block-scope or temporary objects, each with its enclosing blocks.

        Blocks are listed outermost first, as far as they are known. A variable that is returned and
        that clang places in memory of the caller is included with ``None``.
        """
        found: dict[str, tuple[str, ...] | None] = {}
        for name in self._allocas:
            blocks = self._blocks(name)
            if not blocks and self._may_be_undeclared_in_block(name) and not may_be_temporary(name):
                blocks = self.definition.undeclared.get(name, ())
            is_of_block = (
                bool(blocks)
                or name in self._arrays
                or self._may_be_literal_of_block(name)
                or self._may_be_undeclared_in_block(name)
                or self._may_be_temporary(name)
            )
            if name not in self._plain and is_of_block:
                found[name] = blocks
        for parameter in self.definition.parameters:
            declared = self.definition.declared.get(parameter.name)
            if declared is not None and not declared.is_parameter:
                found[parameter.name] = None
        return found

    def _may_be_temporary(self, name: str) -> bool:
        """Return whether ``name`` may be a temporary object (C11, 6.2.4 §8)."""
        is_known = name in self.definition.declared or name.startswith(LITERAL) or self._allocas[name].count is not None
        return not is_known and may_be_temporary(name)

    def _may_be_undeclared_in_block(self, name: str) -> bool:
        """Return whether ``name`` may be a variable of a nested block without debug record.

        Clang omits the record of a variable whose declaration is unreachable.
        """
        if name in self.definition.declared or not is_name_in_c(name) or self._allocas[name].count is not None:
            return False
        return self.definition.undeclared.get(name) != ()

    def _may_be_literal_of_block(self, name: str) -> bool:
        """Return whether ``name`` is a compound literal that may belong to a nested block.

        A literal lives until the function returns if neither braces nor a possible loop or
        ``switch`` enclose it.
        """
        if not name.startswith(LITERAL):
            return False
        users = self._uses.get(name, ())
        homes = {block.label for block in self.definition.blocks if any(each in users for each in block.instructions)}
        if self.definition.undeclared.get(name) != () or not homes:
            return True
        if any(isinstance(last, Switch) for label in homes for last in _following_terminators(label, self.definition)):
            return True
        blocks = self.definition.blocks
        following = {block.label: successors_of(block.last) for block in blocks}
        inner = (label for label in following if label.startswith(_SUBSTATEMENTS))
        return any(not homes.isdisjoint(dominated(label, blocks[0].label, following)) for label in inner)

    def _blocks(self, name: str) -> tuple[str, ...]:
        declared: DebugVariable | None = self.definition.declared.get(name)
        return () if declared is None else declared.blocks

    def escape(
        self,
        origin: str,
        blocks: tuple[str, ...] | None,
        module: Module,
        escapes: Mapping[tuple[str, int], _Escape],
        *,
        are_compared: bool,
    ) -> _Escape:
        """Return how the address ``origin`` escapes.

        It is the address of an object in ``blocks``, or a parameter if ``blocks`` is ``None``.
        """
        holding, pending = {origin}, [origin]
        differences: list[Binary] = []
        comparisons: list[Compare] = []
        is_returned = False

        def hold(name: str | None) -> None:
            if name is not None and name not in holding:
                holding.add(name)
                pending.append(name)

        while pending:
            name = pending.pop()
            is_variable = name in self._plain and name != origin
            for use in self._uses.get(name, ()):
                match use:
                    case LoadInstruction(result=result):
                        hold(result if is_variable else None)
                    case StoreInstruction(value=value, address=address):
                        if is_variable or name not in _locals_in((value,)):
                            continue
                        if not (isinstance(address, Local) and self._may_hold(address.name, origin, blocks)):
                            return _ESCAPES
                        hold(address.name)
                    case CallInstruction():
                        outcome = _escape_through_call(use, name, module, escapes)
                        if outcome.escapes:
                            return _ESCAPES
                        hold(use.result if outcome.is_returned else None)
                    case ReturnInstruction():
                        is_returned = True
                    case AtomicUpdate() | CompareExchange() | AssemblyInstruction():
                        return _ESCAPES
                    case Compare(left=left):
                        if not isinstance(left.type, PointerType):
                            return _ESCAPES
                        comparisons.append(use)
                    case Switch():
                        return _ESCAPES
                    case GetElementPointer(indices=indices) if name in _locals_in(indices):
                        return _ESCAPES
                    case Binary(opcode="sub"):
                        differences.append(use)
                    case Declare():
                        pass
                    case _:
                        hold(getattr(use, "result", None))
            if not pending:
                for each in differences:  # offsets inside one object do not escape
                    hold(None if _are_both_in(holding, each) else each.result)
        if are_compared and not all(_has_null(each) or _are_both_in(holding, each) for each in comparisons):
            return _ESCAPES
        return _IS_RETURNED if is_returned else _STAYS

    def _may_hold(self, variable: str, origin: str, blocks: tuple[str, ...] | None) -> bool:
        """Return whether ``variable`` is promoted and ends before ``origin`` in ``blocks``."""
        if variable not in self._plain:
            return False
        if blocks is None:
            return True
        around = self._blocks(variable)
        if origin in self._arrays:
            return around[: len(blocks)] == blocks and (len(around) > len(blocks) or self._is_later(variable, origin))
        return bool(blocks) and around[: len(blocks)] == blocks

    def _is_later(self, variable: str, other: str) -> bool:
        """Return whether ``variable`` is certainly declared after ``other``."""
        spans = [known.span for name in (variable, other) if (known := self.definition.declared.get(name))]
        match spans:
            case [Span() as mine, Span() as theirs]:
                return mine.file == theirs.file and (mine.line, mine.column) > (theirs.line, theirs.column)
            case _:
                return False


def _are_both_in(holding: Container[str], use: Binary | Compare) -> bool:
    return all(isinstance(each, Local) and each.name in holding for each in (use.left, use.right))


def _has_null(comparison: Compare) -> bool:
    return any(isinstance(each, NullPointer) for each in (comparison.left, comparison.right))


def _reallocated_arrays(definition: FunctionDefinition) -> frozenset[str]:
    """Return the variable-length arrays whose declaration may be reached again.

    A loop or a jump back ends them although their block continues.
    """
    following = {block.label: successors_of(block.last) for block in definition.blocks}
    return frozenset(
        instruction.result
        for block in definition.blocks
        for instruction in block.instructions
        if isinstance(instruction, Alloca) and instruction.count is not None
        if instruction.result in definition.declared and has_path(block.label, block.label, following)
    )


def _following_terminators(label: str, definition: FunctionDefinition) -> Iterator[LastInstruction]:
    """Yield the terminators of ``label`` and of all blocks reachable from it."""
    lasts = {block.label: block.last for block in definition.blocks}
    seen, pending = {label}, [label]
    while pending:
        last = lasts[pending.pop()]
        yield last
        new = [each for each in successors_of(last) if each not in seen]
        seen.update(new)
        pending += new


def _escape_through_call(
    call: CallInstruction, name: str, module: Module, escapes: Mapping[tuple[str, int], _Escape]
) -> _Escape:
    """Return how the address ``name`` among the arguments of ``call`` escapes."""
    mentioning = [each for each in call.arguments if name in _locals_in((each.value,))]
    if mentioning and all(each.byval is not None or each.holds_result for each in mentioning):
        return _STAYS  # a copy, or memory for the result
    if not isinstance(call.callee, Global):
        return _ESCAPES
    callee = call.callee.name
    definition = module.functions.get(callee)
    if definition is None or not definition.blocks:
        is_known = (
            callee.startswith("llvm.") or handler_of(callee, call.type) is not None or is_standard(callee, call.type)
        )
        return _IS_RETURNED if is_known else _ESCAPES
    found = _STAYS
    for index, argument in enumerate(call.arguments):
        if name in _locals_in((argument.value,)):
            given = escapes.get((callee, index), _STAYS) if index < len(definition.parameters) else _ESCAPES
            found = _Escape(found.escapes or given.escapes, found.is_returned or given.is_returned)
    return found


def is_name_in_c(name: str) -> bool:
    """Return whether the alloca ``name`` may be named after a C variable.

    Most names of clang's own allocas contain other characters.
    """
    return name.replace("$", "_").isidentifier()


def may_be_temporary(name: str) -> bool:
    """Return whether clang may have made the alloca ``name`` for the value of an expression."""
    return not is_name_in_c(name) or name.rstrip("0123456789") == "tmp"


def is_plain_access(use: Instruction | LastInstruction, name: str) -> bool:
    """Return whether ``use`` only reads or writes the contents of the alloca ``name``."""
    match use:
        case LoadInstruction():
            return True
        case StoreInstruction(value=value):
            return name not in _locals_in((value,))
        case CallInstruction(callee=Global(_, called)):
            return called.startswith(LIFETIME)
        case Declare():
            return True
        case _:
            return False


def _locals_in(operands: Sequence[Operand]) -> Iterator[str]:
    return (part.name for operand in operands for part in parts_of(operand) if isinstance(part, Local))
