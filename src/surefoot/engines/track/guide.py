"""Search for a violation along an abstract path, or in the failure slice: the program
restricted to their decisions.

Branches that these take in one direction keep that direction, where they decide what happens to
keys, calls or checks; all other branches keep both. Runs of the restricted program are runs of the
program, so its traces need no translation. That it has no violation proves nothing.
"""

from collections.abc import Collection, Sequence

from surefoot.base.errors import OutOfBudget
from surefoot.base.records import replace
from surefoot.engines.bounded_outside_search import search_with_outside_memory
from surefoot.engines.limits import LIMITS
from surefoot.engines.tasks import ProgramTask
from surefoot.engines.track.backward import Decisions
from surefoot.engines.track.paths import PassSegment, PathStep
from surefoot.engines.track.relevance import RelevantSegments
from surefoot.engines.track.segments import EnteredCall, ReturnEnd
from surefoot.evidence.claims import ClaimsUnsafe
from surefoot.program.access import successors
from surefoot.program.program import Block, Function, Program
from surefoot.program.statements import Branch, Stop

_OFF_PATH = "%off the path"


class Guide:
    """Search for violations of the goal of ``task`` by runs whose decisions lie in the failure ``slice_``."""

    def __init__(self, task: ProgramTask, segments: RelevantSegments, slice_: Decisions) -> None:
        self._task = task
        self._segments = segments
        self._slice = slice_
        self._deciding: dict[str, set[str]] = {}

    def violation_along(self, steps: Sequence[PathStep], bounds: Sequence[int]) -> ClaimsUnsafe | None:
        """Return a violation with the decisions of the path ``steps``, if one is found in time."""
        return self._violation({**self._slice, **_decisions(steps)}, bounds, LIMITS.track_guided_seconds)

    def violation_in_slice(self, bounds: Sequence[int]) -> ClaimsUnsafe | None:
        """Return a violation in the slice, if one is found in time."""
        return self._violation(self._slice, bounds, LIMITS.track_slice_seconds)

    def _violation(self, decisions: Decisions, bounds: Sequence[int], seconds: float) -> ClaimsUnsafe | None:
        budget = self._task.budget.at_most_work(seconds)
        goal = replace(self._task.goal, program=self.restricted(decisions), rebuild_terms=None)
        guided = replace(self._task, goal=goal, budget=budget, solvers=replace(self._task.solvers, budget=budget))
        try:
            claim = search_with_outside_memory(guided, iter(bounds), 0)
        except OutOfBudget:
            self._task.budget.spend()
            return None
        return claim if isinstance(claim, ClaimsUnsafe) else None

    def restricted(self, decisions: Decisions) -> Program:
        """Return the program with ``decisions`` only; other directions that matter end the run."""
        program = self._task.goal.program
        functions = dict(program.functions)
        for name in dict.fromkeys(name for name, _ in decisions):
            if name not in self._deciding:
                self._deciding[name] = _deciding_blocks(functions[name], self._segments)
            functions[name] = _restricted(functions[name], decisions, self._deciding[name])
        return replace(program, functions=functions)


def _decisions(steps: Sequence[PathStep]) -> Decisions:
    """Return the decisions of ``steps``."""
    taken: dict[tuple[str, str], set[str]] = {}
    for step in steps:
        if isinstance(step, PassSegment) and step.successor is not None:
            taken.setdefault((step.node.context.function, step.node.point[0]), set()).add(step.successor)
    return taken


def _restricted(function: Function, taken: Decisions, deciding: Collection[str]) -> Function:
    blocks: dict[str, Block] = {}
    stops = False
    for label, block in function.blocks.items():
        directions = taken.get((function.name, label), set())
        blocks[label] = block
        match block.terminator:
            case Branch(condition, then, otherwise, span) if label in deciding and len(directions) == 1:
                kept = Branch(
                    condition,
                    then if then in directions else _OFF_PATH,
                    otherwise if otherwise in directions else _OFF_PATH,
                    span,
                )
                blocks[label] = replace(block, terminator=kept)
                stops = True
            case _:
                pass
    if not stops:
        return function
    blocks[_OFF_PATH] = Block(_OFF_PATH, (), Stop("off the path", None))
    return replace(function, blocks=blocks)


def _deciding_blocks(function: Function, segments: RelevantSegments) -> set[str]:
    """Return the blocks whose branch decides which relevant blocks follow before its ways meet."""
    relevant = {label for label in function.blocks if _is_relevant(function, label, segments)}
    meets = _post_dominators(function)
    deciding: set[str] = set()
    for label, block in function.blocks.items():
        if len(set(successors(block.terminator))) < 2:
            continue
        seen = {meets[label]} if label in meets else set()
        pending = [each for each in successors(block.terminator) if each not in seen]
        while pending:
            each = pending.pop()
            if each in seen:
                continue
            seen.add(each)
            if each in relevant or label not in meets:
                deciding.add(label)
                break
            pending.extend(successors(function.blocks[each].terminator))
    return deciding


def _is_relevant(function: Function, label: str, segments: RelevantSegments) -> bool:
    """Return whether the block changes keys, enters a call, has a check, or ends the function."""
    segment = segments.at(function.name, (label, 0))
    if segment.values or any(each.site is not None for each in segment.conditions):
        return True
    if isinstance(segment.end, ReturnEnd):
        return any(value is not None for value in segment.returned)
    return isinstance(segment.end, EnteredCall)


def _post_dominators(function: Function) -> dict[str, str]:
    """Return the immediate post-dominator of each block that has one."""
    labels = list(function.blocks)
    every = frozenset(labels)
    found: dict[str, frozenset[str]] = dict.fromkeys(labels, every)
    changed = True
    while changed:
        changed = False
        for label in reversed(labels):
            following = successors(function.blocks[label].terminator)
            common = frozenset[str]()
            if following:
                common = found[following[0]].intersection(*(found[each] for each in following[1:]))
            now = common | {label}
            if now != found[label]:
                found[label] = now
                changed = True
    nearest: dict[str, str] = {}
    for label in labels:
        strict = found[label] - {label}
        immediate = [each for each in strict if found[each] >= strict]
        if len(immediate) == 1:
            nearest[label] = immediate[0]
    return nearest
