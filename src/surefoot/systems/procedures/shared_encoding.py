"""Encoding of programs whose functions share one body for all call sites, where they can and where
it pays.
"""

from surefoot.base.budget import Budget
from surefoot.program.check_sites import allocates_heap
from surefoot.program.passes.views import apply_passes
from surefoot.program.program import Program
from surefoot.program.properties import Property
from surefoot.program.statements import CheckKind
from surefoot.systems.encode.encoding import NotEncodable
from surefoot.systems.encode.program_system import ProgramSystem, encode_program
from surefoot.systems.limits import LIMITS
from surefoot.systems.procedures.call_sites import copies_of_loops, shareable_functions


def encode_shared(program: Program, checked: Property, budget: Budget) -> ProgramSystem | NotEncodable:
    """Return the control system in which every function that can share its body does."""
    return _encode_with(program, _shareable(program, checked), checked, budget)


def encode_smaller(program: Program, checked: Property, budget: Budget) -> ProgramSystem | NotEncodable:
    """Return the control system with shared bodies if there would be very many copies of loops
    without.

    Ensures: where shared bodies have no encoding, the result has a location for each sequence of
      calls.
    """
    functions = _shareable(program, checked)
    if functions and copies_of_loops(program, functions) > LIMITS.loop_copies:
        found = _encode_with(program, functions, checked, budget)
        if isinstance(found, ProgramSystem):
            return found
    return encode_program(program, checked, budget)


def _encode_with(
    program: Program, functions: frozenset[str], checked: Property, budget: Budget
) -> ProgramSystem | NotEncodable:
    from surefoot.systems.procedures.shared_bodies import SharedBodies  # few programs need it

    return encode_program(apply_passes([SharedBodies(functions)], program), checked, budget)


def _shareable(program: Program, checked: Property) -> frozenset[str]:
    """Return the functions that can share their bodies.

    None can where leaks are checked: memory leaks when no variable of an active call has its
    address,
    and the variables of a shared body are those of several active calls.
    """
    checks_leaks = CheckKind.MEMORY_LEAK in checked.violations and allocates_heap(program)
    return frozenset() if checks_leaks else shareable_functions(program)
