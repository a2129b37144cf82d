"""Loops that no run leaves: memory that is lost there, or before, is looked for at their heads, because the program never ends."""

from collections.abc import Mapping

from surefoot.base.records import replace
from surefoot.program.access import leaving_blocks, successors
from surefoot.program.program import Block
from surefoot.program.statements import CheckKind, CheckMemory


def with_checks_in_endless_loops(blocks: Mapping[str, Block]) -> dict[str, Block]:
    """``blocks``, of which the first is the entry, with a check at the head of each loop that has no way out."""
    leaving = leaving_blocks(blocks)
    heads = _heads(blocks) - leaving
    return {label: _checking(block) if label in heads else block for label, block in blocks.items()}


def _checking(block: Block) -> Block:
    spans = (statement.span for statement in (*block.statements, block.terminator))
    check = CheckMemory(CheckKind.MEMORY_LEAK, next((span for span in spans if span), None))
    return replace(block, statements=(check, *block.statements))


def _heads(blocks: Mapping[str, Block]) -> set[str]:
    """The blocks that a depth-first walk comes back to while it is below them: every cycle has one."""
    entry = next(iter(blocks))
    heads: set[str] = set()
    seen, below = {entry}, {entry}
    stack = [(entry, iter(successors(blocks[entry].terminator)))]
    while stack:
        label, following = stack[-1]
        for target in following:
            if target in below:
                heads.add(target)
            elif target not in seen:
                seen.add(target)
                below.add(target)
                stack.append((target, iter(successors(blocks[target].terminator))))
                break
        else:
            below.remove(label)
            stack.pop()
    return heads
