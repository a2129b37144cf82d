"""Candidates about strings: argument strings, and ends of strings in loops.

Candidates about argument strings (`surefoot.semantics.memory.strings`) are filtered
before all others because they are few.

The number and the lengths of the strings are parameters. Numbers are compared with parameters of
their sort, offsets of pointers with the lengths of the strings that they point into.

Candidates about loops over strings state that a terminating zero is where a pointer points, and that
the loop has not passed it.

For the variables that hold where strings end, see `surefoot.program.passes.string_ends`.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from surefoot.invariants.limits import LIMITS
from surefoot.invariants.quantified.vocabulary import Vocabulary
from surefoot.invariants.source import Candidates, GenerationContext
from surefoot.logic import (
    ArraySort,
    BitVecSort,
    Op,
    Symbol,
    SymbolKind,
    Term,
    bit_vector,
    bv,
    bvsle,
    bvslt,
    bvule,
    eq,
    not_,
    or_,
    postorder,
    select,
    variables_of,
    zero_extend,
)
from surefoot.semantics.memory.pools import INSTANCE
from surefoot.systems.control.system import Aspect, ControlSystem, Location, Referent


def string_candidates(context: GenerationContext) -> Candidates:
    """Return the candidates about argument strings."""
    return Candidates(argument_string_candidates(context.system))


def argument_string_candidates(system: ControlSystem) -> Mapping[str, Sequence[Term]]:
    """Return candidates for each location; none if the program has no argument strings."""
    lengths = [each for each in system.parameters if _are_lengths(each)]
    if not lengths:
        return {}
    limits = [each for each in system.parameters if isinstance(each.sort, BitVecSort)]
    limits = [each for each in limits if each not in _addresses(system)][: LIMITS.string_parameters]
    locations = (system.location(name) for name in system.names)
    return {
        each.name: tuple(dict.fromkeys((*_about_numbers(each, limits), *_about_pointers(each, lengths))))
        for each in locations
    }


def _are_lengths(parameter: Term) -> bool:
    """Return whether `parameter` holds the lengths of all strings. Addresses of summarised heap
    objects are arrays over object numbers, too.
    """
    sort, symbol = parameter.sort, parameter.payload
    is_by_number = isinstance(sort, ArraySort) and sort.index is INSTANCE
    return is_by_number and isinstance(symbol, Symbol) and symbol.kind is SymbolKind.CONTENTS


def _addresses(system: ControlSystem) -> frozenset[Term]:
    return frozenset(symbol for fact in system.facts for symbol in fact.about)


def _about_numbers(location: Location, limits: Sequence[Term]) -> Iterator[Term]:
    """Yield that numbers are not negative, and below parameters."""
    sorts = {limit.sort for limit in limits}
    symbols = (each.symbol for each in location.variables if each.referent.aspect is Aspect.WHOLE)
    for number in islice((each for each in symbols if each.sort in sorts), LIMITS.string_numbers):
        yield from (bvsle(bv(least, number.sort.width), number) for least in (0, 1))
        for limit in limits:
            if limit.sort is number.sort:
                yield from (eq(number, limit), bvsle(number, limit), bvslt(number, limit))


def _about_pointers(location: Location, lengths: Sequence[Term]) -> Iterator[Term]:
    """Yield the objects that pointers point into, and that their offsets are within the string."""
    parts: dict[Referent, dict[Aspect, Term]] = {}
    for each in location.variables:
        own = each.referent
        parts.setdefault(Referent(own.kind, own.owner, own.position), {})[own.aspect] = each.symbol
    for known in parts.values():
        instance, offset, target = (known.get(aspect) for aspect in (Aspect.INSTANCE, Aspect.OFFSET, Aspect.TARGET))
        if instance is None or instance.sort is not INSTANCE:
            continue
        targets = range(LIMITS.pointer_targets) if target is not None else ()
        is_there = [eq(target, bv(number, target.sort.width)) for number in targets if target is not None]
        yield from (candidate for each in is_there for candidate in (each, not_(each)))
        if offset is None:
            continue
        for length in lengths:
            stays = bvule(offset, zero_extend(select(length, instance), offset.sort.width))
            yield stays
            yield from (or_(not_(each), stays) for each in is_there)


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
