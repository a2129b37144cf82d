"""What kind of program it is: engines are chosen by that."""

from collections.abc import Iterator
from typing import Final

from surefoot.logic import Op, Term, postorder
from surefoot.program.access import terms_read
from surefoot.program.program import Program

_FLOAT_PRODUCTS: Final = frozenset({Op.FP_MUL, Op.FP_DIV})


def multiplies_floats(program: Program) -> bool:
    """Whether floats are multiplied or divided somewhere."""
    return any(term.op in _FLOAT_PRODUCTS for term in postorder(list(_terms(program))))


def _terms(program: Program) -> Iterator[Term]:
    """All that is computed."""
    for function in program.functions.values():
        for block in function.blocks.values():
            for statement in (*block.statements, block.terminator):
                yield from terms_read(statement)
