"""Concrete runs contradict wrong proofs and no right ones."""

from collections.abc import Callable
from pathlib import Path

import pytest

from corpus import small_goals
from corpus.engine_runs import encoding_of
from corpus.small_goals import goal_for
from programs.expectations import expectation_of, is_expected_safe, programs_under
from surefoot.base.budget import Budget
from surefoot.certify.corroborate.concrete_runs import NoContradiction, RunDisagrees, RunFails, RunFinding, sample_runs
from surefoot.certify.judge import judge
from surefoot.certify.verdicts import Unsafe
from surefoot.evidence.claims import ClaimsUnsafe, Goal
from surefoot.evidence.encodings import encode_goal
from surefoot.logic import BitVecSort, Op, Term, bv, bvadd, bvult, eq
from surefoot.semantics.interpreter import Undefined, Violated
from surefoot.semantics.memory.pools import TARGET
from surefoot.semantics.symbolic.executor import Executor
from surefoot.semantics.symbolic.state import State
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.system import Invariants
from surefoot.systems.encode.cut_points import Place
from surefoot.systems.encode.encoding import NotEncodable
from surefoot.systems.encode.program_system import ProgramSystem
from surefoot.systems.encode.shapes import Shapes
from surefoot.systems.encode.value_forms import Fixed, Range
from surefoot.verify.loading import load

TESTS = Path(__file__).parents[1]
LOOPS_AND_MEMORY = ("arrays", "floats", "functions", "heap", "induction", "loops", "pointers", "recursion", "structs")
SAFE = [
    path
    for folder in LOOPS_AND_MEMORY
    for path in programs_under(TESTS / "programs" / folder)
    if is_expected_safe(path)
]
SECONDS = 0.02
LIST = "void *malloc(unsigned long); void free(void *); "


def system_of(goal: Goal) -> ProgramSystem:
    found = encoding_of(goal, Budget.seconds(60))
    assert isinstance(found, ProgramSystem)
    return found


def finding(goal: Goal, invariants: Callable[[ProgramSystem], Invariants] = lambda _: {}) -> RunFinding:
    encoding = system_of(goal)
    return sample_runs(goal, encoding, invariants(encoding), SECONDS)


def named(encoding: ProgramSystem, name: str) -> dict[str, Term]:
    """Return the state variables of a location by the C names of what they stand for."""
    return {variable.name: symbol for symbol, variable in encoding.variables(name).items()}


# ---- no false alarms


