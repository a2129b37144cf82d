"""Candidates about loops over strings: that a terminating zero is where a pointer points, and that
the loop has not passed it.

For the variables that hold where strings end, see `surefoot.program.passes.string_ends`.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from surefoot.invariants.limits import LIMITS
from surefoot.invariants.quantified.vocabulary import Vocabulary
from surefoot.logic import ArraySort, Op, Term, bit_vector, bv, bvule, eq, postorder, select, variables_of
from surefoot.systems.control.system import Aspect, ControlSystem

_CHARACTER = bit_vector(8)


def string_end_candidates(system: ControlSystem) -> Mapping[str, Sequence[Term]]:
    """Return candidates for each location about the characters that edges read and the pointers
    known there.
    """
    vocabulary = Vocabulary(system)
    reads = list(dict.fromkeys(_reads(system, vocabulary)))
    if not reads:
        return dict.fromkeys(system.names, ())
    return {
        name: tuple(islice(_candidates(system, name, vocabulary, reads), LIMITS.string_candidates))
        for name in system.names
    }


def _candidates(
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
        for place in islice(places, LIMITS.string_places):
            if place.sort is end.sort and place is not end:
                yield bvule(place, end)


def _reads(system: ControlSystem, vocabulary: Vocabulary) -> Iterator[tuple[Term, Term]]:
    """Yield the strings that edges read, and where, as common terms without parameters, which
    sample states do not have.
    """
    known = frozenset(system.parameters)
    for edge in system.edges:
        for term in postorder([edge.guard, *edge.update.values()]):
            if term.op is Op.SELECT and term.sort is _CHARACTER:
                array, place = (vocabulary.common(each) for each in term.args)
                if array is None or array.op is not Op.VARIABLE or place is None:
                    continue
                if variables_of(place) and known.isdisjoint(variables_of(place)):
                    yield array, place
