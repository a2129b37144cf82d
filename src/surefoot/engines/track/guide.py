"""Search for a violation along an abstract path: the program restricted to the path's decisions.

Branches that the path takes in one direction keep that direction, where they decide what happens to
keys, calls or checks; all other branches keep both. Runs of the restricted program are runs of the
program, so its traces need no translation. That it has no violation proves nothing.
"""

from collections.abc import Mapping, Sequence

from surefoot.base.errors import OutOfBudget
from surefoot.base.records import replace
from surefoot.engines.bounded_outside_search import search_with_outside_memory
from surefoot.engines.limits import LIMITS
from surefoot.engines.tasks import ProgramTask
from surefoot.engines.track.paths import EnterCallee, PassSegment, PathStep
from surefoot.engines.track.relevance import RelevantSegments
from surefoot.engines.track.segments import EnteredCall, ReturnEnd
from surefoot.evidence.claims import ClaimsUnsafe
from surefoot.program.access import successors
from surefoot.program.program import Block, Function, Program
from surefoot.program.statements import Branch, Stop

_OFF_PATH = "%off the path"


def violation_along(steps: Sequence[PathStep], segments: RelevantSegments, task: ProgramTask) -> ClaimsUnsafe | None:
    """Return a violation of the program restricted to ``steps``, if one is found in time."""
    program = restricted(task.goal.program, steps, segments)
    budget = task.budget.at_most_work(LIMITS.track_guided_seconds)
    goal = replace(task.goal, program=program, rebuild_terms=None)
    guided = replace(task, goal=goal, budget=budget, solvers=replace(task.solvers, budget=budget))
    try:
        claim = search_with_outside_memory(guided, iter(range(1, LIMITS.track_guided_bound + 1)), 0)
    except OutOfBudget:
        task.budget.spend()
        return None
    return claim if isinstance(claim, ClaimsUnsafe) else None


def restricted(program: Program, steps: Sequence[PathStep], segments: RelevantSegments) -> Program:
    """Return ``program`` with the decisions of ``steps``; other directions end the run."""
    taken: dict[tuple[str, str], set[str]] = {}
    for step in steps:
        if isinstance(step, PassSegment) and step.successor is not None:
            taken.setdefault((step.node.context.function, step.node.point[0]), set()).add(step.successor)
    names = dict.fromkeys(step.node.context.function for step in steps if isinstance(step, PassSegment))
    names |= dict.fromkeys(step.function for step in steps if isinstance(step, EnterCallee))
    functions = dict(program.functions)
    for name in names:
        functions[name] = _restricted(functions[name], taken, segments)
    return replace(program, functions=functions)


def _restricted(function: Function, taken: Mapping[tuple[str, str], set[str]], segments: RelevantSegments) -> Function:
    deciding = _deciding_blocks(function, segments)
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
