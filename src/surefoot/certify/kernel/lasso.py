"""Checker of lassos: the interpreter replays stem, cycle, and the cycle once more on the original
program.

The evidence is accepted if the run is in one and the same state at the end of the stem, of the
first cycle and of the second one. States are compared byte by byte. From an equal state the choices
of the cycle lead to that state again, so there is a run without end. No undefined behaviour,
overflow or havocked library result may lie on the way.
"""

from surefoot.base.records import dataclass, replace
from surefoot.certify.corroborate.havocked_results import HavockedFunction, HavockObserver
from surefoot.certify.kernel.finding import Rejected
from surefoot.certify.limits import LIMITS
from surefoot.evidence.claims import Goal, Lasso
from surefoot.logic import FALSE
from surefoot.program.program import Function
from surefoot.program.statements import Check, CheckKind
from surefoot.semantics.interpreter import ConcreteObject, Halt, Machine, Outcome, RecordedChoices, Violated, run
from surefoot.semantics.interpreter.code import GeneratedCode
from surefoot.semantics.interpreter.repetition import RunStateReader, StatePart

REPEATS = "the run comes back to an earlier state"


@dataclass(frozen=True, slots=True)
class Repeats:
    """The run repeats its cycle for ever: `end` is where the state recurs; `havocked` library
    results lie on the way.
    """

    end: Violated
    havocked: tuple[HavockedFunction, ...]


def check_lasso(goal: Goal, lasso: Lasso, code: GeneratedCode) -> Repeats | Rejected:
    """Check that the goal's program has an infinite run by `lasso`."""
    if not (0 < lasso.first < lasso.second and 0 <= lasso.stem <= len(lasso.trace.choices)):
        return Rejected("the stem and the cycle are out of range")
    function = goal.program.functions.get(lasso.place[0])
    if function is None or lasso.place[1] not in function.blocks:
        return Rejected(f"the program has no block {lasso.place[1]} in {lasso.place[0]}")
    states = RunStateReader(goal.program, goal.checked)
    if not (states.is_head(function, lasso.place[1]) or function.entry.label == lasso.place[1]):
        return Rejected(f"{lasso.place[1]} is neither a loop head nor the first block of a function")
    if lasso.trace.outside:
        return Rejected("memory outside the program supports no run without end")
    choices = lasso.trace.choices
    again = replace(lasso.trace, choices=(*choices, *choices[lasso.stem :]))
    havocks = HavockObserver(goal.program)
    made = RecordedChoices(again)
    comparison = _Comparison(states, lasso, made, is_call=function.entry.label == lasso.place[1])
    outcome: Outcome = run(
        goal.program,
        goal.checked,
        made,
        max_steps=LIMITS.replay_steps,
        observer=havocks,
        visitor=comparison,
        generated_code=code,
    )
    if comparison.wrong:
        return Rejected(comparison.wrong)
    if not isinstance(outcome, Violated) or outcome.kind is not CheckKind.NON_TERMINATION:
        return Rejected(f"the run ends before the cycle is repeated: {outcome}")
    return Repeats(outcome, havocks.all())


class _Comparison:
    """Visitor that compares the states at the place of a lasso, and ends the run after the second
    cycle.
    """

    def __init__(self, states: RunStateReader, lasso: Lasso, choices: RecordedChoices, *, is_call: bool) -> None:
        self._states = states
        self._lasso = lasso
        self._choices = choices
        self._is_call = is_call
        self._visits = 0
        self._expected: StatePart = ()
        self._objects = 0
        self._depths: list[int] = []
        """The height of the call stack at each of the compared calls."""
        self.wrong = ""
        """The reason why the cycle does not repeat."""

    def is_visited(self, function: Function, label: str) -> bool:
        """Return whether the block is the place of the lasso."""
        return (function.name, label) == self._lasso.place

    def on_start(self, _machine: Machine) -> None:
        """Do nothing."""

    def on_object(self, _created: ConcreteObject) -> None:
        """Do nothing."""

    def on_block(self, machine: Machine, label: str) -> None:
        """Compare the state at the end of the stem and of each cycle."""
        self._visits += 1
        first, length = self._lasso.first, self._lasso.second - self._lasso.first
        if self._is_call:
            self._require_active(machine)
        if self._visits == first:
            if len(self._choices.made) != self._lasso.stem:
                self._reject(machine, "the stem has another number of choices")
            self._objects = machine.memory.count
            self._expected = self._state(machine, label)
            self._depths.append(len(machine.frames))
        elif self._visits in (first + length, first + 2 * length):
            if self._state(machine, label) != self._expected:
                self._reject(machine, "the state at the end of the cycle is not that at its begin")
            if self._is_call and any(each.number >= self._objects for each in machine.memory.heap()):
                self._reject(machine, "the cycle allocates heap objects")
            self._depths.append(len(machine.frames))
            if self._visits > first + length:
                raise Halt(self._end(machine, label))

    def _state(self, machine: Machine, label: str) -> StatePart:
        if not self._is_call:
            return (*self._states.variables(machine, label), *self._states.memory(machine))
        arguments, values = self._states.arguments(machine), self._states.globals(machine)
        return (arguments, values, self._states.memory(machine, self._objects))

    def _require_active(self, machine: Machine) -> None:
        """Require that the calls at which states were compared have not returned."""
        if self._depths and len(machine.frames) <= self._depths[-1]:
            self._reject(machine, "the call that is to be repeated has returned")

    def _reject(self, machine: Machine, reason: str) -> None:
        self.wrong = reason
        raise Halt(self._end(machine, self._lasso.place[1]))

    def _end(self, machine: Machine, label: str) -> Violated:
        function = machine.frames[-1].code.function
        statement = Check(FALSE, CheckKind.NON_TERMINATION, REPEATS, function.blocks[label].span)
        return Violated(statement, CheckKind.NON_TERMINATION, REPEATS, machine.place_of(statement), function.name)
