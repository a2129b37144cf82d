"""What a violation depends on that a run of the compiled program cannot be given.

Only the values that a program asks a ``__VERIFIER_nondet`` function for can be supplied. Whether the rest of a trace's choices matter is tried out: the
run is repeated with other values in their place.
"""

from collections.abc import Collection, Iterator, Sequence
from enum import Enum

from surefoot.base.records import dataclass, replace
from surefoot.evidence.claims import Goal
from surefoot.frontend.lower.entry.entry import START
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

MAX_STEPS = 1_000_000
"""A repetition that takes longer counts as one that ends differently."""
REPETITIONS = 6
MOST_NAMES = 8
"""So many variables are tried one by one."""
DEEP, LARGE = 1000, 1 << 30
"""Nested calls and bytes beyond which a process may meet its limits."""


class Unsupplied(Enum):
    """Kinds of choices that a real run makes for itself."""

    ARGUMENTS = "the arguments of the program"
    VARIABLES = "uninitialised variables"
    MEMORY = "uninitialised memory"
    OUTSIDE = "what comes from outside of the program"


@dataclass(frozen=True, slots=True)
class MadeValue:
    """A Havoc took ``value`` for ``target`` on behalf of ``source``; ``kind`` is ``None`` if it can be supplied."""

    kind: Unsupplied | None
    source: str
    target: Term
    value: Value

    def another(self, random: RandomChoices, _made: Choice) -> Choice:
        """Some other value."""
        return random.value(self.target)


@dataclass(frozen=True, slots=True)
class MadeObject:
    """An Allocate made an object called ``source``."""

    kind: Unsupplied
    source: str
    size: int

    def another(self, random: RandomChoices, made: Choice) -> Choice:
        """The same place with other contents."""
        other = random.object_of(self.size)
        return replace(other, address=made.address) if isinstance(made, Placed) else other


Made = MadeValue | MadeObject


class Choices:
    """Observes a run: the choices that it makes, in order, and what it needs of a machine."""

    def __init__(self) -> None:
        self.made: list[Made] = []
        self.depth = 0
        self.size = 0

    def on_event(self, event: Event) -> None:
        """Note the choices of one step."""
        if not isinstance(event, Executed):
            return
        self.depth = max(self.depth, event.depth)
        is_start = event.function == START
        for change in event.changes:
            match change:
                case Input(variable, value, origin, source):
                    self.made.append(MadeValue(_kind(origin, is_start=is_start), source, variable, value))
                case Allocated(created):
                    kind = Unsupplied.ARGUMENTS if is_start else Unsupplied.MEMORY
                    self.made.append(MadeObject(kind, created.name, created.size))
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
            return Unsupplied.OUTSIDE


def dependences(goal: Goal, trace: Trace, choices: Choices) -> tuple[str, ...]:
    """What the violation depends on and no real run can be given, for people.

    Requires  the run of ``trace`` violates the property, and ``choices`` has observed it.
    """
    return tuple(_dependences(goal, trace, choices))


def _dependences(goal: Goal, trace: Trace, choices: Choices) -> Iterator[str]:
    made = choices.made
    for kind in Unsupplied:
        concerned = [number for number, each in enumerate(made) if each.kind is kind]
        if concerned and _matter(concerned, goal, trace, made):
            names = _that_matter(concerned, goal, trace, made) if kind is not Unsupplied.ARGUMENTS else []
            yield f"{kind.value} ({', '.join(names)})" if names else kind.value
    if any(isinstance(choice, Placed) and choice.address is not None for choice in trace.choices) or any(
        symbol.startswith("&") for symbol in trace.globals
    ):
        yield "where objects lie in memory"
    if choices.depth > DEEP:
        yield f"{choices.depth} nested calls"
    if choices.size > LARGE:
        yield f"{choices.size >> 20} MB of memory"


def _that_matter(concerned: Sequence[int], goal: Goal, trace: Trace, made: Sequence[Made]) -> list[str]:
    """The names, among the first few, each of which matters on its own."""
    names = [name for name in dict.fromkeys(made[number].source for number in concerned) if name.isidentifier()]
    return [
        name
        for name in names[:MOST_NAMES]
        if not name.startswith("__surefoot_")
        and _matter([number for number in concerned if made[number].source == name], goal, trace, made)
    ]


def _matter(concerned: Collection[int], goal: Goal, trace: Trace, made: Sequence[Made]) -> bool:
    """Whether runs with other choices in place of those ``concerned`` end without a violation; so it is if none of them is a run at all."""
    chosen = trace.choices[: len(made)]
    is_violated = False
    for number in range(REPETITIONS):
        random = RandomChoices(number)
        others = [
            each.another(random, choice) if position in concerned else choice
            for position, (each, choice) in enumerate(zip(made, chosen, strict=False))
        ]
        repeated = TraceChoices(replace(trace, choices=tuple(others)))
        outcome = run(goal.program, goal.checked, repeated, max_steps=MAX_STEPS)
        if not isinstance(outcome, Violated | Blocked):
            return True
        is_violated |= isinstance(outcome, Violated)
    return not is_violated
