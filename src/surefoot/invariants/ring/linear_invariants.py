"""Linear invariants: ranges and comparisons that are inductive for any value of products, for what
the ring cannot express.

Products and divisions become inputs, so that no query multiplies. That is an over-approximation.

Inversion of edges: comparisons that hold after an edge because its guard held before.

Updates ``x' = x + q``, where q is over inverted symbols, are solved for x, one after the other.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing

from surefoot.base.budget import Budget
from surefoot.base.records import replace
from surefoot.discharge.product_abstraction import ArithmeticAbstraction, Detail
from surefoot.discharge.system_solver import SystemSolver
from surefoot.invariants.houdini import inductive_subset
from surefoot.invariants.limits import LIMITS
from surefoot.invariants.source import Constants, GenerationContext
from surefoot.invariants.sources.templates import simple_candidates
from surefoot.logic import (
    Evaluator,
    Op,
    Term,
    bv,
    bvadd,
    bvmul,
    bvsle,
    bvsub,
    bvule,
    eq,
    not_,
    or_,
    postorder,
    substitute,
    variables_of,
)
from surefoot.logic.ring.normal_forms import NormalForms
from surefoot.logic.ring.polynomials import Polynomial
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.system import ControlSystem, Edge, Invariants, Location

ORDERS = frozenset({Op.BVSLT, Op.BVULT})


def earlier_values(system: ControlSystem, edge: Edge) -> dict[Term, Term]:
    """Return state variables of the source, and parameters, as terms over the state after `edge`,
    as far as its updates are invertible.
    """
    forms = NormalForms()
    known: dict[Term, Term] = {each: each for each in system.parameters}
    symbols = [each for each in system.location(edge.source).symbols if each.sort.width]
    waiting = {after: before for after, before in edge.update.items() if before.sort.width}
    for after, before in waiting.items():
        if before in symbols and before not in known:
            known[before] = after
    is_growing = True
    while is_growing:
        is_growing = False
        for after, before in waiting.items():
            solved = _solved(after, forms.of(before), known, symbols)
            if solved is not None:
                known[solved[0]] = solved[1]
                is_growing = True
    return known


def earlier_comparisons(system: ControlSystem, edge: Edge) -> Iterator[Term]:
    """Return the order comparisons in the guard of `edge`, over the state after it."""
    known = earlier_values(system, edge)
    for term in postorder((edge.guard,)):
        if term.op in ORDERS and all(each in known for each in variables_of(term)):
            yield substitute(term, known)


def _solved(after: Term, form: Polynomial, known: dict[Term, Term], symbols: list[Term]) -> tuple[Term, Term] | None:
    """Return the only unknown of `form` that is not inverted yet, as a term, if it occurs once and
    alone.  Requires: `form` is the value of `after`.
    """
    missing = [each for each in form.unknowns if not all(own in known for own in variables_of(each))]
    if len(missing) != 1 or missing[0] not in symbols:
        return None
    unknown = missing[0]
    coefficient = form.coefficients.get((unknown,), 0)
    if sum(unknown in monomial for monomial in form.coefficients) != 1 or coefficient % 2 == 0:
        return None
    rest = Polynomial.unknown(after) - form + Polynomial(form.width, {(unknown,): coefficient})
    inverse = pow(coefficient, -1, 1 << form.width)
    # the unknown itself is not in the rest, whose other unknowns are known
    return unknown, _renamed(rest.scaled(inverse), after, known)


def _renamed(form: Polynomial, after: Term, known: dict[Term, Term]) -> Term:
    return substitute(form.term(), {each: value for each, value in known.items() if each is not after})


Samples = Mapping[str, Sequence[Evaluator]]
"""Reachable states of locations."""


def linear_invariants(
    system: ControlSystem, constants: Constants, samples: Samples, solvers: SolverFactory, budget: Budget
) -> Invariants:
    """Return those of the ranges, templates and comparisons of the program that are inductive
    without products.
    """
    simpler = without_products(system)
    candidates = simple_candidates(GenerationContext(simpler, lambda: constants, budget)).by_location
    wanted: dict[str, list[Term]] = {}
    for name in system.names:
        own = dict.fromkeys((*_comparisons(system, name), *_growth(system, name, constants)))
        wanted[name] = [
            *(each for each in own if all(state.value(each) for state in samples[name])),
            *candidates.get(name, ()),
        ]
    with closing(SystemSolver(simpler, replace(solvers, budget=budget).new())) as solver:
        found = inductive_subset(simpler, wanted, solver, budget)
    return {name: tuple(terms) for name, terms in found.items() if terms}


def without_products(system: ControlSystem) -> ControlSystem:
    """Return the system in which products of two unknowns, and divisions by one, are inputs: it has
    all runs of `system`, and more.
    """
    abstraction = ArithmeticAbstraction(Detail.PRODUCTS_AS_SYMBOLS)
    edges = [_without_products(edge, abstraction) for edge in system.edges]
    locations = [
        _with_inputs(each, [edge for edge in edges if edge.source == each.name], system) for each in system.locations
    ]
    return replace(system, locations=tuple(locations), edges=tuple(edges))


def _without_products(edge: Edge, abstraction: ArithmeticAbstraction) -> Edge:
    update = {symbol: abstraction.of(value) for symbol, value in edge.update.items()}
    return replace(edge, guard=abstraction.of(edge.guard), update=update)


def _with_inputs(location: Location, edges: Sequence[Edge], system: ControlSystem) -> Location:
    mentioned = variables_of(*(term for edge in edges for term in (edge.guard, *edge.update.values())))
    own = {*location.symbols, *location.inputs, *system.parameters}
    return replace(location, inputs=(*location.inputs, *(each for each in mentioned if each not in own)))


def _comparisons(system: ControlSystem, name: str) -> Iterator[Term]:
    """Yield order comparisons of edges from `name` and of earlier edges, their negations and weak
    forms.

        A comparison of one iteration need not hold on entry: a disjunction with the initial value
        of a variable is added.
    """
    symbols = {*system.location(name).symbols, *system.parameters}
    own = [term for edge in system.edges_from(name) for term in postorder((edge.guard,)) if term.op in ORDERS]
    before = [term for edge in system.edges_into(name) for term in earlier_comparisons(system, edge)]
    first = [
        eq(symbol, value)
        for edge in system.edges_into(name)
        if edge.source != name
        for symbol, value in edge.update.items()
        if value.op is Op.CONSTANT and value.sort.width
    ]
    seen: dict[Term, None] = {}
    for term in (*own, *before):
        if term.op in ORDERS and symbols.issuperset(variables_of(term)):
            left, right = term.args
            weaker = bvsle if term.op is Op.BVSLT else bvule
            seen.update(dict.fromkeys((term, not_(term), weaker(left, right), weaker(right, left))))
    yield from seen
    for term in before[: LIMITS.linear_paired]:
        if symbols.issuperset(variables_of(term)):
            yield from (or_(start, each) for start in first[: LIMITS.linear_paired] for each in (term, not_(term)))


def _growth(system: ControlSystem, name: str, constants: Constants) -> Iterator[Term]:
    """Yield that what grows by a bounded amount in each iteration is at most that amount times a
    counter.
    """
    iterations = [edge for edge in system.edges_into(name) if edge.source == name]
    symbols = [each for each in system.location(name).symbols if each.sort.width]
    counters = [each for each in symbols if iterations and all(_counts(edge.update[each], each) for edge in iterations)]
    for counter in counters:
        amounts = [int(value) for value in constants.get(counter.sort, ()) if isinstance(value, int)]
        for amount in sorted(each for each in amounts if 1 < each <= LIMITS.linear_amount)[: LIMITS.linear_paired]:
            most = bvmul(counter, bv(amount, counter.sort.width))
            for symbol in symbols:
                if symbol.sort is counter.sort and symbol is not counter:
                    yield bvule(symbol, most)
                    yield bvule(symbol, bvsub(most, bv(amount, counter.sort.width)))


def _counts(value: Term, symbol: Term) -> bool:
    return value is bvadd(symbol, bv(1, symbol.sort.width))
