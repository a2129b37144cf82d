"""Leak checks in loops without exit.

A program that ends up in such a loop never terminates, so memory that is unreachable there is lost
for good.
"""

from collections.abc import Mapping

from surefoot.base.records import replace
from surefoot.program.access import leaving_blocks, successors
from surefoot.program.program import Block
from surefoot.program.statements import CheckKind, CheckMemory


def with_leak_checks_in_infinite_loops(blocks: Mapping[str, Block]) -> dict[str, Block]:
    """Return ``blocks`` with a leak check at the head of each loop without exit.

    Requires: the first of ``blocks`` is the entry.
    """
    leaving = leaving_blocks(blocks)
    heads = _heads(blocks) - leaving
    return {label: _with_leak_check(block) if label in heads else block for label, block in blocks.items()}


def _with_leak_check(block: Block) -> Block:
    spans = (statement.span for statement in (*block.statements, block.terminator))
    check = CheckMemory(CheckKind.MEMORY_LEAK, next((span for span in spans if span), None))
    return replace(block, statements=(check, *block.statements))


def _heads(blocks: Mapping[str, Block]) -> set[str]:
    """Return the targets of the back edges of a depth-first search; every cycle contains one."""
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
