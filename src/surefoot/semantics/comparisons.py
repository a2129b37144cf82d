"""Compared values of a run: the operands of comparisons that differ (as in RedQueen, Aschermann et
al., NDSS 2019, section II).
"""

from collections.abc import Iterator, Mapping
from typing import Final

from surefoot.base.records import dataclass
from surefoot.logic import BitVecSort, Evaluator, Op, Term, Value, postorder
from surefoot.program.access import terms_read
from surefoot.program.program import Function
from surefoot.program.statements import Assign, Branch, Check
from surefoot.semantics.interpreter import ConcreteObject, Event, Executed, Machine
from surefoot.semantics.limits import LIMITS

_COMPARISONS: Final = frozenset({Op.EQ, Op.BVULT, Op.BVSLT})


@dataclass(frozen=True, slots=True)
class UnequalOperands:
    """Two different values of one width that a run compared."""

    left: int
    right: int
    width: int
    is_equality: bool


class ComparedValues:
    """Observer and visitor of a run that records its comparisons with different operands."""

    def __init__(self) -> None:
        self.found: dict[UnequalOperands, None] = {}
        """The comparisons of the last run, in order."""
        self._machine: Machine | None = None
        self._compared: dict[int, tuple[Term, ...]] = {}
        """Comparisons of each statement, by its identity."""

    def is_visited(self, _function: Function, _label: str) -> bool:
        """Return false for every block."""
        return False

    def on_start(self, machine: Machine) -> None:
        """Drop the comparisons of the last run."""
        self._machine = machine
        self.found.clear()

    def on_object(self, _created: ConcreteObject) -> None:
        """Ignore objects."""

    def on_block(self, _machine: Machine, _label: str) -> None:
        """Ignore blocks."""

    def on_event(self, event: Event) -> None:
        """Record the comparisons of an executed statement."""
        if not isinstance(event, Executed) or len(self.found) >= LIMITS.compared_values:
            return
        statement = event.statement
        if not isinstance(statement, Assign | Branch | Check):
            return
        compared = self._compared.get(id(statement))
        if compared is None:
            compared = self._compared[id(statement)] = tuple(_comparisons_of(statement))
        if not compared or self._machine is None:
            return
        evaluator = Evaluator(_Values(self._machine))
        for term in compared:
            left, right = (int(evaluator.value(each)) for each in term.args)  # type: ignore[arg-type]  # bit-vectors
            if left != right:
                self.found[UnequalOperands(left, right, term.args[0].sort.width, term.op is Op.EQ)] = None


class _Values:
    """Values of variables in the active call of a machine."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        frame = machine.frames[-1]
        self._slots: Mapping[Term, int] = frame.code.slots
        self._values = frame.values

    def __call__(self, symbol: Term) -> Value:
        """Return the value of ``symbol``."""
        slot = self._slots.get(symbol)
        if slot is not None:
            return self._values[slot]
        slot = self._machine.global_slots.get(symbol)
        return self._machine.addresses[symbol] if slot is None else self._machine.globals[slot]


def _comparisons_of(statement: Assign | Branch | Check) -> Iterator[Term]:
    """Yield the comparisons of numbers in ``statement``."""
    for term in postorder(list(terms_read(statement))):
        if term.op in _COMPARISONS and isinstance(term.args[0].sort, BitVecSort):
            yield term
