"""Ghost variables for the ends of strings: the address of the zero that a store wrote last.

A loop over a string ends at its zero at the latest. This is a loop invariant only if the states
represent the position of a zero; the variables of the program that had it may be dead, as those of
``fgets`` are. No statement reads the ghost variables.
"""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from surefoot.base.records import dataclass, replace
from surefoot.logic import Op, Term, bit_vector, bv, eq, ite, variable, variables_of
from surefoot.program.access import terms_read
from surefoot.program.ctypes import CVoid, has_text
from surefoot.program.limits import LIMITS
from surefoot.program.program import Block, Function, GlobalVariable, Program, Role, Variable
from surefoot.program.statements import Allocate, Assign, Call, EndLifetime, Return, Statement, Storage, Store

_CHARACTER = bit_vector(8)


@dataclass(frozen=True, slots=True)
class StringEnds:
    """Pass that adds a ghost variable for each store that may end a string: the address of the last
    zero it wrote.

    The variable becomes null when a function returns that has text on its stack.
    """

    name: ClassVar[str] = "string ends"

    def run(self, program: Program) -> Program:
        """Return ``program`` with the variables, or ``program`` itself if there would be none or
        too many.
        """
        marking = _Marking(program)
        functions = {name: marking.marked(function) for name, function in program.functions.items()}
        if not 0 < len(marking.variables) <= LIMITS.string_ends:
            return program
        functions = {name: marking.with_resets(function) for name, function in functions.items()}
        variables = (*program.global_variables, *marking.variables)
        return replace(program, functions=functions, global_variables=variables)


class _Marking:
    def __init__(self, program: Program) -> None:
        self._program = program
        self._pointer = bit_vector(program.data_model.pointer_width)
        self._null = bv(0, self._pointer.width)
        self.variables: list[GlobalVariable] = []
        self._set_in: dict[str, list[Term]] = {}

    def marked(self, function: Function) -> Function:
        """Return ``function`` with variables for the statements that may end strings."""
        blocks = {label: self._marked(function, block) for label, block in function.blocks.items()}
        return replace(function, blocks=blocks)

    def _marked(self, function: Function, block: Block) -> Block:
        tested = frozenset(symbol for term in terms_read(block.terminator) for symbol in variables_of(term))
        statements: list[Statement] = []
        for statement in block.statements:
            statements.append(statement)
            if isinstance(statement, Store) and _may_end(statement, tested):
                symbol = variable(f"end of string {len(self.variables) + 1}", self._pointer)
                self.variables.append(
                    GlobalVariable(Variable(symbol, "", CVoid(), Role.GHOST, statement.span), self._null)
                )
                self._set_in.setdefault(function.name, []).append(symbol)
                is_end = eq(statement.value, bv(0, _CHARACTER.width))
                statements.append(Assign(symbol, ite(is_end, statement.address, symbol), statement.span))
        return replace(block, statements=tuple(statements))

    def with_resets(self, function: Function) -> Function:
        """Return ``function`` with assignments of null to the variables that it or its callees set,
        where text on its stack ends.
        """
        is_home = any(self._makes_text(each) for each in _statements(function))
        symbols = self._set_by(function) if is_home else []
        if not symbols:
            return function
        blocks = {
            label: replace(block, statements=tuple(self._with_resets_in(block, symbols)))
            for label, block in function.blocks.items()
        }
        return replace(function, blocks=blocks)

    def _makes_text(self, statement: Statement) -> bool:
        if not isinstance(statement, Allocate) or statement.storage is Storage.HEAP:
            return False
        return has_text(self._program.object_types.get(str(statement.target.payload), CVoid()))

    def _with_resets_in(self, block: Block, symbols: Iterable[Term]) -> Iterator[Statement]:
        for statement in block.statements:
            yield statement
            if isinstance(statement, EndLifetime):
                yield from (Assign(symbol, self._null, statement.span) for symbol in symbols)
        if isinstance(block.terminator, Return):
            yield from (Assign(symbol, self._null, block.terminator.span) for symbol in symbols)

    def _set_by(self, function: Function) -> list[Term]:
        """Return the variables that ``function`` and its direct callees, transitively, set."""
        reached, pending = {function.name}, [function]
        while pending:
            for each in _statements(pending.pop()):
                if isinstance(each, Call) and isinstance(each.callee, str) and each.callee not in reached:
                    reached.add(each.callee)
                    pending.append(self._program.functions[each.callee])
        return [symbol for name, symbols in self._set_in.items() if name in reached for symbol in symbols]


def _statements(function: Function) -> Iterator[Statement]:
    for block in function.blocks.values():
        yield from block.statements


def _may_end(store: Store, tested: frozenset[Term]) -> bool:
    """Return whether a character is written that is zero, or that the next branch tests."""
    value = store.value
    if value.sort is not _CHARACTER:
        return False
    return value.payload == 0 if value.op is Op.CONSTANT else not tested.isdisjoint(variables_of(value))
