"""Guesses about loops over strings: that there is a zero where some pointer points, and that a loop has not come beyond it.

For the pointers that say where strings end, see `surefoot.program.passes.string_ends`.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from surefoot.invariants.quantified.vocabulary import Vocabulary
from surefoot.logic import ArraySort, Op, Term, bit_vector, bv, bvule, eq, postorder, select, variables_of
from surefoot.systems.control.system import Aspect, ControlSystem

MOST_PLACES = 16
MOST_GUESSES = 200
"""Places where characters are read, and guesses at a location, beyond these are left out."""

_CHARACTER = bit_vector(8)


def string_end_guesses(system: ControlSystem) -> Mapping[str, Sequence[Term]]:
    """For each location, guesses about the characters that edges read and the pointers that are known there."""
    vocabulary = Vocabulary(system)
    reads = list(dict.fromkeys(_reads(system, vocabulary)))
    if not reads:
        return dict.fromkeys(system.names, ())
    return {name: tuple(islice(_guesses(system, name, vocabulary, reads), MOST_GUESSES)) for name in system.names}


def _guesses(
    system: ControlSystem, name: str, vocabulary: Vocabulary, reads: Sequence[tuple[Term, Term]]
) -> Iterator[Term]:
    variables = system.location(name).variables
    ends = [each.symbol for each in variables if each.referent.aspect is Aspect.OFFSET]
    strings = dict.fromkeys(local for array, _ in reads if (local := vocabulary.local(array, name)) is not None)
    places = dict.fromkeys(local for _, place in reads if (local := vocabulary.local(place, name)) is not None)
    for end in ends:
        for string in strings:
            if isinstance(string.sort, ArraySort) and string.sort.index is end.sort:
                yield eq(select(string, end), bv(0, _CHARACTER.width))
        for place in islice(places, MOST_PLACES):
            if place.sort is end.sort and place is not end:
                yield bvule(place, end)


def _reads(system: ControlSystem, vocabulary: Vocabulary) -> Iterator[tuple[Term, Term]]:
    """The strings that edges read, and where, as common terms about states alone: sample states have no parameters."""
    known = frozenset(system.parameters)
    for edge in system.edges:
        for term in postorder([edge.guard, *edge.update.values()]):
            if term.op is Op.SELECT and term.sort is _CHARACTER:
                array, place = (vocabulary.common(each) for each in term.args)
                if array is None or array.op is not Op.VARIABLE or place is None:
                    continue
                if variables_of(place) and known.isdisjoint(variables_of(place)):
                    yield array, place
