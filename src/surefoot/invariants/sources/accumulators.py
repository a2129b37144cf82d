"""Candidates about accumulators: variables that grow in each iteration of a loop, bounded by the
number of iterations.

If each iteration adds c to x, and to y at least l and at most h, then in every iteration, for x =
x0 and y = y0 before the first and c > 0

    l x + (c y0 - l x0)  <=  c y  <=  h x + (c y0 - h x0)

over the integers. Where the loop ends at some x, that bounds y by a constant; with this bound,
nothing wraps around in fewer bits. Values read from an array lie in the range of the values written
to it, or quantified invariants state their value. Candidates *about cells* hold only together with
quantified invariants.

Where the loop ends, its counter equals the bound that it is compared with: with this bound in place
of the counter, the candidates are candidates at later loops, too. If a later loop adds to y as
well, they bound the value of y before that loop.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, product
from math import gcd

from surefoot.base.records import dataclass
from surefoot.invariants.intervals import over_edge
from surefoot.invariants.limits import LIMITS
from surefoot.invariants.quantified.positions import comparisons_at, values_at_loop_ends
from surefoot.invariants.quantified.vocabulary import Vocabulary, common_ranges
from surefoot.invariants.sampling import Sample
from surefoot.invariants.source import GenerationContext
from surefoot.logic import (
    BitVecSort,
    Op,
    Term,
    bv,
    bvadd,
    bvmul,
    bvsle,
    bvsub,
    eq,
    extract,
    or_,
    postorder,
    sign_extend,
    substitute,
)
from surefoot.logic.intervals.domain import Abstract, Numbers, every_number, exactly, is_single, join
from surefoot.logic.semantics import signed
from surefoot.semantics.memory.pools import INSTANCE
from surefoot.systems.control.quantified import QuantifiedInvariant, QuantifiedInvariants
from surefoot.systems.control.system import ControlSystem, Edge

C_WIDTHS = (32, 64)
"""Widths of C integer types, to which sums are widened."""

NOTHING: QuantifiedInvariants = {}

_Point = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Accumulated:
    """Candidates of one location."""

    plain: tuple[Term, ...]
    about_cells: tuple[Term, ...]
    """Candidates that depend on ranges of array cells."""


@dataclass(frozen=True, slots=True)
class _Loop:
    """Accumulators of the loop at one location."""

    bounds: Accumulated
    counter: Term | None
    """A variable that counts the iterations."""
    counted: Mapping[Term, Term]
    """For each variable to which every iteration adds the same number: its value before the loop,
    as a term over the current state.
    """


@dataclass(frozen=True, slots=True)
class _Added:
    """Bounds of what iterations add to a variable, as signed numbers."""

    symbol: Term
    least: int
    greatest: int
    is_read: bool
    """True if a part of it is read from an array."""
    ends: _Point
    """The least and the greatest value after an iteration."""
    first: tuple[Term, int, int] | None = None
    """A counter, its value in the first iteration, and the value that this iteration assigns to the
    variable in place of adding to it.
    """


def accumulated_of(context: GenerationContext) -> dict[str, Accumulated]:
    """Return the candidates for each location of a context."""
    return accumulated(context.system, context.samples)


def accumulated(
    system: ControlSystem, samples: Mapping[str, Sequence[Sample]], quantified: QuantifiedInvariants = NOTHING
) -> dict[str, Accumulated]:
    """Return for each location candidates that bound accumulators by a counter; `samples` refute
    none of them.
    """
    vocabulary = Vocabulary(system)
    written = common_ranges(system, vocabulary)
    loops = {}
    for name in system.names:
        cells = written | _stated(quantified.get(name, ()), vocabulary)
        loops[name] = _at(system, name, vocabulary, cells, samples.get(name, ()))
    found = {name: dict.fromkeys(loop.bounds.about_cells) for name, loop in loops.items()}
    reached = {name: _reachable(system, name) for name in system.names}
    for earlier in [name for name, bounds in found.items() if bounds]:
        for later in system.names:
            if later in reached[earlier] and earlier not in reached[later]:
                final = _after(system, vocabulary, earlier, loops[earlier], found[earlier], later)
                shifted = (substitute(each, loops[later].counted) for each in final)
                new = (each for pair in zip(final, shifted, strict=True) for each in pair)
                found[later] |= dict.fromkeys(islice(new, max(0, LIMITS.bounds_of_cells - len(found[later]))))
    return {name: Accumulated(loops[name].bounds.plain, tuple(bounds)) for name, bounds in found.items()}


def _reachable(system: ControlSystem, name: str) -> set[str]:
    """Return the locations to which edges lead from the location `name`, and it."""
    waiting, found = [name], {name}
    while waiting:
        for edge in system.edges_from(waiting.pop()):
            if isinstance(edge.target, str) and edge.target not in found:
                found.add(edge.target)
                waiting.append(edge.target)
    return found


def _after(
    system: ControlSystem, vocabulary: Vocabulary, name: str, loop: _Loop, bounds: Iterable[Term], later: str
) -> list[Term]:
    """Return `bounds` at the location `name` with the values of the counter where `loop`, which is
    there, ends, as formulas at the location `later`.
    """
    counter = None if loop.counter is None else vocabulary.common(loop.counter)
    if counter is None:
        return []
    limits = list(values_at_loop_ends(counter, comparisons_at(system, vocabulary, name)))
    common = [each for each in map(vocabulary.common, bounds) if each is not None]
    final = (vocabulary.local(substitute(each, {counter: limit}), later) for limit in limits for each in common)
    return [each for each in final if each is not None]


def _stated(quantified: Sequence[QuantifiedInvariant], vocabulary: Vocabulary) -> dict[Term, Numbers]:
    """Return the arrays, as common terms, whose cells are constant by one of `quantified`, with the
    constants.
    """
    found: dict[Term, Numbers] = {}
    for each in quantified:
        for term in postorder([each.body]):
            if term.op is not Op.EQ:
                continue
            for cell, value in (term.args, term.args[::-1]):
                if cell.op is Op.SELECT and cell.args[1] is each.bound and value.op is Op.CONSTANT:
                    array = vocabulary.common(cell.args[0])
                    numbers = exactly(value.payload, value.sort)
                    if array is not None and isinstance(numbers, Numbers):
                        found[array] = numbers
    return found


def _at(
    system: ControlSystem,
    name: str,
    vocabulary: Vocabulary,
    cells: Mapping[Term, Numbers],
    samples: Sequence[Sample],
) -> _Loop:
    iterations = [edge for edge in system.transitions if edge.source == edge.target == name]
    added = list(_added(system, iterations, vocabulary, cells)) if iterations else []
    counters = [each for each in added if each.least == each.greatest and not each.is_read]
    others = [each for each in added if each.least != each.greatest or each.is_read]
    plain: list[Term] = []
    about_cells: list[Term] = []
    counted: dict[Term, Term] = {}
    for counter, other in product(counters[: LIMITS.counters], others[: LIMITS.accumulators]):
        if other.first is not None:
            x, at, y = other.first
            if x is counter.symbol:
                begins = eq(x, bv(at % (1 << x.sort.width), x.sort.width))
                bounds = _bounds(counter, other, [(at + counter.least, y)])
                (about_cells if other.is_read else plain).extend(or_(begins, each) for each in bounds)
            continue
        if other.least == other.greatest and other.least % counter.least == 0:
            counted.setdefault(other.symbol, _without_added(system, name, counter, other))
        points = [*_entered(system, name, counter.symbol, other.symbol), *_seen(samples, counter.symbol, other.symbol)]
        (about_cells if other.is_read else plain).extend(_bounds(counter, other, points) if points else ())
    first = counters[0].symbol if counters else None
    return _Loop(Accumulated(tuple(plain), tuple(about_cells)), first, counted)


def _without_added(system: ControlSystem, name: str, counter: _Added, other: _Added) -> Term:
    """Return `other` without what the iterations so far have added to it."""
    x, y = counter.symbol, other.symbol
    begins = [edge.update[x] for edge in system.transitions if edge.target == name != edge.source]
    start = begins[0] if begins and begins[0].op is Op.CONSTANT else bv(0, x.sort.width)
    width = y.sort.width
    factor = bv(other.least // counter.least % (1 << width), width)
    return bvsub(y, bvmul(factor, _resized(bvsub(x, start), width)))


def _added(
    system: ControlSystem, iterations: Sequence[Edge], vocabulary: Vocabulary, cells: Mapping[Term, Numbers]
) -> Iterator[_Added]:
    """Yield the increments of each variable to which every iteration adds a bounded number, except
    always zero. Object numbers are left out: their width may be reduced.
    """
    known = [_cells_read(edge, vocabulary, cells) for edge in iterations]
    evaluations = [over_edge(system, edge, read) for edge, read in zip(iterations, known, strict=True)]
    for symbol in iterations[0].update:
        if (
            not isinstance(symbol.sort, BitVecSort)
            or symbol.sort.width < LIMITS.number_width
            or symbol.sort is INSTANCE
        ):
            continue
        found: Abstract | None = None
        after: Abstract | None = None
        is_read = False
        first = None
        for edge, evaluation, read in zip(iterations, evaluations, known, strict=True):
            if evaluation is None:
                continue
            value, first = _after_the_first(edge.update[symbol])
            increments = _increments(value, symbol)
            if increments is None:
                found = None
                break
            is_read |= any(term in read for term in postorder(increments))
            for each in increments:
                numbers = evaluation.value(each)
                found = numbers if found is None else join(found, numbers)
            result = evaluation.value(edge.update[symbol])
            after = result if after is None else join(after, result)
        if isinstance(found, Numbers) and isinstance(after, Numbers) and found != every_number(found.width):
            least, greatest = found.signed_bounds
            if (least or greatest) and -LIMITS.accumulated_amount <= least <= greatest <= LIMITS.accumulated_amount:
                yield _Added(symbol, least, greatest, is_read, after.signed_bounds, first)


def _cells_read(edge: Edge, vocabulary: Vocabulary, cells: Mapping[Term, Numbers]) -> dict[Term, Abstract]:
    """Return the ranges of array reads on `edge`, if arrays hold only what edges write to them."""
    found: dict[Term, Abstract] = {}
    for term in postorder(list(edge.update.values())):
        if term.op is Op.SELECT and term.args[0].op is Op.VARIABLE:
            array = vocabulary.common(term.args[0])
            if array is not None and array in cells:
                found[term] = cells[array]
    return found


def _after_the_first(value: Term) -> tuple[Term, tuple[Term, int, int] | None]:
    """Return `value` in all iterations but the first, and its constant in the first one with a
    counter and the counter's value there, as in ``i == 0 ? 0 : sum + cells[i]``.
    """
    if value.op is Op.ITE:
        condition, then, otherwise = value.args
        if condition.op is Op.NOT:
            condition, then, otherwise = condition.args[0], otherwise, then
        if condition.op is Op.EQ and then.op is Op.CONSTANT and isinstance(then.sort, BitVecSort):
            for x, at in (condition.args, condition.args[::-1]):
                if x.op is Op.VARIABLE and at.op is Op.CONSTANT and isinstance(x.sort, BitVecSort):
                    numbers = (signed(int(each.payload), each.sort.width) for each in (at, then))
                    return otherwise, (x, *numbers)  # type: ignore[return-value]  # two numbers
    return value, None


def _increments(value: Term, symbol: Term, depth: int = LIMITS.accumulator_depth) -> list[Term] | None:
    """Return the increments of `symbol` in `value`, one for each case; `None` if `value` is no sum
    with `symbol`.
    """
    if value is symbol:
        return [bv(0, symbol.sort.width)]
    if depth == 0 or value.op not in {Op.ITE, Op.BVADD, Op.BVSUB}:
        return None
    first, second = (_increments(each, symbol, depth - 1) for each in value.args[-2:])
    if value.op is Op.ITE:
        cases = None if first is None or second is None else list(dict.fromkeys((*first, *second)))
        return None if cases is None or len(cases) > LIMITS.accumulator_cases else cases
    left, right = value.args
    if first is not None:
        return [bvadd(each, right) if value.op is Op.BVADD else bvsub(each, right) for each in first]
    return None if second is None or value.op is Op.BVSUB else [bvadd(left, each) for each in second]


def _entered(system: ControlSystem, name: str, x: Term, y: Term) -> Iterator[_Point]:
    """Yield the values of both variables on entry to the loop, where they are constant."""
    for edge in system.transitions:
        if edge.target == name != edge.source:
            evaluation = over_edge(system, edge, {})
            values = [] if evaluation is None else [evaluation.value(edge.update[each]) for each in (x, y)]
            if values and all(isinstance(each, Numbers) and is_single(each) for each in values):
                first, second = (each.ranges[0][0] for each in values if isinstance(each, Numbers))
                yield first, second


def _seen(samples: Sequence[Sample], x: Term, y: Term) -> Iterator[_Point]:
    for each in samples:
        yield signed(int(each[x]), x.sort.width), signed(int(each[y]), y.sort.width)  # type: ignore[arg-type]


def _bounds(counter: _Added, other: _Added, points: Sequence[_Point]) -> Iterator[Term]:
    """Yield the inequalities of the module that hold at `points`, and the constants by which they
    bound `other`.
    """
    factor, sign = abs(counter.least), 1 if counter.least > 0 else -1
    begins = [x for x, _ in points]
    ends = (min(begins), counter.ends[1]) if sign > 0 else (counter.ends[0], max(begins))
    extremes = ((other.least, True), (other.greatest, False))
    lines = [_line(factor, sign * extreme, points, is_least=is_least) for extreme, is_least in extremes]
    least, greatest = (line.extreme_over(ends) for line in lines)
    y = other.symbol
    fits = all(signed(each % (1 << y.sort.width), y.sort.width) == each for each in (least, greatest))
    for line in lines:
        yield line.formula(counter.symbol, y, line.width_for(ends, (least, greatest)) if fits else None)
    if fits:
        low, high = (bv(each % (1 << y.sort.width), y.sort.width) for each in (least, greatest))
        yield bvsle(low, y)
        yield bvsle(y, high)


@dataclass(frozen=True, slots=True)
class _Line:
    """``times y >= slope x + offset`` if it ``is_least``, else ``times y <= slope x + offset``."""

    times: int
    slope: int
    offset: int
    is_least: bool

    def extreme_over(self, ends: _Point) -> int:
        """Return the constant that bounds y for x between `ends`."""
        last = [self.slope * x + self.offset for x in ends]
        return -(-min(last) // self.times) if self.is_least else max(last) // self.times

    def width_for(self, xs: _Point, ys: _Point) -> int:
        """Return a width that suffices for both sides with x and y in these ranges; a width of a C
        type if one fits.
        """
        numbers = (*(self.times * y for y in ys), *(self.slope * x for x in xs), self.offset, self.slope, self.times)
        sums = (self.slope * x + self.offset for x in xs)
        needed = 1 + max(abs(each).bit_length() for each in (*numbers, *sums))
        return next((width for width in C_WIDTHS if width >= needed), needed)

    def formula(self, x: Term, y: Term, width: int | None) -> Term:
        """Return the inequality in `width` bits; without `width`, in as many as suffice for all x
        and y.
        """
        if width is None or width > max(x.sort.width, y.sort.width):
            widest = max(x.sort.width + self.slope.bit_length(), y.sort.width + self.times.bit_length())
            width = max(widest, self.offset.bit_length() + 1) + LIMITS.spare_bits
        times, slope, offset = (bv(each % (1 << width), width) for each in (self.times, self.slope, self.offset))
        left = bvmul(times, _resized(y, width))
        right = bvadd(bvmul(slope, _resized(x, width)), offset)
        return bvsle(right, left) if self.is_least else bvsle(left, right)


def _line(factor: int, slope: int, points: Sequence[_Point], *, is_least: bool) -> _Line:
    """Return the line with slope ``slope / factor`` that bounds all `points` and touches one."""
    common = gcd(factor, slope)
    times, slope = factor // common, slope // common
    offset = (min if is_least else max)(times * y - slope * x for x, y in points)
    return _Line(times, slope, offset, is_least)


def _resized(number: Term, width: int) -> Term:
    return sign_extend(number, width) if number.sort.width <= width else extract(number, width - 1, 0)
