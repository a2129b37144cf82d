"""What edges write to the cells of arrays: ranges of numbers, from which candidates are made."""

from collections.abc import Iterator

from surefoot.invariants.intervals.fixpoint import over_edge
from surefoot.invariants.quantified.vocabulary import Vocabulary
from surefoot.logic import Op, Term, postorder
from surefoot.logic.intervals.domain import Abstract, Numbers, every_number, join
from surefoot.systems.control.system import ControlSystem, Edge


def stores(edge: Edge) -> Iterator[tuple[Term, Term, Term]]:
    """The array of the target, the index and the value of each write."""
    for symbol, value in edge.update.items():
        for term in postorder([value]):
            if term.op is Op.STORE and term.sort is symbol.sort:
                yield symbol, term.args[1], term.args[2]


def is_born(index: Term, value: Term) -> bool:
    """Whether a write is of one cell that keeps what it was born with."""
    return index.op is Op.CONSTANT and value.op is Op.VARIABLE


def common_ranges(system: ControlSystem, vocabulary: Vocabulary) -> dict[Term, Numbers]:
    """For arrays, as common terms, the numbers that edges write to them, unless these may be all. What arrays hold besides is not looked at."""
    found: dict[Term, Abstract] = {}
    for edge in system.transitions:
        told = (each for each in stores(edge) if not is_born(*each[1:]))
        written = [(vocabulary.common(array), value) for array, _, value in told]
        evaluation = over_edge(system, edge, {}) if written else None
        if evaluation is None:
            continue
        for array, value in written:
            if array is not None and array in vocabulary.arrays:
                numbers = evaluation.value(value)
                found[array] = join(found[array], numbers) if array in found else numbers
    return {
        array: numbers
        for array, numbers in found.items()
        if isinstance(numbers, Numbers) and numbers != every_number(numbers.width)
    }
