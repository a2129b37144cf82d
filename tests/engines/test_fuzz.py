"""Fuzzing with coverage feedback: matching inputs are found, nothing is proved, and runs are
reproducible.
"""

import re
from pathlib import Path

import pytest

from corpus import small_goals
from corpus.engine_runs import claims_of, first_claim
from corpus.small_goals import goal_for
from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.base.events import ignore
from surefoot.certify.judge import judge
from surefoot.certify.verdicts import Unsafe
from surefoot.engines.fuzz import Fuzz
from surefoot.engines.probe import Probe
from surefoot.evidence.claims import Claim, ClaimsUnsafe, GaveUp, Goal
from surefoot.program.properties import DEFAULT
from surefoot.semantics.interpreter import Finished, TraceChoices, Violated, ZeroChoices, run
from surefoot.smt.registry import SolverFactory
from surefoot.verify.loading import load
from surefoot.verify.request import Request

EMBEDDED = Path(__file__).parents[2] / "examples" / "embedded"

BRACKETS = """unsigned char __VERIFIER_nondet_uchar(void);
static const char opening[] = "([{<", closing[] = ")]}>";
int main(void) {
    char open[3];
    int depth = 0;
    for (int i = 0; i < 12; i++) {
        char c = (char)__VERIFIER_nondet_uchar();
        int kind = -1, closes = -1;
        for (int k = 0; k < 4; k++) { if (c == opening[k]) kind = k; if (c == closing[k]) closes = k; }
        if (kind >= 0) { if (depth == 3) return 1; open[depth++] = opening[kind]; }
        else if (closes >= 0 && depth > 0 && open[depth - 1] == opening[closes]) { if (--depth == 0 && i >= LENGTH) reach_error(); }
        else return 2;
    }
    return 0;
}"""


def claim_about(goal: Goal, runs: int) -> Claim:
    return first_claim(Fuzz(runs=runs), goal, SolverFactory(), Budget(), ignore)


def test_matching_texts_are_found_stepwise(tmp_path: Path) -> None:
    goal = goal_for(BRACKETS.replace("LENGTH", "5"), tmp_path)
    claim = claim_about(goal, 3000)
    assert isinstance(claim, ClaimsUnsafe)
    assert isinstance(judge(claim, goal, (), SolverFactory(), Budget()), Unsafe)
    assert claim == claim_about(goal, 3000)
    assert isinstance(first_claim(Probe(runs=500), goal, SolverFactory(), Budget(), ignore), GaveUp)


ARGUMENTS = """
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
    int files = 0, is_verbose = 0;
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "-v") == 0) is_verbose = 1; else if (argv[i][0] == '-') return 1; else files++;
    if (is_verbose && files >= MOST) reach_error();
    fputs("done", stderr);
}"""


def test_arguments_are_taken_from_strings_of_the_program(tmp_path: Path) -> None:
    assert isinstance(claim_about(goal_for(ARGUMENTS.replace("MOST", "4"), tmp_path), 2000), ClaimsUnsafe)
    assert isinstance(claim_about(goal_for(ARGUMENTS.replace("MOST", "600"), tmp_path), 500), GaveUp)


def test_streams_of_leading_zeros_block_no_run(tmp_path: Path) -> None:
    goal = goal_for(
        "\n#include <stdio.h>\nint main(void) { if (stdin == 0 || stderr == 0) reach_error(); return 0; }", tmp_path
    )
    assert isinstance(run(goal.program, goal.checked, ZeroChoices(), max_steps=100), Finished)


@pytest.mark.parametrize("text", [BRACKETS.replace("LENGTH", "12"), small_goals.COUNT_TO_TEN, small_goals.UNBOUNDED])
def test_runs_are_no_proof(text: str, tmp_path: Path) -> None:
    assert isinstance(claim_about(goal_for(text, tmp_path), 300), GaveUp)


def test_violations_are_reported_once_a_site(tmp_path: Path) -> None:
    text = "int main(void) { int x = __VERIFIER_nondet_int(); if (x == 7000) reach_error(); if (x == 8000) reach_error(); }"
    goal = goal_for(text, tmp_path)
    *violations, last = claims_of(Fuzz(runs=300), goal, SolverFactory(), Budget(), ignore)
    assert isinstance(last, GaveUp)
    outcomes = [
        run(goal.program, goal.checked, TraceChoices(each.trace), max_steps=None)
        for each in violations
        if isinstance(each, ClaimsUnsafe)
    ]
    sites = {each.site for each in outcomes if isinstance(each, Violated)}
    assert len(sites) == len(violations) == 2
    assert isinstance(claim_about(goal.without(sites), 300), GaveUp)


def test_search_ends_without_new_coverage(tmp_path: Path) -> None:
    goal = goal_for("int main(void) { int x = __VERIFIER_nondet_int(); if (x + x == 3) reach_error(); }", tmp_path)
    claim = first_claim(Fuzz(saturation=1), goal, SolverFactory(), Budget(), ignore)
    assert isinstance(claim, GaveUp) and re.fullmatch(r"no violation in 2\d\d runs", claim.detail)


def test_program_without_inputs_is_run_once(tmp_path: Path) -> None:
    claim = first_claim(Fuzz(), goal_for("int main(void) { return 0; }", tmp_path), SolverFactory(), Budget(), ignore)
    assert isinstance(claim, GaveUp) and "no violation in 1 run" in claim.detail


def test_endless_programs_respect_the_budget(tmp_path: Path) -> None:
    goal = goal_for("int main(void) { unsigned i = __VERIFIER_nondet_uint(); while (1) i++; }", tmp_path)
    with pytest.raises(OutOfBudget):
        first_claim(Fuzz(), goal, SolverFactory(), Budget.seconds(0.2), ignore)


@pytest.mark.parametrize(("name", "bug", "where"), [("parser", 1, "factor"), ("shell", 1, "split")])
def test_seeded_writes_behind_an_array_leave_the_object(name: str, bug: int, where: str) -> None:
    """The array is the last member of its struct, so that the write hits no neighbouring member."""
    program = load(Request((EMBEDDED / f"{name}.c",), DEFAULT, clang_flags=(f"-DBUG={bug}",))).program
    claim = claim_about(Goal(program, DEFAULT), 3000)
    assert isinstance(claim, ClaimsUnsafe)
    outcome = run(program, DEFAULT, TraceChoices(claim.trace), max_steps=None)
    assert isinstance(outcome, Violated) and outcome.function == where, outcome
