"""Guesses of universals:  for all j: if j is in a range, then a fact about the cells at j.

Facts come from what edges write (a[i] = 42 gives a[j] == 42), from what they compare (a[i] < m gives a[j] < m and its denial), and from pairs of arrays; ranges from the positions that
edges read and write, and from where loops begin and end. Whatever holds in one loop is tried at all locations that know the same variables.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice, permutations

from surefoot.analysis.sampling import Sample
from surefoot.analysis.universals.positions import position_of, positions_in, solved, sum_of
from surefoot.analysis.universals.vocabulary import Vocabulary
from surefoot.logic import (
    FALSE,
    TRUE,
    ArrayValue,
    BitVecSort,
    Evaluator,
    Op,
    Sort,
    Term,
    Value,
    and_,
    bv,
    bvadd,
    bvule,
    bvult,
    bvurem,
    eq,
    implies,
    not_,
    postorder,
    select,
    substitute,
    variables_of,
)
from surefoot.records import dataclass
from surefoot.systems.control.system import ControlSystem, Edge
from surefoot.systems.control.universals import Universal, index_terms

MOST_FACTS = 40
MOST_POSITIONS = 6
MOST_STARTS = 2
MOST_RANGES = 48
MOST_GUESSES = 400
"""Facts, and positions, those where loops begin, ranges and guesses of a location beyond these are left out."""
MOST_SAMPLES = 16
MOST_PROBES = 8
"""States of a location, and indices in each of them, at which guesses are tried."""

_ATOMS = frozenset(
    {Op.EQ, Op.BVULT, Op.BVSLT, Op.FP_LT, Op.FP_LE, Op.FP_EQ, Op.FP_IS_NAN, Op.FP_IS_ZERO, Op.FP_IS_INFINITE}
)


def universal_candidates(system: ControlSystem, samples: Mapping[str, Sequence[Sample]]) -> dict[str, list[Universal]]:
    """Guesses for the locations of ``system``, the most promising first, and none that ``samples`` refute.

    Some are plain: how positions are ordered, without which ranges tell little.
    """
    vocabulary = Vocabulary(system)
    facts = list(islice(dict.fromkeys(_facts(system, vocabulary)), MOST_FACTS))
    positions = _positions(system, vocabulary)
    found = {}
    for name in system.names:
        guesses = dict.fromkeys(islice(_guesses(vocabulary, name, facts, positions[name]), MOST_GUESSES))
        found[name] = _unrefuted(list(guesses), samples.get(name, ()))
    return found


# ---- facts about the cells at the bound symbol


def _facts(system: ControlSystem, vocabulary: Vocabulary) -> Iterator[Term]:
    own = [fact for edge in system.edges for fact in _facts_of(edge, vocabulary)]
    yield from own
    for (left, sort), (right, other_sort) in combinations(vocabulary.arrays.items(), 2):
        if sort is other_sort:
            at = vocabulary.bound[sort.index]
            yield eq(select(left, at), select(right, at))
    for fact in own:
        arrays = [each for each in variables_of(fact) if each in vocabulary.arrays]
        if len(arrays) == 1:
            others = (each for each in vocabulary.arrays if each.sort is arrays[0].sort)
            yield from (substitute(fact, {arrays[0]: other}) for other in others)


def _facts_of(edge: Edge, vocabulary: Vocabulary) -> Iterator[Term]:
    """Common terms that the reads, writes and comparisons of ``edge`` suggest."""
    stores = [
        (symbol, term.args[1], term.args[2])
        for symbol, value in edge.update.items()
        for term in postorder([value])
        if term.op is Op.STORE
    ]
    for array, index, value in stores:
        at = vocabulary.bound.get(index.sort)
        if at is not None:
            for written in _at_bound(value, index, at):
                yield from _telling(eq(select(array, at), written), vocabulary)
    roots = (edge.guard, *edge.update.values())
    atoms = [term for term in postorder(roots) if term.op in _ATOMS and term.args[0].sort.width]
    for array, index, value in stores:
        at = vocabulary.bound.get(index.sort)
        if at is not None and value.op is not Op.CONSTANT:
            for atom in atoms:
                if value in postorder([atom]):
                    for told in _at_bound(substitute(atom, {value: select(array, at)}), index, at):
                        yield from _telling(told, vocabulary)
    for atom in atoms:
        for sort, indices in index_terms([atom]).items():
            at = vocabulary.bound.get(sort)
            if at is not None:
                for told in (each for index in indices for each in _at_bound(atom, index, at)):
                    yield from _telling(told, vocabulary)
                    yield from _telling(not_(told), vocabulary)


def _at_bound(term: Term, index: Term, at: Term) -> Iterator[Term]:
    """``term`` with ``at`` in place of ``index``, and of what determines it."""
    yield substitute(term, {index: at})
    for symbol in variables_of(index):
        value = solved(index, symbol, at)
        if value is not None and symbol in variables_of(substitute(term, {index: at})):
            yield substitute(term, {index: at, symbol: value})


def _telling(fact: Term, vocabulary: Vocabulary) -> Iterator[Term]:
    common = vocabulary.common(fact)
    if common is not None and common is not TRUE and common is not FALSE:
        yield common


# ---- ranges


@dataclass(frozen=True, slots=True)
class _Position:
    """A common term for how far a loop has come, and of which multiples the cells are that it comes to."""

    term: Term
    stride: int
    is_start: bool = False
    """Whether it is where a loop begins."""


def _positions(system: ControlSystem, vocabulary: Vocabulary) -> dict[str, list[_Position]]:
    """Positions that each location knows, those of its own edges first."""
    own = {location.name: list(_own_positions(system, vocabulary, location.name)) for location in system.locations}
    found = {}
    for name in system.names:
        everything = dict.fromkeys((*own[name], *(each for other in own.values() for each in other)))
        known = [each for each in everything if vocabulary.local(each.term, name) is not None]
        found[name] = known[: 2 * MOST_POSITIONS]
    return found


def _own_positions(system: ControlSystem, vocabulary: Vocabulary, name: str) -> Iterator[_Position]:
    edges = system.edges_from(name)
    roots = [term for edge in edges for term in (edge.guard, *edge.update.values())]
    symbols = frozenset((*system.parameters, *system.location(name).symbols))
    places = positions_in(roots, symbols)
    strides = [sum_of(each).stride for each in places if variables_of(each)]
    stride = min(strides, default=1) or 1
    for each in places:
        common = vocabulary.common(each)
        if common is not None:
            yield _Position(common, stride)
    for each in places:
        for edge in system.edges_into(name):
            start = position_of(edge.after(each)) if edge.source != name else each
            common = vocabulary.common(start)
            if common is not None and start is not each:
                yield _Position(common, stride, is_start=True)


def _ranges(name: str, vocabulary: Vocabulary, positions: Sequence[_Position], sort: Sort) -> Iterator[Term]:
    """Ranges of the bound symbol at the location ``name``: those below a position first."""
    at = vocabulary.bound[sort]
    known: list[tuple[Term, Term]] = []
    starts: list[Term] = []
    for each in positions:
        term = vocabulary.local(each.term, name)
        if term is not None and term.sort is sort:
            steps = TRUE
            if each.stride > 1:
                steps = eq(bvurem(at, bv(each.stride, sort.width)), bv(_rest(term, each.stride), sort.width))
            known.append((term, steps))
            starts += [term] * each.is_start
    known = known[:MOST_POSITIONS]
    starts = starts[:MOST_STARTS]
    for term, steps in known:
        yield _between(at, None, term, steps)
    for low in starts:
        yield from (_between(at, low, term, steps) for term, steps in known)
    yield from dict.fromkeys(steps for _, steps in known)
    for term, steps in known:
        after = bvadd(term, bv(1, sort.width))
        yield _between(at, None, after, steps)
        for low in (term, after):
            yield _between(at, low, None, steps)
            yield from (_between(at, low, bvadd(start, bv(1, sort.width)), steps) for start in starts)
        yield eq(at, term)
    for (low, steps), (high, _) in permutations(known, 2):
        yield _between(at, low, high, steps)
        yield _between(at, bvadd(low, bv(1, sort.width)), high, steps)


def _between(at: Term, low: Term | None, high: Term | None, steps: Term) -> Term:
    """``low <= at < high``, and ``steps``; false if that is plainly empty."""
    are_constant = low is not None and high is not None and low.op is high.op is Op.CONSTANT
    if low is high or (are_constant and int(low.payload) >= int(high.payload)):  # type: ignore[union-attr]
        return FALSE
    lower = TRUE if low is None else bvule(low, at)
    upper = TRUE if high is None else bvult(at, high)
    return and_(steps, lower, upper)


def _rest(position: Term, stride: int) -> int:
    return sum_of(position).rest % stride


# ---- guesses


def _guesses(
    vocabulary: Vocabulary, name: str, facts: Sequence[Term], positions: Sequence[_Position]
) -> Iterator[Universal]:
    """The guesses at the location ``name``: order of positions, and every fact in every range."""
    yield from _orders(vocabulary, name, positions)
    by_sort = {
        sort: list(islice(dict.fromkeys(_ranges(name, vocabulary, positions, sort)), MOST_RANGES))
        for sort in vocabulary.bound
    }
    local = [(fact, vocabulary.local(fact, name)) for fact in facts]
    pairs = (
        (_rank(number, order), vocabulary.bound[sort], where, fact)
        for number, (_, fact) in enumerate(local)
        if fact is not None
        for sort in vocabulary.bound
        if vocabulary.bound[sort] in variables_of(fact)
        for order, where in enumerate(by_sort[sort])
    )
    for _, bound, where, fact in sorted(pairs, key=lambda each: each[0]):
        body = implies(where, fact)
        if body is not TRUE:
            yield Universal(bound, body)


def _rank(fact: int, where: int) -> int:
    """Early facts in early ranges come first."""
    return fact + where


def _orders(vocabulary: Vocabulary, name: str, positions: Iterable[_Position]) -> Iterator[Universal]:
    known = [vocabulary.local(each.term, name) for each in positions]
    terms = [each for each in known if each is not None and isinstance(each.sort, BitVecSort)][:MOST_POSITIONS]
    for left, right in permutations(terms, 2):
        if left.sort is right.sort and left.sort in vocabulary.bound:
            for body in (bvule(left, right), bvult(left, right)):
                if body is not TRUE and body is not FALSE:
                    yield Universal(vocabulary.bound[left.sort], body)


# ---- samples


def _unrefuted(guesses: list[Universal], samples: Sequence[Sample]) -> list[Universal]:
    """Those of ``guesses`` that hold in ``samples``, at a few indices of each."""
    for sample in _spread(samples):
        for sort in dict.fromkeys(each.bound.sort for each in guesses):
            for index in _probes(sample, sort):
                values = {**sample, **{each.bound: index for each in guesses if each.bound.sort is sort}}
                evaluator = Evaluator(values.__getitem__)
                guesses = [
                    each
                    for each in guesses
                    if each.bound.sort is not sort or not _is_decided(each, values) or evaluator.value(each.body)
                ]
    return guesses


def _is_decided(guess: Universal, values: Mapping[Term, Value]) -> bool:
    return all(symbol in values for symbol in variables_of(guess.body))


def _spread(samples: Sequence[Sample]) -> Sequence[Sample]:
    step = max(1, len(samples) // MOST_SAMPLES)
    return samples[::step][:MOST_SAMPLES]


def _probes(sample: Sample, sort: Sort) -> Sequence[Value]:
    """Indices at which arrays of ``sample`` hold something, the first ones, and those next to numbers in the state."""
    if not isinstance(sort, BitVecSort):
        return []
    written = [index for value in sample.values() if isinstance(value, ArrayValue) for index in value.entries]
    numbers = [
        near % (1 << sort.width)
        for value in sample.values()
        if isinstance(value, int) and not isinstance(value, bool) and value < 1 << 16
        for near in (value - 1, value)
    ]
    fitting = [each for each in written if isinstance(each, int) and each < 1 << sort.width]
    return list(dict.fromkeys([0, *fitting[:MOST_PROBES], *numbers[: MOST_PROBES // 2]]))[: MOST_PROBES + 4]
