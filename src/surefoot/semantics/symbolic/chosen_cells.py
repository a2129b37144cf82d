"""Locals that say which cell was written: a loop that comes later may rest on what is in it when nobody reads them any more.

After ``s[n - 1] = 0`` a loop over ``s`` ends at ``n - 1`` at the latest. That is an invariant of the loop only as long as its states have ``n``.
"""

from surefoot.logic import Term, variables_of
from surefoot.program.ctypes import CPointer
from surefoot.program.program import Function, Role
from surefoot.program.statements import Store
from surefoot.semantics.symbolic.loops import LoopOrder


def choosing_variables(function: Function, order: LoopOrder) -> frozenset[Term]:
    """The declared numbers in the addresses that ``function`` writes to outside of all loops: those in loops are written one after the other."""
    numbers = {
        each.symbol
        for each in (*function.parameters, *function.locals)
        if each.role is not Role.TEMPORARY and not isinstance(each.ctype, CPointer)
    }
    return frozenset(
        symbol
        for label, block in function.blocks.items()
        if label in order.heads and not order.heads[label]  # no run comes to the others
        for statement in block.statements
        if isinstance(statement, Store)
        for symbol in variables_of(statement.address)
        if symbol in numbers
    )
