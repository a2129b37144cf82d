"""Which variables are read later: what a recursive call has to keep, and which unknown values make no difference."""

from collections.abc import Mapping

from surefoot.base.records import replace
from surefoot.logic import Term, variables_of
from surefoot.program.access import successors, terms_read, variables_assigned
from surefoot.program.program import Block, Function
from surefoot.program.statements import Havoc, Statement, Terminator


def live_at_starts(function: Function) -> Mapping[str, frozenset[Term]]:
    """For each block the variables of ``function`` that may be read, from its start on, before they are assigned (a least fixed point)."""
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
    """The variables that are read after ``block``."""
    return frozenset[Term]().union(*(at_starts[label] for label in successors(block.terminator)))


def live_before(statement: Statement | Terminator, after: frozenset[Term], own: frozenset[Term]) -> frozenset[Term]:
    """The variables that are live before ``statement`` if those in ``after`` are behind it."""
    read = {symbol for term in terms_read(statement) for symbol in variables_of(term)}
    return (after - frozenset(variables_assigned(statement))) | (read & own)


def without_dead_choices(function: Function) -> Function:
    """``function`` without unknown values for variables that are assigned before they are read."""
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
