"""Objects of blocks that a ``longjmp`` leaves: it passes no lifetime marker."""

from collections.abc import Mapping

from surefoot.logic import Term
from surefoot.program.access import successors
from surefoot.program.program import Block, Function
from surefoot.program.statements import Allocate, Assign, Call, EndLifetime, Statement, Storage


def objects_left_by_longjmp(landing: Call, function: Function) -> tuple[Term, ...]:
    """Return the addresses of the objects that a jump to the ``setjmp`` call ``landing`` ends.

    These are the objects of blocks of ``function`` that do not enclose ``landing``.
    """
    ending = _block_objects(function)
    alive = _live_at_starts(function, ending)
    for block in function.blocks.values():
        around = alive[block.label]
        for statement in block.statements:
            if statement is landing:
                return tuple(each for each in ending if each not in around)
            around = _after(statement, around, ending)
    return ()


def _block_objects(function: Function) -> tuple[Term, ...]:
    """Return the addresses of objects that end before their activation.

    These are objects that are allocated at the start of their block, and variable-length arrays.
    """
    statements = [each for block in function.blocks.values() for each in block.statements]
    assigned = {each.target for each in statements if isinstance(each, Assign)}
    allocations = [each for each in statements if isinstance(each, Allocate)]
    ending = (each.target for each in allocations if each.target in assigned or each.storage is Storage.BLOCK)
    return tuple(dict.fromkeys(ending))


def _live_at_starts(function: Function, ending: tuple[Term, ...]) -> Mapping[str, frozenset[Term]]:
    """Return, for each block, the objects that may be alive at its start."""
    alive: dict[str, frozenset[Term]] = dict.fromkeys(function.blocks, frozenset())
    pending: list[Block] = list(function.blocks.values())
    while pending:
        block = pending.pop()
        here = alive[block.label]
        for statement in block.statements:
            here = _after(statement, here, ending)
        for label in successors(block.terminator):
            if not here <= alive[label]:
                alive[label] |= here
                pending.append(function.blocks[label])
    return alive


def _after(statement: Statement, alive: frozenset[Term], ending: tuple[Term, ...]) -> frozenset[Term]:
    match statement:
        case Allocate(target) if target in ending:
            return alive | {target}
        case EndLifetime(address):
            return alive - {address}
        case _:
            return alive
