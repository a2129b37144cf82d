"""Search for quantified invariants about arrays: candidates, the inductive ones among them, without
redundant ones.
"""

from collections.abc import Mapping, Sequence
from contextlib import closing, suppress

from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.discharge.system_solver import SystemSolver
from surefoot.invariants.limits import LIMITS
from surefoot.invariants.quantified.candidates import is_satisfied, quantified_candidates, spread
from surefoot.invariants.quantified.houdini import inductive_quantified
from surefoot.invariants.sampling import SampleStates
from surefoot.invariants.source import GenerationContext, InductiveSet, NewSolver
from surefoot.logic import Term, not_
from surefoot.smt.contracts import Unsat
from surefoot.systems.control.quantified import QuantifiedInvariant, any_value, has_arrays
from surefoot.systems.control.system import ControlSystem, Invariants


def few_about_arrays(context: GenerationContext, new_solver: NewSolver, budget: Budget) -> InductiveSet:
    """Return what is known and what is inductive of the first quantified candidates about arrays."""
    return _about_arrays(context, LIMITS.few_quantified, new_solver, budget)


def many_about_arrays(context: GenerationContext, new_solver: NewSolver, budget: Budget) -> InductiveSet:
    """Return what is known and what is inductive of more quantified candidates about arrays."""
    return _about_arrays(context, LIMITS.many_quantified, new_solver, budget)


def _about_arrays(context: GenerationContext, most: int, new_solver: NewSolver, budget: Budget) -> InductiveSet:
    if not has_arrays(context.system):
        return context.known
    known = context.known if context.known.quantified else InductiveSet(context.standalone, {})
    with closing(new_solver(context.system)) as solver:
        return find_quantified(context.system, context.samples, known, most, solver, budget)


def find_quantified(
    system: ControlSystem,
    samples: SampleStates,
    known: InductiveSet,
    most: int,
    solver: SystemSolver,
    budget: Budget,
) -> InductiveSet:
    """Return quantified invariants of `system`, and orders of positions, that are inductive with
    `known`.

        `most` candidates of each location are considered, without those that `samples` refute.
        Requires: `known` is inductive.
    """
    possible: dict[tuple[str, Term], bool] = {}

    def is_possible(name: str, formula: Term) -> bool:
        found = possible.get((name, formula))
        if found is None:
            found = any(is_satisfied(formula, each) for each in spread(samples.get(name, ())))
            if not found:
                budget.spend()
                answer = solver.check([*system.assumption(name, known.invariants), formula], purpose="ranges")
                found = not isinstance(answer, Unsat)
            possible[name, formula] = found
        return found

    candidates = quantified_candidates(system, samples, is_possible, most)
    found = inductive_quantified(system, known.invariants, candidates, solver, budget, known.quantified)
    irredundant = dict(found)
    with suppress(OutOfBudget):
        for name, kept in found.items():
            irredundant[name] = _irredundant(kept, system.assumption(name, known.invariants), solver, budget)
    return with_quantified(known.invariants, irredundant)


def with_quantified(known: Invariants, found: Mapping[str, Sequence[QuantifiedInvariant]]) -> InductiveSet:
    """Return `known` and `found`; formulas of `found` without the bound symbol become plain
    invariants.
    """
    invariants: dict[str, tuple[Term, ...]] = dict(known)
    quantified: dict[str, tuple[QuantifiedInvariant, ...]] = {}
    for name, kept in found.items():
        plain = tuple(each.body for each in kept if each.is_plain)
        others = tuple(each for each in kept if not each.is_plain)
        invariants[name] = tuple(dict.fromkeys((*known.get(name, ()), *plain)))
        if others:
            quantified[name] = others
    return InductiveSet({name: terms for name, terms in invariants.items() if terms}, quantified)


def _irredundant(
    quantified: Sequence[QuantifiedInvariant], known: Sequence[Term], solver: SystemSolver, budget: Budget
) -> tuple[QuantifiedInvariant, ...]:
    """Return those of `quantified` that `known` and earlier ones do not imply at the same index."""
    kept: list[QuantifiedInvariant] = []
    assumed = list(known)
    for each in quantified:
        budget.spend()
        about = each.at(any_value(each.bound.sort))
        if not isinstance(solver.check([*assumed, not_(about)], purpose="redundant quantified invariants"), Unsat):
            kept.append(each)
            assumed.append(about)
    return tuple(kept)
