"""Concrete runs beside tables of tracked variables: states at blocks must be listed.

A call is compared with the contexts that its first state lies in. Runs that have undefined
behaviour contradict nothing, since the proof rests on assumptions that exclude it.
"""

import time
from random import Random

from surefoot.certify.corroborate.concrete_runs import (
    NoContradiction,
    RunDisagrees,
    RunFails,
    RunFinding,
    RunStatistics,
)
from surefoot.certify.kernel.tracked.effects import TransitiveEffects
from surefoot.certify.kernel.tracked.wellformed import CheckedKeys, keys_of
from surefoot.certify.limits import LIMITS
from surefoot.evidence.claims import Goal
from surefoot.evidence.tracked import RangeUnion, TrackedContext, TrackedSummaries, Valuation
from surefoot.logic import Evaluator, Term, Value
from surefoot.program.access import constants_of
from surefoot.program.program import Function
from surefoot.semantics.interpreter import ConcreteObject, Finished, Frame, IllegalTrace, Machine, Violated, run
from surefoot.semantics.interpreter.code import GeneratedCode
from surefoot.semantics.sampling import SampledChoices, SamplingMode
from surefoot.systems.encode.encoding import Disagreement

_MODES = (
    SamplingMode(),
    SamplingMode(boundary_values=True),
    SamplingMode(random_memory=True),
    SamplingMode(boundary_values=True, random_memory=True),
)


def sample_tracked_runs(
    goal: Goal, certificate: TrackedSummaries, seconds: float, code: GeneratedCode, seed: int = 1
) -> RunFinding:
    """Search for a run that contradicts ``certificate``, which was confirmed.

    At least one run is made, more until ``seconds`` of CPU time are used up.
    """
    begun = time.process_time()
    statistics = RunStatistics()
    known = dict(constants_of(goal.program, goal.checked))
    comparison = StateComparison(goal, certificate)
    for number in range(LIMITS.runs):
        if number and time.process_time() >= begun + seconds:
            break
        choices = SampledChoices(Random(seed + number), known, _MODES[number % len(_MODES)])  # noqa: S311 - not for secrets
        try:
            outcome = run(
                goal.program,
                goal.checked,
                choices,
                max_steps=LIMITS.run_steps,
                largest_copy=LIMITS.copied_bytes,
                visitor=comparison,
                generated_code=code,
            )
        except Disagreement as found:
            return RunDisagrees(choices.trace, str(found), statistics)
        if not isinstance(outcome, IllegalTrace):
            statistics.runs += 1
            statistics.finished += isinstance(outcome, Finished)
        if isinstance(outcome, Violated) and goal.is_violation_at(outcome.site):
            return RunFails(choices.trace, outcome, statistics)
    statistics.seconds = time.process_time() - begun
    return NoContradiction(statistics, is_complete=False)


class StateComparison:
    """Visitor that compares the states of runs at blocks with the listed valuations."""

    def __init__(self, goal: Goal, certificate: TrackedSummaries) -> None:
        self._keys: CheckedKeys = keys_of(certificate, goal.program)
        self._effects = TransitiveEffects(goal.program, certificate.targets, goal.is_violation_at)
        self._contexts: dict[str, list[TrackedContext]] = {}
        for context in certificate.contexts:
            self._contexts.setdefault(context.function, []).append(context)
        self._calls: list[tuple[Frame, list[TrackedContext]]] = []
        self.compared = 0
        """The number of compared states."""

    def is_visited(self, function: Function, _label: str) -> bool:
        """Return whether states at the block are compared."""
        return function.name in self._contexts

    def on_start(self, _machine: Machine) -> None:
        """Drop the calls of the previous run."""
        self._calls.clear()

    def on_object(self, created: ConcreteObject) -> None:
        """Do nothing: memory is not compared."""

    def on_block(self, machine: Machine, label: str) -> None:
        """Compare the state; raises `Disagreement` if it is not listed."""
        frames = machine.frames
        active = {id(frame) for frame in frames}
        while self._calls and id(self._calls[-1][0]) not in active:
            self._calls.pop()
        frame = frames[-1]
        function = frame.code.function
        if not self._calls or self._calls[-1][0] is not frame:
            is_followed = len(frames) == 1 or (bool(self._calls) and self._calls[-1][0] is frames[-2])
            if label != function.entry.label or not is_followed:
                return
            contexts = [each for each in self._contexts[function.name] if self._is_in(each.entry, machine)]
            if not contexts:
                if self._must_be_entered(function.name) or len(frames) == 1:
                    raise Disagreement(f"a run calls {function.name} in a state that no context has")
                return
            self._calls.append((frame, contexts))
        self.compared += 1
        contexts = self._calls[-1][1]
        if not any(self._is_in(each, machine) for context in contexts for each in context.points.get((label, 0), ())):
            raise Disagreement(f"a run enters block {label} of {function.name} in a state that is not listed")

    def _must_be_entered(self, name: str) -> bool:
        modified = self._effects.modified(name) & self._keys.global_variables
        return bool(modified) or self._effects.may_violate(name)

    def _is_in(self, valuation: Valuation, machine: Machine) -> bool:
        frame = machine.frames[-1]
        slots, globals_ = frame.code.slots, machine.global_slots

        def value_of(symbol: Term) -> Value:
            if symbol in slots:
                return frame.values[slots[symbol]]
            return machine.globals[globals_[symbol]] if symbol in globals_ else machine.addresses[symbol]

        values = Evaluator(value_of)
        return all(_is_listed(values.value(self._keys.terms[key]), ranges) for key, ranges in valuation)


def _is_listed(value: Value, ranges: RangeUnion) -> bool:
    return isinstance(value, int) and any(least <= int(value) <= most for least, most in ranges)
