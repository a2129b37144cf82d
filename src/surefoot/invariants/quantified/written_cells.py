"""Ranges of the numbers that edges write to arrays, from which candidates are generated."""

from collections.abc import Iterator

from surefoot.invariants.intervals.fixpoint import over_edge
from surefoot.invariants.quantified.vocabulary import Vocabulary
from surefoot.logic import Op, Term, postorder
from surefoot.logic.intervals.domain import Abstract, Numbers, every_number, join
from surefoot.systems.control.system import ControlSystem, Edge


def stores(edge: Edge) -> Iterator[tuple[Term, Term, Term]]:
    """Yield the array of the target, the index and the value of each write."""
    for symbol, value in edge.update.items():
        for term in postorder([value]):
            if term.op is Op.STORE and term.sort is symbol.sort:
                yield symbol, term.args[1], term.args[2]


def restores_initial_value(index: Term, value: Term) -> bool:
    """Return whether a write only restores the initial value of one cell."""
    return index.op is Op.CONSTANT and value.op is Op.VARIABLE


def common_ranges(system: ControlSystem, vocabulary: Vocabulary) -> dict[Term, Numbers]:
    """Return the ranges of the numbers that edges write to arrays, as common terms, without full
    ranges. Initial contents are not included.
    """
    found: dict[Term, Abstract] = {}
    for edge in system.transitions:
        changes = (each for each in stores(edge) if not restores_initial_value(*each[1:]))
        written = [(vocabulary.common(array), value) for array, _, value in changes]
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
