"""Candidate invariants: ranges of numbers, equations of sample states, and templates over the
constants of the program.
"""

from collections.abc import Container, Iterator, Sequence
from itertools import chain, combinations, islice

from surefoot.invariants.intervals import interval_candidates
from surefoot.invariants.limits import LIMITS
from surefoot.invariants.sampling import Sample, unrefuted
from surefoot.invariants.source import NO_CANDIDATES, Candidates, Constants, GenerationContext
from surefoot.invariants.sources.accumulators import accumulated_of
from surefoot.invariants.sources.active_calls import candidates_by_call
from surefoot.invariants.sources.argument_strings import string_end_candidates
from surefoot.invariants.sources.equal_variables import equal_variables
from surefoot.invariants.sources.guard_comparisons import comparison_candidates
from surefoot.invariants.sources.loop_entry import entry_candidates
from surefoot.invariants.sources.model_templates import model_templates
from surefoot.invariants.sources.polynomials import linear_equations
from surefoot.logic import (
    BOOL,
    FALSE,
    TRUE,
    BitVecSort,
    Op,
    Sort,
    Term,
    bit_vector,
    bv,
    bvadd,
    bvsle,
    bvsub,
    bvule,
    eq,
    extract,
    not_,
    postorder,
    sign_extend,
    variables_of,
)
from surefoot.semantics.memory.pools import INSTANCE
from surefoot.systems.control.system import NO_INVARIANTS, Aspect, ControlSystem, ReferentKind


def sampled_candidates(context: GenerationContext) -> Candidates:
    """Return the simple candidates without the templates, if there are more than
    `LIMITS.many_candidates` simple ones; none otherwise.

    The filter of many candidates often times out; this stage filters the most promising ones first.
    """
    likely, simple = context.once(_likely_and_simple)
    return Candidates(likely) if sum(map(len, simple.values())) > LIMITS.many_candidates else NO_CANDIDATES


def simple_candidates(context: GenerationContext) -> Candidates:
    """Return the simple candidates: ranges, linear equations, templates, and candidates from
    guards, calls and numbers of iterations.

    All hold in the sample states. Candidates about summarised heap objects have a source of their
    own, see `surefoot.invariants.quantified.pools`.
    """
    return Candidates(context.once(_likely_and_simple)[1])


def _likely_and_simple(context: GenerationContext) -> tuple[dict[str, list[Term]], dict[str, list[Term]]]:
    """Return the simple candidates without the templates, and all simple candidates."""
    system, samples = context.system, context.samples
    seconds = LIMITS.interval_seconds * min(max(1.0, len(system.names) / LIMITS.usual_locations), 2.0)
    ranges = interval_candidates(system, context.constants, context.budget.at_most_work(seconds))
    entered = entry_candidates(system, NO_INVARIANTS)
    sums = context.once(accumulated_of)
    ends = string_end_candidates(system)
    equals = equal_variables(system)
    likely: dict[str, list[Term]] = {}
    simple: dict[str, list[Term]] = {}
    for name in system.names:
        seen = samples[name]
        compared = comparison_candidates(system, name)
        unsampled = [*_bounds_from_checks(system, name), *entered[name], *compared]  # samples do not have parameters
        others = [*unsampled, *candidates_by_call(system, name, seen), *sums[name].plain]
        few = [*ranges[name], *linear_equations(seen), *ends[name]]
        equal, patterns = equals[name], templates(system, name, context.constants, equals[name].firsts)
        likely[name] = [*equal.equations(), *equal.without_copies([*_plain(few, seen), *others])]
        simple[name] = [*equal.equations(), *equal.without_copies([*_plain([*few, *patterns], seen), *others])]
    return likely, simple


def is_about_instances(candidate: Term) -> bool:
    """Return whether `candidate` mentions numbers of summarised heap objects."""
    return any(symbol.sort is INSTANCE for symbol in variables_of(candidate))


def _plain(candidates: Sequence[Term], samples: Sequence[Sample]) -> list[Term]:
    """Return those of `candidates` that are not about summarised heap objects and hold in
    `samples`.
    """
    return unrefuted([each for each in dict.fromkeys(candidates) if not is_about_instances(each)], samples)


def templates(system: ControlSystem, name: str, known: Constants, omitted: Container[Term] = frozenset()) -> list[Term]:
    """Return the templates at the location `name` about variables that are not `omitted`, the most
    promising first.
    """
    variables = [each for each in system.location(name).variables if each.symbol not in omitted]
    symbols = [each.symbol for each in variables if each.referent.aspect not in {Aspect.NUMBER, Aspect.TARGET}]
    targets = [each.symbol for each in variables if each.referent.aspect is Aspect.TARGET]
    numbers = [symbol for symbol in symbols if isinstance(symbol.sort, BitVecSort) and symbol.sort is not INSTANCE]
    constants = _thresholds(known)
    related = [pair for pair in combinations(numbers[: LIMITS.paired_symbols], 2) if pair[0].sort is pair[1].sort]
    found = chain(
        (literal for symbol in symbols if symbol.sort is BOOL for literal in (symbol, not_(symbol))),
        model_templates([each.symbol for each in variables if each.referent.kind is ReferentKind.STATE], known),
        _targets([symbol for symbol in targets if isinstance(symbol.sort, BitVecSort)]),
        (
            candidate
            for number in constants[: LIMITS.first_constants]
            for symbol in numbers
            for candidate in _bounds(symbol, number)
        ),
        (candidate for left, right in related for candidate in _relations(left, right)),
        (
            candidate
            for left, right in related
            if _is_maximum_mentioned(left.sort, known)
            for candidate in _exact(left, right)
        ),
        _sums(numbers[: LIMITS.summed_symbols]),
        (candidate for symbol in numbers for candidate in _parity(symbol)),
        (
            candidate
            for number in constants[LIMITS.first_constants :]
            for symbol in numbers
            for candidate in _bounds(symbol, number)
        ),
    )
    nontrivial = (candidate for candidate in found if candidate is not TRUE and candidate is not FALSE)
    return list(dict.fromkeys(islice(nontrivial, LIMITS.templates)))


