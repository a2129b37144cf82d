"""Refinement of the keys by abstract paths that no run follows."""

from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import closing

from surefoot.base.records import dataclass
from surefoot.engines.limits import LIMITS
from surefoot.engines.track.call_effects import CallEffects
from surefoot.engines.track.paths import PathEvent, PathExecution, PathPlace
from surefoot.logic import FALSE, TRUE, Term, bv, bvult, distinct, not_, variables_of
from surefoot.smt.contracts import NoAnswer, Sat, Unsat
from surefoot.smt.registry import SolverFactory


@dataclass(frozen=True, slots=True)
class Infeasible:
    """No run follows the path, and the values of ``variables`` show it."""

    variables: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Feasible:
    """Runs may follow the path; it depends on ``effects`` of skipped calls."""

    effects: tuple[Term, ...]


def examine(
    execution: PathExecution, effects: CallEffects, solvers: SolverFactory, is_new: Callable[[Term], bool]
) -> Infeasible | Feasible | NoAnswer:
    """Return whether the path of ``execution`` is feasible if memory is arbitrary.

    Conditions that are contradictory, but whose variables are not new, are left out, as long as
    others may contradict each other: the abstraction loses the values of counters of long loops.
    """
    events = execution.events
    required = [number for number, each in enumerate(events) if each.condition is not TRUE]
    found: Infeasible | Feasible | NoAnswer = Feasible(())
    for _ in range(LIMITS.track_contradictions):
        contradiction = _contradiction(events, required, effects, solvers)
        if isinstance(contradiction, NoAnswer):
            return contradiction
        if not contradiction:
            return Feasible(_skipped_effects(events, required))
        found = Infeasible(_definitions(events, contradiction))
        if any(map(is_new, found.variables)):
            return found
        required = [number for number in required if number not in contradiction]
    return found


def _contradiction(
    events: Sequence[PathEvent], required: Sequence[int], effects: CallEffects, solvers: SolverFactory
) -> frozenset[int] | NoAnswer:
    """Return positions among ``required`` with contradictory conditions, none if there are none."""
    for number in required:
        if events[number].condition is FALSE:
            return frozenset((number,))
    formulas = {events[number].condition: number for number in required}
    with closing(solvers.new()) as solver:
        for fact in _address_facts(formulas, effects):
            solver.add(fact)
        match solver.check(list(formulas), purpose="abstract path"):
            case Unsat(core):
                return frozenset(formulas[each] for each in core)
            case Sat():
                return frozenset()
            case answer:
                return answer


def _address_facts(formulas: Iterable[Term], effects: CallEffects) -> list[Term]:
    """Return that addresses are at least 4096 and differ, for those in ``formulas``."""
    mentioned = [each for each in variables_of(*formulas) if each in effects.addresses]
    facts = [not_(bvult(each, bv(4096, each.sort.width))) for each in mentioned]
    return [*facts, distinct(*mentioned)] if len(mentioned) > 1 else facts


def _definitions(events: Sequence[PathEvent], positions: Collection[int]) -> tuple[Term, ...]:
    """Return the variables that the conditions at ``positions`` depend on, along the path."""
    assigned, initial = _dependencies(events, positions)
    found = [event.target[1] for event in assigned if event.target is not None]
    return tuple(dict.fromkeys([*found, *(symbol for _, symbol in initial)]))


def _skipped_effects(events: Sequence[PathEvent], positions: Collection[int]) -> tuple[Term, ...]:
    """Return the targets of effects of skipped calls that the conditions depend on."""
    assigned, _ = _dependencies(events, positions)
    return tuple(dict.fromkeys(event.target[1] for event in assigned if event.skipped and event.target is not None))


def _dependencies(events: Sequence[PathEvent], positions: Collection[int]) -> tuple[list[PathEvent], list[PathPlace]]:
    """Return the assignments that the conditions at ``positions`` depend on, the last one first, and
    the variables whose values before the path matter.
    """
    found: list[PathEvent] = []
    needed: dict[PathPlace, None] = {}
    at = set(positions)
    for number in range(max(at, default=-1), -1, -1):
        event = events[number]
        if number in at:
            needed.update(dict.fromkeys(event.reads))
        elif event.target is not None and event.target in needed:
            del needed[event.target]
            found.append(event)
            needed.update(dict.fromkeys(event.reads))
    return found, list(needed)
