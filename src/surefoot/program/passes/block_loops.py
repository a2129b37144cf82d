"""Copies and fills as loops over their bytes, for blocks of large or unknown size.

The loop has the source position of the statement that it replaces, so checks keep their sites.
"""

from typing import ClassVar, Final

from surefoot.base.records import dataclass, replace
from surefoot.base.spans import Span
from surefoot.logic import Sort, Term, and_, bit_vector, bv, bvadd, bvsub, bvule, bvult, eq, or_, variable
from surefoot.program.ctypes import CVoid
from surefoot.program.program import Block, Function, Program, Role, Variable
from surefoot.program.statements import (
    Assign,
    Branch,
    Check,
    CheckKind,
    Copy,
    Fill,
    Goto,
    Load,
    ObjectSize,
    Statement,
    Store,
)

_BYTE: Final = bit_vector(8)


@dataclass(frozen=True, slots=True)
class BlockLoops:
    """Pass that replaces the copies and fills at ``span`` by loops over their bytes."""

    span: Span | None
    name: ClassVar[str] = "block loops"

    def run(self, program: Program) -> Program:
        """Return ``program`` with the loops, or ``program`` itself if it has no copy or fill at
        ``span``.
        """
        functions = {name: _Rewriter(each, self.span).rewritten() for name, each in program.functions.items()}
        if all(functions[name] is function for name, function in program.functions.items()):
            return program
        return replace(program, functions=functions)


class _Rewriter:
    def __init__(self, function: Function, span: Span | None) -> None:
        self._function = function
        self._span = span
        self._variables: list[Variable] = []
        self._blocks: dict[str, Block] = {}
        self._label = ""
        self._statements: list[Statement] = []

    def rewritten(self) -> Function:
        if not any(self._is_selected(each) for block in self._function.blocks.values() for each in block.statements):
            return self._function
        for block in self._function.blocks.values():
            self._label, self._statements = block.label, []
            for number, statement in enumerate(block.statements):
                if isinstance(statement, Copy | Fill) and self._is_selected(statement):
                    self._unroll(statement, f"{block.label}.bytes{number}")
                else:
                    self._statements.append(statement)
            self._blocks[self._label] = Block(self._label, tuple(self._statements), block.terminator)
        return replace(self._function, locals=(*self._function.locals, *self._variables), blocks=self._blocks)

    def _is_selected(self, statement: Statement) -> bool:
        return isinstance(statement, Copy | Fill) and statement.span == self._span

    def _unroll(self, statement: Copy | Fill, label: str) -> None:
        """Close the current block with a loop, and continue after it."""
        size, span = self._copied(statement.size, "size", statement.span), statement.span
        target = self._copied(statement.target, "target", span)
        self._require_room(target, size, span)
        at = self._temporary("at", size.sort, span)
        if isinstance(statement, Fill):
            byte = self._copied(statement.byte, "byte", span)
            self._loop(label, at, size, (Store(bvadd(target, at), byte, span),), span)
            return
        source = self._copied(statement.source, "source", span)
        self._require_room(source, size, span)
        byte = self._temporary("byte", _BYTE, span)
        if statement.is_disjoint:
            distances = bvsub(target, source), bvsub(source, target)
            apart = or_(eq(target, source), and_(*(bvule(size, each) for each in distances)))
            text = "copy between overlapping blocks"
            self._statements.append(Check(apart, CheckKind.INVALID_DEREFERENCE, text, span))
            self._loop(label, at, size, _moved(target, source, at, byte, span), span)
            return
        overlaps_ahead = bvult(bvsub(target, source), size)
        """True if an ascending copy would overwrite bytes before it reads them."""
        first, last, end = f"{label}.first", f"{label}.last", f"{label}.end"
        self._close(Branch(overlaps_ahead, last, first, span), last)
        position = bvsub(bvsub(size, at), bv(1, size.sort.width))
        self._loop(f"{label}.down", at, size, _moved(target, source, position, byte, span), span)
        self._close(Goto(end, span), first)
        self._loop(f"{label}.up", at, size, _moved(target, source, at, byte, span), span)
        self._close(Goto(end, span), end)

    def _loop(self, label: str, at: Term, size: Term, body: tuple[Statement, ...], span: Span | None) -> None:
        """Add the loop ``for (at = 0; at < size; at++) body``."""
        head, inside, after = f"{label}.head", f"{label}.body", f"{label}.after"
        self._statements.append(Assign(at, bv(0, size.sort.width), span))
        self._close(Goto(head, span), head)
        self._close(Branch(bvult(at, size), inside, after, span), inside)
        self._statements += (*body, Assign(at, bvadd(at, bv(1, size.sort.width)), span))
        self._close(Goto(head, span), after)

    def _require_room(self, address: Term, size: Term, span: Span | None) -> None:
        room = self._temporary("room", size.sort, span)
        self._statements.append(ObjectSize(room, address, span))
        text = "block outside every live object"
        self._statements.append(Check(bvule(size, room), CheckKind.INVALID_DEREFERENCE, text, span))

    def _close(self, terminator: Goto | Branch, following: str) -> None:
        self._blocks[self._label] = Block(self._label, tuple(self._statements), terminator)
        self._label, self._statements = following, []

    def _copied(self, value: Term, name: str, span: Span | None) -> Term:
        """Return a new variable with the present value of ``value``."""
        kept = self._temporary(name, value.sort, span)
        self._statements.append(Assign(kept, value, span))
        return kept

    def _temporary(self, name: str, sort: Sort, span: Span | None) -> Term:
        number = len(self._function.locals) + len(self._variables)
        symbol = variable(f"{self._function.name}::block {name}.{number}", sort)
        self._variables.append(Variable(symbol, f"%{name}", CVoid(), Role.TEMPORARY, span))
        return symbol


def _moved(target: Term, source: Term, at: Term, byte: Term, span: Span | None) -> tuple[Statement, ...]:
    return Load(byte, bvadd(source, at), span), Store(bvadd(target, at), byte, span)
