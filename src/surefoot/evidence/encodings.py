"""Encodings of a goal, each built anew from its data: control system, system with inlined calls,
procedures.

Engines get encodings that the runner built once (`surefoot.engines.views`); the judge calls
these functions itself.
"""

from typing import TYPE_CHECKING

from surefoot.base.budget import Budget
from surefoot.base.errors import InputError
from surefoot.evidence.claims import Goal
from surefoot.systems.control.system import ControlSystem
from surefoot.systems.encode.encoding import Calls, Encoding, NotEncodable, encode

if TYPE_CHECKING:
    from surefoot.systems.procedures.system import ProcedureSystem


def encode_goal(goal: Goal, budget: Budget) -> Encoding | NotEncodable:
    """Return the control system of ``goal``, without the errors at its ignored sites."""
    found = encode(goal.program, goal.checked, goal.model, budget, goal.calls)
    return found if isinstance(found, NotEncodable) else found.without(goal.ignored)


def encode_for_unrolling(goal: Goal, budget: Budget) -> Encoding | NotEncodable:
    """Return the control system of ``goal`` with one location per loop head and sequence of calls,
    as in unrollings.
    """
    found = encode_goal(goal, budget)
    if isinstance(found, NotEncodable) or not found.shares_bodies:
        return found
    found = encode(goal.program, goal.checked, goal.model, budget, Calls.INLINE)
    return found if isinstance(found, NotEncodable) else found.without(goal.ignored)


def encode_for_termination(goal: Goal, budget: Budget) -> Encoding | NotEncodable:
    """Return a control system of ``goal`` whose infinite paths cover all infinite runs.

    That is the control system of the program, or that of its calls if it is recursive.
    """
    found = encode_goal(goal, budget)
    if not isinstance(found, NotEncodable) or goal.model is not None:
        return found
    from surefoot.systems.procedures.call_paths import encode_call_paths  # few programs are recursive
    from surefoot.systems.procedures.points import recursive_functions

    if not recursive_functions(goal.program):
        return found
    calls = encode_call_paths(goal.program, goal.checked, budget)
    return calls if isinstance(calls, NotEncodable) else calls.without(goal.ignored)


def encode_goal_procedures(goal: Goal, budget: Budget) -> "ProcedureSystem | NotEncodable":
    """Return the Horn clauses of ``goal``: one relation per procedure point."""
    from surefoot.systems.procedures.system import encode_procedures  # few programs are recursive

    if goal.model is not None:
        return NotEncodable("a model has no functions")
    found = encode_procedures(goal.program, goal.checked, budget)
    return found if isinstance(found, NotEncodable) else found.without(goal.ignored)


def control_system_of(goal: Goal) -> ControlSystem:
    """Return the control system of ``goal``; raise `InputError` if it has none."""
    found = encode_goal(goal, Budget())
    if isinstance(found, NotEncodable):
        raise InputError(f"the program has no control system: {found.reason}")
    return found.system
