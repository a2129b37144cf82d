"""Candidates about relations of Horn clauses: what holds in all their samples, and what holds in
those of one case.

Cases are comparisons of parameters in clauses, and values of parameters that have few. Candidates
also state that calls with the same arguments return the same result: such a table proves a function
whose arguments are few.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations, permutations

from surefoot.invariants.horn.houdini import Chain
from surefoot.invariants.horn.sample_calls import SampleCall
from surefoot.invariants.limits import LIMITS
from surefoot.invariants.sources.hulls import bounding_lines
from surefoot.invariants.sources.polynomials import linear_equations
from surefoot.logic import (
    BOOL,
    FALSE,
    TRUE,
    BitVecSort,
    Evaluator,
    Op,
    Sort,
    Term,
    and_,
    bv,
    bvadd,
    bvshl,
    bvsle,
    bvslt,
    bvsub,
    bvule,
    bvult,
    constant,
    eq,
    extract,
    implies,
    not_,
    postorder,
    substitute,
    variables_of,
)
from surefoot.logic.horn import HornSystem
from surefoot.logic.semantics import signed

NumericConstants = Mapping[Sort, Sequence[int]]
Case = tuple[Term, Sequence[SampleCall]]
"""A condition on parameters, and the samples that satisfy it."""
_COMPARISONS = frozenset({Op.EQ, Op.BVULT, Op.BVSLT})


def simple_candidates(
    symbols: Sequence[Term], samples: Sequence[SampleCall], constants: NumericConstants
) -> list[Chain]:
    """Return ranges, comparisons and linear equations over `symbols` that hold in all `samples`."""
    singles = chain(linear_equations(samples), (line.inequality for line in bounding_lines(samples)), _alike(symbols))
    found = chain(
        ((each,) for each in singles),
        (each for symbol in symbols for each in _ranges(symbol, constants)),
        _comparisons(symbols),
    )
    return _unrefuted(found, samples)


def cases_of(symbols: Sequence[Term], samples: Sequence[SampleCall], conditions: Iterable[Term]) -> list[Case]:
    """Return the cases of parameters with few values, and of `conditions`, that have samples inside
    and outside.
    """
    found: list[Case] = []
    for case in list(dict.fromkeys((*_values(symbols, samples), *conditions)))[: LIMITS.horn_cases]:
        inside = [sample for sample in samples if Evaluator(sample.__getitem__).value(case)]
        if inside and len(inside) < len(samples):
            found.append((case, inside))
    return found


def equations_in(cases: Iterable[Case], symbols: Sequence[Term]) -> list[Chain]:
    """Return equations between `symbols` that hold in all samples of a case."""
    found: dict[Chain, None] = {}
    for case, inside in cases:
        for each in chain(_constants(symbols, inside), linear_equations(inside), _powers(symbols, inside)):
            candidate = implies(case, each)
            if candidate is not TRUE:
                found[(candidate,)] = None
    return list(found)


def ranges_in(
    cases: Iterable[Case], symbols: Sequence[Term], constants: NumericConstants, everywhere: Iterable[Chain]
) -> list[Chain]:
    """Return ranges and comparisons that hold in all samples of a case and are stronger than those
    that may hold `everywhere`.
    """
    plain = {each[0] for each in everywhere}
    found: dict[Chain, None] = {}
    for case, inside in cases:
        own = chain((each for symbol in symbols for each in _ranges(symbol, constants)), _comparisons(symbols))
        for each in _unrefuted(own, inside):
            formulas = tuple(term for candidate in each if (term := implies(case, candidate)) is not TRUE)
            if each[0] not in plain and formulas:
                found[formulas] = None
    return list(found)[: LIMITS.horn_candidates]


def call_candidates(inputs: Sequence[Term], results: Sequence[Term], samples: Sequence[SampleCall]) -> list[Chain]:
    """Return that calls with the `inputs` of `samples` have the same `results` in all calls."""
    table: dict[Term, list[Term]] = {}
    for sample in samples:
        case = and_(*(eq(symbol, constant(sample[symbol], symbol.sort)) for symbol in inputs))
        ends = and_(*(eq(symbol, constant(sample[symbol], symbol.sort)) for symbol in results))
        table.setdefault(case, []).append(ends)
    found: list[Chain] = [(implies(case, ends[0]),) for case, ends in table.items() if len(ends) == 1]
    return found[: LIMITS.horn_calls]


def conditions_on(system: HornSystem, relation: str) -> list[Term]:
    """Return the comparisons of clauses with parameters of `relation`, and their negations, over
    its own parameters.
    """
    own = system.relations[relation]
    known = frozenset(own)
    found: dict[Term, None] = {}
    for clause in system.clauses:
        for application in (*clause.body, *([clause.head] if clause.head is not None else [])):
            if application.relation != relation:
                continue
            names = {
                term: symbol for symbol, term in zip(own, application.arguments, strict=True) if term.op is Op.VARIABLE
            }
            for term in postorder([clause.constraint, *(clause.head.arguments if clause.head is not None else ())]):
                if term.op in _COMPARISONS and term.args[0].sort is not BOOL:
                    condition = substitute(term, names)
                    if known.issuperset(variables_of(condition)):
                        found |= {condition: None, not_(condition): None}
    return [each for each in found if each is not TRUE and each is not FALSE]


def _unrefuted(candidates: Iterable[Chain], samples: Sequence[SampleCall]) -> list[Chain]:
    """Return `candidates` without those that a sample refutes."""
    evaluators = [Evaluator(sample.__getitem__) for sample in samples]
    found: dict[Chain, None] = {}
    for each in candidates:
        left = [term for term in each if term is not TRUE]
        while left and not all(values.value(left[0]) for values in evaluators):
            left.pop(0)
        if left:
            found[tuple(left)] = None
    return list(found)[: LIMITS.horn_candidates]


def _pairs(symbols: Sequence[Term]) -> Iterator[tuple[Term, Term]]:
    numbers = [symbol for symbol in symbols if isinstance(symbol.sort, BitVecSort)]
    return (pair for pair in permutations(numbers[: LIMITS.horn_paired], 2) if pair[0].sort is pair[1].sort)


def _ranges(symbol: Term, constants: NumericConstants) -> Iterator[Chain]:
    """Yield bounds that are constants of the program, their neighbours, or powers of two."""
    sort = symbol.sort
    if sort is BOOL:
        yield (symbol,)
        yield (not_(symbol),)
    if not isinstance(sort, BitVecSort):
        return
    width = sort.width
    near = dict.fromkeys(number + step for number in (0, *constants.get(sort, ())) for step in (0, 1, -1))
    powers = [sign * (1 << bits) for bits in range(width - 1) for sign in (1, -1)]
    limits = {number % (1 << width) for number in (*near, *powers)}
    upwards = sorted(limits, key=lambda number: signed(number, width))
    yield tuple(bvsle(symbol, bv(number, width)) for number in upwards)
    yield tuple(bvsle(bv(number, width), symbol) for number in reversed(upwards))
    yield tuple(bvule(symbol, bv(number, width)) for number in sorted(limits))
    yield tuple(bvule(bv(number, width), symbol) for number in sorted(limits, reverse=True))
    for number in near:
        yield (not_(eq(symbol, bv(number % (1 << width), width))),)


def _comparisons(symbols: Sequence[Term]) -> Iterator[Chain]:
    for left, right in _pairs(symbols):
        one = bv(1, left.sort.width)
        yield bvslt(left, right), bvsle(left, right)
        yield bvult(left, right), bvule(left, right)
        yield (bvsle(left, bvadd(right, one)),)
        yield (bvsle(left, bvsub(right, one)),)
    for left, right in combinations(
        [each for each in symbols if isinstance(each.sort, BitVecSort)][: LIMITS.horn_paired], 2
    ):
        if left.sort is right.sort:
            yield (not_(eq(left, right)),)


def _alike(symbols: Sequence[Term]) -> Iterator[Term]:
    """Yield that numbers are equal, or even at the same time."""
    for left, right in combinations(
        [each for each in symbols if isinstance(each.sort, BitVecSort)][: LIMITS.horn_paired], 2
    ):
        bits = extract(left, 0, 0), extract(right, 0, 0)
        yield eq(*bits)
        yield not_(eq(*bits))
        if left.sort is right.sort:
            yield eq(left, right)


def _values(symbols: Sequence[Term], samples: Sequence[SampleCall]) -> Iterator[Term]:
    """Yield that a parameter has one of its values, if they are few."""
    for symbol in symbols:
        values = dict.fromkeys(sample[symbol] for sample in samples)
        if isinstance(symbol.sort, BitVecSort) and 1 < len(values) <= LIMITS.horn_values:
            yield from (eq(symbol, constant(value, symbol.sort)) for value in values)


def _constants(symbols: Sequence[Term], samples: Sequence[SampleCall]) -> Iterator[Term]:
    for symbol in symbols:
        values = {sample[symbol] for sample in samples} if isinstance(symbol.sort, BitVecSort) else set()
        if len(values) == 1:
            yield eq(symbol, constant(values.pop(), symbol.sort))


def _powers(symbols: Sequence[Term], samples: Sequence[SampleCall]) -> Iterator[Term]:
    """Yield equations ``y + b == a << x``."""
    for x, y in _pairs(symbols):
        width = x.sort.width
        known = {signed(int(sample[x]), width): signed(int(sample[y]), width) for sample in samples}  # type: ignore[arg-type]
        steps = [number for number in known if 0 <= number < width and number + 1 in known]
        if len(steps) < LIMITS.horn_shifts:
            continue
        first = steps[0]
        factor, rest = divmod(known[first + 1] - known[first], 1 << first)
        if not rest and factor:
            offset = (factor << first) - known[first]
            shifted = bvshl(bv(factor % (1 << width), width), x)
            yield eq(bvadd(y, bv(offset % (1 << width), width)), shifted)
