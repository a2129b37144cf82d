"""Common symbols of all locations: one for each program entity that state variables stand for."""

from collections.abc import Iterator

from surefoot.invariants.intervals import over_edge
from surefoot.logic import ArraySort, BitVecSort, Op, Sort, Term, postorder, substitute, variables_of
from surefoot.logic.intervals.domain import Abstract, Numbers, every_number, join
from surefoot.systems.control.quantified import bound_symbol
from surefoot.systems.control.system import ControlSystem, Edge, Referent


class Vocabulary:
    """Translation of terms between locations.

    A *common* term mentions parameters, bound symbols, and for each entity one symbol that stands
    for it, of any location.
    """

    def __init__(self, system: ControlSystem) -> None:
        first: dict[tuple[Referent, Sort], Term] = {}
        self._common: dict[Term, Term] = {}
        self._local: dict[str, dict[Term, Term]] = {}
        for location in system.locations:
            own = self._local[location.name] = {}
            for each in location.variables:
                symbol = first.setdefault((each.referent, each.symbol.sort), each.symbol)
                self._common[each.symbol] = symbol
                own[symbol] = each.symbol
        self.symbols = tuple(first.values())
        """State variables of common terms."""
        self._lasting = frozenset(system.parameters)
        self.arrays = {
            symbol: symbol.sort
            for symbol in first.values()
            if isinstance(symbol.sort, ArraySort) and isinstance(symbol.sort.index, BitVecSort)
        }
        """All arrays over bit-vectors that some location has, as common terms, with their sorts."""
        self.bound: dict[Sort, Term] = {
            sort: bound_symbol(sort) for sort in dict.fromkeys(each.index for each in self.arrays.values())
        }
        """Bound symbols, by the sort of indices."""
        self._bound = frozenset(self.bound.values())

    def common(self, term: Term) -> Term | None:
        """Return `term`, of any location, as a common one; `None` if it mentions inputs."""
        found = substitute(term, self._common)
        allowed = self._lasting | self._bound
        is_known = all(each in allowed or each in self._common for each in variables_of(found))
        return found if is_known else None

    def local(self, term: Term, name: str) -> Term | None:
        """Return a common `term` as one of the location `name`; `None` if the location does not
        have its variables.
        """
        own = self._local[name]
        allowed = self._lasting | self._bound
        if all(each in own or each in allowed for each in variables_of(term)):
            return substitute(term, own)
        return None


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
