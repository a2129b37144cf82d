"""The statements that a `MakeStrings` is made of."""

from surefoot.logic import bv, bvadd, bvmul, zero_extend
from surefoot.program.program import Program
from surefoot.program.statements import Allocate, Havoc, MakeStrings, Origin, Storage


def makes_strings(program: Program) -> bool:
    """Whether ``program`` has such a statement."""
    blocks = (block for function in program.functions.values() for block in function.blocks.values())
    return any(isinstance(each, MakeStrings) for block in blocks for each in block.statements)


def vector(statement: MakeStrings) -> Allocate:
    """Makes the vector, with null pointers in it."""
    count, width = statement.count, statement.count.sort.width
    size = bvmul(bvadd(count, bv(1, width)), bv(width // 8, width))
    name, span = statement.name, statement.span
    return Allocate(statement.target, size, Storage.STACK, zeroed=True, alignment=width // 8, name=name, span=span)


def string(statement: MakeStrings, number: str) -> tuple[Havoc, Allocate]:
    """Make string ``number``."""
    name, span = f"{statement.name}[{number}]", statement.span
    length = Havoc(statement.length, Origin.INPUT, f"length of {name}", span)
    size = bvadd(zero_extend(statement.length, statement.count.sort.width), bv(1, statement.count.sort.width))
    made = Allocate(
        statement.string, size, Storage.STACK, zeroed=False, alignment=1, name=name, span=span, is_string=True
    )
    return length, made
