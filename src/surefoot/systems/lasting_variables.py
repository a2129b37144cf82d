"""Variables whose values matter as long as their activation lasts, because the program can end meanwhile."""

from collections.abc import Mapping

from surefoot.logic import Term
from surefoot.program.ctypes import CPointer
from surefoot.program.program import Function, Program, Role
from surefoot.program.properties import Property
from surefoot.program.statements import Call, CheckKind, CheckMemory


def lasting_variables(program: Program, checked: Property) -> Mapping[str, frozenset[Term]]:
    """For each function, its declared pointers, if lost memory is looked for where they still hold their values.

    Other variables can hold addresses, too. That the executor does not look there can only make it take memory for lost
    that is not.
    """
    if CheckKind.LOST_MEMORY not in checked.violations:
        return {}
    ending = _ending_functions(program)
    return {name: _pointers(program.functions[name]) for name in ending if name != program.entry}


def _pointers(function: Function) -> frozenset[Term]:
    return frozenset(
        each.symbol
        for each in (*function.parameters, *function.locals)
        if each.role is not Role.TEMPORARY and isinstance(each.ctype, CPointer)
    )


def _ending_functions(program: Program) -> list[str]:
    """The functions that end the program, or call one that does; any function may be called through a pointer."""
    callers: dict[str, list[str]] = {}
    calling_any: list[str] = []
    ending: dict[str, None] = {}
    for name, function in program.functions.items():
        for block in function.blocks.values():
            for statement in block.statements:
                match statement:
                    case Call(_, str() as callee):
                        callers.setdefault(callee, []).append(name)
                    case Call():
                        calling_any.append(name)
                    case CheckMemory():
                        ending[name] = None
                    case _:
                        pass
    pending = [*ending]
    if any(name != program.entry for name in ending):
        pending += calling_any
    while pending:
        name = pending.pop()
        ending[name] = None
        pending += [caller for caller in callers.get(name, ()) if caller not in ending]
    return [name for name in program.functions if name in ending]
