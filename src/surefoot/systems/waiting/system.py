"""The control system of a program whose functions have one copy each, where they can and where that pays."""

from surefoot.budget import Budget
from surefoot.program.check_sites import allocates_heap
from surefoot.program.program import Program
from surefoot.program.properties import Property
from surefoot.program.statements import CheckKind
from surefoot.systems.cutpoints.program_system import ProgramSystem, program_system
from surefoot.systems.waiting.call_sites import waiting_functions
from surefoot.systems.waiting.one_copy import with_one_copy


def waiting_system(program: Program, checked: Property, budget: Budget, *, is_asked_for: bool) -> ProgramSystem:
    """The system in which callers wait, if it ``is_asked_for`` or seems to be the smaller one; else that with a location for each sequence of calls.

    Memory counts as lost when no variable of any call under way has its address, which is not known of variables that calls share: there, nobody waits.
    """
    looks_for_lost_memory = CheckKind.LOST_MEMORY in checked.violations and allocates_heap(program)
    functions = frozenset() if looks_for_lost_memory else waiting_functions(program)
    if not is_asked_for:
        functions = frozenset()
    return program_system(with_one_copy(program, functions), checked, budget)