def _bounds_from_checks(system: ControlSystem, name: str) -> Iterator[Term]:
    """Yield that numbers and pointer offsets at `name` are bounded by terms that checks compare
    with and that no edge changes, such as the length of an array.
    """
    variables = system.location(name).variables
    symbols = (each.symbol for each in variables if each.referent.aspect in {Aspect.WHOLE, Aspect.OFFSET})
    numbers = [symbol for symbol in symbols if isinstance(symbol.sort, BitVecSort)]
    addresses = {symbol for fact in system.facts for symbol in fact.about}
    lengths = frozenset(system.parameters) - addresses
    sorts = {number.sort for number in numbers}
    lasting = (
        term
        for term in postorder([edge.guard for edge in system.error_edges])
        if term.op in {Op.VARIABLE, Op.ITE, Op.ZERO_EXTEND}
        if term.sort in sorts and lengths.issuperset(variables_of(term))
    )
    for limit in islice(lasting, LIMITS.compared_limits):
        for number in numbers[: LIMITS.paired_symbols]:
            if number.sort is limit.sort:
                yield from (eq(number, limit), bvsle(number, limit), bvule(number, limit))


def _thresholds(constants: Constants) -> list[int]:
    """Return the constants as signed numbers, with their neighbours, small ones first."""
    signed: set[int] = set()
    for sort, values in constants.items():
        if isinstance(sort, BitVecSort):
            half = 1 << (sort.width - 1)
            signed.update((int(value) + half) % (2 * half) - half for value in values)  # type: ignore[arg-type]
    near = [0, 1, -1, *(number + step for number in sorted(signed, key=abs) for step in (0, 1, -1))]
    return list(dict.fromkeys(near))[: LIMITS.constants]


def _parity(symbol: Term) -> Iterator[Term]:
    last = extract(symbol, 0, 0)
    yield eq(last, bv(0, 1))
    yield eq(last, bv(1, 1))


def _targets(symbols: Sequence[Term]) -> Iterator[Term]:
    """Yield equations of the numbers of objects that pointers target."""
    for symbol in symbols:
        for number in range(LIMITS.pointer_targets):
            is_there = eq(symbol, bv(number, symbol.sort.width))
            yield is_there
            yield not_(is_there)
    for left, right in combinations(symbols[: LIMITS.paired_symbols], 2):
        yield eq(left, right)


def _bounds(symbol: Term, number: int) -> Iterator[Term]:
    value = bv(number % (1 << symbol.sort.width), symbol.sort.width)
    yield bvsle(value, symbol)
    yield bvsle(symbol, value)
    yield bvule(symbol, value)
    yield not_(eq(symbol, value))
    yield eq(symbol, value)


def _relations(left: Term, right: Term) -> Iterator[Term]:
    one = bv(1, left.sort.width)
    yield eq(left, right)
    yield not_(eq(left, right))
    for smaller, greater in ((left, right), (right, left)):
        yield bvsle(smaller, greater)
        yield bvule(smaller, greater)
        yield bvsle(smaller, bvadd(greater, one))
        yield eq(smaller, bvadd(greater, one))
        yield eq(smaller, bvadd(greater, greater))


def _is_maximum_mentioned(sort: Sort, constants: Constants) -> bool:
    """Return whether the greatest number of `sort` is a constant of the program, as in
    explicit overflow checks.
    """
    if not isinstance(sort, BitVecSort):
        return False
    greatest = sort.mask >> 1
    return any(greatest in constants.get(bit_vector(width), ()) for width in (sort.width, sort.width + 1))


def _exact(left: Term, right: Term) -> Iterator[Term]:
    """Yield that the sum or the difference is representable, as where one number counts up while
    the other counts down.
    """
    width = left.sort.width
    least, greatest = bv(-(1 << width - 1) % (1 << width + 1), width + 1), bv((1 << width - 1) - 1, width + 1)
    wide = sign_extend(left, width + 1), sign_extend(right, width + 1)
    for result in (bvadd(*wide), bvsub(*wide)):
        yield bvsle(result, greatest)
        yield bvsle(least, result)


def _sums(numbers: Sequence[Term]) -> Iterator[Term]:
    for first, second, third in combinations(numbers, 3):
        if first.sort is second.sort is third.sort:
            yield eq(bvadd(first, second), third)
            yield eq(bvadd(first, third), second)
            yield eq(bvadd(second, third), first)
