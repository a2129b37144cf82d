"""Check of environment memory in a trace: only values from outside the program, or without a value in
it, may point there.
"""

from surefoot.certify.limits import LIMITS
from surefoot.evidence.claims import Goal
from surefoot.logic import Term
from surefoot.program.properties import UNREACH_CALL
from surefoot.program.statements import FROM_OUTSIDE, Havoc, Origin
from surefoot.program.trace import Choice, Chosen, Trace
from surefoot.semantics.interpreter import TraceChoices, run


def misused_outside_memory(goal: Goal, trace: Trace) -> str | None:
    """Return why the environment memory of ``trace`` supports no alarm, ``None`` if it does.

    Requires: the run of ``trace`` fails a check.
    """
    if not goal.checked.violations <= UNREACH_CALL.violations:
        return f"memory outside the program is assumed for {UNREACH_CALL.name} only"
    if sum(each.size for each in trace.outside) > LIMITS.outside_bytes:
        return "it needs too much memory outside the program"
    choices = _TracedChoices(goal, trace)
    run(goal.program, goal.checked, choices, max_steps=LIMITS.replay_steps)
    if choices.misused is None:
        return None
    return f"{choices.misused} points to memory outside the program, and does not come from there"


class _TracedChoices(TraceChoices):
    """Choices of a trace that record a choice of another origin which points to outside memory."""

    def __init__(self, goal: Goal, trace: Trace) -> None:
        super().__init__(trace)
        self.misused: Term | None = None
        self._ranges = [(each.address, each.address + each.size) for each in trace.outside]
        self._origins: dict[Term, set[Origin]] = {}
        for function in goal.program.functions.values():
            for block in function.blocks.values():
                for each in block.statements:
                    if isinstance(each, Havoc):
                        self._origins.setdefault(each.target, set()).add(each.origin)

    def value(self, target: Term) -> Choice:
        """Return the next choice of the trace."""
        made = super().value(target)
        is_number = isinstance(made, Chosen) and isinstance(made.value, int)
        if is_number and self._origins.get(target, set()) - FROM_OUTSIDE and self._is_outside(int(made.value)):  # type: ignore[arg-type, union-attr]
            self.misused = target
        return made

    def _is_outside(self, value: int) -> bool:
        return any(first <= value < end for first, end in self._ranges)
