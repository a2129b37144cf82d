"""Verdicts on termination of random loops over bytes agree with an exploration of all states."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from corpus.small_goals import goal_for
from surefoot.base.budget import Budget
from surefoot.base.events import ignore
from surefoot.base.records import replace
from surefoot.certify.judge import judge
from surefoot.certify.verdicts import Safe, Unsafe
from surefoot.engines.runner import runner_for
from surefoot.engines.termination.engine import Termination
from surefoot.evidence.claims import GaveUp
from surefoot.program.properties import TERMINATION
from surefoot.smt.registry import SolverFactory

State = tuple[int, int]
_TERMS = (
    "x",
    "y",
    "x + 1",
    "x - 1",
    "y + 1",
    "y - 1",
    "x + y",
    "x - y",
    "x / 2",
    "y * 2",
    "x ^ y",
    "x & 15",
    "7",
    "x + 2",
)
_CONDITIONS = ("x < y", "x != y", "x > 0", "y > 10", "x != 10", "x < 200", "y & 1", "x == y", "x <= y", "y != 0")


def random_loop(random: Random) -> tuple[str, str, str, str, str]:
    """A condition of the loop, one of a branch, and assignments to x and y."""
    condition = random.choice(_CONDITIONS)
    if random.random() < 0.4:
        condition = f"({condition}) && ({random.choice(_CONDITIONS)})"
    then, other = (f"{random.choice('xy')} = {random.choice(_TERMS)};" for _ in range(2))
    last = f"{random.choice('xy')} = {random.choice(_TERMS)};" if random.random() < 0.5 else ""
    return condition, random.choice(_CONDITIONS), then, other, last


def source_of(condition: str, branch: str, then: str, other: str, last: str) -> str:
    return (
        "extern unsigned char __VERIFIER_nondet_uchar(void); int main(void) {"
        " unsigned char x = __VERIFIER_nondet_uchar(), y = __VERIFIER_nondet_uchar();"
        f" while ({condition}) {{ if ({branch}) {then} else {other} {last} }} }}"
    )


def ends(condition: str, branch: str, then: str, other: str, last: str) -> bool:
    """Whether all runs end, by following each state to the end or to a state on its own path."""
    stays, left = _compiled(condition), _compiled(branch)
    steps = [_assignment(each) for each in (then, other, last)]

    def following(state: State) -> State | None:
        if not stays(*state):
            return None
        after = steps[0](state) if left(*state) else steps[1](state)
        return steps[2](after)

    done: set[State] = set()
    for number in range(1 << 16):
        path: set[State] = set()
        state: State | None = divmod(number, 256)
        while state is not None and state not in done:
            if state in path:
                return False
            path.add(state)
            state = following(state)
        done |= path
    return True


def _compiled(text: str) -> Callable[[int, int], int]:
    python = text.replace("&&", "and").replace("/", "//")
    found: Callable[[int, int], int] = eval(f"lambda x, y: {python}")  # noqa: S307 - our own text
    return found


def _assignment(text: str) -> Callable[[State], State]:
    if not text:
        return lambda state: state
    target, _, value = text.rstrip(";").partition(" = ")
    compute = _compiled(value)
    if target == "x":
        return lambda state: (compute(*state) % 256, state[1])
    return lambda state: (state[0], compute(*state) % 256)


def verdict_on(text: str, folder: Path) -> bool | None:
    """Whether all runs end; ``None`` if that is not decided."""
    goal = goal_for(text, folder, TERMINATION)
    budget = Budget.seconds(60)
    solvers = replace(SolverFactory(), budget=budget)
    for claim in runner_for(goal, solvers, ignore).claims(Termination(), goal, budget):
        if isinstance(claim, GaveUp):
            return None
        verdict = judge(claim, goal, (), SolverFactory(), Budget.seconds(60))
        if isinstance(verdict, Safe | Unsafe):
            return isinstance(verdict, Safe)
    return None


def loops(seed: int) -> Iterator[tuple[str, str, str, str, str]]:
    random = Random(seed)
    while True:
        yield random_loop(random)


@pytest.mark.parametrize("seed", range(8))
def test_random_loops_are_decided_rightly(seed: int, tmp_path: Path) -> None:
    loop = next(loops(seed))
    found = verdict_on(source_of(*loop), tmp_path)
    assert found is None or found == ends(*loop), loop
