"""Coverage: whether the states of an image lie in the union of listed valuations.

The usual case, that ranges of the image lie in those of one valuation, needs no formula.
"""

from collections.abc import Iterable, Mapping, Sequence

from surefoot.base.records import dataclass, field
from surefoot.certify.kernel.tracked.ranges import includes, intersection, merged, value_of, within
from surefoot.evidence.tracked import RangeUnion, Valuation
from surefoot.logic import FALSE, BitVecSort, Term, and_, bool_constant, bv, not_, substitute, variables_of


@dataclass(frozen=True, slots=True)
class AssumedRange:
    """The value of ``term`` is in ``ranges``; the formula of that, and its variables."""

    term: Term
    ranges: RangeUnion
    variables: frozenset[Term]


class AssumedRanges:
    """Assumed ranges of terms, and the constants that they imply."""

    def __init__(self, facts: Iterable[AssumedRange]) -> None:
        self.facts = tuple(facts)
        self.ranges: dict[Term, RangeUnion] = {}
        for fact in self.facts:
            before = self.ranges.get(fact.term)
            ranges = merged(fact.ranges)
            self.ranges[fact.term] = ranges if before is None else intersection(before, ranges)
        self._constants = {
            term: _constant(term, ranges[0][0])
            for term, ranges in self.ranges.items()
            if len(ranges) == 1 and ranges[0][0] == ranges[0][1]
        }
        self._memo: dict[Term, Term] = {}

    @property
    def is_impossible(self) -> bool:
        """True if no state has these ranges."""
        return not all(self.ranges.values())

    def and_(self, facts: Iterable[AssumedRange]) -> "AssumedRanges":
        """Return these ranges together with ``facts``."""
        added = tuple(facts)
        return AssumedRanges((*self.facts, *added)) if added else self

    def reduced(self, term: Term) -> Term:
        """Return ``term`` with the terms of one value replaced by it."""
        return substitute(term, self._constants, self._memo)

    def ranges_of(self, term: Term) -> RangeUnion | None:
        """Return ranges of the value of ``term``, ``None`` if none are known at once."""
        found = self.ranges.get(term)
        if found is not None:
            return found
        value = value_of(self.reduced(term))
        return None if value is None else ((value, value),)


def _constant(term: Term, value: int) -> Term:
    return bv(value, term.sort.width) if isinstance(term.sort, BitVecSort) else bool_constant(bool(value))


@dataclass(slots=True)
class ListedValuations:
    """Listed valuations, by the keys that they mention."""

    valuations: Sequence[Valuation]
    _groups: dict[tuple[int, ...], dict[tuple[RangeUnion, ...], int]] = field(init=False)

    def __post_init__(self) -> None:
        self._groups = {}
        for number, valuation in enumerate(self.valuations):
            keys = tuple(key for key, _ in valuation)
            ranges = tuple(merged(each) for _, each in valuation)
            self._groups.setdefault(keys, {}).setdefault(ranges, number)

    def covering(self, image: "AbstractImage") -> list[int]:
        """Return the numbers of valuations each of which contains the whole image, the same ranges
        first; not all of them.
        """
        same: list[int] = []
        wider: list[int] = []
        for keys, listed in self._groups.items():
            ranges = [image.ranges(key) for key in keys]
            if any(each is None for each in ranges):
                continue
            known = tuple(each for each in ranges if each is not None)
            number = listed.get(known)
            if number is not None:
                same.append(number)
                continue
            wider += [
                number
                for outer, number in listed.items()
                if all(includes(each, inner) for each, inner in zip(outer, known, strict=True))
            ]
        return same + wider

    def possible(self, image: "AbstractImage") -> list[int]:
        """Return the numbers of the valuations that may have states of the image."""
        return [number for number, each in enumerate(self.valuations) if image.formula(each) is not FALSE]

    def outside(self, image: "AbstractImage") -> Term:
        """Return a formula for the states of the image that no valuation contains; it holds only
        together with what the image assumes.
        """
        return and_(*(image.outside(valuation) for valuation in self.valuations))


class AbstractImage:
    """States after a step: ``values`` of keys by number, under the ranges in ``assumed``."""

    def __init__(self, keys: Sequence[Term], values: Mapping[int, Term], assumed: AssumedRanges) -> None:
        self._keys = keys
        self._values = values
        self.assumed = assumed
        self._ranges: dict[int, RangeUnion | None] = {}

    def term(self, key: int) -> Term:
        """Return the value of ``key``."""
        value = self._values.get(key)
        return self._keys[key] if value is None else value

    def ranges(self, key: int) -> RangeUnion | None:
        """Return ranges of ``key``, ``None`` if none are known at once."""
        if key not in self._ranges:
            self._ranges[key] = self.assumed.ranges_of(self.term(key))
        return self._ranges[key]

    def formula(self, valuation: Valuation) -> Term:
        """Return the formula that a state of the image is in ``valuation``."""
        parts: list[Term] = []
        for key, listed in valuation:
            outer, known = merged(listed), self.ranges(key)
            if known is not None and not intersection(outer, known):
                return FALSE
            if known is None or not includes(outer, known):
                parts.append(within(self.assumed.reduced(self.term(key)), outer))
        return and_(*parts)

    def outside(self, valuation: Valuation) -> Term:
        """Return the formula that a state of the image is not in ``valuation``."""
        return not_(self.formula(valuation))


def closed(formula: Term, facts: Iterable[AssumedRange], others: Mapping[Term, Term]) -> Term:
    """Return ``formula`` and all facts that share variables with it, directly or not.

    ``others`` has facts about single variables.
    """
    if formula is FALSE:
        return FALSE
    seen: set[Term] = set()
    pending = list(variables_of(formula))
    waiting = list(facts)
    parts = [formula]
    while pending:
        new = {symbol for symbol in pending if symbol not in seen}
        seen |= new
        parts += [others[symbol] for symbol in sorted(new, key=lambda each: each.id) if symbol in others]
        shared = [fact for fact in waiting if fact.variables & new]
        waiting = [fact for fact in waiting if not fact.variables & new]
        parts += [within(fact.term, merged(fact.ranges)) for fact in shared]
        pending = [symbol for fact in shared for symbol in fact.variables]
    return and_(*parts)
