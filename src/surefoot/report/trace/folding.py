"""Folding of long traces: the middle rounds of a loop, and runs of lines without a change, become one line."""

from collections.abc import Sequence

from surefoot.base.records import dataclass
from surefoot.report.document import StepEntry
from surefoot.report.limits import LIMITS


@dataclass(frozen=True, slots=True)
class FoldedRounds:
    """``rounds`` rounds of the loop at ``line`` that are not shown."""

    line: int
    rounds: int
    depth: int


@dataclass(frozen=True, slots=True)
class UnchangingLines:
    """``lines`` lines without a change that are not shown."""

    lines: int
    depth: int


@dataclass(frozen=True, slots=True)
class Gap:
    """Steps that were not recorded: ``lines`` lines, or ``statements`` statements where lines were not counted."""

    lines: int
    statements: int = 0


NOTHING = Gap(0)


def shortened(steps: Sequence[StepEntry], missing: Gap) -> list[StepEntry | FoldedRounds | UnchangingLines | Gap]:
    """Return ``steps`` folded; ``missing`` steps, if any, are in the middle."""
    if missing == NOTHING:
        return [*skip_unchanging(fold(steps))]
    middle = len(steps) // 2
    return [*skip_unchanging(fold(steps[:middle])), missing, *skip_unchanging(fold(steps[middle:]))]


def with_gap(steps: Sequence[StepEntry], missing: Gap) -> list[StepEntry | Gap]:
    """Return all ``steps``, with the ``missing`` ones in the middle."""
    middle = len(steps) // 2
    return [*steps] if missing == NOTHING else [*steps[:middle], missing, *steps[middle:]]


def skip_unchanging(steps: Sequence[StepEntry | FoldedRounds]) -> list[StepEntry | FoldedRounds | UnchangingLines]:
    """Return ``steps`` with only the first and the last of many consecutive lines without a change."""
    shown: list[StepEntry | FoldedRounds | UnchangingLines] = []
    run: list[StepEntry] = []
    for step in [*steps, None]:
        if step is not None and not isinstance(step, FoldedRounds) and not step["changes"]:
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


def fold(steps: Sequence[StepEntry]) -> list[StepEntry | FoldedRounds]:
    """Return ``steps`` with the first and last rounds of each loop only, in every activation of its function."""
    shown: list[StepEntry | FoldedRounds] = []
    at = 0
    while at < len(steps):
        found = _long_loop(steps, at)
        if found is None:
            shown.append(steps[at])
            at += 1
            continue
        loop, rounds = found
        first = steps[at].copy()
        first["iterations"] = _without(steps[at], loop)
        shown += fold([first, *steps[at + 1 : rounds[LIMITS.first_rounds]]])
        numbers = [_number(steps[index], loop) for index in (rounds[LIMITS.first_rounds], rounds[-LIMITS.last_rounds])]
        shown.append(FoldedRounds(loop, numbers[1] - numbers[0], steps[at]["depth"]))
        at = rounds[-LIMITS.last_rounds]
    return shown


def _long_loop(steps: Sequence[StepEntry], at: int) -> tuple[int, list[int]] | None:
    """Return the outermost loop with rounds to fold that begin at ``at``: its line, and the starts of its rounds."""
    for line, _ in steps[at].get("iterations", ()):
        rounds = _rounds(steps, at, line)
        if len(rounds) > LIMITS.first_rounds + LIMITS.last_rounds:
            return line, rounds
    return None


def _without(step: StepEntry, loop: int) -> list[list[int]]:
    return [[line, number] for line, number in step["iterations"] if line != loop]


def _number(step: StepEntry, loop: int) -> int:
    """Return the number of the round of ``loop`` that begins at ``step``."""
    return next(int(number) for line, number in step["iterations"] if line == loop)


def _rounds(steps: Sequence[StepEntry], start: int, loop: int) -> list[int]:
    """Return the start of each round of the loop, from the one at ``start`` on."""
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
