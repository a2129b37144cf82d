"""Heap allocations by functions that return null when memory is exhausted."""

from surefoot.base.caveats import Caveat, Direction
from surefoot.program.program import Program
from surefoot.program.statements import Allocate, Havoc, Storage

_MAY_FAIL = frozenset({"malloc", "calloc", "realloc", "reallocarray", "aligned_alloc"})
_FAILURE = "failure of "
"""Start of the source of the choice whether an allocation fails."""


def allocation_assumptions(program: Program) -> list[Caveat]:
    """Return the assumption that allocations succeed, if ``program`` has allocations and none can fail."""
    names: set[str] = set()
    for function in program.functions.values():
        for block in function.blocks.values():
            for each in block.statements:
                if isinstance(each, Havoc) and each.source.removeprefix(_FAILURE) in _MAY_FAIL:
                    return []
                if isinstance(each, Allocate) and each.storage is Storage.HEAP:
                    names.add(each.name)
    found = sorted(names & _MAY_FAIL)
    if not found:
        return []
    text = f"{', '.join(found)} never {'returns' if len(found) == 1 else 'return'} null"
    return [Caveat("allocation", Direction.ASSUMES, f"{text}; check it with --malloc-may-fail, too")]
