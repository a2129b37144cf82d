"""Positions: terms over the state variables of a location that measure the progress of a loop in an
array.

They are candidates derived from array accesses: the index  (4 * i) >> 2  gives the position i, and
a comparison  i < n  gives n as well.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, zip_longest
from math import gcd

from surefoot.base.enums import Enum
from surefoot.base.records import dataclass
from surefoot.invariants.limits import LIMITS
from surefoot.invariants.quantified.vocabulary import Vocabulary
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
    sign_extend,
    substitute,
    variables_of,
    zero_extend,
)
from surefoot.logic.semantics import signed
from surefoot.systems.control.system import ControlSystem, Edge

_COMPARISONS = frozenset({Op.EQ, Op.BVULT, Op.BVSLT})
_SUMS = frozenset({Op.BVADD, Op.BVSUB, Op.BVNEG})


@dataclass(frozen=True, slots=True)
class Sum:
    """The sum of ``parts``, each times its factor, and ``rest``, modulo 2^``width``."""

    width: int
    parts: Mapping[Term, int]
    rest: int

    @property
    def stride(self) -> int:
        """The absolute value of the factor if there is one part; else the greatest power of two
        that divides all factors, 1 if there are no parts.
        """
        factors = [signed(factor, self.width) for factor in self.parts.values()]
        if len(factors) == 1:
            return abs(factors[0])
        return min((factor & -factor for factor in factors), default=1)

    def term(self) -> Term:
        """Return the sum as a term."""
        total = bv(self.rest, self.width)
        for part, factor in self.parts.items():
            total = bvadd(total, bvmul(part, bv(factor, self.width)))
        return total

    def minus(self, other: "Sum") -> "Sum":
        """Return the difference of two sums."""
        parts = dict(self.parts)
        for part, factor in other.parts.items():
            parts[part] = (parts.get(part, 0) - factor) % (1 << self.width)
        rest = (self.rest - other.rest) % (1 << self.width)
        return Sum(self.width, {part: factor for part, factor in parts.items() if factor}, rest)

    def negated(self) -> "Sum":
        """Return the negated sum."""
        return Sum(self.width, {}, 0).minus(self)

    def without(self, part: Term) -> "Sum":
        """Return the sum of all other parts."""
        return Sum(self.width, {each: factor for each, factor in self.parts.items() if each is not part}, self.rest)

    def divided(self, divisor: int) -> "Sum | None":
        """Return the sum of the quotients, if all parts are divisible; it is the quotient of the
        sum where nothing overflows.
        """
        numbers = [*self.parts.values(), self.rest]
        values = [signed(number, self.width) for number in numbers]
        if any(number % divisor for number in values):
            return None
        *factors, rest = (number // divisor % (1 << self.width) for number in values)
        return Sum(self.width, dict(zip(self.parts, factors, strict=True)), rest)


def sum_of(term: Term) -> Sum:
    """Return `term` as a sum, as if widened numbers did not overflow."""
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
            case Op.BVMUL if _is_multiple(current):
                waiting.append((current.args[0], factor * int(current.args[1].payload)))
            case Op.CONCAT if current.args[1].op is Op.CONSTANT and current.args[1].payload == 0:
                high, low = current.args
                waiting.append((zero_extend(high, width), factor << low.sort.width))
            case Op.SIGN_EXTEND | Op.ZERO_EXTEND if current.args[0].op in _SUMS:
                inner = current.args[0]
                signs = (1, -1) if inner.op is Op.BVSUB else (1,) * len(inner.args)
                widened = (_widened(current, part, width) for part in inner.args)
                sign = -1 if inner.op is Op.BVNEG else 1
                waiting += [(part, factor * sign * each) for part, each in zip(widened, signs, strict=True)]
            case Op.SIGN_EXTEND | Op.ZERO_EXTEND if _is_multiple(current.args[0]):
                part, constant = current.args[0].args
                waiting.append(
                    (_widened(current, part, width), factor * signed(int(constant.payload), part.sort.width))
                )
            case Op.SIGN_EXTEND | Op.ZERO_EXTEND if _is_truncation(current.args[0], width):
                waiting.append((current.args[0].args[0], factor))
            case _:
                parts[current] = parts.get(current, 0) + factor
    modulus = 1 << width
    kept = {part: factor % modulus for part, factor in parts.items() if factor % modulus}
    return Sum(width, kept, rest % modulus)


def _is_multiple(term: Term) -> bool:
    """Return whether `term` is the product of an unknown and a constant."""
    return term.op is Op.BVMUL and term.args[1].op is Op.CONSTANT


def _widened(extension: Term, part: Term, width: int) -> Term:
    """Return `part` widened as `extension` is; constants, which may be negative, by their sign."""
    is_signed = extension.op is Op.SIGN_EXTEND or part.op is Op.CONSTANT
    return sign_extend(part, width) if is_signed else zero_extend(part, width)


def _is_truncation(term: Term, width: int) -> bool:
    """Return whether `term` extracts the low bits of a number of `width` bits."""
    return term.op is Op.EXTRACT and term.payload[1] == 0 and term.args[0].sort.width == width


def position_of(index: Term) -> Term:
    """Return `index` as if nothing overflowed: without multiplications and divisions that cancel."""
    if index.op is Op.ZERO_EXTEND and index.args[0].op is Op.EXTRACT:
        high, low = index.args[0].payload
        inner = index.args[0].args[0]
        if inner.sort is index.sort and high == index.sort.width - 1:
            quotient = sum_of(inner).divided(1 << low)
            if quotient is not None:
                return quotient.term()
    return sum_of(index).term()


def solved(index: Term, symbol: Term, value: Term) -> Term | None:
    """Return the value of `symbol` for which `index` is `value`, if that is syntactically
    determined and nothing overflows.
    """
    total = sum_of(position_of(index))
    inside = [part for part in total.parts if symbol in variables_of(part)]
    if len(inside) != 1:
        return None
    part = inside[0]
    others = total.without(part).term()
    factor = signed(total.parts[part], total.width)
    difference = bvsub(value, others) if factor > 0 else bvsub(others, value)
    if abs(factor) > 1:
        difference = bvudiv(difference, bv(abs(factor), total.width))
    return _inverted(part, symbol, difference)


def _inverted(part: Term, symbol: Term, value: Term) -> Term | None:
    while part is not symbol:
        if part.op in {Op.ZERO_EXTEND, Op.SIGN_EXTEND}:
            part = part.args[0]
            value = extract(value, part.sort.width - 1, 0)
        elif part.op is Op.EXTRACT and part.payload[1] == 0:
            part = part.args[0]
            value = zero_extend(value, part.sort.width)
        elif part.op is Op.BVADD and part.args[1].op is Op.CONSTANT:
            value = bvsub(value, part.args[1])
            part = part.args[0]
        else:
            return None
    return value


class PositionKind(Enum):
    """Role of a position in a loop."""

    HERE = "here"
    """An access."""
    START = "start"
    """The beginning."""
    END = "end"
    """The end of this loop, or of another one."""


@dataclass(frozen=True, slots=True)
class Position:
    """A term over common symbols that measures the progress of a loop in ``arrays``; ``stride`` is
    the distance between cells that consecutive iterations access.
    """

    term: Term
    arrays: frozenset[Term]
    stride: int
    kind: PositionKind


def suggested_positions(system: ControlSystem, vocabulary: Vocabulary) -> dict[str, list[Position]]:
    """Return for each location, the entry too, the positions of the edges from it, and their values
    when runs arrive there.
    """
    own = {name: comparisons_at(system, vocabulary, name) for name in system.names}
    found = {}
    for location in system.locations:
        comparisons = list(dict.fromkeys(chain(own.get(location.name, ()), *own.values())))
        found[location.name] = list(_positions_at(system, vocabulary, location.name, comparisons))
    return found


def comparisons_at(system: ControlSystem, vocabulary: Vocabulary, name: str) -> list[Term]:
    """Return the comparisons on edges from the location ``name``, as common terms."""
    terms = postorder([term for edge in system.edges_from(name) for term in (edge.guard, *edge.update.values())])
    common = (vocabulary.common(term) for term in terms if term.op in _COMPARISONS)
    return [each for each in common if each is not None and each.op in _COMPARISONS]


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
    tiles = _tiles(places)
    found: list[list[Position]] = []
    for place, arrays in places.items():
        about = frozenset(each for each in map(vocabulary.common, arrays) if each in vocabulary.arrays)
        common = vocabulary.common(place)
        if not about or common is None or _reads(common):
            continue
        ends = [
            term
            for end in values_at_loop_ends(common, comparisons)
            for term in (end, *_initial_values(end, name, entering, vocabulary))
        ]
        starts = _initial_values(common, name, entering, vocabulary)
        limits = [end for start in starts for end in values_at_loop_ends(start, comparisons)]
        others = [
            *((start, PositionKind.START) for start in starts),
            *((end, PositionKind.END) for end in (*limits, *ends)),
        ]
        is_odd = stride & (stride - 1) != 0  # remainders by such strides take solvers seconds
        if tiles and is_odd and place not in tiles:
            continue
        strides = (stride,) if place not in tiles else (1,) if is_odd else (1, stride)
        found.extend(
            [Position(term, about, step, kind) for term, kind in ((common, PositionKind.HERE), *others)]
            for step in dict.fromkeys(strides)
        )
    for alternatives in zip_longest(*found):
        yield from (each for each in alternatives if each is not None)


def _tiles(places: Iterable[Term]) -> set[Term]:
    """Return the first of the places of each tile: the accesses of one iteration that leave out no
    cell, such as ``3 * i``, ``3 * i + 1`` and ``3 * i + 2``.
    """
    groups: dict[tuple[tuple[Term, int], ...], list[tuple[int, Term]]] = {}
    for place in places:
        total = sum_of(place)
        if total.stride > 1:
            groups.setdefault(tuple(total.parts.items()), []).append((signed(total.rest, total.width), place))
    found = set()
    for group in groups.values():
        first, place = min(group, key=lambda each: each[0])
        if {rest - first for rest, _ in group} >= set(range(sum_of(place).stride)):
            found.add(place)
    return found


def _initial_values(position: Term, name: str, entering: Sequence[Edge], vocabulary: Vocabulary) -> list[Term]:
    """Return the other values that ``position``, a common term, has on the edges ``entering`` the
    location ``name``.
    """
    local = vocabulary.local(position, name)
    if local is None:
        return []
    found: dict[Term, None] = {}
    for edge in entering:
        start = vocabulary.common(position_of(edge.after(local)))
        if start is not None and start is not position and not _reads(start):
            found[start] = None
    return list(found)


def _roots(access: Term) -> Iterator[Term]:
    """Yield the array variables that ``access``, a read or a write, is about."""
    waiting = [access.args[0]]
    while waiting:
        array = waiting.pop()
        if array.op is Op.STORE:
            waiting.append(array.args[0])
        elif array.op is Op.ITE:
            waiting += array.args[1:]
        elif array.op is Op.VARIABLE:
            yield array


def values_at_loop_ends(position: Term, comparisons: Iterable[Term]) -> Iterator[Term]:
    """Yield ``position`` with the terms that ``comparisons`` compare it to in place of its parts:
    its values where loops end.
    """
    seen = {position}
    within = set(postorder([position]))
    for comparison in comparisons:
        for part, value in _values_at_exit(*comparison.args):
            inner = part.args[0] if part.op in {Op.SIGN_EXTEND, Op.ZERO_EXTEND} else part
            if part in within:
                variant = position_of(substitute(position, {part: value}))
            elif inner in within:
                variant = position_of(substitute(position, {inner: extract(value, inner.sort.width - 1, 0)}))
            else:
                continue
            if variant not in seen and len(seen) <= LIMITS.position_variants and not _reads(variant):
                seen.add(variant)
                yield variant


def _values_at_exit(left: Term, right: Term) -> Iterator[tuple[Term, Term]]:
    """Yield parts of two compared numbers with their values where a loop ends that compares them:
    ``i < n`` ends with i = n, ``i <= n`` with i = n + 1, and ``i >= 0`` with i = -1.
    """
    if isinstance(left.sort, BitVecSort):
        yield from _equations(left, right)
        yield from _equations(bvadd(left, bv(1, left.sort.width)), right)


def _equations(left: Term, right: Term) -> Iterator[tuple[Term, Term]]:
    """Yield equations between parts of two numbers, implied by their equality if nothing overflows."""
    total = sum_of(left).minus(sum_of(right))
    divisor = gcd(*(signed(number, total.width) for number in (*total.parts.values(), total.rest)))
    total = (total.divided(divisor) if divisor else None) or total
    for part, factor in total.parts.items():
        if abs(signed(factor, total.width)) == 1:
            rest = total.without(part)
            yield part, (rest if signed(factor, total.width) < 0 else rest.negated()).term()


def _reads(term: Term) -> bool:
    return any(each.op is Op.SELECT for each in postorder([term]))
