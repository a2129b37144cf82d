"""Loops in the default check: those that end, may run for ever, or never end; each program has a twin."""

import json
from pathlib import Path

import jsonschema
import pytest

from cli.in_this_process import surefoot
from corpus.small_goals import PRELUDE, goal_for
from differential.termination_programs import random_loops
from surefoot.base.budget import Budget
from surefoot.base.events import ignore
from surefoot.certify.loops import LoopStatus, confirms_ranks
from surefoot.certify.verdicts import Safe, Unsafe
from surefoot.engines.board import Board
from surefoot.engines.tasks import SystemTask
from surefoot.engines.views import Views
from surefoot.evidence.certificates import KInductive, Overflow, Ranking
from surefoot.evidence.claims import Goal
from surefoot.evidence.encodings import encode_for_termination
from surefoot.program.properties import DEFAULT, TERMINATION
from surefoot.smt.registry import SolverFactory
from surefoot.systems.encode.encoding import Encoding, NotEncodable
from surefoot.verify import api
from surefoot.verify.loops import decide_loops
from surefoot.verify.ranker import Ranker

SCHEMA = json.loads((Path(__file__).parents[2] / "docs" / "report.schema.json").read_text())
SKIP_SPACE = """
static unsigned skip_space(const char *s, unsigned i, unsigned n) {
    while (i < n && s[i] == ' ') {%s}
    return i;
}
int main(void) {
    char text[8] = "   x";
    unsigned k = skip_space(text, 0, 5);
    return text[k];
}"""
SERVER = """
int main(void) {
    unsigned char buffer[8] = {0};
    for (;;) {
        int n = __VERIFIER_nondet_int();
        if (n < 0 || n > 8) continue;
        for (int i = 0; i < n; %s) buffer[i] = 1;
    }
}"""
PROMPT = "int main(void) { int c; do { c = __VERIFIER_nondet_int(); } while (c != 10%s); }"
NESTED = """
int main(void) {
    int n = __VERIFIER_nondet_int();
    unsigned char x = __VERIFIER_nondet_uint();
    for (int i = 0; i < n; i++) { while (x%s) x%s; x = 5; }
}"""
RECURSION = "int sum(int n) { return n == 0 ? 0 : (n & 1) + sum(%s); } int main(void) { return sum(9); }"
TICKS = "int main(void) { int n = __VERIFIER_nondet_int(), i = 0; while (i <= n) { i++; } return %s; }"
ENDS, DESIGN, INPUTS, NEVER, OPEN = LoopStatus


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (SKIP_SPACE % "i++;", [ENDS]),
        (SKIP_SPACE % "", [NEVER]),
        (SERVER % "i++", [DESIGN, ENDS]),
        (SERVER % "i += n == 7 ? 0 : 1", [DESIGN, NEVER]),
        ("int main(void) { unsigned char n = 0; while (1) { n++; if (n > 255) abort(); } }", [DESIGN]),
        ("int main(void) { unsigned char n = 0; while (1) { n++; if (n > 255) reach_error(); } }", [DESIGN]),
        ("int main(void) { unsigned char n = 0; while (1) { n++; if (n > 255) exit(0); } }", [NEVER]),
        ("int main(void) { unsigned n = 7; while (n > 0) n--; abort(); }", [ENDS]),
        ("int main(void) { unsigned n = __VERIFIER_nondet_uint(); while (n > 0) n--; abort(); }", [ENDS]),
        ("int main(void) { unsigned n = 1; while (n != 10) n += 2; abort(); }", [DESIGN]),
        (SERVER.replace("continue", "abort()") % "i++", [DESIGN, ENDS]),
        (PROMPT % "", [INPUTS]),
        (PROMPT % " && c == 10", [ENDS]),
        (NESTED % (" > 0", "--"), [ENDS, ENDS]),
        (NESTED % ("", " += 2"), [OPEN, NEVER]),
        (RECURSION % "n - 1", [ENDS]),
        (RECURSION % "n", [NEVER]),
        ("int main(void) { for (volatile int go = 1; go; ) ; }", [INPUTS]),
        (
            "static int is_set(volatile int *p) { return *p; } int main(void) { int go = 0; while (!is_set(&go)) ; }",
            [INPUTS],
        ),
        ("int main(void) { static _Atomic int go = 1; while (go) ; }", [INPUTS]),
        ("int main(void) { char lock = 1; while (__atomic_test_and_set(&lock, 5)) ; }", [INPUTS]),
        ("int main(void) { int lock = 1; while (!__sync_bool_compare_and_swap(&lock, 0, 2)) ; }", [INPUTS]),
        ("static int is_set(int *p) { return *p; } int main(void) { int go = 0; while (!is_set(&go)) ; }", [NEVER]),
        ("int main(void) { int go = __VERIFIER_nondet_int(); while (go) ; }", [NEVER]),
        ("int main(void) { return 0; }", []),
    ],
)
def test_loops_of_each_status(text: str, expected: list[LoopStatus], tmp_path: Path) -> None:
    goal = goal_for(text, tmp_path, DEFAULT)
    found = decide_loops(goal, frozenset(), SolverFactory(), Budget.seconds(60))
    assert [each.status for each in found] == expected
    assert all((each.violation is not None) == (each.status is NEVER) for each in found)


