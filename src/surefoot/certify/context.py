"""Context of one judging: everything that the judge builds from the data of a goal, each at most
once.

The judge shares no state with engines: encodings, procedures and generated code are its own.

`Confirmation` is the mode of confirming a proof (`--certify`).
"""

from typing import TYPE_CHECKING

from surefoot.base.budget import Budget
from surefoot.base.enums import Enum
from surefoot.evidence.claims import Goal
from surefoot.evidence.encodings import encode_goal, encode_goal_procedures
from surefoot.semantics.interpreter.code import GeneratedCode
from surefoot.systems.encode.encoding import Encoding, NotEncodable


class Confirmation(Enum):
    """Effort to confirm a proof. Only confirmed proofs make a program `safe`."""

    OFF = "off"
    """Proofs are not confirmed: the verdict on each is `unknown`."""
    FAST = "fast"
    """As STRICT, with no more time than the proof took to find, but at least `LIMITS.fast_seconds`.
    """
    STRICT = "strict"
    """Another solver proves it from the program, within the time limit."""
    REFUTATION = "refutation"
    """As STRICT, where the confirming solver is `bits` with its refutations checked clause by
    clause.
    """


if TYPE_CHECKING:
    from surefoot.systems.procedures.system import ProcedureSystem


class JudgeContext:
    """Encodings of `goal` and generated code of its program, built when first used."""

    def __init__(self, goal: Goal) -> None:
        self.goal = goal
        self.code = GeneratedCode()
        """Generated code of the interpreter for runs of the program."""
        self._encoding: Encoding | NotEncodable | None = None
        self._procedures: ProcedureSystem | NotEncodable | None = None

    def encoding(self, budget: Budget) -> Encoding | NotEncodable:
        """Return the control system of the goal."""
        if self._encoding is None:
            self._encoding = encode_goal(self.goal, budget)
        return self._encoding

    def procedures(self, budget: Budget) -> "ProcedureSystem | NotEncodable":
        """Return the Horn clauses of the goal's procedures."""
        if self._procedures is None:
            self._procedures = encode_goal_procedures(self.goal, budget)
        return self._procedures

    def rebuilt(self) -> "JudgeContext":
        """Return a context of the same goal in which nothing has been built."""
        return JudgeContext(self.goal)
