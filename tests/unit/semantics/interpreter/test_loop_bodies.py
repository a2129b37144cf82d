"""Compiled loops and page windows do not change the outcomes of runs."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from corpus.lowered import loader
from limits import changed
from surefoot.program.program import Function, Program
from surefoot.program.properties import ASSERTIONS
from surefoot.semantics.interpreter import (
    BoundReached,
    ConcreteObject,
    Event,
    Finished,
    Machine,
    Outcome,
    RandomChoices,
    Runs,
    Undefined,
    Violated,
    blocks,
)
from surefoot.semantics.interpreter.code import GeneratedCode
from surefoot.semantics.interpreter.loop_bodies import LoopBody, heads_of
from surefoot.semantics.interpreter.memory import CELL_FORMATS
from surefoot.semantics.limits import LIMITS

NEVER = 10**9
PATHS = """
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static unsigned twice(unsigned x) { return 2 * x; }
int main(void) {
    unsigned s = __VERIFIER_nondet_int() & 7, n = 20;
    for (unsigned i = 0; i < n; i++) {
        if (s % 3 == 0 && i % 2) { s += i; if (s == 77) break; }
        else if (s & 4) continue;
        else s = twice(s) + 1;
        for (unsigned k = 0; k < (s & 3); k++) { s ^= k; if (s > 5000) goto out; }
        switch (s & 3) { case 0: s += 5; break; case 1: s *= 3; case 2: s -= 1; }
        do { s++; } while (s % 5);
    }
out:
    assert(s % 3 != 2);
    return s;
}
"""
MEMORY = """
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned char bytes[5003];
static unsigned long long sum(int turns) {
    unsigned long long large[600];
    unsigned s = 0;
    for (int i = 0; i < 600; i++) large[i] = turns * i;
    for (int i = 0; i < 600; i++) s += large[i];
    return s;
}
int main(void) {
    unsigned x = __VERIFIER_nondet_uint() & 15, total = 0;
    for (unsigned i = 0; i < 5003; i++) bytes[i] = i + x;
    for (unsigned i = 0; i + 4 <= 5003; i += 3) { unsigned word; memcpy(&word, bytes + i, 4); total ^= word + i; }
    for (unsigned i = 0; i < 1250; i++) { ((unsigned *)bytes)[i] += ((unsigned short *)bytes)[i]; }
    for (unsigned i = 0; i < 3; i++) {
        unsigned *block = malloc(40);
        for (unsigned k = 0; k < 10; k++) block[k] = k * x + i;
        for (unsigned k = 0; k < 10; k++) total += block[k];
        free(block);
        total += sum(i);
    }
    for (unsigned i = 0; i < 5003; i++) total += bytes[i];
    assert(total % 3 != x % 3);
    return 0;
}
"""
BEYOND = """
int main(void) {
    int a[1025];
    int *p = a;
    for (int i = 0; i < 1025 + (FAILING); i++) p[i] = i;
    return 0;
}
"""


def ends(
    program: Program, rounds: int, monkeypatch: pytest.MonkeyPatch, steps: int | None = None
) -> list[tuple[Outcome, int]]:
    """Return outcomes and numbers of steps if loops are compiled after so many ``rounds``; one
    machine makes all runs.
    """
    monkeypatch.setattr(blocks, "LIMITS", changed(LIMITS, compiled_loop_iterations=rounds))
    runs = Runs(program, ASSERTIONS, generated_code=GeneratedCode())
    return [(runs.run(RandomChoices(seed), steps), runs.steps) for seed in range(16)]


def test_compiled_loops_do_not_change_outcomes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = loader(tmp_path)(PATHS)
    expected = ends(program, NEVER, monkeypatch)
    assert {type(ended) for ended, _ in expected} == {Finished, Violated}
    assert len({steps for _, steps in expected}) > 3
    for rounds in (1, 2, 5):
        assert ends(program, rounds, monkeypatch) == expected


class Counting:
    """Visits some blocks, and counts how often."""

    def __init__(self, *, heads: bool) -> None:
        self._heads = heads
        self.visits = 0

    def is_visited(self, function: Function, label: str) -> bool:
        return (label in heads_of(function)) == self._heads

    def on_start(self, machine: Machine) -> None:
        pass

    def on_object(self, created: ConcreteObject) -> None:
        pass

    def on_block(self, _machine: Machine, _label: str) -> None:
        self.visits += 1


@pytest.mark.parametrize("text", [PATHS, MEMORY.replace("5003", "303").replace("1250", "70")])
def test_machines_with_and_without_visitors_share_code(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, generated_code = loader(tmp_path)(text), GeneratedCode()
    told: dict[tuple[bool | None, int], list[tuple[str, int, int]]] = {}
    for rounds in (NEVER, 2, 2):
        monkeypatch.setattr(blocks, "LIMITS", changed(LIMITS, compiled_loop_iterations=rounds))
        for heads in (None, True, False):
            visitor = None if heads is None else Counting(heads=heads)
            runs = Runs(program, ASSERTIONS, visitor=visitor, generated_code=generated_code)
            told[heads, rounds] = [
                (repr(runs.run(RandomChoices(seed), None)), runs.steps, 0 if visitor is None else visitor.visits)
                for seed in range(6)
            ]
    for heads in (None, True, False):
        assert told[heads, 2] == told[heads, NEVER]


def test_step_bound_is_exact_in_compiled_loops(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = loader(tmp_path)(PATHS)
    for steps in range(1, 260, 11):
        assert ends(program, 2, monkeypatch, steps) == ends(program, NEVER, monkeypatch, steps)


def test_windows_do_not_change_outcomes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = loader(tmp_path)(MEMORY)
    told: list[list[str]] = []
    for rounds, seen in ((NEVER, {}), (1, {}), (1, CELL_FORMATS), (NEVER, CELL_FORMATS)):
        monkeypatch.setattr(blocks, "CELL_FORMATS", seen)
        monkeypatch.setattr(blocks, "LIMITS", changed(LIMITS, compiled_loop_iterations=rounds))
        runs = Runs(program, ASSERTIONS)
        told.append([repr(runs.run(RandomChoices(seed), None)) for seed in range(3)])
    assert told[0] == told[1] == told[2] == told[3]


@pytest.mark.parametrize("failing", [0, 1])
def test_window_ends_with_the_object(failing: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = loader(tmp_path)(BEYOND, flags=[f"-DFAILING={failing}"])
    for ended, _ in ends(program, 2, monkeypatch):
        assert isinstance(ended, Undefined) == bool(failing)


def test_window_closes_when_the_object_is_freed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = """
#include <stdlib.h>
int main(void) {
    int *p = malloc(80), s = 0;
    for (int i = 0; i < 40; i++) { s += p[i % 20] = i; if (i == 30) free(p); }
    return s;
}"""
    for ended, _ in ends(loader(tmp_path)(text), 2, monkeypatch):
        assert isinstance(ended, Undefined) and "freed" in ended.text


def test_loop_body_excludes_inner_loops(tmp_path: Path) -> None:
    main = loader(tmp_path)(PATHS).functions["main"]
    heads = heads_of(main)
    assert len(heads) == 3
    outer, *inner = sorted((LoopBody(main, head) for head in heads), key=len, reverse=True)
    assert all(set(each) < set(outer) and not outer.is_within(each.head) for each in inner)
    assert not outer.is_within(outer.head)


class Noting:
    """Notes every event."""

    def __init__(self) -> None:
        self.events: list[str] = []

    def on_event(self, event: Event) -> None:
        self.events.append(repr(event))


@pytest.mark.parametrize(("first", "last"), [(10, 40), (33, 90), (64, 65), (50, 120)])
def test_paused_observation_misses_only_the_middle(
    first: int, last: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blocks, "LIMITS", changed(LIMITS, compiled_loop_iterations=2))
    program, at = loader(tmp_path)(PATHS), list[int]()

    def pauses(machine: Machine) -> Iterator[int]:
        yield first
        at.append(machine.steps)
        before = len(partly.events)
        machine.set_observing(observing=False)
        yield last
        assert len(partly.events) == before
        at.append(machine.steps)
        machine.set_observing(observing=True)

    whole, partly = Noting(), Noting()
    full = Runs(program, ASSERTIONS, observer=whole).run(RandomChoices(1), None)
    some = Runs(program, ASSERTIONS, observer=partly, pauses=pauses).run(RandomChoices(1), None)
    assert repr(some) == repr(full)
    missing = len(whole.events) - len(partly.events)
    kept = next(n for n, (one, other) in enumerate(zip(whole.events, partly.events, strict=False)) if one != other)
    assert whole.events[:kept] + whole.events[kept + missing :] == partly.events
    assert 0 < missing <= at[1] - at[0]


def test_pauses_are_at_the_requested_steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "LIMITS", changed(LIMITS, compiled_loop_iterations=2))
    seen: list[int] = []

    def pauses(machine: Machine) -> Iterator[int]:
        for limit in range(50, 201, 50):
            yield limit
            seen.append(machine.steps)

    ended = Runs(loader(tmp_path)(MEMORY), ASSERTIONS, pauses=pauses).run(RandomChoices(1), 500)
    assert isinstance(ended, BoundReached)
    assert [limit - 10 <= steps <= limit for steps, limit in zip(seen, range(50, 201, 50), strict=True)] == [True] * 4
