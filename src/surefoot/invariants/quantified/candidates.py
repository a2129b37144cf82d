"""Quantified candidates:  for all j: if j is in a range, then a fact about the cells at j.

Facts come from `facts`, ranges from the positions at which edges read and write the arrays of a
fact, and from where loops begin and end. Candidates of one loop are tried at all locations that
have the same variables.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice, permutations

from surefoot.invariants.limits import LIMITS
from surefoot.invariants.quantified.facts import suggested_facts
from surefoot.invariants.quantified.positions import Position, PositionKind, suggested_positions, sum_of
from surefoot.invariants.quantified.vocabulary import Vocabulary
from surefoot.invariants.sampling import Sample
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
    extract,
    implies,
    not_,
    postorder,
    variables_of,
)
from surefoot.systems.control.quantified import QuantifiedInvariant, bound_symbol
from surefoot.systems.control.system import ControlSystem

Possible = Callable[[str, Term], bool]
"""Predicate: a formula, over the bound symbol too, may be satisfiable at a location."""


def quantified_candidates(
    system: ControlSystem, samples: Mapping[str, Sequence[Sample]], is_possible: Possible, most: int
) -> dict[str, list[QuantifiedInvariant]]:
    """Return the `most` promising candidates of each location that `samples` do not refute, with
    possible ranges.

        Some are plain: the order of positions, without which ranges are of little use. Without
        facts about cells there are no candidates.
    """
    vocabulary = Vocabulary(system)
    facts = suggested_facts(system, vocabulary)
    if not facts:
        return {name: [] for name in system.names}
    positions = suggested_positions(system, vocabulary)
    found = {}
    for name in system.names:
        local = _Local(name, vocabulary, positions, is_possible)
        candidates = dict.fromkeys((*local.orders(), *islice(local.candidates(facts), most)))
        found[name] = unrefuted(list(candidates), samples.get(name, ()))
    return found


class _Local:
    """Candidates of one location."""

    def __init__(
        self, name: str, vocabulary: Vocabulary, positions: Mapping[str, Sequence[Position]], is_possible: Possible
    ) -> None:
        self._name = name
        self._vocabulary = vocabulary
        self._is_possible = is_possible
        self._ranges: dict[tuple[frozenset[Term], Term], list[Term]] = {}
        self._own = frozenset(positions[name])
        everywhere = (each for others in positions.values() for each in others)
        self._positions: dict[Position, Term] = {}
        """Positions of the location, those of its own edges first, with their terms here."""
        for each in dict.fromkeys((*positions[name], *everywhere)):
            term = vocabulary.local(each.term, name)
            if term is not None and self._is_new(each, term):
                self._positions[each] = term

    def _is_new(self, position: Position, here: Term) -> bool:
        """Return whether `position` differs from all known positions of the same arrays and stride."""
        alike = [
            term
            for each, term in self._positions.items()
            if position.arrays <= each.arrays and position.stride == each.stride
        ]
        if len(alike) > 2 * LIMITS.positions:
            return False
        return all(
            term is not here and (term.sort is not here.sort or self._is_possible(self._name, not_(eq(term, here))))
            for term in alike
        )

    def candidates(self, facts: Sequence[Term]) -> Iterator[QuantifiedInvariant]:
        """Yield every fact in every range, early facts in early ranges first."""
        pairs = []
        for number, common in enumerate(facts):
            fact = self._vocabulary.local(common, self._name)
            if fact is not None:
                (bound,) = (each for each in variables_of(common) if each in self._vocabulary.bound.values())
                ranges = self._ranges_for(common, bound)
                pairs += [(number + order, bound, where, fact) for order, where in enumerate(ranges)]
        for _, bound, where, fact in sorted(pairs, key=lambda pair: pair[0]):
            body = implies(where, fact)
            if body is not TRUE:
                yield QuantifiedInvariant(bound, body)

    def orders(self) -> Iterator[QuantifiedInvariant]:
        """Yield orders of the positions in an array."""
        for array, sort in self._vocabulary.arrays.items():
            about = [each for each in self._positions if array in each.arrays][: LIMITS.positions]
            bound = self._vocabulary.bound[sort.index]
            one = bv(1, bound.sort.width)
            for left, right in permutations(about, 2):
                low, high = self._positions[left], self._positions[right]
                moving = (bvult(low, high), bvule(low, bvadd(high, one))) if left.kind is PositionKind.HERE else ()
                for body in (bvule(low, high), *moving):
                    if body is not TRUE and body is not FALSE:
                        yield QuantifiedInvariant(bound, body)

    def _ranges_for(self, fact: Term, bound: Term) -> list[Term]:
        """Return the possible ranges for a fact about the arrays of `fact`."""
        arrays = frozenset(each for each in variables_of(fact) if each in self._vocabulary.arrays)
        found = self._ranges.get((arrays, bound))
        if found is None:
            about = [each for each in self._positions if not arrays.isdisjoint(each.arrays)]
            known = [each for each in about if self._positions[each].sort is bound.sort]
            ranges = (each for each in dict.fromkeys(self._ranges_between(known, bound)) if each is not FALSE)
            found = [each for each in islice(ranges, LIMITS.ranges) if self._is_possible(self._name, each)]
            self._ranges[arrays, bound] = found
        return found

    def _ranges_between(self, positions: Sequence[Position], bound: Term) -> Iterator[Term]:
        """Yield ranges of the bound symbol: the part that a loop has processed first, then the
        rest.
        """
        moving = [each for each in positions if each.kind is PositionKind.HERE][: LIMITS.positions]
        most = max(LIMITS.positions - len(moving), LIMITS.range_limits)
        starting = [each for each in positions if each.kind is PositionKind.START][: LIMITS.range_starts]
        ending = [each for each in positions if each.kind is PositionKind.END]
        own = [each for each in ending if each in self._own][:most]
        others = [each for each in ending if each not in self._own][:most]
        places = [
            (self._positions[each], _steps(bound, self._positions[each], each.stride), each.kind)
            for each in (*moving, *own, *others, *starting)
        ]
        here = [(term, steps) for term, steps, kind in places if kind is PositionKind.HERE]
        limits = [term for term, _, kind in places if kind is PositionKind.END]
        starts = [self._positions[each] for each in starting]
        one = bv(1, bound.sort.width)
        for term, steps in here:
            yield _between(bound, None, term, steps)
            yield from (_between(bound, None, limit, steps) for limit in limits[: LIMITS.range_limits])
            yield from (_between(bound, term, limit, steps) for limit in limits[: LIMITS.range_limits])
        for term, steps, _ in places:
            yield _between(bound, None, term, steps)
            yield from (_between(bound, start, term, steps) for start in starts)
        for term, steps in here:
            yield from (_between(bound, bvadd(term, one), bvadd(start, one), steps) for start in starts)
        for term, steps, _ in places:
            yield eq(bound, term)
            yield steps
        for term, steps, _ in places:
            after = bvadd(term, one)
            yield _between(bound, None, after, steps)
            yield _between(bound, term, None, steps)
            yield _between(bound, after, None, steps)
            yield from (_between(bound, term, bvadd(start, one), steps) for start in starts)
        for (low, steps, _), (high, _, _) in permutations(places, 2):
            yield _between(bound, low, high, steps)
            yield _between(bound, bvadd(low, one), high, steps)


def _steps(bound: Term, position: Term, stride: int) -> Term:
    """Return that the bound symbol differs from `position` by a multiple of `stride`."""
    if stride == 1:
        return TRUE
    width = bound.sort.width
    rest = sum_of(position).rest % stride
    if stride & (stride - 1) == 0 or width <= LIMITS.odd_stride_width:
        return eq(bvurem(bound, bv(stride, width)), bv(rest, width))
    few = LIMITS.odd_stride_width
    low = extract(bound, few - 1, 0)
    return and_(bvult(bound, bv(1 << few, width)), eq(bvurem(low, bv(stride, few)), bv(rest, few)))


def _between(bound: Term, low: Term | None, high: Term | None, steps: Term) -> Term:
    """Return ``low <= bound < high`` and `steps`; false if that is syntactically empty."""
    are_constant = low is not None and high is not None and low.op is high.op is Op.CONSTANT
    if low is high or (are_constant and int(low.payload) >= int(high.payload)):  # type: ignore[union-attr]
        return FALSE
    lower = TRUE if low is None else bvule(low, bound)
    upper = TRUE if high is None else bvult(bound, high)
    return and_(steps, lower, upper)


# ---- samples


def unrefuted(candidates: list[QuantifiedInvariant], samples: Sequence[Sample]) -> list[QuantifiedInvariant]:
    """Return those of `candidates` that hold in `samples`, at a few indices of each."""
    mentioned = {each: frozenset(variables_of(each.body)) - {each.bound} for each in candidates}
    for sample in spread(samples):
        decided = [each for each in candidates if mentioned[each] <= sample.keys()]
        refuted = {
            each
            for sort in dict.fromkeys(each.bound.sort for each in decided)
            for each in _refuted(decided, sample, sort)
        }
        candidates = [each for each in candidates if each not in refuted]
    return candidates


def _refuted(candidates: Sequence[QuantifiedInvariant], sample: Sample, sort: Sort) -> Iterator[QuantifiedInvariant]:
    """Yield those of `candidates` about all values of `sort` that fail in `sample`.  Requires: it
    has their symbols.
    """
    left = [each for each in candidates if each.bound.sort is sort]
    for index in _probes(sample, sort):
        values = {**sample, **{each.bound: index for each in left}}
        evaluator = Evaluator(values.__getitem__)
        failing = [each for each in left if not evaluator.value(each.body)]
        yield from failing
        left = [each for each in left if each not in set(failing)] if failing else left


def is_satisfied(formula: Term, sample: Sample) -> bool:
    """Return whether `formula` holds in `sample`, for a value of the bound symbol next to a term
    that it mentions.
    """
    symbols = variables_of(formula)
    bound = [each for each in symbols if each not in sample]
    if not bound:
        return bool(Evaluator(sample.__getitem__).value(formula))
    if len(bound) > 1 or bound[0] is not bound_symbol(bound[0].sort):
        return False
    evaluator = Evaluator(sample.__getitem__)
    near = [
        int(evaluator.value(term)) - step  # type: ignore[arg-type]  # of a bit-vector
        for term in postorder([formula])
        if term.sort is bound[0].sort and bound[0] not in variables_of(term)
        for step in (0, 1)
    ]
    places = dict.fromkeys(place % (1 << bound[0].sort.width) for place in (0, *near))
    return any(Evaluator({**sample, bound[0]: place}.__getitem__).value(formula) for place in places)


def spread(samples: Sequence[Sample]) -> Sequence[Sample]:
    """Return a few of `samples`, evenly spaced."""
    step = max(1, len(samples) // LIMITS.quantified_samples)
    return samples[::step][: LIMITS.quantified_samples]


def _probes(sample: Sample, sort: Sort) -> Sequence[Value]:
    """Return indices at which arrays of `sample` have entries, the first ones, and those next to
    numbers in the state.
    """
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
    return list(dict.fromkeys([0, *fitting[: LIMITS.probes], *numbers[: LIMITS.probes // 2]]))[: LIMITS.probes + 4]
