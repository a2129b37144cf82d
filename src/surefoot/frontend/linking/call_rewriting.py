"""Functions with other calls in place of some of theirs."""

from collections.abc import Callable

from surefoot.base.records import replace
from surefoot.frontend.llvm.module import CallInstruction, FunctionDefinition


def with_calls(
    function: FunctionDefinition, changed: Callable[[CallInstruction], CallInstruction]
) -> FunctionDefinition:
    """``function`` with what ``changed`` makes of each of its calls."""
    blocks = [
        replace(
            block,
            instructions=tuple(
                changed(each) if isinstance(each, CallInstruction) else each for each in block.instructions
            ),
        )
        for block in function.blocks
    ]
    return replace(function, blocks=tuple(blocks))
