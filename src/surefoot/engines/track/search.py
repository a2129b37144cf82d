"""Search for the keys that exclude all abstract violations of a goal."""

from collections.abc import Iterator, Sequence
from itertools import chain, islice

from surefoot.engines.limits import LIMITS
from surefoot.engines.tasks import ProgramTask
from surefoot.engines.track.call_effects import Callees, CallEffects
from surefoot.engines.track.domain import RangeDomain
from surefoot.engines.track.guide import violation_along
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
    """RangeState of the search: the keys so far, and facts about the program."""

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
                paths = paths_to(failure)
                steps = next(paths)
                obstacle = self._refine(failure, steps, segments)
                if obstacle is None:
                    continue
                others = chain(paths, chain.from_iterable(map(paths_to, failures)))
                yield self._violation(chain([steps], others), segments) or obstacle
            except TooMany:
                yield GaveUp(Why.BOUND, f"too many abstract states of {len(self._keys)} variables")
            except PathTooLong:
                yield GaveUp(Why.BOUND, "an abstract path is too long")
            return

    def _refine(self, failure: AbstractFailure, steps: Sequence[PathStep], segments: RelevantSegments) -> GaveUp | None:
        """Add keys that exclude the abstract path to ``failure``; return why that is impossible."""
        execution = PathExecution(self._effects, segments)
        execution.run(steps, failure)
        match examine(execution, self._effects, self._task.solvers):
            case Infeasible(variables) | Feasible(variables):
                new = [each for each in variables if _is_tracked(each) and each not in self._keys]
                self._keys.update(dict.fromkeys(new))
                return None if new else GaveUp(Why.BOUND, "an abstract path to a violation remains")
            case NoAnswer(reason):
                return GaveUp(Why.SOLVER_GAVE_UP, reason)

    def _violation(self, paths: Iterator[list[PathStep]], segments: RelevantSegments) -> ClaimsUnsafe | None:
        """Return a violation along one of ``paths``."""
        share = self._task.budget.at_most_work(LIMITS.track_search_seconds)
        try:
            for steps in islice(paths, LIMITS.track_guided_paths):
                found = violation_along(steps, segments, self._task)
                if found is not None or share.is_over():
                    return found
        except TooMany:  # in further abstract states
            pass
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


def _is_tracked(symbol: Term) -> bool:
    """Return whether ranges describe the values of ``symbol``."""
    return symbol.sort is BOOL or 0 < symbol.sort.width <= LIMITS.track_width
