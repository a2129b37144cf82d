"""Slicing: variables whose values affect neither a check, nor memory, nor a branch."""

from collections.abc import Iterator

from surefoot.logic import Term, variables_of
from surefoot.program.access import terms_read
from surefoot.program.program import Program, Role
from surefoot.program.properties import Property
from surefoot.program.statements import Assign, Check, CheckKind, Statement, Terminator
from surefoot.semantics.symbolic.liveness import leak_root_variables


def irrelevant_variables(program: Program, checked: Property) -> frozenset[Term]:
    """Return the variables whose assignments need not be executed; ghost variables are relevant.

    Ensures: no term read by a statement other than an Assign to an irrelevant variable, or by a
        terminator, mentions an irrelevant variable, and no variable that a leak check reads is
        irrelevant
    """
    flows: dict[Term, set[Term]] = {}
    needed: list[Term] = [symbol for symbols in leak_root_variables(program, checked).values() for symbol in symbols]
    if CheckKind.MEMORY_LEAK in checked.violations:
        needed += [known.variable.symbol for known in program.global_variables]
    needed += [known.variable.symbol for known in program.global_variables if known.variable.role is Role.GHOST]
    assigned: set[Term] = set()
    for statement in _statements(program):
        if isinstance(statement, Assign):
            assigned.add(statement.target)
            flows.setdefault(statement.target, set()).update(variables_of(statement.value))
        elif not _is_ignored(statement, checked):
            needed.extend(variables_of(*terms_read(statement)))
    relevant: set[Term] = set()
    while needed:
        symbol = needed.pop()
        if symbol not in relevant:
            relevant.add(symbol)
            needed.extend(flows.get(symbol, ()))
    return frozenset(assigned - relevant)


def _is_ignored(statement: Statement | Terminator, checked: Property) -> bool:
    """Return whether it is a check that neither the property nor the semantics considers."""
    return isinstance(statement, Check) and checked.continues_after(statement.kind)


def _statements(program: Program) -> Iterator[Statement | Terminator]:
    for function in program.functions.values():
        for block in function.blocks.values():
            yield from block.statements
            yield block.terminator