@pytest.mark.parametrize("seed", [each for each in range(130) if random_loops(each).is_single][:30])
def test_random_loops_have_no_wrong_status(seed: int, tmp_path: Path) -> None:
    loop = random_loops(seed)
    goal = goal_for(loop.text, tmp_path, DEFAULT)
    (found,) = decide_loops(goal, frozenset(), SolverFactory(), Budget.seconds(60))
    assert found.status in ({ENDS, OPEN} if loop.ends() else {NEVER, OPEN}), loop.text


def test_an_endless_loop_is_a_violation_of_the_default_check(tmp_path: Path) -> None:
    program = tmp_path / "program.c"
    program.write_text(PRELUDE + SKIP_SPACE % "")
    report = api.check(program)
    assert isinstance(report.verdict, Unsafe)
    assert report.verdict.lasso is not None
    report = api.check(program, property="valid-memsafety")
    assert report.loops == ()


def test_loops_that_are_open_or_by_design_change_no_verdict(tmp_path: Path) -> None:
    program = tmp_path / "program.c"
    program.write_text(PRELUDE + SERVER % "i++")
    shown = surefoot("check", program, f"--json={tmp_path / 'report.json'}")
    document = json.loads((tmp_path / "report.json").read_text())
    jsonschema.validate(document, SCHEMA)
    assert document["verdict"] == "safe"
    assert [each["status"] for each in document["loops"]] == ["without-exit", "ends"]
    assert document["loops"][1]["rank"] == ["-i"]
    assert "decreases: -i" in shown.stdout
    assert "may run for ever by design" in shown.stdout


def test_the_run_of_an_endless_loop_has_its_number(tmp_path: Path) -> None:
    program = tmp_path / "program.c"
    program.write_text(PRELUDE + "int main(void) { int a[2], i = 1; a[0] = 1; while (i) ; return a[i]; }")
    shown = surefoot("check", program, f"--json={tmp_path / 'report.json'}")
    document = json.loads((tmp_path / "report.json").read_text())
    jsonschema.validate(document, SCHEMA)
    assert document["competition_verdict"] == "false(termination)"
    assert document["loops"][0]["violation"] == len(document["violations"]) - 1
    assert "never ends, see violation 1" in shown.stdout


def test_a_rank_that_needs_no_overflow_says_so(tmp_path: Path) -> None:
    goal = goal_for(TICKS % "0", tmp_path, DEFAULT)
    (found,) = decide_loops(goal, frozenset(), SolverFactory(), Budget.seconds(60))
    assert found.status is ENDS
    assert found.needs_no_overflow
    bounded = goal_for((TICKS % "0").replace("i <= n", "i < n"), tmp_path, DEFAULT)
    sites = encoded(bounded).system.errors
    (found,) = decide_loops(bounded, {each.site for each in sites}, SolverFactory(), Budget.seconds(60))
    assert not found.needs_no_overflow


def encoded(goal: Goal) -> Encoding:
    found = encode_for_termination(goal, Budget())
    assert not isinstance(found, NotEncodable)
    return found


def test_ranks_of_a_part_need_the_right_cut(tmp_path: Path) -> None:
    goal = goal_for(SERVER % "i++", tmp_path, TERMINATION)
    goal = goal.without({each.site for each in encoded(goal).system.errors})
    encoding = encoded(goal)
    solvers, budget = SolverFactory(), Budget.seconds(60)
    outer, inner = sorted(encoding.system.names, key=lambda name: int(name.split(":")[1]))
    task = SystemTask(goal, solvers, budget, ignore, Board(), Views(goal), encoding)
    (proved,) = Ranker(task, {outer}).simple()
    assert list(proved.ranks) == [inner]
    certificate = Ranking(proved.ranks, Overflow.ENDS, KInductive(1, {}, "bitwuzla"))
    checkers = solvers.for_checking("bitwuzla")
    assert confirms_ranks(goal, certificate, frozenset({outer}), checkers, budget) is not None
    assert confirms_ranks(goal, certificate, frozenset(), checkers, budget) is None
    rising = {name: tuple(reversed([each.args[0] for each in rank])) for name, rank in proved.ranks.items()}
    tampered = Ranking(rising, Overflow.ENDS, certificate.proof)
    assert confirms_ranks(goal, tampered, frozenset({outer}), checkers, budget) is None


