"""Definite assignment: locals that every path assigns before a read."""

from collections.abc import Iterable, Iterator

from surefoot.logic import Term, variables_of
from surefoot.program.access import successors, terms_read, variables_assigned
from surefoot.program.program import Block, Function
from surefoot.program.statements import Statement, Terminator


def unassigned_reads(function: Function) -> Iterator[tuple[Block, Statement | Terminator, Term]]:
    """Yield every read of a local that some path from the entry reaches without assigning it.

    Sets of locals are bit masks, since functions can have thousands of locals and blocks.
    """
    bits = {variable.symbol: 1 << number for number, variable in enumerate(function.locals)}
    masks: dict[Term, int] = {}
    for label, on_entry in _assigned_on_entry(function, bits).items():
        block, assigned = function.blocks[label], on_entry
        statements: tuple[Statement | Terminator, ...] = (*block.statements, block.terminator)
        for statement in statements:
            for term in terms_read(statement):
                mask = masks.get(term)
                if mask is None:
                    mask = masks[term] = _mask(variables_of(term), bits)
                if mask & ~assigned:
                    missing = (symbol for symbol in variables_of(term) if bits.get(symbol, 0) & ~assigned)
                    yield from ((block, statement, symbol) for symbol in missing)
            assigned |= _mask(variables_assigned(statement), bits)


def _assigned_on_entry(function: Function, bits: dict[Term, int]) -> dict[str, int]:
    """Return, for each reachable block, the locals that every path to it assigns (a greatest fixed
    point).
    """
    assigned_by = {
        label: _mask((target for statement in block.statements for target in variables_assigned(statement)), bits)
        for label, block in function.blocks.items()
    }
    on_entry = {function.entry.label: 0}
    work = [function.entry.label]
    while work:
        label = work.pop()
        assigned = on_entry[label] | assigned_by[label]
        for successor in successors(function.blocks[label].terminator):
            known = on_entry.get(successor)
            if known is None or known & ~assigned:
                on_entry[successor] = assigned if known is None else known & assigned
                work.append(successor)
    return on_entry


def _mask(symbols: Iterable[Term], bits: dict[Term, int]) -> int:
    mask = 0
    for symbol in symbols:
        mask |= bits.get(symbol, 0)
    return mask
