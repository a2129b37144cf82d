"""Positions: terms over the state variables of a location that say how far a loop has come in an array.

They are guesses taken from how edges use arrays: the index  (4 * i) >> 2  gives the position i, and a comparison  i < n  gives n as well.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from surefoot.analysis.universals.vocabulary import Vocabulary
from surefoot.logic import (
    BitVecSort,
    Op,
    Term,
    bv,
    bvadd,
    bvmul,
    bvsub,
    bvudiv,
    extract,
    postorder,
    substitute,
    variables_of,
)
from surefoot.records import dataclass
from surefoot.systems.control.system import ControlSystem

_COMPARISONS = frozenset({Op.EQ, Op.BVULT, Op.BVSLT})
MOST_VARIANTS = 8
"""Positions that are looked for where loops end, for each other one."""


@dataclass(frozen=True, slots=True)
class Sum:
    """The sum of ``parts``, each times its factor, and ``rest``, modulo 2^``width``."""

    width: int
    parts: Mapping[Term, int]
    rest: int

    @property
    def stride(self) -> int:
        """The greatest power of two, or the one factor, that all factors are multiples of; 1 if there are no parts."""
        factors = [_signed(factor, self.width) for factor in self.parts.values()]
        if len(factors) == 1:
            return abs(factors[0])
        return min((factor & -factor for factor in factors), default=1)

    def term(self) -> Term:
        """The sum as a term."""
        total = bv(self.rest, self.width)
        for part, factor in self.parts.items():
            total = bvadd(total, bvmul(part, bv(factor, self.width)))
        return total

    def divided(self, divisor: int) -> "Sum | None":
        """The sum of the quotients, where all is divisible; that it is the quotient of the sum is true where nothing overflows."""
        numbers = [*self.parts.values(), self.rest]
        signed = [_signed(number, self.width) for number in numbers]
        if any(number % divisor for number in signed):
            return None
        *factors, rest = (number // divisor % (1 << self.width) for number in signed)
        return Sum(self.width, dict(zip(self.parts, factors, strict=True)), rest)


def sum_of(term: Term) -> Sum:
    """``term`` as a sum."""
    width = term.sort.width
    parts: dict[Term, int] = {}
    rest = 0
    waiting = [(term, 1)]
    while waiting:
        current, factor = waiting.pop()
        match current.op:
            case Op.CONSTANT:
                rest += factor * int(current.payload)
            case Op.BVADD:
                waiting += [(part, factor) for part in current.args]
            case Op.BVSUB:
                waiting += [(current.args[0], factor), (current.args[1], -factor)]
            case Op.BVNEG:
                waiting.append((current.args[0], -factor))
            case Op.BVMUL if current.args[-1].op is Op.CONSTANT:
                waiting.append((current.args[0], factor * int(current.args[1].payload)))
            case _:
                parts[current] = parts.get(current, 0) + factor
    modulus = 1 << width
    kept = {part: factor % modulus for part, factor in parts.items() if factor % modulus}
    return Sum(width, kept, rest % modulus)


def position_of(index: Term) -> Term:
    """What ``index`` is if nothing overflows: the sum without a multiplication and division that undo each other."""
    if index.op is Op.ZERO_EXTEND and index.args[0].op is Op.EXTRACT:
        high, low = index.args[0].payload
        inner = index.args[0].args[0]
        if inner.sort is index.sort and high == index.sort.width - 1:
            quotient = sum_of(inner).divided(1 << low)
            if quotient is not None:
                return quotient.term()
    return index


def solved(index: Term, symbol: Term, value: Term) -> Term | None:
    """What ``symbol`` is if ``index`` is ``value``, as far as is plain to see and nothing overflows."""
    total = sum_of(position_of(index))
    inside = [part for part in total.parts if symbol in variables_of(part)]
    if len(inside) != 1:
        return None
    part = inside[0]
    others = Sum(total.width, {each: factor for each, factor in total.parts.items() if each is not part}, total.rest)
    factor = _signed(total.parts[part], total.width)
    difference = bvsub(value, others.term()) if factor > 0 else bvsub(others.term(), value)
    if abs(factor) > 1:
        difference = bvudiv(difference, bv(abs(factor), total.width))
    return _undone(part, symbol, difference)


def _undone(part: Term, symbol: Term, value: Term) -> Term | None:
    while part is not symbol:
        if part.op in {Op.ZERO_EXTEND, Op.SIGN_EXTEND}:
            part = part.args[0]
            value = extract(value, part.sort.width - 1, 0)
        elif part.op is Op.BVADD and part.args[1].op is Op.CONSTANT:
            value = bvsub(value, part.args[1])
            part = part.args[0]
        else:
            return None
    return value


@dataclass(frozen=True, slots=True)
class Position:
    """A common term for how far a loop has come in ``arrays``, and how far apart the cells are that it comes to."""

    term: Term
    arrays: frozenset[Term]
    stride: int
    is_start: bool = False
    """Whether it is where a loop begins."""


def suggested_positions(system: ControlSystem, vocabulary: Vocabulary) -> dict[str, list[Position]]:
    """For each location, the entry too, the positions that the edges from it suggest; and where they are when runs come there."""
    terms = postorder([term for edge in system.edges for term in (edge.guard, *edge.update.values())])
    compared = (vocabulary.common(term) for term in terms if term.op in _COMPARISONS)
    comparisons = [each for each in dict.fromkeys(compared) if each is not None and each.op in _COMPARISONS]
    return {
        location.name: list(_positions_at(system, vocabulary, location.name, comparisons))
        for location in system.locations
    }


def _positions_at(
    system: ControlSystem, vocabulary: Vocabulary, name: str, comparisons: Sequence[Term]
) -> Iterator[Position]:
    edges = system.edges_from(name)
    places: dict[Term, set[Term]] = {}
    for term in postorder([term for edge in edges for term in (edge.guard, *edge.update.values())]):
        if term.op in {Op.SELECT, Op.STORE} and isinstance(term.args[1].sort, BitVecSort):
            places.setdefault(position_of(term.args[1]), set()).update(_roots(term))
    for edge in edges:
        for symbol, value in edge.update.items():
            stores = (term for term in postorder([value]) if term.op is Op.STORE)
            for place in (position_of(term.args[1]) for term in stores):
                places.setdefault(place, set()).add(symbol)
    stride = min((sum_of(each).stride for each in places if variables_of(each)), default=1) or 1
    entering = [edge for edge in system.edges_into(name) if edge.source != name]
    for place, arrays in places.items():
        about = frozenset(each for each in map(vocabulary.common, arrays) if each in vocabulary.arrays)
        common = vocabulary.common(place)
        if not about or common is None or _reads(common):
            continue
        yield Position(common, about, stride)
        for start in (vocabulary.common(position_of(edge.after(place))) for edge in entering):
            if start is not None and start is not common and not _reads(start):
                yield Position(start, about, stride, is_start=True)
                yield from (Position(each, about, stride) for each in _variants(start, comparisons))
        yield from (Position(each, about, stride) for each in _variants(common, comparisons))


def _roots(access: Term) -> Iterator[Term]:
    """The array variables that ``access``, a read or a write, is about."""
    waiting = [access.args[0]]
    while waiting:
        array = waiting.pop()
        if array.op is Op.STORE:
            waiting.append(array.args[0])
        elif array.op is Op.ITE:
            waiting += array.args[1:]
        elif array.op is Op.VARIABLE:
            yield array


def _variants(position: Term, comparisons: Iterable[Term]) -> Iterator[Term]:
    """What ``position`` is where loops end."""
    seen = {position}
    within = set(postorder([position]))
    for comparison in comparisons:
        for side, limit in (comparison.args, reversed(comparison.args)):
            for inner, value in _equations(side, limit):
                if inner in within and inner.op is not Op.CONSTANT:
                    variant = substitute(position, {inner: value})
                    if variant not in seen and len(seen) <= MOST_VARIANTS and not _reads(variant):
                        seen.add(variant)
                        yield variant


def _equations(side: Term, limit: Term) -> Iterator[tuple[Term, Term]]:
    """What parts of ``side`` are if it is equal to ``limit``."""
    yield side, limit
    if side.op is Op.BVADD and side.args[1].op is Op.CONSTANT:
        yield side.args[0], bvsub(limit, side.args[1])
    if side.op in {Op.SIGN_EXTEND, Op.ZERO_EXTEND}:
        inner = side.args[0]
        yield inner, extract(limit, inner.sort.width - 1, 0)


def _reads(term: Term) -> bool:
    return any(each.op is Op.SELECT for each in postorder([term]))


def _signed(number: int, width: int) -> int:
    return number - (1 << width) if number >> (width - 1) & 1 else number
