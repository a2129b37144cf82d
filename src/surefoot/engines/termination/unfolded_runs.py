"""Runs of a control system that stay in a loop: by a solver, with a repeated state or just long, and
sampled ones.

A state is compared as far as control depends on it: on the variables that guards of the loop
mention, and those that influence these. A run that repeats such a state takes the same edges again
for the same inputs.
"""

from collections.abc import Collection, Iterator
from contextlib import closing
from itertools import islice

from surefoot.base.errors import OutOfBudget
from surefoot.base.records import dataclass
from surefoot.discharge.obligation import values_of
from surefoot.discharge.system_solver import SystemSolver
from surefoot.engines.limits import LIMITS
from surefoot.engines.tasks import SystemTask
from surefoot.engines.termination.ranks import components_of
from surefoot.engines.termination.transitions import sampled_runs
from surefoot.logic import FALSE, Sort, Term, Value, and_, eq, or_, variables_of
from surefoot.program.access import constants_of
from surefoot.smt.contracts import Sat
from surefoot.systems.control.runs import Run, states_along
from surefoot.systems.control.system import ControlSystem
from surefoot.systems.control.unfolding import Arrival, Unfolding


@dataclass(frozen=True, slots=True)
class StayingRun:
    """A run that is in the component with the locations ``inside`` after ``first`` steps, and in
    the end.
    """

    run: Run
    inside: tuple[str, ...]
    first: int


def repeating_runs(task: SystemTask, lengths: range) -> Iterator[StayingRun]:
    """Yield runs with `lengths` whose states after `first` steps and at the end are equal as far as
    control depends on them.
    """
    system = task.system
    unfolding = Unfolding(system)
    loops = _Loops(system)
    with closing(SystemSolver(system, task.solvers.new())) as solver:
        for fact in system.facts:
            solver.add(fact.formula)
        for last in lengths:
            task.budget.spend()
            pairs = [
                (first, name, guard)
                for name, here in unfolding.arrivals(last).items()
                if name in loops.inside
                for first in range(1, last)
                if name in unfolding.arrivals(first)
                if (guard := _same(unfolding.arrivals(first)[name], here, loops.cone[name])) is not FALSE
            ]
            if not pairs:
                continue
            formula = or_(*(guard for _, _, guard in pairs))
            try:
                answer = solver.check([formula], purpose="lassos")
            except OutOfBudget:
                task.budget.spend()
                return
            if not isinstance(answer, Sat):
                continue
            values = values_of(answer.model, formula)
            for first, name, guard in pairs:
                if values.value(guard):
                    run = unfolding.run_of(answer.model, last, (formula, *solver.facts))
                    yield StayingRun(run, loops.inside[name], first)
                    break


def long_runs(task: SystemTask) -> Iterator[StayingRun]:
    """Yield runs that are in a loop for half of their steps, and have a next step there."""
    system = task.system
    unfolding = Unfolding(system)
    loops = _Loops(system)
    with closing(SystemSolver(system, task.solvers.new())) as solver:
        for fact in system.facts:
            solver.add(fact.formula)
        for last in (3, 2 * LIMITS.lasso_layers):
            for name in loops.inside:
                task.budget.spend()
                here = unfolding.arrivals(last).get(name)
                states = [unfolding.arrivals(number) for number in (last // 2, last - 1)]
                if here is None:
                    continue
                inside = [
                    or_(*(arrival.guard for each, arrival in before.items() if each in loops.inside[name]))
                    for before in states
                ]
                formula = and_(here.guard, *inside)
                answer = solver.check([formula], purpose="lassos")
                if isinstance(answer, Sat):
                    run = unfolding.run_of(answer.model, last, (formula, *solver.facts))
                    shorter = Run(run.parameters, run.steps[:-1])  # the last state need not have a next step
                    yield StayingRun(shorter, loops.inside[name], last - 1)


def repeating_values(task: SystemTask) -> dict[Sort, tuple[Value, ...]]:
    """Return the values of variables on paths that repeat a state.

    Paths of a system with other runs than the program may be spurious; their values are worth
    sampling.
    """
    found: dict[Sort, dict[Value, None]] = {}
    for each in repeating_runs(task, range(2, LIMITS.lasso_layers + 1)):
        for step, state in zip(each.run.steps, states_along(task.system, each.run), strict=True):
            for symbol in task.system.location(step.edge.source).symbols:
                found.setdefault(symbol.sort, {})[state.value(symbol)] = None
    return {sort: tuple(values) for sort, values in found.items()}


def sampled_stays(task: SystemTask) -> Iterator[StayingRun]:
    """Yield some sampled runs that stay in a loop, up to a few steps in it."""
    system = task.system
    loops = _Loops(system)
    constants = constants_of(task.goal.program, task.goal.checked)
    for run in islice(sampled_runs(system, constants, task.budget), LIMITS.recurrent_samples):
        inside = loops.inside.get(run.steps[-1].edge.destination)
        if inside is None:
            continue
        first = next(number for number, step in enumerate(run.steps, start=1) if step.edge.target in inside)
        length = first + LIMITS.recurrent_prefix
        if all(step.edge.target in inside for step in run.steps[first - 1 :]) and length < len(run.steps):
            yield StayingRun(Run(run.parameters, run.steps[:length]), inside, length)


def _same(one: Arrival, other: Arrival, cone: Collection[Term]) -> Term:
    """Return the condition that a run is at both arrivals, with the same values of `cone`."""
    return and_(one.guard, other.guard, *(eq(one.values[each], other.values[each]) for each in cone))


class _Loops:
    """Components of a system: their locations, and the variables on which their guards depend."""

    def __init__(self, system: ControlSystem) -> None:
        self.inside: dict[str, tuple[str, ...]] = {}
        self.cone: dict[str, tuple[Term, ...]] = {}
        for names, _ in components_of(system):
            edges = [edge for name in names for edge in system.edges_from(name)]
            needed: dict[str, set[Term]] = {name: set() for name in names}
            for edge in edges:
                needed[edge.source].update(variables_of(edge.guard))
            is_changed = True
            while is_changed:
                is_changed = False
                for edge in edges:
                    if isinstance(edge.target, str) and edge.target in needed:
                        used = variables_of(*(edge.update[each] for each in needed[edge.target] if each in edge.update))
                        if not needed[edge.source].issuperset(used):
                            needed[edge.source].update(used)
                            is_changed = True
            for name in names:
                self.inside[name] = names
                own = system.location(name).symbols
                self.cone[name] = tuple(symbol for symbol in own if symbol in needed[name])