@pytest.mark.parametrize("path", SAFE, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_no_run_contradicts_a_safe_program(path: Path) -> None:
    request = expectation_of(path, 20).request
    loaded = load(request)
    goal = Goal(loaded.program, request.checked, loaded.model)
    encoding = encode_goal(goal, Budget.seconds(60))
    found = sample_runs(goal, None if isinstance(encoding, NotEncodable) else encoding, {}, SECONDS)
    assert isinstance(found, NoContradiction) and found.statistics.runs > 0, found


@pytest.mark.parametrize(
    "text",
    [
        "int main(void) { for (;;) ; }",
        "int main(void) { int unused = 0, i = 0; while (i < 9) { i++; unused += i; } }",
        "int f(int n) { int i = 0; while (i < n) i++; return i; } int main(void) { int s = 5; while (s < 20) s += f(s); }",
        LIST
        + "int main(void) { int *p = 0, i; if (__VERIFIER_nondet_int()) p = malloc(4); for (i = 0; i < 5; i++) if (p) *p = i; }",
        LIST + "int main(void) { int *p = malloc(4); *p = 7; for (int i = 0; i < 5; i++) if (i == 2) free(p); }",
        "int main(void) { int a[3], *p = a, i = 0; while (p < a + 3) { *p++ = i++; } if (i != 3) reach_error(); }",
        "int a[2], b[2]; int main(void) { int *p = a, n = 0; while (n < 6) { p = n & 1 ? a : b + 1; *p = n++; } }",
        "int main(void) { int x = __VERIFIER_nondet_int(); if (x) x = __VERIFIER_nondet_int(); while (x > 3) x /= 2; }",
        "struct s { char c; int i; }; int main(void) { struct s s; s.c = 1; for (s.i = 0; s.i < 4; s.i++) s.c += s.c; }",
        "float __VERIFIER_nondet_float(void); int main(void) { float f = __VERIFIER_nondet_float(); for (int i = 0; i < 4; i++) f += f; }",
    ],
)
def test_unreadable_states_are_no_contradiction(text: str, tmp_path: Path) -> None:
    goal = goal_for(text, tmp_path)
    found = sample_runs(goal, system_of(goal), {}, 0.2)
    assert isinstance(found, NoContradiction), found
    assert found.statistics.comparison.states > 0


def test_arrays_and_pointers_are_compared(tmp_path: Path) -> None:
    goal = goal_for(
        "int main(void) { int a[100] = {0}, *p = a; unsigned i = 0; while (i < 50) { a[i] = i; p = a + i; i++; } if (*p != 49) reach_error(); }",
        tmp_path,
    )
    found = finding(goal)
    assert isinstance(found, NoContradiction)
    comparison = found.statistics.comparison
    assert (comparison.edges > 0, comparison.skipped_edges, comparison.skipped_slots, comparison.skipped_formulas) == (
        True,
        0,
        0,
        0,
    )


# ---- planted defects


def test_shape_with_a_changing_constant_is_contradicted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    widened = Shapes._widened

    def wrong(self: Shapes[Place], old: Range | None, value: Term | None, state: State) -> Range:
        return old if isinstance(old, Fixed) else widened(self, old, value, state)

    monkeypatch.setattr(Shapes, "_widened", wrong)
    found = finding(goal_for(small_goals.COUNT_TO_TEN, tmp_path))
    assert isinstance(found, RunDisagrees) and "main::i is 1, but its shape says 0" in found.reason


def test_addition_off_by_one_is_contradicted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    right = Executor.value

    def wrong(self: Executor, state: State, expression: Term) -> Term:
        value = right(self, state, expression)
        return bvadd(value, bv(1, 32)) if value.op is Op.BVADD and value.sort is BitVecSort(32) else value

    monkeypatch.setattr(Executor, "value", wrong)
    found = finding(
        goal_for("int main(void) { unsigned i = __VERIFIER_nondet_uint(); while (i < 10) i += 2; }", tmp_path)
    )
    assert isinstance(found, RunDisagrees) and "but the system says" in found.reason


def test_inputs_missing_from_the_system_are_contradicted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    havoc = Executor._havoc

    def wrong(self: Executor, state: State, statement: object) -> None:
        havoc(self, state, statement)  # type: ignore[arg-type]
        chosen = self.choices[-1].symbol  # type: ignore[union-attr]
        if chosen.sort is BitVecSort(32):
            state.guard = state.guard.assume(bvult(chosen, bv(1000, 32)))

    monkeypatch.setattr(Executor, "_havoc", wrong)
    goal = goal_for("int main(void) { unsigned i = __VERIFIER_nondet_uint(); while (i != 0) i /= 2; }", tmp_path)
    found = sample_runs(goal, system_of(goal), {}, 0.5)
    assert isinstance(found, RunDisagrees) and "guard" in found.reason


def test_loop_missing_from_the_system_is_contradicted(tmp_path: Path) -> None:
    without = goal_for("int main(void) { int i = 0; while (i < 3) i++; }", tmp_path)
    goal = goal_for("int main(void) { int i = 0; while (i < 3) i++; while (i < 5) i++; }", tmp_path)
    found = sample_runs(goal, system_of(without), {}, SECONDS)
    assert isinstance(found, RunDisagrees) and "a loop that the system does not have" in found.reason


def test_runs_with_block_loops_are_compared(tmp_path: Path) -> None:
    text = "char a[90000]; int main(void) { __builtin_memset(a + 1, 1, 80000); for (int i = 0; i < 3; i++) a[i] = 2; }"
    goal = goal_for(text, tmp_path)
    encoding = system_of(goal)
    assert isinstance(encoding, ProgramSystem)
    assert encoding.source is goal.program and encoding.program is not goal.program
    found = sample_runs(goal, encoding, {}, 10.0)
    assert isinstance(found, NoContradiction) and found.statistics.comparison.states > 20


@pytest.mark.parametrize("limit", [1, 3, 1000])
def test_invariant_that_fails_eventually_is_contradicted(limit: int, tmp_path: Path) -> None:
    def wrong(encoding: ProgramSystem) -> Invariants:
        name = encoding.system.names[0]
        return {name: (bvult(named(encoding, name)["i"], bv(limit, 32)),)}

    goal = goal_for("int main(void) { unsigned i = 0; while (i < 5000) i++; }", tmp_path)
    found = sample_runs(goal, system_of(goal), wrong(system_of(goal)), 10.0)
    assert isinstance(found, RunDisagrees) and "a run violates" in found.reason and "i = " in found.reason


def test_a_true_invariant_is_compared(tmp_path: Path) -> None:
    def right(encoding: ProgramSystem) -> Invariants:
        name = encoding.system.names[0]
        return {name: (bvult(named(encoding, name)["i"], bv(11, 32)),)}

    found = finding(goal_for(small_goals.COUNT_TO_TEN, tmp_path), right)
    assert isinstance(found, NoContradiction) and found.statistics.comparison.formulas > 0


def test_pointer_invariant_is_evaluated_for_each_possible_target(tmp_path: Path) -> None:
    """The end of one object may be the start of the next, so only a target that is neither
    contradicts.
    """
    text = (
        "char a[16], b[16]; int main(void) { char *p = a; for (int i = 0; i < 9; i++) { *p = 1; p = i % 2 ? a : b; } }"
    )
    goal = goal_for(text, tmp_path)
    encoding = system_of(goal)
    name = encoding.system.names[0]
    target = next(
        each.symbol for each in encoding.system.location(name).variables if "points into" in str(each.referent)
    )
    any_of_them: Invariants = {name: (bvult(target, bv(2, TARGET.width)),)}
    none_of_them: Invariants = {name: (eq(target, bv(7, TARGET.width)),)}
    assert isinstance(sample_runs(goal, encoding, any_of_them, SECONDS), NoContradiction)
    assert isinstance(sample_runs(goal, encoding, none_of_them, SECONDS), RunDisagrees)


# ---- runs that fail


@pytest.mark.parametrize("value", ["-2147483647 - 1", "2147483647", "1000000007 + 1"])
def test_failure_at_a_boundary_becomes_an_alarm(value: str, tmp_path: Path) -> None:
    twin = "int main(void) { int x = __VERIFIER_nondet_int(), y = 1000000007; while (y > 0) y /= 2; if (x == %s) %s; }"
    safe, unsafe = goal_for(twin % (value, "y = 1"), tmp_path), goal_for(twin % (value, "reach_error()"), tmp_path)
    assert isinstance(sample_runs(safe, system_of(safe), {}, 1.0), NoContradiction)
    found = sample_runs(unsafe, None, {}, 1.0)
    assert isinstance(found, RunFails) and isinstance(found.outcome, Violated)
    assert isinstance(judge(ClaimsUnsafe(found.trace), unsafe, (), SolverFactory(), Budget()), Unsafe)


def test_the_system_of_a_safe_twin_does_not_hide_a_failure(tmp_path: Path) -> None:
    safe, unsafe = goal_for(small_goals.COUNT_TO_TEN, tmp_path), goal_for(small_goals.COUNT_TO_NINE, tmp_path)
    found = sample_runs(unsafe, system_of(safe), {}, SECONDS)
    assert isinstance(found, RunFails) and isinstance(found.outcome, Violated)


def test_failure_with_adjacent_objects_replays(tmp_path: Path) -> None:
    goal = goal_for("char a[16], b[16]; int main(void) { if (a + 16 == b || b + 16 == a) reach_error(); }", tmp_path)
    found = sample_runs(goal, None, {}, 5.0)
    assert isinstance(found, NoContradiction) or isinstance(
        judge(ClaimsUnsafe(found.trace), goal, (), SolverFactory(), Budget()), Unsafe
    )
    text = LIST + "int main(void) { char *p = malloc(16), *q = malloc(16); if (p + 16 == q) reach_error(); }"
    heap = goal_for(text, tmp_path)
    found = sample_runs(heap, None, {}, 5.0)
    assert isinstance(found, RunFails)
    assert isinstance(judge(ClaimsUnsafe(found.trace), heap, (), SolverFactory(), Budget()), Unsafe)


def test_undefined_behaviour_contradicts(tmp_path: Path) -> None:
    goal = goal_for("int a[4]; int main(void) { int i = 0; while (i < 4) i++; a[i] = 1; }", tmp_path)
    found = finding(goal)
    assert isinstance(found, RunFails) and isinstance(found.outcome, Undefined)


HIDDEN = """int main(void) { unsigned x = __VERIFIER_nondet_uint(), i = 0;
    if (x * 7u == 123456789u) { while (i < 5) i++; %s; } while (i < 3) i++; }"""


def test_solvers_direct_runs_to_hidden_loops(tmp_path: Path) -> None:
    unsafe, safe = goal_for(HIDDEN % "reach_error()", tmp_path), goal_for(HIDDEN % "i = 0", tmp_path)
    assert isinstance(sample_runs(unsafe, system_of(unsafe), {}, 5.0), NoContradiction)
    assert isinstance(sample_runs(unsafe, system_of(unsafe), {}, 5.0, SolverFactory()), RunFails)
    found = sample_runs(safe, system_of(safe), {}, 5.0, SolverFactory())
    assert isinstance(found, NoContradiction) and found.statistics.made_by_solver > 0


def test_the_same_seed_gives_the_same_runs(tmp_path: Path) -> None:
    goal = goal_for(small_goals.TWO_INPUTS.replace("x > 100", "x > 1"), tmp_path)
    traces = [
        found.trace for found in (sample_runs(goal, None, {}, 30.0) for _ in range(2)) if isinstance(found, RunFails)
    ]
    assert len(traces) == 2 and traces[0] == traces[1]


# ---- complete runs


@pytest.mark.parametrize(
    ("text", "is_complete"),
    [
        (small_goals.COUNT_TO_TEN, True),
        ("int g = 3; int f(int x) { return x + g; } int main(void) { if (f(2) != 5) reach_error(); }", True),
        ("int main(void) { __VERIFIER_assume(0); reach_error(); }", False),
        ("int main(void) { for (;;) ; }", False),
        ("int main(void) { int x = __VERIFIER_nondet_int(); return x; }", False),
        ("int main(void) { int x; int *p = &x; *p = 1; if (*p != 1) reach_error(); }", False),
        ("int a, b; int main(void) { if (&a == &b + 1) return 1; }", False),
        ("double zero; int main(void) { double x = zero / zero; if (x == x) reach_error(); }", True),
        ("union { float f; unsigned u; } v; int main(void) { v.f = 0; v.f /= v.f; if (v.u >> 31) return 1; }", False),
        ("extern int unknown; int main(void) { if (unknown) return 1; }", False),
    ],
)
def test_single_run_is_complete_without_inputs(text: str, is_complete: bool, tmp_path: Path) -> None:
    found = sample_runs(goal_for(text, tmp_path), None, {}, 1.0)
    assert isinstance(found, NoContradiction) and found.is_complete is is_complete
    assert found.statistics.finished == found.statistics.runs or not is_complete


def test_long_run_is_executed_to_its_end(tmp_path: Path) -> None:
    goal = goal_for(
        "int main(void) { unsigned i = 0; while (i < 30000) i++; if (i != 30000) reach_error(); }", tmp_path
    )
    found = sample_runs(goal, None, {}, 60.0)
    assert isinstance(found, NoContradiction) and found.is_complete


def test_at_least_one_run_is_executed(tmp_path: Path) -> None:
    goal = goal_for(small_goals.UNBOUNDED, tmp_path)
    found = sample_runs(goal, system_of(goal), {}, 0.0)
    assert isinstance(found, NoContradiction) and found.statistics.runs == 1
