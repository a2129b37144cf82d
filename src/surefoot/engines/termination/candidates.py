"""Terms that ranks are made of: state variables, compared terms, and conditions of guards, in
tiers.

A feature has a word for each location of a component, and stands for an integer: words of variables
are extended, so that sums of a few features do not wrap.
"""

from collections.abc import Iterator, Mapping, Sequence

from surefoot.base.records import dataclass
from surefoot.engines.limits import LIMITS
from surefoot.engines.termination.transitions import Transition
from surefoot.logic import (
    BOOL,
    BitVecSort,
    Evaluator,
    Op,
    Term,
    atoms_of,
    bv,
    bvadd,
    bvmul,
    bvneg,
    bvsub,
    ite,
    sign_extend,
    substitute,
    variables_of,
    zero_extend,
)
from surefoot.systems.control.system import ControlSystem, Edge

TIERS = 5
"""Number of tiers of features."""


@dataclass(frozen=True, slots=True)
class RankFeature:
    """An integer at each location: ``terms`` are words, read as signed."""

    terms: Mapping[str, Term]
    tier: int

    @property
    def width(self) -> int:
        """The width of its words."""
        return max(int(term.sort.width) for term in self.terms.values())

    def change(self, transition: Transition) -> int:
        """Return by how much `transition` raises the integer."""
        before = _signed(self.terms[transition.edge.source], transition.before)
        return _signed(self.terms[transition.edge.destination], transition.after) - before


def _signed(term: Term, values: Mapping[Term, object]) -> int:
    value = int(Evaluator(values.__getitem__).value(term))  # type: ignore[arg-type]
    width = term.sort.width
    return value - (1 << width) if value >> (width - 1) else value


def combined(features: Sequence[tuple[int, RankFeature]], name: str) -> Term:
    """Return the sum of `features` with their factors 1 or -1 at the location `name`, as a word
    that does not wrap.
    """
    widest = max(feature.width for _, feature in features)
    width = widest if len(features) == 1 and features[0][0] > 0 else widest + len(features)
    total: Term | None = None
    for factor, feature in features:
        term = feature.terms[name]
        wide = sign_extend(term, width)
        signed = wide if factor > 0 else bvneg(wide)
        total = signed if total is None else bvadd(total, signed)
    if total is None:
        raise AssertionError("a sum has a summand")
    return total


def features_of(system: ControlSystem, names: Sequence[str], edges: Sequence[Edge]) -> list[RankFeature]:
    """Return features of the component with the locations `names` and the `edges`, simple ones
    first.
    """
    found: dict[tuple[tuple[str, Term], ...], RankFeature] = {}
    for feature in _features(system, names, edges):
        key = tuple(feature.terms.items())
        if key not in found and any(term.op is not Op.CONSTANT for term in feature.terms.values()):
            found[key] = feature
    if len(names) > 1:
        for name in names:
            terms = {each: bv(int(each == name), 2) for each in names}
            found[tuple(terms.items())] = RankFeature(terms, 0)
    ordered = sorted(found.values(), key=lambda each: each.tier)
    kept: list[RankFeature] = []
    for tier in range(TIERS):
        kept += [each for each in ordered if each.tier == tier][: LIMITS.rank_features]
    return kept


def _features(system: ControlSystem, names: Sequence[str], edges: Sequence[Edge]) -> Iterator[RankFeature]:
    places = _Places(system, names)
    variables = [(name, symbol) for name in names for symbol in system.location(name).symbols]
    for signed, tier in ((True, 0), (False, 1)):
        for name, symbol in variables:
            word = _word(symbol, signed=signed)
            if word is not None:
                yield RankFeature(places.everywhere(name, word), tier)
    atoms = [(edge.source, atom) for edge in edges for atom in atoms_of(edge.guard)]
    atoms = [(name, atom) for name, atom in dict.fromkeys(atoms) if places.knows(name, atom)]
    for name, atom in atoms:
        for word in _differences(atom):
            yield RankFeature(places.everywhere(name, word), 1)
    for name, atom in atoms:
        yield RankFeature(places.everywhere(name, ite(atom, bv(1, 2), bv(0, 2))), 2)
    for name, word in _steps_left(edges):
        if places.knows(name, word):
            yield RankFeature(places.everywhere(name, word), 2)
    for name, symbol in variables:
        for word in _shifted(symbol):
            yield RankFeature(places.everywhere(name, word), 2)
    for name, atom in atoms:
        for symbol in system.location(name).symbols:
            word = _word(symbol, signed=True)
            if word is not None and symbol.sort is not BOOL:
                width = word.sort.width
                yield RankFeature(places.everywhere(name, ite(atom, word, bv(0, width))), 3)
                yield RankFeature(places.everywhere(name, ite(atom, bv(0, width), word)), 3)
    if len(names) > 1:
        for name, atom in atoms:
            yield RankFeature(places.only(name, ite(atom, bv(1, 2), bv(0, 2))), 4)


