"""Where strings end: for each statement that ends strings, a variable that nobody reads and that says where it last wrote a zero.

A loop over a string ends at its zero at the latest. That is an invariant of the loop only if its states say where a zero is; the variables of the program that said so may be gone by then, as those of ``fgets`` are.
The program means the same without these variables.
"""

from collections.abc import Iterator

from surefoot.logic import Op, Term, bit_vector, bv, eq, ite, variable, variables_of
from surefoot.program.access import terms_read
from surefoot.program.ctypes import CVoid
from surefoot.program.program import Block, Function, GlobalVariable, Program, Role, Variable
from surefoot.program.statements import Assign, Statement, Store
from surefoot.records import replace

MOST_ENDS = 8
"""Statements beyond these are left alone: each of them is a pointer more at every loop head."""

_CHARACTER = bit_vector(8)


def with_string_ends(program: Program) -> Program:
    """``program``, with the variables that say where strings end, if it reads characters in loops."""
    marking = _Marking(program)
    functions = {name: marking.marked(function) for name, function in program.functions.items()}
    if not 0 < len(marking.variables) <= MOST_ENDS:
        return program
    variables = (*program.global_variables, *marking.variables)
    return replace(program, functions=functions, global_variables=variables)


class _Marking:
    def __init__(self, program: Program) -> None:
        self._pointer = bit_vector(program.data_model.pointer_width)
        self.variables: list[GlobalVariable] = []

    def marked(self, function: Function) -> Function:
        """``function``, with variables for the statements that end strings."""
        blocks = {label: self._marked(block) for label, block in function.blocks.items()}
        return replace(function, blocks=blocks)

    def _marked(self, block: Block) -> Block:
        tested = frozenset(symbol for term in terms_read(block.terminator) for symbol in variables_of(term))
        statements: list[Statement] = []
        for statement in block.statements:
            statements.append(statement)
            if isinstance(statement, Store) and _may_end(statement, tested):
                statements.append(self._mark(statement))
        return replace(block, statements=tuple(statements))

    def _mark(self, store: Store) -> Assign:
        symbol = variable(f"end of string {len(self.variables) + 1}", self._pointer)
        null = bv(0, self._pointer.width)
        self.variables.append(GlobalVariable(Variable(symbol, "", CVoid(), Role.GHOST, store.span), null))
        is_end = eq(store.value, bv(0, _CHARACTER.width))
        return Assign(symbol, ite(is_end, store.address, symbol), store.span)


def _may_end(store: Store, tested: frozenset[Term]) -> bool:
    """Whether a character is written that is zero, or that is looked at right away."""
    value = store.value
    if value.sort is not _CHARACTER:
        return False
    return value.payload == 0 if value.op is Op.CONSTANT else not tested.isdisjoint(variables_of(value))
