"""One decision for each check: violations hide no others, and remaining checks are proved."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

import pytest

from corpus.engine_runs import claims_of, first_claim
from corpus.small_goals import goal_for
from surefoot.base.budget import Budget
from surefoot.base.caveats import Caveat, Direction
from surefoot.base.events import ignore
from surefoot.certify.judge import judge
from surefoot.certify.verdicts import Safe, Unknown, Unsafe
from surefoot.engines.bmc import Bmc
from surefoot.engines.tasks import EngineTask, ProgramTask
from surefoot.evidence.certificates import CompleteUnrolling
from surefoot.evidence.claims import Claim, ClaimsSafe, ClaimsUnsafe
from surefoot.program.check_sites import check_sites
from surefoot.program.properties import DEFAULT
from surefoot.report.checks import check_table
from surefoot.smt.registry import SolverFactory
from surefoot.verify import api
from surefoot.verify.deciding import DecisionOptions, Statistics, decide
from surefoot.verify.request import Report

PRELUDE = "int __VERIFIER_nondet_int(void); unsigned __VERIFIER_nondet_uint(void); void reach_error(void);\n"

STRAIGHT = """int main(void) {
    int n = __VERIFIER_nondet_int();
    int m = n - 3;
    int q = 100 / m;
    if (q == 50) reach_error();
    return 1 / (n | 1);
}"""
"""Lines 2 to 8 of the file."""

LOOP = """int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    int a[4] = {0}, t = 0;
    for (unsigned i = 0; i < n; i++) {
        a[i % 4]++;
        t = a[i & 7];
    }
    if (t == -1) reach_error();
    return 10 / (n & 1);
}"""


def found(text: str, folder: Path, engine: str = "auto", first: bool | None = None) -> Report:
    path = folder / "program.c"
    path.write_text(PRELUDE + text)
    return api.check(path, engine=engine, time_limit=60, first=first)


def statuses(report: Report, *statuses: str) -> set[tuple[str, int]]:
    return {
        (result.site.kind.name, result.site.span.line if result.site.span else 0)
        for result in report.checks
        if result.status.value in statuses
    }


@pytest.mark.parametrize("engine", ["bmc", "kind", "auto"])
def test_all_violations_of_a_loop_free_program(tmp_path: Path, engine: str) -> None:
    report = found(STRAIGHT, tmp_path, engine)
    assert isinstance(report.verdict, Unsafe)
    assert statuses(report, "violated") == {("SIGNED_OVERFLOW", 4), ("DIVISION_BY_ZERO", 5), ("ERROR_CALL", 6)}
    assert statuses(report, "not decided") == set()
    assert ("DIVISION_BY_ZERO", 7) in statuses(report, "proved")


def test_each_violation_has_its_own_run(tmp_path: Path) -> None:
    for result in found(STRAIGHT, tmp_path).checks:
        if result.violation is not None:
            assert result.violation.violated.site == result.site
            assert result.violation.violated.span == result.site.span


def test_valid_checks_are_proved_in_an_unbounded_loop(tmp_path: Path) -> None:
    """The remaining checks are not inductive as a whole: the counters may overflow after very many
    rounds.
    """
    report = found(LOOP, tmp_path)
    assert {("INVALID_DEREFERENCE", 7), ("DIVISION_BY_ZERO", 10)} <= statuses(report, "violated")
    assert ("INVALID_DEREFERENCE", 6) in statuses(report, "proved")


def test_first_violation_can_suffice(tmp_path: Path) -> None:
    report = found(STRAIGHT, tmp_path, first=True)
    assert isinstance(report.verdict, Unsafe) and report.checks == ()


@pytest.mark.parametrize("engine", ["bmc", "auto"])
def test_program_without_violations(tmp_path: Path, engine: str) -> None:
    report = found(STRAIGHT.replace("n - 3", "(n & 7) + 1").replace("q == 50", "q == 51"), tmp_path, engine)
    assert isinstance(report.verdict, Safe)
    assert {result.status.value for result in report.checks} == {"proved"}


def test_undecided_checks_are_reported(tmp_path: Path) -> None:
    report = found(LOOP.replace("a[i & 7]", "a[i & 3]"), tmp_path, "bmc{max-bound=2}")
    assert isinstance(report.verdict, Unsafe)
    assert statuses(report, "violated") == {("DIVISION_BY_ZERO", 10)}
    assert statuses(report, "proved") == {("INVALID_DEREFERENCE", 4)}
    assert isinstance(report.obstacle, Unknown) and "no other violation within 2 iterations" in report.obstacle.detail


UNREACHABLE = """int main(void) {
    int x = __VERIFIER_nondet_int(), a[3] = {0};
    if (x > 5 && x < 3) {
        a[x] = 1;
        if (x == 4) reach_error();
    }
    for (int i = 0; i < 3; i++) a[i] = i;
    if (a[2] != 2) reach_error();
    return 0;
}"""


@pytest.mark.parametrize("condition", ["x > 5 && x < 3", "x != 5 && x < 3"])
def test_unreachable_checks(tmp_path: Path, condition: str) -> None:
    """A failing check is reached where its condition is evaluated."""
    report = found(UNREACHABLE.replace("x > 5 && x < 3", condition), tmp_path)
    is_dead = condition == "x > 5 && x < 3"
    assert statuses(report, "unreachable") == ({("INVALID_DEREFERENCE", 5), ("ERROR_CALL", 6)} if is_dead else set())
    assert ("ERROR_CALL", 9) in statuses(report, "proved") and isinstance(report.verdict, Safe if is_dead else Unsafe)


EVERY_RUN_FAILS = """void *malloc(unsigned long);
int main(void) {
    int *p = malloc(4);
    *p = 3;
    return 12 / *p;
}"""


def test_valid_checks_are_proved_where_every_run_ends_in_a_violation(tmp_path: Path) -> None:
    """A division can stop runs, but these are stopped by the violation."""
    report = found(EVERY_RUN_FAILS, tmp_path)
    assert {kind for kind, _ in statuses(report, "violated")} == {"MEMORY_LEAK"}
    assert ("DIVISION_BY_ZERO", 6) in statuses(report, "proved") and statuses(report, "not decided") == set()


MADE_UP = """int wcwidth(int);
int main(void) {
    char text[8];
    int n = wcwidth('x');
    text[n] = 0;
    return 0;
}"""


def test_reason_names_the_function_with_havocked_result(tmp_path: Path) -> None:
    """Later reasons of other engines are less specific."""
    report = found(MADE_UP, tmp_path)
    assert statuses(report, "not decided") == {("INVALID_DEREFERENCE", 6)}
    assert isinstance(report.verdict, Unknown) and "a havocked result of wcwidth" in report.verdict.detail


CALLS_OF_THE_LIBRARY = """char *strcpy(char *, const char *); int printf(const char *, ...);
int main(void) {
    char a[4], b[4], c[4];
    int which = __VERIFIER_nondet_int();
    if (which == 0) strcpy(a, "too long");
    else if (which == 1) strcpy(b, "longer still");
    else strcpy(c, "fit");
    a[3] = b[3] = 'x';
    if (which == 0) printf("%s", a);
    else if (which == 1) printf("%s", b);
    else printf("%s", c);
    return 0;
}"""


@pytest.mark.parametrize(("replaced", "by", "lines"), [("", "", {6, 7}), ("too long", "abc", {7, 10})])
def test_each_call_of_a_library_function_is_checked(tmp_path: Path, replaced: str, by: str, lines: set[int]) -> None:
    report = found(CALLS_OF_THE_LIBRARY.replace(replaced, by) if replaced else CALLS_OF_THE_LIBRARY, tmp_path)
    failed = [result.violation.violated.span for result in report.checks if result.violation is not None]
    assert {span.line for span in failed if span is not None} == lines
    assert statuses(report, "not decided") == set()


def test_checks_in_models_are_located_at_the_call(tmp_path: Path) -> None:
    report = found(CALLS_OF_THE_LIBRARY, tmp_path)
    entry = check_table(report.checks, "", report.program)
    assert {result["location"]["file"] for result in entry["results"] if result["location"]} == {
        str(tmp_path / "program.c")
    }
    places = {
        result["location"]["line"]
        for result in entry["results"]
        if result["location"] and result["function"].startswith("strcpy")
    }
    assert places == {6, 7, 8}


BEHIND_A_VIOLATION = """static void put(char *to, int at) { to[at] = 1; }
int main(void) {
    char a[4], b[4], c[8];
    if (__VERIFIER_nondet_int()) put(a, 9);
    else put(b, 2);
    for (int i = 0; i < 3; i++) {
        c[i] = 1;
        c[i + 1] = 2;
    }
    return c[3] / c[1];
}"""


def test_checks_behind_others_are_reached(tmp_path: Path) -> None:
    report = found(BEHIND_A_VIOLATION, tmp_path)
    assert statuses(report, "violated") == {("INVALID_DEREFERENCE", 2)}
    assert statuses(report, "unreachable", "not decided") == set()


@dataclass(frozen=True, slots=True)
class PartFirst:
    """Claims that all but one check hold, then that this one fails."""

    made: tuple[Claim, ...]
    name: ClassVar[str] = "part first"
    view: ClassVar[type[EngineTask]] = ProgramTask

    def claims(self, _task: EngineTask) -> Iterator[Claim]:
        yield from self.made


def test_unproved_part_does_not_end_the_search(tmp_path: Path) -> None:
    goal = goal_for("int main(void) { return 7 / (__VERIFIER_nondet_int() & 1); }", tmp_path, DEFAULT)
    missed = Caveat("front end", Direction.DROPS_BEHAVIOUR, "something has no model")
    goal = replace(goal, program=replace(goal.program, caveats=(missed,)), accepts_partial_claims=True)
    violation = first_claim(Bmc(), goal, SolverFactory(), Budget(), ignore)
    part = ClaimsSafe(CompleteUnrolling(1, (), "bitwuzla"), frozenset(check_sites(goal.program, DEFAULT)))
    decision_options = DecisionOptions(stop_at_first=False)
    survey = decide(
        goal, PartFirst((part, violation)), decision_options, SolverFactory(), Budget(), Statistics(), ignore
    )
    assert isinstance(survey.verdict, Unsafe)


FACTORS = """int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    int t[2] = {0};
    t[a & 1] = 1;
    if (a > 1 && b > 1 && (unsigned long)a * b == 1000000016000000063ul) reach_error();
    return 10 / (b & 1);
}"""


def test_hard_check_does_not_delay_others(tmp_path: Path) -> None:
    """Reachability of the error is hard: the number has two large factors."""
    goal = replace(goal_for(FACTORS, tmp_path, DEFAULT), accepts_partial_claims=True)
    claims = claims_of(Bmc(), goal, SolverFactory(), Budget.seconds(100), ignore)
    violation, part = next(claims), next(claims)
    assert isinstance(violation, ClaimsUnsafe) and isinstance(part, ClaimsSafe)
    left_out = {(site.kind.name, site.span.line if site.span else 0) for site in part.ignored}
    assert left_out == {("DIVISION_BY_ZERO", 6), ("ERROR_CALL", 5)}
    assert isinstance(judge(part, goal, (), SolverFactory(), Budget()), Safe)


def test_unreachable_checks_of_a_model_are_not_reported(tmp_path: Path) -> None:
    text = "#include <string.h>\nint main(void) { char a[3] = {1, 2, 3}, b[3] = {1, 2, 3}; return memcmp(a, b, 3); }"
    assert statuses(found(text, tmp_path), "unreachable", "not decided") == set()
