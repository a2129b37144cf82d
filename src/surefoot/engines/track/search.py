"""Search for the keys that exclude all abstract violations of a goal."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import chain, islice

from surefoot.base.errors import OutOfBudget
from surefoot.engines.limits import LIMITS
from surefoot.engines.tasks import ProgramTask
from surefoot.engines.track.backward import decisions_towards
from surefoot.engines.track.call_effects import Callees, CallEffects
from surefoot.engines.track.domain import RangeDomain
from surefoot.engines.track.guide import Guide
from surefoot.engines.track.paths import PathExecution, PathStep, PathTooLong, paths_to
from surefoot.engines.track.refinement import Feasible, Infeasible, examine
from surefoot.engines.track.relevance import RelevantSegments
from surefoot.engines.track.tabulation import AbstractFailure, Tabulation, TooMany
from surefoot.evidence.claims import Claim, ClaimsSafe, ClaimsUnsafe, GaveUp, Why
from surefoot.evidence.tracked import TrackedContext, TrackedExit, TrackedSummaries
from surefoot.logic import BOOL, Term, variables_of
from surefoot.program.access import successors
from surefoot.program.statements import Branch
from surefoot.smt.contracts import NoAnswer


class KeySearch:
    """State of the search: the keys so far, and facts about the program."""

    def __init__(self, task: ProgramTask, targets: Callees) -> None:
        self._task = task
        self._effects = CallEffects(task.goal, targets)
        self._domain = RangeDomain(self._effects.addresses)
        self._keys: dict[Term, None] = dict.fromkeys(filter(_is_tracked, self._branches_before_checks()))

    def claims(self) -> Iterator[Claim]:
        """Yield the claims of the search."""
        while True:
            segments = RelevantSegments(self._effects, tuple(self._keys), self._domain)
            tabulation = Tabulation(segments, self._domain, self._task.budget)
            failures = tabulation.failures()
            try:
                failure = next(failures, None)
                if failure is None:
                    yield ClaimsSafe(self._certificate(tabulation))
                    return
                obstacle = self._refine(failure, next(paths_to(failure)), segments)
                if obstacle is None:
                    continue
                yield self._violation(failure, failures, tabulation) or obstacle
            except TooMany:
                yield GaveUp(Why.BOUND, f"too many abstract states of {len(self._keys)} variables")
            except PathTooLong:
                yield GaveUp(Why.BOUND, "an abstract path is too long")
            return

    def _refine(self, failure: AbstractFailure, steps: Sequence[PathStep], segments: RelevantSegments) -> GaveUp | None:
        """Add keys that exclude the abstract path to ``failure``; return why that is impossible."""
        execution = PathExecution(self._effects, segments)
        execution.run(steps, failure)
        match examine(execution, self._effects, self._task.solvers, self._is_new):
            case Infeasible(variables) | Feasible(variables):
                new = [each for each in variables if self._is_new(each)]
                self._keys.update(dict.fromkeys(new))
                return None if new else GaveUp(Why.BOUND, "an abstract path to a violation remains")
            case NoAnswer(reason):
                return GaveUp(Why.SOLVER_GAVE_UP, reason)

    def _is_new(self, variable: Term) -> bool:
        """Return whether ``variable`` may become a key."""
        return _is_tracked(variable) and variable not in self._keys

    def _violation(
        self, first: AbstractFailure, others: Iterator[AbstractFailure], tabulation: Tabulation
    ) -> ClaimsUnsafe | None:
        """Return a violation along an abstract path to the failure ``first`` or to one of ``others``;
        else one in their failure slice.
        """
        tabulation.budget = self._task.budget.at_most_work(LIMITS.track_further_seconds)
        failures = [first, *_explored(others)]
        guide = Guide(self._task, tabulation.segments, decisions_towards(failures, tabulation))
        paths = list(islice(chain.from_iterable(map(paths_to, failures)), LIMITS.track_guided_paths))
        for bounds, seconds in (
            (LIMITS.track_guided_bounds, LIMITS.track_search_seconds),
            (LIMITS.track_deep_bounds, LIMITS.track_deep_seconds),
        ):
            share = self._task.budget.at_most_work(seconds)
            for steps in paths:
                found = guide.violation_along(steps, bounds)
                if found is not None:
                    return found
                if share.is_over():
                    break
            found = guide.violation_in_slice(bounds)
            if found is not None:
                return found
        return None

    def _branches_before_checks(self) -> Iterator[Term]:
        """Yield the variables of branches to blocks with checks that may be violated."""
        for name in self._effects.callees:
            function = self._effects.program.functions[name]
            failing = {
                label
                for label, block in function.blocks.items()
                if any(self._effects.is_violation(name, each) for each in block.statements)
            }
            for block in function.blocks.values():
                if isinstance(block.terminator, Branch) and failing.intersection(successors(block.terminator)):
                    yield from variables_of(block.terminator.condition)

    def _certificate(self, tabulation: Tabulation) -> TrackedSummaries:
        contexts = tuple(
            TrackedContext(
                context.function,
                context.entry,
                {point: tuple(found) for point, found in context.nodes.items()},
                tuple(TrackedExit(globals_, results) for globals_, results in context.exits),
            )
            for context in tabulation.contexts.values()
        )
        targets = {
            point: known for point, known in self._effects.targets.items() if point.function in self._effects.callees
        }
        return TrackedSummaries(tuple(self._keys), (), contexts, targets)


def _explored(failures: Iterator[AbstractFailure]) -> Iterator[AbstractFailure]:
    """Yield ``failures`` up to the limits of abstract states and time."""
    with suppress(TooMany, OutOfBudget):
        yield from failures


def _is_tracked(symbol: Term) -> bool:
    """Return whether ranges describe the values of ``symbol``."""
    return symbol.sort is BOOL or 0 < symbol.sort.width <= LIMITS.track_width
