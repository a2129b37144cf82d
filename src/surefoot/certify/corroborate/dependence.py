"""Dependences of a violation on choices whose results cannot be supplied to the
compiled program.

Only results of `__VERIFIER_nondet` functions and most arguments of the program can be supplied.
Whether other choices of a trace matter is tested by repeating the run with other values in their
place.
"""

from collections.abc import Collection, Iterator, Sequence

from surefoot.base.enums import Enum
from surefoot.base.records import dataclass, replace
from surefoot.certify.limits import LIMITS
from surefoot.evidence.claims import Goal
from surefoot.frontend.lower.entry import START
from surefoot.logic import Term, Value
from surefoot.program.statements import Origin
from surefoot.program.trace import Choice, Placed, Trace
from surefoot.semantics.interpreter import (
    Allocated,
    Blocked,
    Event,
    Executed,
    Input,
    RandomChoices,
    TraceChoices,
    Violated,
    run,
)


class Unsupplied(Enum):
    """Kinds of choices that cannot be supplied to the compiled program."""

    ARGUMENTS = "the arguments of the program"
    VARIABLES = "uninitialised variables"
    MEMORY = "uninitialised memory"
    ENVIRONMENT = "the environment"


@dataclass(frozen=True, slots=True)
class RecordedValue:
    """The `value` of a `Havoc` of `target` for `source`; `kind` is `None` if it can be supplied."""

    kind: Unsupplied | None
    source: str
    target: Term
    value: Value

    def another(self, random: RandomChoices, _made: Choice) -> Choice:
        """Return some other value."""
        return random.value(self.target)


@dataclass(frozen=True, slots=True)
class RecordedObject:
    """An object called `source` that an `Allocate` made."""

    kind: Unsupplied
    source: str
    size: int

    def another(self, random: RandomChoices, made: Choice) -> Choice:
        """Return the object at the same address with other contents."""
        other = random.object_of(self.size)
        return replace(other, address=made.address) if isinstance(made, Placed) else other


RecordedChoice = RecordedValue | RecordedObject


class ChoiceRecorder:
    """Observer of a run that records its choices in order, its call depth and its memory."""

    def __init__(self) -> None:
        self.recorded: list[RecordedChoice] = []
        self.depth = 0
        self.size = 0

    def on_event(self, event: Event) -> None:
        """Record the choices of one step."""
        if not isinstance(event, Executed):
            return
        self.depth = max(self.depth, event.depth)
        is_start = event.function == START
        for change in event.changes:
            match change:
                case Input(variable, value, origin, source):
                    self.recorded.append(RecordedValue(_kind(origin, is_start=is_start), source, variable, value))
                case Allocated(created):
                    kind = Unsupplied.ARGUMENTS if is_start else Unsupplied.MEMORY
                    self.recorded.append(RecordedObject(kind, created.name, created.size))
                    self.size += created.size
                case _:
                    pass


def _kind(origin: Origin, *, is_start: bool) -> Unsupplied | None:
    match origin:
        case Origin.INPUT:
            return Unsupplied.ARGUMENTS if is_start else None
        case Origin.UNINITIALISED:
            return Unsupplied.VARIABLES
        case Origin.EXTERNAL | Origin.UNMODELLED:
            return Unsupplied.ENVIRONMENT


def dependences(goal: Goal, trace: Trace, choices: ChoiceRecorder) -> tuple[str, ...]:
    """Return what the violation depends on and cannot be supplied, for readers.

    Requires: the run of `trace` violates the property, and `choices` observed it.
    """
    return tuple(_dependences(goal, trace, choices))


def _dependences(goal: Goal, trace: Trace, choices: ChoiceRecorder) -> Iterator[str]:
    made = choices.recorded
    for kind in Unsupplied:
        concerned = [number for number, each in enumerate(made) if each.kind is kind]
        if concerned and _matter(concerned, goal, trace, made):
            names = _that_matter(concerned, goal, trace, made) if kind is not Unsupplied.ARGUMENTS else []
            yield f"{kind.value} ({', '.join(names)})" if names else kind.value
    if any(isinstance(choice, Placed) and choice.address is not None for choice in trace.choices) or any(
        symbol.startswith("&") for symbol in trace.globals
    ):
        yield "where objects lie in memory"
    if choices.depth > LIMITS.deep_calls:
        yield f"{choices.depth} nested calls"
    if choices.size > LIMITS.large_bytes:
        yield f"{choices.size >> 20} MB of memory"


def _that_matter(concerned: Sequence[int], goal: Goal, trace: Trace, made: Sequence[RecordedChoice]) -> list[str]:
    """Return the names, among the first few, that matter on their own."""
    names = [name for name in dict.fromkeys(made[number].source for number in concerned) if name.isidentifier()]
    return [
        name
        for name in names[: LIMITS.dependence_names]
        if not name.startswith("__surefoot_")
        and _matter([number for number in concerned if made[number].source == name], goal, trace, made)
    ]


def _matter(concerned: Collection[int], goal: Goal, trace: Trace, made: Sequence[RecordedChoice]) -> bool:
    """Return whether some run with other choices for `concerned` ends without a violation, or none
    is feasible.
    """
    chosen = trace.choices[: len(made)]
    is_violated = False
    for number in range(LIMITS.dependence_repetitions):
        random = RandomChoices(number)
        others = [
            each.another(random, choice) if position in concerned else choice
            for position, (each, choice) in enumerate(zip(made, chosen, strict=False))
        ]
        repeated = TraceChoices(replace(trace, choices=tuple(others)))
        outcome = run(goal.program, goal.checked, repeated, max_steps=LIMITS.dependence_steps)
        if not isinstance(outcome, Violated | Blocked):
            return True
        is_violated |= isinstance(outcome, Violated)
    return not is_violated
