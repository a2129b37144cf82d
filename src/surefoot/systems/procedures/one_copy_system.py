"""The control system of a program whose functions have one copy each, where they can and where that pays."""

from surefoot.base.budget import Budget
from surefoot.program.check_sites import allocates_heap
from surefoot.program.program import Program
from surefoot.program.properties import Property
from surefoot.program.statements import CheckKind
from surefoot.systems.encode.encoding import NotEncodable
from surefoot.systems.encode.program_system import ProgramSystem, encode_program
from surefoot.systems.procedures.call_sites import copies_of_loops, waiting_functions

MOST_COPIES = 15
"""With more loop heads than these for the functions that could have one copy, they have one."""


def waiting_system(program: Program, checked: Property, budget: Budget) -> ProgramSystem | NotEncodable:
    """Return the system in which callers wait."""
    return _with_one_copy(program, _waiting(program, checked), checked, budget)


def smaller_system(program: Program, checked: Property, budget: Budget) -> ProgramSystem | NotEncodable:
    """The system in which callers wait if there would be very many copies otherwise; else, and if it does not exist, that with a location for each sequence of calls."""
    functions = _waiting(program, checked)
    if functions and copies_of_loops(program, functions) > MOST_COPIES:
        found = _with_one_copy(program, functions, checked, budget)
        if isinstance(found, ProgramSystem):
            return found
    return encode_program(program, checked, budget)


def _with_one_copy(
    program: Program, functions: frozenset[str], checked: Property, budget: Budget
) -> ProgramSystem | NotEncodable:
    from surefoot.systems.procedures.one_copy import with_one_copy  # few programs need it

    return encode_program(with_one_copy(program, functions), checked, budget)


def _waiting(program: Program, checked: Property) -> frozenset[str]:
    """The functions that can have one copy.

    Memory counts as lost when no variable of any call under way has its address. That is not known of variables that calls share, so where it is looked for, nobody waits.
    """
    looks_for_lost_memory = CheckKind.MEMORY_LEAK in checked.violations and allocates_heap(program)
    return frozenset() if looks_for_lost_memory else waiting_functions(program)
