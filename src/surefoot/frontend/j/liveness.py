"""Live variables: those that a recursive call must save, and havocs of dead variables."""

from collections.abc import Mapping

from surefoot.base.records import replace
from surefoot.logic import Term, variables_of
from surefoot.program.access import successors, terms_read, variables_assigned
from surefoot.program.program import Block, Function
from surefoot.program.statements import Havoc, Statement, Terminator


def live_at_starts(function: Function) -> Mapping[str, frozenset[Term]]:
    """Return the live variables of ``function`` at the start of each block (a least fixed point)."""
    own = frozenset(each.symbol for each in (*function.parameters, *function.locals))
    found: dict[str, frozenset[Term]] = dict.fromkeys(function.blocks, frozenset())
    changed = True
    while changed:
        changed = False
        for label, block in reversed(list(function.blocks.items())):
            live = live_at_end(block, found)
            for statement in reversed((*block.statements, block.terminator)):
                live = live_before(statement, live, own)
            changed |= live != found[label]
            found[label] = live
    return found


def live_at_end(block: Block, at_starts: Mapping[str, frozenset[Term]]) -> frozenset[Term]:
    """Return the live variables at the end of ``block``."""
    return frozenset[Term]().union(*(at_starts[label] for label in successors(block.terminator)))


def live_before(statement: Statement | Terminator, after: frozenset[Term], own: frozenset[Term]) -> frozenset[Term]:
    """Return the live variables before ``statement`` from those ``after`` it."""
    read = {symbol for term in terms_read(statement) for symbol in variables_of(term)}
    return (after - frozenset(variables_assigned(statement))) | (read & own)


def without_dead_havocs(function: Function) -> Function:
    """Remove havocs of dead variables."""
    own = frozenset(each.symbol for each in (*function.parameters, *function.locals))
    at_starts = live_at_starts(function)
    blocks: dict[str, Block] = {}
    for label, block in function.blocks.items():
        live = live_before(block.terminator, live_at_end(block, at_starts), own)
        kept: list[Statement] = []
        for statement in reversed(block.statements):
            if isinstance(statement, Havoc) and statement.target in own and statement.target not in live:
                continue
            live = live_before(statement, live, own)
            kept.append(statement)
        blocks[label] = replace(block, statements=tuple(reversed(kept)))
    return replace(function, blocks=blocks)
