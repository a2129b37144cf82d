"""Accelerated control systems: besides single iterations of a loop, an edge makes n iterations for
a new input n.

For each path through an iteration, the variables after n iterations are sums of binomials C(n, j)
whose coefficients are terms over the state before, if an iteration adds to each variable a value
that is known in this form already. All iterations must take this path: comparisons hold in the
first and in the last of them, and values that change by a constant do not wrap in between.

The system is for search only: comparisons of other values are required in the first and the last
iteration only, so that its runs must be replayed.
"""

from collections.abc import Iterator, Sequence
from itertools import islice

from surefoot.base.records import replace
from surefoot.logic import (
    FALSE,
    TRUE,
    BitVecSort,
    Op,
    Symbol,
    SymbolKind,
    Term,
    and_,
    bit_vector,
    bv,
    bvadd,
    bvlshr,
    bvmul,
    bvneg,
    bvsle,
    bvslt,
    bvsub,
    bvult,
    dag_size,
    eq,
    extract,
    not_,
    postorder,
    sign_extend,
    substitute,
    variable,
    variables_of,
    zero_extend,
)
from surefoot.systems.closed_forms.narrowing import in_few_bits
from surefoot.systems.control.system import ControlSystem, Edge
from surefoot.systems.limits import LIMITS

_Course = tuple[Term, ...]
"""Newton coefficients: the term in iteration k is their sum, each multiplied by C(k, j)."""


class _NoClosedForm(Exception):
    """Raised if a path through an iteration has no closed form."""


def with_accelerated_loops(system: ControlSystem, names: Sequence[str]) -> ControlSystem | None:
    """Return ``system`` with accelerated loops at the locations ``names``; ``None`` if no loop has
    a closed form.

    The edge of a loop is replaced by one for each path through an iteration, accelerated where it
    has a closed form.
    """
    edges: list[Edge] = []
    counts: dict[str, Term] = {}
    for edge in system.edges:
        found = list(_accelerated_paths(system, edge)) if edge.source in names and edge.source == edge.target else []
        if any(count is not None for _, count in found):
            edges += [each for each, _ in found]
            counts[edge.source] = next(count for _, count in found if count is not None)
        else:
            edges.append(edge)
    if not counts:
        return None
    locations = tuple(
        replace(each, inputs=(*each.inputs, counts[each.name])) if each.name in counts else each
        for each in system.locations
    )
    return replace(system, edges=tuple(edges), locations=locations)


def _accelerated_paths(system: ControlSystem, edge: Edge) -> Iterator[tuple[Edge, Term | None]]:
    """Yield the paths through an iteration, each with the input that counts iterations if it is
    accelerated.
    """
    inputs = frozenset(system.location(edge.source).inputs)
    terms = (edge.guard, *edge.update.values())
    if dag_size(*terms) > LIMITS.iteration_nodes or not inputs.isdisjoint(variables_of(*terms)):
        return
    ways = list(islice(_paths(edge), LIMITS.paths_through_iteration + 1))
    if len(ways) > LIMITS.paths_through_iteration:
        return
    count = variable(
        Symbol(SymbolKind.CHOICE, f"iterations of {edge.source}", 0, "iterations"),
        bit_vector(LIMITS.iteration_count_bits),
    )
    for way in ways:
        narrow = in_few_bits(way.guard, way.update)
        try:
            leap = _AcceleratedPath(Edge(way.source, way.target, narrow.guard, narrow.update), count).edge()
        except _NoClosedForm:
            yield way, None
            continue
        yield narrow.edge(leap), count
        if narrow.held:
            yield way, None  # before it, numbers need not fit


def _paths(edge: Edge) -> Iterator[Edge]:
    """Yield the edges that are ``edge`` with its branches decided."""
    terms = (edge.guard, *edge.update.values())
    condition = next((each.args[0] for each in postorder(terms) if each.op is Op.ITE), None)
    if condition is None:
        yield edge
        return
    for value, literal in ((TRUE, condition), (FALSE, not_(condition))):
        decided = {condition: value}
        guard = and_(substitute(edge.guard, decided), literal)
        if guard is not FALSE:
            update = {symbol: substitute(term, decided) for symbol, term in edge.update.items()}
            yield from _paths(Edge(edge.source, edge.target, guard, update))


