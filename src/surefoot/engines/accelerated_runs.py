"""Accelerated runs: rounds of loops with a closed form are one step, which finds violations deep in
a run.

First, the program is run on likely inputs with accelerated loops; a run through 10^9 rounds
takes milliseconds. Then a solver searches the control system with accelerated edges
(`closed_forms.acceleration`) for runs on any inputs. Those that it finds are executed.
"""

import time
from collections.abc import Iterator
from contextlib import closing, suppress
from random import Random
from typing import ClassVar

from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.base.records import dataclass, replace
from surefoot.discharge.system_solver import SystemSolver
from surefoot.engines.contracts import Count, Positive, Seconds
from surefoot.engines.tasks import EngineTask, SystemTask
from surefoot.evidence.claims import Claim, ClaimsUnsafe, GaveUp, Goal, Why
from surefoot.program.access import constants_of
from surefoot.program.trace import Trace
from surefoot.semantics.interpreter import RecordedChoices, Violated, run
from surefoot.semantics.sampling import SampledChoices, SamplingMode
from surefoot.smt.contracts import Sat
from surefoot.smt.registry import SolverFactory
from surefoot.systems.closed_forms.acceleration import with_accelerated_loops
from surefoot.systems.control.unfolding import Unfolding
from surefoot.systems.encode.cut_points import Place
from surefoot.systems.encode.interpreter_acceleration import AcceleratingVisitor
from surefoot.systems.encode.program_system import ProgramSystem


@dataclass(frozen=True, slots=True)
class LoopAcceleration:
    """Runs with loop acceleration on likely inputs, then on those that a solver finds; finds
    violations only.
    """

    name: ClassVar[str] = "accelerate"
    view: ClassVar[type[EngineTask]] = SystemTask
    runs: Count = 200
    """Maximal number of runs on likely inputs."""
    seconds: Seconds = 10.0
    """Seconds for runs on likely inputs."""
    steps: Positive = 200_000
    """Maximal number of statements of a run between accelerated steps."""
    seed: Count = 1
    """Seed of the inputs."""
    blocks: Count = 12
    """Maximal number of steps, accelerated ones included, of runs that a solver searches for; 0
    means none.
    """
    search_seconds: Seconds = 20.0
    """Seconds for the solver."""

    def claims(self, task: SystemTask) -> Iterator[Claim]:
        """Yield a violation that an accelerated run finds, or give up."""
        goal, encoding, solvers, budget = task.goal, task.encoding, task.solvers, task.budget
        if not isinstance(encoding, ProgramSystem):
            yield GaveUp(Why.UNSUPPORTED, "models have no accelerated runs", "use another --engine")
            return
        trace = self._sampled(goal, encoding, budget)
        if trace is None:
            share = budget.at_most(self.search_seconds)
            with suppress(OutOfBudget):
                trace = self._found(goal, encoding, replace(solvers, budget=share), share)
            budget.spend()
        if trace is not None:
            yield ClaimsUnsafe(trace)
        else:
            yield GaveUp(Why.BOUND, "no violation in accelerated runs", "use an engine that covers all runs")

    def _sampled(self, goal: Goal, encoding: ProgramSystem, budget: Budget) -> Trace | None:
        """Return a violation in runs on likely inputs."""
        known = constants_of(goal.program, goal.checked)
        end = time.thread_time() + self.seconds
        for number in range(self.runs):
            budget.spend()
            manner = SamplingMode(boundary_values=number % 2 == 1)
            choices = SampledChoices(Random(self.seed + number), known, manner)  # noqa: S311  # not for secrets
            if self._is_violation(goal, encoding, choices):
                return choices.trace
            if choices.is_forced or time.thread_time() >= end:
                break
        return None

    def _found(self, goal: Goal, encoding: ProgramSystem, solvers: SolverFactory, budget: Budget) -> Trace | None:
        """Return a violation in runs of the control system with accelerated edges."""
        quiet = [name for name, place in encoding.places.items() if _has_no_inputs(encoding, place)]
        system = with_accelerated_loops(encoding.system, quiet)
        if system is None or not self.blocks:
            return None
        unfolding = Unfolding(system)
        with closing(SystemSolver(system, solvers.new())) as solver:
            for number in range(1, self.blocks + 1):
                budget.spend()
                formula = unfolding.layer(number).violation
                answer = solver.check([formula], purpose="accelerated runs")
                if isinstance(answer, Sat):
                    run = unfolding.run_of(answer.model, number, (formula, *solver.facts))
                    trace = replace(encoding, system=system).trace_of(run)
                    if self._is_violation(goal, encoding, RecordedChoices(trace)):
                        return trace
        return None

    def _is_violation(self, goal: Goal, encoding: ProgramSystem, choices: SampledChoices | RecordedChoices) -> bool:
        """Return whether the run on ``choices`` ends in a violation of the goal."""
        visitor = AcceleratingVisitor(encoding, goal.checked, choices)
        outcome = run(encoding.program, goal.checked, choices, max_steps=self.steps, visitor=visitor)
        return isinstance(outcome, Violated) and goal.is_violation_at(outcome.site)


def _has_no_inputs(encoding: ProgramSystem, place: Place) -> bool:
    """Return whether rounds of the loop at ``place`` read no inputs: an accelerated edge has none."""
    return not encoding.graph.cut_points[place].passage.choices