VARIANT = """
int main(void) {
    int n = __VERIFIER_nondet_int(), i = 0, s = 0;
    //@ loop variant n - i;
    while (i < n) {
        if (s == 1) { i++; s = 0; continue; }
        %s
    }
}"""


def test_a_loop_variant_is_checked_and_used(tmp_path: Path) -> None:
    program = tmp_path / "program.c"
    program.write_text(PRELUDE + VARIANT % "i += 1; s = 1;")
    report = api.check(program)
    assert isinstance(report.verdict, Safe)
    assert [(each.status, each.site.variant, each.ranks) for each in report.loops] == [(ENDS, "n - i", None)]
    program.write_text(PRELUDE + VARIANT % "s = 1;")
    report = api.check(program)
    assert isinstance(report.verdict, Unsafe)
    assert "does not decrease" in report.verdict.violated.text


def test_a_variant_does_not_hide_an_inner_loop(tmp_path: Path) -> None:
    text = VARIANT % "i += 1; int c; do { c = __VERIFIER_nondet_int(); } while (c);"
    program = tmp_path / "program.c"
    program.write_text(PRELUDE + text)
    statuses = [each.status for each in api.check(program).loops]
    assert statuses == [OPEN, INPUTS]


MEASURE = """
/*@ %s */
static unsigned f(unsigned m, unsigned n);
/*@ decreases m + n; */
static unsigned g(unsigned m, unsigned n) { return m ? f(m - 1, n + %s) : 0; }
static unsigned f(unsigned m, unsigned n) { return n ? g(m, n - 1) : m ? f(m - 1, n) : 1; }
int main(void) { return f(__VERIFIER_nondet_uint() %% 3, __VERIFIER_nondet_uint() %% 3); }"""


@pytest.mark.parametrize("annotation", ["ensures 0 <= \\result;", "decreases m;"])
def test_a_measure_of_recursive_calls_is_checked_and_used(annotation: str, tmp_path: Path) -> None:
    program = tmp_path / "program.c"
    program.write_text(PRELUDE + MEASURE % (annotation, 1))
    report = api.check(program)
    assert isinstance(report.verdict, Safe)
    assert [each.status for each in report.loops] == [ENDS] * 4
    program.write_text(PRELUDE + MEASURE % (annotation, 3))
    report = api.check(program)
    assert isinstance(report.verdict, Unsafe)
    assert "decreases" in report.verdict.violated.text


def test_a_measure_hides_neither_a_loop_nor_another_recursion(tmp_path: Path) -> None:
    program = tmp_path / "program.c"
    program.write_text(
        PRELUDE
        + """
static int other(int n) { return __VERIFIER_nondet_int() ? other(n) : n; }
/*@ decreases n; */
static int f(int n) { while (__VERIFIER_nondet_int()) ; return n > 0 ? f(n - 1) : other(n); }
int main(void) { return f(2); }"""
    )
    found = {each.site.function: each.status for each in api.check(program).loops if each.site.is_recursion}
    assert found["f@contract"] is OPEN
    assert found["other"] is not ENDS


def test_a_measure_is_checked_in_modular_proofs(tmp_path: Path) -> None:
    program = tmp_path / "program.c"
    text = "/*@ requires n >= 0; assigns \\nothing; decreases n; */ int f(int n) { return n ? f(n - %s) : 0; }"
    for step, expected in ((1, Safe), (0, Unsafe)):
        program.write_text(text % step)
        assert isinstance(api.check(program, function="f", modular=True).verdict, expected)


def test_loops_of_runs_that_were_followed_to_their_ends_end(tmp_path: Path) -> None:
    program = tmp_path / "program.c"
    text = "int main(void) { int x = %s; while (x != 1) x = x %% 2 ? 3 * x + 1 : x / 2; return 0; }"
    program.write_text(PRELUDE + text % 27)
    report = api.check(program)
    assert isinstance(report.verdict, Safe) and report.verdict.all_runs_end
    assert [each.status for each in report.loops] == [ENDS]
    program.write_text(
        PRELUDE
        + "int main(void) { int a[2] = {0}, x = __VERIFIER_nondet_int(); if (x == 3) for (;;) ; return a[x & 1]; }"
    )
    report = api.check(program)
    assert isinstance(report.verdict, Safe) and not report.verdict.all_runs_end
    assert [each.status for each in report.loops] == [DESIGN]
