"""What kind of program it is: engines are chosen by that."""

from collections.abc import Iterator
from typing import Final

from surefoot.logic import Op, Term, postorder
from surefoot.program.access import terms_read
from surefoot.program.program import Program

_FLOAT_PRODUCTS: Final = frozenset({Op.FP_MUL, Op.FP_DIV})
_DIVISIONS: Final = frozenset({Op.BVUDIV, Op.BVUREM, Op.BVSDIV, Op.BVSREM})


def multiplies_floats(program: Program) -> bool:
    """Whether floats are multiplied or divided somewhere."""
    return _computes(program, _FLOAT_PRODUCTS)


def divides(program: Program) -> bool:
    """Whether integers are divided somewhere."""
    return _computes(program, _DIVISIONS)


def _computes(program: Program, operators: frozenset[Op]) -> bool:
    return any(term.op in operators for term in postorder(list(_terms(program))))


def _terms(program: Program) -> Iterator[Term]:
    """All that is computed."""
    for function in program.functions.values():
        for block in function.blocks.values():
            for statement in (*block.statements, block.terminator):
                yield from terms_read(statement)
