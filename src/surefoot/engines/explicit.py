"""Explicit-state search: concrete states at the heads of loops that read inputs, breadth first.

From each state, the program is run to the next such head with all combinations of representative
inputs (`semantics.input_values`). A state that was reached before has no successors again. In
reactive programs with few reachable states, such as event-condition-action systems and protocols,
this gets deeper than unrolling.
"""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from surefoot.base.records import dataclass, field
from surefoot.engines.contracts import Positive
from surefoot.engines.limits import LIMITS
from surefoot.engines.tasks import EngineTask, ProgramTask
from surefoot.evidence.claims import Claim, ClaimsUnsafe, GaveUp, Goal, Why
from surefoot.logic import Term, Value, default_value
from surefoot.program.program import Function, Program
from surefoot.program.statements import Call, Havoc
from surefoot.program.trace import Choice, Chosen, Placed, Trace
from surefoot.semantics.input_values import input_values
from surefoot.semantics.interpreter import ConcreteObject, Halt, Machine, Outcome, Violated, ZeroChoices, never
from surefoot.semantics.interpreter.cascades import translate_with_cascades
from surefoot.semantics.interpreter.loop_bodies import LoopBody, heads_of
from surefoot.semantics.interpreter.repetition import RunStateReader, StatePart
from surefoot.semantics.interpreter.snapshots import RunSnapshot, restore, snapshot_of
from surefoot.semantics.interpreter.start import start

_ANYWHERE = Placed(None, {})


@dataclass(frozen=True, slots=True)
class Explicit:
    """Breadth-first search of concrete states; finds violations only."""

    name: ClassVar[str] = "explicit"
    view: ClassVar[type[EngineTask]] = ProgramTask
    states: Positive = 500_000
    """Maximal number of states."""
    values: Positive = 12
    """Maximal number of values of an input."""

    def claims(self, task: ProgramTask) -> Iterator[Claim]:
        """Yield a violation, or give up once all states that representative inputs reach are known."""
        heads = _input_loop_heads(task.goal.program)
        if not any(heads.values()):
            yield GaveUp(Why.UNSUPPORTED, "no loop reads inputs", "use another --engine")
            return
        search = _Search(task, heads, self.values)
        while search.pending and len(search.seen) <= self.states:
            task.budget.spend()
            violation = search.successors(search.pending.popleft())
            if violation is not None:
                yield ClaimsUnsafe(violation)
                return
        yield GaveUp(
            Why.BOUND,
            f"no violation in {len(search.seen)} states with representative inputs",
            "use an engine that covers all runs",
        )


@dataclass(frozen=True, slots=True)
class _Node:
    """State at a head, with the choices on the run from the state ``parent``.

    The root is the start of the program: it has neither a parent nor a snapshot.
    """

    parent: "_Node | None"
    choices: tuple[Choice, ...]
    snapshot: RunSnapshot | None

    def trace(self, last: Sequence[Choice]) -> Trace:
        """Return the run to this state that continues with ``last``."""
        parts = [tuple(last)]
        node: _Node | None = self
        while node is not None:
            parts.append(node.choices)
            node = node.parent
        return Trace({}, {}, tuple(choice for part in reversed(parts) for choice in part))


class _HeadReached(Exception):
    """Signal that the run is at a head."""


class _EnumeratedChoices(ZeroChoices):
    """One combination of values: the input at position i of the run returns its value with the
    number ``wanted[i]``, and inputs behind ``wanted`` their first value.

    The combinations are enumerated in lexicographic order, by `next_wanted`.
    """

    def __init__(self, values: Mapping[Term, tuple[Value, ...]], wanted: Sequence[int]) -> None:
        self._values = values
        self._wanted = wanted
        self.numbers: list[tuple[int, int]] = []
        """For each input of the run, the number of its value, and how many values it has."""
        self.made: list[Choice] = []
        """All choices of the run."""

    def value(self, target: Term) -> Choice:
        """Return the value of the next input."""
        values = self._values.get(target) or (default_value(target.sort),)
        position = len(self.numbers)
        number = self._wanted[position] if position < len(self._wanted) else 0
        self.numbers.append((number, len(values)))
        self.made.append(Chosen(values[number]))
        return self.made[-1]

    def placement(self, size: int, target: Term) -> Choice:
        """Return an arbitrary placement with zero bytes."""
        del size, target
        self.made.append(_ANYWHERE)
        return _ANYWHERE

    def next_wanted(self) -> tuple[int, ...] | None:
        """Return the numbers of the next combination, if the run has ended; `None` after the last
        one.
        """
        numbers = list(self.numbers)
        while numbers and numbers[-1][0] + 1 == numbers[-1][1]:
            numbers.pop()
        if not numbers:
            return None
        return (*(number for number, _ in numbers[:-1]), numbers[-1][0] + 1)


