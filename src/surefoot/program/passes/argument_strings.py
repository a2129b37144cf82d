"""Argument strings as single objects, for views of a program that have no vectors of strings.

A few strings, in a small vector, are allocated without a loop; more are allocated by a loop,
several in each iteration. A run makes the same choices in the same order.
"""

from typing import ClassVar

from surefoot.base.records import dataclass, replace
from surefoot.logic import (
    Term,
    bv,
    bvadd,
    bvmul,
    bvule,
    bvult,
    extract,
    variable,
    zero_extend,
)
from surefoot.program.ctypes import CVoid
from surefoot.program.limits import LIMITS
from surefoot.program.program import Block, Function, Program, Role, Variable
from surefoot.program.statements import (
    Allocate,
    Assign,
    Branch,
    Goto,
    Havoc,
    MakeStrings,
    Origin,
    Statement,
    Storage,
    Store,
    Terminator,
)


@dataclass(frozen=True, slots=True)
class SingleStrings:
    """Pass that replaces statements that make any number of strings by allocations of single
    strings.

    Ensures: every loop head that the program has and the original has not is that of a loop that
      makes strings.
    """

    name: ClassVar[str] = "single strings"

    def run(self, program: Program) -> Program:
        """Return ``program`` without statements that make any number of strings."""
        if not makes_strings(program):
            return program
        return replace(program, functions={name: _rewritten(each) for name, each in program.functions.items()})


def _rewritten(function: Function) -> Function:
    if not any(isinstance(each, MakeStrings) for block in function.blocks.values() for each in block.statements):
        return function
    return _Rewriter(function).rewritten()


class _Rewriter:
    def __init__(self, function: Function) -> None:
        self._function = function
        self._variables: list[Variable] = []
        self._blocks: dict[str, Block] = {}
        self._label = ""
        self._statements: list[Statement] = []

    def rewritten(self) -> Function:
        for block in self._function.blocks.values():
            self._label, self._statements = block.label, []
            for number, statement in enumerate(block.statements):
                if isinstance(statement, MakeStrings):
                    self._unroll(statement, f"{block.label}.strings{number}")
                else:
                    self._statements.append(statement)
            self._blocks[self._label] = Block(self._label, tuple(self._statements), block.terminator)
        return replace(self._function, locals=(*self._function.locals, *self._variables), blocks=self._blocks)

    def _unroll(self, made: MakeStrings, label: str) -> None:
        """Close the current block with the blocks that make the strings, and continue after them."""
        count, span = made.count, made.span
        width = count.sort.width
        few, many, head, body, end = (f"{label}.{part}" for part in ("few", "many", "head", "body", "end"))
        self._close(Branch(bvule(count, bv(LIMITS.unrolled_strings, width)), few, many, span), few)
        small = zero_extend(
            extract(count, LIMITS.unrolled_strings.bit_length() - 1, 0), width
        )  # shows that the vector is small
        self._statements.append(vector(replace(made, count=small)))
        for number in range(LIMITS.unrolled_strings):
            self._make_if(made, bv(number, width), small, f"{few}{number}", str(number))
        self._close(Goto(end, span), many)
        self._statements.append(vector(made))
        for number in range(LIMITS.unrolled_strings):
            self._make(made, bv(number, width), str(number))
        index = self._index(made)
        self._statements.append(Assign(index, bv(LIMITS.unrolled_strings, width), span))
        self._close(Goto(head, span), head)
        self._close(Branch(bvult(index, count), body, end, span), body)
        self._make(made, index, "")
        for ahead in range(1, LIMITS.strings_per_iteration):
            self._make_if(made, bvadd(index, bv(ahead, width)), count, f"{body}{ahead}", "")
        self._statements.append(Assign(index, bvadd(index, bv(LIMITS.strings_per_iteration, width)), span))
        self._close(Goto(head, span), end)

    def _make_if(self, made: MakeStrings, number: Term, count: Term, label: str, suffix: str) -> None:
        """Make string ``number`` if it is below ``count``."""
        self._close(Branch(bvult(number, count), label, f"{label}.next", made.span), label)
        self._make(made, number, suffix)
        self._close(Goto(f"{label}.next", made.span), f"{label}.next")

    def _make(self, made: MakeStrings, number: Term, suffix: str) -> None:
        each = bv(made.count.sort.width // 8, made.count.sort.width)
        self._statements += string(made, suffix)
        self._statements.append(Store(bvadd(made.target, bvmul(number, each)), made.string, made.span))

    def _close(self, terminator: Terminator, following: str) -> None:
        self._blocks[self._label] = Block(self._label, tuple(self._statements), terminator)
        self._label, self._statements = following, []

    def _index(self, made: MakeStrings) -> Term:
        number = len(self._function.locals) + len(self._variables)
        symbol = variable(f"{self._function.name}::number of string.{number}", made.count.sort)
        self._variables.append(Variable(symbol, "%number", CVoid(), Role.TEMPORARY, made.span))
        return symbol


def makes_strings(program: Program) -> bool:
    """Return whether ``program`` has a statement that makes strings."""
    blocks = (block for function in program.functions.values() for block in function.blocks.values())
    return any(isinstance(each, MakeStrings) for block in blocks for each in block.statements)


def vector(statement: MakeStrings) -> Allocate:
    """Return the allocation of the vector, with null pointers in it."""
    count, width = statement.count, statement.count.sort.width
    size = bvmul(bvadd(count, bv(1, width)), bv(width // 8, width))
    name, span = statement.name, statement.span
    return Allocate(statement.target, size, Storage.STACK, zeroed=True, alignment=width // 8, name=name, span=span)


def string(statement: MakeStrings, number: str) -> tuple[Havoc, Allocate]:
    """Return the statements that make string ``number``."""
    name, span = f"{statement.name}[{number}]", statement.span
    length = Havoc(statement.length, Origin.INPUT, f"length of {name}", span)
    size = bvadd(zero_extend(statement.length, statement.count.sort.width), bv(1, statement.count.sort.width))
    made = Allocate(
        statement.string, size, Storage.STACK, zeroed=False, alignment=1, name=name, span=span, is_string=True
    )
    return length, made
