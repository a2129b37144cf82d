"""The concrete interpreter: runs a Program on given choices, exactly as the statements' contracts say.

It is the twin of the symbolic executor and the judge of every alarm. Blocks are translated to Python code when
they are first entered (`blocks`, `code`); frames are on an explicit stack, so recursion is as deep as memory.
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
from surefoot.semantics.interpreter.generated_code import GeneratedCode
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
    """No pauses."""
    return iter(())


class Runs:
    """Runs of one program, one after the other, on one machine: what is needed to run it is made once. One ``visitor`` looks at all of them."""

    def __init__(
        self,
        program: Program,
        property: Property,
        *,
        observer: Observer | None = None,
        visitor: Visitor | None = None,
        largest_copy: int | None = None,
        written: GeneratedCode | None = None,
        pauses: Callable[[Machine], Iterator[int]] = never,
    ) -> None:
        self._pauses = pauses
        self._machine = Machine(program, property, observer, translate, visitor, largest_copy, written)

    @property
    def steps(self) -> int:
        """How many statements and terminators the last run took."""
        return self._machine.steps

    def run(self, choices: ChoiceSource, max_steps: int | None) -> Outcome:
        """The next run, from the entry of the program; see `run`."""
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
    written: GeneratedCode | None = None,
    pauses: Callable[[Machine], Iterator[int]] = never,
) -> Outcome:
    """Run ``program`` from its entry on ``choices`` until it ends or ``max_steps`` do not suffice.

    Requires a program that `validate` accepts, and ``choices`` that no other run has used. At most ``max_steps``
    statements and terminators are executed: the run is given up before straight-line code that would exceed them,
    or before a statement that would copy more than ``largest_copy`` bytes. Runs of the same program can share the
    code that is ``written`` for it. ``pauses`` tells after how many steps the run pauses, and
    is asked again then; it may raise.
    """
    runs = Runs(
        program,
        property,
        observer=observer,
        visitor=visitor,
        largest_copy=largest_copy,
        written=written,
        pauses=pauses,
    )
    return runs.run(choices, max_steps)