class _AcceleratedPath:
    """Several iterations of one path."""

    def __init__(self, way: Edge, count: Term) -> None:
        self._way = way
        self._count = count
        self._moving = {symbol: value for symbol, value in way.update.items() if value is not symbol}
        self._courses: dict[Term, _Course] = {}
        self._conditions: list[Term] = [bvult(bv(0, LIMITS.iteration_count_bits), count)]

    def edge(self) -> Edge:
        """Return the accelerated edge; raises `_NoClosedForm`."""
        self._find_courses()
        self._require_throughout(self._way.guard)
        update = {
            symbol: self._value(self._courses[symbol], self._count) if symbol in self._moving else symbol
            for symbol in self._way.update
        }
        return Edge(self._way.source, self._way.target, and_(self._way.guard, *self._conditions), update)

    def _find_courses(self) -> None:
        waiting = dict(self._moving)
        while waiting:
            found = None
            for symbol, value in waiting.items():
                added = _rest(value, symbol)
                if added is not None and not any(each in waiting for each in variables_of(added)):
                    found = symbol, added
                    break
            if found is None:
                raise _NoClosedForm
            symbol, added = found
            self._courses[symbol] = _trimmed((symbol, *self._course(added)))
            del waiting[symbol]

    def _course(self, term: Term) -> _Course:
        if not any(each in self._moving for each in variables_of(term)):
            return (term,)
        if term in self._courses:
            return self._courses[term]
        width = term.sort.width
        match term.op:
            case Op.BVADD | Op.BVSUB:
                left, right = (self._course(each) for each in term.args)
                combine = bvadd if term.op is Op.BVADD else bvsub
                return _trimmed(tuple(combine(a, b) for a, b in _aligned(left, right, width)))
            case Op.BVNEG:
                return tuple(bvneg(each) for each in self._course(term.args[0]))
            case Op.BVMUL:
                left, right = (self._course(each) for each in term.args)
                if len(left) > 1:
                    left, right = right, left
                if len(left) == 1:
                    return _trimmed(tuple(bvmul(left[0], each) for each in right))
            case Op.EXTRACT if term.payload[1] == 0:
                inner = self._course(term.args[0])
                return _trimmed(tuple(extract(each, width - 1, 0) for each in inner))
            case Op.ZERO_EXTEND | Op.SIGN_EXTEND:
                inner = self._course(term.args[0])
                is_signed = term.op is Op.SIGN_EXTEND
                self._require_range(inner, term.args[0].sort.width, is_signed=is_signed)
                first = sign_extend(inner[0], width) if is_signed else zero_extend(inner[0], width)
                return (first, *(sign_extend(each, width) for each in inner[1:]))
            case _:
                pass
        raise _NoClosedForm

    def _value(self, course: _Course, count: Term) -> Term:
        """Return the value of a term after ``count`` iterations."""
        width = course[0].sort.width
        total = course[0]
        for degree, coefficient in enumerate(course[1:], start=1):
            total = bvadd(total, bvmul(coefficient, _binomial(count, degree, width)))
        return total

    def _last(self, course: _Course) -> Term:
        """Return the value of a term in the last iteration."""
        return self._value(course, bvsub(self._count, bv(1, LIMITS.iteration_count_bits)))

    def _wide(self, course: _Course, width: int, *, is_signed: bool) -> Term:
        """Return the value in the last iteration, without wrapping, of a number that changes by a
        constant.
        """
        wide = width + LIMITS.iteration_count_bits + 1
        first = sign_extend(course[0], wide) if is_signed else zero_extend(course[0], wide)
        before = zero_extend(bvsub(self._count, bv(1, LIMITS.iteration_count_bits)), wide)
        return bvadd(first, bvmul(sign_extend(course[1], wide), before))

    def _require_range(self, course: _Course, width: int, *, is_signed: bool) -> None:
        """Require that the number does not wrap in any iteration."""
        if len(course) == 1:
            return
        if len(course) > 2:
            raise _NoClosedForm
        wide = width + LIMITS.iteration_count_bits + 1
        least = -(1 << (width - 1)) if is_signed else 0
        last = self._wide(course, width, is_signed=is_signed)
        lower, upper = (bv(each % (1 << wide), wide) for each in (least, least + (1 << width) - 1))
        self._conditions += [bvsle(lower, last), bvsle(last, upper)]

    def _require_throughout(self, formula: Term) -> None:
        """Require that ``formula``, which holds in the first iteration, holds in all others."""
        if formula.op is Op.AND:
            for each in formula.args:
                self._require_throughout(each)
            return
        if not any(each in self._moving for each in variables_of(formula)):
            return
        is_denied = formula.op is Op.NOT
        atom = formula.args[0] if is_denied else formula
        if is_denied and atom.op is Op.OR:
            for each in atom.args:
                self._require_throughout(not_(each))
            return
        if atom.op not in {Op.BVULT, Op.BVSLT, Op.EQ} or not isinstance(atom.args[0].sort, BitVecSort):
            raise _NoClosedForm
        width = atom.args[0].sort.width
        left, right = (self._course(each) for each in atom.args)
        if atom.op is Op.EQ:
            self._hold_equation(left, right, width, is_denied=is_denied)
            return
        is_signed = atom.op is Op.BVSLT
        for course in (left, right):
            if len(course) == 2:  # the others are not known to wrap in between
                self._require_range(course, width, is_signed=is_signed)
        less = bvslt if is_signed else bvult
        last = less(self._last(left), self._last(right))
        self._conditions.append(not_(last) if is_denied else last)

    def _hold_equation(self, left: _Course, right: _Course, width: int, *, is_denied: bool) -> None:
        difference = _trimmed(tuple(bvsub(a, b) for a, b in _aligned(left, right, width)))
        if not is_denied:
            if len(difference) > 1:
                raise _NoClosedForm
            return
        if len(difference) == 2:
            self._require_range(difference, width, is_signed=False)
        self._conditions.append(not_(eq(self._last(difference), bv(0, width))))


