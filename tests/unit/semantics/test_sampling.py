"""Sampled runs: legal, recorded and reproducible choices."""

from pathlib import Path
from random import Random

import pytest

from corpus.small_goals import goal_for
from surefoot.logic import BOOL, FLOAT32, FLOAT64, Sort, Symbol, SymbolKind, Term, bit_vector, variable
from surefoot.logic.values import check_value
from surefoot.program.access import constants_of
from surefoot.program.program import Function
from surefoot.program.trace import Chosen, Trace
from surefoot.semantics.interpreter import Event, Finished, IllegalTrace, Machine, TraceChoices, Violated, run
from surefoot.semantics.sampling import DensePlacement, SampledChoices, SamplingMode


def target(sort: Sort, number: int = 0) -> Term:
    return variable(Symbol(SymbolKind.DECLARED, "f", number, f"x{number}"), sort)


MANNERS = [SamplingMode(ends, rubbish) for ends in (False, True) for rubbish in (False, True)]
OBJECTS = """void *malloc(unsigned long); void free(void *);
char a[24], b[3]; extern long c; extern char d[40];
int sum(char *p, int n) { int s = 0; while (n--) s += p[n]; return s; }
int main(void) { int s = __VERIFIER_nondet_int() & 255; for (int i = 0; i < 4; i++) { char *p = malloc(9), q[5]; s += p[i] + q[i] + d[i] + (long)p % 7;
    s += sum(d, 40) + (c & 15) + (&a[0] < &b[0]); free(p); } return s & 65535; }"""


class Placing:
    """A visitor that lets objects be placed close to each other."""

    def __init__(self, places: DensePlacement) -> None:
        self._places = places
        self.bases: list[int] = []

    def is_visited(self, _function: Function, _label: str) -> bool:
        return False

    def on_start(self, machine: Machine) -> None:
        self._places.memory = machine.memory

    def on_object(self, created: object) -> None:
        self.bases.append(created.base)  # type: ignore[attr-defined]

    def on_block(self, _machine: Machine, _label: str) -> None:
        raise AssertionError("no block is visited")


class Log:
    """Keeps all events of a run."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def on_event(self, event: Event) -> None:
        self.events.append(event)


@pytest.mark.parametrize("mode", MANNERS)
@pytest.mark.parametrize("seed", range(4))
def test_trace_reproduces_the_run(mode: SamplingMode, seed: int, tmp_path: Path) -> None:
    goal = goal_for(OBJECTS, tmp_path)
    random = Random(seed)
    places = DensePlacement(goal.program, random)
    choices = SampledChoices(random, constants_of(goal.program, goal.checked), mode, places=places)
    placing, log, again = Placing(places), Log(), Log()
    outcome = run(goal.program, goal.checked, choices, max_steps=None, observer=log, visitor=placing)
    assert isinstance(outcome, Finished)
    assert len(placing.bases) == 5
    assert run(goal.program, goal.checked, TraceChoices(choices.trace), max_steps=None, observer=again) == outcome
    assert log.events == again.events


def test_dense_placement_makes_objects_adjacent(tmp_path: Path) -> None:
    goal = goal_for("char a[16], b[16], c[16]; int main(void) { return a[0] + b[0] + c[0]; }", tmp_path)
    places = DensePlacement(goal.program, Random(1)).of_globals
    bases = sorted(places[str(each.address.payload)] for each in goal.program.global_objects if each.size == 16)
    assert len(bases) == 3 and bases[2] - bases[0] < 3 * 16 + 8


@pytest.mark.parametrize("mode", MANNERS)
@pytest.mark.parametrize("sort", [BOOL, bit_vector(1), bit_vector(32), bit_vector(64), FLOAT32, FLOAT64])
def test_values_are_legal(mode: SamplingMode, sort: Sort) -> None:
    choices = SampledChoices(Random(1), {bit_vector(32): (7, 1000)}, mode)
    for _ in range(200):
        chosen = choices.value(target(sort))
        assert isinstance(chosen, Chosen)
        check_value(chosen.value, sort)


def test_constant_per_site_and_constant_per_sort() -> None:
    variables = [target(bit_vector(32), number % 5) for number in range(50)]
    for mode in (SamplingMode(constant_per_site=True), SamplingMode(constant_per_sort=True)):
        choices = SampledChoices(Random(1), {bit_vector(32): tuple(range(1000, 9000))}, mode)
        made = {(each, choices.value(each)) for each in variables}
        assert len(made) == 5
        assert (len({choice for _, choice in made}) > 1) == mode.constant_per_site


def test_boundary_values_and_neighbours_of_constants_are_sampled() -> None:
    choices = SampledChoices(Random(1), {bit_vector(32): (1000,)}, SamplingMode(boundary_values=True))
    found = {
        chosen.value
        for chosen in (choices.value(target(bit_vector(32))) for _ in range(400))
        if isinstance(chosen, Chosen)
    }
    assert found >= {0, 1, 999, 1000, 1001, 2**31 - 1, 2**31, 2**32 - 1}


def test_run_continues_after_the_given_choices(tmp_path: Path) -> None:
    text = (
        "int main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); if (x == 77) reach_error(); }"
    )
    goal = goal_for(text, tmp_path)
    choices = SampledChoices(Random(1), {}, begun=Trace({}, {}, (Chosen(77),)))
    assert isinstance(run(goal.program, goal.checked, choices, max_steps=None), Violated)
    assert choices.made[0] == Chosen(77) and len(choices.made) == 2
    wrong = SampledChoices(Random(1), {}, begun=Trace({}, {}, (Chosen(1 << 32),)))
    assert isinstance(run(goal.program, goal.checked, wrong, max_steps=None), IllegalTrace)


@pytest.mark.parametrize(
    ("text", "is_forced"),
    [
        ("int g = 1; int main(void) { return g; }", True),
        ("int main(void) { return __VERIFIER_nondet_int(); }", False),
        ("extern int g; int main(void) { return g; }", False),
        ("extern char g[4]; int main(void) { return g[1]; }", False),
        ("int main(void) { int a[3]; int *p = a; p[1] = 0; return p[1]; }", False),
    ],
)
def test_is_forced(text: str, is_forced: bool, tmp_path: Path) -> None:
    goal = goal_for(text, tmp_path)
    choices = SampledChoices(Random(1), {})
    run(goal.program, goal.checked, choices, max_steps=None)
    assert choices.is_forced is is_forced
