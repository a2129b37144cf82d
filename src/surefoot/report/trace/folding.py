"""Makes long traces short: the middle rounds of a loop, or of many lines that change nothing, become one line."""

from collections.abc import Sequence
from typing import Any

from surefoot.base.records import dataclass

KEPT_AT_START = 2
KEPT_AT_END = 2
MOST_UNCHANGING = 4
ReportedStep = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Fold:
    """``rounds`` rounds of the loop at ``line`` that are not shown."""

    line: int
    rounds: int
    depth: int


@dataclass(frozen=True, slots=True)
class Pause:
    """``lines`` lines that change nothing and are not shown."""

    lines: int
    depth: int


@dataclass(frozen=True, slots=True)
class Gap:
    """``lines`` lines, or ``statements`` statements in lines that were not counted, of which nothing is known but their number."""

    lines: int
    statements: int = 0


NOTHING = Gap(0)


def shortened(steps: Sequence[ReportedStep], missing: Gap) -> list[ReportedStep | Fold | Pause | Gap]:
    """What is worth showing of a run; what is ``missing``, if anything, is so in the middle of ``steps``."""
    if missing == NOTHING:
        return [*skip_pauses(fold(steps))]
    middle = len(steps) // 2
    return [*skip_pauses(fold(steps[:middle])), missing, *skip_pauses(fold(steps[middle:]))]


def with_gap(steps: Sequence[ReportedStep], missing: Gap) -> list[ReportedStep | Gap]:
    """All ``steps``, and where others are ``missing``."""
    middle = len(steps) // 2
    return [*steps] if missing == NOTHING else [*steps[:middle], missing, *steps[middle:]]


def skip_pauses(steps: Sequence[ReportedStep | Fold]) -> list[ReportedStep | Fold | Pause]:
    """``steps`` where of each long run of lines that change nothing only the first and the last are left."""
    shown: list[ReportedStep | Fold | Pause] = []
    run: list[ReportedStep] = []
    for step in [*steps, None]:
        if step is not None and not isinstance(step, Fold) and not step["changes"]:
            run.append(step)
            continue
        if len(run) > MOST_UNCHANGING:
            shown += [run[0], Pause(len(run) - 2, run[-1]["depth"]), run[-1]]
        else:
            shown += run
        run = []
        if step is not None:
            shown.append(step)
    return shown


def fold(steps: Sequence[ReportedStep]) -> list[ReportedStep | Fold]:
    """``steps`` with at most the first and last two rounds of each loop, in every activation of its function."""
    shown: list[ReportedStep | Fold] = []
    at = 0
    while at < len(steps):
        found = _long_loop(steps, at)
        if found is None:
            shown.append(steps[at])
            at += 1
            continue
        loop, rounds = found
        first = {**steps[at], "iterations": _without(steps[at], loop)}
        shown += fold([first, *steps[at + 1 : rounds[KEPT_AT_START]]])
        numbers = [_number(steps[index], loop) for index in (rounds[KEPT_AT_START], rounds[-KEPT_AT_END])]
        shown.append(Fold(loop, numbers[1] - numbers[0], steps[at]["depth"]))
        at = rounds[-KEPT_AT_END]
    return shown


def _long_loop(steps: Sequence[ReportedStep], at: int) -> tuple[int, list[int]] | None:
    """The outermost loop of which a round begins at ``at``, and that has rounds to fold from there: its line, their starts."""
    for line, _ in steps[at].get("iterations", ()):
        rounds = _rounds(steps, at, line)
        if len(rounds) > KEPT_AT_START + KEPT_AT_END:
            return line, rounds
    return None


def _without(step: ReportedStep, loop: int) -> list[list[int]]:
    return [[line, number] for line, number in step["iterations"] if line != loop]


def _number(step: ReportedStep, loop: int) -> int:
    """The number of the round of ``loop`` that begins at ``step``."""
    return next(int(number) for line, number in step["iterations"] if line == loop)


def _rounds(steps: Sequence[ReportedStep], start: int, loop: int) -> list[int]:
    """Where each round of the loop begins, from the one at ``start`` on."""
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
