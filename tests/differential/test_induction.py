"""k-induction against exact reachable states of programs with few states."""

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from surefoot.certify.verdicts import Safe, Unsafe
from surefoot.verify.pipeline import check
from surefoot.verify.request import Request

State = tuple[int, ...]
States = frozenset[State]
Post = Callable[[States], States]

CELLS = ("x", "y", "a[0]", "a[1]", "h[0]", "k[0]")
"""Places that hold 0 to 3: a global, a local, parts of an array, and of two heap objects that come from one kind of call."""
TARGETS = ("&x", "&y", "&a[0]", "&a[1]", "h", "k")
POINTER = len(CELLS)
START: State = (0,) * (len(CELLS) + 1)
PRELUDE = """extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void *calloc(unsigned long, unsigned long);
unsigned char x, a[2];
int main(void) {
unsigned char y = 0, *p = &x, *h = calloc(1, 1), *k = calloc(1, 1);
"""


@dataclass
class Program:
    """A random program: its text, and for every check the states that reach it."""

    random: random.Random
    lines: list[str] = field(default_factory=list)
    reached: dict[int, set[State]] = field(default_factory=dict)

    def block(self, depth: int) -> Post:
        """Write some statements; returns what they do to sets of states."""
        parts = [self._statement(depth) for _ in range(self.random.randint(1, 3))]
        return lambda states: _in_turn(parts, states)

    def check(self) -> Post:
        """Write a place for a check."""
        number = len(self.reached)
        reached: set[State] = set()
        self.reached[number] = reached
        self.lines.append(f"@{number}")

        def post(states: States) -> States:
            reached.update(states)
            return states

        return post

    def loop(self, depth: int) -> Post:
        """Write a loop."""
        kind = self.random.randrange(3)
        if kind == 0:
            return self._delay()
        test, holds = ("__VERIFIER_nondet_uchar()", None) if kind == 1 else self._condition()
        self.lines.append(f"while ({test}) {{")
        body = self.block(depth + 1)
        self.lines.append("}")

        def post(states: States) -> States:
            seen, new = states, states
            while new:
                new = body(_where(new, holds, value=True)) - seen
                seen |= new
            return _where(seen, holds, value=False)

        return post

    def _delay(self) -> Post:
        """Return a loop without effect, which puts what follows out of reach of small bounds."""
        self.lines.append("for (unsigned char i = 0; i < 5; i++) continue;")
        return lambda states: states

    def _statement(self, depth: int) -> Post:
        kind = self.random.randrange(8)
        if kind < 2 and depth < 2:
            return self.loop(depth)
        if kind == 2 and depth < 3:
            return self._if(depth)
        if kind == 3:
            return self.check()
        if kind == 4:
            return self._point()
        return self._assign()

    def _if(self, depth: int) -> Post:
        test, holds = self._condition()
        self.lines.append(f"if ({test}) {{")
        body = self.block(depth + 1)
        self.lines.append("}")
        return lambda states: body(_where(states, holds, value=True)) | _where(states, holds, value=False)

    def _condition(self) -> tuple[str, Callable[[State], bool]]:
        cell, number = self.random.randrange(len(CELLS)), self.random.randrange(4)
        return f"{CELLS[cell]} < {number}", lambda state: state[cell] < number

    def _point(self) -> Post:
        target = self.random.randrange(len(TARGETS))
        self.lines.append(f"p = {TARGETS[target]};")
        return lambda states: frozenset((*state[:POINTER], target) for state in states)

    def _assign(self) -> Post:
        source, number = self.random.randrange(len(CELLS)), self.random.randrange(4)
        target = self.random.choice([None, *range(len(CELLS))])
        if self.random.randrange(3) == 0:
            self.lines.append(f"{_place(target)} = __VERIFIER_nondet_uchar() & 1;")
            return lambda states: frozenset(_changed(state, target, value) for state in states for value in (0, 1))
        self.lines.append(f"{_place(target)} = ({CELLS[source]} + {number}) & 3;")
        return lambda states: frozenset(_changed(state, target, (state[source] + number) & 3) for state in states)


def _in_turn(parts: Iterable[Post], states: States) -> States:
    for part in parts:
        states = part(states)
    return states


def _where(states: States, holds: Callable[[State], bool] | None, *, value: bool) -> States:
    return states if holds is None else frozenset(state for state in states if holds(state) is value)


def _place(target: int | None) -> str:
    return "*p" if target is None else CELLS[target]


def _changed(state: State, target: int | None, value: int) -> State:
    at = state[POINTER] if target is None else target
    return (*state[:at], value, *state[at + 1 :])


def _text(program: Program, number: int, state: State) -> str:
    """Return the program with a check that fails in ``state``."""
    parts = [f"{cell} == {value}" for cell, value in zip(CELLS, state, strict=False)]
    failing = " && ".join([*parts, f"p == {TARGETS[state[POINTER]]}"])
    checks = {f"@{each}": f"if ({failing}) reach_error();" if each == number else "" for each in program.reached}
    return PRELUDE + "\n".join(checks.get(line, line) for line in program.lines) + "\n}\n"


def _near(state: State, chance: random.Random) -> State:
    """Return a state that differs from ``state`` in one place."""
    return _changed(state, chance.randrange(len(CELLS)), chance.randrange(4))


@pytest.mark.parametrize("seed", range(30))
def test_verdicts_agree_with_the_reachable_states(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    program = Program(chance)
    parts = [program.block(0), program.loop(0), program.block(0), program.check()]
    _in_turn(parts, frozenset({START}))
    for number, reached in program.reached.items():
        if not reached:
            continue
        seen = chance.choice(sorted(reached))
        for state in (seen, _near(seen, chance)):
            path = tmp_path / "program.c"
            path.write_text(_text(program, number, state))
            verdict = check(Request(files=(path,), engine="kind{max-k=3}", time_limit=10.0)).verdict
            wrong = Safe if state in reached else Unsafe
            assert not isinstance(verdict, wrong), path.read_text()
