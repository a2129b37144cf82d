"""Invariants about summarised heap objects: found in the narrow system, confirmed in the original
one.
"""

from collections.abc import Mapping, Sequence
from contextlib import closing, suppress

from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.base.records import replace
from surefoot.discharge.system_solver import SystemSolver
from surefoot.invariants.limits import LIMITS
from surefoot.invariants.quantified.candidates import unrefuted
from surefoot.invariants.quantified.finding import with_quantified
from surefoot.invariants.quantified.houdini import QuantifiedCandidates, are_inductive_narrowed, inductive_quantified
from surefoot.invariants.quantified.narrowing import Narrowed, NotNarrowable
from surefoot.invariants.quantified.pools import Levels, pool_candidates
from surefoot.invariants.quantified.reduction import needed_for_proof
from surefoot.invariants.source import GenerationContext, InductiveSet, NewSolver
from surefoot.invariants.sources.polynomials import linear_equations
from surefoot.invariants.sources.templates import is_about_instances
from surefoot.logic import variables_of
from surefoot.semantics.memory.pools import INSTANCE
from surefoot.systems.control.quantified import QuantifiedInvariant, bound_symbol
from surefoot.systems.control.system import ControlSystem, Invariants

_BOUND = bound_symbol(INSTANCE)


def about_pools(context: GenerationContext, new_solver: NewSolver, budget: Budget) -> InductiveSet:
    """Return the invariants of `context` with quantified ones about summarised heap objects.

    If these suffice for a proof, only those that the proof needs are returned.
    """
    system, samples, known = context.system, context.samples, context.standalone
    share = budget.at_most_work(LIMITS.pool_search_seconds)
    candidates: dict[str, list[Levels]] = {}
    for name, of_pools in pool_candidates(system).items():
        linear = (each for each in linear_equations(samples.get(name, ())) if is_about_instances(each))
        equations = [each for each in linear if len(variables_of(each)) <= LIMITS.equation_objects]
        own = [*([[QuantifiedInvariant(_BOUND, each)]] for each in equations), *of_pools]
        every = dict.fromkeys(each for levels in own for level in levels for each in level)
        possible = frozenset(unrefuted(list(every), samples.get(name, ())))
        levels_of = ([[each for each in level if each in possible] for level in levels] for levels in own)
        kept_levels = ([level for level in levels if level] for levels in levels_of)
        candidates[name] = [levels for levels in kept_levels if levels]
    try:
        found, is_proof = _in_narrow_system(system, known, candidates, new_solver, share)
    except NotNarrowable:
        with closing(new_solver(system)) as solver:
            return with_quantified(known, _inductive(system, known, candidates, solver, share))
    if is_proof:
        with suppress(OutOfBudget):
            if are_inductive_narrowed(system, found, new_solver, budget.at_most_work(LIMITS.pool_check_seconds)):
                return replace(with_quantified({}, found), is_minimal=True)
        budget.spend()
    with closing(new_solver(system)) as solver:
        return with_quantified(
            known, inductive_quantified(system, known, found, solver, budget.at_most_work(LIMITS.pool_search_seconds))
        )


def _in_narrow_system(
    system: ControlSystem,
    known: Invariants,
    candidates: Mapping[str, Sequence[Levels]],
    new_solver: NewSolver,
    budget: Budget,
) -> tuple[QuantifiedCandidates, bool]:
    """Return candidates that are inductive in the narrow system, and whether they prove it.

    If they do, only those that the proof needs are returned.
    """
    narrow = Narrowed(system)
    wide: dict[QuantifiedInvariant, QuantifiedInvariant] = {}

    def narrowed(invariant: QuantifiedInvariant) -> QuantifiedInvariant:
        found = narrow.invariant(invariant)
        wide.setdefault(found, invariant)
        return found

    narrow_candidates = {
        name: [
            *([[narrowed(QuantifiedInvariant(_BOUND, term))]] for term in known.get(name, ())),
            *([[narrowed(each) for each in level] for level in levels] for levels in own),
        ]
        for name, own in candidates.items()
    }
    with closing(new_solver(narrow.system)) as solver:
        found = _inductive(narrow.system, {}, narrow_candidates, solver, budget)
        everything = with_quantified({}, found)
        needed = needed_for_proof(
            narrow.system, everything.invariants, everything.quantified, solver, budget, minimal=True
        )
    if needed is None:
        known_before = {name: frozenset(terms) for name, terms in known.items()}
        return {
            name: [wide[each] for each in wanted if wide[each].body not in known_before.get(name, ())]
            for name, wanted in found.items()
        }, False
    invariants, quantified = needed
    bound = narrow.term(_BOUND)
    wanted = {
        name: [*(QuantifiedInvariant(bound, term) for term in invariants.get(name, ())), *quantified.get(name, ())]
        for name in system.names
    }
    return {name: [wide[each] for each in some] for name, some in wanted.items()}, True


def _inductive(
    system: ControlSystem,
    known: Invariants,
    candidates: Mapping[str, Sequence[Levels]],
    solver: SystemSolver,
    budget: Budget,
) -> dict[str, tuple[QuantifiedInvariant, ...]]:
    """Return those of `candidates` that are inductive; weaker levels are checked only where no
    stronger one holds.
    """
    waiting = {name: list(own) for name, own in candidates.items()}
    found: dict[str, tuple[QuantifiedInvariant, ...]] = {}
    with suppress(OutOfBudget):  # what was found before is inductive without the rest
        while any(waiting.values()):
            tried = {
                name: list(dict.fromkeys(each for levels in own for each in levels[0])) for name, own in waiting.items()
            }
            found = inductive_quantified(system, known, tried, solver, budget, found)
            for name, own in waiting.items():
                held = set(found.get(name, ()))
                left = [levels[1:] for levels in own if held.isdisjoint(levels[0])]
                waiting[name] = [levels for levels in left if levels]
    return found