@dataclass(slots=True)
class _HeadVisitor:
    """Visitor that ends a run at the next head.

    With ``skips_next`` the next head does not end the run: it is the one where the run continues.
    """

    heads: Mapping[str, frozenset[str]]
    skips_next: bool = False
    label: str = field(default="")

    def is_visited(self, function: Function, label: str) -> bool:
        """Return whether the block is a head."""
        return label in self.heads[function.name]

    def on_start(self, machine: Machine) -> None:
        """Ignore the start."""

    def on_object(self, created: ConcreteObject) -> None:
        """Ignore objects."""

    def on_block(self, machine: Machine, label: str) -> None:
        """End the run."""
        del machine
        if self.skips_next:
            self.skips_next = False
            return
        self.label = label
        raise _HeadReached


class _Search:
    """Search: the states found so far, and those whose successors are still to be computed."""

    def __init__(self, task: ProgramTask, heads: Mapping[str, frozenset[str]], max_values: int) -> None:
        goal = task.goal
        self._goal: Goal = goal
        self._budget = task.budget
        self._values = input_values(goal.program, max_values)
        self._visitor = _HeadVisitor(heads)
        self._machine = Machine(
            goal.program, goal.checked, None, translate_with_cascades, self._visitor, generated_code=task.code
        )
        self._reader = RunStateReader(goal.program, goal.checked)
        self._pages = 0
        self.seen: set[StatePart] = set()
        self.pending: deque[_Node] = deque([_Node(None, (), None)])

    def successors(self, node: _Node) -> Trace | None:
        """Add the successors of ``node`` to the search; return a violating run, if one is found."""
        wanted: tuple[int, ...] | None = ()
        for _ in range(LIMITS.explicit_successors):
            if wanted is None:
                break
            choices = _EnumeratedChoices(self._values, wanted)
            outcome = self._run(node.snapshot, choices)
            if isinstance(outcome, Violated) and self._goal.is_violation_at(outcome.site):
                return node.trace(choices.made)
            if outcome is None:
                self._add(node, choices.made)
            wanted = choices.next_wanted()
            self._budget.spend()
        return None

    def _run(self, snapshot: RunSnapshot | None, choices: _EnumeratedChoices) -> Outcome | None:
        """Run from ``snapshot`` or from the start; return `None` at the next head."""
        machine = self._machine
        try:
            if snapshot is None:
                self._visitor.skips_next = False
                machine.begin(choices)
                start(machine)
                machine.run(LIMITS.explicit_steps, never(machine))
            machine.choices = choices
            first = restore(machine, snapshot)
            self._visitor.skips_next = True
            machine.run(LIMITS.explicit_steps, never(machine), first)
        except Halt as halt:
            return halt.outcome
        except _HeadReached:
            return None

    def _add(self, node: _Node, made: Sequence[Choice]) -> None:
        """Add the state of the machine, which the choices ``made`` reach from ``node``, unless it
        is known or snapshots take too much memory.
        """
        machine, label = self._machine, self._visitor.label
        state = (*self._reader.variables(machine, label), self._reader.memory(machine))
        if state in self.seen or self._pages > LIMITS.explicit_pages:
            return
        self.seen.add(state)
        snapshot = snapshot_of(machine, label)
        self._pages += snapshot.memory.pages
        self.pending.append(_Node(node, tuple(made), snapshot))


def _input_loop_heads(program: Program) -> dict[str, frozenset[str]]:
    """Return, by function, the heads of loops that read inputs, directly or in functions that they
    call.
    """
    reading = _functions_with_inputs(program)
    found: dict[str, frozenset[str]] = {}
    for name, function in program.functions.items():
        heads = heads_of(function)
        found[name] = frozenset(
            head for head in heads if any(_reads_input(function, label, reading) for label in LoopBody(function, head))
        )
    return found


def _functions_with_inputs(program: Program) -> set[str]:
    """Return the functions that read inputs, directly or in functions that they call."""
    reading: set[str] = set()
    changed = True
    while changed:
        changed = False
        for name, function in program.functions.items():
            if name not in reading and any(_reads_input(function, label, reading) for label in function.blocks):
                reading.add(name)
                changed = True
    return reading


def _reads_input(function: Function, label: str, reading: set[str]) -> bool:
    """Return whether the block has an input, or calls a function that has one."""
    return any(
        isinstance(each, Havoc)
        or (isinstance(each, Call) and (not isinstance(each.callee, str) or each.callee in reading))
        for each in function.blocks[label].statements
    )
