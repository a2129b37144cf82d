"""Candidates about phases of a loop: what holds in all sample states in which a branch of the loop
goes one way.

A loop that counts by one up to a bound and by two from there on has no simple invariant for both
phases, but one for each. Phases are distinguished by the conditions of branches and comparisons in
the loop. Candidates in a phase are ranges, remainders and equations.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from math import gcd

from surefoot.invariants.limits import LIMITS
from surefoot.invariants.sampling import Sample
from surefoot.invariants.source import NO_CANDIDATES, Candidates, GenerationContext
from surefoot.invariants.sources.hulls import bounding_lines
from surefoot.invariants.sources.polynomials import linear_equations
from surefoot.invariants.sources.templates import simple_candidates
from surefoot.logic import (
    TRUE,
    BitVecSort,
    Evaluator,
    Op,
    Term,
    bv,
    bvsle,
    bvule,
    bvurem,
    eq,
    extract,
    implies,
    not_,
    postorder,
    variables_of,
)
from surefoot.logic.semantics import signed
from surefoot.systems.control.system import ControlSystem

_COMPARISONS = {Op.BVULT, Op.BVSLT, Op.EQ}


def phase_candidates(context: GenerationContext) -> Candidates:
    """Return candidates about phases of loops, if there are any, and then also the simple ones.

    Reduction drops candidates from the front, so that simple ones stay in a proof.
    """
    if context.are_simple_published:
        return NO_CANDIDATES
    names = context.system.names
    found = {name: phase_candidates_at(context.system, name, context.samples[name]) for name in names}
    if not any(found.values()):
        return NO_CANDIDATES
    simple = simple_candidates(context).by_location
    return Candidates({name: (*found[name], *simple[name]) for name in names})


def phase_candidates_at(system: ControlSystem, name: str, samples: Sequence[Sample]) -> list[Term]:
    """Return candidates about the phases of the loop at the location `name`."""
    nontrivial = (candidate for candidate in _candidates(system, name, samples) if candidate is not TRUE)
    return list(dict.fromkeys(islice(nontrivial, LIMITS.phase_candidates)))


def _candidates(system: ControlSystem, name: str, samples: Sequence[Sample]) -> Iterator[Term]:
    for condition in _conditions(system, name):
        states = [each for each in samples if Evaluator(each.__getitem__).value(condition)]
        if len(states) >= LIMITS.phase_states:
            yield from (implies(condition, each) for each in _in_common(states, is_whole=condition is TRUE))
            for line in bounding_lines(states):
                yield implies(condition, line.inequality)
                yield line.bound  # perhaps other phases keep to it


def _conditions(system: ControlSystem, name: str) -> list[Term]:
    """Return the conditions that distinguish phases, each with its negation; ``TRUE``, the last, is
    the loop as a whole.
    """
    own = frozenset(system.location(name).symbols)
    edges = system.edges_from(name)
    iterations = [term for edge in edges if edge.target == name for term in edge.update.values()]
    branches = [each.args[0] for each in postorder(iterations) if each.op is Op.ITE]
    compared = [each for each in postorder(branches + [edge.guard for edge in edges]) if each.op in _COMPARISONS]
    found = dict.fromkeys(each for each in (*branches, *compared) if own.issuperset(variables_of(each)))
    both = (each for condition in islice(found, LIMITS.phase_conditions) for each in (condition, not_(condition)))
    return [*both, TRUE]


def _in_common(states: Sequence[Sample], *, is_whole: bool) -> Iterator[Term]:
    for symbol in states[0]:
        sort = symbol.sort
        if isinstance(sort, BitVecSort) and sort.width >= LIMITS.number_width:
            values = [int(each[symbol]) for each in states]  # type: ignore[arg-type]
            yield from _remainders(symbol, values)
            yield from _ranges(symbol, values)
    if not is_whole:
        yield from linear_equations(states)


def _remainders(symbol: Term, values: Sequence[int]) -> Iterator[Term]:
    shared = gcd(*(value - values[0] for value in values))
    if not shared:
        yield eq(symbol, bv(values[0], symbol.sort.width))
        return
    power = (shared & -shared).bit_length() - 1
    if power:
        yield eq(extract(symbol, power - 1, 0), bv(values[0] % (1 << power), power))
    odd = shared >> power
    if 1 < odd <= LIMITS.odd_divisor:
        divisor = bv(odd, symbol.sort.width)
        yield eq(bvurem(symbol, divisor), bv(values[0] % odd, symbol.sort.width))


def _ranges(symbol: Term, values: Sequence[int]) -> Iterator[Term]:
    width = symbol.sort.width
    yield bvule(bv(min(values), width), symbol)
    yield bvule(symbol, bv(max(values), width))
    numbers = [signed(value, width) for value in values]
    yield bvsle(bv(min(numbers) % (1 << width), width), symbol)
    yield bvsle(symbol, bv(max(numbers) % (1 << width), width))