def _rest(value: Term, symbol: Term) -> Term | None:
    """Return the term that ``value`` adds to ``symbol``; ``None`` if it is no such sum."""
    if value is symbol:
        return bv(0, symbol.sort.width) if isinstance(symbol.sort, BitVecSort) else None
    if value.op is Op.BVADD:
        for one, other in (value.args, value.args[::-1]):
            inner = _rest(one, symbol)
            if inner is not None and symbol not in variables_of(other):
                return bvadd(inner, other)
    if value.op is Op.BVSUB and symbol not in variables_of(value.args[1]):
        inner = _rest(value.args[0], symbol)
        return None if inner is None else bvsub(inner, value.args[1])
    return None


def _binomial(count: Term, degree: int, width: int) -> Term:
    """Return C(count, degree) modulo 2^width: the powers of two in ``degree!`` are divided off, and
    its odd part is inverted.
    """
    if degree > LIMITS.polynomial_degree:
        raise _NoClosedForm
    factorial = 1
    for each in range(2, degree + 1):
        factorial *= each
    twos = (factorial & -factorial).bit_length() - 1
    wide = width + twos
    number = zero_extend(count, wide) if wide > count.sort.width else count
    number = extract(number, wide - 1, 0) if wide < count.sort.width else number
    product = bv(1, wide)
    for each in range(degree):
        product = bvmul(product, bvsub(number, bv(each, wide)))
    inverse = pow(factorial >> twos, -1, 1 << width)
    return bvmul(extract(bvlshr(product, bv(twos, wide)), width - 1, 0), bv(inverse, width))


def _aligned(left: _Course, right: _Course, width: int) -> Iterator[tuple[Term, Term]]:
    zero = bv(0, width)
    for number in range(max(len(left), len(right))):
        yield (left[number] if number < len(left) else zero, right[number] if number < len(right) else zero)


def _trimmed(course: _Course) -> _Course:
    length = len(course)
    while length > 1 and course[length - 1].op is Op.CONSTANT and course[length - 1].payload == 0:
        length -= 1
    return course[:length]
