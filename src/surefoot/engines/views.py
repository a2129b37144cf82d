"""Views of a goal that its engines share: each encoding is built once, when the first engine needs
it.
"""

from typing import TYPE_CHECKING

from surefoot.base.budget import Budget
from surefoot.base.records import replace
from surefoot.evidence.claims import Goal
from surefoot.evidence.encodings import encode_for_unrolling, encode_goal, encode_goal_procedures
from surefoot.program.check_sites import CheckSite
from surefoot.semantics.interpreter.code import GeneratedCode
from surefoot.systems.encode.encoding import Encoding, NotEncodable

if TYPE_CHECKING:
    from surefoot.systems.procedures.system import ProcedureSystem


class Views:
    """Encodings of ``goal`` and of the same goal without more of its checks."""

    def __init__(self, goal: Goal) -> None:
        self.code = GeneratedCode()
        """Generated code of the interpreter for runs of the program."""
        self.whole_system: Encoding | NotEncodable | None = None
        """The control system with all checks of the program; ``None`` before it was encoded."""
        self._goal = goal
        self._systems: dict[frozenset[CheckSite], Encoding | NotEncodable] = {}
        self._inlined: dict[frozenset[CheckSite], Encoding | NotEncodable] = {}
        self._procedures: ProcedureSystem | NotEncodable | None = None

    def system(self, ignored: frozenset[CheckSite], budget: Budget) -> Encoding | NotEncodable:
        """Return the control system without the errors at ``ignored`` sites."""
        if self.whole_system is None:
            self.whole_system = encode_goal(replace(self._goal, ignored=frozenset()), budget)
        if isinstance(self.whole_system, NotEncodable):
            return self.whole_system
        if ignored not in self._systems:
            self._systems[ignored] = self.whole_system.without(ignored)
        return self._systems[ignored]

    def inlined_system(self, ignored: frozenset[CheckSite], budget: Budget) -> Encoding | NotEncodable:
        """Return the system with one location per loop head and sequence of calls, as in states of
        unrollings.
        """
        found = self.system(ignored, budget)
        if isinstance(found, NotEncodable) or not found.shares_bodies:
            return found
        if ignored not in self._inlined:
            self._inlined[ignored] = encode_for_unrolling(replace(self._goal, ignored=ignored), budget)
        return self._inlined[ignored]

    def procedures(self, ignored: frozenset[CheckSite], budget: Budget) -> "ProcedureSystem | NotEncodable":
        """Return the Horn clauses of the procedures, without the checks at ``ignored`` sites."""
        if self._procedures is None:
            self._procedures = encode_goal_procedures(replace(self._goal, ignored=frozenset()), budget)
        found = self._procedures
        return found if isinstance(found, NotEncodable) else found.without(ignored)
