"""Folding of traces: a call without effects, the middle iterations of a loop, and runs of lines
without a change become one line.
"""

from collections.abc import Sequence

from surefoot.base.records import dataclass
from surefoot.report.document import StepEntry
from surefoot.report.limits import LIMITS


@dataclass(frozen=True, slots=True)
class FoldedIterations:
    """``iterations`` iterations of the loop at ``line`` that are not shown."""

    line: int
    iterations: int
    depth: int


@dataclass(frozen=True, slots=True)
class UnchangingLines:
    """``lines`` lines without a change that are not shown."""

    lines: int
    depth: int


@dataclass(frozen=True, slots=True)
class Gap:
    """Steps that were not recorded: ``lines`` lines, or ``statements`` statements where lines were
    not counted.
    """

    lines: int
    statements: int = 0


NOTHING = Gap(0)


def shortened(steps: Sequence[StepEntry], missing: Gap) -> list[StepEntry | FoldedIterations | UnchangingLines | Gap]:
    """Return ``steps`` folded; ``missing`` steps, if any, are in the middle."""
    if missing == NOTHING:
        cycle = next((number for number, step in enumerate(steps) if step.get("repeats")), 0)
        return [*_folded(steps[:cycle]), *_folded(steps[cycle:])]
    middle = len(steps) // 2
    return [*_folded(steps[:middle]), missing, *_folded(steps[middle:])]


def _folded(steps: Sequence[StepEntry]) -> list[StepEntry | FoldedIterations | UnchangingLines]:
    return skip_unchanging(fold(fold_calls(steps)))


def with_gap(steps: Sequence[StepEntry], missing: Gap) -> list[StepEntry | Gap]:
    """Return all ``steps``, with the ``missing`` ones in the middle."""
    middle = len(steps) // 2
    return [*steps] if missing == NOTHING else [*steps[:middle], missing, *steps[middle:]]


def fold_calls(steps: Sequence[StepEntry]) -> list[StepEntry]:
    """Return ``steps`` with one step for each call that has arguments, changes nothing and returns."""
    rest = list(steps)
    shown: list[StepEntry] = []
    at = 0
    while at < len(rest):
        end = _end_of_trivial_call(rest, at)
        if end is None:
            shown.append(rest[at])
            at += 1
            continue
        caller = shown[-1] if shown else None
        after = rest[end].copy()
        result = f"{rest[at]['function'].partition('@')[0]}()"
        returned = [each["value"] for each in after["changes"] if each["name"] == result]
        if len(returned) == 1:
            after["changes"] = [each for each in after["changes"] if each["name"] != result]
        shown.append(_folded_call(rest[at], returned))
        is_same_line = caller is not None and _line(caller) == _line(after)
        if is_same_line and not after["changes"] and after.keys() <= _PLAIN:
            end += 1
        else:
            rest[end] = after
        at = end
    return shown


_PLAIN = frozenset({"file", "line", "function", "depth", "source", "changes"})
"""Keys of steps at which nothing but changes happens."""


def _line(step: StepEntry) -> tuple[str, int, int]:
    return step["file"], step["line"], step["depth"]


def _folded_call(first: StepEntry, returned: Sequence[str]) -> StepEntry:
    """Return the step that stands for the call that begins at ``first``."""
    arguments = ", ".join(
        f"{each['name']} = {each['value']}" for each in first["changes"] if not each["name"].endswith("()")
    )
    result = f" returns {returned[0]}" if len(returned) == 1 else ""
    return {
        "file": first["file"],
        "line": first["line"],
        "function": first["function"],
        "depth": first["depth"],
        "source": f"{first['function'].partition('@')[0]}({arguments}){result}",
        "changes": [],
    }


def _end_of_trivial_call(steps: Sequence[StepEntry], start: int) -> int | None:
    """Return the index of the step after the call that begins at ``start``; ``None`` if there is no
    such call, it does not return, or it changes something.
    """
    if not steps[start].get("arguments"):
        return None
    depth = steps[start]["depth"]
    for index in range(start, len(steps)):
        step = steps[index]
        if step["depth"] < depth or (index > start and step["depth"] == depth and step.get("arguments")):
            return index
        results = sum(each["name"].endswith("()") for each in step["changes"])
        has_inputs = any("origin" in each for each in step["changes"])
        is_plain = step.keys() <= {*_PLAIN, "arguments"}
        if has_inputs or not is_plain or len(step["changes"]) != results + step.get("arguments", 0):
            return None
    return None


def skip_unchanging(
    steps: Sequence[StepEntry | FoldedIterations],
) -> list[StepEntry | FoldedIterations | UnchangingLines]:
    """Return ``steps`` with only the first and the last of many consecutive lines without a change."""
    shown: list[StepEntry | FoldedIterations | UnchangingLines] = []
    run: list[StepEntry] = []
    for step in [*steps, None]:
        if step is not None and not isinstance(step, FoldedIterations) and not step["changes"]:
            run.append(step)
            continue
        if len(run) > LIMITS.unchanging_lines:
            shown += [run[0], UnchangingLines(len(run) - 2, run[-1]["depth"]), run[-1]]
        else:
            shown += run
        run = []
        if step is not None:
            shown.append(step)
    return shown


def fold(steps: Sequence[StepEntry]) -> list[StepEntry | FoldedIterations]:
    """Return ``steps`` with the first and last iterations of each loop only, in every activation of
    its function.
    """
    shown: list[StepEntry | FoldedIterations] = []
    at = 0
    while at < len(steps):
        found = _long_loop(steps, at)
        if found is None:
            shown.append(steps[at])
            at += 1
            continue
        loop, iterations = found
        first = steps[at].copy()
        first["iterations"] = _without(steps[at], loop)
        shown += fold([first, *steps[at + 1 : iterations[LIMITS.first_iterations]]])
        numbers = [
            _number(steps[index], loop)
            for index in (iterations[LIMITS.first_iterations], iterations[-LIMITS.last_iterations])
        ]
        shown.append(FoldedIterations(loop, numbers[1] - numbers[0], steps[at]["depth"]))
        at = iterations[-LIMITS.last_iterations]
    return shown


def _long_loop(steps: Sequence[StepEntry], at: int) -> tuple[int, list[int]] | None:
    """Return the outermost loop with iterations to fold that begin at ``at``: its line, and the
    starts of its iterations.
    """
    for line, _ in steps[at].get("iterations", ()):
        iterations = _iterations(steps, at, line)
        if len(iterations) > LIMITS.first_iterations + LIMITS.last_iterations:
            return line, iterations
    return None


def _without(step: StepEntry, loop: int) -> list[list[int]]:
    return [[line, number] for line, number in step["iterations"] if line != loop]


def _number(step: StepEntry, loop: int) -> int:
    """Return the number of the iteration of ``loop`` that begins at ``step``."""
    return next(int(number) for line, number in step["iterations"] if line == loop)


def _iterations(steps: Sequence[StepEntry], start: int, loop: int) -> list[int]:
    """Return the start of each iteration of the loop, from the one at ``start`` on."""
    depth = steps[start]["depth"]
    found = [start]
    for index in range(start + 1, len(steps)):
        step = steps[index]
        if step["depth"] < depth:
            break
        if step["depth"] > depth:
            continue
        numbers = [number for line, number in step.get("iterations", ()) if line == loop]
        if 1 in numbers:
            break
        if numbers:
            found.append(index)
    return found
