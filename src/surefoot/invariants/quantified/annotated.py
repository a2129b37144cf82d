"""Quantified invariants from annotations: loop invariants about an arbitrary index, for every
index.

The front end turns a quantified variable of a loop invariant into one arbitrary constant
(`arbitrary_index` of `surefoot.frontend.acsl`). The invariant about this constant is not inductive
where an iteration moves an element from one index to another; the quantified one is, with instances
at the indices that the iteration uses.
"""

from collections.abc import Iterator
from contextlib import closing

from surefoot.base.budget import Budget
from surefoot.frontend.environment import ARBITRARY_INDEX
from surefoot.invariants.quantified.finding import with_quantified
from surefoot.invariants.quantified.houdini import inductive_quantified
from surefoot.invariants.source import GenerationContext, InductiveSet, NewSolver
from surefoot.invariants.sources.annotated import annotated_invariants
from surefoot.logic import (
    TRUE,
    ArraySort,
    BitVecSort,
    Sort,
    Term,
    and_,
    bvult,
    conjuncts_of,
    disjuncts_of,
    extract,
    implies,
    not_,
    substitute,
    variables_of,
    zero_extend,
)
from surefoot.program.check_sites import LOOP_INVARIANT
from surefoot.program.statements import CheckKind
from surefoot.systems.control.quantified import QuantifiedInvariant, bound_symbol
from surefoot.systems.control.system import ENTRY, ControlSystem, Error


def quantified_annotations(context: GenerationContext, new_solver: NewSolver, budget: Budget) -> InductiveSet:
    """Return the known invariants with the annotated loop invariants, quantified, as far as they
    are inductive together.
    """
    system = context.system
    annotated = {name: list(_candidates(system, name)) for name in system.names}
    if not any(annotated.values()):
        return context.known
    for name in system.names:
        annotated[name] += _assumed(system, name)
    known = context.known
    with closing(new_solver(system)) as solver:
        found = inductive_quantified(system, known.invariants, annotated, solver, budget, known.quantified)
    return with_quantified(known.invariants, found)


def _candidates(system: ControlSystem, name: str) -> Iterator[QuantifiedInvariant]:
    """Yield the loop invariants annotated at `name`, bound by a quantifier where they are about an
    arbitrary index, and the frame conditions of ``assigns`` clauses.
    """
    bound = bound_symbol(_index_sort(system))
    for formula in annotated_invariants(system, name):
        mentioned = [each for each in _indices(system) if each in variables_of(formula)]
        yield QuantifiedInvariant(bound, formula)
        for index in mentioned:
            yield QuantifiedInvariant(bound, substitute(formula, {index: _resized(bound, index.sort)}))
    for formula in _frame_conditions(system, name):
        yield QuantifiedInvariant(bound, formula)


def _indices(system: ControlSystem) -> list[Term]:
    """Return the symbols that stand for quantified variables of annotations."""
    known = (*system.parameters, *system.location(ENTRY).inputs)
    return [each for each in known if str(each.payload).startswith(ARBITRARY_INDEX)]


def _assumed(system: ControlSystem, name: str) -> Iterator[QuantifiedInvariant]:
    """Yield the assumptions about an arbitrary index in guards, such as ``requires`` clauses, for
    every index, and for every index below a variable of the location `name`. An assumption of
    a quantifier is a loop over its range, in which it holds below the counter.
    """
    bound = bound_symbol(_index_sort(system))
    parameters = frozenset(system.parameters)
    guards = dict.fromkeys(each for edge in system.transitions for each in conjuncts_of(edge.guard))
    counters = [each for each in system.location(name).symbols if isinstance(each.sort, BitVecSort)]
    for formula in guards:
        symbols = frozenset(variables_of(formula))
        for index in _indices(system):
            if index not in symbols or not parameters.issuperset(symbols - {index}):
                continue
            own = _resized(bound, index.sort)
            of_all = substitute(formula, {index: own})
            yield QuantifiedInvariant(bound, of_all)
            for counter in counters:
                if counter.sort is index.sort:
                    yield QuantifiedInvariant(bound, implies(bvult(own, counter), of_all))


def _index_sort(system: ControlSystem) -> Sort:
    """Return the sort of the indices of arrays, the widest one."""
    symbols = (*system.parameters, *(symbol for each in system.locations for symbol in each.symbols))
    sorts = [each.sort.index for each in symbols if isinstance(each.sort, ArraySort)]
    known = [each for each in sorts if isinstance(each, BitVecSort)]
    return max(known, key=lambda each: each.width, default=BitVecSort(64))


def _resized(bound: Term, sort: Sort) -> Term:
    """Return `bound` in the bits of `sort`, without the sign."""
    if not isinstance(sort, BitVecSort) or sort.width == bound.sort.width:
        return bound
    return extract(bound, sort.width - 1, 0) if sort.width < bound.sort.width else zero_extend(bound, sort.width)


def _frame_conditions(system: ControlSystem, name: str) -> Iterator[Term]:
    """Yield the conditions of the ``assigns`` checks that edges from the loop head `name` lead to,
    as formulas over the state at `name`.

    Conjuncts without the watched element of memory are dropped, and conditions that mention other
    states are omitted.
    """
    own = {each for each in system.location(name).symbols if isinstance(each.sort, ArraySort)}
    known = frozenset((*system.location(name).symbols, *system.parameters))
    if not any(
        isinstance(edge.target, Error) and edge.target.text.startswith(LOOP_INVARIANT)
        for edge in system.edges_from(name)
    ):
        return
    for edge in system.edges_from(name):
        target = edge.target
        if not isinstance(target, Error) or target.kind is not CheckKind.CONTRACT or "assigns" not in target.text:
            continue
        for way in disjuncts_of(edge.guard):
            about = [each for each in conjuncts_of(way) if not own.isdisjoint(variables_of(each))]
            differing = [each for each in about if not _watched(each).isdisjoint(variables_of(each))]
            formula = not_(and_(*differing)) if differing else TRUE
            if formula is not TRUE and known.issuperset(variables_of(formula)):
                yield formula


def _watched(formula: Term) -> frozenset[Term]:
    """Return the symbols of `formula` for the element of memory that an ``assigns`` check watches."""
    return frozenset(each for each in variables_of(formula) if " of memory" in str(each.payload))
