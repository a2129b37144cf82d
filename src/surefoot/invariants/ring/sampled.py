"""Equations of sample states of the relaxed system, in which order comparisons are inputs.

Proofs in the ring do not use order comparisons, so equations that need them are useless; without
them, samples spread out and fewer equations hold by chance. Known ranges are kept, because
extensions within them do not wrap.
"""

from collections.abc import Mapping, Sequence

from surefoot.base.budget import Budget
from surefoot.base.records import replace
from surefoot.invariants.limits import LIMITS
from surefoot.invariants.ring.linear_invariants import ORDERS
from surefoot.invariants.sampling import Sample, sample_states
from surefoot.invariants.source import Constants
from surefoot.logic import (
    Evaluator,
    Op,
    Symbol,
    SymbolKind,
    Term,
    and_,
    bit_vector,
    bv,
    eq,
    fold,
    postorder,
    rebuild,
    substitute,
    variable,
    variables_of,
)
from surefoot.logic.ring.fitting import SampledNumbers, monomials_of, vanishing
from surefoot.logic.ring.polynomials import Polynomial
from surefoot.systems.control.system import NO_INVARIANTS, ControlSystem, Edge, Invariants, Location

SEED = 2


def sampled_equations(
    system: ControlSystem, constants: Constants, known: Invariants, budget: Budget
) -> dict[str, list[Polynomial]]:
    """Return polynomials for each location that are zero in its sample states, which satisfy the
    ranges among `known`.
    """
    samples = sample_states(relaxed(system, known), constants, SEED, budget)
    return {name: _equations(system, name, samples[name]) for name in system.names}


def relaxed(system: ControlSystem, known: Invariants = NO_INVARIANTS) -> ControlSystem:
    """Return the system in which every order comparison of a guard or an update is an input; ranges
    among `known` are kept.
    """
    memo: dict[Term, Term] = {}
    edges = [_within_ranges(_relaxed(edge, memo), known) for edge in system.edges]
    locations = [_with_inputs(each, edges, system) for each in system.locations]
    return replace(system, locations=tuple(locations), edges=tuple(edges))


def _relaxed(edge: Edge, memo: dict[Term, Term]) -> Edge:
    update = {symbol: fold(value, _replaced, memo) for symbol, value in edge.update.items()}
    return replace(edge, guard=fold(edge.guard, _replaced, memo), update=update)


def _within_ranges(edge: Edge, known: Invariants) -> Edge:
    """Return `edge` with a guard that its target satisfies the formulas of `known` about a single
    variable.
    """
    formulas = known.get(edge.target, ()) if isinstance(edge.target, str) else ()
    ranges = [substitute(each, edge.update) for each in formulas if len(variables_of(each)) == 1]
    return replace(edge, guard=and_(edge.guard, *ranges))


def _replaced(term: Term, args: list[Term]) -> Term:
    if term.op in ORDERS:
        symbol = Symbol(SymbolKind.AUXILIARY, "either way", term.id, f"either way {term.id}")
        return eq(variable(symbol, bit_vector(1)), bv(1, 1))
    return rebuild(term, tuple(args)) if tuple(args) != term.args else term


def _with_inputs(location: Location, edges: Sequence[Edge], system: ControlSystem) -> Location:
    own = [edge for edge in edges if edge.source == location.name]
    mentioned = variables_of(*(term for edge in own for term in (edge.guard, *edge.update.values())))
    known = {*location.symbols, *location.inputs, *system.parameters}
    return replace(location, inputs=(*location.inputs, *(each for each in mentioned if each not in known)))


def _equations(system: ControlSystem, name: str, samples: Sequence[Sample]) -> list[Polynomial]:
    found: list[Polynomial] = []
    for width, unknowns in _unknowns(system, name).items():
        degree = LIMITS.sampled_degree
        while degree and len(monomials_of(unknowns, degree)) * LIMITS.samples_per_monomial > len(samples):
            degree -= 1
        if degree and width > 1:
            values = [_values(unknowns, sample) for sample in samples]
            fitting = vanishing(values, monomials_of(unknowns, degree), width)
            found += [each for each in fitting if all(abs(n) <= LIMITS.sampled_coefficient for _, n in each.signed())]
    return found


def _unknowns(system: ControlSystem, name: str) -> Mapping[int, list[Term]]:
    """Return, by width, the state variables, and the extensions of narrower ones that edges from
    `name` mention.
    """
    symbols = [each for each in system.location(name).symbols if each.sort.width]
    found: dict[int, list[Term]] = {}
    terms = [term for edge in system.edges_from(name) for term in (edge.guard, *edge.update.values())]
    extensions = (each for each in postorder(terms) if each.op in {Op.SIGN_EXTEND, Op.ZERO_EXTEND})
    for each in (*symbols, *(extension for extension in extensions if extension.args[0] in symbols)):
        found.setdefault(each.sort.width, []).append(each)
    return found


def _values(unknowns: Sequence[Term], sample: Sample) -> SampledNumbers:
    evaluator = Evaluator(sample.__getitem__)
    return {each: int(evaluator.value(each)) for each in unknowns}  # type: ignore[arg-type]  # bit-vectors
