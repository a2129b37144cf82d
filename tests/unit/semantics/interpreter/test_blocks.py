"""Visitors are called for selected blocks and for objects only."""

from pathlib import Path

from corpus.small_goals import goal_for
from surefoot.program.program import Function
from surefoot.program.statements import Call
from surefoot.semantics.interpreter import BoundReached, ConcreteObject, Finished, Halt, Machine, ZeroChoices, run
from surefoot.semantics.symbolic.loops import loop_order
from surefoot.systems.encode.concrete_states import place_of
from surefoot.systems.encode.cut_points import Place

CALLS = """void *malloc(unsigned long); void free(void *);
int count(int n) { int i = 0; while (i < n) i++; return i; }
int main(void) { int s = 0; for (int k = 0; k < 2; k++) { char *p = malloc(k + 1); s += count(k); s += count(1); free(p); } return s; }"""


class Heads:
    """Visitor that records the position of a run at each loop head."""

    def __init__(self, most: int = 100) -> None:
        self._most = most
        self.started = 0
        self.places: list[Place] = []
        self.sizes: list[int] = []

    def is_visited(self, function: Function, label: str) -> bool:
        around = loop_order(function).heads.get(label)
        return bool(around) and around is not None and around[-1] == label

    def on_start(self, machine: Machine) -> None:
        self.started += len(machine.frames)

    def on_object(self, created: ConcreteObject) -> None:
        self.sizes.append(created.size)

    def on_block(self, machine: Machine, label: str) -> None:
        self.places.append(place_of(machine, label))
        if len(self.places) == self._most:
            raise Halt(BoundReached(machine.steps, "seen enough"))


def test_loop_heads_are_visited_with_their_call_strings(tmp_path: Path) -> None:
    goal = goal_for(CALLS, tmp_path)
    heads = Heads()
    outcome = run(goal.program, goal.checked, ZeroChoices(), max_steps=None, visitor=heads)
    assert isinstance(outcome, Finished)
    assert heads.started == 1
    assert heads.sizes == [1, 2]
    functions = [place[-1][0] for place in heads.places]
    assert functions == ["main", *["count"] * 3, "main", *["count"] * 4, "main"]
    strings = {place[:-1] for place in heads.places if place[-1][0] == "count"}
    assert len(strings) == 2
    for function, block, index in (each[-1] for each in strings):
        call = goal.program.functions[function].blocks[block].statements[index - 1]
        assert isinstance(call, Call) and call.callee == "count"


def test_visitor_can_end_a_run(tmp_path: Path) -> None:
    goal = goal_for(CALLS, tmp_path)
    heads = Heads(most=3)
    outcome = run(goal.program, goal.checked, ZeroChoices(), max_steps=None, visitor=heads)
    assert isinstance(outcome, BoundReached) and outcome.reason == "seen enough"
    assert len(heads.places) == 3


def test_run_that_copies_too_much_is_given_up(tmp_path: Path) -> None:
    text = (
        "void *memset(void *, int, unsigned long); char a[5000]; int main(void) { memset(a, 1, 5000); return a[4999]; }"
    )
    goal = goal_for(text, tmp_path)
    assert isinstance(run(goal.program, goal.checked, ZeroChoices(), max_steps=None), Finished)
    cut = run(goal.program, goal.checked, ZeroChoices(), max_steps=None, largest_copy=4999)
    assert isinstance(cut, BoundReached)
