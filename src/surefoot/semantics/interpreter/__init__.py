"""Concrete interpreter: runs a Program on given choices, by the contracts of its statements.

It is independent of the symbolic executor and replays every alarm. Blocks are translated to Python
code when they are first entered (`blocks`, `code`); frames are on an explicit stack, so only memory
bounds recursion. Read `machine`, `memory`, `effects`, then `blocks`. For searches of states:
`snapshots`, `cascades` (branches by lookup), `loop_bodies` and `repetition` (comparable states).
"""

from collections.abc import Callable, Iterator

from surefoot.program.layout import Region
from surefoot.program.program import Program
from surefoot.program.properties import Property
from surefoot.semantics.interpreter.blocks import translate
from surefoot.semantics.interpreter.choices import (
    ChoiceSource,
    RandomChoices,
    RecordedChoices,
    TraceChoices,
    ZeroChoices,
)
from surefoot.semantics.interpreter.code import GeneratedCode
from surefoot.semantics.interpreter.events import (
    Accelerated,
    Allocated,
    Assigned,
    Branched,
    Called,
    Change,
    Event,
    Executed,
    Freed,
    Input,
    Observer,
    Overwritten,
    Returned,
    Started,
    Stored,
    StringContents,
)
from surefoot.semantics.interpreter.machine import Frame, Halt, Machine, Visitor
from surefoot.semantics.interpreter.memory import ConcreteObject, ObjectIdentity
from surefoot.semantics.interpreter.outcomes import (
    Blocked,
    BoundReached,
    Finished,
    IllegalTrace,
    Outcome,
    Undefined,
    Violated,
)
from surefoot.semantics.interpreter.start import start

__all__ = [
    "Accelerated",
    "Allocated",
    "Assigned",
    "Blocked",
    "BoundReached",
    "Branched",
    "Called",
    "Change",
    "ChoiceSource",
    "ConcreteObject",
    "Event",
    "Executed",
    "Finished",
    "Frame",
    "Freed",
    "Halt",
    "IllegalTrace",
    "Input",
    "Machine",
    "ObjectIdentity",
    "Observer",
    "Outcome",
    "Overwritten",
    "RandomChoices",
    "RecordedChoices",
    "Region",
    "Returned",
    "Runs",
    "Started",
    "Stored",
    "StringContents",
    "TraceChoices",
    "Undefined",
    "Violated",
    "Visitor",
    "ZeroChoices",
    "run",
]


def never(_machine: Machine) -> Iterator[int]:
    """Return no pauses."""
    return iter(())


class Runs:
    """Consecutive runs of one program on one machine, which share its translated code; one
    ``visitor`` is called in all of them.
    """

    def __init__(
        self,
        program: Program,
        property: Property,
        *,
        observer: Observer | None = None,
        visitor: Visitor | None = None,
        largest_copy: int | None = None,
        generated_code: GeneratedCode | None = None,
        pauses: Callable[[Machine], Iterator[int]] = never,
    ) -> None:
        self._pauses = pauses
        self._machine = Machine(program, property, observer, translate, visitor, largest_copy, generated_code)

    @property
    def steps(self) -> int:
        """The number of statements and terminators that the last run executed."""
        return self._machine.steps

    def run(self, choices: ChoiceSource, max_steps: int | None) -> Outcome:
        """Execute the next run, from the entry of the program; see `run`."""
        machine = self._machine
        try:
            machine.begin(choices)
            start(machine)
            if machine.visitor is not None:
                machine.visitor.on_start(machine)
            machine.run(max_steps, self._pauses(machine))
        except Halt as halt:
            return halt.outcome


def run(
    program: Program,
    property: Property,
    choices: ChoiceSource,
    *,
    max_steps: int | None,
    observer: Observer | None = None,
    visitor: Visitor | None = None,
    largest_copy: int | None = None,
    generated_code: GeneratedCode | None = None,
    pauses: Callable[[Machine], Iterator[int]] = never,
) -> Outcome:
    """Run ``program`` from its entry on ``choices`` until it ends or ``max_steps`` do not suffice.

    At most ``max_steps`` statements and terminators are executed: the run is given up before
    straight-line code that would exceed them, or before a statement that would copy more than
    ``largest_copy`` bytes. Runs of the same program can share the ``generated_code`` code.
    ``pauses`` yields the number of steps after which the run pauses; it is advanced at each pause
    and may raise.
    Requires: a program that `validate` accepts, and ``choices`` that no other run has used.
    """
    runs = Runs(
        program,
        property,
        observer=observer,
        visitor=visitor,
        largest_copy=largest_copy,
        generated_code=generated_code,
        pauses=pauses,
    )
    return runs.run(choices, max_steps)
