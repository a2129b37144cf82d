"""From a control system to universals that are inductive: guesses, what is inductive of them, and without what others say already."""

from collections.abc import Mapping, Sequence

from surefoot.analysis.candidates import SEED, Constants
from surefoot.analysis.sampling import Sample, sample_states
from surefoot.analysis.universals.candidates import universal_candidates, unrefuted
from surefoot.analysis.universals.inductive import inductive_universals
from surefoot.analysis.universals.pools import pool_guesses
from surefoot.budget import Budget
from surefoot.logic import Term, not_
from surefoot.records import dataclass
from surefoot.solvers.contracts import Unsat
from surefoot.systems.control.solving import SystemSolver
from surefoot.systems.control.system import ControlSystem, Invariants
from surefoot.systems.control.universals import Universal, Universals, any_value

SAMPLING_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class Found:
    """Invariants and universals that are inductive together."""

    invariants: Invariants
    universals: Universals


def find_universals(
    system: ControlSystem, constants: Constants, known: Invariants, most: int, solver: SystemSolver, budget: Budget
) -> Found:
    """Universals of ``system``, and ``known`` with what of the order of positions holds besides; of ``most`` guesses for each location besides those about pools.

    Requires  ``known`` is inductive
    """
    samples = sample_states(system, constants, SEED, budget.at_most(SAMPLING_SECONDS))
    possible: dict[tuple[str, Term], bool] = {}

    def is_possible(name: str, formula: Term) -> bool:
        if (name, formula) not in possible:
            budget.spend()
            answer = solver.check([*system.assumption(name, known), formula], purpose="ranges")
            possible[name, formula] = not isinstance(answer, Unsat)
        return possible[name, formula]

    found = _about_pools(system, samples, known, solver, budget)
    if most:
        guesses = universal_candidates(system, samples, is_possible, most)
        everything = {name: (*found.get(name, ()), *guesses[name]) for name in system.names}
        found = inductive_universals(system, known, everything, solver, budget)
    invariants: dict[str, tuple[Term, ...]] = dict(known)
    universals: dict[str, tuple[Universal, ...]] = {}
    for name, kept in found.items():
        telling = _irredundant(kept, system.assumption(name, known), solver, budget) if most else list(kept)
        plain = tuple(each.body for each in telling if each.is_plain)
        quantified = tuple(each for each in telling if not each.is_plain)
        invariants[name] = (*known.get(name, ()), *plain)
        if quantified:
            universals[name] = quantified
    return Found({name: terms for name, terms in invariants.items() if terms}, universals)


def _about_pools(
    system: ControlSystem,
    samples: Mapping[str, Sequence[Sample]],
    known: Invariants,
    solver: SystemSolver,
    budget: Budget,
) -> dict[str, tuple[Universal, ...]]:
    """Universals about pools; weaker guesses are looked at only where no stronger one about the same thing holds."""
    waiting: dict[str, list[list[list[Universal]]]] = {}
    for name, guesses in pool_guesses(system).items():
        seen = samples.get(name, ())
        unrefuted_levels = ([unrefuted(list(level), seen) for level in levels] for levels in guesses)
        kept_levels = ([level for level in levels if level] for levels in unrefuted_levels)
        waiting[name] = [levels for levels in kept_levels if levels]
    found: dict[str, tuple[Universal, ...]] = {}
    while any(waiting.values()):
        tried = {
            name: list(dict.fromkeys((*found.get(name, ()), *(each for levels in known_levels for each in levels[0]))))
            for name, known_levels in waiting.items()
        }
        found = inductive_universals(system, known, tried, solver, budget)
        for name, known_levels in waiting.items():
            held = set(found.get(name, ()))
            left = [levels[1:] for levels in known_levels if held.isdisjoint(levels[0])]
            waiting[name] = [levels for levels in left if levels]
    return found


def _irredundant(
    universals: Sequence[Universal], known: Sequence[Term], solver: SystemSolver, budget: Budget
) -> list[Universal]:
    """Those of ``universals`` that ``known`` and the ones before do not imply, index by index."""
    kept: list[Universal] = []
    said = list(known)
    for each in universals:
        budget.spend()
        about = each.at(any_value(each.bound.sort))
        if not isinstance(solver.check([*said, not_(about)], purpose="redundant universals"), Unsat):
            kept.append(each)
            said.append(about)
    return kept