class _Places:
    """Locations of a component, and what state variables of one are at another."""

    def __init__(self, system: ControlSystem, names: Sequence[str]) -> None:
        self._names = names
        self._parameters = frozenset(system.parameters)
        self._symbols = {name: frozenset(system.location(name).symbols) for name in names}
        by_referent = {name: {each.referent: each.symbol for each in system.location(name).variables} for name in names}
        self._images = {
            (one, other): {
                each.symbol: by_referent[other][each.referent]
                for each in system.location(one).variables
                if each.referent in by_referent[other] and by_referent[other][each.referent].sort is each.symbol.sort
            }
            for one in names
            for other in names
        }

    def knows(self, name: str, term: Term) -> bool:
        """Return whether `term` is about the state at `name`, not about its inputs."""
        return self._symbols[name].union(self._parameters).issuperset(variables_of(term))

    def only(self, name: str, word: Term) -> dict[str, Term]:
        """Return `word` at `name`, and 0 at other locations."""
        return {other: word if other == name else bv(0, word.sort.width) for other in self._names}

    def everywhere(self, name: str, word: Term) -> dict[str, Term]:
        """Return `word` at `name` and its image at other locations, or 0 where it has none."""
        own = [symbol for symbol in variables_of(word) if symbol not in self._parameters]
        found: dict[str, Term] = {}
        for other in self._names:
            image = self._images[name, other]
            has_image = other == name or all(symbol in image for symbol in own)
            found[other] = substitute(word, image) if has_image else bv(0, word.sort.width)
        return found


def _steps_left(edges: Sequence[Edge]) -> Iterator[tuple[str, Term]]:
    """Yield locations with numbers of iterations left: where a guard compares a word with another
    one for equality, and each iteration adds an odd constant c to the word, they are equal after
    (other - word) / c iterations modulo 2^width, at most.
    """
    for edge in edges:
        if edge.target != edge.source:
            continue
        for atom in atoms_of(edge.guard):
            if atom.op is not Op.EQ or not isinstance(atom.args[0].sort, BitVecSort):
                continue
            for word, other in (atom.args, reversed(atom.args)):
                growth = bvsub(edge.after(word), word)
                width = word.sort.width
                if growth.op is Op.CONSTANT and growth.payload & 1 and growth.payload not in {1, (1 << width) - 1}:
                    inverse = bv(pow(growth.payload, -1, 1 << width), width)
                    yield edge.source, zero_extend(bvmul(bvsub(other, word), inverse), width + 1)


def _word(symbol: Term, *, signed: bool) -> Term | None:
    """Return a state variable as a word whose signed value is its value; `None` if it is no number."""
    sort = symbol.sort
    if sort is BOOL:
        return ite(symbol, bv(1, 2), bv(0, 2))
    if not isinstance(sort, BitVecSort):
        return None
    return symbol if signed else zero_extend(symbol, sort.width + 1)


def _shifted(symbol: Term) -> Iterator[Term]:
    """Yield a state variable as its distance from the greatest word and from one, modulo its width."""
    if isinstance(symbol.sort, BitVecSort):
        one = bv(1, symbol.sort.width)
        for shifted in (bvadd(symbol, one), bvsub(symbol, one)):
            yield zero_extend(shifted, symbol.sort.width + 1)


def _differences(atom: Term) -> Iterator[Term]:
    """Yield terms that measure how far the comparison `atom` is from its border."""
    if atom.op not in {Op.BVSLT, Op.BVULT, Op.EQ}:
        return
    left, right = atom.args
    if not isinstance(left.sort, BitVecSort):
        return
    if atom.op is Op.EQ:
        width = left.sort.width + 1
        yield zero_extend(bvsub(left, right), width)
        yield zero_extend(bvsub(right, left), width)
        return
    extend = sign_extend if atom.op is Op.BVSLT else zero_extend
    wide_left, wide_right = (extend(each, left.sort.width + 2) for each in (left, right))
    yield bvsub(wide_left, wide_right)
    for each, wide in ((left, wide_left), (right, wide_right)):
        if each.op is not Op.VARIABLE and each.op is not Op.CONSTANT:
            yield wide
